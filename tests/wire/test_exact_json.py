"""Tests of reading and writing JSON without loss, for example of long numbers."""

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
    "1.10",
    "1.0",
    "1e400",
    "-0",
    "-0.0",
    "0e0",
    "1E5",
    "1e+5",
    "0.1e-7",
    pytest.param(LONG, id="long-integer"),
    pytest.param(f"-{LONG}.{LONG}", id="long-fraction"),
    pytest.param("1" * 20, id="twenty-digits"),
    pytest.param('{"a":1,"b":{},"a":2}', id="same-key"),
    pytest.param('[{"a":{"k":1.10,"k":-0}}]', id="same-key-within"),
    pytest.param(r'"\ud83d"', id="half-a-pair"),
    pytest.param(r'["\udc00\ud83d",""]', id="half-pairs"),
    pytest.param('"🌦é\\n\\u0000"', id="unicode-and-escapes"),
    "[]",
    "{}",
    '""',
    "null",
    "true",
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
    pytest.param("", "line 1 column 1", id="nothing"),
    pytest.param("  ", "line 1 column 3", id="blank"),
    pytest.param('{"a":\n nope}', "line 2 column 2", id="word-for-value"),
    pytest.param('"a', "line 1 column 1", id="open-text"),
    pytest.param("[1,]", "line 1 column", id="trailing-comma"),
    pytest.param("{'a':1}", "line 1 column 2", id="single-quotes"),
    pytest.param('"\n"', "line 1 column 2", id="newline-in-text"),
    pytest.param("01", "line 1 column 2", id="leading-zero"),
    pytest.param("[1\n, NaN]", "line 2 column 3", id="nan"),
    pytest.param('["NaN", Infinity]', "line 1 column 9", id="infinity-in-list"),
    pytest.param("-Infinity", "line 1 column 1", id="minus-infinity"),
    pytest.param(b'"\xff"', "byte 2", id="no-utf-8"),
    pytest.param(b'"\xed\xa0\xbd"', "byte 2", id="encoded-half-pair"),
    pytest.param("{} {}", "line 1 column 4", id="two-values"),
    pytest.param("1\n]", "line 2 column 1", id="bracket-behind"),
    pytest.param(b"\x00", "line 1 column 1", id="zero-byte"),
    pytest.param("+1", "line 1 column 1", id="plus"),
    pytest.param("[" * 201 + "]" * 201, "line 1 column 201", id="nested-too-deep"),
    pytest.param('["[[",\n' + '{"a":' * 10_000, "line 2 column 996", id="nested-objects"),
    pytest.param("[" * 10_000, "line 1 column 201", id="nested-far-too-deep"),
    pytest.param("[" * 300, "line 1 column 201", id="nested-too-deep-and-cut"),
    pytest.param("[" * 300 + "NaN", "line 1 column 201", id="nested-too-deep-and-nan"),
])  # fmt: skip
def test_every_failure_names_its_place(source: str | bytes, where: str) -> None:
    with pytest.raises(JsonError, match=where) as failure:
        loads(source)
    assert "\n" not in str(failure.value)


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "[" * LIMITS.depth + "]" * LIMITS.depth
    assert dumps(loads(text)) == text
    assert len(loads(f"[{','.join(['[]'] * 300)}]")) == 300


def test_the_first_document_is_read_up_to_the_same_depth() -> None:
    allowed, deeper = ("[" * levels + "]" * levels for levels in (LIMITS.depth, LIMITS.depth + 1))
    text = f"{allowed} {allowed}"
    assert exact_json.first(text, len(allowed))[1] == len(text)
    for document in (deeper, "[" * 10_000 + "]" * 10_000):
        with pytest.raises(JsonError, match=r"nested deeper than the 200 levels|maximum recursion depth"):
            exact_json.first(document)


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


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(math.nan, id="nan"),
        pytest.param(math.inf, id="infinity"),
        pytest.param(-math.inf, id="minus-infinity"),
        pytest.param(b"", id="bytes"),
        pytest.param({1, 2}, id="set"),
        pytest.param(object(), id="object"),
        pytest.param({"a": [math.inf]}, id="within"),
    ],
)
def test_what_is_not_json_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError, match="is not JSON"):
        dumps(value)


@pytest.mark.parametrize(("left", "right", "where"), [
    pytest.param("1", "1", [], id="integer"),
    pytest.param('{"a":1,"b":[2]}', '{"b":[2],"a":1}', [], id="key-order"),
    pytest.param("1.10", "1.10", [], id="fraction"),
    pytest.param("1", "1.0", [""], id="fraction-for-integer"),
    pytest.param("1.1", "1.10", [""], id="trailing-zero"),
    pytest.param("1e5", "1E5", [""], id="exponent-case"),
    pytest.param("0", "-0", [""], id="negative-zero"),
    pytest.param("1", "true", [""], id="true-for-one"),
    pytest.param("0", "false", [""], id="false-for-zero"),
    pytest.param("null", "false", [""], id="false-for-null"),
    pytest.param('"1"', "1", [""], id="number-for-text"),
    pytest.param("[]", "{}", [""], id="object-for-list"),
    pytest.param('""', "[]", [""], id="list-for-text"),
    pytest.param("[1,2]", "[1]", ["/1"], id="shorter"),
    pytest.param("[1,2]", "[2,1]", ["/0", "/1"], id="item-order"),
    pytest.param('{"z":1,"y":1,"x":1,"w":1}', '{"x":1,"v":2,"u":3}', ["/z", "/y", "/w", "/v", "/u"], id="keys"),
    pytest.param('{"a/b":{"~":1}}', '{"a/b":{"~":2}}', ["/a~1b/~0"], id="pointer-escapes"),
    pytest.param('{"a":null}', "{}", ["/a"], id="null-for-absent"),
    pytest.param('{"k":1,"k":2}', '{"k":1,"k":2}', [], id="same-key-twice"),
    pytest.param('{"k":1,"k":2}', '{"k":2,"k":1}', [""], id="same-key-other-order"),
    pytest.param('{"k":1,"k":2}', '{"k":2}', [""], id="same-key-once"),
    pytest.param('{"k":1,"k":2}', '{"k":true,"k":2}', [""], id="same-key-true"),
    pytest.param('{"k":1,"k":2}', '{"k":1.0,"k":2}', [""], id="same-key-fraction"),
    pytest.param('{"k":1,"j":0,"k":2}', '{"j":0,"k":1,"k":2}', [], id="same-key-apart"),
    pytest.param('{"k":{"a":1,"b":2},"k":2}', '{"k":{"b":2,"a":1},"k":2}', [], id="same-key-within"),
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
def test_what_is_an_object_is_recognised_as_it_is_read(text: str) -> None:
    for source in (text, f'{{"a":{text}}}', f'{{"a":"{text}"}}'):
        try:
            is_object = isinstance(loads(source), dict)
        except JsonError:
            is_object = False
        assert exact_json.is_object(source) == is_object
