"""Tests of the example clients: they are right in the features that they offer, decline all others, and are short."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.adapters.adapter import Adapter, speaks, talks_http
from conformance.adapters.loading import load_adapter
from conformance.recording.case import open_case
from conformance.suite.cases import cassettes
from conformance.suite.run import results_of
from conformance.suite.selection import Generated, Selection, drawn
from conformance.suite.verdicts import judge
from tests.doors.gate.gateways import free_port
from tests.doors.streams import played

EXAMPLES: Final = Path(__file__).resolve().parents[3] / "examples"
FILES: Final = {"python": "client.py", "node": "adapter.mjs", "nim": "adapter.nim"}
DECLINED: Final = {"call-custom-tool", "call-with-grammar", "choice-subset"}
MOST: Final = 64
"""The largest number of lines of code. Four lines read a stream of events as its standard requires. One line keeps
several texts apart.
"""


def need(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed, so the example in {EXAMPLES.name}/{program} was not tried")
    return found


def python(folder: Path) -> str:
    return "client:Client"


def node(folder: Path) -> str:
    return f"command:{need('node')} adapter.mjs"


def nim(folder: Path) -> str:
    command = [
        need("nim"),
        "compile",
        "--hints:off",
        f"--nimcache:{folder}/cache",
        f"-o:{folder}/adapter",
        "adapter.nim",
    ]
    subprocess.run(command, check=True, capture_output=True)
    return f"command:{folder}/adapter"


@pytest.mark.parametrize("made", [python, node, nim], ids=lambda made: made.__name__)
def test_a_client_to_copy(made: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = EXAMPLES / made.__name__
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    adapter = load_adapter(made(tmp_path))
    assert talks_http(adapter)
    assert_right(adapter)
    assert red_of_generated(adapter) == []
    assert red_of_every_provider(adapter, "openai_chat", "stream") == []


def test_a_client_over_a_websocket(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = EXAMPLES / "python"
    monkeypatch.syspath_prepend(folder)
    adapter = load_adapter("over_websocket:Client")
    assert red_of_every_provider(adapter, "openai_responses", "stream") == []
    passed, declined = played(adapter)
    assert {"call-single", "call-parallel", "history-sequential-steps", "call-with-reasoning", "end-length"} <= passed
    assert {"call-custom-tool", "choice-subset", "history-stored", "result-image"} <= declined
    assert "history-in-conversation" in declined


def test_a_client_of_the_realtime_api(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES / "python")
    passed, declined = played(load_adapter("over_realtime:Client"))
    assert {"call-single", "call-parallel", "history-sequential-steps", "error-in-stream", "end-length"} <= passed
    assert {"call-custom-tool", "call-with-reasoning", "choice-subset", "define-strict", "result-image"} <= declined


def assert_right(adapter: Adapter) -> None:
    names = [name for name in cassettes("openai") if speaks(adapter, name.dialect)]
    assert {name.dialect for name in names} == {"openai_chat"}
    results = [result for name in names for result in judge(open_case(name), adapter)]
    assert [result.id for result in results if result.red] == []
    mine = [result for result in results if result.party == "adapter"]
    assert {result.mode for result in mine if result.outcome == "pass"} == {"plain", "stream"}
    assert {result.scenario for result in mine if result.outcome == "unsupported"} == DECLINED
    assert {result.id.partition("openai_chat/")[2] for result in mine if result.outcome == "warn"} == {
        f"results-out-of-order/{mode}/request-rules"  # they send results in the order in which they get them
        for mode in ("plain", "stream")
    }


def red_of_generated(adapter: Adapter) -> list[str]:
    """Return the ids of the failed checks in a few generated conversations. The environment ``generated`` plays
    thousands.
    """
    chosen = drawn("openai/openai_chat", Generated(6, 1))
    return [result.id for name in chosen.names for result in results_of(name, adapter, chosen) if result.red]


def red_of_every_provider(adapter: Adapter, dialect: str, mode: str) -> list[str]:
    """Return the ids of the failed checks in a few scenarios of every provider of a dialect.

    A gate without ``--providers`` plays all scenarios of all providers.
    """
    chosen = Selection(scenarios=("call-single", "call-parallel", "call-with-text"))
    names = [name for name in chosen.names if (name.dialect, name.mode) == (dialect, mode)]
    assert len({name.provider for name in names}) >= 10
    return [result.id for name in names for result in results_of(name, adapter, chosen) if result.red]


def test_an_error_of_the_client_in_node_has_its_file_and_line() -> None:
    task = {"base_url": f"http://127.0.0.1:{free_port()}/v1", "api_key": "key", "model": "m", "messages": []}
    assert re.fullmatch(r"TypeError: fetch failed \(adapter\.mjs:\d+\)", error_in_node(EXAMPLES / "node", task))


def error_in_node(folder: Path, task: dict[str, Any]) -> str:
    """Start a conversation with the adapter in a folder, and return the error that it reports."""
    message = json.dumps({"op": "start", "seq": 1, "task": task}) + "\n"
    command = [need("node"), "adapter.mjs"]
    ran = subprocess.run(command, cwd=folder, input=message, capture_output=True, text=True, check=True)
    error: str = json.loads(ran.stdout)["error"]
    return error


def test_an_error_of_a_library_in_node_has_the_file_and_line_of_the_adapter(tmp_path: Path) -> None:
    library = tmp_path / "node_modules" / "some-sdk" / "core" / "error.mjs"
    library.parent.mkdir(parents=True)
    library.write_text("export const fetch = async () => {\n  throw new RangeError('refused');\n};\n")
    (library.parents[1] / "package.json").write_text('{"exports": "./core/error.mjs"}')
    adapter = (EXAMPLES / "node" / "adapter.mjs").read_text(encoding="utf-8")
    (tmp_path / "adapter.mjs").write_text(f'import {{ fetch }} from "some-sdk";\n{adapter}', encoding="utf-8")
    task = {"base_url": "http://127.0.0.1:9/v1", "api_key": "key", "model": "m", "messages": []}
    assert re.fullmatch(r"RangeError: refused \(adapter\.mjs:\d+\)", error_in_node(tmp_path, task))


@pytest.mark.parametrize("language", FILES)
def test_a_client_is_a_screenful(language: str) -> None:
    lines = (EXAMPLES / language / FILES[language]).read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith(("#", "//"))]
    assert len(code) <= MOST
    assert max(map(len, lines)) <= 120
