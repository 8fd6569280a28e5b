"""Tests of the keys in ``vendors.yaml``: each key is found and masked completely, and no ordinary word looks like a
key.
"""

import random
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from conformance.leaks import Leak, find, hidden, shapes

DRAWN = random.Random("vendors")
VENDORS = [(vendor, prefix) for vendor in shapes.vendors().vendors for prefix in vendor.prefixes]


def drawn(pattern: str) -> str:
    """Return a short random text that a pattern matches."""
    return "".join(letters(_parser.parse(pattern)))


def letters(items: Any) -> Any:
    for op, argument in items:
        match op:
            case ops.LITERAL:
                yield chr(argument)
            case ops.IN:
                yield DRAWN.choice([letter for each in argument for letter in characters(*each)])
            case ops.MAX_REPEAT:
                for _ in range(argument[0]):
                    yield from letters(argument[2])
            case ops.SUBPATTERN:
                yield from letters(argument[3])
            case ops.BRANCH:
                yield from letters(DRAWN.choice(argument[1]))


def characters(op: Any, argument: Any) -> Any:
    first, last = argument if op is ops.RANGE else (argument, argument)
    return map(chr, range(first, last + 1))


@pytest.mark.parametrize(("vendor", "prefix"), VENDORS, ids=[f"{each.kind} {prefix}" for each, prefix in VENDORS])
def test_the_key_of_a_vendor_is_found_and_masked(vendor: shapes.Vendor, prefix: str) -> None:
    rest = vendor.rest or f"[{shapes.vendors().alphabets[vendor.letters]}]{{{vendor.length}}}"
    key = prefix + drawn(rest)
    for text in (f"It is {key} now.", f'{{"a":"{key}"}}', f"x={key}&y", f"\\n{key}"):
        kinds = {leak.kind for leak in find(text) if isinstance(leak, Leak)}
        assert vendor.kind in kinds or kinds & {"key of the form sk-", "JSON Web Token", "Stripe Access Key"}, text
        assert key[-8:] not in hidden(text)


@pytest.mark.parametrize(
    ("prefix", "rest"),
    [
        ("sk_live_51", "[0-9A-Za-z]{97}"), ("rk_live_51", "[0-9A-Za-z]{97}"), ("ghr_", "[0-9A-Za-z]{76}"),
        ("glpat-", "[0-9A-Za-z_-]{70}\\.01\\.[0-9a-z]{9}"),
        ("MTE4", "[0-9A-Za-z_-]{22}\\.[0-9A-Za-z]{6}\\.[0-9A-Za-z]{38}"),
        ("", "[0-9A-Za-z]{52}JQQJ99BCACYeBjFXJ3w3AAABACOG[0-9A-Za-z]{4}"), ("", "[0-9A-Za-z]{3}8Q~[0-9A-Za-z._~-]{34}"),
        ("", "[0-9a-f]{32}\\.[0-9][a-z][A-Z][0-9A-Za-z]{13}"), ("", "[0-9a-f]{32}\\.[0-9][a-z][A-Z][0-9A-Za-z_-]{20}w"),
        ("tid=", "[0-9a-f]{32};ol=[0-9a-f]{32};exp=1764590000;sku=free;8kp=1;ip=1\\.2\\.3\\.4:[0-9a-f]{64}"),
    ],
)  # fmt: skip
def test_a_key_of_todays_length_is_masked_to_its_end(prefix: str, rest: str) -> None:
    key = prefix + drawn(rest)
    for text in (f"It is {key} now.", f'{{"a":"{key}"}}', f"Authorization: Bearer {key}"):
        shown = hidden(text)
        assert not any(key[at : at + 8] in shown for at in range(len(prefix) + 3, len(key) - 24, 8)), shown
        assert key[-8:] not in shown


def test_every_vendor_has_a_source_and_a_form() -> None:
    for vendor in shapes.vendors().vendors:
        assert vendor.source
        assert bool(vendor.rest) != (vendor.letters in shapes.vendors().alphabets and vendor.length >= 14), vendor.kind


def test_no_word_with_the_prefix_of_a_vendor_is_a_key() -> None:
    words = "key-value pul-request fc-barcelona-2026 re_entrant_calls_of_2026 ico-16x16 pat-terns sl.exe hvs.example"
    prefixes = " ".join(f"{prefix}your-key-here {prefix}..." for _, prefix in VENDORS)
    assert find(f"{words} {prefixes}") == ()
