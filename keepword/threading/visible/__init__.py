"""What the writer wrote now: quotes, signatures, forwarded mail and invisible characters cut away."""
