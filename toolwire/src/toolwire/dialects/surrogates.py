"""Surrogates of characters outside the basic plane, which a stream may cut in two."""


def join_surrogates(text: str) -> str:
    """Return a text, joined from pieces, with each pair of surrogates made one character."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
