"""Tests of a live recording's choices: its cases, its addresses, and the folder to which it may write."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from conformance import data
from conformance.data import cassettes_folder
from conformance.recording.addresses import address_of, addresses, checked_folder, own_parts, region_of
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.choice import STALE, Only, chosen
from conformance.recording.conversation import hold
from conformance.recording.errors import RecordingError
from conformance.recording.live_case import LiveCase
from conformance.suite.lint import problems
from toolwire.dialects.errors import Inexpressible
from toolwire.providers import DialectClaims, load, load_all

TODAY = "2026-12-01"


def spoken(provider: str, dialect: str | None = None) -> dict[str, DialectClaims]:
    return {name: claims for name, claims in load(provider).dialects.items() if dialect in (None, name)}


def names(provider: str, only: Only | None, today: str = TODAY) -> set[CassetteName]:
    return {case.name for case in chosen(provider, spoken(provider, "openai_chat"), (), only, today)}


@pytest.mark.parametrize("name", load_all())
def test_every_provider_is_known_at_its_own_address(name: str) -> None:
    for claims in load(name).dialects.values():
        assert address_of(name, claims, claims.base_url) == "own"


@pytest.mark.parametrize(
    ("provider", "dialect", "base_url", "address"),
    [
        ("openai", "openai_chat", "http://127.0.0.1:8080/v1", "loopback"),
        ("openai", "openai_chat", "https://api.openai.com.example.org/v1", "other"),
        ("openai", "openai_chat", "https://gateway.example.com/v1", "other"),
        ("bedrock", "bedrock_converse", "https://bedrock-runtime.eu-west-1.amazonaws.com", "own"),
        ("azure", "openai_chat", "https://acme.openai.azure.com/openai/v1", "own"),
        ("llamacpp", "openai_chat", "http://localhost:9999/v1", "own"),
        ("llamacpp", "openai_chat", "https://llama.example.com/v1", "other"),
    ],
)
def test_who_is_asked(provider: str, dialect: str, base_url: str, address: str) -> None:
    assert address_of(provider, load(provider).dialects[dialect], base_url) == address


@pytest.mark.parametrize(
    ("base_url", "region"),
    [
        ("https://bedrock-runtime.eu-west-1.amazonaws.com", "eu-west-1"),
        ("https://us-east5-aiplatform.googleapis.com/v1", "us-east5"),
        ("https://api.openai.com/v1", None),
        ("https://dashscope-intl.aliyuncs.com/v1", None),
    ],
)
def test_the_region_that_an_address_names(base_url: str, region: str | None) -> None:
    assert region_of(base_url) == region


@pytest.mark.parametrize("fictional", ["mcp-server-beside-call", "mcp-server-approval"])
def test_a_scenario_with_a_server_that_does_not_exist_is_not_played_live(fictional: str) -> None:
    found = [*chosen("openai", spoken("openai", "openai_responses"), (fictional, "call-single"), None, TODAY)]
    assert {case.name.scenario for case in found} == {"call-single"}


def test_what_of_an_address_is_its_users_own() -> None:
    azure = load("azure").dialects["openai_chat"]
    assert own_parts(azure, "https://acme-prod.openai.azure.com/openai/v1") == {"acme-prod"}
    with pytest.raises(RecordingError, match="replace RESOURCE by your value"):
        addresses("azure", spoken("azure"), None)


@pytest.mark.parametrize(
    "base_url",
    [
        "ftp://example.com",
        "nonsense",
        "https://user:word@example.com/v1",
        "https://example.com/v1?key=1",
        "http://[::1",
    ],
)
def test_addresses_that_are_none(base_url: str) -> None:
    with pytest.raises(RecordingError, match="--base-url"):
        addresses("openai", spoken("openai"), base_url)


@pytest.mark.parametrize(
    ("provider", "base_url", "found"),
    [
        *[
            ("llamacpp", f"http://127.0.0.1:9{given}", {"openai_chat": f"{root}/v1", "openai_responses": f"{root}/v1",
                                                        "anthropic_messages": root})
            for given, root in (
                ("", "http://127.0.0.1:9"),
                ("/", "http://127.0.0.1:9"),
                ("/v1", "http://127.0.0.1:9"),
                ("/v1/", "http://127.0.0.1:9"),
                ("/llama/v1", "http://127.0.0.1:9/llama"),
            )
        ],
        ("dasllama", "http://127.0.0.1:9", {"openai_chat": "http://127.0.0.1:9/v1"}),
        ("dasllama", "http://127.0.0.1:9/v1", {"openai_chat": "http://127.0.0.1:9/v1"}),
        ("ollama", "http://127.0.0.1:9/v1", {"ollama_chat": "http://127.0.0.1:9"}),
        ("anthropic", "http://127.0.0.1:9/v1", {"anthropic_messages": "http://127.0.0.1:9"}),
        ("anthropic", "http://127.0.0.1:9/api", {"anthropic_messages": "http://127.0.0.1:9/api"}),
        ("groq", "http://127.0.0.1:9/v1", {"openai_chat": "http://127.0.0.1:9/v1"}),
        ("openai", "http://127.0.0.1:9/api/", {"openai_chat": "http://127.0.0.1:9/api",
                                               "openai_responses": "http://127.0.0.1:9/api"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_an_address_is_that_of_each_dialect(provider: str, base_url: str, found: dict[str, str]) -> None:
    assert addresses(provider, spoken(provider), base_url) == found


def test_every_name_of_this_machine_is_read_alike() -> None:
    for host in ("localhost", "[::1]"):
        found = addresses("azure", spoken("azure"), f"http://{host}:9")
        assert found == {
            dialect: url.replace("127.0.0.1", host)
            for dialect, url in addresses("azure", spoken("azure"), "http://127.0.0.1:9").items()
        }


def test_one_dialect_is_asked_where_it_is_given() -> None:
    chat, messages = spoken("llamacpp", "openai_chat"), spoken("llamacpp", "anthropic_messages")
    assert addresses("llamacpp", chat, "http://127.0.0.1:9/api/") == {"openai_chat": "http://127.0.0.1:9/api"}
    assert addresses("llamacpp", messages, "http://127.0.0.1:9/v1") == {"anthropic_messages": "http://127.0.0.1:9"}


@pytest.mark.parametrize(
    ("provider", "base_url", "message"),
    [
        ("llamacpp", "http://127.0.0.1:9/api", "host alone, or an address that ends with /v1, or choose a dialect"),
        ("azure", "https://acme.openai.azure.com/openai/v1", "have different hosts. Choose a dialect with"),
    ],
    ids=["path", "host of one dialect"],
)
def test_an_address_that_does_not_show_where_each_dialect_is(provider: str, base_url: str, message: str) -> None:
    with pytest.raises(RecordingError, match=message):
        addresses(provider, spoken(provider), base_url)


def test_our_evidence_is_of_providers_at_their_addresses() -> None:
    checked_folder(cassettes_folder(), {"openai_chat": "own"})
    for address in ("loopback", "other"):
        with pytest.raises(RecordingError, match="may not be the provider"):
            checked_folder(cassettes_folder() / ".." / "cassettes", {"openai_chat": address})


def test_lint_names_what_came_into_our_evidence_another_way(tmp_path: Path) -> None:
    name = CassetteName("openai", "openai_chat", "call-single", "plain")
    text = name.under(cassettes_folder()).read_text(encoding="utf-8")
    path = name.under(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text.replace("metadata:\n", "metadata:\n  address: loopback\n"), encoding="utf-8")
    ours = data.ours()
    try:
        data.use(data.Data(ours.providers, scenarios=ours.scenarios, cassettes=tmp_path))
        assert f"{path}: metadata.address: expected own (the provider's address), got loopback" in list(problems())
    finally:
        data.use(ours)


def test_what_is_missing_documented_or_stale() -> None:
    every = names("openai", None)
    documented = names("openai", "documented")
    missing = names("openai", "missing")
    assert documented | missing == every
    assert not documented & missing
    assert not names("openai", "stale")
    name = CassetteName("llamacpp", "openai_chat", "call-single", "plain")
    day = date.fromisoformat(Cassette(name.under(cassettes_folder())).provenance.date)
    fresh, stale = (day + STALE).isoformat(), (day + STALE + timedelta(days=1)).isoformat()
    assert name not in names("llamacpp", "stale", fresh)
    assert name in names("llamacpp", "stale", stale)


def test_no_endpoint_has_the_conversation_of_a_scenario() -> None:
    case = LiveCase.of(CassetteName("openai", "openai_responses", "history-in-conversation", "plain"))
    with pytest.raises(Inexpressible, match="continues the conversation 'conv_"):
        next(hold(case, lambda _: pytest.fail("a request is sent"), base_url=case.claims.base_url))
