"""Tests that the id of a fault does not depend on values, scenario, provider or dialect."""

import json

import msgspec
import pytest

from conformance.gate.sides import OF_REQUESTS as OF_REQUESTS_IN_REPORTS
from conformance.judge.checks import EVERY, REQUEST_ROUND_TRIP
from conformance.judge.combined import faults
from conformance.judge.fault import REQUEST_CHECKS
from conformance.judge.finding import Finding
from conformance.judge.kind import kind
from conformance.judge.result import Seen
from conformance.judge.schema_effect import of_schemas

from .test_cause import result

SEEN = Seen(
    exchange=1, sent="", recorded='POST /\n{"tool": "get_weather", "parameters": {}}', received="", expected="", got=""
)

OPENAI = "openai/openai_chat"
ANTHROPIC = "anthropic/anthropic_messages"
GEMINI = "gemini/gemini_generate"
BEDROCK = "bedrock/bedrock_converse"
COHERE = "cohere/cohere_v2"
UNOWNED = "nobody/unknown_dialect"
WITH_REFERENCE = {"type": "object", "properties": {"part": {"$ref": "#/$defs/section"}}}
OF_REQUESTS = {
    "reasoning-of-bedrock": (
        BEDROCK, "/messages/1/content/0/reasoningContent",
        'expected {"reasoningText":{"text":"a","signature":"b"}}, got {"reasoningText":{"text":"a a","signature":"b"}}',
        "reasoning/extended",
    ),
    "prompt-in-front-of-the-user's": (
        ANTHROPIC, "/system",
        'expected "Be kind.", got "# HOW YOU SHOULD THINK ..." '
        "(the expected text stands from character 1164 on; 8 and 1171 characters)", "system/added",
    ),
    "message-without-its-calls": (
        COHERE, "/messages/2",
        'expected {"role":"assistant","tool_calls":[{"id":"call_a1","type":"function" ..., got {"role":"assistant"}'
        " (they differ from character 20 on; 396 and 20 characters)", "call/lost",
    ),
    "gone": (
        OPENAI, "/tool_choice",
        'expected "required", got nothing', "tool_choice/lost",
    ),
    "auto": (
        ANTHROPIC, "/tool_choice/type",
        'expected "any", got "auto"', "tool_choice/lost",
    ),
    "gemini": (
        GEMINI, "/toolConfig",
        'expected {"functionCallingConfig":{"mode":"ANY"}}, got nothing', "tool_choice/lost",
    ),
    "bedrock": (
        BEDROCK, "/toolConfig/toolChoice",
        'expected {"any":{}}, got nothing', "tool_choice/lost",
    ),
    "tools-and-choice": (
        BEDROCK, "/toolConfig",
        'expected {"tools":[{"toolSpec":{"name":"get_weather"}}],"toolChoice":{"any":{}}}, got nothing', "tool/lost",
    ),
    "one-call": (
        ANTHROPIC, "/tool_choice",
        'expected {"type":"auto","disable_parallel_tool_use":true}, got nothing', "parallel_tool_calls/lost",
    ),
    "strict": (
        OPENAI, "/tools/0/function/strict",
        "expected true, got false", "tool.strict/lost",
    ),
    "strict-of-all": (
        COHERE, "/strict_tools",
        "expected true, got nothing", "tool.strict/lost",
    ),
    "cut": (
        OPENAI, "/messages/3/content",
        'expected "abcdef", got "abc"', "result.text/cut",
    ),
    "text-without-the-image-beside-it": (
        ANTHROPIC, "/messages/2/content/0/content",
        'expected [{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","data":"b"}}], got "a"',
        "image/lost",
    ),
    "first-of-two-texts": (
        ANTHROPIC, "/messages/2/content/0/content",
        'expected [{"type":"text","text":"a"},{"type":"text","text":"b"}], got "a"', "result.text/cut",
    ),
    "null-in-place-of-a-text": (
        OPENAI, "/messages/3/content",
        'expected "abcdef", got null', "result.text/lost",
    ),
    "extended": (
        ANTHROPIC, "/messages/2/content/0/content",
        'expected "a", got "Result: a"', "result.text/extended",
    ),
    "reasoning": (
        ANTHROPIC, "/messages/1/content/0",
        'missing item 0: {"type":"thinking","thinking":"a"}', "reasoning/lost",
    ),
    "result": (
        OPENAI, "/messages/2",
        'missing item 2: {"role":"tool","tool_call_id":"a"}', "result/lost",
    ),
    "call": (
        GEMINI, "/contents/1/parts/1",
        'missing item 1: {"functionCall":{"name":"f"}}', "call/lost",
    ),
    "another-call": (
        OPENAI, "/messages/2/tool_call_id",
        'expected the id of call 1 ("a"), got that of call 2 ("b")', "result.call_id/of-another-call",
    ),
    "beside-a-field": (
        OPENAI, "/messages/1/tool_calls/0/index",
        "expected nothing, got 1", "call.index/added",
    ),
    "an-image-in-another-form": (
        ANTHROPIC, "/messages/2/content/0/content/1",
        'expected {"type":"image","source":{"data":"a"}}, got {"type":"image_url","image_url":{}}', "image/changed",
    ),
    "a-reference-to-nothing": (
        BEDROCK, "/toolConfig/tools/0/toolSpec/inputSchema/json/properties/sender/$ref",
        'expected nothing, got "#/$defs/a"', "tool.parameters/$ref/added",
    ),
    "a-dialect-without-an-owner": (
        UNOWNED, "/a/b",
        "expected 1, got 2", "a.b/changed",
    ),
}  # fmt: skip
"""Findings of ``request-matches``, each with its dialect, place and message, and the fault without ``request/``."""


