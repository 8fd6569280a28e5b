"""Tests that many words are found and replaced in one pass over a text, also if they overlap."""

import pytest

from conformance.leaks import hidden, masked
from conformance.leaks.words import Words, replaced

FIRST, SECOND = "Kq7Rw2Zp9Lm", "p9LmXv4Tb8Nd"


@pytest.mark.parametrize(
    ("words", "text", "places"),
    [
        (["ab", "abc"], "abcab", [(0, "abc"), (0, "ab"), (3, "ab")]),
        (["bc", "abcd"], "abcd", [(0, "abcd"), (1, "bc")]),
        (["a", ""], "ba", [(1, "a")]),
        ([], "abc", []),
        (["longer"], "long", []),
    ],
    ids=["the-longest-first", "a-word-in-a-word", "an-empty-word", "no-word", "a-short-text"],
)
def test_words_are_found_at_every_place(words: list[str], text: str, places: list[tuple[int, str]]) -> None:
    assert [*Words(words).places(text)] == places


@pytest.mark.parametrize(
    ("text", "expected"),
    [("xabcdx", "xABCDx"), ("abcde", "ABCDE"), ("cdeab", "CDEab"), ("abcabcd", "abcABCD")],
    ids=["one", "overlap", "apart", "a-beginning-before-a-word"],
)
def test_words_are_replaced_in_one_pass(text: str, expected: str) -> None:
    assert replaced(text, {word: word.upper() for word in ("abcd", "cde")}) == expected


@pytest.mark.parametrize("secrets", [(FIRST, SECOND), (SECOND, FIRST)])
def test_no_part_of_a_secret_stays_if_another_secret_overlaps_it(secrets: tuple[str, str]) -> None:
    text = FIRST + SECOND.removeprefix("p9Lm")
    assert masked(text.encode(), secrets) == b"Aa0Aa0Aa0AaAa0Aa0Aa"
    assert masked(text.encode(), secrets, mask=lambda _: "...") == b"..."


def test_thousands_of_secrets_are_masked_in_one_pass() -> None:
    secrets = [f"q{n}Zk{n * n}w" for n in range(100_000, 105_000)]
    text = " ".join(f"password={secret}" for secret in secrets)
    shown = hidden(text)
    assert shown == masked(text.encode(), secrets).decode()
    assert not set("123456789") & set(shown)
