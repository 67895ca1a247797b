"""Which worker has which mailbox: a lease each, shared out evenly."""
