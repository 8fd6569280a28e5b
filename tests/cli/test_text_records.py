"""Tests of ``conformance check`` with model outputs and their expected parses."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.judge.exit_codes import Exit
from tests.cli.conftest import Conformance

STOCK = {"type": "function", "function": {"name": "stock", "parameters": {
    "type": "object", "properties": {"sku": {"type": "string"}, "depot": {"type": "integer"}}}}}  # fmt: skip
CALL = '<tool_call>\n{"name": "stock", "arguments": {"sku": "A-7"}}\n</tool_call>'
CALLED = [{"name": "stock", "arguments": {"sku": "A-7"}}]


def record(raw_output: str, **more: Any) -> dict[str, Any]:
    expected = {"content": None, "reasoning_content": None, "tool_calls": CALLED}
    expected |= {key: more.pop(key) for key in list(expected) if key in more}
    outcome = {} if "expected_error" in more else {"expected": expected}
    return {
        "id": "a/b",
        "family": "ours",
        "models": ["m"],
        "tools": [STOCK],
        "raw_output": raw_output,
        **outcome,
        **more,
    }


def refused(*accept: str) -> dict[str, Any]:
    return {"reason": "cut", "accept": list(accept)}


EQUAL = [
    record(CALL),
    record(f"Sure.{CALL}", content="Sure."),
    record(f"<think>Hm.</think>{CALL}", reasoning_content="Hm."),
    record(f"Hm.</think>{CALL}", reasoning_content="Hm."),
    record("Hm", reasoning_content="Hm", tool_calls=[], generation_prompt="<|assistant|><think>\n"),
    record("[TOOL_CALLS]stock[ARGS]{\"depot\": 1.0}", tool_calls=[{"name": "stock", "arguments": {"depot": 1}}]),
    record("Hello.", content="Hello.", tool_calls=[]),
    record(CALL, content=CALL, tools=None, tool_calls=[]),
    record(CALL, tools=[STOCK["function"]]),
    record(CALL, tool_calls=[{"name": "stock", "arguments": '{"sku": "A-7"}'}]),
    record(CALL, tool_calls=[{"id": "1", "type": "function", "function": CALLED[0]}]),
    record(CALL, tool_calls=[{"id": "functions.stock:0", "index": 0, **CALLED[0]}]),
    record(CALL[:40], expected_error=refused("no_tool_calls")),
    record(CALL[:40], expected_error=refused("no_tool_calls", "what others do")),
    record("Hello.", expected_error=refused("content_passthrough")),
]  # fmt: skip
SOFT = [
    record(f"Sure.\n{CALL}", content="Sure."),
    record(CALL, content=" "),
    record("a", content=" a\n", tool_calls=[]),
]
DIFFERENT = {
    "expected no call, got calls of stock": record(CALL, tool_calls=[]),
    "expected calls of stock, got no call": record("Hello."),
    "stock: expected arguments": record(CALL, tool_calls=[{"name": "stock", "arguments": {"sku": "a-7"}}]),
    "expected reasoning 'Hm.', got ''": record(CALL, reasoning_content="Hm."),
    "expected content 'sure.', got 'Sure.'": record(f"Sure.{CALL}", content="sure."),
    "expected no call, got calls of stock: the output has no complete call (cut)": record(
        CALL, expected_error=refused("no_tool_calls")
    ),
    "expected a result that the record accepts (exception), got no call": record(
        "Hello.", expected_error=refused("exception")
    ),
}


def lines(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in records), encoding="utf-8")
    return path


def test_counts_are_reported_by_family(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "outputs.jsonl", [*EQUAL, *SOFT, *DIFFERENT.values(), record(CALL, family="theirs")])
    result = conformance("check", file, "--format", "json")
    assert result.exit_code == Exit.NOT_CONFORMANT
    report = json.loads(result.stdout)
    assert report["text_records"] == len(EQUAL) + len(SOFT) + len(DIFFERENT) + 1
    assert (report["equal"], report["soft"]) == (len(EQUAL) + 1, len(SOFT))
    first = len(EQUAL) + len(SOFT) + 1
    assert [difference["where"] for difference in report["different"]] == [
        f"{file}: line {first + n} (a/b)" for n in range(len(DIFFERENT))
    ]
    for why, entry in zip(DIFFERENT, report["different"], strict=True):
        assert why in entry["why"]
    assert list(report["by_family"]) == ["ours", "theirs"]
    ours = report["by_family"]["ours"]
    assert ours["text_records"] == ours["equal"] + ours["soft"] + ours["different"]
    assert ours["different"] == len(DIFFERENT)
    assert ours["recognised"].keys() == {"hermes", "mistral", "unknown"}
    assert report["by_family"]["theirs"] == {
        "text_records": 1, "equal": 1, "soft": 0, "different": 0, "recognised": {"hermes": 1}
    }  # fmt: skip


def test_people_read_a_table_and_what_differs(conformance: Conformance, tmp_path: Path) -> None:
    result = conformance("check", lines(tmp_path / "outputs.jsonl", [EQUAL[0], DIFFERENT["stock: expected arguments"]]))
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "ours                       2      1" in result.stdout
    assert 'line 2 (a/b): stock: expected arguments {"sku":"a-7"}, got {"sku": "A-7"}' in result.stdout
    assert "dialect" not in result.stdout


def test_the_family_is_a_label_and_chooses_no_format(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "outputs.jsonl", [record(CALL, family="mistral", models=["mistralai/Mistral-7B"])])
    result = conformance("check", file, "--format", "json")
    assert result.exit_code == Exit.CONFORMANT
    assert json.loads(result.stdout)["by_family"]["mistral"]["recognised"] == {"hermes": 1}


@pytest.mark.parametrize(("name", "code"), [
    ("hermes", Exit.CONFORMANT), ("Qwen25", Exit.CONFORMANT), ("auto", Exit.CONFORMANT),
    ("mistral", Exit.NOT_CONFORMANT), ("nothing-like-it", Exit.USAGE),
])  # fmt: skip
def test_a_format_may_be_named(conformance: Conformance, tmp_path: Path, name: str, code: Exit) -> None:
    result = conformance("check", lines(tmp_path / "outputs.jsonl", [record(CALL)]), "--text-format", name)
    assert result.exit_code == code
    if code is Exit.USAGE:
        assert "unknown text format: 'nothing-like-it'; expected one of: auto, hermes" in result.stderr


@pytest.mark.parametrize(("line", "why"), [
    ({"raw_output": "a", "expected": "b"}, "/expected: Expected `object | null`, got `str`"),
    ({"raw_output": "a", "expected": {"tool_calls": "x"}},
     "/expected/tool_calls: Expected `array | null`, got `str`"),
    ({"raw_output": "a", "expected": {"contents": "a"}},
     "/expected: Object contains unknown field `contents`; its keys are content, reasoning_content, tool_calls, role"),
    ({"raw_output": "a", "expected": {"content": 1}}, "/expected/content: Expected `str | null`, got `int`"),
    ({"raw_output": "a", "expected": {"tool_calls": [{"id": "x"}]}},
     "/expected/tool_calls/0: Object missing required field `name`"),
    ({"raw_output": "a", "expected": {"tool_calls": [CALLED[0], {"arguments": {}}]}},
     "/expected/tool_calls/1: Object missing required field `name`"),
    ({"raw_output": "a", "expected": {"tool_calls": [{"name": "stock", "arguments": [1]}]}},
     "/expected/tool_calls/0: `arguments`: expected an object, or its JSON text"),
    ({"raw_output": "a", "expected": {"tool_calls": [{"type": "custom", "function": CALLED[0]}]}},
     "/expected/tool_calls/0/type: Invalid enum value 'custom'; write one of function"),
    ({"raw_output": "a", "expected": {"tool_calls": [{"function": {"name": "stock", "args": {}}}]}},
     "/expected/tool_calls/0/function: Object contains unknown field `args`; its keys are name, arguments, id"),
    ({"raw_output": "a", "expected": {"tool_calls": ["stock"]}}, "/expected/tool_calls/0: Expected `object`"),
    ({"raw_output": "a", "expected_error": {"accept": "no_tool_calls"}},
     "/expected_error/accept: Expected `array | null`, got `str`"),
    ({"raw_output": "a", "expected_error": {"accept": ["no_calls"]}},
     "/expected_error: `accept`: expected at least one of no_tool_calls, content_passthrough, exception"),
    ({"raw_output": "a", "expected_error": {"accepts": []}},
     "/expected_error: Object contains unknown field `accepts`; its keys are reason, accept"),
    ({"raw_output": "a", "expected": {"content": "a"}, "expected_error": {}}, "expected_error`, got both"),
    ({"raw_output": "a", "expected": {}, "tools": [3]}, "/tools/0: expected an object"),
    ({"raw_output": "a", "expected": {}, "tools": STOCK}, "/tools: Expected `array | null`, got `object`"),
    ({"raw_output": "a", "expected": {}, "generation_prompt": 3}, "/generation_prompt: Expected `str | null`"),
    ({"raw_output": 3, "expected": {}}, "/raw_output: Expected `str`, got `int`"),
    ({"raw_output": None}, "/raw_output: Expected `str`, got `null`"),
    ({"raw_output": "a"}, "the model output has neither `expected` nor `expected_error`: its parse cannot be compared"),
    ({"raw_output": "a", "expected": None}, "the model output has neither `expected` nor `expected_error`: its parse"),
    (["raw_output"], "(a model's output), got neither"),
], ids=[
    "expected no object", "calls no list", "unknown key", "content no text", "call without name",
    "second call without name", "arguments a list", "custom call", "unknown key of a function", "call no object",
    "accept no list", "unknown error", "unknown key of an error", "both expected", "tool no object", "tools no list",
    "prompt no text", "output no text", "output null", "nothing expected", "null expected", "line no object",
])  # fmt: skip
def test_what_is_no_record_is_reported(conformance: Conformance, tmp_path: Path, line: Any, why: str) -> None:
    file = lines(tmp_path / "outputs.jsonl", [line, record(CALL)])
    result = conformance("check", file, "--format", "json")
    assert result.exit_code == Exit.UNREADABLE
    report = json.loads(result.stdout)
    [unread] = report["unreadable"]
    assert (unread["where"], why in unread["why"]) == (f"{file}: line 1", True), unread
    assert (report["text_records"], report["equal"], report["different"]) == (1, 1, [])


def test_labels_are_not_looked_at_and_an_exchange_may_have_no_output(conformance: Conformance, tmp_path: Path) -> None:
    exchange = {"raw_output": None, "response_body": {"choices": []}, "url": "https://a.example/v1/chat/completions"}
    file = lines(tmp_path / "outputs.jsonl", [record(CALL, expected_errors=3, notes=[], thinking=None), exchange])
    report = json.loads(conformance("check", file, "--format", "json").stdout)
    assert (report["text_records"], report["equal"], report["exchanges"]) == (1, 1, 1)


def test_exchanges_and_outputs_stand_in_one_folder(conformance: Conformance, cassettes: Path) -> None:
    lines(cassettes / "outputs.jsonl", [record(CALL)])
    result = conformance("check", cassettes)
    assert result.exit_code == Exit.CONFORMANT
    assert "openai_chat" in result.stdout
    assert "ours                       1      1" in result.stdout


def test_outputs_are_not_imported(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "outputs.jsonl", [record(CALL)])
    result = conformance("import", file, "--into", tmp_path / "data")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "expected an exchange, got only a model's output" in result.stdout
