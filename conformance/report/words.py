"""Numbers with the words that they count."""


def counted(number: int, one: str, many: str = "") -> str:
    """``1 check``, ``2 checks``; ``many`` where an s does not make it."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
