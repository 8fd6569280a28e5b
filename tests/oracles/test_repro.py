"""Tests that a script shows a root cause with the library itself, and shows no fault after the cause is repaired."""

import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest

from conformance.report import adapters
from conformance.report.repro.proof import disproof
from conformance.report.repro.script import Script, script
from conformance.report.repro.situation import PORT

FOLDER: Final = Path(__file__).resolve().parents[2] / "reports" / "adapters"
LIBRARY: Final = next(library for library in adapters.read(FOLDER) if library.name == "ollama")


@pytest.fixture(scope="module")
def made() -> Script:
    assert version("ollama") == LIBRARY.version
    [cause] = [cause for cause in LIBRARY.causes or () if cause.id == "request/tool.parameters/properties/lost"]
    return script(LIBRARY, cause)


SENT: Final = 'REQUESTS[0]["tools"][0]["function"]["parameters"]["properties"]["vehicle"]["properties"]'


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("got = REQUESTS[0]\n", "got = REQUESTS[0]\n", None),
        ("got = REQUESTS[0]\n", f"{SENT} = expected\ngot = REQUESTS[0]\n", "got no exception"),
        ("got = REQUESTS[0]\n", f"{SENT} = 1\ngot = REQUESTS[0]\n", "expected the wrong value"),
        ("import ollama\n", "import no_such_library\n", "got ModuleNotFoundError"),
    ],
    ids=["as it is", "with a library that is right", "with one that is wrong otherwise", "without the library"],
)
def test_it_shows_the_cause(tmp_path: Path, made: Script, before: str, after: str, why: str | None) -> None:
    assert before in made.text
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = tmp_path / "script.py"
    path.write_text(made.text.replace(before, after).replace(str(PORT), str(port)), encoding="utf-8")
    ran = subprocess.run([sys.executable, "-I", path], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    found = disproof(made.claim, ran.stdout, ran.stderr if ran.returncode else "")
    assert found is None if why is None else why in (found or ""), ran.stderr
    assert ("POST /api/chat" in ran.stdout) == ("no_such" not in after)
