"""Tests that the values of a gateway's headers are never shown, in any spelling in which the gateway repeats them."""

import base64
import json
from collections.abc import Callable
from urllib.parse import quote

import pytest

from conformance.adapters.gateway_headers import GatewayHeader, hidden

SECRET = "gw-token-9x7c5v"


@pytest.mark.parametrize(
    "spelled",
    [
        SECRET,
        SECRET.upper(),
        SECRET.encode().hex().upper(),
        base64.b64encode(f"Bearer {SECRET}".encode()).decode(),
        base64.urlsafe_b64encode(f"?>{SECRET}".encode()).decode(),
        json.dumps(SECRET).replace("-", "\\u002d"),
        "".join(f"%{byte:02x}" for byte in SECRET.encode()),
        quote(SECRET, safe=""),
    ],
)
def test_a_value_is_hidden_in_each_spelling(spelled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GW_KEY", SECRET)
    shown = hidden(f"denied: {spelled}", (GatewayHeader("x-key", "$GW_KEY"),))
    assert spelled not in shown


@pytest.mark.parametrize("between", [" ", "-", "</b> <b>", "\n"])
def test_a_value_in_parts_is_hidden(between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GW_KEY", SECRET)
    parts = between.join((SECRET[:6], SECRET[6:11], SECRET[11:]))
    shown = hidden(f"denied: {parts}!", (GatewayHeader("x", "$GW_KEY"),))
    assert "9x7c5v" not in shown
    assert shown.startswith("denied: ")


@pytest.mark.parametrize("encode", [lambda part: base64.b64encode(part).decode(), bytes.hex], ids=["base64", "hex"])
def test_a_part_of_a_value_in_an_encoding_is_hidden(
    encode: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GW_KEY", SECRET)
    part = encode(f"{SECRET[:-3]} is wrong".encode())
    assert part not in hidden(f"denied: {part}", (GatewayHeader("x", "$GW_KEY"),))


def test_user_and_password_of_basic_credentials_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GW_BASIC", base64.b64encode(b"bob:Zq81kkW9x").decode())
    shown = hidden("denied bob:Zq81kkW9x, and Zq81kkW9x", (GatewayHeader("authorization", "Basic $GW_BASIC"),))
    assert shown == "denied ..., and ..."


def test_other_text_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GW_KEY", SECRET)
    text = "expected call_Zk3Qw9LpT5vB2nXc8RyHj4Ms, got nothing"
    assert hidden(text, (GatewayHeader("x-key", "$GW_KEY"),)) == text
