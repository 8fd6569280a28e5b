"""The layer of bytes: framing, exact JSON, pointers, and the recognition of dialects.

Nothing here knows what the data means.
"""
