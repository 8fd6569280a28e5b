"""Bytes: framing, exact JSON, pointers, and telling dialects apart. No meaning."""
