"""Tests of rules about requests. A rule of level MUST needs a known refusal of a request that breaks the rule.

For a provider that borrows the dialect, the rule remains a MUST only if this provider refuses such requests, too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance import data
from toolwire.providers import ClaimError, Rule, every_rule, load_all, own_rules, profile, rules

REFUSAL = {"words": "no more than ... tools", "source": "an issue thread", "retrieved": "2026-01-02"}
RULE = {
    "id": "some.openai_chat.few-tools", "level": "MUST", "statement": "Some.", "source": "docs",
    "retrieved": "2026-01-02", "check": "count-limit", "parameters": {"at": "/tools/*", "most": 2},
}  # fmt: skip
OWNERS = "openai_chat.tool-count"
BORROWED = [
    (name, dialect, rule)
    for name, known in load_all().items()
    for dialect, claims in known.dialects.items()
    for model in dict.fromkeys((claims.model, *claims.models.values(), "gpt-5", "openai/gpt-5"))
    for rule in rules(name, dialect, model)
    if name != claims.home and rule.applies_to == "request" and rule.level == "MUST"
]
STRICT = [rule for _, _, rule in every_rule() if rule.applies_to == "request" and rule.level == "MUST"]


@pytest.mark.parametrize("rule", STRICT, ids=lambda rule: rule.id)
def test_a_must_about_requests_has_a_refusal_and_its_source(rule: Rule) -> None:
    assert rule.refusal
    assert not [refusal.source for refusal in rule.refusal if "memory" in refusal.source]


@pytest.mark.parametrize(
    ("name", "dialect", "rule"),
    dict.fromkeys(BORROWED),
    ids=[f"{n}-{rule.id}" for n, _, rule in dict.fromkeys(BORROWED)],
)
def test_a_must_that_reaches_a_borrower_has_a_refusal_of_its_own(name: str, dialect: str, rule: Rule) -> None:
    refuses = load_all()[name].dialects[dialect].refuses
    assert rule in own_rules(name, dialect) or set(rule.refusal) <= set(refuses[rule.id])


@pytest.mark.parametrize(("name", "known"), load_all().items(), ids=load_all())
def test_no_refusal_of_a_borrower_is_of_a_rule_that_it_replaces(name: str, known: Any) -> None:
    for dialect, claims in known.dialects.items():
        replaced = {rule.replaces for rule in own_rules(name, dialect) if rule.models is None}
        assert replaced.isdisjoint(claims.refuses)


@pytest.fixture
def some(tmp_path: Path) -> Iterator[Any]:
    """Yield a function that writes the claims of a provider, ``some``, that borrows OpenAI's dialect."""
    (tmp_path / "openai").symlink_to(profile.providers_folder() / "openai")
    (tmp_path / "some" / "openai_chat").mkdir(parents=True)
    data.use(data.Data(tmp_path, scenarios=data.ours().scenarios, cassettes=data.ours().cassettes))

    def lay(refuses: Any = None, rule: Any = None) -> None:
        claims = {"home": "openai", "base_url": "https://api.some.example/v1", "model": "m"}
        claims |= {"refuses": refuses} if refuses is not None else {}
        document = {
            "title": "Some", "homepage": "https://some.example", "auth": "bearer", "dialects": {"openai_chat": claims},
        }  # fmt: skip
        (tmp_path / "some" / "profile.yaml").write_text(yaml.safe_dump(document))
        (tmp_path / "some" / "openai_chat" / "rules.yaml").write_text(yaml.safe_dump([rule] if rule else []))
        data.forget()

    yield lay
    data.use(data.ours())


def levels(model: str | None = None) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        rule.id: (rule.level, tuple(refusal.source for refusal in rule.refusal))
        for rule in rules("some", "openai_chat", model)
    }


def test_an_owners_must_is_a_should_for_a_borrower_that_was_not_seen_to_refuse(some: Any) -> None:
    some()
    owners = {rule.id: rule for rule in rules("openai", "openai_chat")}
    assert owners[OWNERS].level == "MUST"
    assert levels()[OWNERS][0] == "SHOULD"
    assert levels()["openai_chat.stream-done"][0] == "MUST"
    assert {rule.level for rule in rules("some", "openai_chat") if rule.applies_to == "request"} == {"SHOULD"}


def test_a_borrowers_refusal_makes_it_a_must_in_its_own_words(some: Any) -> None:
    some({OWNERS: [REFUSAL]})
    assert levels()[OWNERS] == ("MUST", ("an issue thread",))


@pytest.mark.parametrize(("model", "level"), [("big-1", "MUST"), ("small", "SHOULD"), (None, "SHOULD")])
def test_a_refusal_of_some_models_is_of_them_alone(model: str | None, level: str, some: Any) -> None:
    some({OWNERS: [REFUSAL | {"models": "^big-"}]})
    assert levels(model)[OWNERS][0] == level


@pytest.mark.parametrize(
    ("refuses", "message"),
    [
        (
            {"openai_chat.no-such": [REFUSAL]},
            r"no rule 'openai_chat\.no-such' of level MUST about requests; write one of openai_chat\.calls",
        ),
        ({"openai_chat.results-order": [REFUSAL]}, r"no rule 'openai_chat\.results-order'"),
        ({"openai_chat.stream-done": [REFUSAL]}, r"no rule 'openai_chat\.stream-done'"),
        ({OWNERS: []}, "refuses"),
        ({OWNERS: [{"words": "no"}]}, r"refuses\.openai_chat\.tool-count\.0: Object missing required field `source`"),
        ({OWNERS: [REFUSAL | {"models": "("}]}, r"models: expected a regular expression, got '\('"),
    ],
    ids=["no such rule", "a SHOULD", "of answers", "no refusal", "no source", "no expression"],
)
def test_what_a_borrower_may_not_refuse(refuses: Any, message: str, some: Any) -> None:
    some(refuses)
    with pytest.raises(ClaimError, match=message):
        rules("some", "openai_chat")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (RULE, "a MUST about requests needs a `refusal` that was recorded"),
        (RULE | {"refusal": [REFUSAL | {"models": "("}]}, r"refusal\.models: expected a regular expression, got '\('"),
        (RULE | {"refusal": ["words alone"]}, "Expected `object`, got `str`"),
    ],
    ids=["no refusal", "no expression", "no source"],
)
def test_what_a_must_about_requests_may_not_lack(rule: Any, message: str, some: Any) -> None:
    some(rule=rule)
    with pytest.raises(ClaimError, match=message):
        rules("some", "openai_chat")


@pytest.mark.parametrize("changes", [{"refusal": [REFUSAL]}, {"level": "SHOULD"}], ids=["refusal", "SHOULD"])
def test_what_a_rule_of_its_own_may_be(changes: Any, some: Any) -> None:
    some(rule=RULE | changes)
    assert levels()[RULE["id"]][0] == changes.get("level", "MUST")  # type: ignore[index]
