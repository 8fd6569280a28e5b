"""Joining of surrogate pairs.

A pair represents a single character outside Unicode's basic multilingual plane. A stream may cut the pair in two.
"""


def join_surrogates(text: str) -> str:
    """Return ``text`` with each pair of surrogates replaced by the character that the pair represents."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
