"""Tests that an adapter in Python can make no other adapter's verdict green."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters import isolated
from conformance.judge.exit_codes import STOPPED, Exit
from conformance.suite import patience
from tests.doors.cli.conftest import *  # noqa: F403

ADAPTERS = "tests.doors.hostile.adapters"
SOME = ("--providers", "openai/openai_chat", "--scenarios", "call-single,call-parallel", "--generate", "0")
ROOT = Path(__file__).resolve().parents[3]


def gate(adapter: str, *more: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "conformance", "gate", "--adapter", f"{ADAPTERS}:{adapter}", *SOME, *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)


@pytest.mark.parametrize(
    ("adapter", "message"),
    [
        ("ExitsWhenMade", b"does not start: the process ended with exit code 0"),
        ("ExitsWhenAsked", b"broke: it returned no usable answer"),
        ("ExitsAtExit", b"broke: it returned no usable answer"),
        ("Crashes", b"broke: it returned no usable answer"),
        ("KillsItsParent", b"broke: it returned no usable answer"),
        ("PatchesTheJudge", b"broke: it returned no usable answer"),
        ("ExitsWhileItClearsUp", b"broke: it returned no usable answer"),
        ("IsCancelledWhileItClearsUp", b"broke: it returned no usable answer"),
        ("DiesWhileItClearsUp", b"broke: it returned no usable answer"),
    ],
)
def test_none_of_these_is_green(adapter: str, message: bytes) -> None:
    done = gate(adapter)
    assert done.returncode == Exit.ADAPTER_BROKE
    assert message in done.stderr


def test_a_signal_is_named() -> None:
    assert b"the process was ended by SIGSEGV" in gate("Crashes").stdout


def test_the_end_of_a_child_is_known_though_the_adapter_ignores_it() -> None:
    assert b"the process ended with exit code 3" in gate("IgnoresItsChildren").stdout


def test_one_that_closes_the_judges_pipes_is_named() -> None:
    done = gate("ClosesEverything")
    assert done.returncode == Exit.ADAPTER_BROKE
    assert b"the process that loads the adapter cannot continue: OSError" in done.stderr


@pytest.mark.parametrize("adapter", ["LeavesAThread", "ChangesItsSurroundings", "NamesItselfOddly"])
def test_these_are_right_all_the_same(adapter: str, tmp_path: Path) -> None:
    done = gate(adapter, "--format", "json")
    assert done.returncode == Exit.CONFORMANT, done.stderr
    assert json.loads(done.stdout)["code"] == Exit.CONFORMANT
    assert b"\x1b" not in done.stdout + done.stderr
    assert "\u202e".encode() not in done.stdout + done.stderr


def test_an_adapter_that_changes_the_directory_moves_no_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "conformance", "gate", "--adapter", f"{ADAPTERS}:ChangesItsSurroundings", *SOME]
    done = subprocess.run(
        [*command, "--output", "verdict.txt", "--also", "json=verdict.json"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == Exit.CONFORMANT, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"verdict.txt", "verdict.json"}


@pytest.mark.parametrize(
    "adapter",
    ["examples.python.client:Client", "command:python -m conformance.adapters.answering examples.python.client:Client"],
    ids=["in Python", "on stdio"],
)
def test_a_proxy_for_other_hosts_does_not_get_the_requests(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "example.com")
    command = [sys.executable, "-m", "conformance", "gate", "--adapter", adapter, *SOME]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)
    assert done.returncode == Exit.CONFORMANT, done.stdout


def test_a_key_in_the_output_of_an_adapter_is_not_shown(tmp_path: Path) -> None:
    also = (word for name in ("json", "markdown", "junit") for word in ("--also", f"{name}={tmp_path / name}"))
    done = gate("ShowsAKey", *also)
    assert done.returncode == Exit.ADAPTER_BROKE, done.stderr
    assert b"401 for sk-proj-" in done.stdout + done.stderr
    assert b"using sk-proj-" in done.stderr
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"T5vBZk3Q" not in done.stdout + done.stderr + written


@pytest.mark.parametrize("adapter", ["threaded:AtImport", "threaded_later:InAConversation"])
def test_a_thread_that_an_import_starts_is_there_in_each_case(adapter: str) -> None:
    command = [sys.executable, "-m", "conformance", "gate", "--adapter", f"tests.doors.hostile.{adapter}", *SOME]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)
    assert done.returncode == Exit.CONFORMANT, done.stdout


def test_an_odd_name_is_shown_with_escapes(conformance: Any, tmp_path: Path) -> None:
    chosen = ("--provider", "openai/openai_chat", "--scenario", "call-single", "--results", tmp_path)
    shown = conformance("run", "--adapter", f"{ADAPTERS}:NamesItselfOddly", *chosen).stdout
    assert "Adapter: \\u001b[31m\\u202ename" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_who_hangs_again_and_again_is_given_up(conformance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated, "LIMIT", 1.0)
    monkeypatch.setattr(patience, "MOST", 2)
    done = conformance("gate", "--adapter", f"{ADAPTERS}:Hangs", *SOME)
    assert done.exit_code == Exit.ADAPTER_BROKE
    assert "the adapter hung 2 times, so the run stopped" in done.stderr


def of_session(mark: bytes) -> list[int]:
    """Return the processes that have ``mark`` in their environment."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in file.read_bytes():
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found


def hears_interrupts() -> None:
    """Restore the handler of SIGINT, because shells start background programs that ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of a process")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_signal_to_the_judge_ends_all(number: signal.Signals, workers: str, tmp_path: Path) -> None:
    mark = f"hostile-test-{os.getpid()}-{number}-{workers}"
    chosen = ("--providers", "openai,anthropic,gemini,cohere", "--workers", workers, "--output", str(tmp_path / "out"))
    command = [sys.executable, "-m", "conformance", "gate", "--adapter", f"{ADAPTERS}:Hangs", *chosen]
    judge = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "MARK": mark}, stderr=subprocess.DEVNULL, preexec_fn=hears_interrupts
    )
    until = time.monotonic() + 120
    while len(of_session(mark.encode())) < 3 and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(3)
    judge.send_signal(number)
    assert judge.wait(60) == (-number if number is signal.SIGKILL else STOPPED)
    until = time.monotonic() + 30
    while of_session(mark.encode()) and time.monotonic() < until:
        time.sleep(0.1)
    assert of_session(mark.encode()) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of a process")
def test_what_an_adapter_starts_ends_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"hostile-test-{os.getpid()}-starts"
    monkeypatch.setenv("MARK", mark)
    before = of_session(mark.encode())
    assert gate("StartsAProgram").returncode == Exit.CONFORMANT
    assert of_session(mark.encode()) == before
