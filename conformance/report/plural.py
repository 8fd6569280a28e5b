"""Numbers with the nouns that they count."""


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return ``1 check``, ``2 checks``; ``plural`` is for nouns that do not just take an s."""
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"
