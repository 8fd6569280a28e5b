"""The callers of a tool, under the key ``allowed_callers``. Vendors have different words for the callers."""

from collections.abc import Mapping

from toolwire.dialects.fields import Fields, spelling
from toolwire.model import Caller, CustomTool, Json, ToolDefinition

_KEY = "allowed_callers"


def read(fields: Fields, words: Mapping[str, Caller]) -> tuple[Caller, ...]:
    """Return the callers of a tool. Return no callers for a list that has an unknown word or names a caller twice: this
    list stays unread and is kept in ``carried``.

    ``words`` are the vendor's words for callers. If a vendor has several words for a caller, the first word is the
    usual word.
    """
    value = fields.peek(_KEY)
    if not isinstance(value, list) or not all(isinstance(word, str) and word in words for word in value):
        return ()
    callers = tuple(words[word] for word in value)
    if len({*callers}) < len(callers):
        return ()
    for word in fields.items(_KEY):
        if word != _usual(words, words[word]):
            fields.note(f"{_KEY}.{words[word]}", word)
    return callers


def write(tool: ToolDefinition | CustomTool, words: Mapping[str, Caller]) -> Json:
    """Return the vendor's words for the callers of a tool."""
    out = []
    for caller in tool.callers:
        noted = spelling(tool.carried, f"{_KEY}.{caller}")
        out.append(noted if noted in words else _usual(words, caller))
    return out


def _usual(words: Mapping[str, Caller], caller: Caller) -> str:
    return next(word for word, meaning in words.items() if meaning == caller)
