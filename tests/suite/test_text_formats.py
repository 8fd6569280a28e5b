"""Tests of text formats in the suite: the reference passes, and each check and mutant has a reader that fails it."""

import json
import re
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.text import wrong_formats
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, Shown
from conformance.gate.verdict import hold
from conformance.judge.cause import causes
from conformance.judge.result import Result, Results
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.mutants.streams.mutant import MUTANT
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import names
from conformance.recording.text_case import open_text_case
from conformance.standins.script import TurnCall
from conformance.suite import text_formats
from conformance.suite.text_formats import judge, judge_mutants
from toolwire.dialects.arguments import from_text
from toolwire.model import (
    Arguments,
    ProviderError,
    Reasoning,
    Refusal,
    Response,
    Text,
    Tool,
    ToolCall,
    ToolDefinition,
)
from toolwire.wire import exact_json

CALL = TurnCall(name="now", arguments="{}")
SOME = ("call-parallel", "call-with-reasoning", "call-with-text", "choice-auto-no-call")
"""Scenarios that are judged here. The suite's own test and the scans judge all scenarios with the reference."""


def every(reader: object, of: Sequence[CassetteName]) -> list[Result]:
    """Return the results of all checks and all mutants."""
    judged = [result for name in of for result in judge(open_text_case(name), reader)]  # type: ignore[arg-type]
    mutants = [result for name in of for result in judge_mutants(open_text_case(name), reader, lambda _: True)]  # type: ignore[arg-type]
    return [*judged, *mutants]


class Broken:
    """The reference with changed readings."""

    name = "broken"
    text_formats = ("hermes",)

    def __init__(self, change: Callable[[Response, Sequence[str]], Response]) -> None:
        self._change = change

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        return self._change(right(text_format, pieces, tools), pieces)


READ: dict[tuple[str, tuple[str, ...], str], Response] = {}
"""The correct readings, kept because all broken readers change the same readings."""


