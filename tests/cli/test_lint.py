"""Tests of ``conformance lint`` with complete data, and with incomplete or wrong data."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.data import Data, cassettes_folder, forget, ours, use
from conformance.judge.exit_codes import Exit
from toolwire.providers import providers_folder


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder with copies of a provider's claims and cassettes, which replace all other data."""
    shutil.copytree(providers_folder() / "ollama", tmp_path / "providers" / "ollama")
    shutil.copytree(cassettes_folder() / "ollama", tmp_path / "cassettes" / "ollama")
    copied = Data(tmp_path / "providers", scenarios=ours().scenarios, cassettes=tmp_path / "cassettes")
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
    ("path", "old", "new", "message"),
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
        ("profile.yaml", "choice-none: ", "choice-never: ", "ollama/ollama_chat/choice-none: expected a cassette"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(
    path: str, old: str, new: str, message: str, data: Path, conformance: Any
) -> None:
    file = data / "providers" / "ollama" / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    result = conformance("lint")
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert message in result.stdout
    assert "Traceback" not in result.output


def test_cassettes_that_are_broken_or_stray(data: Path, conformance: Any) -> None:
    (data / "cassettes/ollama/ollama_chat/call-single.plain.yaml").write_text("interactions: [")
    (data / "cassettes/ollama/ollama_chat/notes.yaml").write_text("a: 1")
    (data / "cassettes/ollama/ollama_chat/call-parallel.plain.yaml").unlink()
    lines = conformance("lint").stdout.splitlines()
    assert [line for line in lines if "call-single.plain.yaml" in line]
    assert [line for line in lines if "notes.yaml" in line]
    assert [line for line in lines if "call-parallel: expected a cassette" in line]


def test_a_claim_that_a_provider_of_ours_lacks_is_reported(data: Path, conformance: Any) -> None:
    file = data / "providers" / "ollama" / "profile.yaml"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "capability: most-tools" not in line))
    assert [line.partition("profile.yaml: ")[2] for line in conformance("lint").stdout.splitlines()] == [
        "dialects.ollama_chat.declared: no claim about most-tools; if no source states it, write `claim: "
        "unpublished` and the places that were searched"
    ]


def test_a_mapping_that_is_not_whole(conformance: Any, tmp_path: Path) -> None:
    folder = tmp_path / "providers" / "acme"
    (folder / "openai_chat").mkdir(parents=True)
    (folder / "profile.yaml").write_text(
        "title: Acme\nhomepage: https://acme.example\nauth: bearer\ndialects:\n  openai_chat:\n    home: openai\n"
        "    base_url: https://llm.acme.example/v1\n    model: m\n"
    )
    path = folder / "openai_chat" / "mapping.yaml"
    path.write_text('- {field: reasoning, stream: [/thought], source: docs, retrieved: "2026-01-02"}\n')
    assert conformance("lint", "--data", tmp_path).stdout == "nothing is wrong or missing\n"
    forget()
    path.write_text('- {field: mood, stream: [/thought], source: docs, retrieved: "2026-01-02"}\n')
    assert f"{path}: 0: no field 'mood' in answers; write one of" in conformance("lint", "--data", tmp_path).stdout


def test_secrets_are_named_and_never_shown(tmp_path: Path, conformance: Any) -> None:
    key = "sk-ant-api03-" + "Zk3Qw9Lp" * 6
    folder = tmp_path / "captures" / ".hidden"
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text(f"The key is {key}.")
    (folder / "a.yaml").write_text("interactions:\n- response: {headers: {set-cookie: [session=Hx7]}}\n")
    result = conformance("lint", "--secrets", tmp_path)
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert result.stdout.splitlines() == [
        f"{folder / 'a.yaml'}: /interactions/0/response/headers/set-cookie/0: cookie",
        f"{folder / 'notes.txt'}: Anthropic key",
    ]
    assert "Zk3Qw9Lp" not in result.output


