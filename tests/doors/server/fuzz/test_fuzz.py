"""Requests that are spoilt, at the server that plays cassettes, for some minutes: the next right one is answered."""

import socket
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from hypothesis import strategies as st

from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.server.serving import replay_server
from tests.fuzzing import hold_for_a_share
from tests.spoiling import spoilt

NAME: Final = CassetteName("openai", "openai_chat", "history-parallel-results", "stream")
SECONDS: Final = 10.0
"""How long a client waits for the answer to a request that ended."""


def test_for_some_minutes(record_property: Any) -> None:
    case = open_case(NAME)
    first = case.cassette.exchanges[0]
    with replay_server() as tapes:
        opened = tapes.open(case)
        url = opened.base_url + first.request.url.removeprefix(opened.tape.base_url)
        path, port = urlsplit(url).path, urlsplit(url).port
        assert port is not None
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        right = b"%scontent-length: %d\r\n\r\n%s" % (head.encode(), len(first.request.body), first.request.body)

        def harms_no_other(requests: list[bytes]) -> None:
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
                assert (answer.status_code, answer.content) == (first.response.status, first.response.body)
            finally:
                tapes.close(again)

        requests = st.lists(spoilt(right) | st.just(right) | st.binary(max_size=100), min_size=1, max_size=3)
        record_property("examples", hold_for_a_share(harms_no_other, (requests,), 1))
