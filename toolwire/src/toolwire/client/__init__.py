"""The part of the library that applications use: the ``Normalizer`` of a provider, and its parts.

Applications import the public names from ``toolwire``.
"""
