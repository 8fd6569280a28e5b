"""Tests of options in generated requests: limits, sampling, additions and reasoning are as the user chose them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge import wording
from conformance.judge.checks import ADDITIONS, LIMIT, REASONING_OPTION, SAMPLING, Check, of_scenario
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed, speakers
from conformance.scenarios import load
from conformance.suite.selection import Generated
from conformance.suite.verdicts import judge
from tests.power.client import Client
from toolwire.json_value import Json
from toolwire.model import Request
from toolwire.providers import wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

OWNERS = {dialect: provider for provider, dialect in speakers()}
OPTIONS = [
    pytest.param(dialect, check, name, option, id=f"{dialect}-{name}")
    for dialect, provider in OWNERS.items()
    for check, options in (
        (SAMPLING, wire_format(provider, dialect).settings.sampling),
        (ADDITIONS, wire_format(provider, dialect).settings.additions),
    )
    for name, option in options.items()
]
DEFAULTS = [option for option in OPTIONS if option.values[-1].default is not None]


def having(place: str, value: Json) -> Callable[[Json], Json]:
    """Return an edit that puts a value at the places of a body to which a pointer leads."""
    *steps, last = place.split("/")[1:]

    def edit(body: Json) -> Json:
        around = [body]
        for step in steps:
            around = [inner for each in around for inner in (each if step == "*" else [each.setdefault(step, {})])]
        for each in around:
            each[last] = value
        return body

    return edit


class Setting(ReferenceAdapter):
    """The reference adapter with an edit of the body of each request."""

    def __init__(self, edit: Callable[[Json], Json]) -> None:
        super().__init__()
        self.edit = edit

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        wire = super().encode(dialect, request, base_url)
        return replace(wire, body=exact_json.encode(self.edit(exact_json.loads(wire.body))))


def found(dialect: str, check: Check, place: str, value: Json) -> set[str]:
    """Return the messages of a check on the first generated conversation, with a value at a place of each request."""
    name = next(name for name in Generated(1, 1).names() if name.dialect == dialect and name.mode == "plain")
    results = [result for result in judge(open_case(name), Setting(having(place, value))) if result.check == check.name]
    assert [result.check for result in results] == [check.name]
    return {finding.message for finding in results[0].findings}


@pytest.mark.parametrize(("dialect", "check", "name", "option"), OPTIONS)
def test_an_option_that_nobody_asked_for_is_found(dialect: str, check: Check, name: str, option) -> None:
    for place in option.at:
        assert found(dialect, check, place, 0.123) == {f"{name}: expected nothing, got 0.123"}


@pytest.mark.parametrize(("dialect", "check", "name", "option"), DEFAULTS)
def test_the_default_is_no_option(dialect: str, check: Check, name: str, option) -> None:
    assert found(dialect, check, option.at[0], option.default) == set()


@pytest.mark.parametrize(("dialect", "check", "name", "option"), OPTIONS)
def test_an_empty_option_is_found_only_if_it_is_a_choice(dialect: str, check: Check, name: str, option) -> None:
    """Check empty options. OpenAI searches the web if a request has this option as an empty object."""
    messages = {f"{name}: expected nothing, got {{}}"} if option.bare else set()
    assert found(dialect, check, option.at[0], {}) == messages
    assert option.bare == (name == "web_search")


@pytest.mark.parametrize(("dialect", "provider"), OWNERS.items(), ids=OWNERS)
def test_another_limit_is_found(dialect: str, provider: str) -> None:
    [place, *_] = wire_format(provider, dialect).settings.limit.at
    assert found(dialect, LIMIT, place, 9) == {"max_output_tokens: expected 1024, got 9"}


@pytest.mark.parametrize("scenario", ["call-single", "call-cut-short", "end-length"])
def test_options_are_no_matter_of_another_capability(scenario: str) -> None:
    checks = of_scenario(load(scenario))
    assert not {SAMPLING, ADDITIONS, REASONING_OPTION} & {*checks}
    assert (LIMIT in checks) == load(scenario).limited


def without(places: Iterable[str]) -> Callable[[Json], Json]:
    """Return an edit that removes the keys at the top of a body to which these pointers lead."""
    keys = {place.split("/")[1] for place in places}
    return lambda body: {key: value for key, value in body.items() if key not in keys}


SILENT = {"openai_chat"}
"""The dialects whose owner never shows reasoning. No conversation in these dialects asks for it."""
ASKS = [pytest.param(d, wire_format(p, d).settings.reasoning, id=d) for d, p in OWNERS.items() if d not in SILENT]
SWITCHES = [
    pytest.param(
        dialect, place, value, wire_format(provider, dialect).settings.reasoning.default, id=f"{dialect}{place}"
    )
    for dialect, provider in OWNERS.items()
    for place, values in wire_format(provider, dialect).settings.reasoning.disables.items()
    for value in values
]


def played(names: Iterable[CassetteName]) -> Iterator[Case]:
    """Yield the cases of generated conversations that the provider can play."""
    for name in names:
        with suppress(NotPlayed):
            yield open_case(name)


def of_reasoning(dialect: str, edit: Callable[[Json], Json], *, asked: bool) -> set[tuple[str, str]]:
    """Return the levels and messages of ``reasoning-option`` on the first generated conversation with reasoning.

    If ``asked`` is false, take the first conversation without reasoning.
    """
    names = (name for name in Generated(35, 1).names() if name.dialect == dialect and name.mode == "plain")
    case = next(case for case in played(names) if case.scenario.reasoning == asked)
    results = [result for result in judge(case, Client(lambda: {"body": edit})) if result.check == "reasoning-option"]
    assert [result.check for result in results] == ["reasoning-option"]
    return {(finding.level, finding.message) for finding in results[0].findings}


@pytest.mark.parametrize(("dialect", "option"), ASKS)
def test_a_lost_request_for_reasoning_is_found_if_the_provider_then_shows_none(dialect: str, option) -> None:
    lost = {("MUST", "reasoning: expected a request for visible reasoning, got nothing")}
    assert of_reasoning(dialect, without(option.at), asked=True) == (lost if option.default == "hidden" else set())


@pytest.mark.parametrize(("dialect", "place", "value", "default"), SWITCHES)
def test_reasoning_that_is_switched_off_is_found(dialect: str, place: str, value: Json, default: str) -> None:
    message = f"reasoning: expected visible reasoning, got {wording.shown(value)}"
    if dialect not in SILENT:
        assert of_reasoning(dialect, having(place, value), asked=True) == {("MUST", message)}
    unasked = {("SHOULD", f"reasoning: expected nothing, got {wording.shown(value)}")}
    assert of_reasoning(dialect, having(place, value), asked=False) == (set() if default == "hidden" else unasked)


@pytest.mark.parametrize(("dialect", "option"), ASKS)
def test_reasoning_that_nobody_asked_for_is_advice(dialect: str, option) -> None:
    advice = {("SHOULD", "reasoning: expected nothing, got true")}
    for place in option.at:
        assert of_reasoning(dialect, having(place, True), asked=False) == (
            advice if option.default == "hidden" else set()
        )


@pytest.mark.parametrize(("dialect", "option"), ASKS)
def test_a_right_request_for_reasoning_passes(dialect: str, option) -> None:
    assert of_reasoning(dialect, lambda body: body, asked=True) == set()
    assert of_reasoning(dialect, lambda body: body, asked=False) == set()
