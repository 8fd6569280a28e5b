"""Thoughts: a step with a signature, and a summary of the reasoning if the request asked for it."""

from typing import Final

from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.gemini_interactions import calls
from toolwire.model import Json, Reasoning

THOUGHT: Final = "thought"
SUMMARY: Final = "thought_summary"
"""The key under which provider data has a summary. The key ``summary`` is already used for OpenAI's summaries."""
_SUMMARY: Final = "summary"


def read(fields: Fields) -> Reasoning:
    """Return the reasoning in a step. The text of the reasoning is the text of the step's summary.

    The summary becomes provider data only if a writer could not make it from the text again.
    """
    fields.text("type")
    data = calls.read_signature(fields)
    contents = fields.items(_SUMMARY)
    text = text_of(contents)
    if contents != _summary(text):
        data[SUMMARY] = contents
    return Reasoning(text=text, provider_data=data, carried=fields.carried())


def text_of(contents: Json) -> str:
    """Return the joined texts of a summary."""
    entries = contents if isinstance(contents, list) else []
    texts = (entry.get("text") for entry in entries if isinstance(entry, dict))
    return "".join(text for text in texts if isinstance(text, str))


def _summary(text: str) -> list[Json]:
    return [{"type": "text", "text": text}] if text else []


def contents(part: Reasoning) -> list[Json]:
    """Return the summary of a thought: the summary in the provider data if it still has the same text as ``part``, or
    else a summary that is made from the text of ``part``.
    """
    known = part.provider_data.get(SUMMARY)
    return known if isinstance(known, list) and text_of(known) == part.text else _summary(part.text)


def write(part: Reasoning) -> Json:
    """Return the step for reasoning."""
    out: dict[str, Json] = {"type": THOUGHT} | calls.write_signature(part.provider_data)
    shown = contents(part)
    if shown:
        out[_SUMMARY] = shown
    return with_rest(out, part.carried)


def can_return(part: Reasoning) -> bool:
    """Return whether reasoning can go back in a history. The provider does not accept reasoning of other providers."""
    return part.carried is not None or calls.SIGNED in part.provider_data
