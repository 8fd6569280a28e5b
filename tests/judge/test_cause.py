"""Tests of root causes: findings of any check, exchange, mode and provider with the same explanation are one cause."""

import sys

import msgspec
import pytest

from conformance.judge.cause import causes
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result, Seen
from conformance.judge.text_checks import RAISED

CLOSED = Finding(
    path="/tools/0/function/parameters/additionalProperties", message="expected nothing, got false", effect="tools"
)
CLOSED_OF_ANTHROPIC = msgspec.structs.replace(CLOSED, path="exchange 2: /tools/3/input_schema/additionalProperties")
CLOSED_ID = "request/tool.parameters/additionalProperties/added"
REFUSING = "openai/openai_chat/reject-tool-name/plain"
TWO_CALLS = Finding(path="exchange 1: calls", message="expected 2 calls (f, g), got 1 (f)", effect="call")
LOST_CALL = Finding(path="exchange 2: /messages/1/tool_calls/1", message="missing item 1: {}", effect="call")
ORPHAN = Finding(
    path="exchange 2: /messages/2", message="expected a call", effect="rejected", rule="openai_chat.results-match"
)

SWAPPED = (
    Finding(path="exchange 2: /messages/2/content", message='expected "a", got "b"', effect="call"),
    Finding(path="exchange 2: /messages/3/content", message='expected "b", got "a"', effect="call"),
)


def result(
    check: str,
    *findings: Finding,
    case: str = "openai/openai_chat/call-single/plain",
    size: int = 9,
    exchanges: int = 1,
) -> Result:
    provider, dialect, scenario, mode = case.split("/")
    return msgspec.convert(
        {
            "id": f"{case}/{check}", "provider": provider, "dialect": dialect, "scenario": scenario, "mode": mode,
            "check": check, "capability": "single-call", "subject": "adapter", "adapter": "some", "outcome": "fail",
            "findings": msgspec.to_builtins(findings), "silent": True, "origin": "documented", "date": "", "models": (),
            "exchanges": exchanges, "bytes": size,
            "seen": msgspec.to_builtins(Seen(exchange=1, sent="", recorded="", received="", expected="", got="")),
        },
        Result,
    )  # fmt: skip


def test_the_same_difference_at_two_providers_is_one_cause() -> None:
    [cause] = causes(
        [
            result("request-matches", CLOSED),
            result("request-matches", CLOSED_OF_ANTHROPIC, case="anthropic/anthropic_messages/call-parallel/stream"),
        ]
    )
    assert cause.id == CLOSED_ID
    assert cause.providers == ("openai/openai_chat", "anthropic/anthropic_messages")
    assert cause.scenarios == ("call-single", "call-parallel")


def test_other_checks_of_the_same_place_follow() -> None:
    other = Finding(path="/tools/*/function/parameters", message="tool.parameters: expected [], got {}", effect="tools")
    played = Finding(path="", message="Your request didn't match the recording (see the diff)", effect="call")
    [cause] = causes([result("played", played), result("request-mapping", other), result("request-matches", CLOSED)])
    assert cause.checks == ("request-matches", "request-mapping", "played")
    assert [each.reason for each in cause.explained] == [None, "same place", "not the recorded request"]


def test_a_history_behind_misread_calls_follows_from_them() -> None:
    [cause] = causes([result("calls", TWO_CALLS), result("request-matches", LOST_CALL)])
    assert (cause.id, cause.checks) == ("answer/calls/lost", ("calls", "request-matches"))


def test_reasoning_that_was_misread_goes_back_so() -> None:
    misread = Finding(path="exchange 1: reasoning", message='expected "a b", got "a a b"', effect="context")
    sent = Finding(
        path="exchange 2: /messages/1/reasoning_content", message='expected "a b", got "a a b"', effect="context"
    )
    [cause] = causes(
        result(check, finding, case="deepseek/openai_chat/call-with-reasoning/stream")
        for check, finding in (("reasoning", misread), ("request-matches", sent))
    )
    assert [each.reason for each in cause.explained] == [None, "misread answer"]


