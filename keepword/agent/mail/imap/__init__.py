"""A mailbox over IMAP (RFC 9051), with one connection and one thread of its own."""
