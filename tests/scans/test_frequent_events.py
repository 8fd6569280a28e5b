"""Tests that the fast reader of frequent events agrees with the full reader after any change of an event."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette
from tests.normalizer.test_frequent_events import FOLDERS, both_ways
from toolwire.wire import sse

OTHERS: tuple[Any, ...] = (None, "", "more", 0, -1, 7, 1.5, True, [], {}, [1], {"text": "x"})


@pytest.mark.parametrize("folder", FOLDERS[:3])
def test_a_delta_that_is_changed_anywhere(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = folder.partition("/")[2]
    body = Cassette(cassettes_folder() / folder / "call-with-text.stream.yaml").exchanges[0].response.body
    payloads = [event.data for event in sse.decode(body)[0]]
    for n in range(3, len(payloads), 9):
        if not payloads[n].startswith("{"):
            continue
        for changed in changes(json.loads(payloads[n])):
            whole = b"".join(
                sse.encode(json.dumps(changed) if m == n else payload) for m, payload in enumerate(payloads)
            )
            quickly, wholly = both_ways(spoken, whole, monkeypatch)
            assert quickly == wholly, changed


UNTOLD = {"type": "function_call", "id": "fc_9", "call_id": "call_9", "name": "f", "arguments": "{}"}
NESTED = "[" * 250 + "]" * 250


def ends(value: Any) -> Iterator[bytes]:
    """Yield the bytes of an event that ends a response, with changed, unusual or invalid contents."""
    value = value | {"response": value["response"] | {"tools": []}}
    for changed in (*changes(value), value | {"response": value["response"] | {"output": [UNTOLD]}}):
        yield json.dumps(changed).encode()
    text = json.dumps(value)
    for unread in (NESTED, '"\\ud800"', "1e400", "01", '"\\q"', '{"a": 1, "a": 2}'):
        yield text.replace('"tools": []', f'"tools": {unread}').encode()
    yield text.encode().replace(b'"tools": []', b'"tools": "\xff"')


def test_an_end_of_a_response_that_is_changed_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    path = cassettes_folder() / "openai/openai_responses/call-with-text.stream.yaml"
    *payloads, end = (event.raw for event in sse.decode(Cassette(path).exchanges[0].response.body)[0])
    seen = set()
    for last in ends(json.loads(end)):
        body = b"".join(b"data: " + payload + b"\n\n" for payload in (*payloads, last))
        quickly, wholly = both_ways("openai_responses", body, monkeypatch)
        assert quickly == wholly, last
        seen.add(repr(quickly))
    assert len(seen) > 5


def changes(value: Any) -> Any:
    """Yield copies of a value with a single member replaced, left out or added."""
    if isinstance(value, list):
        for n, item in enumerate(value):
            yield from ([*value[:n], other, *value[n + 1 :]] for other in changes(item))
        yield [*value, *value]
    elif isinstance(value, dict):
        for key, item in value.items():
            yield {name: member for name, member in value.items() if name != key}
            yield from (value | {key: other} for other in OTHERS)
            yield from (value | {key: other} for other in changes(item))
        yield value | {"extra": 1}
