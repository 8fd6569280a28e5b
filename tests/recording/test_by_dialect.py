"""Tests of cassettes by dialect: the owner's cassette with the borrower's differences, marked as weaker evidence."""

from functools import cache
from itertools import groupby
from typing import Any

import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.data import cassettes_folder
from conformance.recording import by_dialect
from conformance.recording.by_dialect import ByDialect, find, open_cassette
from conformance.recording.case import open_case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.suite.verdicts import judge
from toolwire.providers import load
from toolwire.wire import exact_json, recognition

NAMES = find()


@cache
def lent(provider: str, dialect: str, scenario: str, mode: Any = "plain") -> ByDialect:
    return open_cassette(CassetteName(provider, dialect, scenario, mode))


def owned(name: CassetteName) -> Cassette:
    home = load(name.provider).dialects[name.dialect].home
    return Cassette(msgspec.structs.replace(name, provider=home).under(cassettes_folder()))


BORROWERS = sorted({(name.provider, name.dialect) for name in NAMES})


@pytest.mark.parametrize(("provider", "dialect"), BORROWERS)
def test_a_borrower_has_what_it_has_not_recorded_or_a_reason(provider: str, dialect: str) -> None:
    claims = load(provider).dialects[dialect]
    assert claims.home != provider
    for name in (name for name in NAMES if (name.provider, name.dialect) == (provider, dialect)):
        assert not name.under(cassettes_folder()).exists()
        assert name.scenario not in claims.unsupported


def test_a_cassette_is_borrowed_once_and_not_where_it_is_recorded_or_unsupported() -> None:
    names = set(NAMES)
    assert len(names) == len(NAMES) > 0
    assert CassetteName("llamacpp", "openai_chat", "call-single", "plain") not in names
    assert CassetteName("lmstudio", "openai_chat", "choice-named", "plain") not in names


def test_names_of_one_lender_stand_together() -> None:
    lenders = [(name.dialect, name.scenario, name.mode) for name in NAMES]
    assert len(set(lenders)) == len(list(groupby(lenders)))


def test_it_is_at_the_providers_address_with_its_model_and_ids() -> None:
    groq = lent("groq", "openai_chat", "history-single-result")
    first, second = groq.exchanges
    claims = load("groq").dialects["openai_chat"]
    assert first.request.url == f"{claims.base_url}/chat/completions"
    assert (
        exact_json.loads(first.request.body)["model"] == exact_json.loads(first.response.body)["model"] == claims.model
    )
    (call,) = exact_json.loads(first.response.body)["choices"][0]["message"]["tool_calls"]
    assert len(call["id"]) == 9
    assert exact_json.loads(second.request.body)["messages"][-1]["tool_call_id"] == call["id"]
    stated = groq.provenance.expected[0].answer
    assert stated is not None
    assert [call.id for call in stated.calls] == [call["id"]]
    assert groq.provenance.models.served == (claims.model,)


def test_what_is_no_string_of_its_own_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that only the address, the model and the effects of quirks differ from the owner's bytes."""
    claims = load("github-copilot").dialects["anthropic_messages"]
    for mode in ("plain", "stream"):
        name = CassetteName("github-copilot", "anthropic_messages", "call-parallel", mode)
        mine, theirs = open_cassette(name), owned(name)
        for own, other in zip(mine.exchanges, theirs.exchanges, strict=True):
            body = other.response.body
            for model in theirs.provenance.models.served:
                body = body.replace(f'"{model}"'.encode(), f'"{claims.model}"'.encode())
            assert own.response == msgspec.structs.replace(other.response, body=body)


def test_the_model_is_in_the_address_where_it_is_there() -> None:
    for provider, path in (
        ("anthropic-bedrock", "/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke"),
        ("anthropic-vertex", "/models/claude-haiku-4-5@20251001:rawPredict"),
    ):
        (exchange,) = lent(provider, "anthropic_messages", "call-no-arguments").exchanges[:1]
        assert exchange.request.url.endswith(path)
        assert "model" not in exact_json.loads(exchange.request.body)
    (exchange,) = lent("vertex", "gemini_generate", "call-single", "stream").exchanges
    assert "/models/gemini-2.5-flash:streamGenerateContent" in exchange.request.url
    assert recognition.provider(exchange.request.url) == "vertex"


def test_a_conversation_ends_where_its_reader_chooses_what_goes_back() -> None:
    """Check that a conversation ends after an answer that lost its ids, because a client may invent any ids."""
    gemini = lent("gemini-openai", "openai_chat", "history-parallel-results")
    assert len(gemini.exchanges) == 1 < len(owned(gemini.name).exchanges)
    stated = gemini.provenance.expected[0].answer
    assert stated is not None
    assert [call.id for call in stated.calls] == [None, None]
    vertex = lent("vertex", "gemini_generate", "history-parallel-results")
    assert len(vertex.exchanges) == len(owned(vertex.name).exchanges)


def test_what_a_quirk_breaks_is_known_and_what_it_does_not_change_is_not() -> None:
    plain = lent("zai", "openai_chat", "call-single", "plain")
    assert plain.known("response-schema") == "The body lacks the key object, but mostly has the key request_id."
    assert plain.known("calls") is None
    assert lent("zai", "openai_chat", "call-single", "stream").known("response-schema") is None


def test_what_is_known_of_the_owner_is_known_of_its_bytes() -> None:
    assert "doubles" in str(lent("vertex", "gemini_generate", "call-big-numbers").known("predicates"))


def test_its_origin_is_named_and_is_none_of_a_file() -> None:
    name = CassetteName("groq", "openai_chat", "call-single", "plain")
    results = judge(open_case(name), ReferenceAdapter())
    assert {result.origin for result in results} == {"by-dialect"}
    assert {result.origin for result in judge(open_case(owned(name).name), ReferenceAdapter())} == {"documented"}
    with pytest.raises(CassetteError):
        open_case(name, cassettes_folder())
    stated = msgspec.to_builtins(owned(name).provenance) | {"origin": "by-dialect"}
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'by-dialect'"):
        msgspec.convert(stated, type(owned(name).provenance))


def test_what_cannot_be_lent_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("index")

    monkeypatch.setattr(by_dialect, "read", broken)
    with pytest.raises(CassetteError, match="cannot be changed into a cassette of groq: KeyError: 'index'"):
        open_cassette(CassetteName("groq", "openai_chat", "call-single", "plain"))
