"""Tests of a codec's round trips: unread data do not count as understood, and written documents fit the dialect."""

from typing import Any

import msgspec
import pytest

from conformance.adapters.codec import Exposed
from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.result import Result
from conformance.judge.round_trip import unlike
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import speakers
from conformance.suite.verdicts import judge
from toolwire.model import Candidate, Carried, Finish, ProviderError, Request, Response, ToolChoice, Usage, fresh
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

ANSWER = Response(parts=(), finish=Finish(reason="stop"))


class RidesAlong(ReferenceAdapter):
    """An adapter that writes every request as it was received, although it reads it wrong."""

    def __init__(self, lost: dict[str, Any]) -> None:
        self._lost = lost

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        read = super().decode_request(dialect, request)
        carried = Carried(rest={"whole": exact_json.loads(request.body)})
        return msgspec.structs.replace(read, **self._lost, carried=carried)

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        written = super().encode(dialect, fresh(request), base_url)
        whole = request.carried.rest.get("whole") if request.carried else None
        return written if whole is None else msgspec.structs.replace(written, body=exact_json.encode(whole))


class Rewrites(ReferenceAdapter):
    """An adapter that replaces bytes in the streams that it writes."""

    def __init__(self, before: bytes, after: bytes) -> None:
        self._before, self._after = before, after

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        return super().encode_response(dialect, response, stream=stream).replace(self._before, self._after)


def result(adapter: ReferenceAdapter, check: str, name: CassetteName) -> Result:
    [found] = [result for result in judge(open_case(name), adapter) if result.check == check]
    return found


@pytest.mark.parametrize("dialect", [f"{provider}/{dialect}" for provider, dialect in speakers()])
@pytest.mark.parametrize("lost", [None, "messages", "tools", "tool_choice", "model"])
def test_what_rides_along_is_not_understood(dialect: str, lost: str | None) -> None:
    provider, name = dialect.split("/")
    if lost == "tool_choice" and name == "ollama_chat":
        pytest.skip("its requests have no tool_choice")
    values: dict[str, Any] = {"messages": (), "tools": (), "tool_choice": None, "model": "another"}
    scenario = "choice-required" if lost == "tool_choice" else "history-single-result"
    found = result(
        RidesAlong({} if lost is None else {lost: values[lost]}),
        "request-round-trip",
        CassetteName(provider, name, scenario, "plain"),
    )
    assert found.outcome == ("pass" if lost is None else "fail"), found.findings


class KeepsChoices(ReferenceAdapter):
    """An adapter that reads every tool choice as a choice that only the provider understands."""

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        choice = ToolChoice(mode="provider", raw=exact_json.loads(request.body)["tool_choice"])
        return msgspec.structs.replace(super().decode_request(dialect, request), tool_choice=choice)


def test_a_choice_that_is_kept_whole_is_not_understood() -> None:
    name = CassetteName("anthropic", "anthropic_messages", "choice-required", "plain")
    [finding] = result(KeepsChoices(), "request-round-trip", name).findings
    assert (finding.path, finding.effect) == ("/tool_choice", "tools")


@pytest.mark.parametrize(
    ("before", "after", "outcome", "place"),
    [
        (b"chat.completion.chunk", b"chat.completion", "warn", "/0/object"),
        (b'"index":0', b'"index":"0"', "warn", "/0/choices/0/index"),
        (b'"model":"', b'"model":"a', "fail", "model"),
        (b"nothing", b"", "pass", ""),
    ],
    ids=["object", "index", "model", "nothing"],
)
def test_a_written_stream_is_a_document_of_the_dialect(before: bytes, after: bytes, outcome: str, place: str) -> None:
    name = CassetteName("openai", "openai_chat", "call-single", "stream")
    found = result(Rewrites(before, after), "response-round-trip", name)
    assert (found.outcome, *[finding.path for finding in found.findings][:1]) == (outcome, *filter(None, [place]))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "another"),
        ("model", "another"),
        ("usage", Usage(input_tokens=1)),
        ("finish", Finish(reason="length")),
        ("error", ProviderError(message="no")),
        ("provider_data", {"seal": "abc"}),
        ("alternatives", (Candidate(parts=(), finish=Finish(reason="stop")),)),
    ],
)
def test_each_field_of_an_answer_that_is_read_again_is_the_same(field: str, value: object) -> None:
    [finding] = unlike(ANSWER, msgspec.structs.replace(ANSWER, **{field: value}))
    assert finding.path == field
    assert list(unlike(ANSWER, ANSWER)) == []


