"""Tests of ``conformance gate --gateway``: its options, and gateways that are unreachable or crash."""

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from conformance.adapters.gateway import Unreachable
from conformance.judge.exit_codes import Exit
from conformance.standins import Answer, Chunk
from tests.doors.gate.gateways import PassThrough, behind, free_port
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

WITHOUT = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # which takes longer to load than the cases


ROOT: Final = Path(__file__).resolve().parents[3]
CASE: Final = "openai/openai_chat/call-single"


@pytest.fixture
def gate(conformance: Any) -> Any:
    def call(address: str, port: int, *more: object) -> Any:
        where = ("--gateway", f"{address}/v1", "--speaks", "openai_chat", "--upstream", "openai/openai_chat")
        return conformance("gate", *where, "--upstream-port", port, *more)

    return call


def test_conformant(gate: Any) -> None:
    port = free_port()
    with behind(PassThrough(f"http://127.0.0.1:{port}")) as address:
        result = gate(address, port, CASE)
        assert (result.exit_code, result.stderr) == (Exit.CONFORMANT, "")
        failing = gate(address, port, "--scenarios", "call-parallel,nope")
    assert failing.exit_code == Exit.USAGE


def test_a_failure_is_shown_with_the_command_that_judges_it_again(gate: Any, conformance: Any) -> None:
    port = free_port()
    wrong = PassThrough(f"http://127.0.0.1:{port}", body=lambda body: body.replace(b"get_time", b"get_date"))
    with behind(wrong) as address:
        result = gate(address, port, "openai/openai_chat/call-single/plain/request-matches")
        assert result.exit_code == Exit.NOT_CONFORMANT
        command = result.stdout.partition("again: conformance ")[2].partition("\n")[0].split()
        assert command[2:4] == ["--gateway", f"{address}/v1"]
        again = conformance(*command)
    assert again.stdout.count("FAIL ") == 1


