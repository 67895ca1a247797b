"""Promises in the mails that went out, and the ledger that they make."""
