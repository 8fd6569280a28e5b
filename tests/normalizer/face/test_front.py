"""What an application is told that speaks another dialect."""

from typing import Any

from conformance.model import (
    Arguments,
    Finish,
    ProviderError,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolDefinition,
)
from conformance.normalizer import Normalizer
from conformance.normalizer.arguments import from_text
from conformance.normalizer.dialect import DIALECTS, dialect
from conformance.normalizer.face.answer import Answer
from conformance.normalizer.face.front import Front
from conformance.normalizer.reading import read_answer
from conformance.wire.exchange import WireResponse

from ...each import each

ASKED = Request(messages=(), tools=(ToolDefinition(name="f", parameters={"type": "object"}),))
SIGNED = Reasoning(text="Hm.", provider_data={"signature": "s"})
CALL = ToolCall(id="toolu_1", name="f", arguments=from_text('{"a": "x\\u001b"}'))
CUT = ToolCall(id="toolu_2", name="f", arguments=Arguments(text="{", form="invalid"), complete=False)


def answered(*parts: Any, **more: Any) -> Answer:
    response = Response(**{"parts": parts, "finish": Finish(reason="tool_calls"), "id": "m", "model": "m"} | more)
    return Normalizer("anthropic")._reader(ASKED).answer(response)


def read(of: str, told: WireResponse) -> Response:
    return read_answer(dialect(of), told)


@each("stream", [False, True])
@each("of", DIALECTS)
def test_an_answer_in_every_dialect(of: str, stream: bool) -> None:
    told = read(of, Front(of).write(answered(SIGNED, Text(text="So."), CALL, CUT), stream=stream))
    assert "".join(part.text for part in told.parts if isinstance(part, Text)) == "So."
    assert [(call.id, call.name, call.arguments.value) for call in told.calls] == [("toolu_1", "f", {"a": "x"})]
    assert told.finish.reason == "tool_calls"


@each("of", DIALECTS)
@each(("status", "shown"), [(429, 429), (200, 502), (None, 502)])
def test_an_error_in_every_dialect(of: str, status: int | None, shown: int) -> None:
    error = ProviderError(message="slow down", status=status)
    told = Front(of).write(answered(error=error, finish=Finish(reason="error")), stream=True)
    found = read(of, told)
    assert told.status == shown
    assert found.error is not None
    assert found.error.message == "slow down"
