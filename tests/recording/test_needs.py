"""Tests that the quick test before the search for a pattern never misses a match."""

import random
import re
import string

import pytest

from conformance.leaks import find
from conformance.leaks.needs import Searched, needs_of


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(?i:kiss)-[a-z]{2}", "\u212aI\u017fs-ab"),
        ("(?i)İstanbul|ı{2}x", "iSTANBUL"),
        ("(?i)[a-z]{16}x", "\u017f" * 16 + "X"),
        ("ab(?:cd|)(?:e|f{2})+g*", "abe"),
        ("(?=.*needed)(?!never)[a-f]{20}", "abcdef" * 4 + "needed"),
        ("(?i:a)b(?-i:C)", "AbC"),
        ("[a-z]{3,}?-us[0-9]", "xyz-us1"),
        ("(x)?(?(1)yy|zz)", "zz"),
    ],
)
def test_an_unusual_match_has_what_its_pattern_needs(pattern: str, text: str) -> None:
    compiled = re.compile(pattern)
    assert compiled.search(text)
    assert needs_of(compiled).are_in(Searched(text))


def test_a_short_name_is_found_in_any_spelling() -> None:
    for text in (
        "my pwd: hunter2345678x",
        "--auth hunter2345678x",
        "P_W_D=hunter2345678x",
        "x('pwd', 'hunter2345678x')",
    ):
        assert find(text), text
    assert not find("apwdx: hunter2345678")


def test_a_key_is_found_among_bytes_that_are_not_text() -> None:
    data = random.Random(3).randbytes(2**17)
    found = find(data[: 2**16] + b" sk-ant-api03-" + string.ascii_letters.encode() + b"7 " + data[2**16 :])
    assert "Anthropic key" in {getattr(leak, "kind", "") for leak in found}