def right(text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
    key = text_format, tuple(pieces), repr(tools)
    if key not in READ:
        READ[key] = ReferenceAdapter().read_text(text_format, pieces, tools)
    return READ[key]


class Nobody:
    """An adapter that declines everything, or raises an exception."""

    name = "nobody"
    text_formats = ReferenceAdapter.text_formats

    def __init__(self, raised: Exception | None = None) -> None:
        self._raised = raised or Unsupported("no text is read")

    def read_text(self, *_: object) -> Response:
        raise self._raised


def with_parts(answer: Response, change: Callable[[list[object]], list[object]]) -> Response:
    return replace(answer, parts=tuple(change([*answer.parts])))  # type: ignore[arg-type]


def changed(part: type, **values: object) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change that replaces fields of every part of a type."""
    return lambda answer, _: with_parts(
        answer, lambda parts: [replace(item, **values) if isinstance(item, part) else item for item in parts]  # type: ignore[type-var]
    )  # fmt: skip


def a_call(name: str) -> ToolCall:
    return ToolCall(id=None, name=name, arguments=Arguments(text='{"city": "Paris"}', form="object"))


def eager(answer: Response, pieces: Sequence[str]) -> Response:
    """Add a call if the tool's name is anywhere in the text."""
    if answer.calls or "get_weather" not in "".join(pieces):
        return answer
    return with_parts(answer, lambda parts: [*parts, a_call("get_weather")])


def unfinished(answer: Response, _: Sequence[str]) -> Response:
    """Mark all calls as cut."""
    return changed(ToolCall, complete=False)(answer, _)


def begun_and_finished(answer: Response, _: Sequence[str]) -> Response:
    """Give each call twice: when it begins, marked as cut, and when it is complete."""
    return with_parts(answer, lambda parts: [
        each for part in parts
        for each in ((replace(part, complete=False), part) if isinstance(part, ToolCall) else (part,))
    ])  # fmt: skip


def whole_only(answer: Response, pieces: Sequence[str]) -> Response:
    """Drop all calls of texts that arrive in pieces."""
    if len(pieces) == 1:
        return answer
    return with_parts(answer, lambda parts: [part for part in parts if not isinstance(part, ToolCall)])


def once(answer: Response, _: Sequence[str]) -> Response:
    """Drop a call that equals an earlier call."""
    seen: set[tuple[str, str]] = set()

    def first(call: ToolCall) -> bool:
        key = call.name, call.arguments.text
        return key not in seen and not seen.add(key)  # type: ignore[func-returns-value]

    return with_parts(answer, lambda parts: [part for part in parts if not isinstance(part, ToolCall) or first(part)])


def thinks_aloud(answer: Response, pieces: Sequence[str]) -> Response:
    """Add the call that is only drafted in reasoning."""
    return eager(answer, pieces) if "<think>" in "".join(pieces) else answer


def starts_with_it(answer: Response, pieces: Sequence[str]) -> Response:
    """Drop the calls unless the text begins with a call or with reasoning."""
    begins = "".join(pieces).lstrip().startswith(("<tool_call>", "<think>"))
    return answer if begins else with_parts(answer, lambda parts: [p for p in parts if not isinstance(p, ToolCall)])


def ends_with_it(answer: Response, pieces: Sequence[str]) -> Response:
    """Drop the calls unless the text ends with a call."""
    ends = "".join(pieces).rstrip().endswith("</tool_call>")
    return answer if ends else with_parts(answer, lambda parts: [p for p in parts if not isinstance(p, ToolCall)])


def swallows(answer: Response, _: Sequence[str]) -> Response:
    """Remove quoted calls from the text."""
    quotation = re.compile("<tool_call>.*</tool_call>", re.S)
    return with_parts(answer, lambda parts: [
        replace(part, text=quotation.sub("", part.text)) if isinstance(part, Text) else part for part in parts
    ])  # fmt: skip


def calls_first(answer: Response, _: Sequence[str]) -> Response:
    """Put the calls before all other parts."""
    return with_parts(answer, lambda parts: sorted(parts, key=lambda part: not isinstance(part, ToolCall)))


def text_first(answer: Response, _: Sequence[str]) -> Response:
    """Put the calls after all other parts, as most readers do."""
    return with_parts(answer, lambda parts: sorted(parts, key=lambda part: isinstance(part, ToolCall)))


def thinks_last(answer: Response, _: Sequence[str]) -> Response:
    return with_parts(answer, lambda parts: sorted(parts, key=lambda part: isinstance(part, Reasoning)))


def late(answer: Response, _: Sequence[str]) -> Response:
    """Hold the last word of a text back until the next text, or the end."""

    def held(parts: list[object]) -> list[object]:
        found: list[object] = []
        word = ""
        for part in parts:
            if isinstance(part, Text):
                text = word + part.text
                start, _, word = text.rpartition(" ")
                part = Text(text=start)
                word = f" {word}"
            found.append(part)
        return [*found, Text(text=word)]

    return with_parts(answer, held)


def no_announcement(answer: Response, _: Sequence[str]) -> Response:
    """Drop the text before the first call."""

    def rest(parts: list[object]) -> list[object]:
        first = next((n for n, part in enumerate(parts) if isinstance(part, ToolCall)), 0)
        return [part for n, part in enumerate(parts) if n >= first or not isinstance(part, Text)]

    return with_parts(answer, rest)


def no_farewell(answer: Response, _: Sequence[str]) -> Response:
    """Drop the text after the last call."""

    def until(parts: list[object]) -> list[object]:
        last = max((n for n, part in enumerate(parts) if isinstance(part, ToolCall)), default=len(parts))
        return [part for n, part in enumerate(parts) if n <= last]

    return with_parts(answer, until)


def with_calls(change: Callable[[ToolCall], ToolCall]) -> Callable[[Response, Sequence[str]], Response]:
    return lambda answer, _: with_parts(
        answer, lambda parts: [change(part) if isinstance(part, ToolCall) else part for part in parts]
    )  # fmt: skip


def spelled(name: Callable[[str], str]) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change that spells the names of tools in another way."""
    return with_calls(lambda call: replace(call, name=name(call.name)))


def valued(change: Callable[[str], str]) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change of the text of arguments."""
    return with_calls(lambda call: replace(call, arguments=Arguments(text=change(call.arguments.text), form="object")))


def reads_json(answer: Response, _: Sequence[str]) -> Response:
    """Read JSON with a name and arguments as a call, even in a sentence."""
    found = re.compile(r'\{"name": "(\w+)", "arguments": \{.*\}\}')

    def read(part: object) -> list[object]:
        quoted = found.search(part.text) if isinstance(part, Text) else None
        return [part] if quoted is None else [a_call(quoted[1])]

    return with_parts(answer, lambda parts: [each for part in parts for each in read(part)])


def one_line(answer: Response, _: Sequence[str]) -> Response:
    """Join the lines of each text."""
    return with_parts(answer, lambda parts: [
        replace(part, text=part.text.replace("\n", " ")) if isinstance(part, Text) else part for part in parts
    ])  # fmt: skip


def declared(text: str) -> str:
    """Return arguments without those that no tool declares."""
    return json.dumps({key: value for key, value in json.loads(text).items() if key != "remark"})


NEW = ("text-tag-in-value", "text-values", "text-names", "text-equal-calls")
WARNING = {"text-quoted", "text-mentions", "text-types"}
VARIED = (
    "text-tag-in-value", "text-values", "text-lookalikes", "text-mentions", "text-unfit", "text-types", "text-scalars",
    "text-json", "text-schemas",
)  # fmt: skip
"""The names of checks that try many variants. Most faulty readers fail them."""


def dropped(is_lost: Callable[[ToolCall, Sequence[str]], bool]) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change that drops calls. ``is_lost`` gets a call and the pieces of the text."""
    return lambda answer, pieces: with_parts(
        answer, lambda parts: [part for part in parts if not isinstance(part, ToolCall) or not is_lost(part, pieces)]
    )


def without_prose(answer: Response, pieces: Sequence[str]) -> Response:
    """Return no parts for an answer that ends inside its first call."""
    return replace(answer, parts=()) if "<tool_call>" in "".join(pieces) and not answer.calls else answer


def guessed(answer: Response, pieces: Sequence[str]) -> Response:
    """Complete the arguments of a call that a stream cuts."""
    text = "".join(pieces)
    cut = len(pieces) > 1 and text.startswith("<tool_call>") and "city" in text and not answer.calls
    return with_parts(answer, lambda parts: [*parts, a_call("get_weather")]) if cut else answer


def is_mutant(result: Result) -> bool:
    return result.check.startswith(MUTANT)


def refuses_too(answer: Response, _: Sequence[str]) -> Response:
    """Add a refusal that the text does not have."""
    return with_parts(answer, lambda parts: [*parts, Refusal(text="I cannot help with that.")])


def reports_an_error(answer: Response, _: Sequence[str]) -> Response:
    """Report an error beside the right reading."""
    return replace(answer, error=ProviderError(status=500, message="the parser failed"))


def arguments_with(**values: object) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change of fields of the arguments of all calls."""
    return with_calls(lambda call: replace(call, arguments=replace(call.arguments, **values)))


CALLS = {"text-calls", "text-names", "text-equal-calls"}
KILLED = {
    "calls before text": (calls_first, {"text-order"}),
    "text before calls": (text_first, {"mutant-text-before-text"}),
    "text before reasoning": (thinks_last, {"text-order"}),
    "a word late": (late, {"text-order"}),
    "no announcement": (no_announcement, {"text-content", "text-before-cut", "mutant-text-behind-text"}),
    "no farewell": (no_farewell, {"mutant-text-before-text"}),
    "lower case": (spelled(str.lower), {"text-names"}),
    "no hyphens": (spelled(lambda name: name.replace("-", "_")), {"text-names"}),
    "no digits": (spelled(lambda name: re.sub(r"\d", "", name)), {"text-names"}),
    "sixty letters": (spelled(lambda name: name[:60]), {"text-names"}),
    "no tags": (valued(lambda text: re.sub(r"</?\w+>", "", text)), {"text-tag-in-value"}),
    "numbers of texts": (valued(lambda text: re.sub(r'"(\d+)"', r"\1", text)), {"text-values", "text-schemas"}),
    "the same id": (with_calls(lambda call: replace(call, id="call_0")), {"text-ids"}),
    "booleans as texts": (valued(lambda text: re.sub(": (true|false)", r': "\1"', text)), {"text-scalars"}),
    "lists of one as their item": (valued(lambda text: re.sub(r'\["(\w+)"\]', r'"\1"', text)), {"text-scalars"}),
    "no apostrophes": (valued(lambda text: text.replace("it's", "its")), {"text-values"}),
    "filled templates": (valued(lambda text: text.replace("%s", "")), {"text-values"}),
    "one line of JSON": (dropped(lambda call, _: "\n" in call.arguments.text), {"text-json"}),
    "a blank behind colons": (dropped(lambda call, _: '":"' in call.arguments.text), {"text-json"}),
    "no CDATA": (valued(lambda text: text.replace("<![CDATA[a]]>", "a")), {"text-values"}),
    "a quote behind a backslash": (dropped(lambda call, _: '\\\\"' in call.arguments.text), {"text-values"}),
    "an offered name before others": (spelled(lambda name: name.removesuffix("_2")), {"text-names"}),
    "nine calls": (
        lambda answer, _: with_parts(answer, lambda parts: [part for part in parts if part not in answer.calls[9:]]),
        {"text-equal-calls"},
    ),
    "reasoning on a line": (
        lambda answer, _: with_parts(
            answer,
            lambda parts: [
                replace(part, text=" ".join(part.text.split())) if isinstance(part, Reasoning) else part
                for part in parts
            ],
        ),
        {"text-lookalikes"},
    ),
    "no text behind reasoning": (
        lambda answer, _: with_parts(
            answer,
            lambda parts: [part for part in parts if not isinstance(part, Text) or not isinstance(parts[0], Reasoning)],
        ),
        {"text-lookalikes"},
    ),
    "a marker in a piece": (
        dropped(lambda _, pieces: len(pieces) > 1 and any("<tool_call>" in piece for piece in pieces)),
        {"mutant-text-in-large-pieces"},
    ),
    "up to the first empty piece": (
        dropped(lambda _, pieces: len(pieces) > 1 and "" in pieces),
        {"mutant-text-with-empty-pieces"},
    ),
    "nothing before a cut": (without_prose, {"text-before-cut", "text-quoted"}),
    "guessed ends": (guessed, {"text-cut"}),
    "texts unescaped": (valued(lambda text: text.replace("&lt;", "<").replace("&gt;", ">")), {"text-values"}),
    "other line ends": (valued(lambda text: text.replace("\\r\\n", "\\n")), {"text-values"}),
    "backslashes read": (valued(lambda text: text.replace("\\\\n", "\\n")), {"text-values"}),
    "blanks squeezed": (valued(lambda text: text.replace("a  b", "a b")), {"text-values"}),
    "no fences": (valued(lambda text: text.replace("```", "")), {"text-tag-in-value"}),
    "first call alone": (lambda answer, _: with_parts(answer, lambda parts: parts[:1]), CALLS),
    "calls turned round": (
        lambda answer, _: with_parts(answer, lambda parts: parts[::-1]),
        CALLS | {"text-order", "text-cut"},
    ),
    "text changed": (
        changed(Text, text="TEXT"),
        {"text-content", "text-order", "text-quoted", "text-before-cut"},
    ),
    "reasoning lost": (changed(Reasoning, text=""), {"text-reasoning", "text-before-cut"}),
    "whole alone": (whole_only, {"text-calls", "text-equal-calls", "mutant-text-in-pieces"}),
    "json anywhere": (reads_json, {"text-mentions", "text-quoted"}),
    "one line": (one_line, {"text-lookalikes", "text-quoted"}),
    "nothing undeclared": (valued(declared), {"text-unfit-arguments"}),
    "types of the schema": (valued(lambda text: text.replace(": 7", ': "7"')), {"text-types"}),
    "swallows quotations": (swallows, {"text-quoted"}),
    "eager": (eager, {"text-cut", "text-quoted", "mutant-text-in-reasoning"}),
    "refuses, too": (refuses_too, {"text-content", "text-quoted"}),
    "reports an error, too": (reports_an_error, {"text-content", "text-quoted"}),
    "another value": (arguments_with(value={"other": 1}), CALLS | {"text-cut"}),
    "another form": (arguments_with(form="invalid"), CALLS | {"text-cut"}),
    "a byte order mark": (valued(lambda text: f"\ufeff{text}"), CALLS | {"text-cut"}),
    "custom calls": (changed(ToolCall, kind="custom"), CALLS | {"text-cut"}),
    "never complete": (unfinished, CALLS | {"text-uncut"}),
    "unfinished before finished": (begun_and_finished, {"text-uncut"}),
    "the same call once": (once, {"text-equal-calls", "mutant-text-twice"}),
    "drafts": (thinks_aloud, {"text-cut", "text-quoted", "mutant-text-in-reasoning"}),
    "at the beginning": (starts_with_it, CALLS | {"mutant-text-behind-text"}),
    "at the end": (ends_with_it, {"mutant-text-before-text"}),
}


@pytest.mark.parametrize("name", KILLED)
def test_each_check_fails_who_is_wrong(name: str) -> None:
    change, expected = KILLED[name]
    scenarios = (*SOME, "call-single")
    of = [name for name in names() if name.dialect == "hermes" and name.scenario in scenarios]
    failed = [result for result in every(Broken(change), of) if result.outcome in ("fail", "warn")]
    assert all((result.outcome == "warn") is (result.check in WARNING) for result in failed if not is_mutant(result))
    found = {result.check for result in failed}
    assert expected <= found
    everything = {check for check in found if check.startswith((MUTANT, *VARIED))}
    assert found - everything == expected - everything
    assert all(result.party == "adapter" and result.findings and result.seen for result in failed)
    assert {result.silent for result in failed} == {change is not reports_an_error}


def test_each_check_and_each_mutant_has_somebody_who_fails_it() -> None:
    killed = set[str]().union(*(expected for _, expected in KILLED.values()))
    assert killed == {*(check.name for check in TEXT_CHECKS), *(f"{MUTANT}{mutant.id}" for mutant in TEXT_MUTANTS)}


def blanks_around(answer: Response, _: Sequence[str]) -> Response:
    """Add blanks around texts, as a template does."""
    return with_parts(answer, lambda parts: [
        replace(part, text=f"\n{part.text}\n\n") if isinstance(part, Text) else part for part in parts
    ])  # fmt: skip


def gives_what_was_cut(answer: Response, pieces: Sequence[str]) -> Response:
    """Add the call that was cut, marked as cut."""
    whole = "".join(pieces).rstrip().endswith("</tool_call>") or "<tool_call>" not in "".join(pieces)
    cut_off = replace(a_call("now"), complete=False)
    return answer if whole else with_parts(answer, lambda parts: [*parts, cut_off])


def in_bits(answer: Response, _: Sequence[str]) -> Response:
    """Split the text into a part for each character, with empty reasoning after each."""

    def bits(part: object) -> list[object]:
        return (
            [bit for char in part.text for bit in (Text(text=char), Reasoning())] if isinstance(part, Text) else [part]
        )

    return with_parts(answer, lambda parts: [bit for part in parts for bit in bits(part)])


def shows_what_was_cut(answer: Response, pieces: Sequence[str]) -> Response:
    """Add the text from the first marker on, if no call is read."""
    _, marker, rest = "".join(pieces).partition("<tool_call>\n")
    is_cut = marker and "</tool_call>" not in rest and not answer.calls
    return with_parts(answer, lambda parts: [*parts, Text(text=f"{marker}{rest}")]) if is_cut else answer


def with_ids(answer: Response, _: Sequence[str]) -> Response:
    """Give each call its index as an id."""
    return with_parts(answer, lambda parts: [
        replace(part, id=f"call_{n}") if isinstance(part, ToolCall) else part for n, part in enumerate(parts)
    ])  # fmt: skip


def spelled_otherwise(answer: Response, _: Sequence[str]) -> Response:
    """Give arguments with escapes and without blanks."""
    return valued(lambda text: json.dumps(json.loads(text), separators=(",", ":")))(answer, _)


def blanks_between(answer: Response, _: Sequence[str]) -> Response:
    """Add a blank before and after every call."""

    def apart(part: object) -> list[object]:
        return [Text(text=" "), part, Text(text="\n")] if isinstance(part, ToolCall) else [part]

    return with_parts(answer, lambda parts: [some for part in parts for some in apart(part)])


@pytest.mark.parametrize(
    "innocent",
    [
        blanks_around,
        gives_what_was_cut,
        shows_what_was_cut,
        with_ids,
        spelled_otherwise,
        in_bits,
        blanks_between,
        no_farewell,
        text_first,
    ],
)
def test_who_is_right_in_another_way_passes(innocent: Callable[[Response, Sequence[str]], Response]) -> None:
    of = [name for name in names() if name.dialect == "hermes" and name.scenario in (*SOME, "call-single")]
    assert [result.id for result in every(Broken(innocent), of) if result.outcome == "fail"] == []


class OfSchema(Broken):
    """The reference with other values for the arguments whose schema has a type."""

    def __init__(self, kind: str, change: Callable[[object], object]) -> None:
        self._kind, self._other = kind, change

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        declared = [of for tool in tools for of in tool.parameters.get("properties", {}).items()]
        chosen = {key for key, of in declared if of.get("type") == self._kind}

        def changed(text: str) -> str:
            value = exact_json.loads(text)
            return exact_json.dumps({key: self._other(of) if key in chosen else of for key, of in value.items()})

        return valued(changed)(right(text_format, pieces, tools), pieces)


def number(value: object) -> object:
    return exact_json.loads(value) if isinstance(value, str) else value


def listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("kind", "change", "scenario", "expected"),
    [
        ("integer", number, "call-big-numbers", {"text-types": "warn"}),
        ("array", listed, "call-nested-arguments", {"text-unfit-arguments": "fail"}),
    ],
)
def test_who_changes_values_by_the_schema(
    kind: str, change: Callable[[object], object], scenario: str, expected: dict[str, str]
) -> None:
    of = [name for name in names() if name.dialect == "hermes" and name.scenario == scenario]
    found = [result for result in every(OfSchema(kind, change), of) if result.outcome in ("fail", "warn")]
    assert {result.check: result.outcome for result in found} == expected


