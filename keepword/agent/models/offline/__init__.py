"""The model that needs no key: fixed rules over the operator's own files."""
