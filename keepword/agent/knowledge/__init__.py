"""The operator's Markdown: read, divided into passages, searched by words and by meaning."""
