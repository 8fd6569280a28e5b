"""Tests of the project's cassettes: names, provenance, and no secrets."""

import re
from pathlib import Path

import pytest
import yaml

from conformance.data import cassettes_folder
from conformance.recording import cassette, headers
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError

GOOD = (cassettes_folder() / "openai" / "openai_chat" / "call-single.plain.yaml").read_text()


def put(folder: Path, text: str = GOOD, name: str = "openai/openai_chat/call-single.plain.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nobody/openai_chat/call-single.plain.yaml", "unknown provider: 'nobody'; expected one of: anthropic"),
        ("openai/morse/call-single.plain.yaml", "unknown dialect of openai: 'morse'; expected one of: openai_chat"),
        ("openai/openai_chat/call-me.plain.yaml", "unknown scenario: 'call-me'; expected one of: agent-codex"),
        ("openai/openai_chat/call-single.yaml", "expected a file name <scenario>.plain.yaml"),
        ("openai/openai_chat/call-single.slow.yaml", "expected a file name <scenario>.plain.yaml"),
    ],
    ids=["provider", "dialect", "scenario", "no mode", "unknown mode"],
)
def test_names_that_say_nothing(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CassetteError, match=re.escape(why)):
        Cassette(put(tmp_path, name=name))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("metadata:", "meta:", "metadata: Expected `object`, got `null`"),
        ("  caller:", "  collar:", "metadata: Object contains unknown field `collar`"),
        ("  origin: documented\n", "", "metadata: Object missing required field `origin`"),
        ("  origin: documented", "  origin: invented", "metadata: Invalid enum value 'invented' - at `$.origin`"),
        ("    - - - 787", "    - - - soon", "metadata: Expected `int`, got `str` - at `$.timing.chunks"),
        ("  date: '2026-11-21'", "  date: [2026]", "metadata: Expected `str`, got `array` - at `$.date`"),
        ("  expected:\n", "  expected: []\n  rest:\n", "unknown field `rest`"),
        ("    body: '{", "    body: '{{", "interactions[0].request.body: "),
        ('      string: "{', '      string: "{{', "interactions[0].response.body: "),
        (
            '      string: "{',
            '      string: !!binary /w==\n    x: "{',
            "interactions[0].response.body: not UTF-8: byte 1",
        ),
        (
            '      string: "{',
            f'      string: "{"[" * 10_000}{"]" * 10_000}"\n    x: "{{',
            "interactions[0].response.body: nested deeper than the 200 levels",
        ),
    ],
    ids=[
        "no metadata",
        "unknown key",
        "no origin",
        "unknown origin",
        "time no number",
        "date a list",
        "two keys",
        "broken request",
        "broken response",
        "bytes",
        "deep",
    ],
)
def test_cassettes_that_contradict_themselves(old: str, new: str, why: str, tmp_path: Path) -> None:
    assert old in GOOD
    path = put(tmp_path, GOOD.replace(old, new))
    with pytest.raises(CassetteError, match=re.escape(why)) as caught:
        Cassette(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("status", [101, 204, 302])
def test_a_status_with_which_no_api_answers(status: int, tmp_path: Path) -> None:
    assert GOOD.count("      code: 200\n")
    path = put(tmp_path, GOOD.replace("      code: 200\n", f"      code: {status}\n"))
    with pytest.raises(CassetteError, match=f"expected a status from 200 to 203 or from 400 to 599, got {status}"):
        Cassette(path)


@pytest.mark.parametrize(("name", "value"), [("x-id", "a\nb"), ("x-id", "€"), ("x id", "a"), ("x-id", "\0")])
def test_a_header_that_no_server_can_send(name: str, value: str, tmp_path: Path) -> None:
    document = yaml.safe_load(GOOD)
    document["interactions"][0]["response"]["headers"][name] = value
    path = put(tmp_path, yaml.safe_dump(document))
    with pytest.raises(CassetteError, match=f"response.headers: HTTP cannot carry the header {name!r}"):
        Cassette(path)


def test_an_interaction_for_each_answer_and_no_more_than_turns(tmp_path: Path) -> None:
    first = GOOD[GOOD.index("- request") : GOOD.index("metadata:")]
    twice = GOOD.replace("metadata:", f"{first}metadata:")
    with pytest.raises(CassetteError, match="expected: expected 2 entries, as many as exchanges, got 1"):
        Cassette(put(tmp_path, twice))
    stated = GOOD[GOOD.index("  - agreed") : GOOD.index("  ids:")]
    with pytest.raises(CassetteError, match="at most 1 exchange, as many as the scenario has turns, got 2"):
        Cassette(put(tmp_path, twice.replace("  ids:", f"{stated}  ids:")))


def test_an_answer_that_nobody_could_read_is_evidence(tmp_path: Path) -> None:
    stated = GOOD[GOOD.index("  - agreed") : GOOD.index("  ids:")]
    undecided = GOOD.replace(stated, "  - {agreed: [], answer: null, why: the SDK cannot read it}\n")
    Cassette(put(tmp_path, undecided.replace('      string: "{', '      string: "{{')))


def test_all_yaml_files_of_a_folder_are_found(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, name="openai/openai_chat/README.md")
    capital = "openai/openai_chat/call-parallel.plain.YAML"
    for name in ("stray.yml", "openai/call-single.plain.yaml", "a/openai/openai_chat/call-single.plain.yaml", capital):
        put(tmp_path, name=name)
    first, *others = cassette.find(tmp_path)
    assert first == CassetteName("openai", "openai_chat", "call-single", "plain")
    assert sorted(str(other).partition(": ")[0] for other in others) == [
        str(tmp_path / "a/openai/openai_chat/call-single.plain.yaml"),
        str(tmp_path / "openai/call-single.plain.yaml"),
        str(tmp_path / capital),
        str(tmp_path / "stray.yml"),
    ]


SECRET = re.compile(
    r"\bsk-[A-Za-z0-9_-]{8,}|\bBearer\s+\S|AIza[A-Za-z0-9_-]{10,}|\b(?:gsk|xai|hf|ghp|pat)[_-][A-Za-z0-9]{16,}"
    r"|AKIA[A-Z0-9]{12}|api[-_]?key|authorization|cookie|PRIVATE KEY|eyJ[A-Za-z0-9_-]{20,}\.|[?&]key="
    r"|\borganization[\"']?:|proj_[A-Za-z0-9]{8,}",
    re.IGNORECASE,
)


def test_folders_may_be_links_even_round_about(tmp_path: Path) -> None:
    put(tmp_path / "elsewhere")
    (tmp_path / "cassettes").mkdir()
    (tmp_path / "cassettes" / "openai").symlink_to(tmp_path / "elsewhere" / "openai")
    (tmp_path / "elsewhere" / "openai" / "round").symlink_to(tmp_path / "cassettes")
    assert cassette.find(tmp_path / "cassettes") == (CassetteName("openai", "openai_chat", "call-single", "plain"),)


PARTS = (
    "sk-", "bearer", "aiza", "gsk", "xai", "hf", "ghp", "pat", "akia", "apikey", "api-key", "api_key", "authorization",
    "cookie", "private key", "eyj", "key=", "organization", "proj_",
)  # fmt: skip
"""Texts of which each secret contains at least one. Looking for them first is ten times faster."""


def secret(text: str) -> re.Match[str] | None:
    small = text.lower()
    return SECRET.search(text) if any(part in small for part in PARTS) else None


@pytest.mark.parametrize("name", cassette.find(cassettes_folder()), ids=str)
def test_committed_cassettes_hold_no_key_and_no_other_header(name: CassetteName) -> None:
    path = name.under(cassettes_folder())
    for exchange in Cassette(path).exchanges:
        assert set(exchange.request.headers) <= headers.REQUEST
        assert set(exchange.response.headers) <= headers.RESPONSE
        bodies = exchange.request.url + exchange.request.body.decode() + exchange.response.body.decode("latin-1")
        assert secret(bodies) is None
    assert secret(path.read_text()) is None


@pytest.mark.parametrize(
    "text", ["sk-proj-abcdefgh1234", "Authorization: x", "Bearer abc", "AIzaSyA1234567890", "?key=abc", "Set-Cookie"]
)
def test_the_scan_knows_a_key_when_it_sees_one(text: str) -> None:
    assert secret(text)