def test_qwen_writes_booleans_as_python_does() -> None:
    """Check a reader of Qwen3-Coder's format that knows only the booleans of JSON."""

    def of_json(answer: Response, pieces: Sequence[str]) -> Response:
        written = "".join(pieces)
        return valued(lambda text: text.replace(": true", ': "True"') if "\nTrue\n" in written else text)(
            answer, pieces
        )

    class Reader(Broken):
        def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
            answer = right(text_format, pieces, tools)
            spaced = valued(lambda text: exact_json.dumps(exact_json.loads(text), spaced=True))(answer, pieces)
            return of_json(spaced, pieces)

    [case] = [name for name in names() if str(name) == "text/qwen3_coder/call-single/plain"]
    found = judge(open_text_case(case), Reader(lambda *_: None))  # type: ignore[arg-type, return-value]
    assert {result.check for result in found if result.outcome == "fail"} == {"text-scalars"}


def arguments_of(change: Callable[[str], str]) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change of the text of arguments, which need not be JSON afterwards."""
    return with_calls(lambda call: replace(call, arguments=from_text(change(call.arguments.text))))


def merged(answer: Response, _: Sequence[str]) -> Response:
    """Merge all calls into a single call."""
    name = "".join(call.name for call in answer.calls)
    return with_parts(answer, lambda parts: [replace(part, name=name) if isinstance(part, ToolCall) else part
                                             for part in parts][:1])  # fmt: skip


def without_marked(*marks: str) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change that drops calls whose arguments contain a mark."""

    def is_read(part: object) -> bool:
        return not isinstance(part, ToolCall) or not any(mark in part.arguments.text for mark in marks)

    return lambda answer, _: with_parts(answer, lambda parts: [part for part in parts if is_read(part)])


