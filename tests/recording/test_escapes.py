"""Tests of the decoding of escapes: each gives a character, and each character leads back to its escape in the text."""

import random
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.leaks import find, hidden, in_name
from conformance.leaks.escapes import DEPTH, Unescaped, changed, layers, unescaped
from conformance.leaks.shapes import without_escapes

from .guarded import ESCAPED, SHAPES, is_hidden
from .planted import drawn

PASSWORD: Final = "Hunter2x9Qw"
ADDRESS: Final = f"postgres://app:{PASSWORD}@db.corp.net:5432/x"
GITHUB: Final = f"ghp_{drawn(36)}"
PARTS: Final = st.sampled_from(
    ["a", "7", "\\", "%", "&", "=", "é", "\x1b[31m", "\\n", "\\\\u0041", "\\u0041", "\\x41", "\\u{1f600}",
     "\\U0001F600", "%41", "%C3%A9", "%FF", "%25", "&lt;", "&amp;",
     "&#65;", "&#x41;", "&#65", "=41=42=43=44", "=\n", "u0041", "\\/"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=12).map("".join))
def test_each_character_leads_back_to_its_escape(text: str) -> None:
    plain = Unescaped(text)
    assert plain.text == unescaped(text)
    assert plain.escaped(plain.text) == text
    assert changed(text, lambda same: same) == text
    before = 0
    for at in range(len(plain.text)):
        start, end = plain.place(at, at + 1)
        assert before <= start < end <= len(text)
        before = start
        assert len(text[start:end]) == 1 or text[start] in "\x1b\\%&="
    if plain.text:
        assert plain.place(0, len(plain.text))[0] == plain.place(0, 1)[0]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\\u0073\\u{6b}\\U0000002d\\x31", "sk-1"), ("%73%6B%2d", "sk-"), ("&#115;&#x6B;&#45", "sk-"),
        ("a=3Db", "a=3Db"), ("=73=6B=2D=31 a=3Db", "sk-1 a=b"), ("\x1b[1;31mred\x1b[0m", "red"),
        ("%C3%A9%C3", "é\ufffd"), ("a\\\\\\nb", "a\nb"), ("http:\\/\\/x", "http://x"), ("%2541", "%41"),
        ("100% &x; \\d \\u00 %zz", "100% &x; \\d \\u00 %zz"),
    ],
)  # fmt: skip
def test_an_escape_represents_a_character(text: str, plain: str) -> None:
    assert unescaped(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [("a\\nb", "a \nb"), ("a\x1b[6nb", "a    b"), ("a\\x1b[6nb", "a       b"), ("a\\tb", "a  b"),
     ("a\\x41b", "a\\x41b")],
)  # fmt: skip
def test_only_an_escape_of_a_newline_becomes_a_newline(text: str, plain: str) -> None:
    assert without_escapes(text) == plain


def test_layers_end() -> None:
    assert [*layers("a%2525b")] == ["a%2525b", "a%25b", "a%b"]
    assert len([*layers(f"a%{'25' * 20}41")]) == DEPTH + 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (quote(ADDRESS, safe=""), "postgres%3A%2F%2Fapp%3AAaaaaa0a0Aa%40db.corp.net%3A5432%2Fx"),
        (f"https://corp.net/x?next={quote(quote(ADDRESS, safe=''), safe='')}&a=b",
         "https://corp.net/x?next=postgres%253A%252F%252Fapp%253AAaaaaa0a0Aa%2540db.corp.net%253A5432%252Fx&a=b"),
        (ADDRESS.replace("/", "\\/"), "postgres:\\/\\/app:Aaaaaa0a0Aa@db.corp.net:5432\\/x"),
        (f"api_key%3D{PASSWORD}", "api_key%3DAaaaaa0a0Aa"),
        (f"api_key%253D{PASSWORD}%2526a", "api_key%253DAaaaaa0a0Aa%2526a"),
        ("password=\\u0048\\u0075nter2x9\\u{51}w", "password=\\u0041\\u0061aaaa0a0\\u{41}a"),
        ("password=&#72;&#117;&#110;&#x74;er2x&#57;Qw", "password=&#65;&#097;&#097;&#x61;aa0a&#48;Aa"),
        ("password=%48%75nter2x9Qw", "password=%41%61aaaa0a0Aa"),
        ("\\u0070assword\\u003dHunter2x9Qw", "\\u0070assword\\u003dAaaaaa0a0Aa"),
        ("password=Пароль密9😀𝓪bc", "password=ääääääก0😀\U00010400aa"),
        ("password=\\u041f\\u043e\\u5bc6&#1088;&#x5bc6;9abc", "password=\\u00e4\\u00e4\\u0e01&#0228;&#x0e01;0aaa"),
        ("password=%D0%9F%D0%BE9%E5%AF%86abc", "password=%c3%a4%c3%a40%e0%b8%81aaa"),
        ("password=%D0%9F%D0%BE%D09%E5%AF%86abc", "password=%61%61%61%61%610%e0%b8%81aaa"),
    ],
    ids=["address", "address-in-a-query", "slashes", "name", "name-twice", "JSON", "HTML", "quoted", "escaped-name",
         "outside-ASCII", "outside-ASCII-escaped", "outside-ASCII-quoted", "broken-UTF-8"],
)  # fmt: skip
def test_only_the_secret_is_masked_in_its_encoding(text: str, shown: str) -> None:
    assert find({"note": text})
    assert hidden(f"got {text} here") == f"got {shown} here"


@pytest.mark.parametrize("encoding", ESCAPED)
def test_secrets_with_escapes_are_masked(encoding: str) -> None:
    for shape in SHAPES:
        if shape != "user that is a token":  # which has no known shape
            is_hidden((shape, "sentence", encoding), 1)


@given(st.sampled_from(sorted(SHAPES)), st.lists(st.sampled_from(sorted(ESCAPED)), max_size=2), st.integers(0, 2**32))
def test_secrets_in_nested_escapes_are_found(shape: str, encodings: list[str], seed: int) -> None:
    text = SHAPES[shape](random.Random(seed))
    for encoding in encodings:
        text = ESCAPED[encoding](text)
    assert find({"note": f"It is {text} now."})


def test_a_name_of_a_file_and_a_key_are_searched_without_their_escapes() -> None:
    name = "".join(f"%25{ord(letter):02x}" for letter in GITHUB)
    assert in_name(Path(f"{name}.yaml"))
    assert [leak.place for leak in in_name(Path(f"{name}/a.yaml"))] == ["the name of a folder"]
    assert all(name not in str(leak) for leak in find({name: {"password": PASSWORD}}))


@pytest.mark.parametrize(
    "text",
    [
        "https://corp.net/x?next=https%3A%2F%2Fcorp.net%3A8080%2F%40scope%2Fpkg%401.2.3&a=b",
        "mailto%3Abob%40corp.net", "C:\\temp\\new\\build\\report-2026.txt", "^https?:\\/\\/[^\\/]+:\\d+\\/@x$",
        "postgres%3A%2F%2Fuser%3Apassword%40localhost%2Fdb", "&lt;a href=&quot;http://x.net:80/&quot;&gt;me@x.net&lt;/a&gt;",
        "api_key%3Dyour-api-key%26a%3Db", "\\u0070\\u0061\\u0073\\u0073\\u0077\\u006f\\u0072\\u0064 is long",
        "100%25 of %7Bname%7D",
    ],
)  # fmt: skip
def test_escapes_without_secrets_stay(text: str) -> None:
    assert find({"note": text}) == ()
    assert hidden(text) == text
