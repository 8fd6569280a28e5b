"""Tests of ``conformance run`` as a program, and with programs on stdio. A program that misbehaves is never green."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from conformance.data import cassettes_folder
from conformance.judge.exit_codes import STOPPED, Exit

ROOT: Final = Path(__file__).resolve().parents[3]
SCRIPT: Final = Path(__file__).resolve().parents[1] / "adapters" / "misbehaving.py"


@pytest.fixture
def run(conformance: Any, cassettes: Path, tmp_path: Path) -> Any:
    def call(command: str) -> Any:
        where = ("--cassettes", cassettes, "--results", tmp_path / "results")
        return conformance("run", "--adapter", f"command:{command}", *where)

    return call


@pytest.mark.parametrize("door", ["wire", "codec"])
@pytest.mark.parametrize(
    ("vice", "code", "message"),
    [
        ("floods-stderr", Exit.CONFORMANT, ""),
        ("crash", Exit.NOT_CONFORMANT, ""),
        ("leaves", Exit.NOT_CONFORMANT, ""),
        ("other-door", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("no-dialect", Exit.NOTHING_JUDGED, "nothing was judged"),
        ("unknown-dialect", Exit.USAGE, "klingon"),
        (
            "ends-at-once",
            Exit.ADAPTER_BROKE,
            "the process ended with exit code 1; stderr: no key was given",
        ),
        ("other-version", Exit.ADAPTER_BROKE, "does not start: expected protocol 1.1 or 1.0, got '9.0'"),
        ("greets-otherwise", Exit.ADAPTER_BROKE, "returned no usable answer"),
    ],
)
def test_programs(door: str, vice: str, code: Exit, message: str, run: Any) -> None:
    result = run(f"{sys.executable} {SCRIPT} {door} {vice}")
    assert result.exit_code == code
    assert message in result.stderr
    if code is Exit.NOT_CONFORMANT:
        failed = [line for line in result.stdout.splitlines() if line.startswith("FAIL")]
        assert "call-parallel/stream/answered: Ended: the process ended with exit code" in failed[0]
        assert not [line for line in failed if "call-single" in line]


def test_a_program_that_is_not_there(run: Any) -> None:
    result = run("no-such-program --at all")
    assert result.exit_code == Exit.ADAPTER_BROKE
    assert "'command:no-such-program --at all' does not start: No such file or directory (no-such-program)" in (
        result.stderr
    )


def test_stdout_holds_the_document_alone_and_the_sdks_are_not_needed(tmp_path: Path) -> None:
    blocked = ("openai", "anthropic", "cohere", "google", "google.genai", "mistralai", "ollama", "starlette", "uvicorn")
    code = f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); from conformance.cli import main; main()"
    (tmp_path / "bad.yaml").write_bytes(b"interactions: []")
    good = cassettes_folder() / "openai" / "openai_chat" / "call-single.plain.yaml"
    command = [sys.executable, "-W", "error", "-c", code, "check", tmp_path, good, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (Exit.UNREADABLE, "")
    assert json.loads(done.stdout)["decoded"] == 1


@pytest.mark.parametrize("command", ["run", "gate", "check", "explain", "matrix", "serve"])
def test_commands_that_record_nothing_do_not_load_the_recorder(command: str) -> None:
    code = "import sys; sys.modules['vcr'] = None; from conformance.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, command, "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (Exit.CONFORMANT, "")


@pytest.mark.parametrize("module", ["genai_prices", "tenacity"])
def test_recording_is_explained_without_its_extra(module: str) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from conformance.cli import main; main()"
    command = [sys.executable, "-c", code, "record"]
    helped = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True)
    assert "--max-usd" in helped.stdout
    done = subprocess.run([*command, "--provider", "openai"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (Exit.USAGE, "")
    assert done.stderr == (
        f"conformance: recording needs the extra 'record', and {module} is missing: "
        "in a clone, run pip install '.[record]'\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("where", "message"), [(">/dev/full", "stdout cannot be written: No space left"), (">&-", "stdout is closed")]
)
def test_what_cannot_be_shown_ends_with_a_line(where: str, message: str) -> None:
    command = f"{sys.executable} -m conformance matrix --format json {where}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == Exit.UNREADABLE
    assert done.stderr.startswith(f"conformance: {message}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "code", "output"),
    [
        ("check folder", Exit.CONFORMANT, "openai_chat"),
        ("check missing", Exit.UNREADABLE, "missing: there is no such file or folder"),
        ("decode missing", Exit.UNREADABLE, ""),
        ("decode --wrong", Exit.UNREADABLE, ""),
    ],
)
def test_a_full_stderr_changes_no_result(words: str, code: Exit, output: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "notes.doc").write_text("a remark names this file")
    copied = cassettes_folder() / "openai" / "openai_chat" / "call-single.plain.yaml"
    (tmp_path / "folder" / "one.yaml").write_bytes(copied.read_bytes())
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        command = [sys.executable, "-m", "conformance", *words.split()]
        done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=full, timeout=100, check=False)
    assert done.returncode == code
    assert output in done.stdout.decode()


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["--version", "--help", "check --help"])
def test_a_full_stdout_below_the_help_is_named(words: str) -> None:
    command = f"{sys.executable} -m conformance {words} >/dev/full"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (Exit.UNREADABLE, "conformance: No space left on device\n")


def hears_signals() -> None:
    """Restore the handlers of signals that shells and nohup ignore for the programs that they start."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system lacks the signal")
