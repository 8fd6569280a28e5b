"""Tests of the canonical names for the names that people use."""

from collections.abc import Callable

import pytest
import typer

from conformance import scenarios
from conformance.cli import names
from conformance.judge.exit_codes import Exit
from toolwire import providers, registry


@pytest.mark.parametrize(("find", "given", "name"), [
    (names.provider, "Google", "gemini"),
    (names.provider, "LLAMA CPP", "llamacpp"),
    (names.judged, "Text", "text"),
    (names.dialect, "OpenAI-Chat", "openai_chat"),
    (names.dialect, "google", "gemini_generate"),
    (names.only_dialect, "OpenAI-Chat", "openai_chat"),
    (names.only_dialect, "Cohere", "cohere_v2"),
    (names.text_format, "Qwen25", "hermes"),
    (names.text_format, "AUTO", "auto"),
    (names.scenario, "Call_Single", "call-single"),
    (names.case, "Google/Gemini", "gemini/gemini_generate"),
    (names.case, "openai/openai_chat/Call_Single/plain/calls", "openai/openai_chat/call-single/plain/calls"),
    (names.case, "text/qwen25/", "text/hermes/"),
    (names.case, "endpoint/openai_chat/*/Plain", "endpoint/openai_chat/*/Plain"),
])  # fmt: skip
def test_what_is_meant(find: Callable[[str], str], given: str, name: str) -> None:
    assert find(given) == name


KNOWN = [
    (find, name)
    for find, known in (
        (names.provider, providers.names()),
        (names.dialect, registry.dialects()),
        (names.text_format, registry.text_formats()),
        (names.scenario, scenarios.names()),
    )
    for name in known
]


@pytest.mark.parametrize(("find", "name"), KNOWN)
def test_every_name_is_its_own_in_any_spelling(find: Callable[[str], str], name: str) -> None:
    assert {find(name), find(name.upper()), find(name.replace("_", "-"))} == {name}


@pytest.mark.parametrize(("find", "given", "why"), [
    (names.provider, "opnai", "unknown provider: 'opnai'; did you mean openai"),
    (names.provider, "gogle", "did you mean google"),
    (names.provider, "xyzzy", "expected one of: anthropic, anthropic-bedrock"),
    (names.provider, "text", "'text' means calls in text, which only 'conformance run' and 'conformance gate' judge"),
    (names.provider, "qwen25", "that is the text format hermes"),
    (names.judged, "openai_chat", "unknown provider: 'openai_chat'; that is the dialect openai_chat"),
    (names.dialect, "hermes", "unknown dialect: 'hermes'; that is the text format hermes"),
    (names.dialect, "gemini_generat", "did you mean gemini_generate"),
    (names.only_dialect, "opnai", "unknown dialect: 'opnai'"),
    (names.only_dialect, "OpenAI", "name a dialect of openai: openai_chat, openai_responses"),
    (names.text_format, "hermse", "did you mean hermes"),
    (names.text_format, "", "expected one of: auto, hermes"),
    (names.scenario, "cal-single", "did you mean call-single"),
])  # fmt: skip
def test_what_nothing_is_called(
    capsys: pytest.CaptureFixture[str], find: Callable[[str], str], given: str, why: str
) -> None:
    with pytest.raises(typer.Exit) as raised:
        find(given)
    assert (raised.value.exit_code, why in capsys.readouterr().err) == (Exit.USAGE, True)
