"""Tests that every command accepts a name in any spelling, and its aliases."""

from pathlib import Path

import pytest

from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit
from conformance.recording.cassette import Cassette
from tests.cli.conftest import Conformance

GATE = ("gate", "--adapter", "reference")
NOWHERE = ("--base-url", "http://127.0.0.1:9/v1", "--model", "m")


@pytest.mark.parametrize(("arguments", "output"), [
    ((*GATE, "--workers", "1", "--providers", "google,Text", "--scenarios", "Call-Single",
      "text/Qwen25/Call_Single/plain"), "22 pass"),
    (("explain", "Google"), "provider gemini"),
    (("explain", "qwen25"), "text format hermes"),
    (("explain", "Call_Single"), "scenario call-single"),
    (("explain", "kimi"), "provider moonshot"),
    (("explain", "text/qwen25/call-single"), "conformance gate text/hermes/call-single"),
    (("decode", "--dialect", "Google", "BODY"), '"reason": "tool_calls"'),
    (("record", "--plan", "--provider", "OpenAI", "--dialect", "OpenAI", "--scenario", "Call-Single"), "2 cassettes: "),
], ids=[
    "gate", "explain provider", "explain text format", "explain scenario", "explain alias", "explain case",
    "decode", "record",
])  # fmt: skip
def test_a_name_in_another_spelling(
    conformance: Conformance, tmp_path: Path, arguments: tuple[str, ...], output: str
) -> None:
    body = tmp_path / "body"
    cassette = Cassette(cassettes_folder() / "gemini" / "gemini_generate" / "call-single.plain.yaml")
    body.write_bytes(cassette.exchanges[0].response.body)
    result = conformance(*(body if argument == "BODY" else argument for argument in arguments))
    assert (result.exit_code, output in result.stdout) == (Exit.CONFORMANT, True), result.output


@pytest.mark.parametrize(("arguments", "why"), [
    (("run", "--provider", "opnai"), "unknown provider: 'opnai'; did you mean openai"),
    (("run", "--provider", "imported-openai"), "'imported-openai'; 'conformance import --into DIR' makes"),
    (("run", "--provider", "qwen25"), "that is the text format hermes"),
    ((*GATE, "--scenarios", "cal-single"), "did you mean call-single"),
    ((*GATE[:1], "--gateway", "http://127.0.0.1:9", "--speaks", "opnai", "--upstream", "openai"), "unknown dialect"),
    ((*GATE[:1], "--gateway", "http://127.0.0.1:9", "--speaks", "OpenAI", "--upstream", "OpenAI"), "name a dialect of"),
    (("serve", "--provider", "text"), "'text' means calls in text, which only 'conformance run'"),
    (("serve", "--provider", "googel"), "did you mean google"),
    (("probe", *NOWHERE, "--provider", "text"), "'text' means calls in text"),
    (("probe", *NOWHERE, "--provider", "Google", "--dialect", "OpenAI"), "a dialect of gemini (gemini_gen"),
    (("record", "--provider", "OpenAI", "--dialect", "google"), "openai does not speak gemini_generate"),
    (("decode", "--dialect", "gemini_generat"), "did you mean gemini_generate"),
    (("check", ".", "--text-format", "hermse"), "did you mean hermes"),
    (("drift", ".", "--scenario", "cal-single"), "did you mean call-single"),
    (("explain", "auto"), "unknown name: 'auto'"),
    (("explain", "googel"), "similar names: google"),
], ids=[
    "run provider", "run imported", "run text format", "gate scenario", "gateway dialect", "gateway upstream",
    "serve text",
    "serve provider", "probe text", "probe dialect", "record dialect", "decode dialect", "check text format",
    "drift scenario", "explain auto", "explain provider",
])  # fmt: skip
def test_a_name_that_there_is_not(arguments: tuple[str, ...], why: str, conformance: Conformance) -> None:
    result = conformance(*arguments)
    assert (result.exit_code, why in result.stderr) == (Exit.USAGE, True), result.stderr
