"""Tests that values are compared with their declared types down to the last field, but JSON may have any type."""

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
        pytest.param(response(), id="least"),
        pytest.param(response(usage=Usage(input_tokens=3), provider_data={"any": {2: object()}}, id="r"), id="all"),
        pytest.param(WireRequest(url="u", body=b"", headers={"a": "b"}), id="request"),
    ],
    ids=["response", "every field", "wire request"],
)
def test_right_values(value: Any) -> None:
    assert list(faults(value, type(value))) == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(response(parts=None), "/parts: expected tuple, got None", id="no-parts"),
        pytest.param(response(parts=[CALL]), "/parts: expected tuple, got [ToolCall(", id="parts-list"),
        pytest.param(response(parts=(Text(text=b"x"),)), "/parts/0/text: expected str, got b'x'", id="text-bytes"),  # type: ignore[arg-type]
        pytest.param(response(parts=(STOP,)), "/parts/0: expected Text or Refusal or ", id="no-part"),
        pytest.param(
            response(finish=Finish(reason="done")),
            "/finish/reason: expected 'stop' or 'tool_calls' or ",
            id="unknown-reason",
        ),  # type: ignore[arg-type]
        pytest.param(response(finish="stop"), "/finish: expected Finish, got 'stop'", id="finish-text"),
        pytest.param(
            response(usage=Usage(input_tokens=True)),
            "/usage/input_tokens: expected int or None, got True",
            id="boolean-count",
        ),
        pytest.param(response(id=[]), "/id: expected str or None, got []", id="id-list"),
        pytest.param(response(provider_data={1: 2}), "/provider_data: expected str, got 1", id="key-number"),
        pytest.param(WireRequest(url="u", body="{}"), "/body: expected bytes, got '{}'", id="body-text"),  # type: ignore[arg-type]
        pytest.param(
            WireRequest(url="u", body=b"", headers={"a": 1}), "/headers/a: expected str, got 1", id="header-number"
        ),  # type: ignore[dict-item]
    ],
    ids=[
        "no parts",
        "parts a list",
        "text bytes",
        "part of another kind",
        "unknown reason",
        "finish a text",
        "tokens a bool",
        "id a list",
        "key a number",
        "body a text",
        "header a number",
    ],
)
def test_wrong_values(value: Any, message: str) -> None:
    (fault,) = faults(value, type(value))
    assert fault.startswith(message)
    assert len(fault) < 300
