"""What every door knows: an adapter need not do everything."""


class Unsupported(Exception):
    """The adapter does not do this; ``str()`` is its reason."""
