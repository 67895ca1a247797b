"""The language models: one file a provider."""
