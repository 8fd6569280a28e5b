"""Tests that the reference adapter is conformant in the generated conversations of every gate."""

import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.suite.run import results_of
from conformance.suite.selection import USUAL, drawn

SUBJECTS = (
    "anthropic/anthropic_messages",
    "bedrock/bedrock_converse",
    "cohere/cohere_v2",
    "gemini/gemini_generate",
    "gemini/gemini_interactions",
    "mistral/mistral_chat",
    "ollama/ollama_chat",
    "openai/openai_chat",
    "openai/openai_responses",
)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_reference_adapter_is_right_in_generated_conversations(subject: str) -> None:
    chosen = drawn(subject, USUAL)
    results = [result for name in chosen.names for result in results_of(name, ReferenceAdapter(), chosen)]
    assert [(result.id, result.findings) for result in results if result.red] == []
    passed = {result.mode for result in results if (result.party, result.outcome) == ("adapter", "pass")}
    assert passed == {"plain", "stream"}
