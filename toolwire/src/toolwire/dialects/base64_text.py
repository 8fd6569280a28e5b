"""Plain text in files, which some wires send as it is: canonical files hold base64, whatever they are."""

import base64


def encode(text: str) -> str:
    """The base64 of a text."""
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def decode(data: str) -> str | None:
    """The text that base64 holds; None where it is none."""
    try:
        return base64.b64decode(data, validate=True).decode("utf-8", "surrogatepass")
    except ValueError:
        return None
