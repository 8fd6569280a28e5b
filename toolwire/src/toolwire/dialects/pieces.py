"""Text that comes in pieces."""


def whole(text: str) -> str:
    """The text of some pieces: a character outside the basic plane may have been cut in two between them."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
