"""Tests of live recording of OpenAI Responses over a WebSocket, with imitated vendors and hostile local servers."""

import json
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.sync.server import ServerConnection, serve

from conformance.cli.app import app
from conformance.judge.exit_codes import Exit
from conformance.recording import live_websocket
from conformance.recording.cassette import Cassette
from conformance.recording.live import (
    BrokeOff,
    Key,
    Limits,
    NoAnswer,
    NoConnection,
    NoKey,
    Redirected,
    TimedOut,
    Unsafe,
    key_of,
)
from conformance.recording.live_websocket import LiveWebSocket
from tests.doors.raw import raw
from toolwire.wire.exchange import WireRequest

from .conftest import KEY, Bench

pytest.importorskip("openai", reason="a second reading needs the official SDKs: install the extra 'oracles'")
OPENAI = ("openai", "openai_responses")
SCENARIOS = ("--scenarios", "call-parallel,history-single-result,history-stored")


def test_recorded_messages_are_kept_and_replayed(bench: Bench) -> None:
    vendor, address = bench.vendor(*OPENAI)
    made = bench.record(*OPENAI, address, "--websocket", *SCENARIOS)
    assert made.exit_code == Exit.CONFORMANT, made.output
    kept = {path: Cassette(path) for path in bench.files()}
    assert {path.name for path in kept} == {
        "call-parallel.stream.yaml", "history-single-result.stream.yaml", "history-stored.stream.yaml"
    }  # fmt: skip
    assert {cassette.provenance.connection for cassette in kept.values()} == {"websocket"}
    assert all("sec-websocket-key" in request.headers for request in vendor.asked)
    assert len({request.headers["sec-websocket-key"] for request in vendor.asked}) == 1
    assert not any(KEY.encode() in path.read_bytes() for path in kept)
    data = ("--data", str(bench.folder.parent), "--provider", "openai")
    judged = CliRunner().invoke(app, ["run", *data, "--results", str(bench.folder.parent / "results")])
    assert judged.exit_code == Exit.CONFORMANT, judged.output


def test_an_sdk_reads_the_recorded_messages_over_a_websocket(bench: Bench) -> None:
    _, address = bench.vendor(*OPENAI)
    bench.record(*OPENAI, address, "--websocket", "--scenarios", "call-parallel")
    adapter = ("--adapter", "conformance.adapters.official:openai_responses_websocket", "--generate", "0")
    case = "openai/openai_responses/call-parallel/stream"
    judged = CliRunner().invoke(app, ["gate", case, *adapter, "--data", str(bench.folder.parent)])
    assert judged.exit_code == Exit.CONFORMANT, judged.output


def test_equal_answers_over_another_connection_are_a_new_recording(bench: Bench) -> None:
    _, address = bench.vendor(*OPENAI)
    arguments = (*OPENAI, address, "--scenarios", "call-parallel")
    assert "recorded" in bench.record(*arguments).output
    assert "1 recorded" in bench.record(*arguments, "--websocket").output
    assert "1 confirmed" in bench.record(*arguments, "--websocket").output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--provider", "openai", "--websocket"), "--websocket needs --folder or --data"),
        (("--provider", "anthropic", "--websocket", "--folder", "mine"), "expected a provider with openai_responses"),
        (
            ("--provider", "openai", "--dialect", "openai_chat", "--websocket", "--folder", "mine"),
            "expected a provider with openai_responses",
        ),
    ],
)
def test_wrong_usage(options: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(app, ["record", *options])
    assert (result.exit_code, message in result.output) == (Exit.USAGE, True), result.output


BODY = {"model": "m", "input": "hi", "stream": True}


def _asked(url: str) -> WireRequest:
    return WireRequest(url=url, method="POST", body=json.dumps(BODY).encode(), headers={})


@contextmanager
def _server(answer: Callable[[ServerConnection, dict[str, Any]], None], **options: Any) -> Iterator[str]:
    """Serve on loopback, and call ``answer`` for each message. Yield the address over HTTP."""

    def handle(socket: ServerConnection) -> None:
        for message in socket:
            answer(socket, json.loads(message))

    with serve(handle, "127.0.0.1", 0, **options) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}/v1/responses"
        server.shutdown()
        thread.join()