def ids(check: str, *findings: Finding, subject: str = OPENAI) -> list[str]:
    return [str(fault) for _, fault in faults(result(check, *findings, case=f"{subject}/call-single/plain"))]


def sent(path: str, message: str, subject: str = OPENAI) -> str:
    [found] = ids("request-matches", Finding(path=path, message=message), subject=subject)
    return found


def read(check: str, path: str, message: str) -> str:
    [found] = ids(check, Finding(path=path, message=message))
    return found


def broke(message: str) -> str:
    failing = result("answered", Finding(path="", message=message))
    [(_, fault)] = faults(msgspec.structs.replace(failing, seen=SEEN))
    return str(fault)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("TypeError: no tool 'get_weather': 1", "TypeError: no tool 'a: b': 22", id="a-colon-in-a-value"),
        pytest.param('ValueError: bad {"a": true}', "ValueError: bad {'b': -1}", id="documents"),
        pytest.param("OSError: no /usr/lib/a.py", "OSError: no /home/me/b.py", id="paths"),
        pytest.param(
            "RecursionError: maximum recursion depth exceeded",
            "RecursionError: maximum recursion depth exceeded while calling a Python object (a.py:3)",
            id="ends-of-stacks",
        ),
        pytest.param(
            "RecursionError: maximum recursion depth exceeded while encoding a JSON object",
            "RecursionError: Stack overflow (used 8160 kB) while encoding a JSON object",
            id="ends-of-stacks-in-c",
        ),
        pytest.param("E: 1 validation error for F\nx", "E: 7 validation errors for F\ny", id="counts-and-lines"),
    ],
)
def test_what_was_raised_has_one_id_whatever_the_values(first: str, second: str) -> None:
    assert broke(first) == broke(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("TypeError: a is missing", "ValueError: a is missing", id="types"),
        pytest.param("KeyError: 'parameters'", "KeyError: 'name'", id="keys"),
        pytest.param("TypeError: object is missing", "TypeError: object is too long", id="words"),
    ],
)
def test_what_was_raised_in_another_way_has_another_id(first: str, second: str) -> None:
    assert broke(first) != broke(second)


def test_a_quoted_value_of_the_exchange_is_no_part_of_an_id() -> None:
    assert broke("KeyError: 'get_weather'") == "raised/KeyError"
    assert broke("KeyError: 'parameters'") == "raised/KeyError/parameters"


