import json
import re

import pytest

from conformance.site.side_by_side import side_by_side

REQUEST = {
    "model": "some-model",
    "messages": [{"role": "user", "content": f"question {n}"} for n in range(12)],
    "tools": [{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}],
}


def marked(side):
    return re.findall("<mark>(.*?)</mark>", side)


@pytest.mark.parametrize(
    ("expected", "actual", "left_marks", "right_marks"),
    [
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', [], []),
        ('{"a": 1, "b": 2}', '{"a": 1, "b": 3}', ["2"], ["3"]),
        ('{"a": 1.10}', '{"a": 1.1}', ["0"], []),
        ('["one", "two"]', '["one"]', [', "two"'], []),
        ("some text", "some test", ["x"], ["s"]),
        ("", "something", [], ["something"]),
        ('{"a": 1}', "ValueError: <b>", ['{"a": 1}'], ["ValueError: &lt;b&gt;"]),
        ('{"a": 1', '{"a": 2', ["1"], ["2"]),
    ],
    ids=["order of keys", "a value", "spelling of a number", "an item", "text", "nothing", "raised", "cut JSON"],
)
def test_what_differs_is_marked(expected, actual, left_marks, right_marks):
    left, right = side_by_side(expected, actual)
    assert (marked(left), marked(right)) == (left_marks, right_marks)


def test_what_is_alike_is_left_out_and_counted():
    changed = json.loads(json.dumps(REQUEST))
    changed["tools"][0]["parameters"]["additionalProperties"] = False
    left, right = side_by_side(json.dumps(REQUEST), json.dumps(changed))
    assert marked(right) == ['"additionalProperties": false']
    assert re.search(r"⋯ \d+ lines alike", right)
    assert "question 3" not in left + right
    assert '"city"' in left


def test_of_a_long_line_the_part_around_the_difference_is_shown():
    left, right = side_by_side("a" * 5000 + "b" + "c" * 5000, "a" * 5000 + "d" + "c" * 5000)
    assert (marked(left), marked(right)) == (["b"], ["d"])
    assert len(left) < 400
    assert left.startswith("… a")
    assert left.endswith("c …")


@pytest.mark.parametrize("text", ["<script>", "safe\u202etxt", "\x1b[31m"])
def test_nothing_of_it_is_markup_or_hides(text):
    for side in side_by_side(json.dumps({"a": text}, ensure_ascii=False), text):
        assert text not in side
