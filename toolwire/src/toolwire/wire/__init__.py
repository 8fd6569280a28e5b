"""The layer of bytes: framing, exact JSON, pointers, and the recognition of dialects.

This layer knows nothing about the meaning of the data.
"""
