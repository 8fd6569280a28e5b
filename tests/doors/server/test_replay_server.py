"""Tests of the replay server over HTTP."""

import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.server.refusal import STATUS, refusal
from conformance.server.serving import replay_server
from conformance.server.tape import Tape
from conformance.server.tapes import Tapes
from conformance.suite.cases import path_of
from tests.doors.gate.gateways import free_port
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import load, wire_format
from toolwire.wire import exact_json

OWNERS = {
    "openai_chat": "openai", "openai_responses": "openai", "anthropic_messages": "anthropic",
    "gemini_generate": "gemini", "ollama_chat": "ollama", "mistral_chat": "mistral", "cohere_v2": "cohere",
    "bedrock_converse": "bedrock", "gemini_interactions": "gemini",
}  # fmt: skip


def cassette(dialect: str, scenario: str = "history-parallel-results", mode: Any = "plain") -> Cassette:
    return Cassette(path_of(CassetteName(OWNERS[dialect], dialect, scenario, mode)))


@pytest.fixture(scope="module")
def tapes() -> Iterator[Tapes]:
    with replay_server() as opened:
        yield opened


def post(base_url: str, recorded: Any, real: str, body: Any = None, **more: Any) -> httpx.Response:
    """Send the recorded request, or another body, to a tape. Return the answer."""
    content = recorded.request.body if body is None else exact_json.encode(body)
    url = base_url + recorded.request.url.removeprefix(real)
    return httpx.post(url, content=content, trust_env=False, **more)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_a_conversation_is_played_in_the_recorded_bytes(dialect: str, mode: str, tapes: Tapes) -> None:
    tape = cassette(dialect, mode=mode)
    opened = tapes.open(Case.of(tape))
    for exchange in tape.exchanges:
        answer = post(opened.base_url, exchange, opened.tape.base_url)
        assert (answer.status_code, answer.content) == (exchange.response.status, exchange.response.body)
        assert answer.headers["content-type"] == exchange.response.headers["content-type"]
    assert [sent.turn for sent in opened.tape.sent] == [0, 1]
    assert [sent.request.url for sent in opened.tape.sent] == [exchange.request.url for exchange in tape.exchanges]


@pytest.mark.parametrize("dialect", ["openai_responses", "gemini_interactions"])
def test_the_second_poll_gets_an_answer_in_the_background(dialect: str, tapes: Tapes) -> None:
    tape = cassette(dialect, "call-in-background")
    opened = tapes.open(Case.of(tape))
    for exchange in tape.exchanges:
        assert exchange.pending is not None
        url = opened.base_url + exchange.pending.poll.url.removeprefix(opened.tape.base_url)
        assert post(opened.base_url, exchange, opened.tape.base_url).content == exchange.pending.response.body
        polled = [httpx.get(url, trust_env=False).content for _ in range(3)]
        assert polled == [exchange.pending.response.body, *[exchange.response.body] * 2]
    assert [sent.turn for sent in opened.tape.sent] == [0, 1]


def test_a_poll_for_an_unknown_answer_is_refused(tapes: Tapes) -> None:
    tape = cassette("openai_responses", "call-in-background")
    opened = tapes.open(Case.of(tape))
    answer = httpx.get(f"{opened.base_url}/responses/resp_1", trust_env=False)
    assert answer.status_code == STATUS
    assert "no recorded background answer has the address /v1/responses/resp_1" in answer.text
    assert [sent.turn for sent in opened.tape.sent] == [None]


def test_a_request_that_does_not_ask_for_the_background_is_answered_at_once(tapes: Tapes) -> None:
    tape = cassette("openai_responses", "call-in-background")
    opened = tapes.open(Case.of(tape))
    exchange = tape.exchanges[0]
    body = exact_json.loads(exchange.request.body) | {"background": False}
    assert post(opened.base_url, exchange, opened.tape.base_url, body).content == exchange.response.body


@pytest.mark.parametrize(
    ("dialect", "accept", "is_lines"),
    [
        ("cohere_v2", "application/json", True),
        ("cohere_v2", "application/json, text/event-stream", False),
        ("cohere_v2", "*/*", False),
        ("openai_chat", "application/json", False),
    ],
)
def test_cohere_streams_lines_to_those_who_accept_json_alone(
    dialect: str, accept: str, is_lines: bool, tapes: Tapes
) -> None:
    tape = cassette(dialect, mode="stream")
    opened = tapes.open(Case.of(tape))
    [exchange, *_] = tape.exchanges
    answer = post(opened.base_url, exchange, opened.tape.base_url, headers={"accept": accept})
    if is_lines:
        events = [exact_json.loads(line) for line in answer.content.splitlines()]
        assert [event["type"] for event in events][:: len(events) - 1] == ["message-start", "message-end"]
        assert answer.headers["content-type"] == "application/json"
    else:
        assert answer.content == exchange.response.body


