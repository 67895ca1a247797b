"""The mail servers: IMAP in, SMTP out, and the making of the mails that go out."""
