"""Tests of each text format with examples."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

from toolwire.detection import text_format_of
from toolwire.dialects import arguments
from toolwire.dialects.arguments import from_text
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.errors import Inexpressible
from toolwire.model import CallStarted, Json, Part, Reasoning, Text, TextDelta, ToolCall, ToolDefinition
from toolwire.registry import text_format as registered
from toolwire.text import FORMATS, Parsed, TextFormat, TextStream, parse, sentinel
from toolwire.wire import exact_json

NAMED = {text_format.name: text_format for text_format in FORMATS}
PROPERTIES: dict[str, Json] = {
    "sku": {"type": "string"},
    "depot": {"type": "integer"},
    "strict": {"type": "boolean"},
    "note": {"type": ["string", "null"]},
    "tags": {"type": "array", "items": {"type": "string"}},
    "place": {"$ref": "#/$defs/place"},
}
PLACE: Json = {"type": "object", "properties": {"x": {"type": "integer"}}}
TOOLS = (
    ToolDefinition(name="stock", parameters={"type": "object", "properties": PROPERTIES, "$defs": {"place": PLACE}}),
    ToolDefinition(name="now", parameters={"type": "object", "properties": {}}),
)
SHELL = (ToolDefinition(name="shell", parameters={"type": "object", "properties": {"command": {"type": "string"}}}),)

Call = tuple[str, Json]
A7: Call = ("stock", {"sku": "A-7", "depot": 2})
NOW: Call = ("now", {})


def read(name: str, text: str, *, in_reasoning: bool = False) -> Parsed:
    return parse(text, NAMED[name], TOOLS, in_reasoning=in_reasoning)


def calls(parsed: Parsed) -> list[Call]:
    assert all(call.complete for call in parsed.calls)
    return [(call.name, call.arguments.value) for call in parsed.calls]


def text_of(parsed: Parsed, kind: type[Text | Reasoning] = Text) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, kind))


SAMPLES: list[tuple[str, str, list[Call]]] = [
    (sample["format"], sample["text"], [(name, value) for name, value in sample["calls"]])
    for sample in yaml.safe_load((Path(__file__).parent / "samples.yaml").read_text("utf-8"))
]
WRITTEN = [text_format for text_format in FORMATS if text_format.render]
every_written = pytest.mark.parametrize("text_format", WRITTEN, ids=[text_format.name for text_format in WRITTEN])
every_sample = pytest.mark.parametrize(("name", "text", "expected"), SAMPLES, ids=[name for name, _, _ in SAMPLES])


@every_sample
def test_calls_are_read(name: str, text: str, expected: list[Call]) -> None:
    assert calls(read(name, text)) == expected


def test_every_format_has_a_sample() -> None:
    assert {name for name, _, _ in SAMPLES} == set(NAMED)


@every_sample
def test_cut_anywhere_no_call_is_made_up(name: str, text: str, expected: list[Call]) -> None:
    for end in range(len(text)):
        found = calls(read(name, text[:end]))
        assert found == expected[: len(found)]


@every_sample
def test_the_end_of_a_text_that_was_cut_completes_no_call(name: str, text: str, expected: list[Call]) -> None:
    for end in range(len(text) + 1):
        stream = TextStream(NAMED[name], TOOLS)
        stream.feed(text[:end])
        assert not [event for event in stream.end(cut=True) if isinstance(event, CallStarted)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("react", "Action: shell\nAction Input: rm -rf /tmp/bui", id="react"),
        pytest.param("kimi_k2", "<|tool_call_begin|>functions.shell:0<|tool_call_argument_begin|>{}", id="kimi_k2"),
        pytest.param("qwen3_coder", "<function=shell>\n</func", id="qwen3_coder"),
    ],
)
def test_what_only_the_end_closes_is_a_call_where_the_model_ended_it(name: str, text: str) -> None:
    assert len(parse(text, NAMED[name], SHELL).calls) == 1
    assert parse(text, NAMED[name], SHELL, cut=True).calls == ()


OWN_END = {
    "hermes": "</tool_call>",
    "qwen3_coder": "</function>",
    "deepseek_v3": "<｜tool▁call▁end｜>",
    "deepseek_v31": "<｜tool▁call▁end｜>",
    "deepseek_v32": "</｜DSML｜invoke>",
    "deepseek_v4": "</｜DSML｜invoke>",
    "deepseek_v41": "</｜DSML｜ invoke>",
    "glm": "</tool_call>",
    "kimi_k2": "<|tool_call_end|>",
    "kimi_k3": "<|close|>call<|sep|>",
    "minimax_m2": "</invoke>",
    "minimax_m3": "]<]minimax[>[</invoke>",
    "harmony": "<|call|>",
    "gemma4": "<tool_call|>",
    "functiongemma": "<end_function_call>",
    "cohere": "<|END_ACTION|>",
    "claude_invoke": "</invoke>",
    "sentinel": "[END_TOOL_REQUEST]",
    "mistral": "}",
    "granite": "]",
    "granite_20b": "}}",
    "phi4": "]",
    "function_call": "}}",
}
"""The text that ends a call, by format. If it is only brackets, the call is complete before any marker follows."""
SHAPED = ("llama3_json", "pythonic", "fenced_json", "react")
"""Formats in which the text after a call could still show that it is not a call."""


@every_written
def test_a_call_of_a_cut_answer_has_its_end_and_any_other_is_left_over(text_format: TextFormat) -> None:
    call = ToolCall(id=None, name="stock", arguments=arguments.from_value({"sku": "A-7", "strict": True}))
    assert text_format.render is not None
    text = text_format.render([call])
    end = OWN_END.get(text_format.name)
    whole = len(text) + 1 if end is None else text.index(end, text.index("true")) + len(end)
    assert end is not None or text_format.name in SHAPED
    named = text.index("stock") + len("stock")
    for size in range(named, len(text) + 1):
        parsed = parse(text[:size], text_format, TOOLS, cut=True)
        assert bool(parsed.calls) is (size >= whole)
        assert parsed.calls or parsed.leftover or parsed.held
    assert len(parse(text, text_format, TOOLS).calls) == 1


def test_reasoning_that_was_cut_is_reasoning() -> None:
    text = "I could call <tool_call>\n<function=now>\n</function>\n</tool_call>"
    assert calls(read("qwen3_coder", f"<think>{text}")) == [NOW]
    assert parse(f"<think>{text}", NAMED["qwen3_coder"], TOOLS, cut=True).parts == (Reasoning(text=text),)


@every_sample
def test_fenced_or_in_a_code_span_it_is_text(name: str, text: str, expected: list[Call]) -> None:
    close = text.strip().replace("\n\n", "\n")
    behind = text.replace("\n", "\n> ")
    for quoted in (
        f"So:\n````\n{text}\n````\n",
        f"So: `` {close.replace(chr(10), ' ')} `` is how",
        f"So: ``\n{close}\n`` is how",
        f"So:\n\n> ````\n> {behind}\n> ````\n",
        f"So:\n\n- a\n\n      ````\n      {text}\n      ````\n",
    ):
        ends_span = "```" in text and "``\n" in quoted and "````" not in quoted
        if not NAMED[name].frames_text and not ends_span:
            assert read(name, quoted).parts == (Text(text=quoted),), quoted


FENCE = "So:\n```python\nprint(1)\n```"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("mistral", "[TOOL_CALLS]now[ARGS]{}"),
        ("gemma4", "<|tool_call>call:now{}<tool_call|>"),
        (
            "deepseek_v31",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        ),
    ],
)
def test_a_marker_ends_the_line_that_closes_a_fence(name: str, call: str) -> None:
    parsed = read(name, f"{FENCE}{call}")
    assert "".join(part.text for part in parsed.parts if isinstance(part, Text)) == FENCE
    assert calls(parsed) == [NOW]
    assert in_characters(f"{FENCE}{call}", NAMED[name]) == (parsed.parts, "")
    assert read(name, f"{FENCE[:-3]}{call}").parts == (Text(text=f"{FENCE[:-3]}{call}"),)


def in_characters(text: str, known: TextFormat) -> tuple[tuple[Part, ...], str]:
    """Read a text that arrives character by character. Return the parts, and the text that was held back."""
    stream, assembler = TextStream(known, TOOLS), Assembler()
    for event in (*chain.from_iterable(map(stream.feed, text)), *stream.end()):
        assembler.add(event)
    return assembler.response().parts, stream.held


CALL = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'


@pytest.mark.parametrize(
    ("text", "reasoning", "expected_text", "count"),
    [
        pytest.param(
            f"<think>a</think>So.\n<think>\nOr {CALL}\n</think>\n\nNo.",
            f"aOr {CALL}",
            "So.\n\n\nNo.",
            0,
            id="second-thought",
        ),
        pytest.param(f"So.<think>\nOr {CALL}</think>\nNo.", f"Or {CALL}", "So.\nNo.", 0, id="thought-behind-text"),
        pytest.param(f"See {CALL}.\n<think>b</think> done", "b", "See .\n done", 1, id="call-before-thought"),
        pytest.param(
            "Hello. <think>b</think> more", "", "Hello. <think>b</think> more", 0, id="thought-behind-a-sentence"
        ),
        pytest.param(
            f"Say <think> or {CALL} and </think>.",
            "",
            f"Say <think> or {CALL} and </think>.",
            0,
            id="tags-in-a-sentence",
        ),
        pytest.param(f"It begins with <think>.\n{CALL}", "", "It begins with <think>.\n", 1, id="tag-in-a-sentence"),
        pytest.param(
            f"Write:\n```python\nprint(1)\n</think>\n\n{CALL}",
            "Write:\n```python\nprint(1)",
            "\n\n",
            1,
            id="fence-in-thought",
        ),
        pytest.param(f"> do it</think>\n\n{CALL}", "> do it", "\n\n", 1, id="block-quote-in-thought"),
        pytest.param(
            f"Use the ` key</think>\n{CALL}\nI pressed `",
            "Use the ` key",
            "\n\nI pressed `",
            1,
            id="backtick-in-thought",
        ),
        pytest.param(
            f"See {CALL}, which `</think>` ends.", "", "See , which `</think>` ends.", 1, id="end-in-code-span"
        ),
        pytest.param(f"```\n</think>\n```\nSee {CALL}", "", "```\n</think>\n```\nSee ", 1, id="end-in-fence"),
        pytest.param(
            f"1. press ` to open\n2. {CALL}\n3. press ` to close",
            "",
            "1. press ` to open\n2. \n3. press ` to close",
            1,
            id="backtick-in-list",
        ),
        pytest.param(
            f"use \\` for it\n{CALL}\nand \\` too", "", "use \\` for it\n\nand \\` too", 1, id="escaped-backticks"
        ),
        pytest.param(f"He wrote:\n\n- > {CALL}", "", f"He wrote:\n\n- > {CALL}", 0, id="quote-in-list"),
    ],
)
def test_where_reasoning_and_quotations_begin_and_end(
    text: str, reasoning: str, expected_text: str, count: int
) -> None:
    for how in ("hermes", "auto"):
        known = registered(how)
        parsed = parse(text, known, TOOLS)
        thoughts = "".join(part.text for part in parsed.parts if isinstance(part, Reasoning))
        assert (thoughts, text_of(parsed), len(parsed.calls)) == (reasoning, expected_text, count)
        assert in_characters(text, known) == (parsed.parts, parsed.held)
    found = text_format_of(text, TOOLS)
    assert (found is not None and found.name == "hermes") is (count > 0)


@every_sample
def test_a_stray_backtick_quotes_nothing(name: str, text: str, expected: list[Call]) -> None:
    if not NAMED[name].frames_text and "`" not in text:
        assert calls(read(name, f"So: `a\n{text}")) == calls(read(name, f"So: a\n{text}"))


@every_sample
def test_in_reasoning_it_is_no_call(name: str, text: str, expected: list[Call]) -> None:
    for tags in NAMED[name].reasoning:
        parsed = read(name, f"{tags.opening}I could write {text} now{tags.closing}Hello")
        assert parsed.parts == (Reasoning(text=f"I could write {text} now"), Text(text="Hello"))


@every_sample
def test_text_around_calls_is_kept(name: str, text: str, expected: list[Call]) -> None:
    parsed = read(name, f"Let me look.  \n{text}")
    assert text_of(parsed).startswith("Let me look.  \n")
    assert calls(parsed) == expected or NAMED[name].frames_text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("hermes", "<tool_call>not valid json</tool_call>", id="hermes-no-json"),
        pytest.param("hermes", '<tool_call>{"name": "now", "arguments": {}</tool_call>', id="hermes-cut-json"),
        pytest.param(
            "hermes",
            'Models write <tool_call>{"name": "any", "arguments": {}}</tool_call> and wait.',
            id="hermes-in-a-sentence",
        ),
        pytest.param("hermes", "The <tool_call> tag begins a call.", id="hermes-tag-alone"),
        pytest.param("mistral", "[TOOL_CALLS] not json at all", id="mistral-no-json"),
        pytest.param("mistral", "The [TOOL_CALLS] token begins a call.", id="mistral-token-alone"),
        pytest.param("llama3_json", '{"capital": "Paris"}', id="llama3_json-no-call"),
        pytest.param("llama3_json", '{"name": "Bob", "parameters": {}}', id="llama3_json-no-tool"),
        pytest.param(
            "llama3_json",
            '{"name": "stock", "parameters": {"type": "object", "properties": {}}}',
            id="llama3_json-a-schema",
        ),
        pytest.param(
            "llama3_json", '{"name": "now", "parameters": {}} is how it is called', id="llama3_json-text-behind"
        ),
        pytest.param("pythonic", "[1](https://a.example) and [stock](x)", id="pythonic-links"),
        pytest.param("pythonic", "[now()] is a list", id="pythonic-text-behind"),
        pytest.param("pythonic", "[stock('A-7')]", id="pythonic-positional"),
        pytest.param("glm", "<tool_call>no such thing</tool_call>", id="glm-no-tool"),
        pytest.param(
            "kimi_k2",
            '<|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{"a": 1<|tool_call_end|>',
            id="kimi_k2-cut-json",
        ),
        pytest.param(
            "deepseek_v3",
            "<｜tool▁calls▁begin｜>function<｜tool▁sep｜>now\n```json\n{}\n```<｜tool▁calls▁end｜>",
            id="deepseek_v3-no-begin",
        ),
        pytest.param("tool_xml", "<tool>hammer</tool> and <toolbox/>", id="tool_xml-words"),
        pytest.param("tool_xml", "<stock><name>ACME</name></stock>", id="tool_xml-other-xml"),
        pytest.param("tool_xml", "The <tool> element has no end", id="tool_xml-no-end"),
        pytest.param(
            "fenced_json",
            '```json\n{"name": "stock", "arguments": {"colour": "red"}}\n```',
            id="fenced_json-unknown-argument",
        ),
        pytest.param("fenced_json", '```json\n{"name": "Bob", "age": 3}\n```', id="fenced_json-no-tool"),
        pytest.param(
            "claude_invoke", '<plugin>\n  <invoke name="setFoo" returns="x"/>\n</plugin>', id="claude_invoke-other-xml"
        ),
        pytest.param("tool_xml", "Use <now/> here, or <now></now>.", id="tool_xml-in-a-sentence"),
        pytest.param("react", "Action: think\nAction Input: hard", id="react-no-tool"),
        pytest.param("function_call", '{"function_call": "none"}', id="function_call-none"),
    ],
)
def test_what_only_looks_like_a_call_is_text(name: str, text: str) -> None:
    assert read(name, text).parts == (Text(text=text),)


@every_written
def test_in_a_sentence_what_was_not_offered_is_no_call(text_format: TextFormat) -> None:
    assert text_format.render is not None
    foo = ToolCall(id=None, name="foo", arguments=arguments.from_value({}))
    text = f"Write {text_format.render([foo])} in the prompt."
    for reader in (text_format, registered("auto")):
        assert parse(text, reader, TOOLS).calls == ()


@pytest.mark.parametrize(
    ("name", "missing", "found"),
    [
        pytest.param("qwen3_coder", "</function>\n", 1, id="qwen3_coder-function"),
        pytest.param("qwen3_coder", "</parameter>\n</function>\n", 1, id="qwen3_coder-parameter-and-function"),
        pytest.param("glm", "</arg_value>\n", 1, id="glm-value"),
        pytest.param("glm", "</tool_call>", 1, id="glm-call"),
        pytest.param("minimax_m2", "</invoke>\n", 1, id="minimax_m2"),
        pytest.param("claude_invoke", "</invoke>\n", 1, id="claude_invoke"),
        pytest.param("deepseek_v32", "</｜DSML｜invoke>\n", 1, id="deepseek_v32"),
        pytest.param("deepseek_v4", "</｜DSML｜invoke>\n", 1, id="deepseek_v4"),
        pytest.param("deepseek_v41", "</｜DSML｜ invoke>\n", 1, id="deepseek_v41"),
        pytest.param("kimi_k3", "<|close|>call<|sep|>", 1, id="kimi_k3"),
    ],
)
def test_a_missing_end_makes_no_one_call_of_two(name: str, missing: str, found: int) -> None:
    render = NAMED[name].render
    assert render is not None
    first = ToolCall(id=None, name="stock", arguments=arguments.from_value({"sku": "A-7"}))
    for value in ({}, {"sku": "B-8"}):
        second = ToolCall(id=None, name="stock", arguments=arguments.from_value(value))
        written = render([first, second])
        broken = written.replace(missing, "", 1)
        assert broken != written
        assert len(read(name, broken).calls) == found
        for reader in (NAMED[name], registered("auto")):
            parsed = parse(broken, reader, TOOLS)
            assert calls(parsed) in ([], [("stock", value)])
            assert "A-7" in text_of(parsed)


def test_calls_that_nest_in_a_value_are_a_value() -> None:
    value = {"sku": "<tool_call></tool_call>\n<tool_call>\n<function=now>\n</tool_call>"}
    call = ToolCall(id=None, name="stock", arguments=arguments.from_value(value))
    assert NAMED["qwen3_coder"].render is not None
    assert calls(read("qwen3_coder", NAMED["qwen3_coder"].render([call]))) == [("stock", value)]


def test_tags_of_other_formats_in_json_are_a_value() -> None:
    value = {"sku": '<invoke name="a"><parameter name="b">1</parameter></invoke><invoke name="c"></invoke>'}
    call = ToolCall(id=None, name="stock", arguments=arguments.from_value(value))
    assert NAMED["hermes"].render is not None
    assert calls(parse(NAMED["hermes"].render([call]), registered("auto"), TOOLS)) == [("stock", value)]


def test_text_behind_a_call_that_lacks_an_end_is_text() -> None:
    text = "<tool_call>\n<function=stock>\n<parameter=sku>\nA-7\n</tool_call>\nAll done, the answer is 42."
    assert read("qwen3_coder", text).parts == (Text(text=text),)
    assert parse(text, NAMED["qwen3_coder"], TOOLS, cut=True).leftover == text


def test_a_cut_call_is_left_over_and_those_before_it_stand() -> None:
    parsed = read(
        "hermes", 'I look.\n<tool_call>{"name": "now", "arguments": {}}</tool_call>\n<tool_call>\n{"name": "st'
    )
    assert calls(parsed) == [NOW]
    assert text_of(parsed) == "I look.\n\n"
    assert parsed.leftover == '<tool_call>\n{"name": "st'


@every_written
def test_markers_inside_values_are_values(text_format: TextFormat) -> None:
    assert text_format.render is not None
    value = {"sku": 'Use <tool_call>, </tool_call>, <function=x>, </parameter> or <invoke name="y">.'}
    call = ToolCall(id=None, name="stock", arguments=arguments.from_value(value))
    assert calls(parse(text_format.render([call]), text_format, TOOLS)) == [("stock", value)]


N: Json = {"type": "integer"}


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(
            {"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"type": "object", "properties": {"n": N}}}}, id="reference"
        ),
        pytest.param({"allOf": [{"required": []}, {"properties": {"n": N}}]}, id="all-of"),
        pytest.param({"anyOf": [{"properties": {"m": N}}, {"properties": {"n": N}}]}, id="any-of"),
        pytest.param({"type": "object", "additionalProperties": N}, id="additional-properties"),
        pytest.param(
            {"type": "object", "patternProperties": {"(": {}, "^n": N}, "additionalProperties": {"type": "string"}},
            id="pattern-properties",
        ),
        pytest.param(
            {"anyOf": [{"$ref": "#"}, {"$ref": "#"}, {"allOf": [{"$ref": "#"}, {"properties": {"n": N}}]}]},
            id="reference-to-itself",
        ),
        pytest.param(
            {"properties": {"a": {"anyOf": [{}, N]}, "n": {"$ref": "#/properties/a/anyOf/1"}}},
            id="reference-into-any-of",
        ),
        pytest.param({"properties": {"n": {"$ref": "#/%24defs/a%20b"}}, "$defs": {"a b": N}}, id="escaped-reference"),
    ],
)
def test_values_have_the_type_of_the_schema_wherever_it_stands(schema: Json) -> None:
    tools = (ToolDefinition(name="f", parameters=schema),)
    text = "<function=f>\n<parameter=n>\n7\n</parameter>\n</function>"
    assert calls(parse(text, NAMED["qwen3_coder"], tools)) == [("f", {"n": 7})]


@pytest.mark.parametrize(
    ("schema", "text", "expected"),
    [
        pytest.param({"type": ["integer", "null"]}, "None", None, id="None-for-integer"),
        pytest.param({"type": ["string", "null"]}, "None", "None", id="None-for-string"),
        pytest.param({"type": ["string", "null"]}, "null", None, id="null-for-string"),
        pytest.param({"enum": ["1", 2]}, "1", "1", id="enum-text"),
        pytest.param({"enum": ["1", 2]}, "2", 2, id="enum-number"),
        pytest.param({"enum": ["1", 1]}, "1", 1, id="enum-both"),
        pytest.param(
            {"anyOf": [{"type": "string", "enum": ["1"]}, {"type": "integer", "minimum": 10}]},
            "1",
            "1",
            id="any-of-enum",
        ),
        pytest.param({"const": "true"}, "true", "true", id="const"),
        pytest.param({"$ref": "#/properties/v/anyOf/9"}, "5", "5", id="reference-to-nothing"),
    ],
)
def test_what_a_schema_lists_is_taken_as_it_lists_it(schema: Json, text: str, expected: Json) -> None:
    tools = (ToolDefinition(name="f", parameters={"properties": {"v": schema}}),)
    written = f"<function=f>\n<parameter=v>\n{text}\n</parameter>\n</function>"
    assert calls(parse(written, NAMED["qwen3_coder"], tools)) == [("f", {"v": expected})]


def test_the_only_tool_takes_raw_text() -> None:
    assert calls(parse("<tool>ls -la</tool>", NAMED["tool_xml"], SHELL)) == [("shell", {"command": "ls -la"})]
    assert calls(parse("Action: shell\nAction Input: ls -la", NAMED["react"], SHELL)) == [
        ("shell", {"command": "ls -la"})
    ]


@pytest.mark.parametrize(("text", "waits"), [
    pytest.param("Action: ", True, id="nothing"),
    pytest.param("Action: `she", True, id="half-a-name"),
    pytest.param("Action: shell  ", True, id="name-and-space"),
    pytest.param("Action: shells", False, id="longer-name"),
    pytest.param("Action: look", False, id="other-name"),
    pytest.param("Action: shell it", False, id="word-behind"),
])  # fmt: skip
def test_an_action_waits_only_while_it_may_be_a_tools(text: str, waits: bool) -> None:
    stream = TextStream(NAMED["react"], SHELL)
    events = stream.feed(text)
    assert bool(stream.unread or not events) is waits
    assert stream.is_undecided is waits


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("hermes", "<think>\nHm.\n</think>\n\nYes.", id="hermes"),
        pytest.param("hermes", "Hm.\n</think>\n\nYes.", id="hermes-no-begin"),
        pytest.param("llama3_json", "<think>\nHm.\n</think>\n\nYes.", id="llama3_json"),
        pytest.param("mistral", "[THINK]Hm.[/THINK]\n\nYes.", id="mistral"),
        pytest.param("gemma4", "<|channel>thought\nHm.\n<channel|>\n\nYes.", id="gemma4"),
        pytest.param(
            "cohere", "<|START_THINKING|>Hm.<|END_THINKING|>\n\n<|START_RESPONSE|>Yes.<|END_RESPONSE|>", id="cohere"
        ),
        pytest.param(
            "kimi_k3",
            "<|open|>think<|sep|>Hm.<|close|>think<|sep|>\n\n<|open|>response<|sep|>Yes.<|close|>response<|sep|>",
            id="kimi_k3",
        ),
    ],
)
def test_reasoning_is_kept_apart(name: str, text: str) -> None:
    parsed = read(name, text)
    assert (text_of(parsed, Reasoning), text_of(parsed)) == ("Hm.", "\n\nYes.")


def test_harmony_has_a_channel_for_each() -> None:
    parsed = read(
        "harmony",
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|>"
        "<|start|>assistant<|channel|>commentary to=functions.now <|constrain|>json<|message|>{}<|call|>",
    )
    assert [type(part) for part in parsed.parts] == [Reasoning, Text, ToolCall]
    assert (text_of(parsed, Reasoning), text_of(parsed)) == ("Hm.", "I look.")


def test_reasoning_that_began_in_the_prompt() -> None:
    glm = NAMED["glm"]
    assert glm.opens_reasoning("<|assistant|>\n<think>\n")
    assert not glm.opens_reasoning("<|assistant|>\n<think></think>\n")
    assert read("glm", "Hm. I should", in_reasoning=True).parts == (Reasoning(text="Hm. I should"),)


def test_calls_end_reasoning_that_was_never_closed() -> None:
    section = (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{}<|tool_call_end|>"
    )
    parsed = read("kimi_k2", "<think>Hm." + section)
    assert (text_of(parsed, Reasoning), calls(parsed)) == ("Hm.", [NOW])
    about = f"Hm. I could write {section}, but"
    assert read("kimi_k2", f"<think>{about}").parts == (Reasoning(text=about),)
    assert read("kimi_k2", "<think>Hm. <|tool_calls_section_begin|> is").parts[0] == Reasoning(
        text="Hm. <|tool_calls_section_begin|> is"
    )


def test_ids_that_models_write_are_kept() -> None:
    (call,) = read("kimi_k2", "<|tool_call_begin|>functions.now:7<|tool_call_argument_begin|>{}<|tool_call_end|>").calls
    assert call.id == "functions.now:7"
    (call,) = read("mistral", "[TOOL_CALLS]now[CALL_ID]a1B2c3D4e[ARGS]{}").calls
    assert call.id == "a1B2c3D4e"


def test_delimiters_of_ones_own() -> None:
    own = sentinel("own", "«call»", "«/call»")
    parsed = parse('Hi «call»{"name": "now", "arguments": {}}«/call» there', own, TOOLS)
    assert (calls(parsed), text_of(parsed)) == ([NOW], "Hi  there")


@every_written
def test_no_cut_call_is_written(text_format: TextFormat) -> None:
    assert text_format.render is not None
    cut = ToolCall(id=None, name="now", arguments=arguments.from_value({}), complete=False)
    with pytest.raises(Inexpressible):
        text_format.render([cut])


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_the_documentation_lists_every_format_as_it_is(known: TextFormat) -> None:
    page = (Path(__file__).parents[3] / "docs" / "text-formats.md").read_text("utf-8")
    others = (", ".join(known.parsers(server)) or "–" for server in ("vllm", "sglang", "llama_cpp"))
    ways = "both ways" if known.render else "read"
    assert f"| `{known.name}` | {known.title} | {ways} | {' | '.join(others)} |" in page


def test_the_example_of_the_documentation_runs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "text-formats.md").read_text("utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    shown: dict[str, Any] = {}
    exec(example, shown)
    assert [type(part) for part in shown["parsed"].parts] == [Text, ToolCall]
    assert "".join(event.text for event in shown["events"]) == "One moment."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("hermes", '<tool_call>{"name": "now", "arguments": {"n": 01}}</tool_call>', id="hermes-number"),
        pytest.param("hermes", '<tool_call>{"name": "now", "arguments": "soon"}</tool_call>', id="hermes-text"),
        pytest.param("hermes", '<tool_call>{"name": "now", "arguments": [1]}</tool_call>', id="hermes-list"),
        pytest.param("hermes", "<tool_call>[]</tool_call>", id="hermes-no-object"),
        pytest.param(
            "kimi_k2", '<|tool_call_begin|>3<|tool_call_argument_begin|>{"n": 01}<|tool_call_end|>', id="kimi_k2-number"
        ),
        pytest.param("pythonic", f"[now(n={'(' * 100}1{')' * 100})]", id="pythonic-nested"),
        pytest.param("pythonic", f"[now(n={'-' * 3000}1)]", id="pythonic-minuses"),
        pytest.param("pythonic", '[now(a="\\x")]', id="pythonic-escape"),
        pytest.param("pythonic", "[now(a=b'x')]", id="pythonic-bytes"),
        pytest.param("tool_xml", '<tool name="now">{"n": 01}</tool>', id="tool_xml-number"),
        pytest.param("tool_xml", '<tool name="now">{"n": nul}</tool>', id="tool_xml-word"),
        pytest.param("tool_xml", "<tool><name>now</name><arguments>{oops}</arguments></tool>", id="tool_xml-arguments"),
        pytest.param("tool_xml", "<now>{oops}</now>", id="tool_xml-name"),
        pytest.param("tool_xml", "<now><a>{oops}</a></now>", id="tool_xml-argument"),
        pytest.param(
            "fenced_json", '```json\n{"tool_calls": [{"name": "now", "arguments": "x"}]}\n```', id="fenced_json-text"
        ),
        pytest.param("react", f"Action: now\nAction Input: {'{' * 10000}\nObservation:", id="react-nested"),
        pytest.param(
            "minimax_m3",
            f"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=now>{']<]minimax[>[<a>' * 300}]<]minimax[>[</invoke>",
            id="minimax_m3-nested",
        ),
    ],
)
def test_what_cannot_be_read_is_text(name: str, text: str) -> None:
    parsed = read(name, text)
    assert (parsed.calls, text_of(parsed), parsed.leftover) == ((), text, "")


@pytest.mark.parametrize(
    "spelled",
    [
        pytest.param("\ud83c", id="half"),
        pytest.param("\\ud83c", id="half-escaped"),
        pytest.param("\ud83c\udf78", id="pair"),
        pytest.param("\\ud83c\\udf78", id="pair-escaped"),
    ],
)
def test_halves_of_characters_are_no_trouble(spelled: str) -> None:
    text = f'Hm \ud83c <tool_call>{{"name": "stock", "arguments": {{"sku": "{spelled}"}}}}</tool_call>\udf78'
    (call,) = read("hermes", text).calls
    assert call.arguments.value["sku"].encode("utf-16", "surrogatepass") == json.loads(f'"{spelled}"').encode(
        "utf-16", "surrogatepass"
    )


LOST = {
    "minimax_m2": (
        "<minimax:tool_call>\n",
        '<invoke name="stock">\n<parameter name="sku">{}</parameter>\n',
        "</invoke>\n",
        "</minimax:tool_call>",
    ),
    "kimi_k3": (
        "<|open|>tools<|sep|>",
        '<|open|>call tool="stock" index="1"<|sep|>'
        '<|open|>argument key="sku" type="string"<|sep|>{}<|close|>argument<|sep|>',
        "<|close|>call<|sep|>",
        "<|close|>tools<|sep|>",
    ),
}


@pytest.mark.parametrize("name", LOST)
@pytest.mark.parametrize("how", ["auto", "named"])
def test_a_call_without_its_end_does_not_take_the_one_behind_it_along(name: str, how: str) -> None:
    begin, call, end, closing = LOST[name]
    known = registered("auto") if how == "auto" else NAMED[name]
    lost = begin + call.format("A")
    text = f"{lost}{call.format('B')}{end}{closing} Done."
    parsed = parse(text, known, TOOLS)
    assert calls(parsed) == [("stock", {"sku": "B"})]
    assert text_of(parsed) == f"{lost} Done."
    assert parsed.held == lost
    assert in_characters(text, known) == (parsed.parts, lost)


@pytest.mark.parametrize("name", LOST)
@pytest.mark.parametrize("how", ["auto", "named"])
def test_what_a_value_quotes_is_no_call_behind_one_without_its_end(name: str, how: str) -> None:
    begin, call, end, closing = LOST[name]
    known = registered("auto") if how == "auto" else NAMED[name]
    for text in (
        f"{begin}{call.format('A')}{call.format('B')}{end}",
        f"{begin}{call.format('A')}{call.format('B')}{end}. {end}{closing}",
        f"{begin}{call.format('A')}{call.format('B').replace('stock', 'delete')}{end}{closing}",
    ):
        parsed = parse(text, known, TOOLS)
        assert parsed.calls == ()
        assert text_of(parsed) + parsed.leftover == text


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param("a</arguments>b", id="arguments-end"),
        pytest.param("a</arguments></tool>b", id="tool-end"),
        pytest.param("</stock>", id="tool-name-end"),
        pytest.param("</sku></stock>", id="argument-and-tool-end"),
        pytest.param("{", id="brace"),
        pytest.param(r"a\"b>{", id="quote"),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param('<tool><name>stock</name><arguments>{{"sku": "{}"}}</arguments></tool>', id="name-and-arguments"),
        pytest.param(
            '<tool>\n<name>stock</name>\n<arguments>\n{{"sku": "{}"}}\n</arguments>\n</tool>', id="over-lines"
        ),
        pytest.param('<tool name="stock">{{"sku": "{}"}}</tool>', id="attribute"),
        pytest.param('<tool>{{"name": "stock", "arguments": {{"sku": "{}"}}}}</tool>', id="object"),
        pytest.param('<stock>{{"sku": "{}"}}</stock>', id="tag-of-its-name"),
    ],
)
def test_json_ends_where_it_ends_whatever_tags_it_holds(text: str, inner: str) -> None:
    found = read("tool_xml", f"So: {text.format(inner)}.")
    assert calls(found) == [("stock", {"sku": inner.replace("\\", "")})]
    assert text_of(found) == "So: ."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("qwen3_coder", "<function=stock>\n<parameter=sku>\n{}\n</parameter>\n"
         "<parameter=sku>\n{}\n</parameter>\n</function>", id="qwen3_coder"),
        pytest.param("glm", "<tool_call>stock<arg_key>sku</arg_key><arg_value>{}</arg_value>"
         "<arg_key>sku</arg_key><arg_value>{}</arg_value></tool_call>", id="glm"),
        pytest.param("claude_invoke", '<invoke name="stock"><parameter name="sku">{}</parameter>'
         '<parameter name="sku">{}</parameter></invoke>', id="claude_invoke"),
        pytest.param("gemma4", '<|tool_call>call:stock{{sku:<|"|>{}<|"|>,sku:<|"|>{}<|"|>}}<tool_call|>', id="gemma4"),
        pytest.param("tool_xml", "<stock><sku>{}</sku><sku>{}</sku></stock>", id="tool_xml"),
        pytest.param("pythonic", "[stock(sku='{}', sku='{}')]", id="pythonic"),
    ],
)  # fmt: skip
def test_an_argument_that_is_there_twice_is_kept_twice(name: str, text: str) -> None:
    (found,) = read(name, text.format("A", "B")).calls
    assert found.arguments.text == '{"sku":"A","sku":"B"}'


def test_an_argument_that_is_there_twice_is_a_list_where_the_schema_has_one() -> None:
    tools = [ToolDefinition(name="f", parameters={"properties": {"n": {"type": "array", "items": N}}})]
    assert calls(parse("<f><n>1</n><n>2</n></f>", NAMED["tool_xml"], tools)) == [("f", {"n": [1, 2]})]


@pytest.mark.parametrize(
    "format_and_end",
    [
        pytest.param(("hermes", "</tool_call>"), id="hermes"),
        pytest.param(("cohere", "<|END_ACTION|>"), id="cohere"),
        pytest.param(("gemma4", "<tool_call|>"), id="gemma4"),
    ],
)
def test_the_beginning_of_an_end_marker_is_no_text(format_and_end: tuple[str, str]) -> None:
    name, end = format_and_end
    call = ToolCall(id=None, name="now", arguments=arguments.from_value({}))
    render = NAMED[name].render
    assert render is not None
    text = render([call])
    for size in range(text.index(end) + 1, len(text)):
        parsed = parse(text[:size], NAMED[name], TOOLS, cut=True)
        assert (parsed.parts, parsed.leftover) == ((), text[:size])


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("filter[status]", id="brackets"),
        pytest.param("a b", id="space"),
        pytest.param("a:b", id="colon"),
        pytest.param("a,b", id="comma"),
        pytest.param("{a}", id="braces"),
        pytest.param(" a", id="leading-space"),
    ],
)
@every_written
def test_names_of_arguments_are_written_so_that_they_are_read(text_format: TextFormat, key: str) -> None:
    assert text_format.render is not None
    call = ToolCall(id=None, name="stock", arguments=arguments.from_value({key: "x"}))
    try:
        text = text_format.render([call])
    except Inexpressible:
        return
    if text_format.name in ("gemma4", "functiongemma"):
        assert calls(parse(text, text_format, TOOLS)) == [("stock", {key: "x"})]


@pytest.mark.parametrize(
    "text", ["<p>hello", "<search>word", "<search engine", "<tool>word", "<tool word", "<invoke word", '<p class="a">w']
)
def test_a_tag_of_html_is_not_held_back(text: str) -> None:
    tools = [ToolDefinition(name=name, parameters={"properties": {"q": {}}}) for name in ("p", "search", "now", "go")]
    stream = TextStream(registered("auto"), tools)
    shown = [event.text for event in stream.feed(f"{text} and more ") if isinstance(event, TextDelta)]
    assert "".join(shown).startswith(text)


MENTIONED = "Here is my thought process: simple, no marker after."


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("mistral", "Price: <s>10</s> 8 euros", "Price: <s>10</s> 8 euros", id="mistral-strikethrough"),
        pytest.param("mistral", "Ten.</s>\n", "Ten.\n", id="mistral-end"),
        pytest.param("auto", MENTIONED, MENTIONED, id="auto-mention"),
        pytest.param("granite", "Here is my thought process: a Here is my response: b", " b", id="granite"),
    ],
)
def test_what_anybody_may_write_is_text(name: str, text: str, expected: str) -> None:
    assert text_of(parse(text, registered(name), TOOLS)) == expected


@pytest.mark.parametrize(
    ("name", "thought"),
    [
        pytest.param("glm", "In general, one writes <tool_call>foo</tool_call>", id="sentence"),
        pytest.param(
            "qwen3_coder", "Example:\n```\n<tool_call>\n<function=now>\n</function>\n</tool_call>", id="fence"
        ),
        pytest.param("glm", "> <tool_call>now</tool_call>", id="block-quote"),
        pytest.param("glm", "Let me not do `<tool_call>now</tool_call>`", id="code-span"),
    ],
)
def test_what_reasoning_that_was_not_closed_quotes_is_no_call(name: str, thought: str) -> None:
    assert read(name, f"<think>{thought}").parts == (Reasoning(text=thought),)


def test_several_calls_behind_reasoning_that_was_not_closed() -> None:
    call = "<tool_call>\n<function=now>\n</function>\n</tool_call>"
    assert calls(read("qwen3_coder", f"<think>Hm.\n{call}\n{call}")) == [NOW, NOW]


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"required": ["n"]}, id="required"),
        pytest.param({"allOf": [{"required": ["n"]}]}, id="all-of"),
        pytest.param(
            {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"type": "object", "required": ["n"]}]}}}, id="reference"
        ),
        pytest.param({"required": 7, "allOf": [{"required": ["n", 7]}]}, id="no-list"),
    ],
)
def test_what_a_tool_requires_is_found_wherever_its_schema_has_it(schema: Json) -> None:
    tools = [ToolDefinition(name="f", parameters={"properties": {"n": {"type": "integer"}}, **schema})]
    assert parse('{"name": "f", "parameters": {}}', NAMED["llama3_json"], tools).calls == ()
    assert calls(parse('{"name": "f", "parameters": {"n": 1}}', NAMED["llama3_json"], tools)) == [("f", {"n": 1})]


def test_what_one_of_several_schemas_requires_is_not_required() -> None:
    tools = [ToolDefinition(name="f", parameters={"anyOf": [{"required": ["n"]}, {"required": ["m"]}]})]
    assert calls(parse('{"name": "f", "parameters": {"m": 1}}', NAMED["llama3_json"], tools)) == [("f", {"m": 1})]


@pytest.mark.parametrize(
    "delimiters",
    [
        pytest.param(("[[", "]]"), id="two-brackets"),
        pytest.param(("[[[", "]]]"), id="three-brackets"),
        pytest.param(("<<", ">>"), id="angles"),
        pytest.param(("{{", "}}"), id="braces"),
        pytest.param(("CALL[", "]"), id="one-bracket"),
    ],
)
def test_delimiters_of_one_s_own_may_end_with_a_bracket(delimiters: tuple[str, str]) -> None:
    opening, closing = delimiters
    mine = sentinel("mine", opening, closing)
    call = '{"name": "now", "arguments": {}}'
    for body, count in ((call, 1), (f"[{call}, {call}]", 2)):
        parsed = parse(f"x {opening}{body}{closing} y", mine, [ToolDefinition(name="now")])
        assert [part.name for part in parsed.parts if isinstance(part, ToolCall)] == ["now"] * count
        assert "".join(part.text for part in parsed.parts if isinstance(part, Text)) == "x  y"


BARE_NAMES = ("deepseek_v3", "deepseek_v31", "functiongemma", "gemma4", "glm", "harmony", "kimi_k2", "mistral")
BARE_KEYS = ("claude_invoke", "deepseek_v32", "deepseek_v4", "deepseek_v41", "glm", "minimax_m2", "qwen3_coder")


@pytest.mark.parametrize("name", BARE_NAMES)
def test_a_name_that_would_be_read_otherwise_is_not_written(name: str) -> None:
    write = NAMED[name].render
    assert write is not None
    for called in ("two words", " f", ""):
        with pytest.raises(Inexpressible):
            write([ToolCall(id=None, name=called, arguments=from_text("{}"))])


@pytest.mark.parametrize("name", BARE_KEYS)
def test_an_argument_that_would_be_read_otherwise_is_not_written(name: str) -> None:
    write = NAMED[name].render
    assert write is not None
    for key in ("", " a", "a ", *(("a<b", "a>b", "a\nb") if name == "qwen3_coder" else ())):
        with pytest.raises(Inexpressible):
            write([ToolCall(id=None, name="f", arguments=from_text(exact_json.dumps({key: 1})))])


@pytest.mark.parametrize("given", [None, "", "call_0", "toolu_01", "other:0", "functions.other:3"])
def test_kimis_header_names_the_tool_whatever_the_id(given: str | None) -> None:
    call = ToolCall(id=given, name="now", arguments=from_text("{}"))
    text = kimi([call])
    assert [call.name for call in parse(text, NAMED["kimi_k2"], [ToolDefinition(name="now")]).calls] == ["now"]
    assert "functions.now:0" in text


def kimi(calls: list[ToolCall]) -> str:
    write = NAMED["kimi_k2"].render
    assert write is not None
    return write(calls)


def test_blanks_that_are_given_back_are_the_same_however_they_arrive() -> None:
    text = f"[now()]{' ' * 300}\nx"
    stream = TextStream(NAMED["pythonic"], TOOLS)
    events = [event for n in range(0, len(text), 7) for event in stream.feed(text[n : n + 7])]
    assembler = Assembler()
    for event in (*events, *stream.end()):
        assembler.add(event)
    assert assembler.response().parts == parse(text, NAMED["pythonic"], TOOLS).parts


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("```json\n{}\n```", {}),
        ("```\n{}```", {}),
        ("```json  \n\n {} \n\n```", {}),
        ("```python\n{}\n```", None),
        ("```\n``` {}", None),
    ],
)
def test_the_input_of_an_action_may_be_fenced(written: str, expected: Json) -> None:
    calls = parse(f"Action: shell\nAction Input: {written}", NAMED["react"], SHELL).calls
    given = [json.loads(call.arguments.text) for call in calls]
    assert given == [{"command": written} if expected is None else expected]
