"""Tests of the replay server over WebSockets, with the package ``websockets`` and with OpenAI's SDK."""

import codecs
import socket
import threading
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise, repeat
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from conformance.adapters.wire import Hello, ReadCall, Reading, Talk, Task
from conformance.judge.request_match import request_matches
from conformance.recording import bounds, websocket
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.connections import SocketConnection
from conformance.recording.loopback import running, serving
from conformance.server.serving import replay_server
from conformance.server.tapes import Opened, Tapes
from conformance.standins import Answer, Chunk
from conformance.suite.cases import path_of
from conformance.suite.converse import converse
from toolwire.model import Expected
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import Exchange
from toolwire.wire.limits import LIMITS

DONE = Answer(status=200, headers={}, chunks=(Chunk(0, b'data: {"type":"response.completed"}\n\n'),), expected=None)
STREAMS = ("call-single", "history-stored", "history-parallel-results", "reject-missing-result")


def cassette(scenario: str, mode: Any = "stream") -> Cassette:
    return Cassette(path_of(CassetteName("openai", "openai_responses", scenario, mode)))


@pytest.fixture(scope="module")
def tapes() -> Iterator[Tapes]:
    with replay_server() as opened:
        yield opened


def reached(address: str, **more: Any) -> ClientConnection:
    connection: ClientConnection = connect(address.replace("http://", "ws://"), proxy=None, max_size=None, **more)
    return connection


def joined(opened: Opened, **more: Any) -> ClientConnection:
    return reached(f"{opened.base_url}/responses", **more)


def asked(exchange: Exchange, **more: Any) -> str:
    body = exact_json.loads(exchange.request.body)
    body.pop("stream", None)
    return exact_json.dumps({"type": "response.create"} | body | more)


def events(exchange: Exchange) -> list[Any]:
    """Return the messages of an exchange's recorded answer."""
    response = exchange.response
    if response.status >= 400:
        return [{"type": "error", "status": response.status, "error": exact_json.loads(response.body)["error"]}]
    return [exact_json.loads(event.data) for event in sse.decode(response.body)[0]]


@pytest.mark.parametrize("scenario", STREAMS)
def test_a_conversation_is_played_in_the_recorded_events(scenario: str, tapes: Tapes) -> None:
    tape = cassette(scenario)
    opened = tapes.open(Case.of(tape))
    with joined(opened) as socket:
        for exchange in tape.exchanges:
            socket.send(asked(exchange))
            expected = events(exchange)
            assert [exact_json.loads(socket.recv(5)) for _ in expected] == expected
    assert [sent.turn for sent in opened.tape.sent] == [*range(len(tape.exchanges))]


def test_a_request_that_differs_is_refused_and_the_next_is_answered(tapes: Tapes) -> None:
    [exchange] = cassette("call-single").exchanges
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket:
        socket.send(asked(exchange, input="Another question."))
        refused = exact_json.loads(socket.recv(5))
        socket.send(asked(exchange))
        first = exact_json.loads(socket.recv(5))
    assert (refused["type"], refused["status"]) == ("error", 400)
    assert "input" in refused["error"]["message"]
    assert first["type"] == "response.created"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("{", "expected a JSON message"),
        (b"\xff", "expected a JSON message"),
        ("[]", "expected a message of type response.create, got no type"),
        ("{}", "expected a message of type response.create, got no type"),
        ('{"type": "session.update"}', 'expected a message of type response.create, got the type "session.update"'),
    ],
)
def test_a_message_that_is_not_a_request_is_refused_and_kept(message: str | bytes, words: str, tapes: Tapes) -> None:
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket:
        socket.send(message)
        assert words in exact_json.loads(socket.recv(5))["error"]["message"]
    assert [sent.request.body.decode("latin-1") for sent in opened.tape.sent] == [
        message if isinstance(message, str) else message.decode("latin-1")
    ]


