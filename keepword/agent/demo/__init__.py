"""The demonstration: an embedded mail server, a small story, and the real poller, store, promotion and sender."""
