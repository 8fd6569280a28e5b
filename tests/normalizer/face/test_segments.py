"""Tests that segments equal the whole answer in every dialect, however its bytes are cut."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance import scenarios
from conformance.mutants.streams import mutants
from conformance.recording.cassette import Cassette, CassetteName
from conformance.suite.cases import path_of
from toolwire import Answer, Normalizer, Segment, SegmentContent, SegmentEnded, SegmentStarted
from toolwire.client.segments import segments_of
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Request
from toolwire.providers import owner
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse

SCENARIOS = ["call-parallel", "call-with-text", "call-single", "choice-auto-no-call", "call-no-arguments"]


@cache
def streamed(dialect: str, scenario: str) -> tuple[WireResponse, Request]:
    name = CassetteName(owner(dialect), dialect, scenario, "stream")
    tools = scenarios.load(scenario).tools
    return Cassette(path_of(name)).exchanges[0].response, Request(messages=(), tools=tools)


def read(dialect: str, response: WireResponse, asked: Request, cuts: list[int]) -> tuple[Answer, list[Segment]]:
    received: list[Segment] = []
    stream = Normalizer(dialect).stream(asked, received.append)
    places = [0, *sorted(cut % (len(response.body) + 1) for cut in cuts), len(response.body)]
    returned: list[Segment] = []
    for start, end in pairwise(places):
        returned += stream.feed(response.body[start:end])
    returned += stream.end()
    assert received == returned
    return stream.close(), received


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=12)
@given(scenario=st.sampled_from(SCENARIOS), cuts=st.lists(st.integers(0, 1 << 16), max_size=5))
def test_segments_are_the_whole_answer(dialect: str, scenario: str, cuts: list[int]) -> None:
    response, asked = streamed(dialect, scenario)
    answer, segments = read(dialect, response, asked, cuts)
    assert_segments_are(answer, segments)
    assert answer == Normalizer(dialect).response(response, asked)
    assert_segments_are(answer, [*segments_of(answer)])


def assert_segments_are(answer: Answer, segments: list[Segment]) -> None:
    open_: dict[int, SegmentStarted] = {}
    content: dict[int, str] = {}
    ended: list[SegmentEnded] = []
    for segment in segments:
        match segment:
            case SegmentStarted():
                assert segment.number == len(content)
                open_[segment.number], content[segment.number] = segment, ""
            case SegmentContent():
                assert open_[segment.number].kind == segment.kind
                content[segment.number] += segment.text
            case SegmentEnded():
                assert open_.pop(segment.number).kind == segment.kind
                ended.append(segment)
    assert not open_
    kinds: dict[Any, list[str]] = {"text": [], "reasoning": [], "call": []}
    ended.sort(key=lambda segment: segment.number)
    for segment in ended:
        kinds[segment.kind].append(content[segment.number])
    assert "".join(kinds["text"]) == answer.text
    assert "".join(kinds["reasoning"]) == answer.reasoning
    assert kinds["call"] == [call.arguments.text for call in answer.response.calls]
    finished = [segment.call for segment in ended if segment.call is not None]
    assert tuple(answered.call for answered in finished) == tuple(answered.call for answered in answer.calls)


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "bedrock_converse"])
def test_a_call_that_is_cut_ends_without_a_call(dialect: str) -> None:
    response, asked = streamed(dialect, "call-single")
    whole = Normalizer(dialect).response(response, asked)
    for size in range(0, len(response.body), 89):
        cut = WireResponse(status=200, headers=response.headers, body=response.body[:size])
        answer, segments = read(dialect, cut, asked, [])
        assert_segments_are(answer, segments)
        assert [answered.call.arguments for answered in answer.calls] in ([], [whole.calls[0].call.arguments])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_streams_as_bugs_know_them(dialect: str) -> None:
    """Check with every mutant that each started segment ends, and that the segments equal the answer."""
    response, asked = streamed(dialect, "call-parallel")
    for _, body in mutants(dialect, response.body):
        spoilt = WireResponse(status=200, headers=response.headers, body=body)
        try:
            answer, segments = read(dialect, spoilt, asked, [])
        except WireError:
            continue
        assert_segments_are(answer, segments)
        ids = [call.call.id for call in answer.calls]
        assert len({*ids}) == len(ids)


def test_a_function_that_fails_breaks_nothing() -> None:
    response, asked = streamed("openai_chat", "call-parallel")

    def fail(segment: Segment) -> None:
        raise ZeroDivisionError(segment.kind)

    stream = Normalizer("openai").stream(asked, fail)
    stream.feed(response.body)
    answer = stream.close()
    assert answer.calls == Normalizer("openai").response(response, asked).calls
    assert [(note.kind, "ZeroDivisionError: call" in note.why) for note in answer.notes] == [("callback", True)]
