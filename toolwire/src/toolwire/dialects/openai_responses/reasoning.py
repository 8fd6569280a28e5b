"""Reasoning items. They have a summary, sometimes the reasoning itself, and sometimes its encrypted form."""

from typing import Final

from toolwire.dialects.fields import Fields, is_absent, with_rest
from toolwire.model import Json, Reasoning

BETWEEN: Final = "\n\n"
"""The text between the parts of a summary, or of the reasoning, when they are joined."""
_DATA: Final = ("id", "encrypted_content")


def read(fields: Fields) -> Reasoning:
    """Return the reasoning in a ``reasoning`` item. The text of the reasoning is in ``content``, or else in
    ``summary``.

    If ``content`` has reasoning, both arrays become provider data. Otherwise, ``summary`` becomes provider data only if
    a writer could not make it from the text again.
    """
    fields.text("type")
    if not fields.has("summary"):
        fields.note("summary", "absent")
    data = {key: fields.value(key) for key in _DATA if fields.peek(key) is not None}
    summary, shown = fields.items("summary"), fields.items("content")
    text = _text(shown) or _text(summary)
    if shown or summary != _summary(text):
        data["summary"] = summary
    if shown:
        data["content"] = shown
    return Reasoning(text=text, provider_data=data, carried=fields.carried())


def _summary(text: str) -> list[Json]:
    return [{"type": "summary_text", "text": text}] if text else []


def _text(entries: Json) -> str:
    texts = (entry.get("text") for entry in entries if isinstance(entry, dict))
    return BETWEEN.join(text for text in texts if isinstance(text, str) and text)


def can_return(part: Reasoning) -> bool:
    """Return whether reasoning can go back in a history. The provider refuses reasoning from other providers."""
    return part.carried is not None or any(key in part.provider_data for key in _DATA)


def write(part: Reasoning) -> Json:
    """Return the item for reasoning.

    The item has the arrays that were read from the wire. If the text has changed since then, an array is made from the
    new text.
    """
    out: dict[str, Json] = {"type": "reasoning"}
    out |= {key: part.provider_data[key] for key in _DATA if key in part.provider_data}
    summary, shown = part.provider_data.get("summary"), part.provider_data.get("content")
    known = [_text(entries) for entries in (shown, summary) if isinstance(entries, list)]
    if part.text not in known:
        summary, shown = (summary, _shown(part.text)) if shown else (_summary(part.text), None)
    if summary or not (part.carried and (is_absent(part.carried, "summary") or "summary" in part.carried.rest)):
        out["summary"] = summary or []
    if shown:
        out["content"] = shown
    return with_rest(out, part.carried)


def _shown(text: str) -> list[Json]:
    return [{"type": "reasoning_text", "text": text}]
