"""Tests of the server on loopback with clients that send too much, are slow, or act for a foreign web page."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import pairwise
from threading import Event, Semaphore
from urllib.parse import urlsplit

import httpx
import pytest

from conformance.judge import connection
from conformance.recording import bounds
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.connections import HttpConnection
from conformance.recording.loopback import running, serving
from conformance.server.tape import Tape
from conformance.standins import Answer, Chunk
from toolwire.wire.exchange import WireRequest


def plain(request: WireRequest) -> Answer:
    return Answer(status=200, headers={}, chunks=(Chunk(0, b"%d" % len(request.body)),), expected=None)


def test_an_answer_that_takes_long_holds_up_no_other() -> None:
    goes_on = Event()

    def answer(request: WireRequest) -> Answer:
        if request.url.endswith("/slow"):
            assert goes_on.wait(30)
        return plain(request)

    with serving(answer) as address, ThreadPoolExecutor() as pool:
        slow = pool.submit(httpx.post, f"{address}/slow", timeout=60)
        try:
            assert httpx.post(f"{address}/fast", content=b"12", timeout=20).text == "2"
        finally:
            goes_on.set()
        assert slow.result().status_code == 200


def test_a_server_settles_after_all_answers_and_without_what_is_still_arriving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "SETTLED_SECONDS", 600)
    happened: list[str] = []

    def answer(request: WireRequest) -> Answer:
        time.sleep(0.3)
        happened.append("answered")
        return plain(request)

    with running(answer) as server, ExitStack() as clients:
        address = ("127.0.0.1", urlsplit(server.address).port)
        whole, begun, silent = (clients.enter_context(socket.create_connection(address)) for _ in range(3))
        begun.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab")
        whole.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        server.settle()
        happened.append("settled")
        silent.close()
        server.settle()
    server.settle()
    assert happened == ["answered", "settled"]


def test_a_client_that_never_stops_keeps_no_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SETTLED_SECONDS", 0.1)
    over = Event()

    def trickle(client: socket.socket) -> None:
        client.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000000\r\n\r\n")
        with suppress(OSError):  # refused at 32 MB
            while not over.is_set():
                client.sendall(b"a")

    with running(plain) as server, ThreadPoolExecutor() as pool, ExitStack() as ended:
        client = ended.enter_context(socket.create_connection(("127.0.0.1", urlsplit(server.address).port)))
        ended.callback(over.set)
        pool.submit(trickle, client)
        server.settle()


def test_a_body_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BODY", 2**20)
    with serving(plain) as address:
        assert httpx.post(address, content=bytes(2**20)).text == str(2**20)
        refused = httpx.post(address, content=bytes(2**20 + 1))
        assert (refused.status_code, refused.text) == (413, "expected a body of at most 1 MB, got more\n")


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BODY_SECONDS", 0.1)
    with serving(plain) as address, socket.create_connection(("127.0.0.1", urlsplit(address).port)) as client:
        client.settimeout(30)
        client.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab")
        assert client.recv(100).startswith(b"HTTP/1.1 408 ")


def test_a_page_under_a_foreign_name_is_refused() -> None:
    with serving(plain) as address:
        for host in ("evil.example", "localhost.evil.example", "localhost:[", "user@localhost", ""):
            refused = httpx.get(address, headers={"host": host})
            assert (refused.status_code, "to the host 127.0.0.1 or localhost" in refused.text) == (400, True)
        for host in ("localhost:1", "LOCALHOST", "127.0.0.1:"):
            assert httpx.get(address, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("target", "host", "got"),
    [
        (b"http://127.0.0.1:1/v1/a%20b?c=d", b"127.0.0.1:1", b"http://127.0.0.1:1/v1/a%20b?c=d"),
        (b"HTTP://LOCALHOST/v1", b"evil.example", b"http://LOCALHOST/v1"),  # the target's host replaces the header
        (b"http://127.0.0.1?c=d", b"127.0.0.1", b"http://127.0.0.1/?c=d"),
        (b"/http://evil.example/", b"127.0.0.1", b"http://127.0.0.1/http://evil.example/"),
        (b"/v1#a?b#c", b"127.0.0.1", b"http://127.0.0.1/v1%23a?b%23c"),  # a target has no fragment
        (b"/v1%23%3F?c=d", b"127.0.0.1", b"http://127.0.0.1/v1%23%3F?c=d"),
        (b"/v1%0A", b"127.0.0.1", b"http://127.0.0.1/v1%0A"),
        (b"v1", b"127.0.0.1", b"http://127.0.0.1/v1"),
        (b"[", b"127.0.0.1", b"http://127.0.0.1/["),
        (b"[", b"evil.example", None),
        (b"@[/v1", b"evil.example", None),
        (b"/v1", b"[", None),
        (b"http://evil.example/v1", b"127.0.0.1", None),
        (b"http://127.0.0.1@evil.example/v1", b"127.0.0.1", None),
        (b"http://evil.example?http://127.0.0.1/", b"127.0.0.1", None),
        (b"http:///v1", b"127.0.0.1", None),
        (b"http://[::1/v1", b"127.0.0.1", None),
    ],
)
def test_the_target_of_a_request_may_be_a_whole_url(target: bytes, host: bytes, got: bytes | None) -> None:
    lost: list[str] = []

    def answer(request: WireRequest) -> Answer:
        return Answer(status=200, headers={}, chunks=(Chunk(0, request.url.encode()),), expected=None)

    with running(answer, loser=lambda request, _: lost.append(request.url)) as server:
        asked = b"GET %s HTTP/1.1\r\nhost: %s\r\nconnection: close\r\n\r\n" % (target, host)
        answered = exchanged(server.address, asked, shuts=False)
    assert answered.startswith(b"HTTP/1.1 200 " if got else b"HTTP/1.1 400 ")
    assert (got or b"got another host") in answered
    assert [url.startswith(f"{server.address}/") for url in lost] == ([] if got else [True])


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NEWS"])
def test_a_request_with_any_method_is_judged(method: str) -> None:
    asked: list[WireRequest] = []

    def answer(request: WireRequest) -> Answer:
        asked.append(request)
        return plain(request)

    with serving(answer) as address:
        assert httpx.request(method, f"{address}/v1", content=b"12").text == "2"
    assert [(request.method, request.body) for request in asked] == [(method, b"12")]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://evil.example", 403),
        ("HTTP://evil.example", 403),
        ("http:evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://[", 403),
        ("null", 403),
        ("", 403),
        ("http://localhost:3000", 200),
        ("http://[::1]:3000", 200),
        ("http://tauri.localhost", 200),
        ("tauri://localhost", 200),
        ("app://obsidian.md", 200),
        ("file://", 200),
    ],
)
def test_a_page_of_another_host_is_refused(origin: str, status: int) -> None:
    with serving(plain) as address:
        assert httpx.post(address, headers={"origin": origin}).status_code == status


def test_the_key_of_a_websocket_means_nothing_over_http() -> None:
    asked: list[WireRequest] = []

    def answer(request: WireRequest) -> Answer:
        asked.append(request)
        return plain(request)

    with serving(answer) as address:
        httpx.post(address, headers={"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="})
    assert not any(map(connection.is_websocket, asked))


def exchanged(address: str, request: bytes, *, shuts: bool, then: bytes = b"") -> bytes:
    """Send a request, and return everything that the server sends until it closes the connection.

    ``shuts``: the client shuts its sending side after the request. ``then``: bytes that the client sends after the
    first answer.
    """
    with socket.create_connection(("127.0.0.1", urlsplit(address).port)) as client:
        client.settimeout(30)
        client.sendall(request)
        if shuts:
            client.shutdown(socket.SHUT_WR)
        first = client.recv(1000)
        if then:
            client.sendall(then)
        return first + b"".join(iter(lambda: client.recv(1000), b""))


def test_a_client_that_shuts_its_sending_side_gets_its_answer() -> None:
    with serving(plain) as address:
        got = exchanged(address, b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\nab", shuts=True)
    assert got.startswith(b"HTTP/1.1 200 ")
    assert got.endswith(b"1\r\n2\r\n0\r\n\r\n")


@pytest.mark.parametrize("rest", [b"", b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab", b"GET /"])
def test_every_request_before_a_client_shuts_its_sending_side_is_answered(rest: bytes) -> None:
    with serving(plain) as address:
        assert exchanged(address, WHOLE * 3 + rest, shuts=True).count(b"HTTP/1.1 200 ") == 3


def test_a_client_that_shuts_its_sending_side_amid_its_body_gets_none() -> None:
    with serving(plain) as address:
        assert (
            exchanged(address, b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab", shuts=True) == b""
        )


def test_a_request_with_two_lengths_is_refused_and_its_connection_ends() -> None:
    both = b"content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with serving(plain) as address:
        got = exchanged(address, b"POST / HTTP/1.1\r\nhost: localhost\r\n" + both, shuts=False)
    assert got.startswith(b"HTTP/1.1 400 ")
    assert got.count(b"HTTP/1.1") == 1


def test_a_connection_without_a_request_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HEAD_SECONDS", 0.1)
    with serving(plain) as address:
        assert exchanged(address, b"POST / HTTP/1.1\r\nhost:", shuts=False) == b""
        with httpx.Client() as client:
            assert client.get(address).status_code == 200
            time.sleep(0.3)
            assert client.get(address).status_code == 200, "an idle connection that had a request is closed"


def test_a_later_request_whose_head_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HEAD_SECONDS", 0.1)
    with serving(plain) as address:
        got = exchanged(address, b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\nGET /x HT", shuts=False, then=b"T")
    assert got.count(b"HTTP/1.1 200 ") == 1


def test_others_have_their_turn_between_tiny_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    received = HttpConnection.data_received

    def noted(self: HttpConnection, data: bytes) -> None:
        happened.append("piece")
        self.loop.call_soon(happened.append, "turn")
        received(self, data)

    monkeypatch.setattr(HttpConnection, "data_received", noted)
    body = b"1\r\n \r\n" * 40_000 + b"0\r\n\r\n"
    head = b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    with serving(plain) as address, connected(address, head + body) as client:
        assert b" 200 " in client.recv(4096)
    assert happened.count("piece") >= len(body) / bounds.PIECE
    assert not any(first == second == "piece" for first, second in pairwise(happened))


def test_a_port_that_another_server_takes_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bind = socket.socket.bind
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))

        def bound(self: socket.socket, address: tuple[str, int]) -> None:
            bind(self, address)
            other.listen()

        monkeypatch.setattr(socket.socket, "bind", bound)
        with pytest.raises(OSError, match="in use"), serving(plain, port=other.getsockname()[1]):
            pass


def test_a_client_that_sends_too_much_before_its_answer_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "AHEAD", 10_000)
    asked: list[WireRequest] = []

    def answer(request: WireRequest) -> Answer:
        asked.append(request)
        time.sleep(0.1)
        return plain(request)

    with serving(answer) as address:
        with connected(address, WHOLE * 3) as client:
            got = b""
            while got.count(b"\r\n0\r\n\r\n") < 3:
                got += client.recv(1000)
        asked.clear()
        with connected(address, WHOLE * 1000) as client, suppress(ConnectionResetError):
            assert client.recv(1000) == b""
    assert len(asked) <= 1


def connected(address: str, request: bytes) -> socket.socket:
    """Return a connection over which ``request`` was sent."""
    client = socket.create_connection(("127.0.0.1", urlsplit(address).port))
    client.settimeout(30)
    client.sendall(request)
    return client


def answered(client: socket.socket) -> bytes:
    """Return a whole answer with chunked encoding."""
    got = b""
    while not got.endswith(b"\r\n0\r\n\r\n"):
        more = client.recv(1000)
        assert more, "the connection is lost"
        got += more
    return got


WHOLE = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


@pytest.mark.parametrize("rest", [b"", b"GET /x HT"], ids=["nothing", "half a head"])
def test_connections_without_a_request_shut_nobody_out(rest: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "CONNECTIONS", 3)
    with serving(plain) as address, ExitStack() as stack:
        for _ in range(3):
            client = stack.enter_context(connected(address, WHOLE))
            assert answered(client).startswith(b"HTTP/1.1 200 ")
            client.sendall(rest)
        for _ in range(5):
            assert httpx.get(address).status_code == 200


HALF = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab"


def test_half_bodies_shut_nobody_out() -> None:
    with serving(plain) as address, ExitStack() as stack:
        honest = stack.enter_context(connected(address, WHOLE))
        assert answered(honest).startswith(b"HTTP/1.1 200 ")
        slow = [stack.enter_context(connected(address, HALF)) for _ in range(bounds.CONNECTIONS - 1)]
        time.sleep(bounds.SLOW_SECONDS + 0.3)
        for client in slow[::20]:
            client.sendall(b"c")
        for _ in range(5):
            assert httpx.get(address).status_code == 200
        honest.sendall(WHOLE)
        assert answered(honest).startswith(b"HTTP/1.1 200 "), "a client that is not slow lost its connection"
        slow[-1].sendall(b"cde"[slow[-1] in slow[::20] :])
        assert answered(slow[-1]).startswith(b"HTTP/1.1 200 "), (
            "a client lost its connection, although others are slower"
        )


def resets(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (
            b"POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2000\r\n\r\n" + bytes(2000),
            "a body of at most 0 MB",
        ),
        (HALF.replace(b"/", b"/x", 1), "expected the body to arrive within 0.2 seconds"),
        (HALF.replace(b"/ ", b"/x ", 1).replace(b"\r\n\r", b"\r\ntransfer-encoding: chunked\r\n\r"), "got both"),
        (
            WHOLE.replace(b"/ ", b"/x ", 1).replace(b"\r\n\r", b"\r\norigin: https://evil.example\r\n\r"),
            "another origin",
        ),
        (WHOLE.replace(b"/ ", b"/x ", 1).replace(b"localhost", b"localhost:["), "got another host"),
        (WHOLE.replace(b"/ ", b"/breaks ", 1), "ZeroDivisionError: here"),
    ],
    ids=["large", "late", "two lengths", "foreign", "other host", "broken"],
)
def test_a_request_that_is_refused_before_it_is_judged_is_reported(
    sent: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "BODY", 1000)
    monkeypatch.setattr(bounds, "BODY_SECONDS", 0.2)
    lost: list[tuple[str, str]] = []

    def answer(request: WireRequest) -> Answer:
        if "breaks" in request.url:
            raise ZeroDivisionError("here")
        return plain(request)

    with running(answer, loser=lambda request, why: lost.append((request.url, why))) as server:
        with connected(server.address, sent) as client, suppress(ConnectionError):
            assert client.recv(1000).startswith(b"HTTP/1.1 ")
        assert httpx.get(server.address).status_code == 200
    [(url, found)] = lost
    host = urlsplit(server.address).netloc if "host" in why else "localhost"
    assert url == f"http://{host}/{'breaks' if 'Zero' in why else 'x'}"
    assert why in found


@pytest.mark.parametrize("length", [b"", b"x-large: 1\r\ncontent-length: 100000\r\n"], ids=["small", "large"])
@pytest.mark.parametrize("leaves", [resets, socket.socket.close])
def test_requests_that_a_client_takes_along_are_reported(
    leaves: Callable[[socket.socket], None], length: bytes
) -> None:
    goes_on, begun = Event(), Event()
    lost: list[str] = []
    asked: list[str] = []

    def answer(request: WireRequest) -> Answer:
        asked.append(request.url)
        begun.set()
        assert goes_on.wait(30)
        return plain(request)

    first = b"POST /first HTTP/1.1\r\nhost: localhost\r\n" + length + b"\r\n" + bytes(100_000 if length else 0)
    with running(answer, loser=lambda request, _: lost.append(request.url)) as server:
        client = connected(server.address, first)
        assert begun.wait(20)
        for _ in range(3):
            client.sendall(WHOLE)
            time.sleep(0.1)
        leaves(client)
        time.sleep(0.2)
        goes_on.set()
        server.settle()
    assert asked[0] == "http://localhost/first"
    assert len(asked) == 4 or lost == asked[-1:]


def test_too_many_further_requests_are_reported() -> None:
    lost: list[str] = []
    goes_on, begun = Event(), Event()

    def answer(request: WireRequest) -> Answer:
        begun.set()
        assert goes_on.wait(30)
        return plain(request)

    with running(answer, loser=lambda _, why: lost.append(why)) as server:
        with connected(server.address, WHOLE) as client, suppress(ConnectionError):
            assert begun.wait(20)
            client.sendall(WHOLE * (bounds.AHEAD // len(WHOLE) + 1000))
            assert client.recv(1000) == b""
        goes_on.set()
        server.settle()
    assert [why.partition(",")[0] for why in lost] == ["expected the client to wait for all answers"]


def test_a_large_request_whose_client_leaves_before_its_turn_is_reported() -> None:
    goes_on, begun = Event(), Semaphore(0)
    lost: list[str] = []

    def answer(request: WireRequest) -> Answer:
        begun.release()
        assert goes_on.wait(30)
        return plain(request)

    large = b"POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n" + bytes(100_000)
    with running(answer, loser=lambda request, _: lost.append(request.url)) as server:
        clients = [connected(server.address, large) for _ in range(bounds.LARGE_AT_ONCE + 1)]
        for _ in range(bounds.LARGE_AT_ONCE):
            assert begun.acquire(timeout=20)
        time.sleep(0.2)
        for client in clients:
            client.close()
        time.sleep(0.2)
        goes_on.set()
        server.settle()
    assert lost == ["http://localhost/x"]


def test_requests_that_are_still_unanswered_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SETTLED_SECONDS", 0.2)
    goes_on = Event()

    def answer(request: WireRequest) -> Answer:
        assert goes_on.wait(30)
        return plain(request)

    with running(answer) as server, connected(server.address, WHOLE):
        assert [request.url for request in server.settle()] == ["http://localhost/"]
        goes_on.set()
        assert server.settle() == ()


def test_the_connection_that_is_idle_for_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "CONNECTIONS", 2)
    with serving(plain) as address, connected(address, WHOLE) as first, connected(address, WHOLE) as second:
        for client in (first, second, first):
            assert answered(client).startswith(b"HTTP/1.1 200 ")
            if client is second:
                first.sendall(WHOLE)
        assert httpx.get(address).status_code == 200
        first.sendall(WHOLE)
        assert answered(first).startswith(b"HTTP/1.1 200 ")
        with suppress(ConnectionResetError):
            assert second.recv(1000) == b""


FEW_DESCRIPTORS = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]),) * 2)
from conformance.recording.loopback import serving
from conformance.standins import Answer
with serving(lambda _: Answer(status=200, headers={}, chunks=(), expected=None)) as address:
    print(address, flush=True)
    input()
"""


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems limit the descriptors of a process")
@pytest.mark.parametrize("limit", [64, 128, 256])
def test_connections_leave_descriptors_for_others(limit: int) -> None:
    with (
        subprocess.Popen(
            [sys.executable, "-c", FEW_DESCRIPTORS, str(limit)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as program,
        ExitStack() as clients,
    ):
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        os.kill(program.pid, signal.SIGSTOP)  # so that many connections wait in the queue at once
        for _ in range(100):
            clients.enter_context(connected(address, b""))
        os.kill(program.pid, signal.SIGCONT)
        for _ in range(200):
            clients.enter_context(connected(address, b""))
        assert httpx.get(address, timeout=30).status_code == 200
        assert program.communicate("\n", timeout=60) == ("", "")


def test_too_many_connections_are_refused_and_the_others_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "CONNECTIONS", 2)
    goes_on, begun = Event(), Semaphore(0)

    def answer(request: WireRequest) -> Answer:
        begun.release()
        assert goes_on.wait(30)
        return plain(request)

    with serving(answer) as address, ThreadPoolExecutor() as pool:
        served = [pool.submit(httpx.get, address, timeout=60) for _ in range(2)]
        try:
            assert begun.acquire(timeout=20)
            assert begun.acquire(timeout=20)
            with pytest.raises(httpx.TransportError):
                httpx.get(address)
        finally:
            goes_on.set()
        assert [each.result().status_code for each in served] == [200, 200]
        assert httpx.get(address).status_code == 200


def test_no_more_is_held_of_all_bodies_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "HELD", 1000)
    with serving(plain) as address, socket.create_connection(("127.0.0.1", urlsplit(address).port)) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 901\r\n\r\n" + bytes(900))
        time.sleep(0.3)
        refused = httpx.post(address, content=bytes(200))
        assert refused.status_code == 503
        assert "in the bodies of all open requests" in refused.text
        assert httpx.post(address, content=bytes(50)).status_code == 200
        slow.sendall(b"1")
        slow.settimeout(30)
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
        assert httpx.post(address, content=bytes(900)).status_code == 200


