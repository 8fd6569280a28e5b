"""Tests of ``conformance record --plan``: it shows the plan of a recording, and sends no request."""

import json
from typing import Any

import pytest

from conformance.cli.record import exit_code
from conformance.judge.exit_codes import Exit


def test_a_plan_names_what_cannot_be_expressed(conformance: Any) -> None:
    plan = ("record", "--provider", "llamacpp", "--plan", "--dialect", "anthropic_messages")
    result = conformance(*plan, "--scenario", "choice-subset")
    assert result.exit_code == Exit.CONFORMANT
    case = "llamacpp/anthropic_messages/choice-subset/plain"
    assert f"{case}: not asked: anthropic_messages cannot express the choice" in result.stdout
    assert "0 cassettes: 0 requests" in result.stdout
    (excluded, _) = json.loads(conformance(*plan, "--scenario", "choice-subset", "--format", "json").stdout)[
        "cassettes"
    ]
    assert (excluded["id"], excluded["calls"], bool(excluded["why_not"])) == (case, 0, True)


def test_a_plan_has_calls_and_tokens(conformance: Any) -> None:
    result = conformance(
        "record", "--provider", "openai", "--plan", "--scenario", "call-single", "--dialect", "openai_chat"
    )
    assert result.exit_code == Exit.CONFORMANT
    assert "openai/openai_chat/call-single/plain: gpt-4.1-mini, 1 requests, about" in result.stdout


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:9", "http://127.0.0.1:9/v1"])
def test_an_address_is_taken_with_and_without_its_version(base_url: str, conformance: Any) -> None:
    plan = ("record", "--provider", "llamacpp", "--plan", "--scenario", "call-single", "--format", "json")
    result = conformance(*plan, "--base-url", base_url)
    asked = {cassette["id"].split("/")[1]: cassette["address"] for cassette in json.loads(result.stdout)["cassettes"]}
    v1 = "http://127.0.0.1:9/v1"
    assert asked == {"openai_chat": v1, "openai_responses": v1, "anthropic_messages": "http://127.0.0.1:9"}


@pytest.mark.parametrize(
    ("kinds", "code"),
    [
        ({"recorded", "confirmed"}, Exit.CONFORMANT),
        ({"recorded", "refused", "taken", "not observed", "unsupported"}, Exit.CONFORMANT),
        ({"recorded", "not asked"}, Exit.NOTHING_JUDGED),
        ({"recorded", "not asked", "failed"}, Exit.UNREADABLE),
        ({"refused"}, Exit.NOT_CONFORMANT),
        ({"taken"}, Exit.NOT_CONFORMANT),
        ({"refused", "not observed"}, Exit.NOTHING_JUDGED),
        ({"unsupported"}, Exit.NOTHING_JUDGED),
    ],
    ids=["confirmed", "one recorded", "one not asked", "one failed", "refused", "taken", "not observed", "unsupported"],
)
def test_what_a_recording_ends_with(kinds: Any, code: Exit) -> None:
    assert exit_code(kinds) == code


def test_names_that_there_are_not(conformance: Any) -> None:
    plan = ("record", "--plan", "--provider")
    two = conformance(*plan, "openai", "--dialect", "openai_chat", "--scenario", "call-single,call-parallel")
    assert "4 cassettes: " in two.stdout
    for wrong in (("nope",), ("openai", "--scenario", "call-single,nope"), ("openai", "--dialect", "nope")):
        result = conformance(*plan, *wrong)
        assert (result.exit_code, "'nope'" in result.stderr) == (Exit.USAGE, True)