def test_a_request_is_a_message_and_each_message_of_the_answer_is_an_event() -> None:
    seen: list[dict[str, Any]] = []

    def answer(socket: ServerConnection, message: dict[str, Any]) -> None:
        seen.append(message)
        socket.send('{"type":\n"response.created"}')
        socket.send('{"type":"response.completed"}')

    with _server(answer) as url, LiveWebSocket() as live:
        [first, second] = [live.ask(_asked(url)), live.ask(_asked(url))]
    assert seen == [{"type": "response.create", "model": "m", "input": "hi"}] * 2
    assert [chunk.data for chunk in first.chunks] == [
        b'data: {"type":\ndata: "response.created"}\n\n', b'data: {"type":"response.completed"}\n\n'
    ]  # fmt: skip
    assert [chunk.data for chunk in second.chunks] == [chunk.data for chunk in first.chunks]


def test_a_refusal_has_the_form_that_it_has_over_http() -> None:
    def answer(socket: ServerConnection, _: object) -> None:
        socket.send('{"type":"error","status":400,"error":{"message":"no","type":"invalid_request_error"}}')

    with _server(answer) as url, LiveWebSocket() as live:
        refused = live.ask(_asked(url))
    assert (refused.status, refused.is_refusal) == (400, True)
    assert refused.chunks[0].data == b'{"error":{"message":"no","type":"invalid_request_error"}}'


def test_an_answer_without_end_is_given_up_and_the_next_request_gets_a_new_websocket() -> None:
    sockets: list[ServerConnection] = []

    def answer(socket: ServerConnection, _: object) -> None:
        sockets.append(socket)
        socket.send('{"type":"response.created"}')

    with _server(answer) as url, LiveWebSocket(limits=Limits(piece=0.2)) as live:
        for _ in range(2):
            with pytest.raises(BrokeOff, match=r"nothing arrived for 0.2 s") as broke:
                live.ask(_asked(url))
            assert broke.value.late
            assert len(broke.value.answer.chunks) == 1
    assert len({id(socket) for socket in sockets}) == 2


def test_a_slow_endless_answer_is_given_up() -> None:
    def answer(socket: ServerConnection, _: object) -> None:
        for _ in range(40):
            socket.send('{"type":"response.output_text.delta"}')
            socket.ping().wait(0.05)

    with (
        _server(answer) as url,
        LiveWebSocket(limits=Limits(piece=5, whole=0.3)) as live,
        pytest.raises(BrokeOff, match=r"end within 0.3 s"),
    ):
        live.ask(_asked(url))


def test_a_websocket_that_closes_within_an_answer() -> None:
    def answer(socket: ServerConnection, _: object) -> None:
        socket.send('{"type":"response.created"}')
        socket.close(1011, "sorry")

    with _server(answer) as url, LiveWebSocket() as live, pytest.raises(BrokeOff, match=r"\(1011 sorry\)"):
        live.ask(_asked(url))


def test_a_websocket_that_closed_between_two_requests_is_opened_again() -> None:
    def answer(socket: ServerConnection, _: object) -> None:
        socket.send('{"type":"response.completed"}')
        socket.close()

    with _server(answer) as url, LiveWebSocket() as live:
        assert live.ask(_asked(url)).status == 200
        assert live.ask(_asked(url)).status == 200


def test_a_request_that_crosses_the_end_of_its_websocket_is_sent_once_more() -> None:
    sockets: list[ServerConnection] = []

    def answer(socket: ServerConnection, _: object) -> None:
        if socket in sockets:
            socket.close()
        else:
            sockets.append(socket)
            socket.send('{"type":"response.completed"}')

    with _server(answer) as url, LiveWebSocket() as live:
        assert [live.ask(_asked(url)).status for _ in range(3)] == [200] * 3
    assert len(sockets) == 3