@pytest.mark.parametrize(
    ("path", "message", "subject"),
    [
        pytest.param("/tools/0/function/parameters", '{"type":"object"}', "openai/openai_chat", id="openai"),
        pytest.param("/tools/3/input_schema", "true", "anthropic/anthropic_messages", id="anthropic"),
        pytest.param(
            "/tools/0/functionDeclarations/1/parametersJsonSchema", "null", "gemini/gemini_generate", id="gemini"
        ),
        pytest.param("/tools/0/function/parameters", "-1", "groq/openai_chat", id="groq"),
    ],
)
def test_a_keyword_has_one_id_in_every_schema_and_dialect(path: str, message: str, subject: str) -> None:
    for below in ("", "/properties/a: b", "/$defs/section", "/definitions/other", "/properties/x/items", "/anyOf/1"):
        assert sent(f"{path}{below}/enum", f"expected {message}, got nothing", subject) == (
            "request/tool.parameters/enum/lost"
        )  # fmt: skip


@pytest.mark.parametrize(("subject", "path", "message", "expected"), OF_REQUESTS.values(), ids=OF_REQUESTS)
def test_a_difference_of_a_request_is_named_by_its_canonical_field(
    subject: str, path: str, message: str, expected: str
) -> None:
    assert sent(path, message, subject) == f"request/{expected}"


def test_another_address_is_named_without_looking_into_the_body() -> None:
    finding = Finding(path="url", message='expected "https://a.example/x", got "https://a.example/y"')
    failing = result("request-matches", finding, case=f"{OPENAI}/call-single/plain")
    [(_, fault)] = faults(msgspec.structs.replace(failing, seen=SEEN))
    assert str(fault) == "request/url/changed"


@pytest.mark.parametrize(
    "subject", [OPENAI, COHERE, "mistral/mistral_chat", "ollama/ollama_chat"], ids=lambda subject: subject[:6]
)
@pytest.mark.parametrize(
    ("place", "expected"), list(enumerate(("system/changed", "text/changed", "text/changed", "result.text/changed")))
)
def test_the_text_of_a_message_is_named_by_its_role(place: int, expected: str, subject: str) -> None:
    roles = ("system", "user", "assistant", "tool")
    body = {"messages": [{"role": role, "content": "a"} for role in roles]}
    seen = msgspec.structs.replace(SEEN, recorded=f"POST /\n{json.dumps(body)}")
    finding = Finding(path=f"/messages/{place}/content", message='expected "a", got "b"')
    failing = result("request-matches", finding, case=f"{subject}/call-single/plain")
    [(_, fault)] = faults(msgspec.structs.replace(failing, seen=seen))
    assert str(fault) == f"request/{expected}"


@pytest.mark.parametrize(
    ("check", "path", "message", "expected"),
    [
        ("calls", "calls", "expected 2 calls (f, g), got 1 (f)", "calls/lost"),
        ("calls", "calls", "expected 1 calls (f), got 15 (f, , f)", "calls/added"),
        ("calls", "calls/0/name", 'expected "get_weather", got "get weather"', "call.name/changed"),
        ("calls", "calls/1/id", 'expected "a", got nothing', "call.id/lost"),
        ("calls", "calls/1/id", 'two calls have the made-up id "f"', "call.id/repeated"),
        ("calls", "calls/0/kind", 'expected "custom", got "function"', "call.kind/changed"),
        ("arguments", "calls/0/arguments", 'expected {"a":10000001}, got {"a":10000000}', "call.arguments/rounded"),
        ("arguments", "calls/0/arguments", 'expected {"a":{"b":1}}, got {"a":"b"}', "call.arguments/retyped"),
        ("arguments", "calls/0/complete", "expected true, got false", "call.complete/lost"),
        ("finish", "finish", 'expected "length", got "stop"', "finish/length-as-stop"),
        ("response-mapping", "/choices/*/delta/content", 'text: expected "a", got nothing', "text/lost"),
    ],
)  # fmt: skip
def test_a_misreading_is_named_by_what_changed(check: str, path: str, message: str, expected: str) -> None:
    assert read(check, path, message) == f"answer/{expected}"


