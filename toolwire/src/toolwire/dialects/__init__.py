"""The dialects: a package for each dialect, and modules that several dialects share.

Each package converts requests, responses and streams between the wire (the bytes and JSON that a client and a provider
exchange) and canonical values (the types in ``toolwire.model``).
"""
