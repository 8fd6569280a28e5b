"""Nothing is missing in silence: cassettes and checks are there, or a reason is."""

import msgspec
import pytest

from conformance.claims import load
from conformance.report import coverage, markdown


def test_every_scenario_of_every_provider_has_a_cassette_or_a_reason() -> None:
    assert [place for place in coverage.places() if place.state == "missing"] == []


def test_no_reason_is_stale() -> None:
    assert coverage.stale() == ()


def test_what_is_missing_or_stale_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = load("ollama")
    claims = profile.dialects["ollama_chat"]
    bare = msgspec.structs.replace(claims, unsupported={}, pending={"call-single": "soon", "call-mee": "soon"})
    changed = msgspec.structs.replace(profile, dialects={"ollama_chat": bare})
    monkeypatch.setattr(coverage, "load_all", lambda: {"ollama": changed})
    missing = [place.scenario for place in coverage.places() if place.state == "missing"]
    assert missing == [
        "choice-named",
        "choice-none",
        "choice-required",
        "reject-choice-without-tools",
        "reject-strict-schema",
    ]
    assert coverage.stale() == ("ollama/ollama_chat: call-single", "ollama/ollama_chat: call-mee")


def test_the_report_shows_both_tables() -> None:
    text = markdown.to_coverage()
    assert "| call-single |" in text
    assert "| anthropic_messages.call-ids-unique | MUST | ids-unique |" in text
    assert "ollama, ollama_chat: choice-none: the request has no tool" in text
