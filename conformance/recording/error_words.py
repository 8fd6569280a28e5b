"""The provider's message in an error answer, in the short form in which our own messages quote it."""

from typing import Final

from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError

_KEY: Final = "message"
_SHORTEST: Final = 40
_LONGEST: Final = 160
_ENDS: Final = (". ", " ")


def of(body: bytes) -> str:
    """Return the message in an error answer of any API, on a single line. Return "" if the answer has no text.

    The message is the longest text with the key ``message``. If no text has this key, the message is the longest text
    in the JSON. If the answer is not JSON, the message is the whole answer.
    """
    try:
        values = list(pointer.within(exact_json.loads(body)))
    except JsonError:
        values = [body.decode(errors="replace")]
    named = [value[_KEY] for value in values if isinstance(value, dict) and isinstance(value.get(_KEY), str)]
    texts = named or [value for value in values if isinstance(value, str)]
    return " ".join(max(texts, key=len, default="").split())


def beginning(text: str) -> str:
    """Return a text. Of a long text, return only the beginning, up to the end of a sentence or of a word, and "..."."""
    if len(text) <= _LONGEST:
        return text
    ends = (text.rfind(mark, _SHORTEST, _LONGEST) for mark in _ENDS)
    end = next((end + 1 for end in ends if end > 0), _LONGEST)
    return f"{text[:end].rstrip()} ..."
