"""Tests of the judging of adapters that talk HTTP, with right and wrong behaviour."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient, addressed
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.gate.verdict import hold
from conformance.judge.cause import causes
from conformance.judge.result import Result, Results
from conformance.recording import bounds
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Mode, load
from conformance.suite.cases import cassettes, usual_streams
from conformance.suite.mutated import judge_streams
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Finish, Message, ProviderError, Request, Response, Tool, ToolResult, walk
from toolwire.wire.exchange import WireRequest, WireResponse

PARALLEL = CassetteName("openai", "openai_chat", "history-parallel-results", "plain")
OWNERS = ("openai", "anthropic", "gemini", "ollama", "mistral", "cohere", "bedrock")
EVERY = tuple(
    name
    for name in cassettes()
    if name.provider in OWNERS
    and name.scenario in ("call-single", "call-parallel", "history-parallel-results", "reject-orphan-result")
)


class Changed(ReferenceClient):
    """The reference client with changed readings."""

    def __init__(self, **changes: Any) -> None:
        self.changes = changes

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading = next(talk)
        while True:
            results = yield self.changed(reading)
            try:
                reading = talk.send(results)
            except StopIteration:
                return

    def changed(self, reading: Reading) -> Reading:
        return msgspec.structs.replace(reading, **self.changes)


def failed(results: tuple[Result, ...]) -> set[str]:
    return {result.check for result in results if result.outcome == "fail"}


def reason(results: tuple[Result, ...], check: str) -> str:
    return " ".join(finding.message for result in results if result.check == check for finding in result.findings)


@pytest.mark.parametrize("name", EVERY, ids=str)
def test_the_reference_as_a_client(name: CassetteName) -> None:
    assert {name.dialect for name in EVERY} == set(DIALECTS)
    results = judge(open_case(name), ReferenceClient())
    assert [result.id for result in results if result.red] == []
    assert {result.outcome for result in results if result.check == "answered"} <= {"pass", "not-applicable"}


class SendsNothing(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield Reading(text="It is sunny.")


class ShowsAnErrorOfItsOwn(ReferenceClient):
    """An adapter that fails before it sends, and gives the failure a status like a provider's, as LiteLLM does."""

    def converse(self, task: Task) -> Talk:
        message = "litellm.APIConnectionError: Extra data\nTraceback: of this machine"
        yield Reading(finish="error", error=ProviderError(message=message, status=500))