def test_a_terminal_that_closes_stops_it() -> None:
    command = [sys.executable, "-m", "conformance", "serve", "--provider", "openai", "--scenarios", "call-single"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_signals
    ) as serving:
        assert serving.stdout is not None
        assert serving.stdout.readline().startswith("http://127.0.0.1:")
        serving.send_signal(signal.SIGHUP)
        assert serving.wait(30) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system lacks the signal")
def test_a_program_that_ignores_hangups_goes_on() -> None:
    served = ("--provider", "openai", "--scenarios", "call-single")
    command = ["nohup", sys.executable, "-m", "conformance", "serve", *served]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        address = serving.stdout.readline().strip()
        serving.send_signal(signal.SIGHUP)
        time.sleep(1)  # a server that stops takes less
        assert httpx.get(address).status_code
        serving.terminate()
        assert serving.wait(30) == 0


def test_repeated_interrupts_do_not_change_the_exit_code() -> None:
    gate = [sys.executable, "-m", "conformance", "gate", "--adapter", "reference"]
    with subprocess.Popen(gate, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=hears_signals) as judging:
        assert judging.stderr is not None
        assert judging.stderr.readline()
        for _ in range(20):
            judging.send_signal(signal.SIGINT)
            time.sleep(0.02)
        assert judging.wait(30) == STOPPED


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems limit the descriptors of a process")
def test_a_program_that_may_open_few_files_names_the_limit() -> None:
    command = f"ulimit -n 14; {sys.executable} -m conformance gate --adapter reference"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == Exit.USAGE
    assert done.stderr.startswith("conformance: expected a limit of at least 64 open files, got 14: raise the limit")


@pytest.mark.parametrize(
    ("words", "closed", "code", "message"),
    [
        (("decode",), 0, Exit.USAGE, b"stdin is closed: name a file in place of -"),
        (("detect", "-"), 0, Exit.USAGE, b"stdin is closed: name a file in place of -"),
        (("lint", "--secrets", __file__), 1, Exit.UNREADABLE, b"stdout is closed: the result cannot be shown"),
    ],
)
def test_a_closed_stream_is_named(words: tuple[str, ...], closed: int, code: Exit, message: bytes) -> None:
    command = [sys.executable, "-m", "conformance", *words]
    ran = subprocess.run(
        command, cwd=ROOT, stderr=subprocess.PIPE, timeout=120, check=False, preexec_fn=lambda: os.close(closed)
    )
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (code, b"conformance: " + message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_stdout_is_named() -> None:
    command = [sys.executable, "-m", "conformance", "lint", "--secrets", __file__]
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        ran = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=120, check=False)
    assert ran.returncode == Exit.UNREADABLE
    assert b"stdout cannot be written: No space left on device" in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_a_result_that_a_program_reads_is_utf_8(encoding: str, tmp_path: Path) -> None:
    message = {"role": "assistant", "content": "smørrebrød 🍸"}
    body = {"id": "a", "object": "chat.completion", "choices": [{"message": message, "finish_reason": "stop"}]}
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(body), encoding="utf-8")
    words = [sys.executable, "-m", "conformance", "decode", str(answer), "--dialect", "openai_chat"]
    ended = subprocess.run(words, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=True)
    assert json.loads(ended.stdout.decode("utf-8"))["parts"][0]["text"] == "smørrebrød 🍸"


@pytest.mark.parametrize("words", [("decode",), ("detect", "-")])
def test_a_pipe_that_is_empty_for_a_moment_is_read_to_its_end(words: tuple[str, ...]) -> None:
    message = {"role": "assistant", "content": "whole"}
    body = {
        "id": "a",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    data = json.dumps({**body, "created": 1, "model": "m"}).encode()
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.write(writer, data[:40])
    command = [sys.executable, "-m", "conformance", *words]
    with subprocess.Popen(command, cwd=ROOT, stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        os.close(reader)
        time.sleep(3)
        os.write(writer, data[40:])
        os.close(writer)
        output, errors = program.communicate(timeout=120)
    assert (program.returncode, errors) == (Exit.CONFORMANT, b"")
    assert b"whole" in output or b"openai_chat" in output


def test_a_name_that_is_no_text_is_shown_with_escapes() -> None:
    script = "import sys\nfrom conformance.cli.app import main\ntry:\n main()\nexcept SystemExit:\n print('\\udcff')"
    ended = subprocess.run([sys.executable, "-c", script, "--version"], cwd=ROOT, capture_output=True, check=True)
    assert ended.stdout.splitlines()[-1] == b"\\udcff"
