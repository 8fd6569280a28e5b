"""``conformance lint``: data that are whole, and data that are not."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.claims import (
    cassettes_folder,
    every_rule,
    folder,
    load,
    names,
    own_rules,
    providers_folder,
    rules,
    speaker,
    wire_format,
)
from conformance.claims.profile import _owned
from conformance.cli.exit_codes import Exit
from conformance.recording import by_dialect

CACHES = (
    names, load, _owned, speaker, own_rules, every_rule, rules, wire_format,
    by_dialect.find, by_dialect._names, by_dialect._borrowers,
)  # fmt: skip


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of one provider's claims and cassettes, in place of all that there are."""
    shutil.copytree(providers_folder() / "ollama", tmp_path / "providers" / "ollama")
    shutil.copytree(cassettes_folder() / "ollama", tmp_path / "cassettes" / "ollama")
    monkeypatch.setattr(folder, "_data", lambda: tmp_path)
    for cache in CACHES:
        cache.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for cache in CACHES:
        cache.cache_clear()


def test_our_own_data_are_whole(conformance: Any) -> None:
    result = conformance("lint")
    assert (result.exit_code, result.stdout) == (0, "nothing is wrong or missing\n")


def test_a_provider_alone_is_whole(data: Path, conformance: Any) -> None:
    assert conformance("lint").stdout == "nothing is wrong or missing\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("profile.yaml", "title: ", "titel: ", "unknown field `titel`"),
        ("profile.yaml", "source: ", "sauce: ", "ollama/profile.yaml"),
        ("ollama_chat/rules.yaml", "check: calls-answered", "check: calls-anwsered", "calls-anwsered"),
        (
            "ollama_chat/rules.yaml",
            "check: results-adjacent",
            "check: results-adjacent\n  excluded: never",
            "either a check",
        ),
        ("ollama_chat/rules.yaml", "needs: {", "need: {", "need"),
        ("ollama_chat/format.yaml", "choices: []", "choices: [perhaps]", "perhaps"),
        ("profile.yaml", "choice-none: ", "choice-never: ", "ollama/ollama_chat/choice-none: no cassette"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    path: str, old: str, new: str, said: str, data: Path, conformance: Any
) -> None:
    file = data / "providers" / "ollama" / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    result = conformance("lint")
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert said in result.stdout
    assert "Traceback" not in result.output


def test_cassettes_that_are_broken_or_stray(data: Path, conformance: Any) -> None:
    (data / "cassettes/ollama/ollama_chat/call-single.plain.yaml").write_text("interactions: [")
    (data / "cassettes/ollama/ollama_chat/notes.yaml").write_text("a: 1")
    (data / "cassettes/ollama/ollama_chat/call-parallel.plain.yaml").unlink()
    lines = conformance("lint").stdout.splitlines()
    assert [line for line in lines if "call-single.plain.yaml" in line]
    assert [line for line in lines if "notes.yaml" in line]
    assert [line for line in lines if "call-parallel: no cassette" in line]
