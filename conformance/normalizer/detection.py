"""What an answer is: the dialect of its bytes, and the text format of the calls in its text."""

import msgspec

from conformance.claims import dialects_at, provider_at
from conformance.model import Text, Tool, ToolDefinition
from conformance.normalizer import registry
from conformance.normalizer.dialect import DIALECTS, dialect
from conformance.normalizer.reading import read_answer
from conformance.wire.errors import WireError
from conformance.wire.exchange import Exchange, WireResponse
from conformance.wire.recognition import Recognised, dialect_of, dialect_of_exchange
from conformance.wire.text_recognition import recognise_text


class Detection(msgspec.Struct, frozen=True, kw_only=True):
    """What was recognised; None where that is unknown."""

    dialect: Recognised | None = None
    """Of the bytes, which are an answer then."""
    text_format: Recognised | None = None
    """Of the calls in the answer's text, or in the text itself where it is no answer of a dialect."""


def detect(content: bytes | str, tools: tuple[Tool, ...] = ()) -> Detection:
    """What an answer's body is, or a model's text; ``tools`` are those that were offered, where they are known."""
    if isinstance(content, str):
        return Detection(text_format=_text_format(content, tools))
    found = dialect_of(content)
    if found is None:
        return Detection(text_format=_text_format(content.decode("utf-8-sig", "replace"), tools))
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
    return Detection(dialect=found, text_format=_text_format(text, tools))


def _offered(found: Recognised | None, exchange: Exchange) -> tuple[Tool, ...]:
    if found is None or found.names[0] not in DIALECTS:
        return ()
    try:
        return dialect(found.names[0]).read_request(exchange.request).tools
    except WireError:
        return ()


def _text_format(text: str, tools: tuple[Tool, ...]) -> Recognised | None:
    names = [tool.name for tool in tools if isinstance(tool, ToolDefinition)]
    return recognise_text(text, names, registry.signs())