def test_a_message_for_an_answer_that_is_being_made_is_not_played(tapes: Tapes) -> None:
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket:
        socket.send('{"type": "response.steer"}')
        message = exact_json.loads(socket.recv(5))["error"]["message"]
        assert "messages of type response.steer cannot be answered from recordings" in message
    assert opened.tape.sent == []


@pytest.mark.parametrize("kept", [0, 1, 4])
def test_a_warm_up_has_no_output_and_may_be_continued(kept: int, tapes: Tapes) -> None:
    exchange = cassette("history-parallel-results").exchanges[-1]
    given = exact_json.loads(exchange.request.body)["input"]
    first, second = given[:kept], given[kept:]
    opened = tapes.open(Case.of(cassette("history-parallel-results")))
    with joined(opened) as socket:
        socket.send(asked(exchange, input=first, generate=False))
        created, completed = (exact_json.loads(socket.recv(5)) for _ in range(2))
        assert (created["type"], completed["type"]) == ("response.created", "response.completed")
        assert completed["response"]["output"] == []
        socket.send(asked(exchange, input=second, previous_response_id=completed["response"]["id"]))
        assert [exact_json.loads(socket.recv(5)) for _ in events(exchange)] == events(exchange)
    [sent] = opened.tape.sent
    assert exact_json.loads(sent.request.body)["input"] == given


class Client:
    """A client that sends the recorded requests over WebSockets, and reads every answer right."""

    hello = Hello(
        name="client", version="1", language="python", dialects=("openai_responses",), shows=("ids",),
        capabilities=("stored-answers",),
    )  # fmt: skip

    def __init__(self, case: Case, *, store: bool = True, reconnects: bool = False, first: str = "") -> None:
        self._case = case
        self._store = store
        self._reconnects = reconnects
        self._first = first

    def converse(self, task: Task) -> Talk:
        with ExitStack() as opened:
            socket = opened.enter_context(reached(f"{task.base_url}/responses"))
            for turn, exchange in enumerate(self._case.cassette.exchanges):
                if turn and self._reconnects:
                    socket = opened.enter_context(reached(f"{task.base_url}/responses"))
                if self._first:
                    socket.send(self._first)
                    socket.recv(5)
                socket.send(asked(exchange, store=self._store))
                assert all(socket.recv(5) for _ in events(exchange))
                right = self._case.trial(self._case.opening(), turn).right
                assert isinstance(right, Expected)
                calls = (ReadCall(id=call.id, name=call.name, arguments=call.arguments) for call in right.calls)
                yield Reading(calls=tuple(calls))


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({}, []),
        ({"store": False}, []),
        ({"reconnects": True}, []),
        ({"store": False, "reconnects": True}, ["/store", "/store"]),
        ({"first": "{"}, [""]),
        ({"first": '{"type": "response.cancel"}'}, [""]),
        ({"first": '{"type": "response.steer"}'}, []),
        ({"first": '{"type": "response.create", "background": true}'}, [""]),
    ],
    ids=str,
)
def test_what_is_wrong_only_over_a_websocket_is_found(wrong: Any, expected: list[str], tapes: Tapes) -> None:
    case = Case.of(cassette("history-stored"))
    trials = converse(case, Client(case, **wrong), tapes)
    assert [finding.path for trial in trials for finding in request_matches(trial)] == expected


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda text: text.replace("{", '{"model":"gpt-3","tools":[],', 1),
        lambda text: text.replace('"model":', '"stream":true,"model":', 1),
        lambda text: text.replace('"parameters":{', '"parameters":{"type":"array",', 1),
        lambda text: "\ufeff" + text,
        lambda text: text.replace('"model":', '"metadata":{"a":"\\ud800","b":1.10},"model":', 1),
    ],
    ids=["repeated keys", "repeated stream", "repeated keys within", "byte order mark", "surrogate and number"],
)
def test_a_message_is_kept_like_a_body_over_http(spoiled: Callable[[str], str], tapes: Tapes) -> None:
    [exchange] = cassette("call-single").exchanges
    body = exact_json.loads(exchange.request.body)
    over_http, over_websocket = (tapes.open(Case.of(cassette("call-single"))) for _ in range(2))
    httpx.post(f"{over_http.base_url}/responses", content=spoiled(exact_json.dumps(body)).encode(), trust_env=False)
    with joined(over_websocket) as socket:
        socket.send(spoiled(exact_json.dumps({"type": "response.create"} | body)))
        socket.recv(5)
    first, second = (opened.tape.sent[0].request.body for opened in (over_http, over_websocket))
    assert exact_json.same(exact_json.loads(first), exact_json.loads(second))
    assert first.startswith(codecs.BOM_UTF8) == second.startswith(codecs.BOM_UTF8)


