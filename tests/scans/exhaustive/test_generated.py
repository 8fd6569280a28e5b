"""Tests of hundreds of generated conversations: the reference passes, and bugs that hand-written scenarios miss are
found.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import cycle
from typing import Any
from unicodedata import normalize

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.judge.cause import causes
from conformance.judge.finding import NotApplicable
from conformance.judge.rules import answer_rules, broken_musts
from conformance.judge.schemas import request_violations, response_schema
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed, speakers
from conformance.scenarios import Scenario, load
from conformance.scenarios.drawn_tools import KEYS
from conformance.suite.cases import cassettes
from conformance.suite.reduce import reduced, reducible
from conformance.suite.selection import USUAL, Generated, is_case
from conformance.suite.verdicts import judge
from tests.suite.test_generated import Wrong, judged, merged, results
from toolwire.dialects.arguments import from_text
from toolwire.model import (
    Finish,
    Message,
    Part,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    Tool,
    ToolCall,
    ToolDefinition,
)
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse


@pytest.mark.parametrize(
    ("adapter", "count", "seed"),
    [(ReferenceClient(), 4, 5), (ReferenceAdapter(), 4, 5), (ReferenceAdapter(), 20, 100)],
    ids=["wire", "codec", "codec-100"],
)
@pytest.mark.parametrize("dialect", [dialect for _, dialect in speakers()])
def test_the_reference_passes(dialect: str, adapter: object, count: int, seed: int) -> None:
    found = judged(adapter, dialect, count, seed)
    wrong = [result for result in found if result.outcome not in ("pass", "not-applicable")]
    assert [f"{result.id}: {result.findings}" for result in wrong] == []
    assert {result.check for result in found if result.outcome == "pass"} > {"request-matches", "calls"}


@pytest.mark.parametrize("dialect", [dialect for _, dialect in speakers()])
def test_exchanges_fit_the_documented_form_and_the_rules(dialect: str) -> None:
    """Check exchanges without an adapter, which takes less time, so that hundreds of them can be checked."""
    exchanges = 0
    for name in Generated(60, 200).names():
        if name.dialect != dialect:
            continue
        try:
            case = open_case(name)
        except NotPlayed:
            continue
        for trial in case.untried():
            exchanges += 1
            body = exact_json.loads(trial.recorded.request.body)
            found: list[object] = [*request_violations(case.form, body, case.rules, trial.accepted)]
            found += broken_musts(body, case.form.history, case.rules, trial.documents_before())
            for check in (response_schema, answer_rules):
                with suppress(NotApplicable):
                    found += check(trial)
            assert found == [], f"{name}: {found}"
    assert exchanges > 100


def dropped(parts: list[Part]) -> list[Part]:
    """Drop calls without arguments if the answer has text."""
    has_text = any(isinstance(part, Text) for part in parts)
    return [part for part in parts if not (has_text and isinstance(part, ToolCall) and part.arguments.text == "{}")]


def few(parts: list[Part]) -> list[Part]:
    """Keep only four calls."""
    calls = [part for part in parts if isinstance(part, ToolCall)]
    return [part for part in parts if part not in calls[4:]]


def stripped(parts: list[Part]) -> list[Part]:
    return [replace(part, text=part.text.strip()) if isinstance(part, Text) else part for part in parts]


def texts_first(parts: list[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: isinstance(part, ToolCall))


def last_text(parts: list[Part]) -> list[Part]:
    texts = [part for part in parts if isinstance(part, Text)]
    return [part for part in parts if part not in texts[:-1]]


def until_calls(parts: list[Part]) -> list[Part]:
    """Drop the text after the first call."""
    first = next((place for place, part in enumerate(parts) if isinstance(part, ToolCall)), len(parts))
    return [part for place, part in enumerate(parts) if place < first or not isinstance(part, Text)]


def first_reasoning(parts: list[Part]) -> list[Part]:
    reasoning = [part for part in parts if isinstance(part, Reasoning)]
    return [part for part in parts if part not in reasoning[1:]]


def shown(parts: list[Part]) -> list[Part]:
    """Drop reasoning that has no text."""
    return [part for part in parts if not isinstance(part, Reasoning) or part.text]


def normalised(parts: list[Part]) -> list[Part]:
    """Drop a call whose arguments look the same as those of an earlier call."""
    kept: dict[object, Part] = {}
    for place, part in enumerate(parts):
        looks = (part.name, normalize("NFKC", part.arguments.text)) if isinstance(part, ToolCall) else place
        kept.setdefault(looks, part)
    return [*kept.values()]


def in_order(request: Request) -> Request:
    """Give each result the id of the call at its place, in place of the id of its own call."""
    messages, called = [], [""]
    for message in request.messages:
        called = [part.id or "" for part in message.parts if isinstance(part, ToolCall)] or called
        if message.role == "tool":
            both = zip(message.parts, called, strict=True)
            message = replace(message, parts=tuple(replace(part, call_id=expected) for part, expected in both))
        messages.append(message)
    return replace(request, messages=tuple(messages))


def without_definitions(request: Request) -> Request:
    def flat(tool: ToolDefinition) -> ToolDefinition:
        kept = {key: value for key, value in (tool.parameters or {}).items() if key != "$defs"}
        return replace(tool, parameters=kept or None)

    return replace(request, tools=tuple(map(flat, request.tools)))


def with_parameters(request: Request) -> Request:
    return replace(request, tools=tuple(tool for tool in request.tools if tool.parameters))


def without_switch(request: Request) -> Request:
    return replace(request, parallel_tool_calls=None)


class Offered(Wrong):
    """A reference adapter that drops calls of tools that the request did not offer."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        self.offered = {tool.name for tool in request.tools}
        return super().encode(dialect, request, base_url)

    def decode(self, dialect: str, response: WireResponse) -> Response:
        answer = super().decode(dialect, response)
        kept = (part for part in answer.parts if not isinstance(part, ToolCall) or part.name in self.offered)
        return replace(answer, parts=tuple(kept))