TEXT = "text/hermes/call-single/plain"
OF_TEXTS = {
    "name-cut": ("cut", Finding(path="calls", message='calls: expected ["ping"], got ["p"]'), "cut/given-out"),
    "no-name": ("cut", Finding(path="calls", message='calls: expected ["ping"], got [""]'), "cut/given-out"),
    "no-arguments": (
        "cut", Finding(path="calls/0/arguments", message='f: expected {"a": 1}, got {}', kind="lost"), "cut/given-out",
    ),
    "call-lost-by-a-marker": (
        "tag-in-value", Finding(path="calls", message='calls: expected ["f"], got []', variant="closing"),
        "tag-in-value/closing",
    ),
    "call-added-by-a-marker": (
        "tag-in-value", Finding(path="calls", message='calls: expected ["f"], got ["f","g"]', variant="opening"),
        "tag-in-value/opening",
    ),
    "reasoning-added-by-a-marker": (
        "tag-in-value", Finding(path="reasoning", message='expected "", got "a"', variant="reasoning"),
        "tag-in-value/reasoning",
    ),
    "blanks-lost-beside-a-marker": (
        "tag-in-value", Finding(path="calls/0/arguments", message="f: a", kind="stripped", variant="opening"),
        "values/stripped",
    ),
    "blanks-lost": ("calls", Finding(path="calls/0/arguments", message="f: a", kind="stripped"), "values/stripped"),
    "a-text-is-a-number": (
        "values", Finding(path="calls/0/arguments", message='f: expected {"a": "12"}, got {"a": 12}', variant='"12"'),
        "values/call.arguments/retyped",
    ),
    "calls-merged": ("calls", Finding(path="calls", message="calls: a", kind="merged"), "equal-calls/merged"),
    "tool-not-offered": (
        "tag-in-value", Finding(path="calls", message="calls: a", kind="unknown-tool", variant="other"),
        "unknown-tool/lost",
    ),
    "call-lost": ("calls", Finding(path="calls", message='calls: expected ["f"], got []'), "calls/calls/lost"),
    "call-read-from-a-text": (
        "lookalikes", Finding(path="calls", message='calls: expected [], got ["f"]', variant="json"),
        "lookalikes/calls/added",
    ),
    "text-lost-behind-a-call": (
        "before-text", Finding(path="text", message='expected "a", got ""'), "before-text/text/lost",
    ),
}  # fmt: skip
"""Findings on text formats, each with its check and its fault."""


@pytest.mark.parametrize(("check", "finding", "expected"), OF_TEXTS.values(), ids=OF_TEXTS)
def test_a_misread_text_is_named_by_what_misreads_it_whatever_is_lost(
    check: str, finding: Finding, expected: str
) -> None:
    [(_, fault)] = faults(result(f"text-{check}", finding, case=TEXT))
    assert str(fault) == f"text/{expected}"


@pytest.mark.parametrize(
    ("check", "finding", "heading"),
    [
        pytest.param(
            "text-cut", OF_TEXTS["name-cut"][1],
            "The text ends inside a call, and the call is returned with a part of its name:"
            ' hermes: calls: expected ["ping"], got ["p"]', id="name-cut",
        ),
        pytest.param(
            "text-cut", OF_TEXTS["no-arguments"][1],
            "The text ends in a call, and the call is returned without all of its arguments:"
            ' hermes: f: expected {"a": 1}, got {}', id="no-arguments",
        ),
        pytest.param(
            "text-values", OF_TEXTS["a-text-is-a-number"][1],
            'The text "12" becomes 12: hermes: f: expected {"a": "12"}, got {"a": 12}', id="a-text-is-a-number",
        ),
        pytest.param(
            "text-values", Finding(path="calls/0/arguments", message='f: expected {"a": 1}, got ...', kind="changed"),
            'A text in a value is misread: hermes: f: expected {"a": 1}, got ...', id="a-value-that-is-not-shown",
        ),
        pytest.param(
            "text-calls", OF_TEXTS["call-lost"][1],
            'A call is not read: hermes: calls: expected ["f"], got []', id="call-lost",
        ),
        pytest.param(
            "text-calls", Finding(path="read_text", message="TimedOut: no answer within 120 s"),
            "The adapter does not answer within 120 s", id="no-answer",
        ),
    ],
)  # fmt: skip
def test_the_heading_of_a_misread_text_names_what_happens_and_the_format(
    check: str, finding: Finding, heading: str
) -> None:
    failing = result(check, finding, case=TEXT)
    [(_, fault)] = faults(failing)
    assert fault.statement(finding, failing) == heading