@pytest.mark.parametrize(
    ("check", "misread"),
    [
        pytest.param(
            "finish", Finding(path="exchange 1: finish", message='expected "stop", got "length"'), id="finish"
        ),
        pytest.param("text", Finding(path="exchange 1: text", message='expected "a", got ""'), id="text"),
        pytest.param(
            "reasoning", Finding(path="exchange 1: reasoning", message='expected "a", got ""'), id="reasoning"
        ),
    ],
)
def test_only_misread_calls_excuse_what_is_sent_later(check: str, misread: Finding) -> None:
    misread = msgspec.structs.replace(misread, effect="context")
    found = causes([result(check, misread), result("request-matches", *SWAPPED)])
    assert len(found) == 2
    assert found[0].id == "request/result/swapped"


@pytest.mark.parametrize(
    ("refused", "effect"), [("/input/2/call_id", "rejected"), ("/input/2", "rejected"), ("/input/3/call_id", "call")]
)
def test_a_loss_that_the_provider_refuses_is_rejected_and_stays_one_cause(refused: str, effect: Effect) -> None:
    case = "openai/openai_responses/history-foreign/plain"
    lost = Finding(path="/input/2", message='missing item 2: {"type":"function_call","call_id":"a"}', effect="call")
    rule = Finding(
        path=refused, message="expected an id, got nothing", effect="rejected", rule="openai_responses.call-id-pattern"
    )
    found = causes([result("request-matches", lost, case=case), result("request-rules", rule, case=case)])
    assert (found[0].id, found[0].effect, found[0].silent) == ("request/call/lost", effect, False)


def test_misread_calls_do_not_excuse_other_tools() -> None:
    tools = msgspec.structs.replace(CLOSED, path=f"exchange 2: {CLOSED.path}")
    found = causes([result("calls", TWO_CALLS), result("request-matches", tools)])
    assert [cause.effect for cause in found] == ["call", "tools"]


def test_advice_does_not_make_an_exchange_misread() -> None:
    advice = msgspec.structs.replace(TWO_CALLS, level="SHOULD")
    later = msgspec.structs.replace(TWO_CALLS, path="exchange 3: calls")
    found = causes([result("calls", advice, later), result("request-matches", LOST_CALL)])
    assert [cause.id for cause in found] == ["answer/calls/lost", "request/call/lost"]


def test_what_differs_in_the_first_request_is_a_cause_beside_misread_calls() -> None:
    found = causes([result("calls", TWO_CALLS), result("request-matches", CLOSED, LOST_CALL)])
    assert [cause.id for cause in found] == [
        "answer/calls/lost", "request/tool.parameters/additionalProperties/added",
    ]  # fmt: skip


def test_a_refusal_of_a_changed_history_follows_and_is_named() -> None:
    [cause] = causes([result("request-matches", LOST_CALL), result("request-rules", ORPHAN)])
    assert (cause.id, cause.rules) == ("request/call/lost", ("openai_chat.results-match",))


def test_a_refusal_beside_what_is_milder_is_a_cause_of_its_own() -> None:
    text = Finding(path="exchange 2: /messages/1/content", message='expected "a", got ""', effect="context")
    found = causes([result("request-matches", text), result("request-rules", ORPHAN)])
    assert [(cause.id, cause.effect) for cause in found] == [
        ("rule/results-match", "rejected"), ("request/text/lost", "context"),
    ]  # fmt: skip


def test_the_written_case_with_the_fewest_exchanges_and_bytes_shows_the_cause() -> None:
    long = result("request-matches", CLOSED, exchanges=2, size=1)
    large = result("request-matches", CLOSED, case="openai/openai_chat/call-parallel/plain", size=30)
    small = result("request-matches", CLOSED, case="openai/openai_chat/define-ref/plain", size=3)
    drawn = result("request-matches", CLOSED, case="openai/openai_chat/generated-1-0/plain", size=1)
    [cause] = causes([long, large, small, drawn])
    assert cause.smallest == small


def test_plain_and_stream_are_one_cause() -> None:
    [cause] = causes(
        [
            result("request-matches", CLOSED, case=f"openai/openai_chat/call-single/{mode}")
            for mode in ("stream", "plain")
        ]
    )
    assert (cause.modes, cause.scenarios, len(cause.cases)) == (("plain", "stream"), ("call-single",), 2)


