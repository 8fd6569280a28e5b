"""Detection of an answer's form: the dialect of its bytes, and the text format of the calls in its text."""

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
"""A tool with a name that no call can have. If only this tool is offered, calls are recognised only by their markers.
"""
_NAMES: Final = re.compile(r"""\b(?:name|function|tool)["']?\s*[=:]\s*["']?([\w.:/-]+)""")


class Detection(msgspec.Struct, frozen=True, kw_only=True):
    """The recognised dialect and text format. Each of them is None if it is unknown."""

    dialect: Recognised | None = None
    """The dialect of the bytes. If the dialect is known, the bytes are an answer of a provider."""
    text_format: Recognised | None = None
    """The format of the calls in the answer's text.

    If the dialect is unknown, the whole content is searched for calls.
    """


def detect(content: bytes | str, tools: tuple[Tool, ...] = ()) -> Detection:
    """Detect the form of an answer's body, or of a model's text. ``tools`` are the offered tools, if they are known.

    Raises ``NotRegistered`` if a package registers an unusable text format.
    """
    if isinstance(content, str):
        return Detection(text_format=text_format_of(content, tools))
    found = dialect_of(content)
    if found is None:
        return Detection(text_format=text_format_of(content.decode("utf-8-sig", "replace"), tools))
    return _with_text(found, WireResponse(body=content), tools)


def detect_exchange(exchange: Exchange) -> Detection:
    """Detect the form of an exchange. The address of the request has priority over the shape of the documents."""
    found = dialect_of_exchange(exchange, dialects_at(provider_at(exchange.request.url)))
    return _with_text(found, exchange.response, _offered(found, exchange)) if found else Detection()


def _with_text(found: Recognised, response: WireResponse, tools: tuple[Tool, ...]) -> Detection:
    text = ""
    if found.names[0] in DIALECTS:
        try:
            answer = read_answer(dialect(found.names[0]), response)
        except WireError:
            pass  # a broken answer still has its dialect
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
    """Return the text format of the calls in a text, with the evidence for it; None if nothing in the text looks like a
    call.

    Signs in the text, such as tags, show which formats are possible. The possible formats are returned in these cases:

    - The signs are weak, and no tools are known. In this case, the text is not parsed.
    - A possible format reads a call, or the start of a call that was cut.
    - A possible format puts markers around all text, and the text begins with such a marker.

    In other cases, and in a text without signs, the first format that reads a call to an offered tool (``tools``) is
    returned. If no format reads a call, but the text has signs, it may only quote a call: the possible formats are
    returned with the confidence ``possible``.

    Raises ``NotRegistered`` if a package registers an unusable text format.
    """
    offered = tuple(tool for tool in tools if isinstance(tool, ToolDefinition))
    signs = recognise_text(text, [tool.name for tool in offered], registry.signs())
    if signs is None:
        return _read(text, offered)
    if not offered and signs.confidence == "possible":
        return signs  # it is a call only if such a tool is offered
    known = [registry.text_format(name) for name in signs.names]
    ways = [(signs.confidence, offered)] if offered else [("certain", _NOBODY), ("likely", _named(text))]
    for confidence, known_tools in ways:
        parsed = [parse(text, text_format, known_tools) for text_format in known]
        if any(result.calls for result in parsed) or any(_is_framed(text_format, text) for text_format in known):
            return msgspec.structs.replace(signs, confidence=confidence)
        if any(result.leftover or result.held for result in parsed):
            evidence = (*signs.evidence, "the end of the text cuts the call")
            return Recognised(signs.names, "likely", evidence)
    return _read(text, offered) or Recognised(signs.names, "possible", (*signs.evidence, "but no call can be read"))


def _is_framed(text_format: TextFormat, text: str) -> bool:
    """Return whether the markers of the format enclose the whole text of an answer, and ``text`` begins with such a
    marker.
    """
    return text_format.frames_text and text.lstrip().startswith(tuple(opening.text for opening in text_format.openings))


def _named(text: str) -> tuple[ToolDefinition, ...]:
    """Return a tool for each name that a text may call. Such a name follows ``name``, ``function`` or ``tool``, and a
    colon or an equals sign.
    """
    return tuple(ToolDefinition(name=name) for name in dict.fromkeys(_NAMES.findall(text)))


def _read(text: str, offered: Sequence[ToolDefinition]) -> Recognised | None:
    """Return the first text format that reads a call to an offered tool in a text. Return None if no format does."""
    parsed = parse(text, registry.text_format(AUTO), offered)
    if not parsed.calls:
        return None
    return Recognised((parsed.read_as,), "likely", (f"a call to {parsed.calls[0].name}, which is an offered tool",))
