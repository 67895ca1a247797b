"""Mail handed over by SMTP (RFC 5321), and what the server said to it."""
