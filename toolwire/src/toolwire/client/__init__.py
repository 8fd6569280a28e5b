"""What applications use of the normalizer: one object for a provider, and what surrounds it, a module each.

``toolwire`` exports all of it.
"""