@pytest.mark.parametrize("check", ["mutant-index-zero", "text-tag-in-value", "text-calls", "front"])
def test_checks_of_all_kinds_lead_causes_beside_others(check: str) -> None:
    subject = "text/hermes" if check.startswith("text") else "openai/openai_chat"
    other = Finding(path="calls", message="expected f, g, got f", effect="call")
    found = causes(
        [
            result("request-matches", CLOSED, case=f"{subject}/call-single/stream"),
            result(check, other, case=f"{subject}/call-single/stream"),
        ]
    )
    assert len(found) == 2


def test_every_finding_that_breaks_a_must_is_in_one_cause() -> None:
    results = [
        result("request-matches", CLOSED, *SWAPPED, LOST_CALL),
        result("request-rules", ORPHAN),
        result("calls", TWO_CALLS),
        result("finish", Finding(path="exchange 1: finish", message='expected "tool_calls", got "stop"')),
        result("mutant-pings", Finding(path="text", message='expected "a", got "b"')),
    ]
    explained = [(each.result, each.finding) for cause in causes(results) for each in cause.explained]
    broken = [(each.id, finding) for each in results for finding in each.findings]
    assert sorted(map(repr, explained)) == sorted(map(repr, broken))


def test_thousands_of_findings_of_an_answer_are_not_compared_with_each_other() -> None:
    assert calls_of_functions(2_000) < 2.1 * calls_of_functions(1_000)


def calls_of_functions(findings: int) -> int:
    """Return how many functions ``causes`` calls for an answer with so many findings."""
    same = [Finding(path=f"calls/{n}/id", message="expected another id", effect="call") for n in range(findings)]
    found = msgspec.structs.replace(result("call-ids", *same), party="provider")
    called = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        [cause] = causes([found])
    finally:
        sys.setprofile(None)
    assert cause.cases
    return called


def test_the_heading_is_a_statement() -> None:
    broke = Finding(path="", message="TypeError: no tools")
    assert causes([result("answered", broke)])[0].heading == "The adapter raises TypeError: no tools"
    nothing = Finding(path="", message="the adapter sent no request")
    assert causes([result("answered", nothing)])[0].heading == "The adapter sent no request"
    [closed] = causes([result("request-matches", CLOSED)])
    assert closed.heading == (
        "The request adds tool.parameters/additionalProperties: expected nothing, got false"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("effects", "order"),
    [
        pytest.param(("form", "call"), ["call", "form"], id="call-before-form"),
        pytest.param(("advice", "context", "tools"), ["tools", "context", "advice"], id="tools-before-context"),
    ],
)
def test_the_gravest_cause_comes_first(effects: tuple[Effect, ...], order: list[Effect]) -> None:
    results = [
        result("request-matches", Finding(path=f"/{effect}", message="expected 1, got 2", effect=effect), case=case)
        for effect in effects
        for case in [f"openai/openai_chat/call-single{effect}/plain"]
    ]
    assert [cause.effect for cause in causes(results)] == order


def test_a_result_follows_from_the_call_that_is_gone() -> None:
    orphan = Finding(
        path="exchange 2: /messages/2/tool_call_id", message="expected the id of call 1, got nothing", effect="call"
    )
    [cause] = causes([result("request-matches", LOST_CALL, orphan)])
    assert cause.id == "request/call/lost"
    assert [each.reason for each in cause.explained] == [None, "history differs"]


def test_results_of_calls_without_ids_follow_from_these() -> None:
    path = "exchange 1: /messages/1/tool_calls/0/id"
    gone = Finding(path=path, message='expected "call_1", got nothing', effect="call")
    message = 'expected the id of call 2 ("call_2"), got that of call 1 ("call_1")'
    same = Finding(path="exchange 1: /messages/3/tool_call_id", message=message, effect="call")
    [cause] = causes([result("request-matches", gone, same)])
    assert cause.id == "request/call.id/lost"


