"""Tests of dialects, text formats and providers by name and alias."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from toolwire import registry
from toolwire.dialects import openai_chat
from toolwire.dialects.dialect import DIALECTS
from toolwire.registry import DIALECT_GROUP, TEXT_FORMAT_GROUP, UNKNOWN, NotRegistered
from toolwire.text import FORMATS, TextFormat
from toolwire.wire.text_recognition import _signs


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Yield a list of entry points, which are used as if packages had registered them."""
    points: list[EntryPoint] = []
    caches = (
        registry.text_formats, registry.text_format, registry._auto, registry.signs, registry._dialect_entries,
    )  # fmt: skip
    monkeypatch.setattr(registry, "entry_points", lambda *, group: [point for point in points if point.group == group])
    for cached in caches:
        cached.cache_clear()
    yield points
    for cached in caches:
        cached.cache_clear()


@pytest.mark.parametrize(("name", "dialect"), [
    ("openai_chat", "openai_chat"), ("anthropic", "anthropic_messages"), ("Gemini", "gemini_generate"),
    ("google", "gemini_generate"), ("llama.cpp", "openai_chat"), ("groq", "openai_chat"),
    ("aws", "bedrock_converse"),
])  # fmt: skip
def test_names_of_dialects_and_providers(name: str, dialect: str) -> None:
    found = registry.speaker(name)
    assert (found.dialect, found.known, found.assumed) == (dialect, True, ())
    assert registry.dialect(name).__name__ == f"toolwire.dialects.{dialect}"


def test_who_is_not_known_speaks_what_most_do_and_is_marked() -> None:
    found = registry.speaker("acme")
    assert (found.name, found.dialect, found.known) == ("acme", UNKNOWN, False)
    assert found.assumed
    for find in (registry.dialect, registry.provider, registry.text_format):
        with pytest.raises(NotRegistered, match="'acme'; expected one of: "):
            find("acme")


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_a_format_goes_by_its_name_its_aliases_and_the_parsers_elsewhere(known: TextFormat) -> None:
    assert registry.text_format(known.name) is known
    for alias in (*known.aliases, *known.vllm, *known.sglang, *known.llama_cpp):
        assert registry.text_format(alias.upper().replace("_", "-")).name


def test_auto_is_a_format() -> None:
    assert registry.text_format("auto").name == "auto"


def test_every_sign_is_of_a_format_that_there_is() -> None:
    assert {name for sign in _signs() for name in sign.formats} <= {known.name for known in FORMATS}


@pytest.mark.parametrize(
    ("group", "name", "value", "why"),
    [
        pytest.param(
            TEXT_FORMAT_GROUP,
            "hermes",
            "json:loads",
            "registers the name 'hermes' in toolwire.text_formats, but that name is taken",
            id="text-format-taken",
        ),
        pytest.param(
            TEXT_FORMAT_GROUP,
            "acme",
            "json:loads",
            "is not usable: expected a TextFormat named 'acme'",
            id="no-text-format",
        ),
        pytest.param(
            TEXT_FORMAT_GROUP,
            "acme",
            "toolwire.text.hermes:HERMES",
            "is not usable: expected a TextFormat named 'acme'",
            id="other-text-format",
        ),
        pytest.param(TEXT_FORMAT_GROUP, "acme", "json:nothing", "cannot be loaded: AttributeError", id="no-attribute"),
        pytest.param(
            TEXT_FORMAT_GROUP, "acme", "no_such_module", "cannot be loaded: ModuleNotFoundError", id="no-module"
        ),
        pytest.param(TEXT_FORMAT_GROUP, "auto", "json:loads", "registers the name 'auto' in", id="auto"),
        pytest.param(TEXT_FORMAT_GROUP, "Qwen", "json:loads", "registers the name 'Qwen' in", id="alias"),
        pytest.param(
            TEXT_FORMAT_GROUP, "qwen3-coder", "json:loads", "registers the name 'qwen3-coder' in", id="former-alias"
        ),
        pytest.param(DIALECT_GROUP, "google", "json", "registers the name 'google' in", id="dialect-alias"),
        pytest.param(DIALECT_GROUP, "openai", "json", "registers the name 'openai' in", id="provider-name"),
        pytest.param(
            DIALECT_GROUP,
            "openai_chat",
            "json",
            "registers the name 'openai_chat' in toolwire.dialects, but that name is taken",
            id="dialect-taken",
        ),
        pytest.param(DIALECT_GROUP, "acme", "json", "is not a dialect: .* methods read_request", id="no-dialect"),
    ],
)
def test_what_cannot_be_used_is_refused(
    registered: list[EntryPoint], group: str, name: str, value: str, why: str
) -> None:
    registered.append(EntryPoint(name, value, group))
    with pytest.raises(NotRegistered, match=why):
        registry.text_formats() if group == TEXT_FORMAT_GROUP else registry.dialect(name)


def test_a_dialect_of_somebody_elses(registered: list[EntryPoint]) -> None:
    registered.append(EntryPoint("acme", "toolwire.dialects.openai_chat", DIALECT_GROUP))
    assert registry.dialects() == (*DIALECTS, "acme")
    assert registry.dialect("acme") is openai_chat
    assert registry.speaker("acme").dialect == "acme"
