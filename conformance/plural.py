"""Numbers with the nouns that they count."""


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun, such as ``1 check`` or ``2 checks``.

    ``plural``: for nouns whose plural is not just an added s.
    """
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"