def test_a_text_beside_another_message_follows_from_the_calls_that_were_lost() -> None:
    moved = Finding(path="exchange 2: /messages/4/content", message='expected "a", got "b"', effect="context")
    ids = [
        [cause.id for cause in causes([result("calls", TWO_CALLS), result("request-matches", text)])]
        for text in (msgspec.structs.replace(moved, kind="moved"), moved)
    ]
    assert ids == [["answer/calls/lost"], ["answer/calls/lost", "request/text/changed"]]


def test_the_number_of_further_differences_follows_as_those_that_are_listed() -> None:
    rest = Finding(path="exchange 2: ", message="3 more differences", effect="call")
    [cause] = causes([result("calls", TWO_CALLS), result("request-matches", LOST_CALL, rest)])
    assert [each.reason for each in cause.explained] == [None, "misread answer", "same place"]


def test_results_with_other_ids_are_compared_with_other_results() -> None:
    ids = [
        Finding(
            path=f"/messages/{n}/tool_call_id",
            message=f'expected the id of call {n} ("{n}"), got "x{n}"',
            effect="call",
        )
        for n in (1, 2, 3)
    ]
    texts = [
        Finding(path=f"/messages/{n}/content", message=f'expected "{expected}", got "{got}"', effect="call")
        for n, expected, got in ((1, "a", "b"), (2, "b", "c"), (3, "long", "a"))
    ]
    assert [cause.id for cause in causes([result("request-matches", *ids, *texts)])] == [
        "request/result.call_id/changed"
    ]
    assert [cause.id for cause in causes([result("request-matches", *texts)])] == ["request/result.text/changed"]


def test_what_is_raised_behind_misread_calls_is_a_cause_of_its_own() -> None:
    raised = Finding(path="exchange 2: ", message="ValidationError: tool_plan: expected a string", effect="call")
    found = causes([result("calls", TWO_CALLS), result("answered", raised, exchanges=2)])
    assert {cause.id.partition("/")[0] for cause in found} == {"answer", "raised"}


def test_nothing_of_a_refused_request_is_wrong_in_silence() -> None:
    refused = msgspec.structs.replace(ORPHAN, path="exchange 1: /messages/2")
    changed = Finding(path="exchange 1: /messages/1/tool_calls/0/id", message='expected "a", got ""', effect="call")
    of = [result("request-rules", refused), result("request-matches", changed)]
    assert {cause.silent for cause in causes(of)} == {False}
    assert [cause.silent for cause in causes(of[1:])] == [True]


def test_a_cause_is_silent_if_its_user_sees_nothing_once() -> None:
    reported = msgspec.structs.replace(result("request-matches", CLOSED, case=REFUSING), silent=False)
    raised = msgspec.structs.replace(result("answered", Finding(path="", message="TypeError: no tools")), silent=False)
    found = {cause.id: cause.silent for cause in causes([result("request-matches", CLOSED), reported, raised])}
    assert found == {CLOSED_ID: True, "raised/TypeError/no-tools": False}


def test_what_passes_or_is_only_advised_against_has_no_cause() -> None:
    advice = Finding(path="/a", message="expected 1, got 2", level="SHOULD", effect="advice")
    warned = msgspec.structs.replace(result("request-rules", advice), outcome="warn")
    assert causes([warned, msgspec.structs.replace(result("calls"), outcome="pass")]) == ()


def of_text(check: str, *findings: Finding) -> Result:
    return result(check, *findings, case="text/hermes/call-single/plain")


NOT_READ = Finding(path="calls", message='calls: expected ["f"], got []', effect="call")
NULL_AS_TEXT = Finding(path="calls/0/arguments", message='f: expected {"a": null}, got {"a": "None"}', effect="call")
EMPTY = Finding(path="calls/0/arguments", message='f: expected {"a": null}, got {}', effect="call")
BESIDE = {
    "text": Finding(path="text", message='expected "", got "<tool_call>"', effect="context"),
    "extended": Finding(path="text", message='expected "a", got "a<tool_call>"', effect="context"),
    "reasoning": Finding(path="reasoning", message='expected "", got "<tool_call>"', effect="context"),
    "order": Finding(path="order", message="expected calls, got text", effect="context"),
}