class Raises(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        raise RuntimeError("no such thing")
        yield


class YieldsText(ReferenceClient):
    def converse(self, task: Task) -> Any:
        yield "hello"


class Returns(ReferenceClient):
    def converse(self, task: Task) -> Any:
        return Reading(text="hello")


class IsAsynchronous(ReferenceClient):
    async def converse(self, task: Task) -> Any:
        yield Reading(text="hello")


class EndsEarly(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        yield next(talk)


class Dies(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        raise SystemExit(3)
        yield


@pytest.mark.parametrize(
    ("adapter", "message"),
    [
        (SendsNothing, "sent no request"),
        (ShowsAnErrorOfItsOwn, "litellm.APIConnectionError: Extra data (no request was sent)"),
        (Raises, "RuntimeError: no such thing"),
        (YieldsText, "expected the adapter to yield a Reading, got a str"),
        (Returns, "expected `converse` to be a generator, got Reading: write `yield reading`, not `return`"),
        (IsAsynchronous, "expected `converse` to be a generator, got async_generator"),
        (EndsEarly, "ended the conversation"),
        (Dies, "SystemExit: 3"),
    ],
    ids=[
        "SendsNothing",
        "ShowsAnErrorOfItsOwn",
        "Raises",
        "YieldsText",
        "Returns",
        "IsAsynchronous",
        "EndsEarly",
        "Dies",
    ],
)
def test_adapters_that_give_no_answer(adapter: Any, message: str) -> None:
    results = judge(open_case(PARALLEL), adapter())
    assert "answered" in failed(results)
    assert message in reason(results, "answered")


class SendsFirst(ReferenceClient):
    """A right client that sends another request first."""

    def __init__(self, sends: Callable[[Task], None]) -> None:
        self._sends = sends

    def converse(self, task: Task) -> Talk:
        self._sends(task)
        yield from super().converse(task)


def too_large(task: Task) -> None:
    httpx.post(f"{task.base_url}/chat/completions", content=bytes(2_000_000))


def two_lengths(task: Task) -> None:
    url = urlsplit(task.base_url)
    head = f"POST {url.path}/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n"
    with socket.create_connection((url.hostname, url.port)) as client:
        client.sendall(f"{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n0\r\n\r\n".encode())
        assert client.recv(1000)


@pytest.mark.parametrize(
    ("sends", "why"),
    [(too_large, "expected a body of at most 1 MB, got more"), (two_lengths, "or a transfer-encoding, got both")],
)
def test_a_case_with_a_request_that_nobody_judged_is_no_pass(
    sends: Callable[[Task], None], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "BODY", 2**20)
    results = judge(open_case(PARALLEL), SendsFirst(sends))
    judged = [result for result in results if result.party == "adapter"]
    assert {result.outcome for result in judged} == {"error"}
    words = "a request of the adapter could not be judged: POST https://api.openai.com/v1/chat/completions: "
    assert all(result.findings[0].message.startswith(words) for result in judged)
    assert why in judged[0].findings[0].message
    verdict = hold(Results(adapter="sends-first", results=results), (), None, bool)
    assert {result.id for result in verdict.failed} == {result.id for result in judged}


class FailsInTheEnd(ReferenceClient):
    """An adapter that raises an exception during cleanup."""

    def __init__(self, raises: BaseException) -> None:
        self.raises = raises

    def converse(self, task: Task) -> Talk:
        try:
            yield from super().converse(task)
        finally:
            raise self.raises


def test_what_a_client_raises_while_it_closes_is_no_failure_of_calls() -> None:
    results = judge(
        open_case(msgspec.structs.replace(PARALLEL, scenario="call-single")), FailsInTheEnd(ValueError("closed"))
    )
    assert failed(results) == set()


@pytest.mark.parametrize("raises", [SystemExit(0), asyncio.CancelledError()], ids=["SystemExit", "CancelledError"])
def test_an_exit_while_it_clears_up_is_a_failure_of_the_case(raises: BaseException) -> None:
    results = judge(open_case(msgspec.structs.replace(PARALLEL, scenario="call-single")), FailsInTheEnd(raises))
    assert failed(results) == {"answered"}
    assert type(raises).__name__ in reason(results, "answered")


def test_who_interrupts_the_judge_does() -> None:
    with pytest.raises(KeyboardInterrupt):
        judge(open_case(PARALLEL), FailsInTheEnd(KeyboardInterrupt()))


def test_one_that_declines() -> None:
    class Declines(ReferenceClient):
        def converse(self, task: Task) -> Iterator[Reading]:  # type: ignore[override]
            raise Unsupported("no tools here")
            yield

    results = [result for result in judge(open_case(PARALLEL), Declines()) if result.party == "adapter"]
    assert {result.outcome for result in results} == {"unsupported"}
    assert {result.declined for result in results} == {"no tools here"}


@pytest.mark.parametrize(
    ("changes", "checks"),
    [
        ({"calls": ()}, {"calls", "finish", "response-mapping"}),
        ({"text": "more"}, {"text", "response-mapping"}),
        ({"finish": "length"}, {"finish", "response-mapping"}),
        ({"calls": (ReadCall(name="get_weather", arguments="{}"),) * 2}, {"calls", "arguments", "response-mapping"}),
    ],
    ids=["no call", "text", "finish", "wrong calls"],
)
def test_wrong_readings(changes: dict[str, Any], checks: set[str]) -> None:
    name = msgspec.structs.replace(PARALLEL, scenario="call-parallel")
    assert failed(judge(open_case(name), Changed(**changes))) == checks


class DropsTheChoice(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield from super().converse(msgspec.structs.replace(task, tool_choice=None))


def test_a_wrong_request_is_judged_as_such_and_answered_all_the_same() -> None:
    results = judge(open_case(CassetteName("openai", "openai_chat", "choice-required", "plain")), DropsTheChoice())
    assert failed(results) == {"request-matches"}
    assert "/tool_choice" in " ".join(f.path for r in results for f in r.findings)
    assert next(result.outcome for result in results if result.check == "calls") == "pass"


class ClosesSchemas(ReferenceClient):
    """An adapter that closes the schemas of tools in every request, and drops the failure flag of results."""

    def converse(self, task: Task) -> Talk:
        tools = tuple(msgspec.structs.replace(tool, parameters=closed(tool.parameters)) for tool in task.tools)
        yield from super().converse(msgspec.structs.replace(task, tools=tools))

    def _send(self, task: Task, request: Request) -> Response:
        messages = tuple(
            msgspec.structs.replace(message, parts=tuple(map(unfailed, message.parts))) for message in request.messages
        )
        return super()._send(task, msgspec.structs.replace(request, messages=messages))


def closed(schema: Any) -> Any:
    return schema | {"additionalProperties": False}


def unfailed(part: Any) -> Any:
    return msgspec.structs.replace(part, is_error=None) if isinstance(part, ToolResult) else part


def test_a_difference_of_the_first_request_hides_none_behind_it() -> None:
    name = CassetteName("anthropic", "anthropic_messages", "history-result-error", "plain")
    results = {result.check: result for result in judge(open_case(name), ClosesSchemas())}
    places = [finding.path for finding in results["request-matches"].findings]
    assert places == [
        "exchange 1: /tools/0/input_schema/additionalProperties",
        "exchange 1: /tools/1/input_schema/additionalProperties",
        "exchange 2: /messages/2/content/0/is_error",
    ]


class AddsText(ReferenceClient):
    """An adapter that adds a character to the text of each reading, and sends the original text back."""

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading: Reading | None = next(talk)
        while reading is not None:
            results = yield msgspec.structs.replace(reading, text=f"{reading.text}!")
            try:
                reading = talk.send(results)
            except StopIteration:
                reading = None


def test_an_answer_that_is_misread_again_is_a_finding_again() -> None:
    """Check that a repeated misreading is a finding in each exchange, because an answer repeats nothing.

    A request repeats the history, so its differences count once.
    """
    case = open_case(CassetteName("openai", "openai_chat", "history-sequential-steps", "plain"))
    found = {result.check: [finding.exchange for finding in result.findings] for result in judge(case, AddsText())}
    assert found["text"] == [1, 2, 3]


class GoesElsewhere(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield from super().converse(msgspec.structs.replace(task, base_url=f"{task.base_url}/nowhere"))


def test_what_lies_behind_a_request_that_belongs_nowhere_is_unknown() -> None:
    results = judge(open_case(CassetteName("openai", "openai_chat", "call-single", "plain")), GoesElsewhere())
    outcomes = {result.check: result.outcome for result in results if result.party == "adapter"}
    assert {check for check, outcome in outcomes.items() if outcome == "fail"} == {"played", "request-matches"}
    unknown = {check for check, outcome in outcomes.items() if outcome == "not-observed"}
    assert unknown >= {"answered", "calls", "arguments", "text", "finish"}


class AsksForTheOtherForm(ReferenceClient):
    """An adapter that asks for a plain answer where a stream is recorded, and the reverse. It reads only this form.

    It shows its own failure as an error of the provider, as LiteLLM does.
    """

    def _send(self, task: Task, request: Request) -> Response:
        asked = msgspec.structs.replace(task, stream=not task.stream)
        try:
            return super()._send(asked, msgspec.structs.replace(request, stream=asked.stream))
        except httpx.HTTPError:
            return Response(parts=(), finish=Finish("error"), error=ProviderError(message="not read", status=500))


FORMS = {
    "plain": ("request/stream/added", "request/url/changed", "request/url/extended"),
    "stream": ("request/stream/lost", "request/url/changed", "request/url/cut"),
}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in cassettes()
        if name.provider in OWNERS and name.scenario in ("call-single", "history-single-result", "error-in-stream")
    ],
    ids=str,
)
def test_an_answer_in_a_form_that_nobody_asked_for_is_not_judged(name: CassetteName) -> None:
    """Check that the request is wrong, not the reading. The provider would have sent another answer, which is not
    recorded.
    """
    case = open_case(name)
    results = judge(case, AsksForTheOtherForm())
    found = {result.check for result in results if result.outcome == "fail" and result.party == "adapter"}
    assert {"played", "request-matches"} <= found <= {"played", "request-matches", "request-rules"}, found
    [cause] = causes(result for result in results if result.party == "adapter")
    assert cause.id in {*FORMS[name.mode]}
    assert {result.outcome for result in results if result.check in ("answered", "calls")} == {"not-observed"}
    streams = judge_streams(case, AsksForTheOtherForm(), lambda _: True)
    assert {result.outcome for result in streams} <= {"not-applicable"}


class AsksAnotherModelFirst(ReferenceClient):
    """An adapter that sends each request twice, first with a wrong model."""

    def _send(self, task: Task, request: Request) -> Response:
        super()._send(task, msgspec.structs.replace(request, model="gpt-evil"))
        return super()._send(task, request)


class PutsFirst(ReferenceClient):
    """An adapter that sends each request twice, first with the method PUT."""

    def _send(self, task: Task, request: Request) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        httpx.put(sent.url, content=sent.body, headers=dict(sent.headers), trust_env=False)
        return super()._send(task, request)


class AsksTwice(ReferenceClient):
    def _send(self, task: Task, request: Request) -> Response:
        super()._send(task, request)
        return super()._send(task, request)


class LooksAtTheModels(ReferenceClient):
    """An adapter that requests the list of models before each request of the conversation."""

    def _send(self, task: Task, request: Request) -> Response:
        headers = {"authorization": f"Bearer {task.api_key}"}
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            httpx.request(method, f"{task.base_url}/models", headers=headers, trust_env=False)
        return super()._send(task, request)


def test_a_wrong_request_counts_though_the_right_one_follows() -> None:
    results = judge(open_case(PARALLEL), AsksAnotherModelFirst())
    assert {"played", "request-matches"} <= failed(results)
    assert "gpt-evil" in reason(results, "request-matches")


def test_a_request_with_another_method_counts_though_the_right_one_follows() -> None:
    results = judge(open_case(PARALLEL), PutsFirst())
    assert {"played", "request-matches"} <= failed(results)
    assert 'expected "POST", got "PUT"' in reason(results, "request-matches")


def test_the_right_request_is_expected_once() -> None:
    results = judge(open_case(PARALLEL), AsksTwice())
    assert failed(results) == {"played"}
    assert "got the same request 2 times" in reason(results, "played")


class ClearsUpWithARequest(ReferenceClient):
    """An adapter that sends another request during cleanup: its last request again, or a changed request."""

    def __init__(self, *, same: bool) -> None:
        self.same = same
        self.last: tuple[Task, Request] | None = None

    def _send(self, task: Task, request: Request) -> Response:
        self.last = task, request if self.same else msgspec.structs.replace(request, model="gpt-evil")
        return super()._send(task, request)

    def converse(self, task: Task) -> Talk:
        try:
            yield from super().converse(task)
        finally:
            assert self.last is not None
            super()._send(*self.last)


@pytest.mark.parametrize("same", [True, False])
def test_requests_behind_the_last_reading_are_judged(same: bool) -> None:
    assert failed(judge(open_case(PARALLEL), ClearsUpWithARequest(same=same))) == {"played"}


class AsksAgainAndLeaves(ReferenceClient):
    """An adapter that sends each request again, on a connection that it closes before the answer."""

    def _send(self, task: Task, request: Request) -> Response:
        answer = super()._send(task, request)
        again = addressed(task, request, task.provider, {})
        there = urlsplit(again.url)
        head = f"POST {there.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(again.body)}\r\n\r\n"
        with socket.create_connection((there.hostname, there.port)) as client:
            client.sendall(head.encode() + again.body)
        return answer


def test_requests_are_counted_whose_answers_are_not_awaited() -> None:
    results = judge(open_case(PARALLEL), AsksAgainAndLeaves())
    assert failed(results) == {"played"}
    assert "got the same request 2 times" in reason(results, "played")


class BreaksTheSecondTime(ReferenceClient):
    """An adapter that holds a single conversation, and fails in all later conversations."""

    def __init__(self) -> None:
        self.held = 0

    def converse(self, task: Task) -> Talk:
        self.held += 1
        if self.held > 1:
            raise RuntimeError("one conversation alone")
        return super().converse(task)


class LosesCallsTheSecondTime(ReferenceClient):
    """An adapter that holds a single conversation, and loses the calls in all later conversations."""

    def __init__(self) -> None:
        self.held = 0

    def converse(self, task: Task) -> Talk:
        self.held += 1
        lost = self.held > 1
        talk, results = super().converse(task), None
        while True:
            reading = talk.send(results)  # type: ignore[arg-type]
            results = yield msgspec.structs.replace(reading, calls=()) if lost else reading


SECOND = [
    (BreaksTheSecondTime, "got RuntimeError: one conversation alone"),
    (LosesCallsTheSecondTime, "expected get_weather, got no calls"),
]


@pytest.mark.parametrize(("adapter", "message"), SECOND)
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_an_answer_that_is_read_once_and_not_again_fails(mode: Mode, adapter: Any, message: str) -> None:
    name = CassetteName("openai", "openai_chat", "call-single", mode)
    results = {result.check: result for result in judge_streams(open_case(name), adapter(), lambda _: True)}
    for check in usual_streams(name):
        outcome = results[check].outcome
        assert outcome == "fail" or (outcome == "not-applicable" and check == "delivery-inside-characters")
        if outcome == "fail":
            assert message in results[check].findings[0].message


@pytest.mark.parametrize("adapter", [ReferenceAdapter(), ReferenceClient()], ids=["codec", "wire"])
def test_an_answer_is_read_twice_alike(adapter: Any) -> None:
    for name in (*cassettes(scenario="call-with-text"), *cassettes(scenario="error-in-stream")):
        checks = usual_streams(name)
        results = judge_streams(open_case(name), adapter, lambda case, its=checks: case.rpartition("/")[2] in its)  # type: ignore[misc]
        assert {result.outcome for result in results} <= {"pass", "not-applicable"}, name


class ReadsTheTransferHeaders(ReferenceAdapter):
    """An adapter that would decode a body again if the headers named an encoding."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        assert not {"content-encoding", "content-length"} & {*response.headers}
        return super().decode(dialect, response)


def test_a_codec_gets_no_headers_of_the_transfer() -> None:
    case = open_case(CassetteName("openai", "openai_chat", "call-single", "stream"))
    first, *others = case.cassette.exchanges
    headers = {**first.response.headers, "content-encoding": "gzip", "content-length": "1"}
    encoded = msgspec.structs.replace(first, response=msgspec.structs.replace(first.response, headers=headers))
    case.cassette.exchanges = (encoded, *others)
    results = judge_streams(case, ReadsTheTransferHeaders(), lambda _: True)
    assert {result.outcome for result in results} == {"pass", "not-applicable"}


class LooksAtTheModelsAlone(LooksAtTheModels):
    """An adapter that asks for information about the model, and then raises an exception."""

    def _send(self, task: Task, request: Request) -> Response:
        body = {"model": task.model}
        httpx.post(f"{task.base_url}/show", json=body, headers={"authorization": task.api_key}, trust_env=False)
        raise ValueError("no such model")


class AsksElsewhere(ReferenceClient):
    """An adapter that sends the right requests to a wrong address."""

    def _send(self, task: Task, request: Request) -> Response:
        moved = msgspec.structs.replace(task, base_url=f"{task.base_url}/v2")
        return super()._send(moved, request)


def test_what_is_no_request_of_the_conversation_does_not_count() -> None:
    assert failed(judge(open_case(PARALLEL), LooksAtTheModels())) == set()
    results = judge(open_case(PARALLEL), LooksAtTheModelsAlone())
    assert failed(results) == {"answered", "played"}
    assert "no such model" in reason(results, "answered")
    assert "request-matches" in failed(judge(open_case(PARALLEL), AsksElsewhere()))


class RefusesToSend(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        raise ValueError("a result without a call")
        yield


class AnswersWithARefusal(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield Reading(error=ProviderError(message="a result that answers no call"))


class MendsWhatIsBroken(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        messages = tuple(message for message in task.messages if message.role != "tool")
        yield from super().converse(msgspec.structs.replace(task, messages=messages))


@pytest.mark.parametrize("adapter", [RefusesToSend, AnswersWithARefusal, MendsWhatIsBroken])
def test_not_to_send_what_the_provider_refuses_is_no_fault(adapter: Any) -> None:
    results = judge(open_case(CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")), adapter())
    assert {result.outcome for result in results if result.party == "adapter"} == {"not-applicable"}


class CrashesBeforeItSends(ReferenceClient):
    def __init__(self, error: Exception) -> None:
        self.error = error

    def converse(self, task: Task) -> Talk:
        raise self.error
        yield


class NoSuchCall(KeyError):
    """A library's own exception type for a request that it declines to send."""


@pytest.mark.parametrize(
    "error",
    [TypeError("None"), AttributeError("id"), NameError("x"), KeyError("a"), IndexError()],
    ids=["TypeError", "AttributeError", "NameError", "KeyError", "IndexError"],
)
def test_a_crash_is_no_decision_not_to_send(error: Exception) -> None:
    results = judge(
        open_case(CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")), CrashesBeforeItSends(error)
    )
    assert "answered" in failed(results)
    assert type(error).__name__ in reason(results, "answered")


def test_an_error_that_a_library_has_named_is_a_decision() -> None:
    name = CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")
    assert not failed(judge(open_case(name), CrashesBeforeItSends(NoSuchCall("call_1"))))


class RaisesTheRefusal(ReferenceClient):
    """An adapter that raises an exception if the provider refuses the request."""

    def __init__(self, words: Callable[[ProviderError], str]) -> None:
        self._words = words

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        results = None
        while True:
            reading = talk.send(results)
            if reading.error is not None:
                raise RuntimeError(self._words(reading.error))
            results = yield reading


@pytest.mark.parametrize("name", ["openai/openai_chat", "anthropic/anthropic_messages"])
def test_an_exception_with_the_words_of_a_refusal_reports_it(name: str) -> None:
    adapter = RaisesTheRefusal(lambda error: f"Error code: {error.status} - {{'message': {error.message!r}}}")
    results = judge(open_case(CassetteName(*name.split("/"), "reject-orphan-result", "plain")), adapter)
    assert not failed(results)
    [answered] = [result for result in results if result.check == "answered"]
    assert answered.outcome == "pass"


def test_an_exception_without_the_words_of_a_refusal_loses_them() -> None:
    adapter = RaisesTheRefusal(lambda error: f"Client error '{error.status} Bad Request'")
    results = judge(open_case(CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")), adapter)
    assert failed(results) == {"answered"}
    [finding] = [finding for result in results if result.check == "answered" for finding in result.findings]
    assert finding.effect == "context"


@pytest.mark.parametrize("adapter", [YieldsText, SendsNothing])
def test_who_refuses_nothing_and_sends_nothing_fails(adapter: Any) -> None:
    name = CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")
    assert "answered" in failed(judge(open_case(name), adapter()))


def emptied(messages: tuple[Message, ...], tools: tuple[Tool, ...]) -> None:
    """Empty every dict in messages and tools."""
    for struct in walk((*messages, *tools)):
        for value in (getattr(struct, name) for name in struct.__struct_fields__):
            if isinstance(value, dict):
                value.clear()


class EmptiesItsTask(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        emptied(task.messages, task.tools)
        yield from super().converse(task)


class EmptiesItsRequest(ReferenceAdapter):
    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        emptied(request.messages, request.tools)
        return super().encode(dialect, request, base_url)


@pytest.mark.parametrize(
    ("writes", "reference"), [(EmptiesItsTask, ReferenceClient), (EmptiesItsRequest, ReferenceAdapter)]
)
def test_what_an_adapter_writes_into_changes_no_verdict(writes: Any, reference: Any) -> None:
    name = CassetteName("anthropic", "anthropic_messages", "history-long", "plain")
    before, given = judge(open_case(name), reference()), repr(load(name.scenario))
    assert "request-mapping" in failed(judge(open_case(name), writes()))
    assert repr(load(name.scenario)) == given
    assert judge(open_case(name), reference()) == before


class NamesHeadersInTitleCase(ReferenceAdapter):
    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        written = super().encode(dialect, request, base_url)
        return msgspec.structs.replace(
            written, headers={name.title(): value for name, value in written.headers.items()}
        )


@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_the_case_of_headers_has_no_meaning(mode: Mode) -> None:
    name = CassetteName("anthropic", "anthropic_messages", "mcp-server-beside-call", mode)
    assert failed(judge(open_case(name), NamesHeadersInTitleCase())) == set()


class ShowsAnotherNumberOfCalls(Changed):
    def changed(self, reading: Reading) -> Reading:
        return msgspec.structs.replace(reading, order=("call",) * 3) if reading.calls else reading


def test_an_order_that_contradicts_the_calls() -> None:
    name = CassetteName("anthropic", "anthropic_messages", "call-parallel", "plain")
    results = judge(open_case(name), ShowsAnotherNumberOfCalls())
    assert failed(results) == {"response-mapping"}
    assert "expected 2 calls in `order`, as in `calls`, got 3" in reason(results, "response-mapping")


class ShowsLittle(Changed):
    """An adapter that shows neither ids nor finish reasons, and no order of text and calls."""

    hello = msgspec.structs.replace(ReferenceClient.hello, shows=())

    def changed(self, reading: Reading) -> Reading:
        calls = tuple(msgspec.structs.replace(call, id=None) for call in reading.calls)
        return msgspec.structs.replace(reading, calls=calls, finish=None, order=(), usage=None)


@pytest.mark.parametrize("name", [name for name in EVERY if name.scenario == "call-parallel"], ids=str)
def test_what_is_not_shown_is_not_compared(name: CassetteName) -> None:
    assert failed(judge(open_case(name), ShowsLittle())) == set()


class InTwoModes(ReferenceClient):
    """An adapter with two modes that loses the calls in asynchronous mode."""

    hello = msgspec.structs.replace(ReferenceClient.hello, modes=("sync", "async"))

    def converse(self, task: Task) -> Talk:
        reading = next(super().converse(task))
        yield msgspec.structs.replace(reading, calls=()) if task.mode == "async" else reading


def test_of_several_modes_the_worst_counts() -> None:
    name = msgspec.structs.replace(PARALLEL, scenario="call-parallel")
    results = judge(open_case(name), InTwoModes())
    assert len({result.id for result in results}) == len(results)
    assert failed(results) == {"calls", "finish", "response-mapping"}
    assert {result.asked for result in results if result.outcome == "fail"} == {"async"}
    passed = [result for result in results if result.outcome == "pass" and result.party == "adapter"]
    assert {result.asked for result in passed} == {"sync"}
    assert {result.asked for result in judge(open_case(name), ReferenceClient())} == {"sync"}


class RaisesInOneMode(InTwoModes):
    def converse(self, task: Task) -> Talk:
        if task.mode == "async":
            raise RuntimeError("no loop")
        yield from ReferenceClient.converse(self, task)


class RaisesInBoth(InTwoModes):
    def converse(self, task: Task) -> Talk:
        raise RuntimeError("no such thing")
        yield


class RaisesInTheSecondExchange(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield next(super().converse(task))
        raise RuntimeError("no such result")


class DeclinesWhatItClaims(ReferenceClient):
    def __init__(self) -> None:
        super().__init__()
        self.hello = msgspec.structs.replace(self.hello, capabilities=("parallel-results",))

    def converse(self, task: Task) -> Talk:
        raise Unsupported("several calls")
        yield


@pytest.mark.parametrize(
    ("adapter", "broke"),
    [
        (RaisesInOneMode, False), (RaisesInBoth, True), (RaisesInTheSecondExchange, False),
        (DeclinesWhatItClaims, False),
    ],
)  # fmt: skip
def test_who_answers_in_one_mode_or_exchange_gave_an_answer(adapter: Any, broke: bool) -> None:
    results = judge(open_case(PARALLEL), adapter())
    assert "answered" in failed(results)
    assert hold(Results(adapter="in-two-modes", results=results), (), None, bool).adapter_broke is broke


class ClaimsAndDeclines(ReferenceClient):
    """An adapter that claims parallel calls, and declines them."""

    hello = msgspec.structs.replace(ReferenceClient.hello, capabilities=("parallel-results",))

    def converse(self, task: Task) -> Iterator[Reading]:  # type: ignore[override]
        raise Unsupported("no tools here")
        yield


def test_what_is_claimed_and_declined_is_a_failure() -> None:
    results = judge(open_case(PARALLEL), ClaimsAndDeclines())
    assert failed(results) == {"answered"}
    assert "the adapter claims this capability, but declined: no tools here" in reason(results, "answered")
    [cause] = causes(results)
    assert (cause.id, cause.silent, cause.actual) == ("raised/declined-claim", False, "no tools here")
    other = judge(open_case(msgspec.structs.replace(PARALLEL, scenario="call-single")), ClaimsAndDeclines())
    assert failed(other) == set()


def test_silent_failures_are_kept_apart() -> None:
    name = msgspec.structs.replace(PARALLEL, scenario="call-parallel")
    silent = [result for result in judge(open_case(name), Changed(calls=())) if result.outcome == "fail"]
    assert silent
    assert all(result.silent for result in silent)
    loud = [result for result in judge(open_case(name), Raises()) if result.outcome == "fail"]
    assert loud
    assert not any(result.silent for result in loud)
    assert loud[0].seen is not None
    assert loud[0].seen.got.startswith("RuntimeError: no such thing (tests/suite/test_converse.py:")


@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_separate_conversations_that_begin_alike_are_all_answered(mode: Any) -> None:
    name = CassetteName("openai", "openai_chat", "apart-same-names", mode)
    results = {result.check: result for result in judge(open_case(name), ClosesSchemas())}
    assert (results["request-matches"].outcome, results["played"].outcome) == ("warn", "pass")
