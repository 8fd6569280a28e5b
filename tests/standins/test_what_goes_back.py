"""Tests of values that a vendor requires unchanged: the stand-ins refuse them if they are lost, altered or moved."""

from collections.abc import Callable
from typing import Final

import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName, Mode
from conformance.standins import Answer, Ids, Turn, stand_in
from conformance.standins.seal import signed, signs
from toolwire.json_value import Json
from toolwire.providers import owner
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

LAST: Final = Turn.usual(text="So it is.")


def ask(dialect: str, scenario: str, mode: Mode, change: Callable[[Json], None] | None = None) -> Answer:
    """Return the stand-in's answer to the recorded second request, with a change."""
    name = CassetteName(owner(dialect), dialect, scenario, mode)
    request = Cassette(name.under(cassettes_folder())).exchanges[1].request
    body = exact_json.loads(request.body)
    if change:
        change(body)
    sent = WireRequest(url=request.url, method=request.method, headers=request.headers, body=exact_json.encode(body))
    return stand_in(dialect).answer(sent, LAST, Ids("a", 2))


def claude(body: Json) -> list[Json]:
    return body["messages"][1]["content"]  # type: ignore[no-any-return]


def gemini(body: Json) -> list[Json]:
    return body["contents"][1]["parts"]  # type: ignore[no-any-return]


REASONED: Final = "call-with-reasoning"
SEARCHED: Final = "server-tool-beside-call"
ASKED: Final = "mcp-server-beside-call"
EXPECTED: Final = "Expected `thinking` or `redacted_thinking`, but found `tool_use`"
MISSING: Final = "Function call is missing a thought_signature in functionCall parts."
UNVERIFIED: Final = "could not be verified. Reason: Encrypted content could not be decrypted or parsed."
REFUSED: Final[dict[str, tuple[str, str, Callable[[Json], object], str]]] = {
    "anthropic-no-thinking": ("anthropic_messages", REASONED, lambda body: claude(body).pop(0), EXPECTED),
    "anthropic-thinking-last": ("anthropic_messages", REASONED, lambda body: claude(body).reverse(), EXPECTED),
    "anthropic-thinking-changed":
    ("anthropic_messages", REASONED, lambda body: claude(body)[0].update(thinking="Hm."), "Invalid `signature` in"),
    "anthropic-signature-changed":
    ("anthropic_messages", REASONED, lambda body: claude(body)[0].update(signature="Eq"), "Invalid `signature` in"),
    "anthropic-no-signature":
    ("anthropic_messages", REASONED, lambda body: claude(body)[0].pop("signature"), "signature: Field required"),
    "anthropic-no-server-call":
    ("anthropic_messages", SEARCHED, lambda body: claude(body).pop(0), "must have a corresponding `server_tool_use`"),
    "anthropic-no-container":
    ("anthropic_messages", "call-by-program", lambda body: body.pop("container"), "container_id is required when"),
    "anthropic-no-program":
    ("anthropic_messages", "call-by-program", lambda body: claude(body)[1].update(id="srvtoolu_1"), "found without"),
    "anthropic-no-search-result":
    ("anthropic_messages", SEARCHED, lambda body: claude(body).pop(1), "was found without a corresponding"),
    "anthropic-no-sealed-content": (
        "anthropic_messages", SEARCHED, lambda body: claude(body)[1]["content"][0].pop("encrypted_content"),
        "Invalid `encrypted_content`",
    ),
    "anthropic-no-call-to-an-mcp-server":
    ("anthropic_messages", ASKED, lambda body: claude(body).pop(0), "without a corresponding `mcp_tool_use`"),
    "anthropic-no-result-of-an-mcp-server":
    ("anthropic_messages", ASKED, lambda body: claude(body).pop(1), "without a corresponding `mcp_tool_result`"),
    "anthropic-no-mcp-servers":
    ("anthropic_messages", ASKED, lambda body: body.pop("mcp_servers"), "must name an entry of `mcp_servers`"),
    "bedrock-no-thinking": ("bedrock_converse", REASONED, lambda body: claude(body).pop(0), EXPECTED),
    "bedrock-thinking-changed": (
        "bedrock_converse", REASONED,
        lambda body: claude(body)[0]["reasoningContent"]["reasoningText"].update(text="Hm"),
        "Invalid `signature` in",
    ),
    "gemini-no-signature": ("gemini_generate", REASONED, lambda body: gemini(body)[1].pop("thoughtSignature"), MISSING),
    "gemini-signature-changed":
    ("gemini_generate", REASONED, lambda body: gemini(body)[1].update(thoughtSignature="AAAA"), "Corrupted thought"),
    "gemini-signature-moved": (
        "gemini_generate", "call-parallel-with-reasoning",
        lambda body: gemini(body)[2].update(thoughtSignature=gemini(body)[1].pop("thoughtSignature")), MISSING,
    ),
    "responses-sealed-changed":
    ("openai_responses", REASONED, lambda body: body["input"][2].update(encrypted_content="gAAAAA"), UNVERIFIED),
    "responses-compaction-changed": (
        "openai_responses", "history-compacted", lambda body: body["input"][3].update(encrypted_content="gAAAAA"),
        UNVERIFIED,
    ),
    "responses-no-call-behind-reasoning": (
        "openai_responses", REASONED, lambda body: body["input"].pop(3),
        "was provided without its required following item.",
    ),
    "responses-no-approval": (
        "openai_responses", "mcp-server-approval", lambda body: body["input"].pop(),
        "The following MCP approval requests do not have an approval: mcpr_",
    ),
    "responses-approval-of-nothing": (
        "openai_responses", "mcp-server-approval", lambda body: body["input"].pop(2),
        "No MCP approval request found for approval response with ID mcpr_",
    ),
    "responses-approval-as-a-word": (
        "openai_responses", "mcp-server-approval", lambda body: body["input"][3].update(approve="no"),
        "input[3].approve",
    ),
    "responses-no-custom-input":
    ("openai_responses", "call-custom-tool", lambda body: body["input"][1].pop("input"), "input[1].input"),
    "chat-no-custom-call":
    ("openai_chat", "call-custom-tool", lambda body: body["messages"][1]["tool_calls"][0].pop("custom"), ".custom"),
}  # fmt: skip


