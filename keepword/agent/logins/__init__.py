"""How a mailbox logs in: a password, or a token that a provider gives out."""
