"""The judge: checks that find violations in an exchange, or in what an adapter made of it.

Never imports the normalizer: the reference is only adapter number one.
"""
