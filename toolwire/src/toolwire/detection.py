"""What an answer is: the dialect of its bytes, and the text format of the calls in its text."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from toolwire import registry
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Text, Tool, ToolDefinition
from toolwire.providers import dialects_at, provider_at
from toolwire.text import TextFormat, parse
from toolwire.text.any_of import AUTO
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireResponse
from toolwire.wire.recognition import Recognised, dialect_of, dialect_of_exchange
from toolwire.wire.text_recognition import recognise_text

_NOBODY: Final = (ToolDefinition(name=""),)
"""Tools of which none is ever called: what is a call then is one by its marks alone."""
_NAMES: Final = re.compile(r"""\b(?:name|function|tool)["']?\s*[=:]\s*["']?([\w.:/-]+)""")


class Detection(msgspec.Struct, frozen=True, kw_only=True):
    """What was recognised; None where that is unknown."""

    dialect: Recognised | None = None
    """Of the bytes, which are an answer then."""
    text_format: Recognised | None = None
    """Of the calls in the answer's text, or in the text itself where it is no answer of a dialect."""


def detect(content: bytes | str, tools: tuple[Tool, ...] = ()) -> Detection:
    """What an answer's body is, or a model's text; ``tools`` are those that were offered, where they are known."""
    if isinstance(content, str):
        return Detection(text_format=text_format_of(content, tools))
    found = dialect_of(content)
    if found is None:
        return Detection(text_format=text_format_of(content.decode("utf-8-sig", "replace"), tools))
    return _with_text(found, WireResponse(body=content), tools)


def detect_exchange(exchange: Exchange) -> Detection:
    """What an exchange is; its address counts for more than its shape."""
    found = dialect_of_exchange(exchange, dialects_at(provider_at(exchange.request.url)))
    return _with_text(found, exchange.response, _offered(found, exchange)) if found else Detection()


def _with_text(found: Recognised, response: WireResponse, tools: tuple[Tool, ...]) -> Detection:
    text = ""
    if found.names[0] in DIALECTS:
        try:
            answer = read_answer(dialect(found.names[0]), response)
        except WireError:
            pass  # what it is does not depend on whether it is whole
        else:
            text = "".join(part.text for part in answer.parts if isinstance(part, Text))
    return Detection(dialect=found, text_format=text_format_of(text, tools))


def _offered(found: Recognised | None, exchange: Exchange) -> tuple[Tool, ...]:
    if found is None or found.names[0] not in DIALECTS:
        return ()
    try:
        return dialect(found.names[0]).read_request(exchange.request).tools
    except WireError:
        return ()


def text_format_of(text: str, tools: Sequence[Tool] = ()) -> Recognised | None:
    """The text format of the calls in a text, and what shows it; None where none is to be seen.

    Its signs say which it may be, and reading says whether a call is there: a text that holds a call is of the format
    in which that is read, one that only has the sign of a call quotes it, for all anybody knows. ``tools``: those that
    were offered, where they are known.
    """
    offered = tuple(tool for tool in tools if isinstance(tool, ToolDefinition))
    signs = recognise_text(text, [tool.name for tool in offered], registry.signs())
    if signs is None:
        return _read(text, offered)
    if not offered and signs.confidence == "possible":
        return signs  # a call if there is such a tool
    known = [registry.text_format(name) for name in signs.names]
    ways = [(signs.confidence, offered)] if offered else [("certain", _NOBODY), ("likely", _named(text))]
    for confidence, known_tools in ways:
        parsed = [parse(text, one, known_tools) for one in known]
        if any(one.calls for one in parsed) or any(_frames(one, text) for one in known):
            return msgspec.structs.replace(signs, confidence=confidence)
        if any(one.leftover or one.held for one in parsed):
            evidence = (*signs.evidence, "the call is cut")
            return Recognised(signs.names, "likely", evidence)
    return _read(text, offered) or Recognised(signs.names, "possible", (*signs.evidence, "no call is read there"))


def _frames(known: TextFormat, text: str) -> bool:
    """Whether a text begins with what the format has around all text."""
    return known.frames_text and text.lstrip().startswith(tuple(one.text for one in known.openings))


def _named(text: str) -> tuple[ToolDefinition, ...]:
    """Tools of all that a text says to be a name."""
    return tuple(ToolDefinition(name=name) for name in dict.fromkeys(_NAMES.findall(text)))


def _read(text: str, offered: Sequence[ToolDefinition]) -> Recognised | None:
    """What reads a call where no sign of one was seen."""
    parsed = parse(text, registry.text_format(AUTO), offered)
    if not parsed.calls:
        return None
    return Recognised((parsed.read_as,), "likely", (f"a call of {parsed.calls[0].name}, which was offered",))