class Sees(ReferenceAdapter):
    """An adapter that loses fields of each answer."""

    def __init__(self, exposes: tuple[Exposed, ...], **lost: object) -> None:
        self.exposes, self._lost = exposes, lost

    def decode(self, dialect: str, response: WireResponse) -> Response:
        return msgspec.structs.replace(super().decode(dialect, response), **self._lost)


@pytest.mark.parametrize("field", ["id", "model", "usage"])
def test_a_field_that_a_codec_exposes_must_be_there(field: Exposed) -> None:
    name = CassetteName("openai", "openai_chat", "call-single", "plain")
    lost = {field: None}
    assert result(Sees((), **lost), "response-mapping", name).outcome == "pass"
    found = result(Sees((field,), **lost), "response-mapping", name)
    assert found.outcome == "fail"
    assert all(finding.message.startswith(field) and finding.effect == "context" for finding in found.findings)


@pytest.mark.parametrize("exposes", [(), ("error",)])
def test_the_details_of_an_error_that_a_codec_exposes_must_be_there(exposes: tuple[Exposed, ...]) -> None:
    name = CassetteName("openai", "openai_chat", "reject-orphan-result", "plain")
    words = next(each.error for each in (trial.expected for trial in open_case(name).untried()) if each and each.error)
    found = result(Sees(exposes, error=ProviderError(message=words.message)), "error", name)
    assert {finding.path for finding in found.findings} == ({"error/status", "error/kind"} if exposes else set())


class Undelivered(ReferenceAdapter):
    """An adapter that writes streams without the events of a type."""

    def __init__(self, event: bytes) -> None:
        self._event = event

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        events = super().encode_response(dialect, response, stream=stream).split(b"\n\n")
        return b"\n\n".join(event for event in events if self._event not in event)


@pytest.mark.parametrize(
    ("adapter", "case", "path", "message"),
    [
        pytest.param(
            Rewrites(b"content-end", b"content-stop"),
            CassetteName("cohere", "cohere_v2", "choice-none", "stream"),
            "/5/type",
            'expected a type of event that the vendor uses, got "content-stop"',
            id="type",
        ),
        pytest.param(
            Undelivered(b'"response.reasoning_summary_text.delta"'),
            CassetteName("openai", "openai_responses", "call-with-reasoning", "stream"),
            "parts/0",
            "expected the part's text in an event before the event that ends the part, got both in the same event",
            id="text-with-its-end",
        ),
    ],
)
def test_a_written_stream_is_delivered_as_the_vendor_does(
    adapter: ReferenceAdapter, case: CassetteName, path: str, message: str
) -> None:
    found = result(adapter, "response-round-trip", case)
    assert found.outcome == "warn"
    assert (path, message) in {
        (finding.path.removeprefix("exchange 1: "), finding.message) for finding in found.findings
    }


class ReadsAnything(Rewrites):
    """An adapter that writes broken streams, and reads them as if they were not broken."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        body = response.body.replace(self._after, self._before)
        return super().decode(dialect, msgspec.structs.replace(response, body=body))


def test_a_written_stream_that_nobody_else_can_read() -> None:
    adapter = ReadsAnything(b'{"id"', b'{{"id"')
    found = result(adapter, "response-round-trip", CassetteName("openai", "openai_chat", "call-single", "stream"))
    assert found.outcome == "fail"
    assert "the adapter wrote a stream that cannot be read" in found.findings[0].message
