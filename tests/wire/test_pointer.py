"""JSON pointers."""

from typing import Any

import pytest

from toolwire.wire import pointer

RFC: Any = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8}


@pytest.mark.parametrize(("path", "value"), [
    ("", RFC), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
    ("/g|h", 4), ("/i\\j", 5), ('/k"l', 6), ("/ ", 7), ("/m~0n", 8),
])  # fmt: skip
def test_the_examples_of_the_standard(path: str, value: Any) -> None:
    assert list(pointer.find(RFC, path)) == [(path, value)]


@pytest.mark.parametrize("path", [
    "/nope", "/foo/2", "/foo/-", "/foo/-1", "/foo/00", "/foo/01", "/foo/+1", "/foo/١", "/foo/x", "/foo/0/x", "/foo/0/*",
    "/foo/" + "9" * 5000, "/a~1b/c", "//x",
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


@pytest.mark.parametrize("path", ["foo", "#/foo", "foo/0", " "])
def test_what_does_not_begin_with_a_slash_is_no_pointer(path: str) -> None:
    with pytest.raises(ValueError, match="no pointer"):
        pointer.values(RFC, path)
