"""What a value's types say of it is looked at to the last field, and JSON is left alone."""

from typing import Any

import pytest

from toolwire.model import Arguments, Finish, Response, Text, ToolCall, Usage, faults
from toolwire.wire.exchange import WireRequest

STOP = Finish(reason="stop")
CALL = ToolCall(id="a", name="f", arguments=Arguments(text="{}", form="object", value={1: object()}))


def response(**fields: Any) -> Response:
    return Response(**({"parts": (Text(text="hi"), CALL), "finish": STOP} | fields))


@pytest.mark.parametrize(
    "value",
    [
        response(),
        response(usage=Usage(input_tokens=3), provider_data={"any": {2: object()}}, id="r"),
        WireRequest(url="u", body=b"", headers={"a": "b"}),
    ],
)
def test_right_values(value: Any) -> None:
    assert list(faults(value, type(value))) == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (response(parts=None), "/parts: expected tuple, got None"),
        (response(parts=[CALL]), "/parts: expected tuple, got [ToolCall("),
        (response(parts=(Text(text=b"x"),)), "/parts/0/text: expected str, got b'x'"),  # type: ignore[arg-type]
        (response(parts=(STOP,)), "/parts/0: expected Text or Refusal or "),
        (response(finish=Finish(reason="done")), "/finish/reason: expected 'stop' or 'tool_calls' or "),  # type: ignore[arg-type]
        (response(finish="stop"), "/finish: expected Finish, got 'stop'"),
        (response(usage=Usage(input_tokens=True)), "/usage/input_tokens: expected int or None, got True"),
        (response(id=[]), "/id: expected str or None, got []"),
        (response(provider_data={1: 2}), "/provider_data: expected str, got 1"),
        (WireRequest(url="u", body="{}"), "/body: expected bytes, got '{}'"),  # type: ignore[arg-type]
        (WireRequest(url="u", body=b"", headers={"a": 1}), "/headers/a: expected str, got 1"),  # type: ignore[dict-item]
    ],
)
def test_wrong_values(value: Any, said: str) -> None:
    (fault,) = faults(value, type(value))
    assert fault.startswith(said)
    assert len(fault) < 300