class NeverCut(Wrong):
    """A reference adapter that shows an answer cut by the limit as a normal answer."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        answer = super().decode(dialect, response)
        return replace(answer, finish=Finish(reason="stop")) if answer.finish.reason == "length" else answer


def few_tools(request: Request) -> Request:
    return replace(request, tools=request.tools[:64])


class CutDescriptions:
    """A change of requests that cuts descriptions at a length."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __call__(self, request: Request) -> Request:
        return replace(request, tools=tuple(map(self._cut, request.tools)))

    def _cut(self, tool: Tool) -> Tool:
        if isinstance(tool, ProviderTool) or tool.description is None:
            return tool
        return replace(tool, description=tool.description[: self._length])


def with_descriptions(request: Request) -> Request:
    """Keep only the tools that have a description, and the tools that the provider runs."""
    kept = (tool for tool in request.tools if isinstance(tool, ProviderTool) or tool.description)
    return replace(request, tools=tuple(kept))


class Schemas:
    """A change of requests that changes each schema of a parameter, and all schemas in it."""

    def __init__(self, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._change = change

    def __call__(self, request: Request) -> Request:
        tools = (self._changed(tool) if isinstance(tool, ToolDefinition) else tool for tool in request.tools)
        return replace(request, tools=tuple(tools))

    def _changed(self, tool: ToolDefinition) -> ToolDefinition:
        schema = tool.parameters or {}
        properties = {name: self._within(inner) for name, inner in schema.get("properties", {}).items()}
        return replace(tool, parameters=schema | {"properties": properties}) if properties else tool

    def _within(self, value: Any) -> Any:
        match value:
            case dict():
                return {key: self._within(inner) for key, inner in self._change(value).items()}
            case [*items]:
                return [*map(self._within, items)]
        return value


def few_values(schema: dict[str, Any]) -> dict[str, Any]:
    listed = schema.get("enum")
    return schema | {"enum": listed[:20]} if isinstance(listed, list) else schema


WRONG = {
    "drops empty calls behind text": (Wrong(dropped), "answer/calls/lost"),
    "keeps four calls": (Wrong(few), "answer/calls/lost"),
    "strips texts": (Wrong(stripped), "answer/text/changed"),
    "sends 64 tools": (Wrong(request=few_tools), "request/tool/lost"),
    "cuts descriptions": (Wrong(request=CutDescriptions(100)), "request/tool.description/cut"),
    "cuts descriptions at 1,024 characters": (Wrong(request=CutDescriptions(1024)), "request/tool.description/cut"),
    "drops tools without a description": (Wrong(request=with_descriptions), "request/tool/lost"),
    "sends 20 values of an enum": (Wrong(request=Schemas(few_values)), "request/tool.parameters/enum/lost"),
    "puts texts before calls": (Wrong(texts_first), "answer/order/changed"),
    "keeps the last text": (Wrong(last_text), "answer/text/changed"),
    "reads no text behind calls": (Wrong(until_calls), "answer/text/lost"),
    "keeps the first reasoning": (Wrong(first_reasoning), "answer/reasoning/cut"),
    "drops reasoning that is not shown": (Wrong(shown), "answer/reasoning/lost"),
}
BEHIND_CALLS = ("puts texts before calls", "reads no text behind calls")
"""Bugs that only answers with text after calls show. Claude never writes such answers."""
KNOWN = {
    "merges equal calls": (Wrong(merged), "answer/calls/lost"),
    "merges calls that look the same": (Wrong(normalised), "answer/calls/lost"),
    "shows a cut answer as whole": (NeverCut(), "answer/finish/length-as-stop"),
    "pairs results by their place": (Wrong(request=in_order), "request/result/swapped"),
    "drops calls of unknown tools": (Offered(), "answer/calls/lost"),
    "drops definitions in schemas": (Wrong(request=without_definitions), "request/tool.parameters/$defs/lost"),
    "drops tools without parameters": (Wrong(request=with_parameters), "request/tool/lost"),
    "drops the switch for parallel calls": (Wrong(request=without_switch), "request/parallel_tool_calls/lost"),
}
"""Bugs that the written scenarios also show."""


@pytest.mark.parametrize("bug", [*WRONG, *KNOWN])
def test_a_bug_is_found(bug: str) -> None:
    adapter, cause = (WRONG | KNOWN)[bug]
    spoken = "gemini_generate" if bug in BEHIND_CALLS else "anthropic_messages"
    names = [name for name in Generated(60, 5).names() if name.dialect == spoken]
    found = (causes(result for result in results(name, adapter) if result.outcome == "fail") for name in names)
    assert any(cause == each.id for of_case in found for each in of_case)


@pytest.mark.parametrize("dialect", [dialect for _, dialect in speakers() if dialect != "bedrock_converse"])
def test_an_empty_description_means_none(dialect: str) -> None:
    """Check that empty descriptions count as missing, because Bedrock refuses an empty description."""

    def described(tool: Tool) -> Tool:
        return replace(tool, description=tool.description or "") if isinstance(tool, ToolDefinition) else tool

    adapter = Wrong(request=lambda request: replace(request, tools=tuple(map(described, request.tools))))
    found = judged(adapter, dialect, 8)
    assert any(tool.description is None for number in range(8) for tool in load(f"generated-5-{number}").tools)
    assert [result.id for result in found if result.outcome == "fail" and result.check != "request-round-trip"] == []


DIALECTS = [dialect for _, dialect in speakers()]


def usual(dialect: str) -> list[CassetteName]:
    """Return the generated cassettes that every gate plays."""
    return [name for name in USUAL.names() if name.dialect == dialect]


def is_found(adapter: object, dialect: str, has: Callable[[Scenario], bool]) -> bool:
    """Return whether the adapter fails any check in the usual cassettes of a dialect.

    Only scenarios for which ``has`` returns true count.
    """
    names = [name for name in usual(dialect) if has(load(name.scenario))]
    return any(result.outcome == "fail" for name in names for result in results(name, adapter))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_name_is_that_of_an_argument(dialect: str) -> None:
    names: set[str] = set()
    for name in usual(dialect):
        with suppress(NotPlayed):
            read = (trial.expected for trial in open_case(name).untried())
            calls = [call for expected in read if expected for call in expected.calls if call.complete]
            names |= {key for call in calls for key in exact_json.loads(call.arguments)}
    assert {*KEYS} - names == set()


def without_argument(name: str, parts: list[Part]) -> list[Part]:
    def without(call: ToolCall) -> ToolCall:
        kept = {key: value for key, value in (call.arguments.value or {}).items() if key != name}
        return replace(call, arguments=from_text(exact_json.dumps(kept)))

    return [without(part) if isinstance(part, ToolCall) else part for part in parts]


@pytest.mark.parametrize(
    ("dialect", "name"), list(zip(DIALECTS, cycle(("self", "kwargs", "description", "__proto__")), strict=False))
)
def test_a_lost_argument_is_found(dialect: str, name: str) -> None:
    calls = partial(re.search, rf'"{name}": ?')
    assert is_found(
        Wrong(partial(without_argument, name)),
        dialect,
        lambda scenario: any(calls(call.arguments) for turn in scenario.script for call in turn.calls),
    )


def asked_once(request: Request) -> Request:
    """Drop user messages that repeat an earlier message."""
    kept: list[Message] = []
    for message in request.messages:
        if message.role != "user" or message not in kept:
            kept.append(message)
    return replace(request, messages=tuple(kept))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_repeated_question_that_is_dropped_is_found(dialect: str) -> None:
    assert is_found(
        Wrong(request=asked_once),
        dialect,
        lambda scenario: any(scenario.opening.count(message) > 1 for message in scenario.opening),
    )


class WithoutErrors(Wrong):
    """A reference adapter that reads an error after calls at the end of a stream as a normal end."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        answer = super().decode(dialect, response)
        if answer.error is None or not answer.calls:
            return answer
        parts = [replace(part, complete=True) if isinstance(part, ToolCall) else part for part in answer.parts]
        return replace(answer, parts=tuple(parts), finish=Finish(reason="tool_calls"), error=None)


@pytest.mark.parametrize(
    "dialect", [dialect for dialect in DIALECTS if dialect not in ("mistral_chat", "gemini_generate")]
)
def test_an_error_after_calls_that_is_lost_is_found(dialect: str) -> None:
    assert is_found(WithoutErrors(), dialect, lambda scenario: scenario.script[-1].early == "error")


def free_after_results(request: Request) -> Request:
    """Drop the choice that forbids calls if there are results."""
    chosen = request.tool_choice is not None and request.tool_choice.mode == "none"
    answered = any(message.role == "tool" for message in request.messages)
    return replace(request, tool_choice=None) if chosen and answered else request


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in ("bedrock_converse", "ollama_chat")])
def test_a_choice_that_is_dropped_after_results_is_found(dialect: str) -> None:
    """Check dialects with a choice that forbids calls. Bedrock and Ollama have no such choice."""
    assert is_found(
        Wrong(request=free_after_results),
        dialect,
        lambda scenario: any(message.role == "tool" for message in scenario.opening),
    )


def free_with_a_single_tool(request: Request) -> Request:
    """Drop the choice if there is a single tool."""
    return replace(request, tool_choice=None) if len(request.tools) == 1 else request


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in ("cohere_v2", "ollama_chat")])
def test_a_choice_that_is_dropped_with_a_single_tool_is_found(dialect: str) -> None:
    """Check dialects with a choice of a tool by name. Cohere and Ollama have no such choice."""
    assert is_found(Wrong(request=free_with_a_single_tool), dialect, lambda scenario: len(scenario.tools) == 1)


def first_strict(request: Request) -> Request:
    """Offer only the first strict tool as strict."""
    first = next((tool for tool in request.tools if isinstance(tool, ToolDefinition) and tool.strict), None)

    def kept(tool: Tool) -> Tool:
        return replace(tool, strict=None) if isinstance(tool, ToolDefinition) and tool != first else tool

    return replace(request, tools=tuple(map(kept, request.tools)))


@pytest.mark.parametrize("dialect", ["openai_chat", "openai_responses", "anthropic_messages"])
def test_a_second_strict_tool_that_is_lost_is_found(dialect: str) -> None:
    def is_strict_twice(scenario: Scenario) -> bool:
        return sum(isinstance(tool, ToolDefinition) and tool.strict is True for tool in scenario.tools) > 1

    assert is_found(Wrong(request=first_strict), dialect, is_strict_twice)


def cut_lists(parts: list[Part]) -> list[Part]:
    """Keep 20 elements of each list."""

    def cut(call: ToolCall) -> ToolCall:
        values = call.arguments.value or {}
        kept = {key: value[:20] if isinstance(value, list) else value for key, value in values.items()}
        return replace(call, arguments=from_text(exact_json.dumps(kept)))

    return [cut(part) if isinstance(part, ToolCall) else part for part in parts]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_long_list_that_is_cut_is_found(dialect: str) -> None:
    def has_long_list(scenario: Scenario) -> bool:
        arguments = (exact_json.loads(call.arguments) for turn in scenario.script for call in turn.calls)
        return any(isinstance(value, list) and len(value) > 20 for called in arguments for value in called.values())

    assert is_found(Wrong(cut_lists), dialect, has_long_list)


KEYWORDS = (
    "additionalProperties", "allOf", "anyOf", "const", "contains", "default", "dependentRequired", "deprecated",
    "description", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxItems",
    "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not",
    "oneOf", "pattern", "patternProperties", "prefixItems", "propertyNames", "required", "then", "title", "type",
    "uniqueItems",
)  # fmt: skip


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_keyword_that_is_lost_is_found(keyword: str) -> None:
    """Check that a lost keyword of any kind is found, because the usual conversations have all keywords."""
    adapter = Wrong(request=Schemas(lambda schema: {key: value for key, value in schema.items() if key != keyword}))
    names = [name for name in Generated(35, 5).names() if name.dialect == "anthropic_messages" and name.mode == "plain"]
    found = (causes(result for result in results(name, adapter) if result.outcome == "fail") for name in names)
    assert any(each.id == f"request/tool.parameters/{keyword}/lost" for of_case in found for each in of_case)


@pytest.mark.parametrize("bug", WRONG)
def test_no_tidy_example_shows_the_bug(bug: str) -> None:
    tidy = (name for name in cassettes("anthropic") if name.mode == "plain")
    found = (result for name in tidy for result in judge(open_case(name), WRONG[bug][0]))
    assert [result.id for result in found if result.outcome == "fail"] == []


def test_a_conversation_is_reduced_to_the_smallest_that_shows_the_cause() -> None:
    adapter = Wrong(merged)
    failed = [result for result in judged(adapter, "anthropic_messages", 20) if result.outcome == "fail"]
    cause = next(cause for cause in reducible(failed) if cause.id == "answer/calls/lost")
    smallest = next(found.smallest for found in causes(reduced(cause, adapter)) if found.id == cause.id)
    assert smallest.bytes < cause.smallest.bytes
    assert is_case(smallest.id)
    [turn] = [turn for turn in load(smallest.scenario).script if turn.calls]
    assert [call.arguments for call in turn.calls] == ["{}", "{}"]
    assert turn.text == ""


def test_what_a_written_scenario_shows_is_not_reduced() -> None:
    adapter = Wrong(lambda parts: [part for part in parts if not isinstance(part, ToolCall)])
    case = open_case(CassetteName("anthropic", "anthropic_messages", "call-single", "plain"))
    failed = [*judge(case, adapter), *judged(adapter, "anthropic_messages", 3)]
    found = reducible([result for result in failed if result.outcome == "fail"])
    assert "answer/calls/lost" not in {cause.id for cause in found}
