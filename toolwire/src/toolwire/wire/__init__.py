"""The layer of bytes: framing, exact JSON, pointers, and the recognition of dialects.

This layer does not interpret the data.
"""
