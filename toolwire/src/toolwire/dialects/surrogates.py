"""Joining of surrogate pairs.

A pair represents a single character outside Unicode's basic multilingual plane. A stream may cut the pair in two.
"""


def join_surrogates(text: str) -> str:
    """Return a text that was joined from pieces, with one character for each pair of surrogates."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
