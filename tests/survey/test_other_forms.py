"""Tests of recordings in the forms of other tools."""

import base64
import gzip
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.survey import sources
from conformance.survey.reading import sight
from conformance.survey.sources import Found, NotCovered, Unreadable
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner
from toolwire.wire import exact_json
from toolwire.wire.exchange import Exchange
from toolwire.wire.payloads import DONE, frames

REDACTED = "**REDACTED**"
Written = Callable[[Exchange], tuple[str, bytes]]


def recorded(dialect: str, mode: str) -> Exchange:
    name = CassetteName(owner(dialect), dialect, "call-parallel-same-tool", mode)
    return Cassette(name.under(cassettes_folder())).exchanges[0]


def events(exchange: Exchange) -> list[Any]:
    return [frame for frame in frames(exchange.response) if frame != DONE]


def dumped(value: Any) -> bytes:
    return exact_json.encode(value)


def in_two_lists(exchange: Exchange) -> tuple[str, bytes]:
    """Return a recording in the form of LangChain's test packages: compressed, without an address, and with bodies as
    bytes.
    """
    headers = {"content-type": [exchange.response.headers["content-type"]]}
    whole = {
        "requests": [{"method": "POST", "uri": REDACTED, "body": exchange.request.body, "headers": {}}],
        "responses": [{"status": {"code": 200}, "headers": headers, "body": {"string": exchange.response.body}}],
    }
    return "test_call.yaml.gz", gzip.compress(yaml.safe_dump(whole).encode())


def as_session_record(exchange: Exchange) -> tuple[str, bytes]:
    """Return a recording in the form of the test proxy of Azure's SDKs. A body is JSON, or the lines of a text."""
    text = exchange.response.body.decode()
    is_json = text.lstrip().startswith("{") and "\n{" not in text.strip()
    entry = {
        "RequestUri": exchange.request.url, "RequestMethod": "POST", "RequestHeaders": {"Accept": "application/json"},
        "RequestBody": json.loads(exchange.request.body), "StatusCode": 200,
        "ResponseHeaders": {"Content-Type": exchange.response.headers["content-type"]},
        "ResponseBody": json.loads(text) if is_json else text.splitlines(keepends=True),
    }  # fmt: skip
    return "SessionRecords.json", dumped({"Entries": [entry], "Variables": {}})


def as_call(exchange: Exchange) -> tuple[str, bytes]:
    """Return a recording in the form of Llama Stack and OGX, with the SDK's objects."""
    kept = [{"__type__": "sdk.types.Event", "__data__": event} for event in events(exchange)]
    request = {"method": "POST", "url": exchange.request.url, "body": json.loads(exchange.request.body), "headers": {}}
    body = kept if len(kept) > 1 else kept[0]
    return "0a1b.json", dumped({"test_id": "a", "request": request, "response": {"body": body}})


def as_array(exchange: Exchange) -> tuple[str, bytes]:
    """Return a recording of a stream as a JSON array of its events."""
    body = dumped(events(exchange)).decode()
    request = {"method": "POST", "uri": exchange.request.url, "body": exchange.request.body.decode()}
    return "some.yaml", yaml.safe_dump(
        {"interactions": [{"request": request, "response": {"status": {"code": 200}, "body": {"string": body}}}]}
    ).encode()


def as_archive(exchange: Exchange) -> tuple[str, bytes]:
    """Return an HTTP archive with only the path of the address."""
    url = "/" + exchange.request.url.split("/", 3)[3]
    entry = {
        "request": {"method": "POST", "url": url, "postData": {"text": exchange.request.body.decode()}},
        "response": {"status": 200, "content": {"text": dumped(events(exchange)).decode()}},
    }
    return "some.har.gz", gzip.compress(dumped({"log": {"entries": [entry]}}))


def as_compressed_archive(exchange: Exchange) -> tuple[str, bytes]:
    """Return an HTTP archive with a compressed body in base64."""
    content = {"text": base64.b64encode(gzip.compress(exchange.response.body)).decode(), "encoding": "base64"}
    headers = [{"name": "content-type", "value": exchange.response.headers["content-type"]}]
    entry = {
        "request": {
            "method": "POST", "url": exchange.request.url, "postData": {"text": exchange.request.body.decode()},
        },
        "response": {
            "status": 200, "content": content, "headers": [*headers, {"name": "Content-Encoding", "value": "gzip"}],
        },
    }  # fmt: skip
    return "some.har", dumped({"log": {"entries": [entry]}})


