"""The dialects, a package for each, and their common parts.

A dialect reads and writes requests, responses and streams.
"""
