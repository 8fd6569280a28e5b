"""Tests that a signature in a request must come from an earlier answer, if the earlier answers are known."""

import pytest

from conformance.judge.rules import violations
from toolwire.model import Json
from toolwire.providers import owner, rules, wire_format

DIALECT, MODEL = "gemini_generate", "gemini-3-pro-preview"
GIVEN = "c2VhbGVk"
SENTINEL = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="
ANSWER: Json = {"candidates": [{"content": {"parts": [{"functionCall": {"name": "a"}, "thoughtSignature": GIVEN}]}}]}


@pytest.mark.parametrize(
    ("seal", "before", "model", "broken"),
    [
        pytest.param(GIVEN, (ANSWER,), MODEL, False, id="given"),
        pytest.param("YWx0ZXJlZA==", (ANSWER,), MODEL, True, id="altered"),
        pytest.param("YWx0ZXJlZA==", ({"candidates": []}, ANSWER), MODEL, True, id="altered-behind-empty"),
        pytest.param(SENTINEL, (ANSWER,), MODEL, False, id="sentinel"),
        pytest.param("YWx0ZXJlZA==", (), MODEL, False, id="no-answer-before"),
        pytest.param("YWx0ZXJlZA==", (ANSWER,), "gemini-2.5-flash", False, id="earlier-model"),
    ],
)
def test_a_seal_is_one_that_an_answer_gave(seal: str, before: tuple[Json, ...], model: str, broken: bool) -> None:
    body = {"contents": [
        {"role": "user", "parts": [{"text": "Hi."}]},
        {"role": "model", "parts": [{"functionCall": {"name": "a"}, "thoughtSignature": seal}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "a", "response": {}}}]},
    ]}  # fmt: skip
    judged = rules(owner(DIALECT), DIALECT, model)
    found = {broken.rule for broken in violations(body, wire_format(owner(DIALECT), DIALECT).history, judged, before)}
    assert ("gemini_generate.signature-kept" in found) == broken
