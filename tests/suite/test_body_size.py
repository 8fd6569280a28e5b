"""Tests that the bodies of an adapter are not compared if they are much larger than the recorded bodies, because a
comparison takes seconds for each megabyte.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from conformance.adapters.adapter import Adapter
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient, addressed, answered, read_whole
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

NAME = CassetteName("openai", "openai_chat", "call-single", "plain")
NOT_COMPARED = "expected a body of at most 1048576 bytes, got 3"


def large(sent: WireRequest) -> WireRequest:
    body: Any = exact_json.loads(sent.body)
    return replace(sent, body=exact_json.encode(body | {"messages": [{"role": "user", "content": "a"}] * 100_000}))


class LargeRequests(ReferenceAdapter):
    def encode(self, dialect: str, request: Any, base_url: str) -> WireRequest:
        return large(super().encode(dialect, request, base_url))


class LargeAnswers(ReferenceAdapter):
    def encode_response(self, dialect: str, response: Any, *, stream: bool) -> bytes:
        return super().encode_response(dialect, response, stream=stream) + b" " * 3_000_000


class LargeRequestsOverHttp(ReferenceClient):
    def _send(self, task: Any, request: Any) -> Any:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        return read_whole(task.dialect, *answered(large(sent)))


class LargeRequestsAtTheEnd(ReferenceClient):
    def converse(self, task: Any) -> Any:
        try:
            yield from super().converse(task)
        finally:
            answered(large(addressed(task, task.opening, task.provider, {"authorization": f"Bearer {task.api_key}"})))


@pytest.mark.parametrize(
    ("adapter", "failing"),
    [
        (LargeRequests(), {"answered", "request-round-trip"}),
        (LargeAnswers(), {"response-round-trip"}),
        (LargeRequestsOverHttp(), {"answered"}),
        (LargeRequestsAtTheEnd(), {"answered"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_large_body_is_not_compared(adapter: Adapter, failing: set[str]) -> None:
    found = {each.check: each for each in judge(open_case(NAME), adapter) if each.outcome == "fail"}
    assert found.keys() <= failing
    assert any(NOT_COMPARED in finding.message for each in found.values() for finding in each.findings)
