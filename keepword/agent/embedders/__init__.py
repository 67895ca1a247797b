"""Providers of embeddings, a file each."""