@pytest.mark.parametrize("check", ["text-unfit-arguments", "mutant-text-before-text"])
def test_what_a_text_in_pieces_loses_is_no_further_cause_in_a_changed_text(check: str) -> None:
    [cause] = causes([of_text(check, NULL_AS_TEXT), of_text("mutant-text-in-pieces", NULL_AS_TEXT)])
    assert cause.id.startswith("text/in-pieces/")
    assert [each.reason for each in cause.explained] == [None, "same text"]


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
@pytest.mark.parametrize("kind", ["", "unknown-tool"])
def test_the_text_of_a_call_that_is_not_read_follows_from_it(beside: Finding, kind: str) -> None:
    lost = msgspec.structs.replace(NOT_READ, kind=kind)
    check = {"text": "content"}.get(beside.path, beside.path)
    [cause] = causes([of_text("text-calls", lost), of_text(f"text-{check}", beside)])
    assert [each.reason for each in cause.explained] == [None, "same text"]


def test_text_that_is_repeated_beside_calls_that_are_read_is_a_cause() -> None:
    found = causes([of_text("text-calls", NULL_AS_TEXT), of_text("text-content", BESIDE["extended"])])
    assert [cause.id for cause in found] == ["text/calls/call.arguments/retyped", "text/content/text/extended"]


def test_arguments_that_are_lost_do_not_follow_from_others_that_are_retyped() -> None:
    found = causes([of_text("text-calls", NULL_AS_TEXT), of_text("text-cut", EMPTY)])
    assert {cause.id for cause in found} == {"text/calls/call.arguments/retyped", "text/cut/given-out"}


@pytest.mark.parametrize("check", ["text-cut", "text-tag-in-value"])
def test_what_is_misread_as_it_was_written_is_so_in_other_ways_too(check: str) -> None:
    again = msgspec.structs.replace(NULL_AS_TEXT, variant="opening" if check == "text-tag-in-value" else "")
    [cause] = causes([of_text("text-calls", NULL_AS_TEXT), of_text(check, again)])
    assert cause.id == "text/calls/call.arguments/retyped"


def test_each_marker_in_a_value_that_is_misread_leads_a_cause_and_shows_its_own_reading() -> None:
    closing = msgspec.structs.replace(NOT_READ, variant="closing")
    thought = msgspec.structs.replace(BESIDE["reasoning"], variant="reasoning")
    calls = msgspec.structs.replace(NOT_READ, variant="reasoning")
    seen = [
        Seen(exchange=1, sent="", recorded="", received="", expected="", got=variant, variant=variant)
        for variant in ("closing", "reasoning")
    ]
    failing = msgspec.structs.replace(
        of_text("text-tag-in-value", closing, thought, calls), seen=seen[0], also_seen=(seen[1],)
    )
    found = {cause.id: cause for cause in causes([failing])}
    assert {name: cause.actual for name, cause in found.items()} == {
        "text/tag-in-value/closing": "closing", "text/tag-in-value/reasoning": "reasoning",
    }  # fmt: skip
    assert found["text/tag-in-value/reasoning"].finding == calls


NO_CHOICE = Finding(path="/tool_choice", message='expected "none", got nothing', effect="tools")
NO_TOOLS = Finding(path="/tools", message='expected [{"type":"function"}], got nothing', effect="tools")
FEWER_TOOLS = Finding(path="/tools/1", message='missing item 1: {"type":"function"}', effect="tools")


@pytest.mark.parametrize(
    ("tools", "ids"),
    [
        pytest.param(NO_TOOLS, ["request/tool/lost"], id="all-tools"),
        pytest.param(FEWER_TOOLS, ["request/tool/lost", "request/tool_choice/lost"], id="one-tool"),
    ],
)
def test_a_choice_is_lost_with_all_tools(tools: Finding, ids: list[str]) -> None:
    found = causes([result("request-matches", NO_CHOICE, tools)])
    assert sorted(cause.id for cause in found) == ids


def test_an_exception_is_never_silent() -> None:
    hang = Finding(path=RAISED, message="TimedOut: it took longer than 5 s", effect="call")
    [cause] = causes([result("text", hang)])
    assert not cause.silent


