"""The part of the normalizer that applications use: the ``Normalizer`` of a provider, and its parts.

Applications import the public names from ``toolwire``.
"""
