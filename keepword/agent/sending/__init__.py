"""The life of a reply: made, delivered, looked for, seen in the Sent folder."""