@pytest.mark.parametrize(
    ("case", "difference", "refusal"),
    [
        pytest.param(
            "cohere/cohere_v2/define-strict/plain",
            Finding(path="/tools/1/function/strict", message="expected nothing, got true", effect="tools"),
            Finding(path="/tools/0/function/strict", message="expected nothing, got true", rule="cohere_v2.tool-keys"),
            id="at-one-place",
        ),
        pytest.param(
            "openai/openai_responses/choice-named/plain",
            Finding(path="/tool_choice/function", message='expected nothing, got {"name":"f"}', effect="tools"),
            Finding(path="/tool_choice", message='"name" is a required property', rule="openai_responses.choice-named"),
            id="choice",
        ),
    ],
)
def test_what_the_provider_refuses_explains_the_milder_difference(
    case: str, difference: Finding, refusal: Finding
) -> None:
    refused = msgspec.structs.replace(refusal, effect="rejected")
    [cause] = causes([result("request-matches", difference, case=case), result("request-rules", refused, case=case)])
    assert (cause.effect, cause.silent) == ("rejected", False)
    assert [each.reason for each in cause.explained] == [None, "same place"]


def test_a_refusal_explains_all_findings_of_a_fault() -> None:
    here = Finding(path="/tools/1/function/strict", message="expected nothing, got true", effect="tools")
    there = Finding(path="/strict_tools", message="expected true, got nothing", effect="tools")
    refused = msgspec.structs.replace(here, effect="rejected", rule="cohere_v2.tool-keys")
    case = "cohere/cohere_v2/define-strict/plain"
    [cause] = causes([result("request-matches", there, here, case=case), result("request-rules", refused, case=case)])
    assert (cause.id, len(cause.explained)) == ("rule/tool-keys", 3)


def test_a_refusal_elsewhere_explains_nothing() -> None:
    other = Finding(path="/tools/0/function/description", message='expected "a", got nothing', effect="tools")
    refused = Finding(
        path="/tools/0/function/strict",
        message="expected nothing, got true",
        effect="rejected",
        rule="cohere_v2.tool-keys",
    )
    case = "cohere/cohere_v2/define-strict/plain"
    found = causes([result("request-matches", other, case=case), result("request-rules", refused, case=case)])
    assert sorted(cause.id for cause in found) == ["request/tool.description/lost", "rule/tool-keys"]


def test_an_answer_that_is_read_as_an_error_is_one_cause() -> None:
    text = Finding(path="exchange 1: text", message='expected "It is 21.", got ""', effect="context")
    finish = Finding(path="exchange 1: finish", message='expected "stop", got "error"', effect="context")
    mapped = Finding(
        path="/delta/finish_reason", message='finish: the wire says "COMPLETE", got error', effect="context"
    )
    [cause] = causes([result("text", text), result("finish", finish), result("response-mapping", mapped)])
    assert (cause.id, cause.checks) == ("answer/text/lost", ("text", "finish", "response-mapping"))


def test_a_cut_answer_beside_a_lost_text_is_another_cause() -> None:
    text = Finding(path="exchange 1: text", message='expected "It is 21.", got ""', effect="context")
    finish = Finding(path="exchange 1: finish", message='expected "length", got "stop"', effect="context")
    found = causes([result("text", text), result("finish", finish)])
    assert [cause.id for cause in found] == ["answer/finish/length-as-stop", "answer/text/lost"]


def test_an_image_that_is_moved_out_of_a_result_is_one_cause() -> None:
    case = "openai/openai_responses/result-image/plain"
    result_text = Finding(
        path="exchange 2: /input/2/output", message='expected [{"type":"input_text"}], got "an image"', effect="call"
    )
    image = Finding(
        path="exchange 2: /input/3",
        message='unexpected item 3: {"role":"user","content":[{"type":"input_image","image_url":"data:"}]}',
        effect="context",
    )
    [cause] = causes([result("request-matches", image, result_text, case=case)])
    assert cause.id == "request/result.text/retyped"


