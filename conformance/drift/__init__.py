"""Drift: what a provider answers now, what was recorded of it, and what its SDK's types say."""
