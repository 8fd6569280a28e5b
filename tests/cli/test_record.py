"""``conformance record --plan``: what a recording would take, and nothing is asked."""

import json
from typing import Any

from conformance.cli.exit_codes import Exit


def test_a_plan_names_what_cannot_be_said(conformance: Any) -> None:
    plan = ("record", "--provider", "llamacpp", "--plan", "--dialect", "anthropic_messages")
    result = conformance(*plan, "--scenario", "choice-subset")
    assert result.exit_code == Exit.CONFORMANT
    case = "llamacpp/anthropic_messages/choice-subset/plain"
    assert f"{case}: not asked: anthropic_messages cannot choose" in result.stdout
    assert "0 cassettes: 0 calls" in result.stdout
    (said, _) = json.loads(conformance(*plan, "--scenario", "choice-subset", "--format", "json").stdout)["cassettes"]
    assert (said["id"], said["calls"], bool(said["why_not"])) == (case, 0, True)


def test_a_plan_has_calls_and_tokens(conformance: Any) -> None:
    result = conformance(
        "record", "--provider", "openai", "--plan", "--scenario", "call-single", "--dialect", "openai_chat"
    )
    assert result.exit_code == Exit.CONFORMANT
    assert "openai/openai_chat/call-single/plain: gpt-4.1-mini, 1 calls, about" in result.stdout


def test_names_that_there_are_not(conformance: Any) -> None:
    plan = ("record", "--plan", "--provider")
    two = conformance(*plan, "openai", "--dialect", "openai_chat", "--scenario", "call-single,call-parallel")
    assert "4 cassettes: " in two.stdout
    for wrong in (("nope",), ("openai", "--scenario", "call-single,nope"), ("openai", "--dialect", "nope")):
        result = conformance(*plan, *wrong)
        assert (result.exit_code, "'nope'" in result.stderr) == (Exit.USAGE, True)