def read(tmp_path: Path, name: str, data: bytes) -> list[Any]:
    (tmp_path / name).write_bytes(data)
    found: list[Any] = []
    for source in sources.find([tmp_path]):
        assert not isinstance(source, Unreadable)
        held = sources.content(source)
        assert isinstance(held, bytes)
        found += sources.read(source, held)
    return found


@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "bedrock_converse"])
@pytest.mark.parametrize(
    "written", [in_two_lists, as_session_record, as_call, as_array, as_archive, as_compressed_archive]
)
def test_an_exchange_is_read_in_each_form(written: Written, dialect: str, mode: str, tmp_path: Path) -> None:
    if mode == "plain" and written in (as_array, as_archive):
        pytest.skip("this form has only streams")
    [found] = read(tmp_path, *written(recorded(dialect, mode)))
    assert isinstance(found, Found)
    seen = sight(found)
    assert (seen.dialect, seen.decoded, seen.why) == (dialect, True, None)
    assert seen.request_kept


def test_a_request_without_its_answer_is_named(tmp_path: Path) -> None:
    _, data = in_two_lists(recorded("openai_chat", "plain"))
    whole = yaml.safe_load(gzip.decompress(data))
    [found, left] = read(tmp_path, "a.yaml", yaml.safe_dump(whole | {"requests": whole["requests"] * 2}).encode())
    assert isinstance(found, Found)
    assert left.why == "not an interaction of vcrpy: expected a request and a response"


FRAMES = [
    {"type": "session.update", "session": {"tools": []}},
    {"type": "response.function_call_arguments.done", "event_id": "event_1", "call_id": "call_1", "arguments": "{}"},
]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("frames.jsonl", b"\n".join(map(dumped, FRAMES))),
        ("frames.json", dumped(FRAMES)),
        (
            "frames.har",
            dumped({"log": {"entries": [{"_webSocketMessages": [{"data": json.dumps(frame)} for frame in FRAMES]}]}}),
        ),
    ],
    ids=["lines", "array", "archive"],
)
def test_frames_of_realtime_are_counted(name: str, data: bytes, tmp_path: Path) -> None:
    found = read(tmp_path, name, data)
    assert [type(skipped) for skipped in found] == [NotCovered] * 2
    assert {skipped.why for skipped in found} == {sources.REALTIME}


CALL: dict[str, Any] = {
    "request": {"url": "https://api.openai.com/v1/chat/completions", "body": {}},
    "response": {"body": {"error": {"message": "no"}}},
}
FORMS: dict[str, Any] = {
    "log": {"entries": []},
    "interactions": [CALL],
    "requests": [CALL["request"]],
    "Entries": [{}],
    "request": CALL["request"],
}


@pytest.mark.parametrize(("first", "second"), [*combinations(FORMS, 2)])
def test_a_file_with_exchanges_in_two_forms_is_named(first: str, second: str, tmp_path: Path) -> None:
    partners = {"responses": [CALL["response"]], "response": CALL["response"]}
    beside = {"requests": "responses", "request": "response"}
    document = {name: FORMS[name] for name in (first, second)}
    document |= {beside[name]: partners[beside[name]] for name in document if name in beside}
    why = f"expected exchanges under a single key, got {first!r} and {second!r}: only {first!r} is read"
    assert Unreadable(str(tmp_path / "a.json"), why) in read(tmp_path, "a.json", dumped(document))


STATUSES: tuple[dict[str, Any], ...] = (
    {"status": 429},
    {"status": {"code": 429}},
    {"status_code": 429},
    {"statusCode": 429},
    {"status": None, "statusCode": 429},
)


@pytest.mark.parametrize("status", STATUSES, ids=json.dumps)
def test_a_status_beside_the_response_of_a_call_is_its_status(status: dict[str, Any], tmp_path: Path) -> None:
    [found] = read(tmp_path, "a.json", dumped(CALL | status))
    assert isinstance(found, Found)
    assert found.exchange.response.status == 429


def test_a_call_with_two_statuses_is_named(tmp_path: Path) -> None:
    response = CALL["response"] | {"status": 200}
    [found] = read(tmp_path, "a.json", dumped(CALL | {"response": response, "statusCode": 429}))
    assert isinstance(found, Unreadable)
    assert "expected a single status code, got 200 and 429" in found.why


@pytest.mark.parametrize("status", STATUSES, ids=json.dumps)
def test_a_call_keeps_its_status_and_headers(status: dict[str, Any], tmp_path: Path) -> None:
    response = {**CALL["response"], **status, "headers": {"x-request-id": "a"}}
    [found] = read(tmp_path, "a.json", dumped(CALL | {"response": response}))
    assert isinstance(found, Found)
    assert (found.exchange.response.status, found.exchange.response.headers) == (429, {"x-request-id": "a"})
