"""Tests of contradictions between documented claims and other people's recordings, planted in user data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from conformance import data
from conformance.data import Data, cassettes_folder, ours, use
from conformance.report import markdown
from conformance.report.contradictions import Contradiction, contradictions
from toolwire.providers import load, names

SEEN: Final = {"date": "2026-11-27", "exchanges": 9, "capabilities": {}, "rules": {}}
BY: Final = {"repository": "some/where", "path": "a b/c.yaml", "commit": "abc"}
CLAIM: Final = {"source": "some page", "retrieved": "2026-11-01"}
CHAT: Final = "openai_chat"


@pytest.fixture
def acme(tmp_path: Path) -> Iterator[Any]:
    """Yield a function that returns the contradictions of a provider with these claims and this evidence."""

    def found(
        claims: dict[str, Any] | None = None, evidence: dict[str, Any] | None = None
    ) -> tuple[Contradiction, ...]:
        folder = tmp_path / "providers" / "acme"
        folder.mkdir(parents=True, exist_ok=True)
        spoken = {"home": "openai", "base_url": "https://api.acme.example/v1", "model": "m-1"} | (claims or {})
        profile = {"title": "Acme", "homepage": "https://acme.example", "auth": "bearer", "dialects": {CHAT: spoken}}
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile))
        if evidence is not None:
            (folder / "evidence.json").write_text(json.dumps({CHAT: SEEN | evidence}))
        use(ours(), Data.below(tmp_path))
        return contradictions("acme")

    yield found
    data.use(data.ours())


def declared(claim: str, **more: str) -> dict[str, Any]:
    return {"declared": [{"capability": "choice-named", "claim": claim, **CLAIM, **more}]}


def shown(
    plain: int = 0, stream: int = 0, otherwise: int = 0, contrary: dict[str, int] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a survey that supports the named choice, with the numbers of exchanges that contradict it, by model."""
    by_model: dict[str, Any] = {
        "": {"plain": {"borne_out": plain, "otherwise": otherwise}, "stream": {"borne_out": stream}}
    }
    for model, number in (contrary or {}).items():
        by_model[model] = {"plain": {"otherwise": number}}
        by_model[""]["plain"]["otherwise"] -= number
    return {"capabilities": {"choice-named": {"origins": [BY], "by_model": by_model} | more}}


REFUSES: Final = {"refuses": {"openai_chat.call-id-length": [{"words": "too long", **CLAIM}]}}


@pytest.mark.parametrize(
    ("claims", "evidence", "kind", "words", "number"),
    [
        (
            declared("yes"),
            shown(plain=2, otherwise=3, against=[BY]),
            "capability",
            "contradicted by 3 of 5 exchanges",
            3,
        ),
        (declared("no"), shown(plain=1, stream=1), "capability", "the capability works in 2 exchanges", 2),
        (
            declared("partly", note="not with m-7"),
            shown(plain=9, otherwise=2, contrary={"by/m-8": 2}),
            "capability",
            "contradicted by 2 of 11 exchanges",
            2,
        ),
        (
            REFUSES,
            {"rules": {"openai_chat.call-id-length": {"plain": 1, "otherwise": 4, "refused": 2}}},
            "rule",
            "4 of 5 exchanges: requests that break the rule were accepted; refused in 2 exchanges",
            4,
        ),
        (
            {},
            {"rules": {"openai_chat.stream-content-type": {"stream": 1, "otherwise": 1}}},
            "rule",
            "1 of 2 exchanges: answers break the rule",
            1,
        ),
        ({}, {"forms": {"/tool_choice type null": {"plain": 2}}}, "request form", "accepted in 2 requests", 2),
        (
            {},
            {"answers": {" required id": {"plain": 2, "stream": 3}}},
            "answer form",
            "in 2 plain and 3 streamed answers of 9 exchanges",
            5,
        ),
    ],
    ids=["declared", "denied", "another model", "refusal", "rule of answers", "request", "answer without id"],
)
def test_a_planted_contradiction_is_found(
    claims: dict[str, Any], evidence: dict[str, Any], kind: str, words: str, number: int, acme: Any
) -> None:
    [found] = acme(claims, evidence)
    assert (found.provider, found.dialect, found.kind, found.number) == ("acme", CHAT, kind, number)
    assert found.observed.startswith(words)
    assert found.documented
    assert found.date == "2026-11-27"


@pytest.mark.parametrize(
    ("claims", "evidence"),
    [
        ({}, None),
        ({}, {}),
        (declared("yes"), shown(plain=5)),
        (declared("no"), {}),
        (declared("unpublished"), shown(plain=5)),
        (declared("partly", note="not with m-7"), shown(plain=9, otherwise=2, contrary={"by/m-7": 2})),
        (declared("partly"), shown(plain=9)),
        (REFUSES, {"rules": {"openai_chat.call-id-length": {"plain": 9, "refused": 4}}}),
        ({}, {"rules": {"openai_chat.call-id-length": {"plain": 1, "otherwise": 4}}}),
        ({}, {"forms": {"/tool_choice type null": {"refused": 2}}}),
    ],
    ids=[
        "no survey",
        "nothing seen",
        "borne out",
        "denied and not seen",
        "unpublished",
        "the model that the note names",
        "partly and borne out",
        "refused as quoted",
        "a refusal that nobody claims of it",
        "form refused",
    ],
)
def test_nothing_is_contradicted(claims: dict[str, Any], evidence: dict[str, Any] | None, acme: Any) -> None:
    assert acme(claims, evidence) == ()


def test_a_documented_cassette_is_named(acme: Any, tmp_path: Path) -> None:
    file = Path(CHAT, "choice-named.plain.yaml")
    copied = tmp_path / "cassettes" / "acme" / file
    copied.parent.mkdir(parents=True)
    text = (cassettes_folder() / "openai" / file).read_text()
    copied.write_text(text)
    documented = "origin: documented" in text
    found = acme({}, shown(plain=1, otherwise=1))
    assert [each.cassettes for each in found] == ([("acme/openai_chat/choice-named/plain",)] if documented else [])
    copied.write_text(text.replace("origin: documented", "origin: recorded"))
    assert acme({}, shown(plain=1, otherwise=1)) == (), "a recorded cassette counts as documented"


def test_the_page_has_each_beside_its_claim_with_a_link(acme: Any) -> None:
    page = markdown.to_contradictions({"acme": acme(declared("yes"), shown(plain=2, otherwise=3, against=[BY]))})
    [line] = [line for line in page.splitlines() if "choice-named" in line]
    assert "yes (some page, 2026-11-01)" in line
    assert "contradicted by 3 of 5 exchanges" in line
    assert "[some/where](https://github.com/some/where/blob/abc/a%20b/c.yaml)" in line
    assert "The surveyed recordings contradict nothing" not in page


def test_a_page_without_contradictions() -> None:
    assert "The surveyed recordings contradict nothing" in markdown.to_contradictions({})


@pytest.mark.parametrize("provider", names())
def test_every_committed_contradiction_has_both_sides(provider: str) -> None:
    for found in contradictions(provider):
        assert found.documented or found.cassettes
        assert found.number > 0
        assert found.dialect in load(provider).dialects
