"""Values that no application gives on purpose. They are passed to each function of the library that takes input.

Only documented errors may be raised.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
from hypothesis import strategies as st

from toolwire.client.answer import Answer, Call
from toolwire.client.chain import Chain
from toolwire.client.checking import SchemaError
from toolwire.client.normalizer import Normalizer
from toolwire.client.runner import ToolRunner, following
from toolwire.client.transport import ProviderTransport
from toolwire.detection import detect
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Message, Request, Text, ToolCall
from toolwire.wire.errors import WireError

DOCUMENTED = (Inexpressible, SchemaError, WireError)
URL = "http://provider.example/v1"


class Deep(list[Any]):
    """A deeply nested list with a short ``repr()``, so that a failing test can show it."""

    def __init__(self, levels: int) -> None:
        value: list[Any] = []
        for _ in range(levels):
            value = [value]
        super().__init__(value)

    def __repr__(self) -> str:
        return "Deep"


class Huge(int):
    """An integer that is too long for Python to write, with a short ``repr()``, so that a failing test can show it."""

    def __repr__(self) -> str:
        return "Huge"


_CYCLE: list[Any] = []
_CYCLE.append(_CYCLE)
ODD = st.sampled_from(
    [
        "\ud800",
        "a\udfffb",
        "\0",
        "\u202e",
        float("inf"),
        float("-inf"),
        float("nan"),
        Huge(10**5000),
        -(10**400),
        -0.0,
        b"x",
        {1},
        object(),
        Deep(150),
        Deep(3000),
        _CYCLE,
        {1: 2},
        {"\ud800": 1},
        {"$ref": "#"},
        "",
        [],
        {},
        None,
        True,
    ]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8)
KEYS = st.sampled_from(
    [
        "role",
        "content",
        "type",
        "text",
        "tool_calls",
        "id",
        "function",
        "name",
        "arguments",
        "tool_call_id",
        "choices",
        "message",
        "delta",
        "index",
        "finish_reason",
        "parameters",
        "properties",
        "required",
        "enum",
        "items",
        "usage",
        "error",
        "candidates",
        "parts",
        "functionCall",
        "args",
        "output",
        "toolUse",
        "input",
        "done",
        "stop_reason",
        "\ud800",
    ]
) | st.text(max_size=4)
VALUES = st.recursive(
    PLAIN | ODD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
TEXTS = st.text(st.characters(), max_size=30) | st.sampled_from(["\ud800", "a\udfff", "", "\0"])
NAMES = st.sampled_from(DIALECTS)


def documented(action: Callable[[], Any]) -> Any:
    """Return the result of an action, or None if it raises a documented error. Any other error fails the test."""
    try:
        return action()
    except DOCUMENTED:
        return None


def ask(dialect: str, place: str, value: Any) -> None:
    """Write a request with a value at a place."""
    normalizer = Normalizer(dialect, base_url=URL)
    asked = documented(lambda: normalizer.asked(**arguments(place, value)))
    if asked is not None:
        documented(lambda: normalizer.request(asked.request))


PLACES = ("messages", "content", "tools", "name", "parameters", "choice", "call id", "arguments", "result")


def arguments(place: str, value: Any) -> dict[str, Any]:
    """Return the arguments of ``Normalizer.asked`` with a value at a place."""
    function: dict[str, Any] = {"name": "f", "parameters": {"type": "object"}}
    call: dict[str, Any] = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "a", "content": "y"}
    given: dict[str, Any] = {"messages": [{"role": "user", "content": "x"}]}
    match place:
        case "messages":
            return {"messages": value}
        case "content":
            return {"messages": [{"role": "user", "content": value}]}
        case "tools":
            return given | {"tools": value}
        case "choice":
            return given | {"tools": [{"type": "function", "function": function}], "tool_choice": value}
        case "name":
            return given | {"tools": [{"type": "function", "function": function | {"name": value}}]}
        case "parameters":
            schema = {"type": "object", "properties": {"a": value}}
            return given | {"tools": [{"type": "function", "function": function | {"parameters": schema}}]}
        case "call id":
            call, result = call | {"id": value}, result | {"tool_call_id": value}
        case "arguments":
            call = call | {"function": {"name": "f", "arguments": value}}
        case "result":
            result = result | {"content": value}
    return {"messages": [*given["messages"], {"role": "assistant", "content": None, "tool_calls": [call]}, result]}


def read(dialect: str, given: Any) -> None:
    """Read an answer, run its calls, and write the next request."""
    normalizer = Normalizer(dialect, base_url=URL)
    answer = documented(lambda: normalizer.response(given))
    if isinstance(answer, Answer):
        request = Request(messages=(Message(role="user", parts=(Text(text="x"),)),), model="m")
        results = ToolRunner({}).run(answer.calls)
        documented(lambda: normalizer.request(following(request, answer, results)))
    if isinstance(given, bytes):
        detect(given)


def transport(dialect: str, place: str, value: Any, answer: bytes) -> None:
    """Send a request through a transport, as an application of OpenAI's dialect."""
    try:
        body = json.dumps({"model": "m"} | arguments(place, value)).encode()
    except (TypeError, ValueError, RecursionError):  # the application's own JSON cannot say it
        return
    provider = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, content=answer)))
    asking = ProviderTransport(Chain(Normalizer(dialect, base_url=URL)), client=provider)
    with suppress(httpx.HTTPError):
        asking.handle_request(httpx.Request("POST", "http://x/v1/chat/completions", content=body)).read()


class _OddError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def _raising(error: BaseException) -> Callable[[], Any]:
    def function() -> Any:
        raise error

    return function


FAILING = st.sampled_from(
    [
        SystemExit(0),
        SystemExit("x"),
        GeneratorExit(),
        BaseExceptionGroup("several", [SystemExit(1)]),
        asyncio.CancelledError(),
        _OddError(),
        StopIteration(),
        MemoryError(),
        RecursionError(),
    ]
)


def run(error: BaseException | None, value: Any, *, parallel: bool, seconds: float | None, coroutine: bool) -> None:
    """Run a function that returns a value or raises an error, in every mode."""
    plain = _raising(error) if error is not None else (lambda: value)

    async def awaited() -> Any:
        return plain()

    runner = ToolRunner({"f": awaited if coroutine else plain}, parallel=parallel, seconds=seconds)
    call = Call(call=ToolCall(id="a", name="f", arguments=from_text("{}")))
    for results in (runner.run([call]), asyncio.run(runner.arun([call]))):
        assert len(results) == 1
        assert error is None or results[0].is_error
