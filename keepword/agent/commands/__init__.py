"""The commands: one file a group, loaded only when asked for."""