@pytest.mark.parametrize("dialect", DIALECTS)
def test_other_bytes_instead_of_the_recorded(dialect: str, tapes: Tapes) -> None:
    tape = cassette(dialect, mode="stream")
    opened = tapes.open(Case.of(tape), {1: (b"c", b"ut")})
    answers = [post(opened.base_url, exchange, opened.tape.base_url) for exchange in tape.exchanges]
    assert [answer.content for answer in answers] == [tape.exchanges[0].response.body, b"cut"]
    assert answers[1].headers["content-type"] == tape.exchanges[1].response.headers["content-type"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_belongs_to_no_exchange_is_refused_in_the_provider_s_shape(dialect: str, tapes: Tapes) -> None:
    tape = cassette(dialect)
    opened = tapes.open(Case.of(tape))
    body = exact_json.loads(tape.exchanges[0].request.body)
    form = wire_format(load(OWNERS[dialect]).dialects[dialect].home, dialect)
    items = form.history.items.removesuffix("/*")
    body[items.removeprefix("/")] = []
    answer = post(opened.base_url, tape.exchanges[0], opened.tape.base_url, body)
    assert answer.status_code == STATUS
    assert Draft202012Validator(form.schema("error")).is_valid(exact_json.loads(answer.content))
    assert items in answer.text
    assert opened.tape.sent[0].turn is None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_request_that_differs_is_answered_all_the_same(dialect: str, tapes: Tapes) -> None:
    tape = cassette(dialect)
    opened = tapes.open(Case.of(tape))
    for exchange in tape.exchanges:
        body = exact_json.loads(exchange.request.body)
        body.get("toolConfig", body)["tools"] = []
        answer = post(opened.base_url, exchange, opened.tape.base_url, body)
        assert answer.content == exchange.response.body
        again = post(opened.base_url, exchange, opened.tape.base_url, body | {"more": 1})
        assert again.content == exchange.response.body, "a repeated history gets another answer"
    assert [sent.turn for sent in opened.tape.sent] == [0, 0, 1, 1]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_refusals_are_documents_of_the_dialect(dialect: str) -> None:
    body = exact_json.loads(refusal(dialect, ['/x: expected "a"']).chunks[0].data)
    form = wire_format(load(OWNERS[dialect]).dialects[dialect].home, dialect)
    assert Draft202012Validator(form.schema("error")).is_valid(body)


def test_ids_of_the_client_s_own(tapes: Tapes) -> None:
    tape = cassette("openai_chat")
    opened = tapes.open(Case.of(tape))
    body = exact_json.loads(tape.exchanges[1].request.body)
    ids = [call["id"] for call in body["messages"][-3]["tool_calls"]]
    renamed = exact_json.dumps(body).replace(ids[0], "mine-1").replace(ids[1], "mine-2")
    assert post(opened.base_url, tape.exchanges[1], opened.tape.base_url, exact_json.loads(renamed)).status_code == 200
    crossed = renamed.replace('"tool_call_id":"mine-1"', '"tool_call_id":"x"').replace(
        '"tool_call_id":"mine-2"', '"tool_call_id":"mine-1"'
    )
    crossed = crossed.replace('"tool_call_id":"x"', '"tool_call_id":"mine-2"')
    request = msgspec.structs.replace(tape.exchanges[1].request, body=crossed.encode())
    assert Tape(Case.of(tape), strict=True).answer(request).status == STATUS


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        ({"authorization": "Bearer {}"}, {}),
        ({"x-api-key": "{}"}, {}),
        ({"x-goog-api-key": "{}"}, {}),
        ({"api-key": "{}"}, {}),
        ({"authorization": "AWS4-HMAC-SHA256 Credential={}/20261101/us-east-1/bedrock/aws4_request"}, {}),
        ({}, {"key": "{}"}),
    ],
    ids=["authorization", "x-api-key", "x-goog-api-key", "api-key", "AWS signature", "query"],
)
def test_a_case_by_its_key(headers: dict[str, str], query: dict[str, str], tapes: Tapes) -> None:
    tape = cassette("gemini_generate")
    opened, _other = tapes.open(Case.of(tape)), tapes.open(Case.of(tape))
    root = opened.base_url.partition(f"/{opened.api_key}")[0] + "/v1beta"
    sent = {name: value.format(opened.api_key) for name, value in headers.items()}
    asked = {name: value.format(opened.api_key) for name, value in query.items()}
    recorded = tape.exchanges[0]
    url = root + recorded.request.url.removeprefix(opened.tape.base_url)
    answer = httpx.post(url, content=recorded.request.body, headers=sent, params=asked or None, trust_env=False)
    assert answer.status_code == 200
    assert [request.turn for request in opened.tape.sent] == [0]