def test_misread_calls_do_not_excuse_the_refusal_of_lost_reasoning() -> None:
    case = "anthropic/anthropic_messages/call-parallel-with-reasoning/plain"
    thinking = "exchange 2: /messages/1/content/0"
    lost = Finding(
        path=thinking, effect="context",
        message='expected {"type":"thinking","thinking":"a"}, got nothing: it was not sent back unaltered',
    )  # fmt: skip
    refused = Finding(
        path=thinking, message="expected a thought, got none", effect="rejected",
        rule="anthropic_messages.thinking-first",
    )  # fmt: skip
    found = causes(
        result(check, finding, case=case)
        for check, finding in (("calls", TWO_CALLS), ("returned", lost), ("request-rules", refused))
    )
    assert [cause.id for cause in found] == ["answer/calls/lost", "rule/thinking-first"]


@pytest.mark.parametrize(
    ("place", "ids"),
    [
        pytest.param("/0/choices/0/delta/tool_calls", ["answer/calls/lost"], id="of-calls"),
        pytest.param(
            "/0/choices/0/delta/content",
            ["answer/calls/lost", "front/choices/*/delta/content/retyped"],
            id="of-text",
        ),
    ],
)
def test_calls_that_are_off_their_form_are_misread_for_it(place: str, ids: list[str]) -> None:
    off = Finding(path=place, message='[] is not of type "string"', effect="form", kind="retyped")
    found = causes([result("calls", TWO_CALLS), result("front", off)])
    assert [cause.id for cause in found] == ids


def test_a_refused_reference_explains_the_definitions_that_are_gone() -> None:
    schema, case = "/toolConfig/tools/0/toolSpec/inputSchema/json", "bedrock/bedrock_converse/define-ref/plain"
    gone = Finding(path=f"{schema}/$defs", message='expected {"a":{}}, got nothing', effect="tools")
    refused = Finding(
        path=f"{schema}/properties/x/$ref", message='expected a reference, got "#/$defs/a"', effect="rejected",
        rule="bedrock_converse.claude-references",
    )  # fmt: skip
    [cause] = causes([result("request-matches", gone, case=case), result("request-rules", refused, case=case)])
    assert cause.id == "rule/claude-references"
    assert [each.reason for each in cause.explained] == [None, "reference"]


def in_schema(place: str, message: str) -> Finding:
    return Finding(path=f"/tools/0/function/parameters/properties/{place}", message=message, effect="tools")


NULLABLE = (
    in_schema("owner/type", 'expected nothing, got "object"'),
    in_schema("owner/anyOf", 'expected [{"type":"null"},{"type":"object"}], got nothing'),
    in_schema("owner/anyOf/0/properties", 'expected {"a":{}}, got nothing'),
)
CONDITIONAL = (
    in_schema("delivery/then", 'expected {"required":["street"]}, got nothing'),
    in_schema("delivery/if", "expected {}, got nothing"),
)
ELSEWHERE = in_schema("share/exclusiveMaximum", "expected 1, got nothing")


@pytest.mark.parametrize(
    ("findings", "first", "others"),
    [
        pytest.param(NULLABLE, "anyOf/lost", [None, "alternatives", "alternatives"], id="alternatives"),
        pytest.param(CONDITIONAL, "if/lost", [None, "alternatives"], id="condition"),
    ],
)
def test_changed_alternatives_explain_the_keywords_beside_and_in_them(
    findings: tuple[Finding, ...], first: str, others: list[str | None]
) -> None:
    found = causes([result("request-matches", *findings, ELSEWHERE)])
    assert {cause.id for cause in found} == {
        f"request/tool.parameters/{first}", "request/tool.parameters/exclusiveMaximum/lost",
    }  # fmt: skip
    [cause] = [cause for cause in found if cause.id.endswith(first)]
    assert [each.reason for each in cause.explained] == others


@pytest.mark.parametrize(
    ("check", "heading"),
    [
        ("request-rules", "The request breaks the rule openai_chat.stream-index"),
        ("front", "The gateway's answer breaks the rule openai_chat.stream-index"),
    ],
)
def test_the_side_that_breaks_a_rule_is_named(check: str, heading: str) -> None:
    finding = Finding(path="/a", message="expected another number", effect="call", rule="openai_chat.stream-index")
    [cause] = causes([result(check, finding)])
    assert cause.heading.partition(":")[0] == heading