def stripped(text: str) -> str:
    values = json.loads(text).items()
    return json.dumps({key: value.strip() if isinstance(value, str) else value for key, value in values})


OF_VARIANTS = {
    "opening": (without_marked("<tool_call>"), "call-single", {"tag-in-value/opening"}),
    "closing": (without_marked("</tool_call>"), "call-single", {"tag-in-value/closing"}),
    "a whole call": (
        without_marked('\\"}} </tool_call>\\nBerlin\\n\\n', '"arguments\\":'), "call-single",
        {"tag-in-value/opening", "values/calls/lost"},
    ),
    "reasoning": (without_marked("<think>"), "call-single", {"tag-in-value/reasoning"}),
    "other": (without_marked("[TOOL_CALLS]"), "call-single", {"tag-in-value/other"}),
    "two of them": (
        without_marked("<think>", "</tool_call>"), "call-single", {"tag-in-value/reasoning", "tag-in-value/closing"},
    ),
    "cut at a marker": (
        arguments_of(lambda text: text.partition("</tool_call>")[0]), "call-single", {"tag-in-value/closing"},
    ),
    "white space": (valued(stripped), "call-unicode-arguments", {"values/stripped"}),
    "numbers": (valued(lambda text: re.sub(r'"(\d+)"', r"\1", text)), "call-single",
        {"values/call.arguments/retyped", "values/call.arguments/broken",  # of "12" and "007"
         "schemas/call.arguments/retyped"}),
    "merged": (merged, "call-single", {"equal-calls/merged"}),
    "cut": (eager, "call-single", {"cut/given-out"}),
}  # fmt: skip
"""Readers, each with a scenario and all faults that any variant of the scenario shows."""


