"""Tests of ``conformance explain``: every id that another command shows is explained."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from conformance.judge.checks import EVERY
from conformance.judge.exit_codes import Exit
from conformance.judge.rules import BY_NAME
from conformance.report import cause_notes
from conformance.report.explanation import cases, explain, libraries, verdicts
from conformance.report.explanation.providers import dialects
from conformance.scenarios import capabilities, names
from conformance.suite.selection import Selection
from toolwire.providers import every_rule
from toolwire.providers import names as providers

RULES = [rule.id for _, _, rule in every_rule()]
IDS = sorted({*RULES, *BY_NAME, *names(), *capabilities(), *(check.name for check in EVERY), *providers(), *dialects()})


def test_a_name_that_is_used_twice_is_explained_twice() -> None:
    assert [explanation.kind for explanation in explain("text")] == ["check", "cases"]


@pytest.mark.parametrize("name", IDS)
def test_every_id_is_explained(name: str) -> None:
    for explanation in explain(name):
        assert explanation.title
        assert all(fact.name for fact in explanation.facts)


@pytest.mark.parametrize("name", libraries.libraries())
def test_every_library_is_explained_with_its_causes(name: str) -> None:
    [explanation] = [each for each in explain(name) if each.kind == "library"]
    [cases] = [fact.lines for fact in explanation.facts if fact.name == "cases"]
    is_marked = any(line.endswith(" (outdated)") for line in cases)
    assert ("outdated" in [fact.name for fact in explanation.facts]) == is_marked
    [causes] = [fact.lines for fact in explanation.facts if fact.name == "root causes"]
    for line in causes if causes != ("none",) else ():
        [cause] = explain(line.split(" (")[0])
        assert (cause.kind, [name in fact.name for fact in cause.facts].count(True) > 0) == ("root cause", True)


def test_a_cause_has_its_smallest_case_and_its_note(conformance: Any) -> None:
    text = conformance("explain", "request/result.name/lost").stdout
    assert text.startswith("root cause request/result.name/lost\n  a root cause of ")
    assert "smallest case: ollama/ollama_chat/results-out-of-order/plain/request-matches" in text
    assert "source: strands/models/ollama.py:156" in text


def test_a_rule_with_its_source_and_the_words_of_a_refusal(conformance: Any) -> None:
    text = conformance("explain", "anthropic_messages.call-ids-unique").stdout
    assert text.startswith(
        "rule anthropic_messages.call-ids-unique\n  No two tool_use blocks of a message have the same id.\n"
    )
    refusal = "`tool_use` ids must be unique (quoted in trycua/cua#524, 2026-11-22)"
    for words in ("MUST", "Anthropic", "public issue thread", refusal, "ids-unique: "):
        assert words in text


def test_a_rule_with_the_borrowers_that_were_seen_to_refuse(conformance: Any) -> None:
    text = conformance("explain", "openai_chat.call-id-length").stdout
    asked, _, weaker = text.partition("applies to:\n")[2].partition("source:")[0].partition("applies only as a SHOULD ")
    assert asked.split("\n")[:-1] == [
        "  Azure, openai_chat", "  GitHub Copilot, openai_chat", "  OpenAI, openai_chat", "  OpenRouter, openai_chat",
    ]  # fmt: skip
    assert "  Groq, openai_chat\n" in weaker
    assert "DeepSeek" not in asked + weaker
    assert "  OpenRouter, openai_chat: Invalid 'messages[...].tool_calls[...].id': string too long." in text
    assert (
        "(quoted in openclaw/openclaw#875, for a request that OpenRouter passed to OpenAI, 2026-11-24; "
        "for models whose name matches ^openai/)" in text
    )


def test_a_scenario_with_its_conversation_and_evidence(conformance: Any) -> None:
    text = conformance("explain", "call-single").stdout
    assert 'assistant, as played: get_weather({"city": "Berlin"})' in text
    assert "openai/openai_chat/plain: documented" in text
    assert "llamacpp/openai_chat/plain: recorded-local" in text
    assert "Ollama, ollama_chat: cannot be expressed" in conformance("explain", "choice-named").stdout


def test_a_checker_with_its_parameters_and_rules(conformance: Any) -> None:
    text = conformance("explain", "count-limit").stdout
    begin = "checker count-limit\n  The rule that ``at`` leads to at most ``most`` values.\n"
    assert text.startswith(f"{begin}parameters:\n  at\n  most\n  where (may be")
    assert "openai_chat.tool-count: A request offers at most 128 tools." in text


def test_json_is_an_array_of_what_has_the_id(conformance: Any) -> None:
    [found] = json.loads(conformance("explain", "parallel-calls", "--format", "json").stdout)
    assert (found["kind"], found["id"]) == ("capability", "parallel-calls")
    assert {fact["name"] for fact in found["facts"]} == {"scenarios", "declared", "seen elsewhere"}


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("call-singel", "did you mean call-single"),
        ("results-matc", "results-match"),
        ("zzzz", "ids exist for rules, checkers, checks, scenarios"),
    ],
)
def test_unknown_ids(name: str, hint: str, conformance: Any) -> None:
    result = conformance("explain", name)
    assert result.exit_code == Exit.USAGE
    assert hint in result.stderr
    assert result.stdout == ""


def test_what_nobody_publishes_is_shown_with_where_it_was_looked_for(conformance: Any) -> None:
    text = conformance("explain", "most-calls").stdout
    assert "Groq, openai_chat: not published, looked for in groq 1.7.0 (PyPI)" in text
    assert "OpenAI, openai_chat: yes, 128, " in text


def test_a_provider_with_its_claims_quirks_and_evidence(conformance: Any) -> None:
    text = conformance("explain", "groq").stdout
    assert text.startswith("provider groq\n  Groq\nhomepage:\n")
    for words in (
        "borrowed from openai, at https://",
        "parallel-calls: yes, groq",
        "calls-validated: ",
        " inferred from the cassettes of ",
    ):
        assert words in text
    recorded = conformance("explain", "llamacpp").stdout
    assert "recorded-local 2026-11-22, tiny-toolcaller, llama.cpp server of" in recorded
    assert "observed elsewhere: " in conformance("explain", "anthropic").stdout


def test_a_dialect_with_its_speakers_and_rules(conformance: Any) -> None:
    text = conformance("explain", "openai_chat").stdout
    for words in ("The dialect of OpenAI", "groq: https://api.groq.com", "openai_chat.calls-answered (MUST): "):
        assert words in text


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("openai/openai_chat/call-single/plain", "  documented 2026-"),
        ("groq/openai_chat/call-single/stream/calls", "inferred from the cassette of openai, with this"),
        (
            "llamacpp/openai_chat/choice-named/plain/predicates",
            "known to fail:\n  if tool_choice names a tool, the server treats it as auto",
        ),
        ("zai/openai_chat/*/plain/response-schema", "known to fail:\n"),
        ("ollama/ollama_chat/choice-named/plain", "cannot be expressed, because the request has no"),
        ("gemini/gemini_generate/call-cut-short/plain", "nobody recorded it"),
    ],
)
def test_a_case_with_its_evidence(case: str, words: str, conformance: Any) -> None:
    result = conformance("explain", case)
    assert result.exit_code == 0
    assert words in result.stdout
    assert ("*" in case) or f"conformance gate {case} --adapter yourpackage.module:YourAdapter" in result.stdout


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ("groc/openai_chat", "unknown provider: 'groc'; expected one of: groq"),
        ("groq//call-single", "unknown dialect of groq: ''; expected one of: openai_chat"),
        ("groq/opnai_chat/call-single", "unknown dialect of groq: 'opnai_chat'; expected one of: openai_chat"),
        ("text/hermse", "unknown text format: 'hermse'; expected one of: hermes"),
        ("text/hermes/reject-tool-name", "unknown scenario: 'reject-tool-name'"),
        ("groq/openai_chat/call-singel/plain", "unknown scenario: 'call-singel'; expected one of: call-single"),
        ("groq/openai_chat/call-singel", "unknown scenario: 'call-singel'; expected one of: call-single"),
        ("groq/openai_chat/call-single/plane", "unknown mode: 'plane'; expected one of: plain"),
        ("groq/openai_chat/call-single/plain/call", "unknown check: 'call'; expected one of: call"),
        ("groq/openai_chat/call-single/plain/calls/x", "unknown check: 'calls/x'"),
    ],
)
def test_a_case_that_there_is_not(case: str, why: str, conformance: Any) -> None:
    result = conformance("explain", case)
    assert result.exit_code == Exit.USAGE
    assert why in result.stderr


@pytest.mark.parametrize(
    ("beginning", "words"),
    [
        ("groq/", ("cases groq/\n  Every scenario, Groq\ndialects:\n  openai_chat: ", "conformance explain groq\n")),
        ("openai/openai_chat", ("\n  call-single: plain, stream\n", "conformance explain openai_chat\n")),
        (
            "groq/openai_chat/call-single/",
            ("One call, Groq, openai_chat", "  plain: inferred from the cassette"),
        ),
        ("ollama/ollama_chat/choice-named", ("  plain: cannot be expressed, because the request has no",)),
        ("text", ("Every scenario, calls in text\ntext formats:\n", "  hermes: ")),
        ("text/hermes", ("calls in text, hermes\nscenarios:\n", "  call-single: plain, stream\n")),
        ("text/react/call-parallel", ("  stream: cannot be expressed: an answer has at most one call",)),
    ],
    ids=["provider", "dialect", "scenario", "inexpressible", "text", "text format", "inexpressible in text"],
)
def test_how_ids_of_cases_begin(beginning: str, words: tuple[str, ...], conformance: Any) -> None:
    result = conformance("explain", beginning)
    assert result.exit_code == 0
    assert all(word in result.stdout for word in words)
    command = f"conformance gate {beginning.rstrip('/')} --adapter yourpackage.module:YourAdapter"
    assert (command in result.stdout) is (not beginning.startswith("ollama"))


@pytest.mark.parametrize("beginning", ["mistral", "vllm/openai_responses", "text/kimi_k2", "text"])
def test_what_begins_so_is_what_the_gate_takes(beginning: str) -> None:
    lines = {fact.name: fact.lines for fact in cases.explain_cases(beginning)[1]}
    chosen = Selection(ids=(beginning,))
    played = (*chosen.names, *chosen.texts)
    for line in (*lines.get("scenarios", ()), *lines.get("dialects", ()), *lines.get("text formats", ())):
        name, _, rest = line.partition(": ")
        chosen_cases = {case for case in played if name in (case.dialect, case.scenario)}
        number = len({case.scenario for case in chosen_cases})
        assert rest in (", ".join(sorted(case.mode for case in chosen_cases)), f"{number} scenario{'s' * (number > 1)}")
    assert played


def test_a_text_format_has_the_names_of_its_parsers_elsewhere(conformance: Any) -> None:
    text = conformance("explain", "kimi_k2").stdout
    assert text.startswith("text format kimi_k2\n  Kimi K2")
    assert "parsers of vLLM:\n  kimi_k2\n" in text


def test_a_case_in_text_with_what_a_model_writes(conformance: Any) -> None:
    text = conformance("explain", "text/hermes/call-single/plain/text-cut").stdout
    assert "<tool_call>" in text
    assert "documented 20" in text
    assert "never returned; it judges the adapter" in text
    unsaid = conformance("explain", "text/react/call-parallel/plain").stdout
    assert "cannot be expressed:\n  an answer has at most one call" in unsaid
    assert conformance("explain", "text/hermes/call-single/plain/calls").exit_code == 2


def test_a_mutant_with_what_it_stands_for(conformance: Any) -> None:
    for name in ("index-missing", "mutant-index-missing"):
        assert "openai-python#3246" in conformance("explain", name).stdout
    assert "calls in text: no calls" in conformance("explain", "mutant-text-in-reasoning").stdout


def test_a_case_has_the_verdicts_of_the_reports_with_reason_and_evidence(conformance: Any) -> None:
    text = conformance("explain", "groq/openai_chat/choice-required").stdout
    for words in (
        "/plain: groq: breaks a recommendation (SHOULD), or only the form is wrong (reports/matrix.json)\n"
        "    evidence: inferred (by dialect), not observed, 20",
        '    response-schema: exchange 1: /choices/0/message: "content" is a required property (this deviation breaks ',
        "choice-required/stream: groq: right (reports/matrix.json)",
        "verdicts on adapters:\n  choice-required/plain: right: reference adapter",
    ):
        assert words in text
    known = conformance("explain", "zai/openai_chat/choice-required/plain").stdout
    assert (
        "    reason: The body lacks the key object, but mostly has the key request_id.\n"
        "    response-schema: exchange 1: " in known
    )
    assert "libraries: pydantic-ai " in known
    whole = conformance("explain", "groq/openai_chat/choice-required/plain").stdout
    assert "choice-required/stream" not in whole
    assert "conformance explain openai/openai_chat/choice-required/plain (libraries are judged with" in whole
    right = conformance("explain", "groq/openai_chat/choice-required/plain/call-ids").stdout
    assert "groq: right (reports/matrix.json)" in right


def test_a_case_names_every_library_and_server_that_was_judged(conformance: Any) -> None:
    [found] = json.loads(conformance("explain", "llamacpp/openai_chat/choice-named", "--format", "json").stdout)
    servers = [report for report in found["reported"] if report["of"] == "server"]
    assert {server["case"] for server in servers} == {"choice-named/plain", "choice-named/stream"}
    assert {server["report"] for server in servers} == {"reports/probes/llamacpp.json"}
    assert all(server["verdict"] == "fail" and server["findings"]["predicates"] for server in servers)
    [found] = json.loads(
        conformance("explain", "openai/openai_chat/history-single-result/plain", "--format", "json").stdout
    )
    judged = {report["judged"].partition(" ")[0]: report for report in found["reported"] if report["of"] == "adapter"}
    assert {"reference", "openai", "litellm", "langchain"} <= judged.keys()
    assert judged["openai"]["date"] >= "2026-11-23"
    for entry in judged.values():
        assert entry["verdict"] in ("pass", "warn", "declined", "undecided") or entry["findings"]


def test_a_beginning_has_the_verdicts_of_the_reports_in_a_line_each(conformance: Any) -> None:
    text = conformance("explain", "groq/openai_chat").stdout
    assert "  reports/matrix.json: the provider, 63 capabilities: " in text
    assert " works inferred, " in text
    text = conformance("explain", "llamacpp/openai_chat").stdout
    assert "reports/probes/llamacpp.json: llama.cpp server of xllamacpp" in text
    assert "reports/adapters/vllm@" in conformance("explain", "text/hermes").stdout


def test_without_the_reports_the_rest_is_explained(conformance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "folder", lambda: None)
    for case in ("groq/openai_chat/choice-required/plain", "groq/openai_chat", "text/hermes/call-single"):
        result = conformance("explain", case)
        assert result.exit_code == 0
        assert "reports/ of the repository" in result.stdout


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Copy the reports, with only the newest version of a single library. Return the path of the library's notes."""
    kept = verdicts.folder()
    assert kept is not None
    shutil.copy(kept / "matrix.json", tmp_path)
    (tmp_path / "adapters").mkdir()
    for path in (kept / "adapters").glob("agno@*.json"):
        shutil.copy(path, tmp_path / "adapters")
    monkeypatch.setattr(verdicts, "folder", lambda: tmp_path)
    return cause_notes.file_of("agno", tmp_path / "adapters")


