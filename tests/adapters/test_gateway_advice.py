"""Tests of the advice for a user whose gateway sends no request."""

import socket

import pytest

from conformance.adapters.gateway import Gateway
from conformance.adapters.gateway_advice import advice_of


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("", "500. The gateway must"),
        ("no route", "500: no route. The gateway must"),
        ("No route.", "500: No route. The gateway must"),
        ("Is it up?", "500: Is it up? The gateway must"),
        ("Connect call failed ...", "500: Connect call failed ... The gateway must"),
    ],
)
def test_the_gateways_words_end_as_a_sentence(words: str, shown: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        gateway = Gateway(f"http://127.0.0.1:{listening.getsockname()[1]}", "openai_chat", "openai/openai_chat")
    gateway.own_answers.append((500, words))
    assert shown in advice_of(gateway)