@pytest.mark.parametrize("name", OF_VARIANTS)
def test_every_variant_is_read_and_what_is_wrong_is_named_by_what_misreads_it(name: str) -> None:
    change, scenario, expected = OF_VARIANTS[name]
    [case] = [case for case in names() if str(case) == f"text/hermes/{scenario}/plain"]
    failing = [result for result in judge(open_text_case(case), Broken(change)) if result.outcome == "fail"]  # type: ignore[arg-type]
    found = {cause.id for cause in causes(failing)}
    assert found == {f"text/{cause}" for cause in expected}
    for result in failing:
        for finding in result.findings:
            seen = result.seen_in(finding)
            assert seen is not None
            assert seen.variant == finding.variant


@pytest.mark.parametrize(("text_format", "outcome"), [("deepseek_v31", "fail"), ("hermes", "warn")])
def test_a_call_in_reasoning_is_no_call_unless_servers_disagree(text_format: str, outcome: str) -> None:
    of = [name for name in names() if str(name) == f"text/{text_format}/call-single/stream"]
    found = every(Broken(thinks_aloud), of)
    assert {result.outcome for result in found if result.check == f"{MUTANT}text-in-reasoning"} == {outcome}


def flushes_twice(answer: Response, _: Sequence[str]) -> Response:
    """Return the last text twice."""
    return with_parts(answer, lambda parts: [*parts, *(part for part in parts[-1:] if isinstance(part, Text))])


