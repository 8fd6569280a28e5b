"""The part of the library that applications use: the ``Normalizer`` of a provider, and everything that works with it.

Applications import the public names from ``toolwire``.
"""
