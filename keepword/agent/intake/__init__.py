"""From a fetched mail to its thread: read, judged, bound, claimed; what cannot be handled set apart."""
