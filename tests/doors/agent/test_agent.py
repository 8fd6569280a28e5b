"""Tests of the agent in toolwire's README, with every dialect and with a genuine server, plain and streamed."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.server.serving import replay_server
from conformance.suite.cases import path_of
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import load, owner

ROOT: Final = Path(__file__).resolve().parents[3]
SCENARIO: Final = "call-parallel-same-tool"
MODES: Final = {"plain": (), "stream": ("--stream",)}


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """Copy the agent from toolwire's README into a file, and return its path."""
    readme = (ROOT / "toolwire/README.md").read_text(encoding="utf-8")
    section = readme.partition("## An agent\n")[2].partition("\n## ")[0]
    shown = re.search(r"^```python\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert shown is not None
    copy = tmp_path / "agent.py"
    copy.write_text(shown[1], encoding="utf-8")
    return copy


def ran(agent: Path, base_url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(agent), *arguments]
    where = os.environ | {"BASE_URL": base_url}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=where)


def run(agent: Path, base_url: str, *arguments: str) -> str:
    """Run the agent, and return its output. Fail the test if the agent fails."""
    done = ran(agent, base_url, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def failed(agent: Path, base_url: str, *arguments: str) -> str:
    """Run the agent, which must fail with a single line on stderr. Return this line."""
    done = ran(agent, base_url, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_it_is_the_example(agent: Path) -> None:
    assert agent.read_text(encoding="utf-8") == (ROOT / "examples/agent/agent.py").read_text(encoding="utf-8")


def assert_right(output: str) -> None:
    cities = re.findall(r"'tool_name': 'get_weather', 'parameters': {'city': '(\w+)'}", output)
    assert cities == ["Paris", "Lima", "Oslo"]
    assert output.splitlines()[-1] == (
        "It is 18 degrees and clear in Paris, 22 degrees with fog in Lima, and -4 degrees with snow in Oslo."
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_runs_in_every_dialect(agent: Path, dialect: str, mode: str) -> None:
    provider = owner(dialect)
    name = CassetteName(provider, dialect, SCENARIO, mode)
    cassette = Cassette(path_of(name))
    with replay_server() as tapes:
        opened = tapes.open(Case.of(cassette))
        model = load(provider).dialects[dialect].model_of(SCENARIO)
        output = run(agent, opened.base_url, f"{provider}/{dialect}", model, *MODES[mode])
        assert [sent.turn for sent in opened.tape.sent] == [0, 1]
    assert_right(output)


@pytest.mark.parametrize("arguments", [(), ("anthropic",)], ids=["nothing", "provider"])
def test_missing_arguments_show_the_usage(agent: Path, arguments: tuple[str, ...]) -> None:
    assert (
        failed(agent, "", *arguments)
        == "An agent that answers a question with a tool. Usage: python agent.py PROVIDER MODEL [--stream]\n"
    )


@pytest.mark.parametrize("mode", MODES)
def test_what_goes_wrong_is_reported_in_one_line(agent: Path, mode: str) -> None:
    assert "refused" in failed(agent, "http://127.0.0.1:1", "anthropic", "m", *MODES[mode])
    assert "does not speak 'nothing'" in failed(agent, "", "anthropic/nothing", "m", *MODES[mode])
    cassette = Cassette(path_of(CassetteName("anthropic", "anthropic_messages", SCENARIO, mode)))
    with replay_server() as tapes:
        elsewhere = tapes.open(Case.of(cassette)).base_url + "/elsewhere"
        output = failed(agent, elsewhere, "anthropic", "any-model", *MODES[mode])
    assert output.startswith("anthropic: ")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dialect", load("llamacpp").dialects)
def test_it_runs_with_a_genuine_server(agent: Path, dialect: str, mode: str) -> None:
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed (extra llamacpp)")
    command = [sys.executable, str(ROOT / "tools" / "llamacpp" / "serve.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        path = urlsplit(load("llamacpp").dialects[dialect].base_url).path
        output = run(agent, address + path, f"llamacpp/{dialect}", "tiny-toolcaller", *MODES[mode])
        server.stdin.close()
    assert_right(output)