def test_no_case_and_a_closed_one(tapes: Tapes) -> None:
    tape = cassette("openai_chat")
    opened = tapes.open(Case.of(tape))
    tapes.close(opened)
    answer = post(opened.base_url, tape.exchanges[0], opened.tape.base_url)
    assert (answer.status_code, "no open case" in answer.text) == (404, True)


@pytest.mark.parametrize("blanks", [0, 200_000], ids=["small", "large"])
def test_a_closed_tape_has_the_requests_of_clients_that_left(blanks: int, tapes: Tapes) -> None:
    [first, *_] = cassette("openai_chat").exchanges
    body = first.request.body + b" " * blanks
    for _ in range(10):
        opened = tapes.open(Case.of(cassette("openai_chat")))
        asked = urlsplit(opened.base_url + first.request.url.removeprefix(opened.tape.base_url))
        with socket.create_connection((asked.hostname, asked.port)) as client:
            head = f"POST {asked.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n\r\n"
            client.sendall(head.encode() + body)
        tapes.close(opened)
        assert [sent.turn for sent in opened.tape.sent] == [0]


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1beta1"])
def test_versions_of_the_api(version: str, tapes: Tapes) -> None:
    tape = cassette("gemini_generate")
    opened = tapes.open(Case.of(tape))
    url = opened.base_url.removesuffix("/v1beta") + f"/{version}"
    assert post(url, tape.exchanges[0], opened.tape.base_url).status_code == 200
    assert post(f"{url}x", tape.exchanges[0], opened.tape.base_url).status_code == 400


@pytest.mark.parametrize("version", ["2023-06-01", "2024-10-22", None])
def test_versions_in_headers(version: str | None, tapes: Tapes) -> None:
    tape = cassette("anthropic_messages")
    opened = tapes.open(Case.of(tape))
    headers = {"anthropic-version": version} if version else {}
    assert post(opened.base_url, tape.exchanges[0], opened.tape.base_url, headers=headers).status_code == 200


def test_differences_are_those_from_the_request_that_is_most_alike() -> None:
    tape = cassette("openai_chat")
    body = exact_json.loads(tape.exchanges[1].request.body) | {"tool_choice": "none"}
    request = msgspec.structs.replace(tape.exchanges[1].request, body=exact_json.encode(body))
    text = Tape(Case.of(tape), strict=True).answer(request).chunks[0].data.decode()
    assert "/tool_choice" in text
    assert "/messages" not in text


def test_behind_the_end(tapes: Tapes) -> None:
    tape = cassette("openai_chat")
    opened = tapes.open(Case.of(tape))
    for exchange in tape.exchanges:
        post(opened.base_url, exchange, opened.tape.base_url)
    assert "has ended" in post(opened.base_url, tape.exchanges[0], opened.tape.base_url, {"model": "m"}).text
    assert post(opened.base_url, tape.exchanges[1], opened.tape.base_url).status_code == 200, (
        "a repeated request is refused"
    )


def test_at_a_port_that_was_given_before_every_request_is_the_open_tape_s() -> None:
    port = free_port()
    tape = cassette("openai_chat")
    with replay_server(port) as alone:
        base_url = f"http://127.0.0.1:{port}/v1"
        headers = {"authorization": "Bearer anybody's"}
        assert post(base_url, tape.exchanges[0], load("openai").dialects["openai_chat"].base_url).status_code == 404
        opened = alone.open(Case.of(tape))
        first = post(base_url, tape.exchanges[0], opened.tape.base_url, headers=headers)
        assert first.content == tape.exchanges[0].response.body
        alone.close(opened)
        parallel = cassette("openai_chat", "call-parallel")
        assert alone.open(Case.of(parallel)).tape.sent == []
        other = post(base_url, tape.exchanges[0], opened.tape.base_url, headers=headers)
        assert other.content == parallel.exchanges[0].response.body, "the closed tape answers"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"), replay_server(taken.getsockname()[1]):
            pass