def test_it_is_named_in_one_way(conformance: Any, gate: Any) -> None:
    there = ("--gateway", "http://127.0.0.1:1/v1", "--speaks", "openai_chat")
    for arguments, message in (
        (there, "--gateway needs --speaks and --upstream"),
        (
            (*there, "--upstream", "anthropic", "--adapter", "reference"),
            "expected exactly one of --adapter, --command and --gateway",
        ),
        (("--adapter", "reference", "--upstream", "anthropic"), "need --gateway"),
        ((*there, "--upstream", "openai"), "name a dialect of openai: openai/openai_chat, openai/openai_responses"),
        (
            (*there[:2], "--speaks", "OpenAI", "--upstream", "anthropic"),
            "name a dialect of openai: openai_chat, openai_responses",
        ),
        ((*there, "--upstream", "nobody"), "unknown provider: 'nobody'"),
        ((*there, "--upstream", "antropic"), "unknown provider: 'antropic'; did you mean anthropic?"),
        (
            (*there, "--upstream", "groq/openai_cht"),
            "unknown dialect of groq: 'openai_cht'; name a dialect of groq: groq/openai_chat",
        ),
        (
            (*there[:2], "--speaks", "openai_cht", "--upstream", "groq"),
            "unknown dialect: 'openai_cht'; did you mean openai_chat?",
        ),
        (
            ("--adapter", f"gateway:{there[1]}?speaks=openai_cht&upstream=groq"),
            "unknown dialect: 'openai_cht'; did you mean openai_chat?",
        ),
        (
            ("--adapter", f"gateway:{there[1]}?speaks=openai_chat&upstream=antropic"),
            "unknown provider: 'antropic'; did you mean anthropic?",
        ),
    ):
        result = conformance("gate", *arguments)
        assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
        assert message in result.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:abc", "127.0.0.1:99999", "[::1", "\xfc..x", "a/v1?b=c", "a#b", "a b"])
def test_an_address_that_is_none(gate: Any, address: str) -> None:
    result = gate(f"http://{address}", 8900)
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert "expected the address of a gateway, like http://" in result.stderr
    assert "gateway:URL" not in result.stderr


def test_one_that_cannot_be_reached(gate: Any) -> None:
    result = gate(f"http://127.0.0.1:{free_port()}", free_port())
    assert (result.exit_code, result.stdout) == (Exit.ADAPTER_BROKE, "")
    assert "cannot be reached: " in result.stderr
    assert "Start the gateway, or correct --gateway" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_port_that_is_taken(gate: Any) -> None:
    with socket.socket() as taken, behind(PassThrough("http://127.0.0.1:1")) as address:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = gate(address, taken.getsockname()[1])
    assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
    assert "cannot listen" in result.stderr


ADDRESS: Final = "The gateway must send requests to http://127.0.0.1:{port}: correct its settings or --upstream-port"
PATH: Final = "Correct the path in --gateway, or the models in the gateway's settings"
CLIENT_KEY: Final = "Let the gateway accept the client key 'sk-conformance', or send another key with --gateway-header"
REQUEST: Final = "Check that the gateway accepts the client key 'sk-conformance', and has the models of openai"
BROKE: Final = "the gateway broke: it returned no usable answer. "
DECLINED: Final = "nothing was judged: the gateway declined every case. "


@pytest.mark.parametrize(
    ("status", "body", "verdict", "seen", "advice", "code"),
    [
        (500, {"error": {"message": "no connection"}}, BROKE, "500: no connection.", ADDRESS, Exit.ADAPTER_BROKE),
        (404, {"detail": "Not Found"}, BROKE, "404: Not Found.", PATH, Exit.ADAPTER_BROKE),
        (405, {}, BROKE, "405.", PATH, Exit.ADAPTER_BROKE),
        (401, {"error": {"message": "Who are you?"}}, BROKE, "401: Who are you?", CLIENT_KEY, Exit.ADAPTER_BROKE),
        (
            400,
            {"error": {"message": "No connected db."}},
            DECLINED,
            "400: No connected db.",
            REQUEST,
            Exit.NOTHING_JUDGED,
        ),
    ],
)
def test_one_that_sends_no_requests(
    status: int, body: Any, verdict: str, seen: str, advice: str, code: Exit, gate: Any, tmp_path: Path
) -> None:
    port = free_port()
    chunk = Chunk(0, exact_json.encode(body))
    refusal = Answer(status=status, headers={"content-type": "application/json"}, chunks=(chunk,), expected=None)
    with behind(lambda _: refusal) as address:
        result = gate(address, port, CASE)
        filed = gate(address, port, CASE, "--format", "junit", "--output", tmp_path / "gate.xml")
    why = f"{verdict}The gateway itself answers {seen} {advice.format(port=port)} (exit code {int(code)})"
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (code, why)
    assert result.stderr == filed.stderr == f"conformance: {why}\n"
    assert "status 404: None" not in result.stdout


def test_one_that_dies_in_the_middle(gate: Any) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tests.doors.gate.gateways", f"http://127.0.0.1:{port}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as dying:
        assert dying.stdout
        result = gate(dying.stdout.readline().strip(), port)
        dying.kill()
    assert (result.exit_code, result.stdout) == (Exit.ADAPTER_BROKE, "")
    assert "cannot be reached: " in result.stderr
    assert "; it has not been available since the case openai/openai_chat/" in result.stderr


def test_one_that_is_gone_before_its_streams_are_cut_down(
    gate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise Unreachable("the gateway cannot be reached: refused")

    monkeypatch.setattr("conformance.cli.gate.shrink", gone)
    port = free_port()
    wrong = PassThrough(f"http://127.0.0.1:{port}", answer=lambda body: body.replace(b"get_", b"got_"))
    with behind(wrong) as address:
        result = gate(address, port, f"{CASE}/stream/calls", "--shrink", tmp_path)
    assert result.exit_code == Exit.ADAPTER_BROKE
    failed = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("FAIL ")]
    assert failed == [f"{CASE}/stream/calls"]  # the verdict is written before anything is cut down
    assert f"the gateway stopped answering while the gate reduced {CASE}/stream/calls: the gateway" in result.stderr
    assert len(result.stderr.splitlines()) == 1


SECRET: Final = "s3cret-of-this-test"


class Locked(PassThrough):
    """A gateway that refuses a wrong key, and repeats the key in the refusal."""

    def __call__(self, request: WireRequest) -> Answer:
        key = request.headers.get("x-gateway-key")
        if key == SECRET:
            return super().__call__(request)
        body = f'{{"error": {{"message": "wrong key: {key}", "type": "auth", "code": null}}}}'
        headers = {"content-type": "application/json"}
        return Answer(status=401, headers=headers, chunks=(Chunk(0, body.encode()),), expected=None)


@pytest.mark.parametrize("value", [SECRET, "$GATEWAY_KEY", "${GATEWAY_KEY}"])
def test_a_gateway_that_wants_a_header(value: str, gate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEWAY_KEY", SECRET)
    port = free_port()
    with behind(Locked(f"http://127.0.0.1:{port}")) as address:
        right = gate(address, port, CASE, "--gateway-header", f"X-Gateway-Key={value}")
        without = gate(address, port, CASE)
    assert (right.exit_code, right.stderr) == (Exit.CONFORMANT, "")
    assert without.exit_code == Exit.ADAPTER_BROKE, "a gateway without any answer must count as broken"


@pytest.mark.parametrize("value", [f"{SECRET}-old", "${GATEWAY_KEY}-old"])
@pytest.mark.parametrize("shown", ["text", "json", "markdown", "junit"])
def test_the_value_of_a_header_is_never_shown(
    shown: str, value: str, gate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_KEY", SECRET)
    port = free_port()
    with behind(
        Locked(f"http://127.0.0.1:{port}", body=lambda body: body.replace(b"get_time", b"get_date"))
    ) as address:
        header = ("--gateway-header", f"x-gateway-key={value}")
        result = gate(address, port, CASE, *header, "--format", shown, "--shrink", tmp_path)
    assert result.exit_code == Exit.ADAPTER_BROKE
    assert "wrong key: ..." in result.stdout
    written = [file.read_text() for file in tmp_path.rglob("*") if file.is_file()]
    assert all(SECRET not in text for text in (result.stdout, result.stderr, *written))
    assert "--gateway-header" in result.stdout
    assert ("x-gateway-key=${GATEWAY_KEY}..." in result.stdout) == value.startswith("$")


class Repeating(PassThrough):
    """A gateway that repeats a header: in a refusal, in its request to the provider, or in its answer."""

    def __init__(self, upstream: str, name: str, where: str) -> None:
        super().__init__(upstream)
        self._name, self._where = name, where

    def __call__(self, request: WireRequest) -> Answer:
        value = request.headers[self._name]
        word = exact_json.encode(value.removeprefix("Bearer "))
        if self._where == "refusal":
            body = b'{"error": {"message": %s, "type": "auth", "code": null}}' % word
            headers = {"content-type": "application/json"}
            return Answer(status=401, headers=headers, chunks=(Chunk(0, body),), expected=None)
        if self._where == "request":
            request = msgspec.structs.replace(request, body=request.body.replace(b'"get_time"', word))
        else:
            self._answer = lambda body: body.replace(b'"get_weather"', word)
        return super().__call__(request)


@pytest.mark.parametrize("where", ["refusal", "request", "answer"])
@pytest.mark.parametrize(
    "header",
    [
        "authorization=Bearer $GATEWAY_KEY",
        "authorization=Bearer $OTHER-$GATEWAY_KEY",
        "x-key=$GATEWAY_KEY",
        f"x-key={SECRET}",
        f"x-key={SECRET}$OTHER",
        "x-config=$GATEWAY_CONFIG",
    ],
)
def test_a_value_that_a_gateway_repeats_is_not_shown(
    header: str, where: str, gate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_KEY", SECRET)
    monkeypatch.setenv("GATEWAY_CONFIG", '{"provider": "openai", "api_key": "%s"}' % SECRET)  # noqa: UP031
    monkeypatch.setenv("OTHER", "other")
    port = free_port()
    with behind(Repeating(f"http://127.0.0.1:{port}", header.partition("=")[0], where)) as address:
        also = (word for name in ("json", "markdown", "junit") for word in ("--also", f"{name}={tmp_path / name}"))
        result = gate(address, port, CASE, "--gateway-header", header, *also, "--shrink", tmp_path / "shrunk")
    assert result.exit_code in (Exit.NOT_CONFORMANT, Exit.ADAPTER_BROKE)
    written = [file.read_text() for file in tmp_path.rglob("*") if file.is_file()]
    assert all((tmp_path / name).exists() for name in ("json", "markdown", "junit"))
    assert (tmp_path / "shrunk").exists() == (where != "request")
    assert all(SECRET not in text for text in (result.stdout, result.stderr, *written))


def test_pytest_hides_what_a_gateway_repeats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEWAY_KEY", SECRET)
    port = free_port()
    with behind(Repeating(f"http://127.0.0.1:{port}", "x-key", "refusal")) as address:
        done = in_pytest(address, port, tmp_path, header="x-key=$GATEWAY_KEY")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert SECRET not in done.stdout + done.stderr


def test_dollars_that_are_doubled_are_text(gate: Any) -> None:
    port = free_port()
    with behind(Locked(f"http://127.0.0.1:{port}")) as address:
        result = gate(address, port, CASE, "--gateway-header", "x-gateway-key=pa$$w0rd-of-this")
    assert "pa$w0rd" not in result.stdout
    assert "wrong key: ..." in result.stdout


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        (["nothing"], "expected a header as NAME=VALUE, such as x-api-key=$GATEWAY_KEY"),
        (["a b=c"], "expected a header as NAME=VALUE"),
        (["Host=here"], "the client sets the header Host itself"),
        (["x=$NOT_THERE"], "the header x needs the environment variable NOT_THERE, which is not set"),
        (["x=1", "X=2"], "the header x is given 2 times"),
        (["x=a\nb"], "the value of the header x has characters that headers may not have"),
        (["x= a"], "the value of the header x has characters that headers may not have"),
        (["x=$EMPTY"], "the header x needs the environment variable EMPTY, which is not set"),
        (["x="], "the header x has no value"),
    ],
    ids=[
        "no value sign",
        "blank in a name",
        "Host",
        "not in the environment",
        "twice",
        "line end",
        "blank before",
        "empty in the environment",
        "no value",
    ],
)
def test_headers_that_cannot_be_sent(
    headers: list[str], message: str, gate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPTY", "")
    result = gate("http://127.0.0.1:1", 8900, *(word for header in headers for word in ("--gateway-header", header)))
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert f"--gateway-header: {message}" in result.stderr


def test_headers_are_of_gateways_alone(conformance: Any) -> None:
    result = conformance("gate", "--adapter", "reference", "--gateway-header", "x=1")
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert "--gateway-header need --gateway" in result.stderr


@pytest.mark.parametrize("value", [SECRET, f"{SECRET}$HOME"])
def test_a_name_holds_no_value(value: str, conformance: Any) -> None:
    name = f"gateway:http://127.0.0.1:1/v1?speaks=openai_chat&upstream=anthropic&header=x-key={value}"
    result = conformance("run", "--adapter", name)
    assert result.exit_code == Exit.USAGE
    assert "the value of the header x-key must come from the environment: write header=x-key=$VAR" in result.stderr


def in_pytest(
    address: str, port: int, folder: Path, *options: str, header: str = ""
) -> subprocess.CompletedProcess[str]:
    name = f"gateway:{address}/v1?speaks=openai_chat&upstream=openai/openai_chat&port={port}"
    name += f"&header={header}" if header else ""
    command = [sys.executable, "-m", "pytest", "-v", *WITHOUT, "--conformance-adapter", name]
    command += ["--conformance-scenario", "call-single", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_pytest_has_the_same_cases(tmp_path: Path) -> None:
    port = free_port()
    with behind(PassThrough(f"http://127.0.0.1:{port}")) as address:
        done = in_pytest(address, port, tmp_path)
    assert done.returncode == 0, done.stdout
    assert f"[{CASE}/stream/front] PASSED" in done.stdout
    assert "openai_responses" not in done.stdout


def test_pytest_reports_once_that_a_port_is_taken_an_address_none_or_the_processes_too_many(tmp_path: Path) -> None:
    with socket.socket() as taken, behind(PassThrough("http://127.0.0.1:1")) as address:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for done, message in (
            (in_pytest(address, port, tmp_path), f"the replay server cannot listen on port {port}, where the gateway"),
            (in_pytest("http://127.0.0.1:abc", free_port(), tmp_path), "expected the address of a gateway"),
            (in_pytest(address, free_port(), tmp_path, "-n", "2"), "a gateway sends requests to a single address"),
        ):
            assert done.returncode in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR), done.stdout
            assert f"UsageError: {message}" in done.stdout or f"ERROR: {message}" in done.stderr
            assert " failed" not in done.stdout
