"""The part of the normalizer that applications use: one object for a provider, and its surroundings, a module each.

``toolwire`` exports all of it.
"""
