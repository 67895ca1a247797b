"""The process that runs: its jobs, the files that it reads again, its logs."""