@pytest.mark.parametrize(("dialect", "scenario", "change", "words"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_otherwise(dialect: str, scenario: str, change: Callable[[Json], None], words: str) -> None:
    answered = ask(dialect, scenario, "plain", change)
    assert answered.status == 400
    assert answered.expected is not None
    assert answered.expected.error is not None
    assert words in b"".join(chunk.data for chunk in answered.chunks).decode().replace("\\u0060", "`")


@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize("scenario", [REASONED, "call-parallel-with-reasoning", SEARCHED])
@pytest.mark.parametrize("dialect", ["anthropic_messages", "gemini_generate", "openai_responses"])
def test_it_is_taken_as_it_came(dialect: str, scenario: str, mode: Mode) -> None:
    assert ask(dialect, scenario, mode).status == 200


def test_calls_from_elsewhere_go_with_the_word_for_it() -> None:
    skip = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="
    assert (
        ask("gemini_generate", REASONED, "plain", lambda body: gemini(body)[1].update(thoughtSignature=skip)).status
        == 200
    )


@pytest.mark.parametrize("length", [48, 49, 50])
def test_a_seal_shows_what_it_is_for(length: int) -> None:
    signature = signed("So.", Ids("a"), "12c8", length)
    assert signs(signature, "So.")
    assert signs(signature.rstrip("=").replace("+", "-").replace("/", "_"), "So.")
    assert not signs(signature, "So?")
    assert not signs(f"A{signature[1:]}" if signature[0] != "A" else f"B{signature[1:]}", "So.")
    assert not signs("%", "So.")
    assert not signs(None, "So.")