def test_the_heading_of_long_values_shows_where_they_differ() -> None:
    expected, got = (f'{{"note":"{"x" * 190}","account":900719925474099{digit}}}' for digit in (3, 2))
    failing = result("calls", Finding(path="calls/0/arguments", message=f"expected {expected}, got {got}"))
    [(finding, fault)] = faults(failing)
    assert fault.statement(finding, failing).endswith("expected 9007199254740993, got 9007199254740992 (at /account)")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        pytest.param('expected ["f","g"], got ["f","h","g"]', "added", id="three-names-for-two"),
        pytest.param('expected ["f","g"], got ["h","i","j"]', "added", id="three-other-names-for-two"),
        pytest.param('expected ["f","g"], got ["h"]', "lost", id="one-other-name-for-two"),
        pytest.param('expected ["f"], got [""]', "cut", id="a-name-that-is-empty"),
        pytest.param('expected ["ping"], got ["p"]', "cut", id="a-part-of-a-name"),
        pytest.param('expected "", got "a ..." (they differ from character 1 on; 0 and 815 characters)', "added",
                     id="a-long-text-for-none"),
        pytest.param('expected "a ...", got "" (they differ from character 1 on; 815 and 0 characters)', "lost",
                     id="none-for-a-long-text"),
        pytest.param('expected {"a":"b"}, got "{\\"a\\": \\"b\\\\\\"}"', "cut", id="arguments-that-end-early"),
        pytest.param('expected {"a":"b"}, got "{\\"a\\": b}"', "broken", id="arguments-that-are-no-json"),
        pytest.param('expected {"a":"b"}, got "{\\"a\\": \\"b\\"}"', "retyped", id="arguments-as-a-text"),
        pytest.param('expected {"a":"true"}, got {"a":true}', "retyped", id="a-flag-for-a-text"),
        pytest.param('expected {"a":"b"}, got "so"', "retyped", id="a-text-for-arguments"),
    ],
)  # fmt: skip
def test_the_kind_of_a_difference_is_what_changed(message: str, expected: str) -> None:
    assert kind(message) == expected


def test_calls_in_another_order_are_reordered() -> None:
    names = [
        Finding(path="calls/0/name", message='expected "f", got "g"'),
        Finding(path="calls/1/name", message='expected "g", got "f"'),
    ]
    assert ids("calls", *names) == ["answer/calls/reordered"] * 2


def test_calls_of_one_tool_in_another_order_are_reordered() -> None:
    arguments = [
        Finding(path="calls/0/arguments", message='expected {"city": "Paris"}, got {"city": "Oslo"}'),
        Finding(path="calls/2/arguments", message='expected {"city": "Oslo"}, got {"city": "Paris"}'),
    ]
    assert ids("arguments", *arguments) == ["answer/calls/reordered"] * 2


