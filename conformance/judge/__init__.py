"""The judge: checks that find violations in an exchange, or in an adapter's reading of it.

The judge never imports the normalizer, because the reference client is an adapter like any other.
"""
