"""Tests of the shown excerpt of an exchange: the events of the findings, the beginning and the end."""

import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.cause import causes
from conformance.judge.checks import by_name
from conformance.judge.finding import Finding
from conformance.judge.seen import seen
from conformance.judge.trial import Trial
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.replay import replay
from conformance.suite.verdicts import judge
from toolwire.model import Message, Request, Text, ToolResult
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


def streamed(events: int, guilty: int) -> Trial:
    """Return an exchange with a long answer in which a single event is a call."""
    name = CassetteName("openai", "openai_chat", "call-single", "stream")
    [trial, *_] = replay(open_case(name), ReferenceAdapter())
    text = b'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\n' % (b"x" * 90)
    call = b'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"guilty"}}]}}]}\n\n'
    body = b"".join(call if n == guilty else text for n in range(events)) + b"data: [DONE]\n\n"
    answer = WireResponse(status=200, headers={"content-type": "text/event-stream"}, body=body)
    return Trial(
        form=trial.form, mode="stream", expect=(), request=trial.request, right=trial.right,
        recorded=Exchange(request=trial.recorded.request, response=answer),
    )  # fmt: skip


@pytest.mark.parametrize("guilty", [0, 200, 299])
@pytest.mark.parametrize("place", ["calls/0/name", "calls", "exchange 1: calls", "/{}/choices", "/frames/{}"])
def test_the_event_that_a_finding_is_about_is_shown(guilty: int, place: str) -> None:
    finding = Finding(path=place.format(guilty), message="wrong")
    received = seen(streamed(300, guilty), 0, [finding]).received
    assert '"name":"guilty"' in received
    assert received.startswith("200\n")
    assert " lines left out) ..." in received
    assert len(received) < 9000


def test_what_is_about_another_exchange_chooses_nothing() -> None:
    finding = Finding(path="exchange 2: calls", message="wrong")
    assert '"name":"guilty"' not in seen(streamed(300, 200), 0, [finding]).received


def test_a_short_answer_is_whole() -> None:
    received = seen(streamed(20, 3), 0).received
    assert received.count("\n") == 20
    assert "left out" not in received


def test_a_request_keeps_its_end() -> None:
    trial = streamed(2, 1)
    shown = seen(trial, 0).recorded
    assert shown.endswith(trial.recorded.request.body.decode()[-20:])
    assert by_name("played").look(trial)[0].message == "it sent no request for this exchange"


class Mute(ReferenceAdapter):
    """An adapter that loses the descriptions of tools, and in later requests also the texts of results."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        tools = tuple(msgspec.structs.replace(tool, description="") for tool in request.tools)
        messages = tuple(_without_results(message) for message in request.messages)
        return super().encode(dialect, msgspec.structs.replace(request, tools=tools, messages=messages), base_url)


def _without_results(message: Message) -> Message:
    gone = (Text(text="gone"),)
    parts = [
        msgspec.structs.replace(part, parts=gone) if isinstance(part, ToolResult) else part for part in message.parts
    ]
    return msgspec.structs.replace(message, parts=tuple(parts))


def test_each_cause_shows_the_exchange_of_its_finding() -> None:
    case = open_case(CassetteName("openai", "openai_chat", "history-result-error", "plain"))
    found = {cause.id: cause for cause in causes(judge(case, Mute()))}
    shown = {name: cause.smallest.seen_in(cause.finding).exchange for name, cause in found.items()}
    assert shown == {"request/tool.description/lost": 1, "request/result.text/changed": 2}
    assert '"gone"' in found["request/result.text/changed"].actual