@pytest.mark.parametrize(
    ("subject", "gone", "came", "fault"),
    [
        pytest.param(
            "ollama/ollama_chat",
            ("/messages/2/tool_calls/1", 'missing item 1: {"function":{"name":"g"}}'),
            ("/messages/3", 'unexpected item 3: {"role":"assistant","tool_calls":[{"function":{"name":"g"}}]}'),
            "call/moved",
            id="call",
        ),
        pytest.param(
            BEDROCK,
            ("/messages/2/content/0", 'missing item 0: {"text":"I look."}'),
            ("/messages/3", 'unexpected item 3: {"role":"assistant","content":[{"text":"I look."}]}'),
            "text/moved",
            id="text",
        ),
    ],
)
def test_what_stands_in_a_message_of_its_own_is_moved(
    subject: str, gone: tuple[str, str], came: tuple[str, str], fault: str
) -> None:
    findings = [Finding(path=path, message=message) for path, message in (gone, came)]
    assert {*ids("request-matches", *findings, subject=subject)} == {f"request/{fault}"}


def test_a_choice_in_another_form_is_another_choice() -> None:
    parts = [
        Finding(path="/tool_choice/name", message='expected "get_time", got nothing'),
        Finding(path="/tool_choice/function", message='expected nothing, got {"name":"get_time"}'),
    ]
    assert ids("request-matches", *parts, subject="openai/openai_responses") == ["request/tool_choice/changed"] * 2


@pytest.mark.parametrize("keyword", ["$ref", "$defs"])
@pytest.mark.parametrize(
    "meaning",
    [
        of_schemas(WITH_REFERENCE | {"$defs": {"section": {}}}, WITH_REFERENCE).meaning,
        "unknown whether the sent schema accepts the same arguments: sent/$defs/section is not there",
    ],
    ids=["of a new result", "of a kept result"],
)
def test_a_reference_to_nothing_is_a_lost_definition(keyword: str, meaning: str) -> None:
    finding = Finding(
        path=f"/toolConfig/tools/0/toolSpec/inputSchema/json/{keyword}",
        message="expected {}, got nothing",
        meaning=meaning,
    )
    assert ids("request-matches", finding, subject=BEDROCK) == ["request/tool.parameters/$defs/lost"]


@pytest.mark.parametrize("actual", ['"a b"', '""'])
def test_added_text_is_one_fault_and_missing_text_another(actual: str) -> None:
    texts = {'"a b"': "answer/text/added", '""': "answer/text/lost"}
    assert read("beside", "text", f'expected "a", got {actual}') == texts[actual]


def test_a_name_of_200_kb_ends_at_once() -> None:
    name = "\"'{[\\" * 40_000
    for message in (f"expected {name}, got {name}", f"TypeError: {name}", f"missing item 0: {name}", name):
        assert len(sent(f"/messages/0/{name}", message)) < 200
        assert len(broke(message)) < 300


@pytest.mark.parametrize("mutant", ["cut-inside", "cut-before-last", "cut-dropped"])
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("finish", "the answer ended early (interrupted), but it is shown as complete"),
        ("place 2: calls/0/complete", 'the call of f with "{" was cut, but is shown as complete'),
    ],
)
def test_streams_that_end_alike_are_one_fault(mutant: str, path: str, message: str) -> None:
    assert read(f"mutant-{mutant}", path, message) == "stream/interrupted/shown-as-whole"


def test_other_mutants_are_faults_of_their_own() -> None:
    assert read("mutant-index-zero", "place 1: calls", "expected f, g, got fg") == "stream/index-zero/calls/changed"


@pytest.mark.parametrize("value", ["null", "true", "-1.5", '"get_weather"', '{"a":1}'])
def test_no_value_is_in_the_words_of_a_validator(value: str) -> None:
    assert sent("/tools/0/x", f'{value} is not of type "object"') == sent("/tools/0/x", 'false is not of type "array"')


def test_a_cut_call_that_is_shown_as_whole_is_a_fault_of_its_end() -> None:
    message = 'ends with length: the call of f was cut, and is shown as whole, with {"a":1}'
    assert read("arguments", "calls/0/complete", message) == "answer/length/shown-as-whole"


def test_every_check_of_requests_names_faults_of_requests() -> None:
    of_requests = {check.name for check in EVERY if check.rejections in ("left", "as-sent")}
    assert of_requests <= {*REQUEST_CHECKS}
    assert of_requests - {REQUEST_ROUND_TRIP.name} <= {*OF_REQUESTS_IN_REPORTS}
