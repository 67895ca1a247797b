"""The process that runs: its jobs, its lease on each mailbox, its files, its logs."""