def test_secrets_for_machines(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text("interactions:\n- response: {headers: {set-cookie: [session=Hx7]}}\n")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 ")
    result = conformance("lint", "--secrets", tmp_path, "--format", "json")
    assert result.exit_code == Exit.UNREADABLE
    place = "/interactions/0/response/headers/set-cookie/0"
    found = json.loads(result.stdout)
    assert found["secrets"] == [{"file": str(tmp_path / "a.yaml"), "place": place, "kind": "cookie"}]
    assert [line.partition(": ")[0] for line in found["unreadable"]] == [str(tmp_path / "a.pdf")]
    assert (found["searched"], found["in_git"]) == (2, 0)


def test_the_output_is_not_among_the_searched_files(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "notes.txt").write_text("Nothing.")
    result = conformance("lint", "--secrets", tmp_path, "--output", tmp_path / "notes.txt")
    assert result.exit_code == Exit.USAGE
    assert (tmp_path / "notes.txt").read_text() == "Nothing."


def test_problems_for_machines(data: Path, conformance: Any) -> None:
    assert json.loads(conformance("lint", "--format", "json").stdout) == {"problems": []}


def test_random_text_comes_after_secrets_of_known_kinds(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "COMMIT").write_text("8f3a9c1b7e5d2046af81c3e97b5d60aa")
    (tmp_path / "a.yaml").write_text("interactions:\n- response: {headers: {set-cookie: [session=Hx7]}}\n")
    result = conformance("lint", "--secrets", tmp_path)
    assert [line.rpartition(": ")[2] for line in result.stdout.splitlines()] == ["cookie", "random text"]
    assert "2 secrets (1 of a known kind, 1 only random): revoke real secrets" in result.stderr


def test_a_problem_shows_no_secret(data: Path, conformance: Any) -> None:
    key = "sk-ant-api03-" + "Zk3Qw9Lp" * 6
    profile = data / "providers" / "ollama" / "profile.yaml"
    profile.write_text(f"{profile.read_text()}\n{key}: 1\n")
    result = conformance("lint")
    assert "sk-ant-api03-Aa0Aa0Aa" in result.output
    assert "Zk3Qw9Lp" not in result.output


def test_a_secret_in_the_name_of_a_file_is_named_and_not_shown(tmp_path: Path, conformance: Any) -> None:
    key = "sk-ant-api03-" + "Zk3Qw9Lp" * 6
    (tmp_path / f"{key}.txt").write_text("Nothing.")
    result = conformance("lint", "--secrets", tmp_path)
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "the name of the file: Anthropic key" in result.stdout
    assert "Zk3Qw9Lp" not in result.output


@pytest.mark.parametrize(
    "text", ["a: 1  # 8f3a9c1b7e5d2046af81c3e97b5d60aa\n", "a: 8f3a9c1b7e5d2046af81c3e97b5d60aa\na: 1\n"]
)
def test_random_text_that_yaml_drops_is_found(text: str, tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(text)
    assert conformance("lint", "--secrets", tmp_path).exit_code == Exit.NOT_CONFORMANT


def test_what_is_not_searched_is_named(tmp_path: Path, conformance: Any) -> None:
    folder = tmp_path / "captures"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text("Nothing.")
    (folder / "notes.txt").write_text("Nothing.")
    of_git = conformance("lint", "--secrets", folder)
    assert (of_git.exit_code, of_git.stdout) == (0, "no secrets found\n")
    assert "1 file in .git not searched: name the folder .git to search it" in of_git.stderr
    (tmp_path / "elsewhere").mkdir()
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    linked = conformance("lint", "--secrets", folder)
    assert linked.exit_code == Exit.UNREADABLE
    assert f"{folder / 'link'}: cannot be read: a link to a folder elsewhere is not followed" in linked.stdout


def test_a_folder_without_secrets_is_reported_as_such(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "notes.txt").write_text("Nothing.")
    result = conformance("lint", "--secrets", tmp_path)
    assert (result.exit_code, result.stdout) == (0, "no secrets found\n")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.yaml", b"a: [", "line 2 column 1"),
        ("a.bin", bytes(range(128, 256)), "bytes that are neither text"),
        ("a.gz", b"\x1f\x8b\x08 broken", "broken gzip"),
        ("a.pdf", b"%PDF-1.7 ", "a PDF document, whose text may be compressed"),
        ("a.zip", b"PK\x03\x04 broken", "broken ZIP archive"),
    ],
    ids=["YAML", "bytes", "gzip", "PDF", "ZIP"],
)
def test_what_cannot_be_looked_into_is_reported(
    name: str, data: bytes, message: str, tmp_path: Path, conformance: Any
) -> None:
    (tmp_path / name).write_bytes(data)
    result = conformance("lint", "--secrets", tmp_path)
    assert result.exit_code == Exit.UNREADABLE
    assert message in result.stdout


def test_paths_without_a_file_are_not_clean(tmp_path: Path, conformance: Any) -> None:
    assert conformance("lint", "--secrets", tmp_path).exit_code == Exit.NOTHING_JUDGED
    assert conformance("lint", "--secrets", tmp_path / "none").exit_code == Exit.UNREADABLE