def last_word_held(answer: Response, _: Sequence[str]) -> Response:
    """Drop the last word of the text after a call."""

    def asked(parts: list[object]) -> list[object]:
        if answer.calls and isinstance(last := parts[-1], Text):
            return [*parts[:-1], replace(last, text=last.text.rpartition(" ")[0])]
        return parts

    return with_parts(answer, asked)


def ends_at_text(answer: Response, _: Sequence[str]) -> Response:
    """Drop everything from the first text after a call on."""

    def read(parts: list[object]) -> list[object]:
        first = next((n for n, part in enumerate(parts) if isinstance(part, ToolCall)), len(parts))
        behind = (n for n, part in enumerate(parts) if n > first and isinstance(part, Text) and part.text.strip())
        return parts[: next(behind, len(parts))]

    return with_parts(answer, read)


@pytest.mark.parametrize(
    ("reader", "outcomes"),
    [
        (no_farewell, {"warn"}),
        (text_first, {"warn"}),
        (flushes_twice, {"fail"}),
        (last_word_held, {"fail"}),
        (ends_at_text, {"fail", "warn"}),
    ],
)
def test_only_text_behind_calls_may_be_lost_as_a_whole_or_moved(
    reader: Callable[[Response, Sequence[str]], Response], outcomes: set[str]
) -> None:
    of = [name for name in names() if str(name) == "text/hermes/call-with-text/stream"]
    behind = (f"{MUTANT}text-before-text", f"{MUTANT}text-twice")
    found = {result.outcome for result in every(Broken(reader), of) if result.check in behind}
    assert found - {"pass"} == outcomes