NOTES = """\
version: 3.1.10
notes:
- cause: request/result.name/lost
  source: [agno/models/ollama/chat.py:167]
  why: The message leaves `tool_name` out.
  repair: Add it.
"""


def test_a_case_has_the_notes_on_the_causes_that_it_shows(conformance: Any, reports: Path) -> None:
    reports.parent.mkdir()
    reports.write_text(NOTES)
    text = conformance("explain", "ollama/ollama_chat/results-out-of-order/plain").stdout
    why = "The message leaves `tool_name` out. (agno/models/ollama/chat.py:167, read in 3.1.10)"
    assert f"    why, request/result.name/lost: {why}\n    repair, request/result.name/lost: Add it.\n" in text
    assert "why, " not in conformance("explain", "ollama/ollama_chat/call-single/plain").stdout
    assert "why, " not in conformance("explain", "ollama/ollama_chat/results-out-of-order/plain/calls").stdout
    [found] = json.loads(
        conformance("explain", "ollama/ollama_chat/results-out-of-order/plain", "--format", "json").stdout
    )
    (agno,) = (reported for reported in found["reported"] if reported["judged"] == "agno 3.1.10")
    assert [note["cause"] for note in agno["notes"]] == ["request/result.name/lost"]
    assert agno["read_in"] == "3.1.10"


def test_notes_that_cannot_be_read_are_named(conformance: Any, reports: Path) -> None:
    reports.parent.mkdir()
    reports.write_text(NOTES.replace(":167", ""))
    result = conformance("explain", "ollama/ollama_chat/results-out-of-order/plain")
    assert result.exit_code == 0
    assert f"cannot be read: {reports}: notes.0.source.0: expected a line" in result.stdout


def test_a_report_that_cannot_be_read_is_named(
    conformance: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "matrix.json").write_text("[")
    monkeypatch.setattr(verdicts, "folder", lambda: tmp_path)
    for case in ("groq/openai_chat/choice-required/plain", "groq/openai_chat"):
        result = conformance("explain", case)
        assert result.exit_code == 0
        assert f"cannot be read: {tmp_path / 'matrix.json'}: not a matrix: " in result.stdout