def test_a_request_on_a_new_websocket_is_sent_once() -> None:
    with (
        _server(lambda socket, _: socket.close()) as url,
        LiveWebSocket() as live,
        pytest.raises(BrokeOff, match=r"before the end of the answer \(1000\)"),
    ):
        live.ask(_asked(url))


@pytest.mark.parametrize(("status", "error"), [(302, Redirected), (401, None)])
def test_a_refused_handshake(status: int, error: type[Exception] | None) -> None:
    def refuse(connection: ServerConnection, _: object) -> Any:
        return connection.respond(status, '{"error":{"message":"no"}}')

    with _server(lambda *_: None, process_request=refuse) as url, LiveWebSocket() as live:
        if error is None:
            refused = live.ask(_asked(url))
            assert (refused.status, refused.chunks[0].data) == (status, b'{"error":{"message":"no"}}')
        else:
            with pytest.raises(error, match="redirects"):
                live.ask(_asked(url))


@pytest.mark.parametrize("target", ["/elsewhere", "ws://localhost:{port}/"])
def test_a_redirect_is_not_followed(target: str) -> None:
    asked: list[str] = []

    def redirect(connection: ServerConnection, request: Any) -> Any:
        asked.append(request.path)
        response = connection.respond(307, "")
        response.headers["Location"] = target.format(port=connection.local_address[1])
        return response

    with (
        _server(lambda *_: None, process_request=redirect) as url,
        LiveWebSocket(Key("KEY", "api-key", "", KEY)) as live,
        pytest.raises(Redirected, match="redirects"),
    ):
        live.ask(_asked(url))
    assert asked == ["/v1/responses"]


def test_a_message_after_the_end_of_an_answer_is_no_part_of_the_next_answer() -> None:
    number = iter(range(9))

    def answer(socket: ServerConnection, _: object) -> None:
        socket.send(json.dumps({"type": "response.completed", "response": {"id": f"resp_{next(number)}"}}))
        socket.send('{"type":"error","status":429,"error":{"message":"late"}}')
        socket.ping().wait(5)

    with _server(answer) as url, LiveWebSocket() as live:
        for n in range(3):
            answered = live.ask(_asked(url))
            assert (answered.status, f"resp_{n}".encode() in answered.chunks[0].data) == (200, True)
            time.sleep(0.1)


@pytest.mark.parametrize("status", ["true", "-1", "0", "200", "302", "600", "1" + "0" * 30])
def test_an_error_without_the_status_of_a_refusal_is_an_event(status: str) -> None:
    def answer(socket: ServerConnection, _: object) -> None:
        socket.send(f'{{"type":"error","status":{status},"error":{{"message":"no"}}}}')

    with _server(answer) as url, LiveWebSocket() as live:
        answered = live.ask(_asked(url))
    assert (answered.status, answered.headers["content-type"]) == (200, "text/event-stream")


@pytest.mark.parametrize(
    "proxy", ["foo://u:secret@h:1", "socks5://u:secret@127.0.0.1:1", "http://[", "http://h:999999"]
)
def test_a_proxy_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with LiveWebSocket() as live, pytest.raises(NoKey, match="HTTPS_PROXY") as refused:
        live.ask(_asked("https://api.example/v1/responses"))
    assert "secret" not in str(refused.value)


def test_a_key_is_not_sent_unencrypted_to_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with LiveWebSocket(key_of("openai")) as live, pytest.raises(Unsafe, match="only over wss"):
        live.ask(_asked("http://192.0.2.1/v1/responses"))


def test_nothing_listens() -> None:
    with LiveWebSocket() as live, pytest.raises(NoConnection, match="refused"):
        live.ask(_asked("http://127.0.0.1:9/v1/responses"))


