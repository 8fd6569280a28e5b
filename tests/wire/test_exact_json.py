"""JSON without loss."""

import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError, JsonLimitExceeded
from toolwire.wire.exact_json import differences, dumps, loads, same
from toolwire.wire.limits import LIMITS, Limits

LONG = "7" * 400
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
NUMBERS = st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?", fullmatch=True)
VALUES = st.recursive(
    SCALARS | NUMBERS.map(loads),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_again(value: Any) -> None:
    for text in (dumps(value), dumps(value, spaced=True), exact_json.encode(value)):
        assert same(loads(text), value)


@pytest.mark.parametrize("text", [
    "1.10", "1.0", "1e400", "-0", "-0.0", "0e0", "1E5", "1e+5", "0.1e-7", LONG, f"-{LONG}.{LONG}", "1" * 20,
    '{"a":1,"b":{},"a":2}', '[{"a":{"k":1.10,"k":-0}}]', r'"\ud83d"', r'["\udc00\ud83d",""]', '"🌦é\\n\\u0000"',
    "[]", "{}", '""', "null", "true",
])  # fmt: skip
def test_texts_survive(text: str) -> None:
    assert dumps(loads(text)) == text
    assert dumps(loads(text.encode())) == text
    assert same(loads(text), loads(f" \t\r\n{text}\n"))


def test_a_byte_order_mark_is_dropped() -> None:
    assert loads("\ufeff1") == loads(b"\xef\xbb\xbf1") == 1


def test_an_object_with_a_repeated_key_reads_as_its_last_value() -> None:
    value = loads('{"a": 1, "b": 2, "a": 3}')
    assert dict(value) == {"a": 3, "b": 2}
    assert list(exact_json.pairs(value)) == [("a", 1), ("b", 2), ("a", 3)]


@pytest.mark.parametrize(("source", "where"), [
    ("", "line 1 column 1"), ("  ", "line 1 column 3"), ('{"a":\n nope}', "line 2 column 2"), ('"a', "line 1 column 1"),
    ("[1,]", "line 1 column"), ("{'a':1}", "line 1 column 2"), ('"\n"', "line 1 column 2"), ("01", "line 1 column 2"),
    ("[1\n, NaN]", "line 2 column 3"), ('["NaN", Infinity]', "line 1 column 9"), ("-Infinity", "line 1 column 1"),
    (b'"\xff"', "byte 2"), (b'"\xed\xa0\xbd"', "byte 2"), ("{} {}", "line 1 column 4"), ("1\n]", "line 2 column 1"),
    (b"\x00", "line 1 column 1"), ("+1", "line 1 column 1"), ("[" * 201 + "]" * 201, "line 1 column 201"),
    ('["[[",\n' + '{"a":' * 10_000, "line 2 column 996"), ("[" * 10_000, "line 1 column 201"),
])  # fmt: skip
def test_every_failure_says_where(source: str | bytes, where: str) -> None:
    with pytest.raises(JsonError, match=where) as failure:
        loads(source)
    assert "\n" not in str(failure.value)


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "[" * LIMITS.depth + "]" * LIMITS.depth
    assert dumps(loads(text)) == text
    assert len(loads(f"[{','.join(['[]'] * 300)}]")) == 300


def test_more_bytes_than_the_limit_are_not_read() -> None:
    assert loads(b'"aaaa"', Limits(event=6)) == "aaaa"
    with pytest.raises(JsonLimitExceeded, match="larger than the 5 bytes") as failure:
        loads(b'"aaaa"', Limits(event=5))
    assert (failure.value.setting, failure.value.most) == ("event", 5)


@pytest.mark.parametrize("text", ["[[[1]]]", "[[[1e400]]]", '[[{"a":1,"a":2}]]'])
def test_deeper_than_the_limit_is_not_read(text: str) -> None:
    assert dumps(loads(text, Limits(depth=3))) == text
    with pytest.raises(JsonLimitExceeded, match="deeper than the 2 levels") as failure:
        loads(text, Limits(depth=2))
    assert (failure.value.setting, failure.value.most) == ("depth", 2)


@given(st.text() | st.binary() | st.text(alphabet='{}[]",:\\u0123eE.-ntf '))
@settings(max_examples=40, deadline=None)
def test_nothing_but_json_errors_is_raised(source: str | bytes) -> None:
    try:
        value = loads(source)
    except JsonError:
        return
    assert same(loads(dumps(value)), value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, b"", {1, 2}, object(), {"a": [math.inf]}])
