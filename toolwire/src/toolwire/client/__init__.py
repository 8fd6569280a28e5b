"""The part of the normalizer that applications use: an object for a provider, and what it needs, in a module each.

``toolwire`` exports all of it.
"""
