"""Fuzzing of the replay server with damaged requests for some minutes. The next right request is answered."""

import socket
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.server.serving import replay_server
from conformance.server.tapes import Tapes
from tests.fuzzing import hold_for_a_share
from tests.spoiling import spoilt
from toolwire.wire import exact_json

CHAT: Final = CassetteName("openai", "openai_chat", "history-parallel-results", "stream")
RESPONSES: Final = CassetteName("openai", "openai_responses", "call-parallel", "stream")
SECONDS: Final = 10.0
"""The time that a client waits for the answer to a complete request."""


def over_http(case: Case, url: str) -> tuple[bytes, ...]:
    """Return a request of the case, as bytes of HTTP."""
    body = case.cassette.exchanges[0].request.body
    head = f"POST {urlsplit(url).path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    return (b"%scontent-length: %d\r\n\r\n%s" % (head.encode(), len(body), body),)


def over_a_websocket(case: Case, url: str) -> tuple[bytes, ...]:
    """Return a WebSocket handshake, a message with a request of the case, and the same message in fragments."""
    client = ClientProtocol(parse_uri(url.replace("http://", "ws://")))
    client.send_request(client.connect())
    shaking = b"".join(client.data_to_send())
    client.state = client.state.OPEN
    body = exact_json.loads(case.cassette.exchanges[0].request.body)
    asked = exact_json.dumps({"type": "response.create"} | body).encode()
    client.send_text(asked)
    whole = b"".join(client.data_to_send())
    client.send_text(asked[:100], fin=False)
    client.send_ping(b"")
    client.send_continuation(asked[100:], fin=True)
    return shaking, whole, b"".join(client.data_to_send())


def harms_others(tapes: Tapes, case: Case, port: int, requests: list[bytes]) -> bool:
    """Send the requests. Return True if a right request afterwards gets no answer."""
    first = case.cassette.exchanges[0]
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as client:
        try:
            for request in requests:
                client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            while client.recv(2**16):
                pass
        except TimeoutError:
            raise
        except OSError:
            pass  # the server may end a connection that makes no sense
    again = tapes.open(case)
    try:
        asked = again.base_url + first.request.url.removeprefix(again.tape.base_url)
        answer = httpx.post(asked, content=first.request.body, timeout=SECONDS)
        return (answer.status_code, answer.content) != (first.response.status, first.response.body)
    finally:
        tapes.close(again)


@pytest.mark.parametrize(("name", "right"), [(CHAT, over_http), (RESPONSES, over_a_websocket)])
def test_for_some_minutes(
    name: CassetteName, right: Callable[[Case, str], tuple[bytes, ...]], record_property: Any
) -> None:
    case = open_case(name)
    with replay_server() as tapes:
        opened = tapes.open(case)
        url = opened.base_url + case.cassette.exchanges[0].request.url.removeprefix(opened.tape.base_url)
        port = urlsplit(url).port
        assert port is not None
        begin, *rest = right(case, url)
        beginning = st.just(begin) | spoilt(begin)
        following = st.sampled_from([begin, *rest]).flatmap(lambda piece: st.just(piece) | spoilt(piece))
        requests = st.tuples(beginning, st.lists(following | st.binary(max_size=100), max_size=3))

        def harms_no_other(pieces: tuple[bytes, list[bytes]]) -> None:
            assert not harms_others(tapes, case, port, [pieces[0], *pieces[1]])

        record_property("examples", hold_for_a_share(harms_no_other, (requests,), 2))
