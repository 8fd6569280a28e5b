import json

import pytest

from conformance.report.aligned import difference


@pytest.mark.parametrize(
    ("expected", "actual", "lines"),
    [
        ('{"a": 1, "b": [2]}', '{"b": [2], "a": 1}', ()),
        ('{"a": 1}', '{"a": 2}', ('-{"a": 1}', '+{"a": 2}')),
        ("some text", "", ("-some text",)),
        ('POST https://a\n{"a": 1}', 'POST https://b\n{"a": 1}', ("-POST https://a", "+POST https://b", ' {"a": 1}')),
        ('{"a": 1}', "ValueError: no\nmore", ('-{"a": 1}', "+ValueError: no", "+more")),
        ("a\u202eb", "ab", ("-a\\u202eb", "+ab")),
    ],
    ids=["order of keys", "a value", "nothing", "a request", "no JSON", "what nobody sees"],
)
def test_what_differs_stands_behind_its_mark(expected: str, actual: str, lines: tuple[str, ...]) -> None:
    assert difference(expected, actual) == lines


def test_of_what_is_alike_two_lines_are_shown() -> None:
    expected = {f"key {n}": "x" * 30 for n in range(20)}
    lines = difference(json.dumps(expected), json.dumps(expected | {"key 3": "", "key 15": ""}))
    assert [line[0] for line in lines] == list("  -+   " + "  -+  ")
    assert lines[6] == " ..."


def test_of_long_lines_the_part_is_shown_in_which_they_differ() -> None:
    expected, got = difference(f"{'x' * 1000}expected{'y' * 1000}", f"{'x' * 1000}got{'y' * 1000}")
    assert expected.startswith(f"-... {'x' * 60}expected")
    assert expected.endswith("y ...")
    assert max(len(expected), len(got)) < 200


def test_of_many_lines_the_first_are_shown() -> None:
    lines = difference("\n".join(map(str, range(500))), "")
    assert len(lines) == 61
    assert lines[-1] == " ... (440 more lines)"
