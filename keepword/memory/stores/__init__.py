"""Where documents are kept: a store is one class with the methods of `memory/ports.py`."""
