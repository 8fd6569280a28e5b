"""Tests of the judging of a call that the token limit cut."""

from typing import Any

import msgspec
import pytest

from conformance.judge.answer import arguments, calls, finish, text
from conformance.judge.finding import NotApplicable
from conformance.judge.invented import invented
from conformance.judge.trial import Read
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from toolwire.model import Arguments, Finish, FinishReason, ProviderError, Response, Text, ToolCall

CUT = '{"title": "Review", "when": {"da'
INVALID = Arguments(text=CUT, form="invalid")
MENDED = Arguments(text='{"title": "Review"}', form="object", value={"title": "Review"})


def levels(
    given: Arguments, finish: FinishReason, *, shows: frozenset[str] | None = None, marks: bool = False
) -> list[str]:
    case = open_case(CassetteName("openai", "openai_chat", "call-cut-short", "plain"))
    call = ToolCall(id=None, name="create_event", arguments=given)
    read = Read(None, Response(parts=(call,), finish=Finish(reason=finish)))
    trial = msgspec.structs.replace(case.trial(case.opening(), 0), attempt=read, shows=shows, marks_cuts=marks)
    return [finding.level for finding in arguments(trial)]


@pytest.mark.parametrize(
    ("given", "finish", "shows", "expected"),
    [
        (INVALID, "length", None, ["SHOULD"]),
        (MENDED, "length", None, ["SHOULD"]),
        (INVALID, "tool_calls", None, ["SHOULD"]),
        (MENDED, "tool_calls", None, ["MUST"]),
        (MENDED, "length", frozenset({"ids"}), ["MUST"]),
    ],
    ids=["as-it-came", "mended", "as-it-came-and-whole", "mended-and-whole", "mended-without-an-end"],
)
def test_a_failure_is_what_can_be_run_and_does_not_show(
    given: Arguments, finish: FinishReason, shows: frozenset[str] | None, expected: list[str]
) -> None:
    assert levels(given, finish, shows=shows) == expected


def test_a_codec_marks_each_call_as_complete_or_cut() -> None:
    assert levels(INVALID, "length", marks=True) == ["MUST"]


@pytest.mark.parametrize(("shown", "wrong"), [("", 0), ("I can look", 0), ("Something else", 1)])
def test_what_came_before_an_error_may_be_left_out(shown: str, wrong: int) -> None:
    case = open_case(CassetteName("openai", "openai_chat", "error-in-stream", "stream"))
    parts = (Text(text=shown),) if shown else ()
    read = Response(parts=parts, finish=Finish(reason="error"), error=ProviderError(message="The server had an error"))
    trial = msgspec.structs.replace(case.trial(case.opening(), 0), attempt=Read(None, read))
    assert len([*text(trial)]) == wrong


FAILURE = ProviderError(message="The server had an error")


@pytest.mark.parametrize(
    ("number", "name", "error", "wrong"),
    [(2, "get_weather", FAILURE, 0), (1, "get_weather", FAILURE, 0), (0, "", FAILURE, 0), (1, "get_time", FAILURE, 1),
     (1, "get_weather", None, 1)],
    ids=["all", "first", "none", "another", "not-shown"],
)  # fmt: skip
def test_who_shows_an_error_may_leave_calls_before_it_out(
    number: int, name: str, error: ProviderError | None, wrong: int
) -> None:
    case = open_case(CassetteName("openai", "openai_chat", "call-parallel", "stream"))
    trial = case.trial(case.opening(), 0)
    assert trial.expected is not None
    expected = trial.expected.calls
    unread = Arguments(text="{", form="invalid")
    shown = tuple(ToolCall(id=call.id, name=call.name, arguments=unread, complete=False) for call in expected[:number])
    parts = tuple(msgspec.structs.replace(call, name=name) if n == 0 else call for n, call in enumerate(shown))
    read = Read(case.cassette.exchanges[0].request, Response(parts=parts, finish=Finish(reason="error"), error=error))
    right = msgspec.structs.replace(trial.expected, finish="error", error=FAILURE)
    judged = msgspec.structs.replace(trial, right=right, attempt=read)
    assert len([*calls(judged)]) == wrong
    assert bool([*arguments(judged)]) == (error is None)


def test_who_shows_the_early_end_may_leave_the_cut_call_out() -> None:
    case = open_case(CassetteName("openai", "openai_chat", "call-cut-short", "plain"))
    trial = case.trial(case.opening(), 0)
    for reason, wrong in (("length", 0), ("stop", 1)):
        read = Read(case.cassette.exchanges[0].request, Response(parts=(), finish=Finish(reason=reason)))  # type: ignore[arg-type]
        assert len([*calls(msgspec.structs.replace(trial, attempt=read))]) == wrong


@pytest.mark.parametrize("check", [calls, text, invented])
def test_an_early_end_may_be_an_error(check: Any) -> None:
    case = open_case(CassetteName("openai", "openai_chat", "end-filter", "plain"))
    error = ProviderError(message="filtered")
    read = Read(case.cassette.exchanges[0].request, Response(parts=(), finish=Finish(reason="error"), error=error))
    trial = msgspec.structs.replace(case.trial(case.opening(), 0), attempt=read)
    with pytest.raises(NotApplicable):
        [*check(trial)]
    assert [finding.level for finding in finish(trial)] == ["SHOULD"]


def test_an_end_that_nothing_shows_is_advised_against() -> None:
    case = open_case(CassetteName("openai", "openai_chat", "end-filter", "plain"))
    read = Read(case.cassette.exchanges[0].request, Response(parts=(), finish=Finish(reason="stop")))
    trial = msgspec.structs.replace(case.trial(case.opening(), 0), attempt=read, shows=frozenset())
    assert [finding.level for finding in finish(trial)] == ["SHOULD"]
