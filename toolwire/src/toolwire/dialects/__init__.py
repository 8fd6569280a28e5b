"""The dialects: a package for each dialect, and modules that several dialects share.

A dialect reads and writes requests, responses and streams.
"""
