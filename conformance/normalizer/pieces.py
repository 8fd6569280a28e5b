"""Text that comes in pieces."""


def joined(pieces: list[str]) -> str:
    """The text of the pieces; a character outside the basic plane may be cut in two between them."""
    text = "".join(pieces)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
