"""What every door knows: an adapter need not do everything, and may raise anything."""


class Unsupported(Exception):
    """The adapter does not do this; ``str()`` is its reason."""


def said(error: BaseException) -> str:
    """What an error of an adapter's says; nothing where it fails to."""
    try:
        return str(error)
    except Exception:
        return ""
