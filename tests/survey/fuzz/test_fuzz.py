"""Fuzzing of the commands that read files, with damaged files for some minutes. Each command ends with a known exit
code.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from conformance import data
from conformance.cli.app import app
from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit
from tests.fuzzing import hold_for_a_share
from tests.spoiling import spoilt

CASE: Final = "openai/openai_chat/call-single/plain"
CASSETTE: Final = cassettes_folder() / "openai/openai_chat/call-parallel.stream.yaml"
ANSWER: Final = (
    '{"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop", "message": '
    '{"role": "assistant", "content": "Hello!"}}]}'
)
ENTRY: Final = {
    "startedDateTime": "2026-11-28T10:00:00.000Z",
    "request": {
        "method": "POST",
        "url": "https://api.openai.com/v1/chat/completions",
        "headers": [{"name": "content-type", "value": "application/json"}],
        "postData": {"text": '{"model": "m", "messages": [{"role": "user", "content": "Hello"}]}'},
    },
    "response": {
        "status": 200,
        "headers": [{"name": "content-type", "value": "application/json"}],
        "content": {"text": ANSWER},
    },
}
ARCHIVE: Final = json.dumps({"log": {"entries": [ENTRY, ENTRY]}}).encode()
ANSWERS: Final = f"{ANSWER}\n{ANSWER}\n".encode()
STREAM: Final = b'data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n'
STUDY: Final = b"""\
model: m
repeats: 2
endpoints:
  a: {base_url: 'http://127.0.0.1:1/v1', model: m, reference: true, price: {input: 1, output: 2}}
  b: {base_url: 'http://127.0.0.1:1/v1', model: m, key: KEY_OF_B, requests_a_minute: 10}
budget: {usd: 3}
"""
BASELINE: Final = f"""\
format: 1
failures:
- ids: [{CASE}/answered]
  fails: unsupported
  reason: on purpose
  link: https://example.com/1
""".encode()
GATE: Final = ("gate", CASE, "--adapter", "reference", "--generate", "0", "--workers", "1", "--baseline")


def results(folder: Path) -> bytes:
    made = invoke("run", "--scenarios", "call-single", "--providers", "openai", "--workers", "1", "--results", folder)
    assert made.exit_code == Exit.CONFORMANT
    return (folder / "results.json").read_bytes()


def proposed(folder: Path) -> Path:
    """Return the profile that ``detect`` proposes for a new provider, in a folder of data."""
    (folder / "some.har").write_bytes(ARCHIVE.replace(b"api.openai.com", b"api.acme.example"))
    made = invoke("detect", folder / "some.har", "--provider", "acme", "--into", folder / "data")
    assert made.exit_code == Exit.CONFORMANT, made.output
    return folder / "data" / "providers" / "acme" / "profile.yaml"


def invoke(*words: object) -> Any:
    try:
        return CliRunner().invoke(app, [str(word) for word in words])
    finally:
        data.use(data.ours())


Place = Callable[[Path], tuple[bytes, str, tuple[object, ...]]]
"""A function that returns a correct document, the name of its file, and the command that reads it."""
PLACES: Final[dict[str, Place]] = {
    "check a cassette": lambda folder: (CASSETTE.read_bytes(), "a.yaml", ("check", folder / "a.yaml", "--workers", 1)),
    "check an archive": lambda folder: (ARCHIVE, "a.har", ("check", folder / "a.har", "--workers", 1)),
    "import an archive": lambda folder: (ARCHIVE, "a.har", ("import", folder / "a.har", "--into", folder / "into")),
    "detect answers": lambda folder: (ANSWERS, "a.jsonl", ("detect", folder / "a.jsonl")),
    "decode a stream": lambda folder: (STREAM, "a", ("decode", folder / "a")),
    "find secrets": lambda folder: (ARCHIVE, "a.har", ("lint", "--secrets", folder / "a.har")),
    "replay cassettes": lambda folder: (
        CASSETTE.read_bytes(),
        "openai/openai_chat/call-parallel.stream.yaml",
        ("run", "--cassettes", folder, "--workers", 1, "--results", folder / "results"),
    ),
    "read results": lambda folder: (results(folder), "a.json", ("matrix", folder / "a.json")),
    "read a baseline": lambda folder: (BASELINE, "a.yaml", (*GATE, folder / "a.yaml")),
    "read a profile": lambda folder: (
        proposed(folder).read_bytes(),
        "data/providers/acme/profile.yaml",
        ("lint", "--data", folder / "data"),
    ),
    "plan a study": lambda folder: (STUDY, "a.yaml", ("verify", folder / "a.yaml", "--plan")),
}


@pytest.mark.parametrize("name", PLACES)
def test_for_its_share_of_the_minutes(name: str, tmp_path: Path, record_property: Any) -> None:
    right, place, command = PLACES[name](tmp_path)
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)

    def ends_with_a_code(spoilt: bytes) -> None:
        (tmp_path / place).write_bytes(spoilt)
        ran = invoke(*command)
        if not isinstance(ran.exception, SystemExit | None):
            raise ran.exception
        assert ran.exit_code in set(Exit)
        assert "Traceback" not in ran.output

    ends_with_a_code(right)
    assert invoke(*command).exit_code in (Exit.CONFORMANT, Exit.STALE), "the undamaged file is refused"
    record_property("examples", hold_for_a_share(ends_with_a_code, (spoilt(right),), len(PLACES)))