@pytest.mark.parametrize("answer", [b"", b"no HTTP at all\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"])
def test_a_server_without_websockets(answer: bytes) -> None:
    with raw(answer) as host, LiveWebSocket() as live, pytest.raises(NoAnswer, match=host):
        live.ask(_asked(f"http://{host}/v1/responses"))


def test_the_library_s_own_messages_are_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    def refuse(server: socket.socket) -> None:
        with suppress(OSError), server.accept()[0] as connection:
            connection.sendall(b"HTTP/1.1 401 Unauthorized\r\n\r\n")
            while True:
                connection.sendall(bytes(1 << 16))

    for _ in range(5):  # whether the library meets an error depends on the time
        with socket.create_server(("127.0.0.1", 0)) as server:
            Thread(target=refuse, args=(server,), daemon=True).start()
            with pytest.raises(NoAnswer), LiveWebSocket(limits=Limits(connect=0.3)) as client:
                client.ask(_asked(f"http://127.0.0.1:{server.getsockname()[1]}/v1/responses"))
    assert capfd.readouterr().err == ""


def test_a_server_that_accepts_a_connection_and_sends_nothing() -> None:
    with (
        raw(b"", hold=True) as host,
        LiveWebSocket(limits=Limits(connect=0.2)) as live,
        pytest.raises(NoConnection, match=r"no connection within 0.2 s"),
    ):
        live.ask(_asked(f"http://{host}/v1/responses"))


@contextmanager
def _shaken(then: Callable[[socket.socket], object]) -> Iterator[str]:
    """Serve a WebSocket on loopback. After the handshake, call ``then``, and read nothing. Yield the address over HTTP.

    The connection stays open until the block ends.
    """
    over = Event()

    def serve_once(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            protocol = ServerProtocol()
            protocol.receive_data(connection.recv(65536))
            [request] = protocol.events_received()
            assert isinstance(request, Request)
            protocol.send_response(protocol.accept(request))
            connection.sendall(b"".join(protocol.data_to_send()))
            then(connection)
            over.wait(20)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=serve_once, args=(listening,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1/responses"
        finally:
            over.set()
            thread.join()


def test_an_endpoint_that_does_not_read_the_request_is_given_up() -> None:
    large = WireRequest(url="", method="POST", headers={}, body=b'{"input":"' + b"x" * 2**25 + b'"}')
    with (
        _shaken(lambda _: None) as url,
        LiveWebSocket(limits=Limits(piece=0.3)) as live,
        pytest.raises(TimedOut, match=r"expected the endpoint to read the request, got no progress for 0\.3 s"),
    ):
        live.ask(msgspec.structs.replace(large, url=url))


def test_an_endpoint_that_sends_pings_and_reads_no_pongs_is_given_up() -> None:
    pings = (b"\x89\x7d" + b"x" * 125) * 1000
    with (
        _shaken(lambda connection: deque(map(connection.sendall, repeat(pings)), maxlen=0)) as url,
        LiveWebSocket(limits=Limits(piece=0.3)) as live,
        pytest.raises(NoAnswer),
    ):
        live.ask(_asked(url))


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"\x88\x07\x0f\xa0sorry", r"\(4000 sorry\)"),
        (b"\xc1\x00", r"\(by this client: 1002 reserved bits must be 0\)"),
        (b"\x81\x7f" + bytes(3) + b"\x10" + bytes(4), r"\(by this client: 1009 .*exceeds limit"),
    ],
    ids=["close frame", "not a frame", "too large"],
)
def test_a_websocket_that_is_closed_although_its_connection_stays_open(
    sent: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_websocket, "_CLOSE_SECONDS", 0.2)

    def answer(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(sent)

    with (
        _shaken(answer) as url,
        LiveWebSocket(limits=Limits(piece=5)) as live,
        pytest.raises(BrokeOff, match=why) as broke,
    ):
        live.ask(_asked(url))
    assert not broke.value.late