def test_a_server_that_ends_while_large_requests_wait_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    ends = Event()

    def answer(request: WireRequest) -> Answer:
        ends.wait(5)
        return plain(request)

    with ThreadPoolExecutor(6) as pool:
        with serving(answer) as address:
            asked = [pool.submit(httpx.post, address, content=bytes(100_000), timeout=30) for _ in range(6)]
            time.sleep(0.5)
        ends.set()
        assert all(request.exception() or request.result().status_code for request in asked)
    assert "Traceback" not in capfd.readouterr().err


def test_a_huge_request_is_refused_without_comparing() -> None:
    tape = Tape(open_case(CassetteName("openai", "openai_chat", "call-single", "plain")))
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "x"}] * 100_000}).encode()
    answer = tape.answer(WireRequest(url=f"{tape.base_url}/chat/completions", body=body))
    assert answer.status == 400
    assert b"the body was not compared" in answer.chunks[0].data
    assert [sent.turn for sent in tape.sent] == [None]


def test_no_more_is_kept_of_a_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "KEPT", 1000)
    tape = Tape(open_case(CassetteName("openai", "openai_chat", "call-single", "plain")))
    answers = [tape.answer(WireRequest(url=f"{tape.base_url}/chat/completions", body=bytes(600))) for _ in range(3)]
    assert [answer.status for answer in answers] == [400, 400, 400]
    assert [b"in the requests of a conversation" in answer.chunks[0].data for answer in answers] == [False, True, True]
    assert len(tape.sent) == 1


