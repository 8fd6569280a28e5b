"""Tests of the message that is taken from an error answer, and of its beginning if it is long."""

import pytest

from conformance.recording import error_words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"error": {"message": "bad key", "type": "invalid_request_error"}}', "bad key"),
        (b'{"type": "error", "error": {"type": "authentication_error", "message": "no"}}', "no"),
        (b'{"detail": "Not Found"}', "Not Found"),
        (b'[{"message": {"text": "odd"}}]', "odd"),
        (b"Bad\n  gateway", "Bad gateway"),
        (b"{}", ""),
        (b"", ""),
    ],
)
def test_words(body: bytes, words: str) -> None:
    assert error_words.of(body) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short", "short"),
        ("a" * 50 + " matches nothing. " + '{"a": 1} ' * 20, "a" * 50 + " matches nothing. ..."),
        ("word " * 40, "word " * 31 + "word ..."),
        ("x" * 200, f"{'x' * 160} ..."),
    ],
    ids=["short", "sentence", "word", "no end"],
)
def test_a_long_text_ends_with_a_sentence_or_a_word(text: str, shown: str) -> None:
    assert error_words.beginning(text) == shown
