"""Tests that every output format reports the failures of every kind of adapter.

If a format cannot be made, the other formats are still written.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from conformance.judge.exit_codes import Exit
from conformance.recording import persister
from conformance.recording.persister import write
from tests.doors.gate.gateways import PassThrough, behind, free_port

LOSING: Final = "tests.doors.gate.losing"
PROGRAM: Final = Path(__file__).parents[1] / "gate" / "losing.py"
DOORS: Final = ("codec", "wire", "stdio", "gateway", "text")
WIRE_CASE: Final = "openai/openai_chat/call-parallel"
TEXT_CASE: Final = "text/hermes/call-parallel"
FORMATS: Final = {"text": "o.txt", "markdown": "o.md", "junit": "o.xml", "json": "o.json"}


@contextmanager
def named(door: str) -> Iterator[tuple[object, ...]]:
    """Yield the options that name an adapter of the kind ``door``. The adapter loses the second call."""
    match door:
        case "codec":
            yield ("--adapter", f"{LOSING}:Codec")
        case "wire":
            yield ("--adapter", f"{LOSING}:Client")
        case "text":
            yield ("--adapter", f"{LOSING}:Reader")
        case "stdio":
            yield ("--command", f"{sys.executable} {PROGRAM}")
        case "gateway":
            port = free_port()
            losing = PassThrough(f"http://127.0.0.1:{port}", answer=lambda body: body.replace(b"get_time", b"get_date"))
            with behind(losing) as address:
                front = ("--gateway", f"{address}/v1", "--speaks", "openai_chat", "--upstream", "openai/openai_chat")
                yield (*front, "--upstream-port", port)


@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize("door", DOORS)
def test_a_failure_in_every_format(door: str, mode: str, conformance: Any, tmp_path: Path) -> None:
    case = f"{TEXT_CASE if door == 'text' else WIRE_CASE}/{mode}"
    files = [part for name, file in FORMATS.items() for part in ("--also", f"{name}={tmp_path / file}")]
    with named(door) as adapter:
        result = conformance("gate", case, *adapter, "--workers", 1, *files)
    assert (result.exit_code, result.stderr) == (Exit.NOT_CONFORMANT, "")
    shown = {name: (tmp_path / file).read_text() for name, file in FORMATS.items()}
    failed = json.loads(shown["json"])["failed"]
    assert failed
    assert all(entry["id"].startswith(case) for entry in failed)
    assert result.stdout == shown["text"]
    causes = json.loads(shown["json"])["causes"]
    assert {case for cause in causes for case in cause["cases"]} == {entry["id"].rpartition("/")[0] for entry in failed}
    junit = ElementTree.fromstring(shown["junit"])
    messages = {test.get("name"): found for test in junit.iter("testcase") for found in test.iter("failure")}
    assert messages.keys() == {cause["id"] for cause in causes}
    for cause in causes:
        assert f"FAIL {cause['smallest']}" in shown["text"]
        assert f"`{cause['smallest']}`" in shown["markdown"]
        failure = messages[cause["id"]]
        assert cause["heading"] in str(failure.get("message"))
        assert set(cause["cases"]) <= set(str(failure.text).splitlines())
    assert not {entry["id"] for entry in failed} & {test.get("name") for test in junit.iter("testcase")}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make JUnit's format raise an error. Return a list of the formats, in the order in which they are made."""
    from conformance.gate import junit, rendering
    from conformance.gate.page import Page

    made: list[str] = []

    def raises(_: Page) -> str:
        made.append("junit")
        raise KeyError("parts")

    def noted(name: str) -> Any:
        right = getattr(rendering, f"to_{name}")

        def make(page: Page) -> str:
            made.append(name)
            return str(right(page))

        return make

    for name in ("text", "markdown", "json"):
        monkeypatch.setattr(rendering, f"to_{name}", noted(name))
    monkeypatch.setattr(junit, "to_junit", raises)
    return made


@pytest.mark.parametrize(("adapter", "code"), [("Codec", Exit.NOT_CONFORMANT), ("Right", Exit.UNREADABLE)])
def test_a_format_that_fails_loses_no_other(
    adapter: str, code: Exit, broken: list[str], conformance: Any, tmp_path: Path
) -> None:
    named = "reference" if adapter == "Right" else f"{LOSING}:{adapter}"
    also = [part for kind in ("junit", "markdown") for part in ("--also", f"{kind}={tmp_path / FORMATS[kind]}")]
    result = conformance("gate", f"{WIRE_CASE}/plain", "--adapter", named, "--workers", 1, *also)
    assert result.exit_code == code
    assert broken == ["text", "junit", "markdown"]
    assert "conformant" in result.stdout
    assert "conformant" in (tmp_path / FORMATS["markdown"]).read_text()
    message, _, place = result.stderr.partition(" (")
    assert message == "conformance: junit could not be written, because of a bug in this program: KeyError: 'parts'"
    assert place.startswith("test_formats.py:")
    assert not (tmp_path / FORMATS["junit"]).exists()


def test_a_file_that_cannot_be_written_loses_no_other(
    conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.suffix == ".txt":
            raise OSError(28, "No space left on device")
        write(path, text)

    monkeypatch.setattr(persister, "write", full)
    files = ("--output", tmp_path / "o.txt", "--also", f"json={tmp_path / 'o.json'}")
    result = conformance("gate", f"{WIRE_CASE}/plain", "--adapter", f"{LOSING}:Codec", "--workers", 1, *files)
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert result.stderr.splitlines() == [
        f"conformance: {tmp_path / 'o.txt'}: cannot be written: No space left on device",
        "conformance: not conformant: 1 new root cause of 3 failing checks (exit code 1)",
    ]
    assert json.loads((tmp_path / "o.json").read_text())["failed"]


@pytest.mark.parametrize(("adapter", "code"), [("Codec", Exit.NOT_CONFORMANT), ("Right", Exit.UNREADABLE)])
def test_run_reports_it_too(adapter: str, code: Exit, broken: list[str], conformance: Any, tmp_path: Path) -> None:
    named = "reference" if adapter == "Right" else f"{LOSING}:{adapter}"
    chosen = ("--provider", "openai", "--scenario", "call-parallel", "--workers", 1, "--results", tmp_path)
    result = conformance("run", "--adapter", named, *chosen, "--format", "junit")
    assert (result.exit_code, result.stdout) == (code, "")
    assert "junit could not be written" in result.stderr
    assert (tmp_path / "results.json").exists()