def test_large_requests_hold_up_no_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on, begun = Event(), Semaphore(0)

    def answer(request: WireRequest) -> Answer:
        if request.body:
            begun.release()
            assert goes_on.wait(120)
        return plain(request)

    with serving(answer) as address, ThreadPoolExecutor(60) as pool:
        large = [pool.submit(httpx.post, address, content=bytes(2**17), timeout=120) for _ in range(60)]
        try:
            assert begun.acquire(timeout=60)
            assert httpx.get(address, timeout=60).text == "0"
            assert not begun.acquire(timeout=0.2) or not begun.acquire(timeout=0.2)
        finally:
            goes_on.set()
        assert {each.result().text for each in large} == {str(2**17)}


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03" + b"\x00" * 244,
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
        b"GET [ HTTP/1.1\r\nhost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: [\r\n\r\n" * 2,
    ],
    ids=["TLS", "bytes", "other version", "other upgrade", "target", "host"],
)
def test_bytes_that_are_no_request_write_no_log(sent: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with (
        serving(plain) as address,
        socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=20) as client,
    ):
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        while client.recv(1 << 16):
            pass
    assert capfd.readouterr().err == ""


def test_a_client_that_leaves_in_its_body_is_no_error(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(plain) as address:
        client = socket.create_connection(("127.0.0.1", urlsplit(address).port))
        client.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab")
        client.close()
        assert httpx.get(address).status_code == 200
    assert capfd.readouterr().err == ""


def test_a_client_that_waits_does_not_keep_the_server_open() -> None:
    with serving(plain) as address:
        client = socket.create_connection(("127.0.0.1", urlsplit(address).port))
        client.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab")
        assert httpx.get(address).status_code == 200
    with client:
        client.settimeout(10)
        assert client.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_client_that_leaves_its_answer_unread_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "UNREAD_SECONDS", 0.3)
    large = Answer(status=200, headers={}, chunks=(Chunk(0, bytes(2**26)),), expected=None)
    with serving(lambda _: large) as address, socket.create_connection(("127.0.0.1", urlsplit(address).port)) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        idle.recv(1, socket.MSG_PEEK)  # the answer has begun
        time.sleep(3)
        pieces: list[bytes] = []
        with suppress(ConnectionError):
            pieces.extend(iter(lambda: idle.recv(2**16), b""))
        assert sum(map(len, pieces)) < 2**26