def test_what_is_not_json_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError, match="is not JSON"):
        dumps(value)


@pytest.mark.parametrize(("left", "right", "where"), [
    ("1", "1", []),
    ('{"a":1,"b":[2]}', '{"b":[2],"a":1}', []),
    ("1.10", "1.10", []),
    ("1", "1.0", [""]),
    ("1.1", "1.10", [""]),
    ("1e5", "1E5", [""]),
    ("0", "-0", [""]),
    ("1", "true", [""]),
    ("0", "false", [""]),
    ("null", "false", [""]),
    ('"1"', "1", [""]),
    ("[]", "{}", [""]),
    ('""', "[]", [""]),
    ("[1,2]", "[1]", ["/1"]),
    ("[1,2]", "[2,1]", ["/0", "/1"]),
    ('{"z":1,"y":1,"x":1,"w":1}', '{"x":1,"v":2,"u":3}', ["/z", "/y", "/w", "/v", "/u"]),
    ('{"a/b":{"~":1}}', '{"a/b":{"~":2}}', ["/a~1b/~0"]),
    ('{"a":null}', "{}", ["/a"]),
    ('{"k":1,"k":2}', '{"k":1,"k":2}', []),
    ('{"k":1,"k":2}', '{"k":2,"k":1}', [""]),
    ('{"k":1,"k":2}', '{"k":2}', [""]),
    ('{"k":1,"k":2}', '{"k":true,"k":2}', [""]),
    ('{"k":1,"k":2}', '{"k":1.0,"k":2}', [""]),
    ('{"k":1,"j":0,"k":2}', '{"j":0,"k":1,"k":2}', []),
    ('{"k":{"a":1,"b":2},"k":2}', '{"k":{"b":2,"a":1},"k":2}', []),
])  # fmt: skip
def test_values_are_the_same_but_for_key_order(left: str, right: str, where: list[str]) -> None:
    assert list(differences(loads(left), loads(right))) == where
    assert same(loads(left), loads(right)) is same(loads(right), loads(left)) is (not where)


@given(VALUES, VALUES)
@settings(max_examples=25, deadline=None)
def test_differences_lead_to_places(left: Any, right: Any) -> None:
    assert same(left, left)
    assert all(re.fullmatch(r"(/[^/]*)*", place) for place in differences(left, right))


OBJECTS = (
    "{}", "\ufeff{}", " {} ", "{}x", '{"a":1,"a":2}', "1e400", "-0", "NaN", "\ud800", '"\\ud800"', "01", "1.",
    '"\\x"', "9" * 400,
    "[" * 300 + "]" * 300, '{"a":' * 199 + "1" + "}" * 199, '{"a":' * 250 + "1" + "}" * 250, "nul",
    "[1,]", "[1 2]", "\x00",
)  # fmt: skip


@given(st.text() | st.text(alphabet='{}[]",:\\u0123eE.-ntf ') | st.sampled_from(OBJECTS))
@settings(max_examples=100, deadline=None)
def test_what_is_an_object_is_told_as_reading_tells_it(text: str) -> None:
    for source in (text, f'{{"a":{text}}}', f'{{"a":"{text}"}}'):
        try:
            is_object = isinstance(loads(source), dict)
        except JsonError:
            is_object = False
        assert exact_json.is_object(source) == is_object
