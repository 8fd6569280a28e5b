"""Tests of claims: valid profiles and rules, and the errors for invalid profiles and rules."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import yaml

from conformance import data, scenarios
from conformance.judge import mapping
from conformance.judge.checks import CHECKS
from conformance.judge.rules import KINDS, checker
from conformance.mutants import Transform
from conformance.recording.by_dialect import transforms
from toolwire.model import Finish, Request, Response
from toolwire.providers import ClaimError, load, load_all, own_rules, profile, rules, speaker, wire_format
from toolwire.providers.claim_file import read_yaml
from toolwire.providers.mapping import ANSWERED, ASKED
from toolwire.wire.recognition import provider

MINIMAL: dict[str, Any] = {
    "title": "Some", "homepage": "https://some.example", "auth": "bearer",
    "dialects": {"openai_chat": {"home": "openai", "base_url": "https://some.example/v1", "model": "m"}},
}  # fmt: skip
CLAIM = {"capability": "most-tools", "claim": "yes", "value": 128, "source": "docs", "retrieved": "2026-01-02"}
QUIRK = {
    "id": "odd", "statement": "It is odd.", "source": "docs", "retrieved": "2026-01-02", "evidence": "surveyed",
    "seen": 1, "of": 2, "apply": [{"do": "done", "present": False}],
}  # fmt: skip
EVERY = [(name, dialect, claims) for name, known in load_all().items() for dialect, claims in known.dialects.items()]


def speaking(**changes: Any) -> dict[str, Any]:
    return MINIMAL | {"dialects": {"openai_chat": MINIMAL["dialects"]["openai_chat"] | changes}}


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Any]:
    """Yield a function that loads a document as the profile of the provider ``some``."""
    for owner in ("openai", "anthropic"):
        (tmp_path / owner).symlink_to(profile.providers_folder() / owner)
    data.use(data.Data(tmp_path, scenarios=data.ours().scenarios, cassettes=data.ours().cassettes))

    def call(document: dict[str, Any]) -> profile.Profile:
        (tmp_path / "some").mkdir()
        (tmp_path / "some" / "profile.yaml").write_text(yaml.safe_dump(document))
        data.forget()
        return load("some")

    yield call
    data.use(data.ours())


def test_a_minimal_profile(read: Any) -> None:
    claims = read(speaking(declared=[CLAIM], quirks=[QUIRK])).dialects["openai_chat"]
    assert (claims.declared[0].value, claims.quirks[0].seen, claims.quirks[0].of) == (128, 1, 2)


def test_the_examples_of_the_page_about_profiles(read: Any, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs/contributing/profiles.md").read_text()
    written, mapped, ruled = (part.partition("```")[0] for part in text.split("```yaml\n")[1:])
    read(yaml.safe_load(written))
    (tmp_path / "some" / "openai_chat").mkdir()
    (tmp_path / "some" / "openai_chat" / "mapping.yaml").write_text(mapped)
    data.forget()
    assert wire_format("some", "openai_chat").mapping.finish["eos"] == "stop"
    (tmp_path / "some" / "openai_chat" / "rules.yaml").write_text(ruled)
    assert checker(rules("some", "openai_chat", "big-one")[-1])
    transforms, checkers = (rows(text, f"\n| {head} |") for head in ("transform", "checker"))
    assert {name for name, *_ in transforms} == {tag(kind) for kind in get_args(Transform)}
    assert {name: parameters for name, _, parameters in checkers} == {tag(kind): parameters_of(kind) for kind in KINDS}


def rows(text: str, head: str) -> list[list[str]]:
    """Return the cells of the table below ``head``, as a list for each row."""
    _, _, table = text.partition(head)
    lines = takewhile(lambda line: line[:1] == "|", table.splitlines()[2:])
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def tag(kind: Any) -> Any:
    return msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]


def parameters_of(kind: Any) -> str:
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return ", ".join(f"`{field.name}`{'' if field.required else '?'}" for field in fields)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (MINIMAL | {"hosts": ["some.example"]}, "unknown field `hosts`; its keys are title, homepage, auth, "),
        (MINIMAL | {"auth": "password"}, "auth: Invalid enum value 'password'; write one of api-key, bearer, none, "),
        (speaking(modell="m"), "dialects.openai_chat: Object contains unknown field `modell`; its keys are home, "),
        (
            MINIMAL | {"dialects": {"morse": MINIMAL["dialects"]["openai_chat"]}},
            "dialects.morse: 'openai' does not own this dialect; dialects and owners: anthropic_messages (anthropic)",
        ),
        (
            speaking(home="nobody"),
            "dialects.openai_chat: 'nobody' does not own this dialect; dialects and owners: ",
        ),
        (
            speaking(declared=[CLAIM, {key: CLAIM[key] for key in CLAIM if key != "source"}]),
            "dialects.openai_chat.declared.1: Object missing required field `source`; its keys are capability, ",
        ),
        (
            speaking(declared=[CLAIM | {"source": ""}]),
            "declared.0.source: Expected `str` of length",
        ),
        (
            speaking(declared=[CLAIM | {"retrieved": "May"}]),
            "declared.0.retrieved: expected a day such as",
        ),
        (
            speaking(declared=[CLAIM | {"claim": "maybe"}]),
            "declared.0.claim: Invalid enum value 'maybe'; write one of no, ",
        ),
        (
            speaking(declared=[CLAIM | {"claim": "unpublished"}]),
            "declared.0: expected no `value` and no `note` in an `unpublished` claim: remove them",
        ),
        (speaking(declared=[CLAIM | {"value": "many"}]), "declared.0.value: Expected `int | null`, got `str`"),
        (
            speaking(quirks=[QUIRK | {"evidence": "heard"}]),
            "quirks.0.evidence: Invalid enum value 'heard'; write one of documented, ",
        ),
        (speaking(quirks=[QUIRK | {"of": None}]), "dialects.openai_chat.quirks.0: expected both `seen`"),
        (
            speaking(quirks=[QUIRK | {"apply": []}]),
            "quirks.0: expected either transforms in `apply` or a reason in `unapplied`; its keys are id, ",
        ),
        (speaking(quirks=[QUIRK | {"unapplied": "why"}]), "quirks.0: expected either transforms in `apply` or a "),
        (MINIMAL | {"dialects": []}, "dialects: Expected `object`, got `array`"),
    ],
    ids=[
        "unknown key",
        "unknown auth",
        "unknown key of a dialect",
        "unknown dialect",
        "unknown home",
        "claim without source",
        "empty source",
        "no day",
        "unknown claim",
        "unpublished with nothing",
        "value no number",
        "unknown evidence",
        "seen without of",
        "quirk of nothing",
        "quirk both applied and not",
        "dialects a list",
    ],
)
def test_what_a_profile_may_not_say(document: dict[str, Any], message: str, read: Any, tmp_path: Path) -> None:
    with pytest.raises(ClaimError) as caught:
        read(document)
    assert str(caught.value).startswith(str(tmp_path / "some" / "profile.yaml"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("transform", "message"),
    [
        ({"do": "teleport"}, "apply: 0: Invalid value 'teleport'; write one of aws-frames, comments, done, "),
        ({}, "apply: 0: Object missing required field `do`; write one of aws-"),
        (
            {"do": "done", "absent": True},
            "apply: 0: Object contains unknown field `absent`; its keys are modes, when, ",
        ),
        ({"do": "call-ids", "like": "{hexes4}"}, "apply: 0: an id has no field {hexes4}; the fields are: name, "),
        ({"do": "usage", "on": "moon"}, "apply: 0.on: Invalid enum value 'moon'; write one of choice, every, finish"),
        ({"do": "key", "at": "a"}, "apply: 0.at: expected a pointer such as"),
    ],
    ids=["unknown", "no name", "unknown key", "unknown field of ids", "unknown place", "no pointer"],
)
def test_what_a_transform_may_not_say(transform: dict[str, Any], message: str, read: Any, tmp_path: Path) -> None:
    read(speaking(quirks=[QUIRK | {"apply": [transform]}]))
    [quirk] = load("some").dialects["openai_chat"].quirks
    with pytest.raises(ClaimError) as caught:
        transforms("some", "openai_chat", quirk)
    assert str(caught.value).startswith(f"{tmp_path / 'some' / 'profile.yaml'}: dialects.openai_chat.quirks: ")
    assert message in str(caught.value)


def test_a_rule_replaces_one_of_the_owner(read: Any, tmp_path: Path) -> None:
    read(MINIMAL)
    rule = {
        "id": "some.openai_chat.tool-count", "level": "SHOULD", "statement": "Some.", "source": "docs",
        "retrieved": "2026-01-02", "models": "^big", "replaces": "openai_chat.tool-count", "excluded": "nothing",
    }  # fmt: skip
    (tmp_path / "some" / "openai_chat").mkdir()
    path = tmp_path / "some" / "openai_chat" / "rules.yaml"
    path.write_text(yaml.safe_dump([rule]))
    small, big = ({rule.id for rule in rules("some", "openai_chat", model)} for model in ("small", "big"))
    assert (small - big, big - small) == ({"openai_chat.tool-count"}, {"some.openai_chat.tool-count"})
    path.write_text(yaml.safe_dump([rule | {"replaces": "openai_chat.no-such"}]))
    data.forget()
    with pytest.raises(ClaimError, match=r"has no rule 'openai_chat\.no-such'; write one of openai_chat\.calls"):
        rules("some", "openai_chat")


@pytest.mark.parametrize(("name", "dialect", "claims"), EVERY, ids=[f"{name}-{dialect}" for name, dialect, _ in EVERY])
def test_what_claims_name_is_there(name: str, dialect: str, claims: Any) -> None:
    checks = (*(check.name for check in CHECKS), "sdk-reads")
    deviating = [scenario for deviation in claims.deviations for scenario in deviation.scenarios]
    for kind, named, known in (
        ("capability", [claim.capability for claim in claims.declared], scenarios.capabilities()),
        ("scenario", claims.unsupported, scenarios.names()),
        ("scenario", deviating, (*scenarios.names(), "*")),
        ("check", [deviation.check for deviation in claims.deviations], checks),
    ):
        assert [name for name in named if name not in known] == [], f"not a {kind}; expected one of: {', '.join(known)}"
    for ids in ([claim.capability for claim in claims.declared], [quirk.id for quirk in claims.quirks]):
        assert len(set(ids)) == len(ids)


def test_what_nobody_has_confirmed_is_no_must() -> None:
    every = [rule for name, dialect, _ in EVERY for rule in own_rules(name, dialect)]
    assert [rule.id for rule in every if rule.source.startswith("unconfirmed") and rule.level == "MUST"] == []


@pytest.mark.parametrize("name", load_all())
def test_providers_are_known_by_their_addresses(name: str) -> None:
    """Check that each base URL belongs to its provider, except addresses on this machine."""
    known = load(name)
    for claims in known.dialects.values():
        local = claims.base_url.startswith(("http://127.0.0.1:", "http://localhost:"))
        assert local or provider(claims.base_url) == (known.beside or name)


@pytest.mark.parametrize(
    ("host", "dialect", "name"),
    [
        ("groq", "openai_chat", "groq"),
        ("groq", "anthropic_messages", "anthropic"),
        ("anthropic", "anthropic_messages", "anthropic"),
        ("anthropic", "openai_chat", "anthropic-openai"),
        ("gemini", "openai_chat", "gemini-openai"),
        ("bedrock", "anthropic_messages", "anthropic-bedrock"),
        ("vertex", "anthropic_messages", "anthropic-vertex"),
        ("vertex", "gemini_generate", "vertex"),
        ("avian", "openai_chat", "openai"),
        (None, "openai_chat", "openai"),
    ],
)
def test_who_speaks_a_dialect_at_a_host(host: str | None, dialect: str, name: str) -> None:
    assert speaker(host, dialect) == name


STANDS = {
    "field": "reasoning", "stream": ["/choices/*/delta/thought"], "source": "docs", "retrieved": "2026-01-02",
}  # fmt: skip


def test_a_borrower_may_state_where_its_fields_stand(read: Any, tmp_path: Path) -> None:
    read(MINIMAL)
    owners = wire_format("openai", "openai_chat").mapping
    assert wire_format("some", "openai_chat").mapping is owners
    (tmp_path / "some" / "openai_chat").mkdir()
    path = tmp_path / "some" / "openai_chat" / "mapping.yaml"
    own = [
        STANDS,
        STANDS | {"field": "text", "stream": ["/said", "/choices/*/delta/content"]},
        {"field": "finish", "words": {"eos": "stop"}, "source": "docs", "retrieved": "2026-01-02"},
    ]
    path.write_text(yaml.safe_dump(own))
    data.forget()
    found = wire_format("some", "openai_chat").mapping
    assert found.stream == owners.stream | {
        "reasoning": ("/choices/*/delta/thought",), "text": ("/choices/*/delta/content", "/said"),
    }  # fmt: skip
    assert (found.request, found.response) == (owners.request, owners.response)
    assert found.finish == owners.finish | {"eos": "stop"}
    assert wire_format("openai", "openai_chat").mapping.finish == owners.finish


@pytest.mark.parametrize(
    ("stands", "message"),
    [
        ({key: STANDS[key] for key in STANDS if key != "source"}, "0: Object missing required field `source`"),
        (STANDS | {"stream": []}, "0: expected `request`, `response`, "),
        (STANDS | {"field": "mood"}, "0: no field 'mood' in answers; write one of id, model, text, "),
        (STANDS | {"field": "finish", "request": ["/end"]}, "0: no field 'finish' in requests; write one "),
        (STANDS | {"words": {"eos": "stop"}}, "0: no field 'reasoning' with words; write one of finish"),
        (STANDS | {"stream": ["thought"]}, "0.stream.0: expected a pointer such as /choices/0, got"),
    ],
    ids=["no source", "no place", "unknown field", "not in requests", "words for no word", "no pointer"],
)
def test_what_a_borrowers_mapping_may_not_say(stands: Any, message: str, read: Any, tmp_path: Path) -> None:
    read(MINIMAL)
    (tmp_path / "some" / "openai_chat").mkdir()
    path = tmp_path / "some" / "openai_chat" / "mapping.yaml"
    path.write_text(yaml.safe_dump([stands]))
    data.forget()
    with pytest.raises(ClaimError) as caught:
        wire_format("some", "openai_chat")
    assert str(caught.value).startswith(f"{path}: {message}")


def test_the_judge_knows_every_field() -> None:
    request = mapping._request_fields(Request(model="m", messages=()), 0)
    answer = mapping._response_fields(Response(parts=(), finish=Finish(reason="stop")))
    assert set(request) == set(ASKED)
    assert {*answer, "finish"} == set(ANSWERED)


def test_a_key_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "profile.yaml"
    path.write_text("title: A\ndialects: {openai_chat: {pending: {a: b}, pending: {a: c}}}\n")
    with pytest.raises(ClaimError, match="dialects/openai_chat/pending: expected each key once, got this key again"):
        read_yaml(path, dict)
