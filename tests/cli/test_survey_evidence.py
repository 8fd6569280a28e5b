"""Tests of the facts that recordings show about providers. A fact has its place in a recording, but no content."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.judge.exit_codes import Exit
from conformance.scenarios import capabilities
from toolwire.providers import Rule, names, own_rules, owner
from toolwire.providers.evidence import surveyed

TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {"at": {}}}}}


def call(arguments: str, name: str = "look", n: int = 1) -> dict[str, Any]:
    return {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}


def record(calls: list[dict[str, Any]], text: str | None = None, status: int = 200, **request: Any) -> dict[str, Any]:
    body = {"model": "m-1", "messages": [{"role": "user", "content": "secret"}], "tools": [TOOL]} | request
    message = {"role": "assistant", "content": text, "refusal": None} | ({"tool_calls": calls} if calls else {})
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    answer = {"id": "c", "object": "chat.completion", "created": 1, "model": "m-1", "choices": [choice]}
    if status >= 400:
        answer = {"error": {"message": "no", "type": "t", "code": None, "param": None}}
    return {
        "url": "https://api.openai.com/v1/chat/completions", "request_body": body, "response_body": answer,
        "status": status, "source_repo": "some/where", "source_path": "a/b.yaml", "source_commit": "abc",
    }  # fmt: skip


def seen(conformance: Any, folder: Path, *records: dict[str, Any]) -> dict[str, Any]:
    lines = folder / "some.jsonl"
    lines.write_text("".join(json.dumps(line) + "\n" for line in records))
    conformance("check", lines, "--survey", folder / "out.json", "--output", folder / "text")
    return json.loads((folder / "out.json").read_text())["providers"]["openai"]["openai_chat"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (record([call('{"at": 1}')]), {"single-call": 1}),
        (record([call('{"at": 1}'), call('{"at": 2}', n=2)], "Two."), {"parallel-calls": 1, "text-with-calls": 1}),
        (record([call("{}")]), {"single-call": 1, "no-argument-calls": 1}),
        (record([call('{"at": {"x": ["é"]}}')]), {"single-call": 1, "nested-arguments": 1, "unicode-arguments": 1}),
        (record([call('{"at": 9007199254740993}')]), {"single-call": 1, "exact-numbers": 1}),
        (record([], "Hi."), {"choice-auto": 1}),
        (record([], "Hi.", tool_choice="required"), {"choice-required": -1}),
        (record([call('{"at": 1}')], tool_choice="none"), {"single-call": 1, "choice-none": -1}),
        (
            record([call('{"at": 1}', "other")], tool_choice={"type": "function", "function": {"name": "look"}}),
            {"single-call": 1, "choice-named": -1, "unknown-tools": 1},
        ),
        (record([call('{"at": 1}')], tool_choice="required"), {"single-call": 1, "choice-required": 1}),
    ],
    ids=[
        "one call",
        "two calls and text",
        "no arguments",
        "nested arguments",
        "big number",
        "no call",
        "no call, required",
        "call, none allowed",
        "other call than named",
        "call, required",
    ],
)
def test_what_an_exchange_shows(made: dict[str, Any], shown: dict[str, int], conformance: Any, tmp_path: Path) -> None:
    found = seen(conformance, tmp_path, made)["capabilities"]
    counts = {name: seen["by_model"]["m-1"]["plain"] for name, seen in found.items()}
    assert {name: count.get("borne_out", 0) - count.get("otherwise", 0) for name, count in counts.items()} == shown


def test_histories_that_were_accepted(conformance: Any, tmp_path: Path) -> None:
    asked = {"role": "assistant", "content": None, "tool_calls": [call("{}"), call("{}", n=2)]}
    results = [{"role": "tool", "tool_call_id": f"call_{n}", "content": "ok"} for n in (1, 2)]
    found = seen(
        conformance, tmp_path, record([], "Done.", messages=[{"role": "user", "content": "Go."}, asked, *results])
    )
    assert found["capabilities"].keys() == {"choice-auto", "parallel-results"}
    assert found["rules"]["openai_chat.calls-answered"]["plain"] == 1
    assert "openai_chat.strict-closed" not in found["rules"]


def test_rules_that_are_broken_and_accepted_or_refused(conformance: Any, tmp_path: Path) -> None:
    asked = {"role": "assistant", "content": None, "tool_calls": [call("{}")]}
    messages = [{"role": "user", "content": "Go."}, asked, {"role": "user", "content": "And?"}]
    made = [record([], "Done.", status, messages=messages) for status in (200, 400, 429)]
    found = seen(conformance, tmp_path, *made)["rules"]["openai_chat.calls-answered"]
    assert (found.get("plain", 0), found["otherwise"], found["refused"]) == (0, 1, 1)


STRICT_AND_OPEN = {"type": "function", "function": TOOL["function"] | {"strict": True}}  # type: ignore[operator]
OPEN = (
    "Invalid schema for function 'look': In context=(), 'additionalProperties' is required to be supplied "
    "and to be false."
)


@pytest.mark.parametrize(
    ("tool", "words", "shown"),
    [
        (STRICT_AND_OPEN, OPEN, {"wrong-definitions"}),
        (STRICT_AND_OPEN, "The server is overloaded.", set()),
        (TOOL, OPEN, set()),
    ],
    ids=["predicted words", "other words", "a request that breaks no rule"],
)
def test_a_refusal_shows_a_wrong_definition_if_a_rule_predicted_its_words(
    tool: Any, words: str, shown: set[str], conformance: Any, tmp_path: Path
) -> None:
    made = record([], status=400, tools=[tool])
    made["response_body"] = {"error": {"message": words, "type": "t", "code": None, "param": None}}
    assert seen(conformance, tmp_path, record([], "Hi."), made)["capabilities"].keys() == {"choice-auto", *shown}


@pytest.mark.parametrize(
    ("pieces", "shown"), [(['{"at"', ": 1}"], {"streamed-calls"}), (['{"at": 1}'], set())], ids=["in pieces", "whole"]
)
def test_a_stream_shows_calls_in_pieces(pieces: list[str], shown: set[str], conformance: Any, tmp_path: Path) -> None:
    first = call("") | {"index": 0}
    deltas = [{"role": "assistant", "tool_calls": [first]}]
    deltas += [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in pieces]
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": "tool_calls"})
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m-1"}
    events = [json.dumps(head | {"choices": [choice]}) for choice in choices]
    made = record([], stream=True)
    made["response_body"] = "".join(f"data: {event}\n\n" for event in (*events, "[DONE]"))
    assert seen(conformance, tmp_path, made)["capabilities"].keys() == {"single-call", *shown}


def test_facts_alone_are_kept(conformance: Any, tmp_path: Path) -> None:
    seen(conformance, tmp_path, record([call('{"at": "secret"}')]))
    text = (tmp_path / "out.json").read_text()
    assert "secret" not in text
    assert '"repository": "some/where"' in text
    assert '"models": [\n' in text
    assert conformance("check", tmp_path / "nothing", "--survey", tmp_path).exit_code == Exit.UNREADABLE


def test_a_capability_is_counted_by_model_and_mode_with_a_recording_of_either_kind(
    conformance: Any, tmp_path: Path
) -> None:
    choice = {"tool_choice": "required"}
    made = [record([call("{}")], model="m-1", **choice), record([], "No.", model="m-2", **choice)]
    by_model = seen(conformance, tmp_path, *made)["capabilities"]["choice-required"]["by_model"]
    place = {"repository": "some/where", "path": "a/b.yaml", "commit": "abc"}
    assert by_model == {
        "m-1": {"plain": {"borne_out": 1, "example": place}},
        "m-2": {"plain": {"otherwise": 1, "counterexample": place}},
    }


def test_there_is_committed_evidence() -> None:
    assert any(surveyed(name) for name in names())


@pytest.mark.parametrize("provider", names())
def test_committed_evidence_is_about_what_there_is(provider: str) -> None:
    for dialect, evidence in surveyed(provider).items():
        assert evidence.capabilities.keys() <= capabilities().keys()
        assert evidence.rules.keys() <= {rule.id for rule in rules_of_all(provider, dialect)}


BROKEN_AND_ACCEPTED = {
    "gemini_generate.calls-answered": "histories without a result were accepted 11 times; a SHOULD",
    "mistral_chat.call-id-form": "the ids of 29 recordings were scrubbed; a SHOULD",
    "openai_chat.stream-index-counts": "in 2 streams of Z.ai, a call has the index -1, which is a quirk of its profile",
}


@pytest.mark.parametrize("provider", names())
def test_accepted_exchanges_keep_every_rule(provider: str) -> None:
    for dialect, evidence in surveyed(provider).items():
        for rule in rules_of_all(provider, dialect):
            counts = evidence.rules.get(rule.id)
            if counts is not None and rule.level != "MAY" and rule.id not in BROKEN_AND_ACCEPTED:
                assert counts.otherwise <= (counts.plain + counts.stream + counts.otherwise) / 100, rule.id


@pytest.mark.parametrize("provider", names())
def test_no_accepted_request_breaks_a_must(provider: str) -> None:
    for dialect, evidence in surveyed(provider).items():
        known = rules_of_all(provider, dialect)
        strict = {rule.id for rule in known if rule.level == "MUST" and rule.applies_to == "request"}
        assert [name for name, counts in evidence.rules.items() if name in strict and counts.otherwise] == []


def rules_of_all(provider: str, dialect: str) -> tuple[Rule, ...]:
    home = owner(dialect)
    return (*own_rules(home, dialect), *(own_rules(provider, dialect) if provider != home else ()))


def test_answers_off_the_documented_form_are_counted(conformance: Any, tmp_path: Path) -> None:
    odd = record([], "Hi.")
    del odd["response_body"]["id"]
    [(name, count)] = seen(conformance, tmp_path, record([], "Hi."), odd, odd)["answers"].items()
    assert (name, count["plain"]) == (" required id", 2)


def test_a_recording_of_the_contrary_is_named_apart(conformance: Any, tmp_path: Path) -> None:
    kept = record([call('{"at": 1}')], tool_choice="required") | {"source_path": "kept.yaml"}
    broken = record([], "Hi.", tool_choice="required") | {"source_path": "broken.yaml"}
    found = seen(conformance, tmp_path, kept, broken)["capabilities"]["choice-required"]
    assert [origin["path"] for origin in found["origins"]] == ["kept.yaml"]
    assert [origin["path"] for origin in found["against"]] == ["broken.yaml"]


def test_a_secret_in_place_of_a_fixed_word_is_masked(conformance: Any, tmp_path: Path) -> None:
    key = "sk-proj-" + "a1B2c3D4" * 4
    found = seen(
        conformance, tmp_path, record([call("{}")], tool_choice=key), record([call("{}")], tool_choice="maybe")
    )
    assert "/tool_choice enum maybe" in found["forms"]
    assert key not in (tmp_path / "out.json").read_text()
