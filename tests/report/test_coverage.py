"""Tests that every missing cassette or check has a reason."""

import msgspec
import pytest

from conformance.report import coverage, markdown
from toolwire.providers import load


def test_every_scenario_of_every_provider_has_a_cassette_or_a_reason() -> None:
    assert [place for place in coverage.places() if place.state == "missing"] == []


def test_no_reason_is_stale() -> None:
    assert coverage.stale() == ()


STALE = ("call-single", "call-mee", "call-single.stream", "call-mee.stream")


def test_what_is_missing_or_stale_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load("ollama")
    claims = profile.dialects["ollama_chat"]
    bare = msgspec.structs.replace(claims, unsupported={}, pending=dict.fromkeys(STALE, "soon"))
    changed = msgspec.structs.replace(profile, dialects={"ollama_chat": bare})
    monkeypatch.setattr(coverage, "load_all", lambda: {"ollama": changed})
    missing = [place.scenario for place in coverage.places() if place.state == "missing"]
    assert missing == sorted({*claims.unsupported, *claims.pending})
    assert coverage.stale() == tuple(f"ollama/ollama_chat: {name}" for name in STALE)


def test_a_cassette_may_wait_in_one_mode_alone() -> None:
    [place] = [candidate for candidate in coverage.places()
               if (candidate.dialect, candidate.scenario) == ("openai_chat", "call-custom-tool")
               and candidate.provider == "openai"]  # fmt: skip
    assert place.state == "cassette"
    assert place.reason.startswith("stream: no source states")


def test_what_is_played_by_dialect_is_kept_apart_from_what_is_recorded() -> None:
    states = {(place.provider, place.scenario): place.state for place in coverage.places() if "chat" in place.dialect}
    assert states["openai", "call-single"] == "cassette"
    assert states["groq", "call-single"] == "by-dialect"
    assert states["lmstudio", "choice-named"] == "not-applicable"


def test_what_the_owner_lacks_its_borrowers_lack_for_the_same_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage.by_dialect, "is_played", lambda name: False)
    owners = load("openai")
    waiting = msgspec.structs.replace(owners.dialects["openai_chat"], unsupported={"call-single": "no word for it"})
    changed = msgspec.structs.replace(owners, dialects={**owners.dialects, "openai_chat": waiting})
    monkeypatch.setattr(coverage, "load_profile", lambda name: changed if name == "openai" else load(name))
    place = next(
        candidate
        for candidate in coverage.places()
        if (candidate.provider, candidate.scenario) == ("groq", "call-single")
    )
    assert (place.state, place.reason) == ("not-applicable", "as openai: no word for it")


def test_what_a_provider_denies_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    assert coverage.contradicted() == ()
    profile = load("groq")
    claims = profile.dialects["openai_chat"]
    denied = tuple(
        msgspec.structs.replace(declared, claim="no")
        for declared in claims.declared
        if declared.capability == "choice-none"
    )
    changed = msgspec.structs.replace(
        profile, dialects={"openai_chat": msgspec.structs.replace(claims, declared=denied)}
    )
    monkeypatch.setattr(coverage, "load_profile", lambda name: changed if name == "groq" else load(name))
    assert coverage.contradicted() == ("groq/openai_chat: choice-none",)


def test_every_quirk_is_listed_with_what_plays_it_or_why_nothing_does() -> None:
    text = markdown.to_coverage()
    assert "| groq | openai_chat | ids | surveyed 52/80 | call-ids |" in text
    assert "| azure | openai_chat | two-addresses | documented | not: this profile uses another address" in text


def test_the_report_shows_both_tables() -> None:
    text = markdown.to_coverage()
    assert "| call-single |" in text
    assert "| anthropic_messages.call-ids-unique | MUST | ids-unique |" in text
    assert "ollama, ollama_chat: choice-none: the request has no tool" in text
