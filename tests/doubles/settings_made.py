"""Parts of a `keepword.toml` from which the tests of the configuration make their own."""

from __future__ import annotations

MAILBOX = """\
[app]
secret = { env = "KEEPWORD_SECRET" }
[[mailbox]]
name = "support"
address = "support@example.com"
"""
IMAP = 'imap = { host = "imap.example.com", user = "u", password = { env = "MAIL_PASSWORD" } }\n'
SMTP = 'smtp = { host = "smtp.example.com" }\n'
