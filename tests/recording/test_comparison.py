"""Two recordings of one conversation: what differs each time is levelled, and nothing else is."""

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette
from conformance.recording.cassette_file import to_yaml, with_metadata
from conformance.recording.comparison import same
from conformance.suite.cases import cassettes
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

from ..each import each


def exchange(body: str, asked: str = "{}") -> tuple[Exchange, ...]:
    headers = {"content-type": "application/json"}
    request = WireRequest(url="https://api.example.com", body=asked.encode())
    return (Exchange(request=request, response=WireResponse(body=body.encode(), headers=headers)),)


@each(
    ("one", "other"),
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
)
def test_what_differs_each_time(one: str, other: str) -> None:
    assert same(exchange(one), exchange(other))


@each(
    ("one", "other"),
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
)
def test_what_does_not(one: str, other: str) -> None:
    assert not same(exchange(one), exchange(other))


def test_ids_that_go_back_are_those_of_the_answer() -> None:
    one = exchange('{"id":"call_aB3dE5gH7jK9mN1p"}', '{"tool_call_id":"call_aB3dE5gH7jK9mN1p"}')
    assert same(one, exchange('{"id":"call_zY8xW6vU4tS2rQ0o"}', '{"tool_call_id":"call_zY8xW6vU4tS2rQ0o"}'))
    assert not same(one, exchange('{"id":"call_zY8xW6vU4tS2rQ0o"}', '{"tool_call_id":"call_000000000000000o"}'))


def test_files_are_spelled_the_same_again() -> None:
    for name in cassettes()[::25]:
        path = name.under(cassettes_folder())
        cassette = Cassette(path)
        assert with_metadata(path.read_text(encoding="utf-8"), cassette.provenance).encode() == path.read_bytes()
        again = Cassette(path, to_yaml(cassette.exchanges, cassette.provenance).encode())
        assert (again.exchanges, again.provenance) == (cassette.exchanges, cassette.provenance)