def test_an_address_without_a_case_is_refused(tapes: Tapes) -> None:
    [exchange] = cassette("call-single").exchanges
    opened = tapes.open(Case.of(cassette("call-single")))
    tapes.close(opened)
    with joined(opened) as socket:
        socket.send(asked(exchange))
        refused = exact_json.loads(socket.recv(5))
    assert refused["status"] == 404
    assert "belongs to no open case" in refused["error"]["message"]


def test_a_connection_may_wait_longer_than_a_head(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HEAD_SECONDS", 0.3)
    [exchange] = cassette("call-single").exchanges
    with joined(tapes.open(Case.of(cassette("call-single")))) as socket:
        time.sleep(0.6)
        socket.send(asked(exchange))
        assert exact_json.loads(socket.recv(5))["type"] == "response.created"


def test_a_client_that_answers_no_pings_keeps_its_websocket(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    pings: list[SocketConnection] = []
    monkeypatch.setattr(SocketConnection, "schedule_ping", lambda connection: pings.append(connection), raising=False)
    with shaken(tapes.open(Case.of(cassette("call-single")))) as busy:
        assert b" 101 " in busy.recv(4096)
        busy.sendall(b"\x89\x80\0\0\0\0")
        assert busy.recv(4096) == b"\x8a\0"
        assert pings == []


def test_a_new_websocket_replaces_the_longest_idle(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SOCKETS", 2)
    [exchange] = cassette("call-single").exchanges
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as busy, joined(opened) as idle:
        busy.send(asked(exchange))
        assert [busy.recv(5) for _ in events(exchange)]
        with joined(opened) as new:
            with pytest.raises(ConnectionClosed, match="1013"):
                idle.recv(5)
            new.send(asked(exchange))
            busy.send(asked(exchange))
            assert [exact_json.loads(socket.recv(5))["type"] for socket in (busy, new)] == ["response.created"] * 2


def test_a_websocket_whose_handshake_is_not_answered_yet_makes_room(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bounds, "SOCKETS", 2)
    arrived = threading.Event()
    with running(lambda _: DONE) as server, ExitStack() as clients:
        server._loop.call_soon_threadsafe(arrived.wait, 5)  # or the first handshakes are answered before the last come
        address = urlsplit(server.address)
        plain = [
            clients.enter_context(socket.create_connection((address.hostname, address.port), timeout=5))
            for _ in range(6)
        ]
        for each in plain:
            each.sendall(HANDSHAKE % b"")
        arrived.set()
        assert [received(each)[9:12] for each in plain] == [b"", b"", b"", b"", b"101", b"101"]
    assert capfd.readouterr().err == ""


def received(plain: socket.socket) -> bytes:
    """Return the first bytes that arrive, or no bytes if the connection is lost."""
    with suppress(ConnectionError):
        return plain.recv(4096)
    return b""


def test_warm_ups_that_are_too_large_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WARM", 3000)
    warm_up = {"type": "response.create", "generate": False, "input": ["a" * 1000]}
    with serving(lambda _: DONE) as address, reached(address) as client:
        for expected in ("response.completed", "response.completed", "error"):
            client.send(exact_json.dumps(warm_up))
            got: Any = {"type": ""}
            while got["type"] not in ("response.completed", "error"):
                got = exact_json.loads(client.recv(5))
            assert got["type"] == expected
            warm_up |= {"input": [], "previous_response_id": got.get("response", got).get("id")}


def test_connections_with_the_same_key_are_different(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websockets.client.generate_key", lambda: "AAAAAAAAAAAAAAAAAAAAAA==")
    case = Case.of(cassette("history-stored"))
    trials = converse(case, Client(case, store=False, reconnects=True), tapes)
    assert [finding.path for trial in trials for finding in request_matches(trial)] == ["/store", "/store"]


def test_warm_ups_take_the_memory_of_their_text() -> None:
    session = websocket.Session("", {})
    message = exact_json.encode({"type": "response.create", "generate": False, "input": [[]] * 30_000})
    tracemalloc.start()
    session.read(message)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 2 * len(message)


def warmed(session: websocket.Session, message: bytes) -> str:
    """Return the id of the answer to a warm-up."""
    answer = session.read(message)
    assert isinstance(answer, Answer)
    name: str = exact_json.loads(sse.decode(answer.chunks[0].data)[0][0].data)["response"]["id"]
    return name


def test_warm_ups_that_are_too_deep_together_cannot_be_continued() -> None:
    session, continued, deep = websocket.Session("", {}), "", "{}"
    for _ in range(LIMITS.depth - 2):
        deep = f'{{"a":{deep}}}'
    for given in (deep, '"b"'):
        asked = f'{{"type":"response.create","generate":false,"input":{given},"previous_response_id":"{continued}"}}'
        continued = warmed(session, asked.encode())
    with pytest.raises(websocket.NoRequest, match="nested deeper"):
        session.read(exact_json.encode({"type": "response.create", "previous_response_id": continued}))


def test_a_warm_up_of_another_websocket_cannot_be_continued() -> None:
    warm_up = exact_json.encode({"type": "response.create", "generate": False, "input": "a"})
    assert warmed(websocket.Session("", {}), warm_up) != warmed(websocket.Session("", {}), warm_up)


def test_a_closed_tape_has_the_messages_of_clients_that_left(tapes: Tapes) -> None:
    [exchange] = cassette("call-single").exchanges
    for _ in range(10):
        opened = tapes.open(Case.of(cassette("call-single")))
        with joined(opened) as socket:
            socket.send(asked(exchange))
            socket.close_socket()
        tapes.close(opened)
        assert [sent.turn for sent in opened.tape.sent] == [0]


@pytest.mark.parametrize("size", [0, 20_000])
def test_every_message_of_a_client_that_left_is_judged(size: int, tapes: Tapes) -> None:
    """Check a client that closes the connection with a handshake.

    If a client only drops the connection, the kernel discards messages that the server has not read.
    """
    [exchange] = cassette("call-single").exchanges
    for _ in range(10):
        opened = tapes.open(Case.of(cassette("call-single")))
        with joined(opened) as socket:
            for number in range(5):
                socket.send(asked(exchange, metadata={"number": str(number), "more": " " * size}))
            socket.close()
        tapes.close(opened)
        bodies = [exact_json.loads(sent.request.body) for sent in opened.tape.sent]
        assert [body["metadata"]["number"] for body in bodies] == ["0", "1", "2", "3", "4"]


def test_more_messages_than_may_wait_are_answered(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WAITING", 2)
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket:
        for _ in range(20):
            socket.send("{}")
        assert [exact_json.loads(socket.recv(5))["type"] for _ in range(20)] == ["error"] * 20
    assert len(opened.tape.sent) == 20


def test_a_server_ends_while_messages_of_a_client_that_left_wait(capfd: pytest.CaptureFixture[str]) -> None:
    late = Answer(status=200, headers={}, chunks=(Chunk(3000, b"data: 1\n\n"),), expected=None)
    begun = time.monotonic()
    with serving(lambda _: late, paced=True) as address, reached(address) as socket:
        for _ in range(3):
            socket.send('{"type": "response.create"}')
        socket.close_socket()
        time.sleep(0.3)
    assert time.monotonic() - begun < 3
    assert capfd.readouterr().err == ""


def test_another_host_is_refused(tapes: Tapes) -> None:
    opened = tapes.open(Case.of(cassette("call-single")))
    with pytest.raises(InvalidStatus), joined(opened, additional_headers={"host": "evil.example"}):
        pass


def test_a_lost_connection_closes_after_the_events_before() -> None:
    broken = Answer(
        status=200, headers={}, chunks=(Chunk(0, b'data: {"n":1}\n\ndata: {"n"'),), expected=None, drops=True
    )
    with serving(lambda _: broken) as address, reached(address) as socket:
        socket.send('{"type": "response.create"}')
        assert socket.recv(5) == '{"n":1}'
        with pytest.raises(ConnectionClosed):
            socket.recv(5)


def test_events_come_at_their_times_if_the_server_keeps_them() -> None:
    late = Answer(status=200, headers={}, chunks=(Chunk(0, b"data: 1\n\n"), Chunk(300, b"data: 2\n\n")), expected=None)
    with serving(lambda _: late, paced=True) as address, reached(address) as socket:
        socket.send('{"type": "response.create"}')
        assert socket.recv(5) == "1"
        with pytest.raises(TimeoutError):
            socket.recv(0.05)
        assert socket.recv(5) == "2"


@pytest.mark.filterwarnings("ignore:connect.. must be used as a context manager:DeprecationWarning")  # openai 3.54.0
@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("scenario", ["call-parallel", "history-stored", "history-result-error"])
def test_the_sdk_of_openai_is_right_over_a_websocket(scenario: str, mode: Any, tapes: Tapes) -> None:
    pytest.importorskip("openai")
    official = pytest.importorskip("conformance.adapters.official")
    case = Case.of(cassette(scenario))
    trials = converse(case, official.openai_responses_websocket(), tapes, mode)
    assert [trial.played for trial in trials] == [True] * case.turns
    assert [trial.encoded and trial.encoded.headers["upgrade"] for trial in trials] == ["websocket"] * case.turns
    for trial in trials:
        assert trial.expected is not None
        assert trial.decoded is not None
        assert [call.name for call in trial.decoded.calls] == [call.name for call in trial.expected.calls]


def test_messages_that_are_too_large_together_are_refused(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HELD", 150_000)
    [exchange] = cassette("call-single").exchanges
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as first, joined(opened) as second:
        first.socket.sendall(_beginning(100_000))
        time.sleep(0.3)
        second.socket.sendall(_beginning(100_000))
        with pytest.raises(ConnectionClosed, match=r"1013.*at most 0 MB in the unfinished messages"):
            second.recv(5)
        with joined(opened) as other:
            other.send(asked(exchange))
            assert exact_json.loads(other.recv(5))["type"] == "response.created"
        first.close_socket()


def test_a_message_that_is_too_large_beside_open_requests_is_refused(
    tapes: Tapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "HELD", 1_500)
    opened = tapes.open(Case.of(cassette("call-single")))
    address = urlsplit(opened.base_url)
    with socket.create_connection((address.hostname, address.port)) as slow, joined(opened) as talking:
        slow.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1001\r\n\r\n" + bytes(1000))
        time.sleep(0.3)
        talking.send(" " * 1_000)
        refused = exact_json.loads(talking.recv(5))
    assert (refused["type"], refused["status"]) == ("error", 503)


def paused(socket: ClientConnection) -> None:
    """Send the beginning of a message."""
    socket.socket.sendall(_beginning(1_000))
    socket.recv(5)


def trickling(socket: ClientConnection) -> None:
    """Send a message in fragments, with a pause after each."""

    def fragments() -> Iterator[str]:
        for _ in range(20):
            yield "{"
            time.sleep(0.05)

    socket.send(fragments())


@pytest.mark.parametrize("sends", [paused, trickling])
def test_a_message_that_takes_too_long_closes_the_websocket(
    sends: Callable[[ClientConnection], None], tapes: Tapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "BODY_SECONDS", 0.3)
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket, pytest.raises(ConnectionClosed, match=r"1008.*within 0\.3 seconds"):
        sends(socket)


def test_pings_do_not_count_as_messages(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BODY_SECONDS", 0.3)
    [exchange] = cassette("call-single").exchanges
    with joined(tapes.open(Case.of(cassette("call-single")))) as socket:
        for _ in range(5):
            assert socket.ping().wait(5)
            time.sleep(0.1)
        socket.send(asked(exchange))
        assert exact_json.loads(socket.recv(5))["type"] == "response.created"


def _beginning(size: int) -> bytes:
    """Return the beginning of a text message: a frame of a million bytes, cut after ``size`` bytes."""
    return b"\x81\xff" + (1_000_000).to_bytes(8, "big") + b"\0\0\0\0" + b" " * size


HANDSHAKE = (
    b"GET /v1/responses HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%s\r\n"
)


@contextmanager
def shaken(opened: Opened, headers: bytes = b"") -> Iterator[socket.socket]:
    """Yield a plain connection over which the WebSocket handshake was sent."""
    address = urlsplit(opened.base_url)
    with socket.create_connection((address.hostname, address.port), timeout=5) as plain:
        plain.sendall(HANDSHAKE % headers)
        yield plain


@pytest.mark.parametrize(
    "headers",
    [b"x: " + b"a" * 20_000 + b"\r\n", b"x: a\r\n" * 150, b"content-length: 3\r\n"],
    ids=["long header", "many headers", "body"],
)
def test_a_handshake_that_makes_no_sense_is_refused(headers: bytes, tapes: Tapes) -> None:
    with shaken(tapes.open(Case.of(cassette("call-single"))), headers) as plain:
        answer = b"".join(iter(lambda: plain.recv(4096), b""))
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))


@pytest.mark.parametrize(
    ("old", "new", "status", "why"),
    [
        (b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b"", 400, b"Sec-WebSocket-Key"),
        (b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA", 400, b"Sec-WebSocket-Key"),
        (b"AAAAAAAAAAAAAAAAAAAAAA==", b"@", 400, b"Sec-WebSocket-Key"),
        (b"sec-websocket-version: 13\r\n", b"", 426, b"sec-websocket-version: 13, got none"),
        (b"version: 13", b"version: 8", 426, b"sec-websocket-version: 13, got 8"),
        (b"version: 13", b"version: 8\r\nsec-websocket-version: 13", 426, b"sec-websocket-version: 13, got 8, 13"),
        (b"GET", b"POST", 405, b"Allow: GET"),
        (b"host:", b"content-length: 5\r\nhost:", 400, b"unsupported request body"),
        (b"host:", b"transfer-encoding: chunked\r\nhost:", 400, b"transfer codings aren't supported"),
        (b"connection: Upgrade", b"connection: Upgrade, @", 400, b"invalid Connection header"),
        (b"websocket\r\n", b"WEBSOCKET\r\n", 101, b""),
        (b"websocket\r\n", b"h2c, websocket\r\n", 101, b""),
        (b"websocket\r\n", b"websocket\r\nupgrade: h2c\r\n", 101, b""),
        (b"connection: Upgrade", b"connection: UPGRADE\r\nconnection: keep-alive", 101, b""),
        (b"/v1", b"ws://localhost:1/v1", 101, b""),
        (b"/v1", b"http://evil.example/v1", 400, b"got another host"),
        (b"HTTP/1.1", b"HTTP/1.0", 404, b"belongs to no open case"),  # it cannot become a WebSocket
    ],
)
def test_an_odd_handshake_gets_its_status_and_a_reason(
    old: bytes, new: bytes, status: int, why: bytes, tapes: Tapes, capfd: pytest.CaptureFixture[str]
) -> None:
    opened = tapes.open(Case.of(cassette("call-single")))
    address = urlsplit(opened.base_url)
    with socket.create_connection((address.hostname, address.port), timeout=5) as plain:
        plain.sendall((HANDSHAKE % b"").replace(old, new, 1))
        answer = plain.recv(4096)
        if status != 101:
            answer += b"".join(iter(lambda: plain.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert why in answer
    assert (b"\r\nsec-websocket-version: 13\r\n" in answer) == (status == 426)
    with joined(opened) as other:
        assert other.ping().wait(5)
    assert capfd.readouterr().err == ""


def test_a_client_that_reads_nothing_is_let_go(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNREAD_SECONDS", 0.3)
    opened = tapes.open(Case.of(cassette("call-single")))
    pings = b"".join(b"\x89\xfd\0\0\0\0" + b"x" * 125 for _ in range(1000))
    with shaken(opened) as greedy, pytest.raises(ConnectionError):
        deque(map(greedy.sendall, repeat(pings)), maxlen=0)
    with joined(opened) as other:
        assert other.ping().wait(5)


def test_a_message_of_too_many_frames_is_refused(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FRAMES", 10)
    with shaken(tapes.open(Case.of(cassette("call-single")))) as many:
        assert b" 101 " in many.recv(4096)
        many.sendall(b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 20)
        assert b"at most 10 frames" in many.recv(4096)


def test_others_have_their_turn_between_tiny_frames(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    received = SocketConnection.data_received

    def noted(self: SocketConnection, data: bytes) -> None:
        happened.append("piece")
        self.loop.call_soon(happened.append, "turn")
        received(self, data)

    with shaken(tapes.open(Case.of(cassette("call-single")))) as many:
        assert b" 101 " in many.recv(4096)
        monkeypatch.setattr(SocketConnection, "data_received", noted)
        frames = b"\x01\x81\0\0\0\0{" + b"\0\x80\0\0\0\0" * 40_000 + b"\x80\x81\0\0\0\0}"
        many.sendall(frames)
        assert b"belongs to no open case" in many.recv(4096)
    assert happened.count("piece") >= len(frames) / bounds.PIECE
    assert all({first, second} == {"piece", "turn"} for first, second in pairwise(happened))


def test_messages_that_wait_behind_an_answer_count_as_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HELD", 150_000)
    late = Answer(status=200, headers={}, chunks=(Chunk(2000, b"data: 1\n\n"),), expected=None)
    with serving(lambda _: late, paced=True) as address, reached(address) as first, reached(address) as second:
        for waiting in (first, second):
            waiting.send('{"type": "response.create"}')
        time.sleep(0.3)
        first.send(" " * 100_000)
        time.sleep(0.3)
        second.send(" " * 60_000)
        with pytest.raises(ConnectionClosed, match="1013"):
            second.recv(5)
        assert first.recv(5) == "1"


def test_a_websocket_with_an_answer_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SOCKETS", 2)
    late = Answer(status=200, headers={}, chunks=(Chunk(600, b"data: 1\n\n"),), expected=None)
    with serving(lambda _: late, paced=True) as address, reached(address) as busy, reached(address) as idle:
        busy.send('{"type": "response.create"}')
        time.sleep(0.1)
        with reached(address) as new:
            with pytest.raises(ConnectionClosed, match="1013"):
                idle.recv(5)
            assert busy.recv(5) == "1"
            new.send('{"type": "response.create"}')
            assert new.recv(5) == "1"


def key_of(opened: Opened) -> bytes:
    return f"authorization: Bearer {opened.api_key}\r\n".encode()


def test_half_messages_shut_no_websocket_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SOCKETS", 3)
    monkeypatch.setattr(bounds, "SLOW_SECONDS", 0.2)
    with replay_server() as tapes, ExitStack() as stack:
        opened = tapes.open(Case.of(cassette("call-single")))
        for _ in range(3):
            half = stack.enter_context(shaken(opened, key_of(opened)))
            assert b" 101 " in half.recv(4096)
            half.sendall(b"\x81\xfd\0\0\0\0" + b"x" * 50)
        time.sleep(0.4)
        for _ in range(2):
            socket = stack.enter_context(joined(opened))
            socket.send('{"type": "response.steer"}')
            assert socket.recv(5)
        assert len(opened.tape.lost) == 2
        assert "replaced this WebSocket, which was idle or slow" in opened.tape.lost[0]


def test_a_message_that_is_refused_before_it_is_judged_is_noted(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HELD", 1000)
    monkeypatch.setattr(bounds, "WARM", 500)
    opened = tapes.open(Case.of(cassette("call-single")))
    with joined(opened) as socket:
        socket.send('{"type": "response.create", "generate": false, "input": "' + "x" * 600 + '"}')
        assert "in the warm-ups of a WebSocket" in exact_json.loads(socket.recv(5))["error"]["message"]
        socket.send(" " * 2000)
        with pytest.raises(ConnectionClosed, match="1013"):
            socket.recv(5)
    monkeypatch.setattr(bounds, "HELD", 2**20)
    with shaken(opened, key_of(opened)) as strange:
        assert b" 101 " in strange.recv(4096)
        strange.sendall(b"\x81\x02no mask")
        assert strange.recv(4096)
    assert opened.tape.sent == []
    assert [lost.rpartition(": ")[2] for lost in opened.tape.lost] == [
        "expected at most 0 MB in the warm-ups of a WebSocket, got more",
        "expected at most 0 MB in the unfinished messages of all WebSockets, got more",
        "1002 (protocol error) incorrect masking",
    ]


def test_an_answer_without_an_end_closes_the_connection() -> None:
    endless = Answer(
        status=200, headers={}, chunks=(Chunk(0, b'data: {"type":"response.created"}\n\n'),), expected=None
    )
    with serving(lambda _: endless) as address, reached(address) as socket:
        socket.send('{"type": "response.create"}')
        assert socket.recv(5) == '{"type":"response.created"}'
        with pytest.raises(ConnectionClosed, match="1011"):
            socket.recv(5)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1.evil.example"])
def test_a_page_of_another_host_is_refused(origin: str, tapes: Tapes) -> None:
    with pytest.raises(InvalidStatus), joined(tapes.open(Case.of(cassette("call-single"))), origin=origin):
        pass


def test_an_escaped_path_stays_escaped(tapes: Tapes) -> None:
    [exchange] = cassette("call-single").exchanges
    opened = tapes.open(Case.of(cassette("call-single")))
    with reached(f"{opened.base_url}%2Fresponses") as socket:
        socket.send(asked(exchange))
        assert exact_json.loads(socket.recv(5))["type"] == "error"


def test_clients_that_make_no_sense_write_no_log(tapes: Tapes, capfd: pytest.CaptureFixture[str]) -> None:
    opened = tapes.open(Case.of(cassette("call-single")))
    with shaken(opened) as plain:
        assert b" 101 " in plain.recv(4096)  # what comes before it may be lost
        plain.sendall(b"\x81\x82\0\0\0\0\xff\xff")
        assert b"".join(iter(lambda: plain.recv(4096), b""))
    with shaken(opened, b"origin: https://evil.example\r\n") as plain:
        assert b"".join(iter(lambda: plain.recv(4096), b"")).startswith(b"HTTP/1.1 403 ")
    with shaken(opened) as plain:  # a close frame after a text that is not UTF-8
        assert b" 101 " in plain.recv(4096)
        plain.sendall(b"\x81\x82\0\0\0\0\xff\xff\x88\x80\0\0\0\0")
        with suppress(ConnectionError):
            assert plain.recv(4096) == b""
    with suppress(ConnectionError), shaken(opened, b"content-length: 5\r\n") as plain:
        plain.sendall(b"hello")  # after a refused handshake
        plain.recv(4096)
    tapes.settle()
    assert capfd.readouterr().err == ""
