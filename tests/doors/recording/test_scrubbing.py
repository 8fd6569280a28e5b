"""Tests that scrubbing changes no reading and no verdict, with every cassette."""

import msgspec
import pytest

from conformance.data import cassettes_folder
from conformance.judge.checks import CHECKS
from conformance.judge.finding import NotApplicable, Undecided
from conformance.judge.trial import Trial
from conformance.recording import guarded
from conformance.recording.case import Case
from conformance.recording.cassette import Answered, Cassette, CassetteName
from conformance.recording.conversation import expected
from conformance.recording.scrubbing import Scrubber
from conformance.suite.cases import cassettes
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Expected
from toolwire.wire import aws_event_stream, sse
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

KEY = "sk-proj-Zq8Xw2Lm5Vt9Rb3Kd7Yh1Nc4"
PROVIDERS_CHECKS = [check for check in CHECKS if check.party == "provider"]


def opened(name: CassetteName) -> Cassette:
    return Cassette(name.under(cassettes_folder()))


def scrubbed(cassette: Cassette) -> tuple[Cassette, Scrubber]:
    """Return the scrubbed cassette, with its right readings scrubbed, too. Also return the scrubber."""
    scrubber = Scrubber(str(cassette.name), cassette.exchanges)
    again = Cassette(cassette.path)
    again.exchanges = tuple(scrubber.scrubbed(exchange) for exchange in cassette.exchanges)
    stated = tuple(hidden(answered, scrubber) for answered in cassette.provenance.expected)
    again.provenance = msgspec.structs.replace(cassette.provenance, expected=stated)
    return again, scrubber


def hidden(answered: Answered, scrubber: Scrubber) -> Answered:
    return msgspec.structs.replace(answered, answer=answered.answer and aliased(answered.answer, scrubber))


def aliased(read: Expected, scrubber: Scrubber) -> Expected:
    calls = tuple(msgspec.structs.replace(call, id=call.id and scrubber.text(call.id)) for call in read.calls)
    approvals = tuple(msgspec.structs.replace(asked, id=scrubber.text(asked.id)) for asked in read.approvals)
    error = read.error and msgspec.structs.replace(read.error, message=scrubber.text(read.error.message))
    return msgspec.structs.replace(read, calls=calls, approvals=approvals, error=error)


def verdicts(trials: tuple[Trial, ...]) -> list[object]:
    found: list[object] = []
    for trial in trials:
        for check in PROVIDERS_CHECKS:
            try:
                found.append([(finding.path, finding.level) for finding in check.look(trial)])
            except (NotApplicable, Undecided) as none:
                found.append(type(none))
    return found


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_scrubbing_alters_no_verdict(name: CassetteName) -> None:
    before = opened(name)
    after, scrubber = scrubbed(before)
    for recorded, clean in zip(before.exchanges, after.exchanges, strict=True):
        assert len(recorded.response.body) == len(clean.response.body)
        read = expected(read_answer(dialect(name.dialect), recorded.response))
        assert aliased(read, scrubber) == expected(read_answer(dialect(name.dialect), clean.response))
    assert verdicts(Case.of(before).untried()) == verdicts(Case.of(after).untried())


def test_every_id_of_what_was_recorded_is_an_alias(subtests: pytest.Subtests) -> None:
    recorded = [cassette for cassette in map(opened, cassettes()) if cassette.provenance.ids == "aliased"]
    assert len(recorded) > 200
    for cassette in recorded:
        known = Scrubber(str(cassette.name), cassette.exchanges).known
        with subtests.test(str(cassette.name)):
            assert guarded.in_file(cassette.path, cassette.path.read_bytes(), known) == ()


def test_an_argument_that_looks_like_an_id_stays() -> None:
    body = b'{"id":"msg_aB3dE5gH7jK9mN1p","input":{"id":"order9Zx8Yw7Vu","created":12}}'
    kept = kept_of(body)
    assert b'"order9Zx8Yw7Vu","created":12}' in kept
    assert b"aB3dE5gH7jK9mN1p" not in kept


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"created":12,"args":{"at":{"created_at":"2024-05-06"},"created":9007199254740993}}', b'"2024-05-06"},"cr'),
        (b'data: {"arguments":"{\\"created\\": 45}","created":45}\n\n', b'{\\"created\\": 45}'),
        (b'{"arguments":{"created":45', b'"created":11'),
    ],
)
def test_a_time_that_a_model_wrote_stays(body: bytes, text: bytes) -> None:
    kept = kept_of(body)
    assert text in kept
    assert len(kept) == len(body)
    assert b'"created":12' not in kept


def test_a_reading_with_a_time_in_it_is_as_it_stands_there() -> None:
    exchange = Exchange(
        request=WireRequest(url="https://api.example.com", body=b"{}"), response=WireResponse(body=b"{}")
    )
    assert Scrubber("s", [exchange]).text('{"created": 45}') == '{"created": 45}'


def kept_of(body: bytes, **headers: str) -> bytes:
    answer = WireResponse(body=body, headers=headers)
    exchange = Exchange(request=WireRequest(url="https://api.example.com", body=b"{}"), response=answer)
    return Scrubber("s", [exchange], {KEY}).scrubbed(exchange).response.body


@pytest.mark.parametrize(
    "around",
    [
        b'{"error":{"message":"Incorrect key: %s."}}',
        sse.encode('{"text":"%s"}').replace(b"%25s", b"%s"),
        b'{"a":1}\n{"b":"%s"}\n',
    ],
    ids=["json", "events", "lines"],
)
def test_a_key_is_masked_wherever_it_stands(around: bytes) -> None:
    kept = kept_of(around.replace(b"%s", KEY.encode()))
    assert KEY.encode() not in kept
    assert len(kept) == len(around.replace(b"%s", KEY.encode()))


def test_frames_stay_frames() -> None:
    body = aws_event_stream.event("messageStop", b'{"said":"%s","toolUseId":"tooluse_aB3dE5gH7jK9mN1p"}' % KEY.encode())
    body += aws_event_stream.event("metadata", b"{}")
    kept = kept_of(body)
    assert KEY.encode() not in kept
    assert b"aB3dE5gH7jK9mN1p" not in kept
    assert len(list(aws_event_stream.FrameDecoder().feed(kept))) == 2  # its checksums are right


def test_headers_are_kept_by_name() -> None:
    given = {
        "set-cookie": "a=b",
        "openai-organization": "acme",
        "server-timing": "a;dur=12",
        "content-type": "text/plain",
    }
    answer = WireResponse(body=b"{}", headers=given)
    request = WireRequest(url="https://api.example.com", body=b"{}", headers={"authorization": f"Bearer {KEY}"})
    exchange = Exchange(request=request, response=answer)
    kept = Scrubber("s", [exchange]).scrubbed(exchange)
    assert kept.response.headers == {"content-type": "text/plain", "server-timing": "a;dur=11"}
    assert kept.request.headers == {}