@pytest.mark.parametrize(
    ("reads", "expected"), [(lambda names: [], "calls/calls/lost"), (lambda names: names, "unknown-tool/lost")],
    ids=["none", "those of offered tools"],
)  # fmt: skip
def test_a_call_of_a_tool_that_was_not_offered_is_apart_where_it_is_read_if_it_is(
    reads: Callable[[set[str]], set[str]], expected: str
) -> None:
    class Offered(Broken):
        def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
            known = reads({tool.name for tool in tools if isinstance(tool, ToolDefinition)})
            answer = right(text_format, pieces, tools)
            return with_parts(answer, lambda parts: [
                part for part in parts if not isinstance(part, ToolCall) or part.name in known
            ])  # fmt: skip

    of = [case for case in names() if case.dialect == "hermes" and case.scenario == "call-unknown-tool"]
    failing = [
        result
        for case in of
        for result in judge(open_text_case(case), Offered(lambda *_: None))
        if result.outcome == "fail"
    ]  # type: ignore[arg-type, return-value]
    assert {cause.id for cause in causes(failing)} == {f"text/{expected}"}


def test_nothing_more_is_read_once_the_adapter_does_not_answer() -> None:
    asked = 0

    def silent(answer: Response, pieces: Sequence[str]) -> Response:
        nonlocal asked
        if "[TOOL_CALLS]" in "".join(pieces) or "<think>" in "".join(pieces):
            asked += 1
            raise ValueError("odd")
        return answer

    [case] = [case for case in names() if str(case) == "text/hermes/call-single/plain"]
    found = {result.check: result for result in judge(open_text_case(case), Broken(silent))}  # type: ignore[arg-type]
    assert found["text-tag-in-value"].outcome == "fail"
    assert asked == 1


@pytest.mark.parametrize("shows", [("ids", "finish"), ("order",)], ids=["no order", "order"])
def test_the_order_is_asked_of_who_shows_it(shows: tuple[Shown, ...]) -> None:
    reader = Broken(text_first)
    reader.hello = Hello(name="broken", version="", language="python", dialects=(), shows=shows)
    of = [name for name in names() if name.dialect == "hermes" and name.scenario == "call-with-text"]
    found = every(reader, of)
    failed = {result.check for result in found if result.outcome in ("fail", "warn")}
    assert failed == ({"mutant-text-before-text", "mutant-text-twice"} if "order" in shows else set())
    outcomes = {result.outcome for result in found if result.check == "text-order"}
    assert outcomes == ({"pass"} if "order" in shows else {"not-applicable"})


def test_who_declines_is_not_passed_and_who_breaks_fails() -> None:
    of = [name for name in names() if name.dialect == "hermes" and name.scenario == "call-single"]
    declined = [result for result in every(Nobody(), of) if result.party == "adapter"]
    assert {result.outcome for result in declined} == {"unsupported"}
    assert {result.declined for result in declined} == {"no text is read"}
    broke = [result for result in every(Nobody(ValueError("odd")), of) if result.party == "adapter"]
    assert {(result.outcome, result.silent) for result in broke} == {("fail", False)}
    assert all(
        result.findings[0].message.startswith("ValueError: odd (tests/suite/test_text_formats.py:") for result in broke
    )
    run = hold(Results(adapter="nobody", results=tuple(broke)), (), None, lambda _: True)
    assert run.adapter_broke
    assert len(run.failed) == len(broke)


def gives(change: Callable[[Response, Sequence[str]], object]) -> list[Result]:
    """Return the results of a reader with changed readings."""
    of = [name for name in names() if name.dialect == "hermes" and name.scenario == "call-single"]
    return [
        result
        for result in every(Broken(change), of)
        if result.party == "adapter" and result.outcome != "not-applicable"
    ]  # type: ignore[arg-type]


def leave(*_: object) -> Response:
    raise SystemExit(0)


@pytest.mark.parametrize(
    "change",
    [
        lambda *_: None,
        lambda *_: {"parts": []},
        lambda answer, _: iter([answer]),
        leave,
        changed(ToolCall, complete="no"),
        changed(ToolCall, arguments=Arguments(text={"city": "Paris"}, form="object")),  # type: ignore[arg-type]
        changed(Text, text=b"bytes"),
    ],
    ids=["nothing", "a dict", "a generator", "exits", "a word for a truth", "arguments no text", "bytes"],
)
def test_what_is_no_response_is_a_failure(change: Callable[[Response, Sequence[str]], object]) -> None:
    assert "fail" in {result.outcome for result in gives(change)}


