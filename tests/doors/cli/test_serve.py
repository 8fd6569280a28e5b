"""Tests of ``conformance serve``."""

import signal
import socket
import subprocess
import sys
from typing import Any

import httpx
import pytest

from conformance.judge.exit_codes import Exit
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName


def listen_to_interrupts() -> None:
    """Restore the default handler of SIGINT. Shells and some CI systems start programs that ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_it_serves_until_it_is_interrupted() -> None:
    chosen = ["--provider", "openai", "--scenario", "call-single", "--mode", "plain"]
    command = [sys.executable, "-m", "conformance", "serve", *chosen]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts) as process:
        try:
            assert process.stdout
            address, chat, responses = (process.stdout.readline().strip() for _ in range(3))
            assert chat == f"{address}/openai/openai_chat/call-single/plain/v1"
            assert responses == f"{address}/openai/openai_responses/call-single/plain/v1"
            recorded = open_case(CassetteName("openai", "openai_chat", "call-single", "plain")).cassette.exchanges[0]
            answer = httpx.post(f"{chat}/chat/completions", content=recorded.request.body, trust_env=False)
            assert answer.content == recorded.response.body
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 0
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--mode", "fast"), Exit.USAGE, "unknown mode: 'fast'"),
        (("--mutant", "nope"), Exit.USAGE, "unknown mutant: 'nope'; expected one of: "),
        (("--provider", "nope"), Exit.USAGE, "unknown provider: 'nope'"),
        (("--provider", "vertex", "--scenario", "custom-tool"), Exit.USAGE, "unknown scenario: 'custom-tool'"),
        (("--provider", "groq", "--scenario", "result-image"), Exit.NOTHING_JUDGED, "no cassette matches the chosen"),
    ],
    ids=["mode", "mutant", "provider", "scenario", "no cassette"],
)
def test_what_cannot_be_served(options: tuple[str, ...], code: Exit, message: str, conformance: Any) -> None:
    result = conformance("serve", *options)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr


def test_a_port_that_is_taken(conformance: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = conformance("serve", "--provider", "openai", "--scenario", "call-single", "--port", port)
    assert result.exit_code == Exit.UNREADABLE
    assert f"--port {port}: Address already in use. Choose another port" in result.stderr


@pytest.mark.parametrize(
    ("closing", "message"),
    [
        (">&-", "stdout is closed: the result cannot be shown"),
        ("> /dev/full", "stdout cannot be written: No space left on device"),
    ],
    ids=["closed", "full"],
)
def test_a_stdout_that_cannot_be_written(closing: str, message: str) -> None:
    command = f"{sys.executable} -m conformance serve --provider openai --scenario call-single {closing}"
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == Exit.UNREADABLE
    assert ran.stderr == f"conformance: {message}\n"


def test_a_server_needs_no_stdout() -> None:
    code = """
import sys
sys.stdout = None
from conformance.recording.loopback import serving
with serving(lambda request: None) as address:
    sys.stderr.write(address)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert ran.stderr.startswith("http://127.0.0.1:"), ran.stderr
