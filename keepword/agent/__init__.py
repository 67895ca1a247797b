"""The conductor and its edges: mail servers, models, knowledge, the daemon and the commands."""
