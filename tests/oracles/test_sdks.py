"""Tests that the vendors' official SDKs read every cassette, and find the calls that it states."""

import json
from decimal import Decimal
from typing import Any
from urllib.parse import urldefrag

import msgspec
import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

import vcr

from conformance.callers import caller, heard
from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.conversation import conversation, results
from conformance.recording.keeping import CLIENT
from conformance.recording.live_case import LiveCase
from conformance.recording.second_reader import SecondReader
from conformance.suite.cases import cassettes
from toolwire.model import Expected, ExpectedCall
from toolwire.providers import load, own_rules, owner
from toolwire.wire import exact_json

CASSETTES = cassettes()


@pytest.fixture(params=CASSETTES, ids=str)
def cassette(request: pytest.FixtureRequest) -> Cassette:
    return Cassette(request.param.under(cassettes_folder()))


def test_sdk_agrees(cassette: Cassette) -> None:
    """Check the id, name and arguments of every call of every exchange, plain and streamed."""
    name = cassette.name
    stated = [answered.answer for answered in cassette.provenance.expected]
    deviation = next((d for d in deviations(name) if d.covers(name.scenario, name.mode, "sdk-reads")), None)
    if deviation is not None:
        with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever the SDK raises is the deviation
            read(cassette)
        pytest.xfail(f"{deviation.reason} ({type(caught.value).__name__})")
    understood = read(cassette)
    assert len(understood) == len(stated)
    for sdk, right in zip(understood, stated, strict=True):
        if right is not None:
            cut = {n for n, call in enumerate(right.calls) if not call.complete}
            assert calls(sdk, ids=has_ids(name), cut=cut) == calls(right, ids=has_ids(name), cut=cut)
            assert refusal(sdk, right) == refusal(right, right)


@pytest.mark.parametrize(
    "dialect",
    [
        "anthropic_messages",
        "cohere_v2",
        "gemini_generate",
        "gemini_interactions",
        "mistral_chat",
        "openai_chat",
        "openai_responses",
    ],
)
def test_events_have_to_be_called_so_where_the_sdk_reads_none_otherwise(dialect: str) -> None:
    name = CassetteName(owner(dialect), dialect, "call-single", "stream")
    [rule] = [
        candidate for candidate in own_rules(name.provider, dialect) if candidate.id == f"{dialect}.stream-content-type"
    ]
    answers = [exchange.response for exchange in Cassette(name.under(cassettes_folder())).exchanges]
    as_json = [msgspec.structs.replace(answer, headers={"content-type": "application/json"}) for answer in answers]
    case = LiveCase.of(name)
    with SecondReader() as second:
        understood, failure = second.read(case, answers)
        assert (len(understood), failure) == (len(answers), None)
        understood, failure = second.read(case, as_json)
    assert (rule.level == "MUST") == bool(failure), failure


def deviations(name: CassetteName) -> Any:
    return load(name.provider).dialects[name.dialect].deviations


def read(cassette: Cassette) -> list[Expected]:
    """Return the SDK's readings of a cassette, which vcrpy plays."""
    case = LiveCase.of(cassette.name)
    if cassette.provenance.caller.startswith(CLIENT):  # no SDK asked it: what it sends is not what was recorded
        with SecondReader() as second:
            understood, failure = second.read(case, [exchange.response for exchange in cassette.exchanges])
        if failure:
            raise AssertionError(failure)
        return understood
    player = vcr.VCR(
        record_mode="none", match_on=["method", "uri", "body_as_json"], before_record_request=without_fragment
    )
    player.register_matcher("body_as_json", same_body)
    with player.use_cassette(str(cassette.path)) as tape:
        understood = heard(
            caller(case.name.dialect).converse(case.claims.base_url, conversation(case)), results(case.scenario)
        )
        assert tape.all_played
    return understood


def without_fragment(request: Any) -> Any:
    """Return a request without the fragment ``#stream``, which Mistral's SDK adds to the address but does not send."""
    request.uri = urldefrag(request.uri).url
    return request


def same_body(sent: Any, recorded: Any) -> None:
    """Check that two requests have the same JSON body. A poll has no body."""
    assert bool(sent.body) == bool(recorded.body)
    if sent.body:
        assert exact_json.same(exact_json.loads(bytes(sent.body)), exact_json.loads(recorded.body))


def calls(answer: Expected, *, ids: bool, cut: set[int]) -> list[tuple[str | None, str, Any]]:
    """Return the id, name and arguments of each call. A cut call has no arguments, because some SDKs repair them."""
    return [
        (call.id if ids else None, call.name, None if n in cut else value(call)) for n, call in enumerate(answer.calls)
    ]


def value(call: ExpectedCall) -> Any:
    return call.arguments if call.kind == "custom" else numeric(call.arguments)


def refusal(answer: Expected, right: Expected) -> tuple[str, ...] | None:
    """Return the message, status and kind of a refusal. For an error in a stream, return only the message."""
    if answer.error is None:
        return None
    is_status = right.error is not None and right.error.status is not None
    return (answer.error.message, *((f"{answer.error.status}", f"{answer.error.kind}") if is_status else ()))


def numeric(arguments: str) -> Any:
    """Return arguments as values, or as text if they are not JSON. SDKs lose the spelling of a number, but must keep
    its value.
    """
    try:
        return json.loads(arguments or "{}", parse_float=Decimal, parse_int=Decimal)
    except json.JSONDecodeError:
        return arguments


def has_ids(name: CassetteName) -> bool:
    """Return True if the SDK shows ids. Ollama's SDK drops ids."""
    return name.dialect != "ollama_chat"
