"""Tests of gateways: right gateways pass on both sides, wrong gateways fail on the wrong side, and gateways that
cannot be reached are reported.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from conformance.adapters.adapter import speaks
from conformance.adapters.gateway import Gateway, NoGateway, Unreachable, by_name, named, upstream_of
from conformance.gate.baseline import Baseline
from conformance.gate.junit import to_junit
from conformance.gate.page import Page
from conformance.gate.rendering import to_markdown, to_text
from conformance.gate.verdict import hold
from conformance.judge.result import Result, Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.standins import Answer, Chunk
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.model import Arguments, Message, Request, Response, Text, ToolCall, ToolResult
from toolwire.providers import owner
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

from .gateways import PassThrough, Translating, behind, free_port

replace = msgspec.structs.replace
PORT = free_port()
UPSTREAM = f"http://127.0.0.1:{PORT}"
CHAT = ("openai_chat", "openai/openai_chat")
PATHS = {"anthropic_messages": "", "gemini_generate": "/v1beta"}


def judged(gateway: Any, front: str, upstream: str, *scenarios: str) -> list[Result]:
    """Return the results of a gateway in these scenarios, or in all scenarios, plain and streamed."""
    with behind(gateway) as address:
        adapter = Gateway(address + PATHS.get(front, "/v1"), front, upstream, PORT)
        names = [name for name in cassettes(adapter.provider) if name.dialect in adapter.hello.dialects]
        chosen = [name for name in names if not scenarios or name.scenario in scenarios]
        return [result for name in chosen for result in judge(open_case(name), adapter) if result.party == "adapter"]


def translating(front: str, upstream: str, **edits: Callable[[Any], Any]) -> Translating:
    return Translating(UPSTREAM, front, *upstream_of(upstream), **edits)


def wrong(results: list[Result]) -> dict[str, list[str]]:
    """Return the failing checks, by case."""
    found: dict[str, list[str]] = {}
    for result in results:
        if result.red:
            found.setdefault(f"{result.scenario}/{result.mode}", []).append(result.check)
    return found


@pytest.mark.parametrize(
    ("front", "upstream"), [("openai_chat", "openai/openai_chat"), ("anthropic_messages", "anthropic")]
)
def test_who_hands_on_what_it_gets_passes_every_case(front: str, upstream: str) -> None:
    results = judged(PassThrough(UPSTREAM), front, upstream)
    assert {result.outcome for result in results} == {"pass", "not-applicable"}
    assert sum(result.check == "front" and result.outcome == "pass" for result in results) > 60


WORDLESS = ("call-cut-short", "end-filter", "end-pause", "end-refusal")
"""Scenarios with an end for which the other dialect has no word, or with a cut call, which a plain answer of Anthropic
cannot express.
"""


@pytest.mark.parametrize(
    ("front", "upstream", "unsayable"),
    [
        (
            "openai_chat",
            "anthropic",
            {
                "call-parallel-with-reasoning": "/messages/*/content/*",
                "call-with-reasoning": "/messages/*/content/*",
                "call-unknown-tool": "/messages/*/content/*/is_error",
                "history-compacted": "openai_chat cannot ask for a compaction",
                "history-result-error": "/messages/*/content/*/is_error",
                "result-file": "openai_chat allows only text in results",
                "result-image": "openai_chat allows only text in results",
                "call-by-program": "openai_chat cannot express tools that the provider runs",
                "tools-added": "openai_chat cannot add tools within a conversation",
                "tool-search": "openai_chat cannot express tools that the provider runs",
                "server-tool-beside-call": "openai_chat cannot express tools that the provider runs",
                "mcp-server-beside-call": "openai_chat cannot express tools that the provider runs",
                "call-arguments-streamed": "no source states how openai_chat asks for the streamed arguments",
            },
        ),
        (
            "anthropic_messages",
            "openai/openai_chat",
            {
                "call-custom-tool": "anthropic_messages has function tools only",
                "call-with-grammar": "anthropic_messages has function tools only",
                "choice-subset": "anthropic_messages cannot express the choice 'allowed'",
            },
        ),
    ],
    ids=["openai_chat to anthropic", "anthropic_messages to openai"],
)
def test_who_translates_passes_what_can_be_expressed(front: str, upstream: str, unsayable: dict[str, str]) -> None:
    results = [each for each in judged(translating(front, upstream), front, upstream) if each.scenario not in WORDLESS]
    assert {result.outcome for result in results} == {"pass", "not-applicable", "unsupported"}
    declined = {result.scenario: result.declined for result in results if result.declined}
    assert declined.keys() == unsayable.keys()
    for scenario, why in unsayable.items():
        assert why in str(declined[scenario])


def first_call_alone(read: Response) -> Response:
    calls = [part for part in read.parts if isinstance(part, ToolCall)]
    return replace(read, parts=tuple(part for part in read.parts if part not in calls[1:]))


def one_id(read: Response) -> Response:
    return replace(
        read, parts=tuple(replace(part, id="call_1") if isinstance(part, ToolCall) else part for part in read.parts)
    )


def rounded(read: Response) -> Response:
    parts = []
    for part in read.parts:
        if isinstance(part, ToolCall):
            text = part.arguments.text.replace("9007199254740993", "9007199254740992")
            part = replace(part, arguments=Arguments(text=text, form="object", value=part.arguments.value))
        parts.append(part)
    return replace(read, parts=tuple(parts))


def without_results(asked: Request) -> Request:
    kept: list[Message] = [message for message in asked.messages if message.role != "tool"]
    return replace(asked, messages=tuple(kept))


@pytest.mark.parametrize(
    ("edits", "scenario", "fails"),
    [
        ({"read": first_call_alone}, "call-parallel", ["calls", "response-mapping"]),
        ({"read": one_id}, "call-parallel", ["front"]),
        ({"read": rounded}, "call-big-numbers", ["arguments"]),
        ({"asked": without_results}, "history-single-result", ["request-matches"]),
    ],
    ids=["first call alone", "one id", "rounded", "results lost"],
)
def test_what_is_wrong_is_caught_on_its_side(edits: Any, scenario: str, fails: list[str]) -> None:
    found = wrong(judged(translating("openai_chat", "anthropic", **edits), "openai_chat", "anthropic", scenario))
    assert found.keys() == {f"{scenario}/plain", f"{scenario}/stream"}
    for checks in found.values():
        assert set(fails) <= set(checks)
        assert ("front" in checks) == ("front" in fails)


def functions_alone(body: bytes) -> bytes:
    asked = exact_json.loads(body)
    return exact_json.encode(asked | {"tools": [tool for tool in asked["tools"] if tool["type"] == "function"]})


@pytest.mark.parametrize("scenario", ["agent-codex", "agent-codex-freeform"])
def test_a_gateway_that_drops_tools_of_an_agent(scenario: str) -> None:
    both = ("openai_responses", "openai/openai_responses")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, scenario))
    found = wrong(judged(PassThrough(UPSTREAM, body=functions_alone), *both, scenario))
    assert found.keys() == {f"{scenario}/plain", f"{scenario}/stream"}
    assert all("request-matches" in checks for checks in found.values())


def without_what_is_stored(body: bytes) -> bytes:
    left_out = ("previous_response_id", "conversation")
    return exact_json.encode({key: value for key, value in exact_json.loads(body).items() if key not in left_out})


@pytest.mark.parametrize("scenario", ["history-stored", "history-in-conversation"])
def test_a_gateway_that_loses_what_is_stored(scenario: str) -> None:
    both = ("openai_responses", "openai/openai_responses")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, scenario))
    found = wrong(judged(PassThrough(UPSTREAM, body=without_what_is_stored), *both, scenario))
    assert found.keys() == {f"{scenario}/plain", f"{scenario}/stream"}
    assert all("request-matches" in checks for checks in found.values())


@pytest.mark.parametrize(
    ("scenario", "why"),
    [
        ("history-stored", "openai_chat has no stored answers"),
        ("history-in-conversation", "openai_chat has no stored conversations"),
    ],
)
def test_a_front_without_stored_answers_declines_them(scenario: str, why: str) -> None:
    both = ("openai_chat", "openai/openai_responses")
    results = judged(translating(*both), *both, scenario)
    assert not wrong(results)
    assert any(why in (result.declined or "") for result in results)


def without_background(body: bytes) -> bytes:
    asked = exact_json.loads(body) if body else {}
    return body and exact_json.encode({key: value for key, value in asked.items() if key != "background"})


def test_a_gateway_that_hands_on_polls() -> None:
    both = ("openai_responses", "openai/openai_responses")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, "call-in-background"))
    found = wrong(judged(PassThrough(UPSTREAM, body=without_background), *both, "call-in-background"))
    assert found == {f"call-in-background/{mode}": ["request-matches"] for mode in ("plain", "stream")}


def test_a_gateway_that_answers_polls_with_the_first_response() -> None:
    hands_on, first = PassThrough(UPSTREAM), list[Answer]()

    def answers(request: WireRequest) -> Answer:
        if request.method == "GET":
            return replace(first[-1], chunks=(Chunk(0, first[-1].chunks[0].data.replace(b"queued", b"completed")),))
        first.append(hands_on(request))
        return first[-1]

    found = wrong(judged(answers, "openai_responses", "openai/openai_responses", "call-in-background"))
    assert {"calls", "response-mapping"} <= {*found["call-in-background/plain"]}


def test_a_front_of_another_dialect_declines_the_background() -> None:
    both = ("openai_chat", "openai/openai_responses")
    results = judged(translating(*both), *both, "call-in-background")
    assert not wrong(results)
    assert any("openai_chat asks for background answers" in (result.declined or "") for result in results)


def without_compaction(body: bytes) -> bytes:
    asked = exact_json.loads(body)
    asked["input"] = [item for item in asked["input"] if item.get("type") != "compaction"]
    return exact_json.encode(asked)


def without_context_management(body: bytes) -> bytes:
    asked = exact_json.loads(body)
    asked.pop("context_management")
    return exact_json.encode(asked)


@pytest.mark.parametrize("edit", [without_compaction, without_context_management])
def test_a_gateway_that_loses_the_compaction(edit: Callable[[bytes], bytes]) -> None:
    both = ("openai_responses", "openai/openai_responses")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, "history-compacted"))
    found = wrong(judged(PassThrough(UPSTREAM, body=edit), *both, "history-compacted"))
    assert found.keys() == {"history-compacted/plain", "history-compacted/stream"}
    assert all("request-matches" in checks for checks in found.values())


def approving_everything(body: bytes) -> bytes:
    return body.replace(b'"approve":false', b'"approve":true')


def test_a_gateway_that_approves_what_the_client_refused() -> None:
    both = ("openai_responses", "openai/openai_responses")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, "mcp-server-approval"))
    found = wrong(judged(PassThrough(UPSTREAM, body=approving_everything), *both, "mcp-server-approval"))
    assert found.keys() == {"mcp-server-approval/plain", "mcp-server-approval/stream"}
    assert all("request-matches" in checks for checks in found.values())


@pytest.mark.parametrize("scenario", ["history-compacted", "mcp-server-beside-call", "tools-added"])
def test_a_gateway_that_loses_the_header_of_a_beta(scenario: str) -> None:
    hands_on = PassThrough(UPSTREAM)

    def loses_it(request: WireRequest) -> Answer:
        headers = {name: value for name, value in request.headers.items() if name != "anthropic-beta"}
        return hands_on(replace(request, headers=headers))

    both = ("anthropic_messages", "anthropic")
    assert not wrong(judged(hands_on, *both, scenario))
    found = wrong(judged(loses_it, *both, scenario))
    assert found == {f"{scenario}/plain": ["request-matches"], f"{scenario}/stream": ["request-matches"]}


def test_a_front_without_compaction_declines_it() -> None:
    results = judged(
        translating("openai_chat", "openai/openai_responses"),
        "openai_chat",
        "openai/openai_responses",
        "history-compacted",
    )
    assert not wrong(results)
    assert any("openai_chat cannot ask for a compaction" in (result.declined or "") for result in results)


def without_container(body: bytes) -> bytes:
    return exact_json.encode({key: value for key, value in exact_json.loads(body).items() if key != "container"})


def test_a_gateway_that_loses_the_container_of_a_program() -> None:
    both = ("anthropic_messages", "anthropic")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, "call-by-program"))
    found = wrong(judged(PassThrough(UPSTREAM, body=without_container), *both, "call-by-program"))
    assert found.keys() == {"call-by-program/plain", "call-by-program/stream"}
    assert all({"returned", "request-rules"} <= {*checks} for checks in found.values())


def without_streamed_arguments(body: bytes) -> bytes:
    asked = exact_json.loads(body)
    for tool in asked["tools"]:
        del tool["eager_input_streaming"]
    return exact_json.encode(asked)


def test_a_gateway_that_asks_for_no_streamed_arguments() -> None:
    both = ("anthropic_messages", "anthropic")
    assert not wrong(judged(PassThrough(UPSTREAM), *both, "call-arguments-streamed"))
    found = wrong(judged(PassThrough(UPSTREAM, body=without_streamed_arguments), *both, "call-arguments-streamed"))
    assert found == {"call-arguments-streamed/stream": ["request-matches"]}


@pytest.mark.parametrize("option", [None, False])
def test_a_gateway_that_asks_for_streamed_arguments_with_a_header(option: bool | None) -> None:
    def unset(body: bytes) -> bytes:
        asked = exact_json.loads(body)
        for tool in asked["tools"]:
            tool["eager_input_streaming"] = option
        return exact_json.encode(asked)

    hands_on = PassThrough(UPSTREAM, body=unset)

    def asks(request: WireRequest) -> Answer:
        beta = {"anthropic-beta": "fine-grained-tool-streaming-2025-05-14"}
        return hands_on(replace(request, headers=request.headers | beta))

    found = wrong(judged(asks, "anthropic_messages", "anthropic", "call-arguments-streamed"))
    assert found == ({} if option is None else {"call-arguments-streamed/stream": ["request-matches"]})


def test_an_answer_that_is_only_off_the_form_is_a_warning() -> None:
    gateway = translating("openai_chat", "anthropic", answer=lambda body: body.replace(b'"created":0,', b""))
    results = judged(gateway, "openai_chat", "anthropic", "call-single")
    assert not wrong(results)
    assert {result.outcome for result in results if result.check == "front"} == {"warn"}


@pytest.mark.parametrize(
    ("dialect", "old", "new", "mode", "breaks"),
    [
        ("openai_chat", b'"choices":[{"index":0,', b'"choices":[{', "stream", "openai"),
        ("anthropic_messages", b'"stop_reason":"tool_use"', b'"stop_reason":"end_turn"', "plain", "agno"),
    ],
)
def test_a_form_on_which_a_library_breaks_is_a_failure_that_names_it(
    dialect: str, old: bytes, new: bytes, mode: str, breaks: str
) -> None:
    owner = {"openai_chat": "openai/openai_chat", "anthropic_messages": "anthropic"}[dialect]
    changed = PassThrough(UPSTREAM, answer=lambda body: body.replace(old, new))
    results = judged(changed, dialect, owner, "call-single")
    assert wrong(results) == {f"call-single/{mode}": ["front"]}
    known = [finding.consumers for result in results if result.check == "front" for finding in result.findings]
    assert any(name.startswith(f"{breaks} ") for consumers in known if consumers for name in consumers.breaks)
    verdict = hold(Results(adapter="gateway", results=tuple(results)), (), Baseline(), lambda _: True)
    page = Page(verdict=verdict, adapter_options="--adapter gateway:...")
    for written in (to_text(page), to_markdown(page), to_junit(page)):
        assert re.search(rf"this deviation breaks \d+ of \d+ libraries: .*{breaks} ", written)


def counted_from_one(body: bytes, at: bytes = b"") -> bytes:
    """Return the stream with 1 added to each index that follows ``at``."""
    return re.sub(re.escape(at) + rb'"index":(\d)', lambda found: b'%b"index":%d' % (at, int(found[1]) + 1), body)


def repeating_names(body: bytes) -> bytes:
    """Return the stream with the id, type and name of a call in each of its fragments."""
    heads: dict[int, dict[str, Any]] = {}

    def whole(line: bytes) -> bytes:
        if b'"tool_calls":[{' not in line:
            return line
        chunk = exact_json.loads(line.removeprefix(b"data: "))
        [piece] = chunk["choices"][0]["delta"]["tool_calls"]
        head = heads.setdefault(piece["index"], piece)
        named = head["function"] | piece["function"]
        chunk["choices"][0]["delta"]["tool_calls"] = [head | piece | {"function": named}]
        return b"data: " + exact_json.encode(chunk)

    return b"\n".join(map(whole, body.split(b"\n")))


@pytest.mark.parametrize(
    ("front", "edit"),
    [
        ("openai_chat", repeating_names),
        ("openai_chat", lambda body: counted_from_one(body, b'"tool_calls":[{')),
        ("anthropic_messages", counted_from_one),
        ("openai_responses", lambda body: re.sub(rb'("name":"get_)time("[^{}]*}],)', rb"\1day\2", body)),
    ],
    ids=["names", "calls-from-one", "blocks-from-one", "another-name-at-the-end"],
)
def test_a_stream_of_which_official_clients_read_other_calls(front: str, edit: Callable[[bytes], bytes]) -> None:
    upstream = {"anthropic_messages": "anthropic"}.get(front, f"openai/{front}")
    found = wrong(judged(PassThrough(UPSTREAM, answer=edit), front, upstream, "call-parallel"))
    assert found == {"call-parallel/stream": ["front"]}


def items(body: bytes, edit: Callable[[dict[str, Any]], None]) -> bytes:
    """Return a stream of Responses, with ``edit`` applied to each event about an item."""

    def edited(line: bytes) -> bytes:
        if b'"output_index":' not in line:
            return line
        event = exact_json.loads(line.removeprefix(b"data: "))
        edit(event)
        return b"data: " + exact_json.encode(event)

    return b"\n".join(map(edited, body.split(b"\n")))


def another_id(event: dict[str, Any]) -> None:
    if event["type"] == "response.function_call_arguments.delta":
        event["item_id"] = "fc_another"


def index_of_the_first(event: dict[str, Any]) -> None:
    event["output_index"] = 0


def index_of_none(event: dict[str, Any]) -> None:
    if event["type"] == "response.function_call_arguments.delta":
        event["output_index"] += 5


def index_from_one(event: dict[str, Any]) -> None:
    event["output_index"] = 2 * event["output_index"] + 1


RESPONSES = ("openai_responses", "openai/openai_responses")


@pytest.mark.parametrize("edit", [another_id, index_of_the_first, index_of_none])
def test_a_stream_whose_events_name_other_items(edit: Callable[[dict[str, Any]], None]) -> None:
    gateway = PassThrough(UPSTREAM, answer=partial(items, edit=edit))
    checks = wrong(judged(gateway, *RESPONSES, "call-parallel"))["call-parallel/stream"]
    assert "front" in checks


def test_a_stream_may_count_its_items_from_one_and_leave_numbers_out() -> None:
    gateway = PassThrough(UPSTREAM, answer=partial(items, edit=index_from_one))
    assert not wrong(judged(gateway, *RESPONSES, "call-parallel"))


def twice(body: bytes, key: str) -> bytes:
    """Return an answer or a stream with each of its candidates (under ``key``) a second time."""

    def doubled(document: Any) -> bytes:
        answers = document.get(key, [])
        return exact_json.encode(document | {key: answers + [answer | {"index": 1} for answer in answers]})

    if not body.startswith(b"data: "):
        return doubled(exact_json.loads(body))
    lines = body.split(b"\n")
    chunks = [b"data: {" in line and doubled(exact_json.loads(line[6:])) for line in lines]
    return b"\n".join(b"data: " + chunk if chunk else line for chunk, line in zip(chunks, lines, strict=True))


@pytest.mark.parametrize(
    ("front", "upstream", "key"),
    [("openai_chat", "openai/openai_chat", "choices"), ("mistral_chat", "mistral", "choices"),
     ("gemini_generate", "gemini/gemini_generate", "candidates")],
)  # fmt: skip
def test_a_second_answer_that_its_client_did_not_ask_for(front: str, upstream: str, key: str) -> None:
    assert not wrong(judged(PassThrough(UPSTREAM), front, upstream, "call-parallel"))
    found = wrong(judged(PassThrough(UPSTREAM, answer=partial(twice, key=key)), front, upstream, "call-parallel"))
    assert found == {"call-parallel/plain": ["front"], "call-parallel/stream": ["front"]}


def test_an_index_that_is_no_number_is_a_finding_and_no_error() -> None:
    def unnumbered(body: bytes) -> bytes:
        return re.sub(rb'"index": ?0,', b'"index":{},', body)

    results = judged(PassThrough(UPSTREAM, answer=unnumbered), "openai_chat", "openai/openai_chat", "call-parallel")
    assert wrong(results)
    assert [result.id for result in results if result.outcome == "error"] == []


def of_other_ids(body: bytes, *, instead: bytes) -> bytes:
    return re.sub(rb'"id": ?"call_[^"]*"', b'"id":' + instead, body)


@pytest.mark.parametrize("instead", [b"7", b'{"of":["call"]}', b"false"])
def test_an_id_of_a_call_that_is_no_text(instead: bytes) -> None:
    gateway = PassThrough(UPSTREAM, answer=partial(of_other_ids, instead=instead))
    results = judged(gateway, "openai_chat", "openai/openai_chat", "call-single")
    assert {case: "front" in checks for case, checks in wrong(results).items()} == {
        "call-single/plain": True,
        "call-single/stream": True,
    }
    found = [finding for result in results if result.check == "front" for finding in result.findings]
    assert {finding.path for finding in found if finding.effect == "call"} >= {"call.id"}


def test_an_answer_of_very_many_lines_is_not_read() -> None:
    gateway = PassThrough(UPSTREAM, answer=lambda body: body + b"\n" * 200_000)
    results = judged(gateway, "openai_chat", "openai/openai_chat", "call-single")
    reasons = {finding.message for result in results if result.check == "answered" for finding in result.findings}
    assert {reason.rpartition("TooLong: ")[2] for reason in reasons} == {
        "expected an answer of at most 100,000 lines, got more"
    }


def test_null_in_later_events_of_a_call_is_no_other_id() -> None:
    def nulls(body: bytes) -> bytes:
        return body.replace(b'{"index":0,"function":', b'{"index":0,"id":null,"function":')

    results = judged(PassThrough(UPSTREAM, answer=nulls), "openai_chat", "openai/openai_chat", "call-single")
    assert not wrong(results)


def test_what_its_front_cannot_say_excuses_nothing_else() -> None:
    gateway = translating("openai_chat", "anthropic", asked=without_results)
    assert wrong(judged(gateway, "openai_chat", "anthropic", "history-result-error"))


def corrupted(asked: Request) -> Request:
    return in_history(asked, ToolResult, parts=(Text(text="CORRUPTED"),))


def other_call(asked: Request) -> Request:
    return in_history(asked, ToolCall, name="rm_rf")


def in_history(asked: Request, kind: type, **changed: Any) -> Request:
    """Return a request with changed fields in every part of a type."""
    messages = []
    for message in asked.messages:
        parts = (replace(part, **changed) if isinstance(part, kind) else part for part in message.parts)
        messages.append(replace(message, parts=tuple(parts)))
    return replace(asked, messages=tuple(messages))


def thinking_invented(body: bytes) -> bytes:
    thought = b'{"type":"thinking","thinking":"I have thought of it.","signature":"Z2FyYmFnZQ=="},'
    return body.replace(b'{"type":"tool_use",', thought + b'{"type":"tool_use",')


def garbage_signed(body: bytes) -> bytes:
    return body.replace(b'{"functionCall":', b'{"thoughtSignature":"Z2FyYmFnZQ==","functionCall":')


@pytest.mark.parametrize(
    ("upstream", "edits"),
    [
        ("gemini/gemini_generate", {"asked": corrupted}),
        ("gemini/gemini_generate", {"asked": other_call}),
        ("anthropic", {"sent": thinking_invented}),
        ("gemini/gemini_generate", {"sent": garbage_signed}),
        ("anthropic", {"asked": corrupted}),
        ("anthropic", {"asked": other_call}),
    ],
    ids=[
        "gemini corrupted",
        "gemini other call",
        "anthropic thinking invented",
        "gemini garbage signed",
        "anthropic corrupted",
        "anthropic other call",
    ],
)
def test_what_its_front_cannot_say_excuses_no_other_value(upstream: str, edits: Any) -> None:
    right = judged(translating("openai_chat", upstream), "openai_chat", upstream, "history-result-error")
    assert "unsupported" in {result.outcome for result in right}
    assert not wrong(right)
    results = judged(translating("openai_chat", upstream, **edits), "openai_chat", upstream, "history-result-error")
    assert {"history-result-error/plain", "history-result-error/stream"} == wrong(results).keys()


def test_what_cannot_go_back_may_be_missing_and_not_be_another() -> None:
    invented = b'{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"Z2FyYmFnZQ=="},'
    call = re.compile(rb'\{[^{}]*"type": ?"function_call",')
    gateway = translating("openai_chat", "openai/openai_responses", sent=partial(call.sub, invented + rb"\g<0>"))
    found = wrong(judged(gateway, "openai_chat", "openai/openai_responses", "call-with-reasoning"))
    assert found.keys() == {"call-with-reasoning/plain", "call-with-reasoning/stream"}
    assert all("returned" in checks for checks in found.values())


@pytest.mark.parametrize(
    ("front", "upstream", "scenario", "old", "new"),
    [
        ("openai_chat", "anthropic", "call-single", b'"tool_calls"', b'"length"'),
        ("anthropic_messages", "openai/openai_chat", "choice-auto-no-call", b'"end_turn"', b'"max_tokens"'),
    ],
)
def test_another_word_for_why_it_ended_is_caught(
    front: str, upstream: str, scenario: str, old: bytes, new: bytes
) -> None:
    falsified = partial(re.compile(rb'("(?:finish|stop)_reason": ?)' + old).sub, rb"\1" + new)
    same = upstream.endswith(front) or front.startswith(upstream)
    gateway = PassThrough(UPSTREAM, answer=falsified) if same else translating(front, upstream, answer=falsified)
    found = wrong(judged(gateway, front, upstream, scenario))
    assert found.keys() == {f"{scenario}/plain", f"{scenario}/stream"}
    assert all(checks[-1:] == ["front"] for checks in found.values())


@pytest.mark.parametrize(
    ("front", "upstream", "scenario", "old", "new"),
    [
        ("openai_chat", "openai/openai_chat", "call-single", b'"tool_calls"', b'"stop"'),
        ("openai_chat", "openai/openai_chat", "choice-auto-no-call", b'"stop"', b'"tool_calls"'),
        ("openai_chat", "anthropic", "call-single", b'"tool_calls"', b'"stop"'),
        ("openai_chat", "gemini/gemini_generate", "call-single", b'"tool_calls"', b'"stop"'),
        ("anthropic_messages", "openai/openai_chat", "call-single", b'"tool_use"', b'"end_turn"'),
    ],
)
def test_another_word_for_a_normal_end_is_a_warning(
    front: str, upstream: str, scenario: str, old: bytes, new: bytes
) -> None:
    falsified = partial(re.compile(rb'("(?:finish|stop)_reason": ?)' + old).sub, rb"\1" + new)
    same = upstream.endswith(front) or front.startswith(upstream)
    gateway = PassThrough(UPSTREAM, answer=falsified) if same else translating(front, upstream, answer=falsified)
    results = judged(gateway, front, upstream, scenario)
    assert not wrong(results)
    assert {result.outcome for result in results if result.check == "front"} == {"warn"}


def test_an_answer_that_is_none_of_the_dialect_is_a_failure() -> None:
    gateway = PassThrough(UPSTREAM, answer=lambda body: b"<html>Bad gateway</html>")
    results = judged(gateway, "openai_chat", "openai/openai_chat", "call-single")
    assert wrong(results)["call-single/plain"] == ["answered", "front"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"drops": True}, "without sending complete message body"),
        ({"headers": {"content-type": "application/json", "content-encoding": "zstd"}}, "expected no encoding or gzip"),
        ({"headers": {"content-type": "application/json", "content-encoding": "gzip"}}, "expected a compressed answer"),
        ({"status": 302}, "expected a status other than 3xx, got 302"),
    ],
    ids=["breaks off", "encoding", "not encoded", "redirect"],
)
def test_an_answer_that_other_clients_cannot_read_is_a_failure(changes: dict[str, Any], message: str) -> None:
    hands_on = PassThrough(UPSTREAM)
    results = judged(lambda request: replace(hands_on(request), **changes), *CHAT, "call-single")
    assert {"answered"} <= {*wrong(results)["call-single/plain"]}
    found = [result for result in results if result.check == "answered"]
    assert message in found[0].findings[0].message


@pytest.mark.parametrize(("status", "outcome"), [(400, "unsupported"), (401, "fail"), (500, "fail")])
def test_who_refuses_without_asking_the_provider(status: int, outcome: str) -> None:
    body = b'{"error":{"message":"not here","type":"invalid_request_error","param":null,"code":null}}'
    headers = {"content-type": "application/json"}

    def refuses(_: Any) -> Answer:
        return Answer(status=status, headers=headers, chunks=(Chunk(0, body),), expected=None)

    results = judged(refuses, "openai_chat", "anthropic", "call-single", "reject-orphan-result")
    asked = [result for result in results if result.check == "answered" and result.scenario == "call-single"]
    assert [result.outcome for result in asked] == [outcome, outcome]
    assert all("not here" in result.findings[0].message for result in asked)
    rejected = {
        result.outcome for result in results if result.scenario == "reject-orphan-result" and result.check == "answered"
    }
    assert rejected == {"not-applicable" if outcome == "unsupported" else "fail"}


def test_who_does_not_ask_the_provider_and_refuses_nothing_has_withheld_nothing() -> None:
    body = (
        b'{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",'
        b'"message":{"role":"assistant","content":"All fine."}}]}'
    )

    def fine(_: Any) -> Answer:
        headers = {"content-type": "application/json"}
        return Answer(status=200, headers=headers, chunks=(Chunk(0, body),), expected=None)

    def drops(_: Any) -> Answer:
        raise ConnectionResetError

    for gateway in (fine, drops):
        results = judged(gateway, "openai_chat", "anthropic", "reject-orphan-result")
        assert {result.outcome for result in results if result.check == "answered"} == {"fail"}


def test_what_is_no_gateway() -> None:
    for name in (
        "gateway:http://127.0.0.1:1/v1",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat",
        "gateway:http://127.0.0.1:1/v1?speaks=klingon&upstream=anthropic",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=nobody",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=openai",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=openai/gemini_generate",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&port=x",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&port=65536",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&port=0",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&port=\N{ARABIC-INDIC DIGIT EIGHT}",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&port=8901&port=8902",
        "gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&more=x",
        "gateway:http://127.0.0.1:abc/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:http://127.0.0.1:99999/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:http://127.0.0.1:0/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:http://[::1/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:http://\N{LATIN SMALL LETTER U WITH DIAERESIS}..x?speaks=openai_chat&upstream=anthropic",
        "gateway:http://127.0.0.1:1/v1#top?speaks=openai_chat&upstream=anthropic",
        "gateway:http://127.0.0.1:1/v 1?speaks=openai_chat&upstream=anthropic",
        "gateway:ftp://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:http://user:password@127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic",
        "gateway:127.0.0.1:1?speaks=openai_chat&upstream=anthropic",
    ):
        with pytest.raises(NoGateway):
            by_name(name)
    with pytest.raises(Unreachable, match=r"the gateway at http://127\.0\.0\.1:\d+/v1 cannot be reached: .*refused"):
        by_name(named(f"http://127.0.0.1:{free_port()}/v1", "openai_chat", "openai/openai_chat", 8900))


def test_it_is_asked_for_its_upstream_alone() -> None:
    with behind(PassThrough(UPSTREAM)) as address:
        adapter = Gateway(address, "openai_chat", "groq", PORT)
    assert speaks(adapter, "openai_chat", "groq")
    assert not speaks(adapter, "openai_chat", "openai")
    assert not speaks(adapter, owner("gemini_generate"), "groq")


def test_one_that_is_gone_is_no_failure_of_a_case() -> None:
    with behind(PassThrough(UPSTREAM)) as address:
        adapter = Gateway(f"{address}/v1", "openai_chat", "openai/openai_chat", PORT)
    with pytest.raises(Unreachable):
        judge(open_case(CassetteName("openai", "openai_chat", "call-single", "plain")), adapter)


def test_what_nobody_could_hand_on_does_not_count_beside_what_is_wrong() -> None:
    """Check that signatures, which the front cannot express, do not excuse losing a flag that it can express."""
    gateway = translating("anthropic_messages", "gemini/gemini_generate", asked=without_failures)
    found = wrong(judged(gateway, "anthropic_messages", "gemini/gemini_generate", "history-result-error"))
    assert found["history-result-error/plain"] == ["request-matches"]


def without_failures(asked: Request) -> Request:
    return in_history(asked, ToolResult, is_error=None)


@pytest.mark.parametrize(
    ("front", "upstream", "asked"),
    [
        ("openai_responses", "openai/openai_responses", {"reasoning": {"effort": "low", "summary": "auto"}}),
        ("anthropic_messages", "anthropic", {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
    ],
    ids=["openai_responses", "anthropic_messages"],
)
def test_a_client_asks_for_the_reasoning_of_a_scenario(front: str, upstream: str, asked: dict[str, Any]) -> None:
    def wishes(scenario: str) -> list[Any]:
        bodies: list[bytes] = []

        def keep(body: bytes) -> bytes:
            bodies.append(body)
            return body

        judged(PassThrough(UPSTREAM, body=keep), front, upstream, scenario)
        return [exact_json.loads(body).items() >= asked.items() for body in bodies]

    assert wishes("call-with-reasoning") == [True] * 4
    assert wishes("call-single") == [False] * 2
