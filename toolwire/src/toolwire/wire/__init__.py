"""Bytes: framing, exact JSON, pointers, and the recognition of dialects. No meaning."""
