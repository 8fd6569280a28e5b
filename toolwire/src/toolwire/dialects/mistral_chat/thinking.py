"""Reasoning, as a chunk of content: ``{type: thinking, thinking: [{type: text, text}], signature, closed}``.

The chunk goes back unchanged, with its ``signature`` (mistralai 3.7.0, ``ThinkChunk``). If its list also has references
to sources or tools, the whole list is kept.
"""

from typing import Final

from toolwire.dialects.fields import Fields, constant, with_rest
from toolwire.model import Json, Part, Reasoning

DATA: Final = "thinking"
"""The key of Mistral's data in the provider data of reasoning. The value has the chunk's ``signature``. If the chunk's
list is not just a single text, the value also has the list.
"""


def read(fields: Fields) -> Reasoning:
    """Return the reasoning in a chunk."""
    fields.constant("type", "thinking")
    entries = fields.items("thinking")
    text = _text(entries)
    data: dict[str, Json] = {}
    signature = fields.text("signature")
    if signature is not None:
        data["signature"] = signature
    if entries != _usual(text):
        data["thinking"] = entries
    return Reasoning(text=text, provider_data={DATA: data} if data else {}, carried=fields.carried())


def has_list(part: Reasoning) -> bool:
    """Return whether the provider data of a part has the ``thinking`` list of the chunk that it was read from.

    ``read`` does not keep an empty list, or a list with only a plain text entry, because a writer can make these lists
    from the text.
    """
    return "thinking" in _own(part)


def is_foreign(part: Part) -> bool:
    """Return whether a part is reasoning that only another provider can read."""
    return isinstance(part, Reasoning) and not part.text and part.carried is None and not _own(part)


def write(part: Reasoning) -> dict[str, Json]:
    """Return the chunk for reasoning. If the text has not changed since the chunk was read, the chunk has the same list
    again.
    """
    own = _own(part)
    out: dict[str, Json] = {}
    constant(out, part.carried, "type", "thinking")
    out["thinking"] = (
        own["thinking"] if "thinking" in own and _text(own["thinking"]) == part.text else _usual(part.text)
    )
    if "signature" in own:
        out["signature"] = own["signature"]
    return with_rest(out, part.carried)


def _own(part: Reasoning) -> dict[str, Json]:
    own = part.provider_data.get(DATA)
    return own if isinstance(own, dict) else {}


def _usual(text: str) -> list[Json]:
    return [{"type": "text", "text": text}] if text else []


def _text(entries: Json) -> str:
    texts = (entry.get("text") for entry in entries if isinstance(entry, dict))
    return "".join(text for text in texts if isinstance(text, str))
