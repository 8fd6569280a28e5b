"""Tests of the comparison of two recordings. Only values that differ in every recording are ignored."""

import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.cassette_file import to_yaml, with_metadata
from conformance.recording.comparison import same
from conformance.suite.cases import cassettes
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


def exchange(body: str, asked: str = "{}") -> tuple[Exchange, ...]:
    headers = {"content-type": "application/json"}
    request = WireRequest(url="https://api.example.com", body=asked.encode())
    return (Exchange(request=request, response=WireResponse(body=body.encode(), headers=headers)),)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"id":"call_zY8xW6vU4tS2rQ0o"}'),
        ('{"id":"call_3_0"}', '{"id":"call_14_0"}'),
        ('{"id":"D681PevKs"}', '{"id":"abcdefghi"}'),
        ('{"responseId":"Q-fmamJ_xYz12abc"}', '{"responseId":"ab_cdEF-gh1234xy"}'),
        ('{"created":1}', '{"created":1793518191}'),
        ('{"created_at":"2026-11-01T00:00:00Z"}', '{"created_at":"2026-12-01T10:20:30.123Z"}'),
        ('{"obfuscation":"a"}', '{"obfuscation":"abcdef"}'),
        ('{"signature":"AAAA"}', '{"signature":"BBBBBB"}'),
        ('{"usage":{"cached":0}}', '{"usage":{"cached":1024}}'),
        ('{"b":1,"a":2}', '{"a":2,"b":1}'),
    ],
    ids=[
        "id",
        "id of digits",
        "id without prefix",
        "Gemini id",
        "created",
        "created_at",
        "padding",
        "signature",
        "cached",
        "order of keys",
    ],
)
def test_what_differs_each_time(first: str, second: str) -> None:
    assert same(exchange(first), exchange(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"id":"toolu_aB3dE5gH7jK9mN1"}'),
        ('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"id":"call_aB3dE5gH7jK9mN"}'),
        ('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"id":null}'),
        ('{"text":"Berlin"}', '{"text":"Bern"}'),
        ('{"input":{"id":"a1b2c3d4e5f6"}}', '{"input":{"id":"z1b2c3d4e5f6"}}'),
        ('{"input":{"created":1}}', '{"input":{"created":2}}'),
        ('{"created":1}', '{"created":null}'),
        ('{"usage":{"cached":0}}', '{"usage":{}}'),
        ('{"number":1}', '{"number":1.0}'),
        ('[{"id":"a1b2c3d4e5f6"},{"id":"a1b2c3d4e5f6"}]', '[{"id":"a1b2c3d4e5f6"},{"id":"b1b2c3d4e5f6"}]'),
    ],
    ids=[
        "prefix",
        "length",
        "no id",
        "text",
        "id in arguments",
        "time in arguments",
        "no time",
        "no count",
        "kind of number",
        "which ids are equal",
    ],
)
def test_what_does_not(first: str, second: str) -> None:
    assert not same(exchange(first), exchange(second))


def test_ids_that_go_back_are_those_of_the_answer() -> None:
    recording = exchange('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"tool_call_id":"call_aB3dE5gH7jK9mN1p"}')
    assert same(recording, exchange('{"id":"call_zY8xW6vU4tS2rQ0o"}', '{"tool_call_id":"call_zY8xW6vU4tS2rQ0o"}'))
    assert not same(recording, exchange('{"id":"call_zY8xW6vU4tS2rQ0o"}', '{"tool_call_id":"call_000000000000000o"}'))


@pytest.mark.parametrize("name", cassettes()[::25], ids=str)
def test_files_are_spelled_the_same_again(name: CassetteName) -> None:
    path = name.under(cassettes_folder())
    cassette = Cassette(path)
    assert with_metadata(path.read_text(encoding="utf-8"), cassette.provenance).encode() == path.read_bytes()
    again = Cassette(path, to_yaml(cassette.exchanges, cassette.provenance).encode())
    assert (again.exchanges, again.provenance) == (cassette.exchanges, cassette.provenance)