def begun_calls(end: Callable[[str], str]) -> Callable[[Response, Sequence[str]], Response]:
    """Return a change that adds the call that a stream cuts. ``end`` makes its arguments from their beginning."""

    def change(answer: Response, pieces: Sequence[str]) -> Response:
        begun = re.search(r'"name": "([^"]*)", "arguments": ?([^\n]*)\Z', "".join(pieces))
        if begun is None or len(pieces) == 1 or answer.calls:
            return answer
        text = end(begun[2])
        form = "object" if text.endswith("}") else "invalid" if text else "empty"
        call = ToolCall(id=None, name=begun[1], arguments=Arguments(text=text, form=form))
        return with_parts(answer, lambda parts: [*parts, call])

    return change


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda text: text, "warn"),
        (lambda _: "", "warn"),
        (lambda text: text if len(text) < 6 else "{}", "fail"),
        (lambda text: text if len(text) < 6 else '{"place": "B"}', "fail"),
    ],
    ids=["as they were written", "empty", "later completed", "later others"],
)
def test_a_stream_may_show_the_beginning_of_a_call_that_is_cut(end: Callable[[str], str], outcome: str) -> None:
    cuts = [result for result in gives(begun_calls(end)) if result.check == "text-cut"]
    assert {result.mode: result.outcome for result in cuts} == {"plain": "pass", "stream": outcome}


def test_a_stream_that_shows_a_part_of_the_name_of_a_cut_call_fails() -> None:
    def part_of_the_name(answer: Response, pieces: Sequence[str]) -> Response:
        begun = re.search(r'"name": "([^"]+)\Z', "".join(pieces))
        if begun is None or answer.calls:
            return answer
        call = ToolCall(id=None, name=begun[1], arguments=Arguments(text="", form="empty"))
        return with_parts(answer, lambda parts: [*parts, call])

    assert {result.outcome for result in gives(part_of_the_name) if result.check == "text-cut"} == {"fail"}


def test_calls_of_a_cut_answer_that_are_merged_are_merged_and_not_cut() -> None:
    def joined(answer: Response, pieces: Sequence[str]) -> Response:
        written = re.findall(r'"name": "([^"]+)"', "".join(pieces))
        if len(written) < 2:
            return answer
        call = ToolCall(id=None, name="".join(written), arguments=Arguments(text="", form="empty"))
        return with_parts(answer, lambda parts: [part for part in parts if not isinstance(part, ToolCall)] + [call])

    [case] = [case for case in names() if str(case) == "text/hermes/call-parallel/stream"]
    judged = judge(open_text_case(case), Broken(joined))  # type: ignore[arg-type]
    failing = [result for result in judged if result.check == "text-cut" and result.outcome == "fail"]
    assert {cause.id for cause in causes(failing)} == {"text/equal-calls/merged"}


def test_no_answer_is_cut_inside_a_token() -> None:
    def misread_inside(answer: Response, pieces: Sequence[str]) -> Response:
        inside = re.search(r"</?(t(o(o(l(_(c(a(l(l)?)?)?)?)?)?)?)?)?\Z", "".join(pieces))
        return with_parts(answer, lambda parts: [*parts, a_call("now")]) if inside else answer

    assert {result.outcome for result in gives(misread_inside) if result.check == "text-cut"} == {"pass"}


def test_to_decline_one_cut_hides_no_other() -> None:
    def some(answer: Response, pieces: Sequence[str]) -> Response:
        if "".join(pieces) == "":
            raise Unsupported("nothing to read")
        return eager(answer, pieces)

    outcomes = {result.check: result.outcome for result in gives(some)}
    assert outcomes["text-cut"] == "fail"


@pytest.mark.parametrize(
    "given", ["hermes", None, ("hermes", "nonesuch"), (1,)], ids=["text", "none", "unknown", "number"]
)
def test_formats_that_there_are_not_are_no_adapter_s(given: object) -> None:
    assert wrong_formats(given)
    assert wrong_formats(("hermes",)) is None


class Counting(ReferenceAdapter):
    """The reference, which counts its readings."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        self.read += 1
        return super().read_text(text_format, pieces, tools)


def test_a_large_reading_is_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(open_text_case(name) for name in names() if name.dialect == "hermes" and name.scenario == SOME[0])
    cached, large = Counting(), Counting()
    list(judge(case, cached))
    monkeypatch.setattr(text_formats, "_MOST_KEPT", 0)
    list(judge(case, large))
    assert cached.read < large.read
