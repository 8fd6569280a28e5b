"""Tests of JSON pointers."""

from typing import Any

import pytest

from toolwire.wire import pointer

RFC: Any = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8}


@pytest.mark.parametrize(("path", "value"), [
    pytest.param("", RFC, id="whole"),
    pytest.param("/foo", ["bar", "baz"], id="list"),
    pytest.param("/foo/0", "bar", id="item"),
    pytest.param("/", 0, id="empty-key"),
    pytest.param("/a~1b", 1, id="slash"),
    pytest.param("/c%d", 2, id="percent"),
    pytest.param("/e^f", 3, id="caret"),
    pytest.param("/g|h", 4, id="bar"),
    pytest.param("/i\\j", 5, id="backslash"),
    pytest.param('/k"l', 6, id="quote"),
    pytest.param("/ ", 7, id="space"),
    pytest.param("/m~0n", 8, id="tilde"),
])  # fmt: skip
def test_the_examples_of_the_standard(path: str, value: Any) -> None:
    assert list(pointer.find(RFC, path)) == [(path, value)]


@pytest.mark.parametrize("path", [
    pytest.param("/nope", id="key"),
    pytest.param("/foo/2", id="index-too-far"),
    pytest.param("/foo/-", id="dash"),
    pytest.param("/foo/-1", id="negative"),
    pytest.param("/foo/00", id="double-zero"),
    pytest.param("/foo/01", id="leading-zero"),
    pytest.param("/foo/+1", id="plus"),
    pytest.param("/foo/١", id="arabic-digit"),
    pytest.param("/foo/x", id="word"),
    pytest.param("/foo/0/x", id="into-a-text"),
    pytest.param("/foo/0/*", id="wildcard"),
    pytest.param("/foo/" + "9" * 5000, id="very-long-index"),
    pytest.param("/a~1b/c", id="into-a-number"),
    pytest.param("//x", id="empty-key"),
])  # fmt: skip
def test_a_missing_step_leads_nowhere(path: str) -> None:
    assert pointer.values(RFC, path) == []


def test_a_star_stands_for_every_member() -> None:
    value = {"a": [{"n": 1}, {"m": 2}, {"n": 3}], "b/~": {"n": 4}}
    assert list(pointer.find(value, "/a/*/n")) == [("/a/0/n", 1), ("/a/2/n", 3)]
    assert list(pointer.find(value, "/*/n")) == [("/b~1~0/n", 4)]
    assert pointer.values(value, "/*/*") == [{"n": 1}, {"m": 2}, {"n": 3}, 4]


def test_found_places_lead_to_the_same_value() -> None:
    for star in ("/*", "/*/*"):
        for place, value in pointer.find(RFC, star):
            assert pointer.values(RFC, place) == [value]


def test_an_escaped_tilde_is_not_escaped_twice() -> None:
    assert pointer.escape("~1/") == "~01~1"
    assert pointer.values({"~1/": 1, "/": 2}, "/~01~1") == [1]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("foo", id="word"),
        pytest.param("#/foo", id="fragment"),
        pytest.param("foo/0", id="path"),
        pytest.param(" ", id="blank"),
    ],
)
def test_what_does_not_begin_with_a_slash_is_no_pointer(path: str) -> None:
    with pytest.raises(ValueError, match="begins with a slash"):
        pointer.values(RFC, path)
