"""``conformance lint``: data that are whole, and data that are not."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.claims import cassettes_folder, providers_folder
from conformance.cli.exit_codes import Exit
from conformance.data import Data, ours, use


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of one provider's claims and cassettes, in place of all that there are."""
    shutil.copytree(providers_folder() / "ollama", tmp_path / "providers" / "ollama")
    shutil.copytree(cassettes_folder() / "ollama", tmp_path / "cassettes" / "ollama")
    copied = Data(tmp_path / "providers", ours().scenarios, tmp_path / "cassettes")
    monkeypatch.setattr("conformance.data.ours", lambda: copied)
    yield tmp_path
    monkeypatch.undo()
    use(ours())


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
            "either a `check`",
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
