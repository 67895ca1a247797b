"""Texts found by their words and by their meaning."""
