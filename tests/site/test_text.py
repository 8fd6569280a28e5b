import html
import re

from hypothesis import given
from hypothesis import strategies as st

from conformance.site.laid_out import laid_out
from conformance.site.text import shortened, visible
from toolwire.wire import exact_json


@given(st.text())
def test_nothing_is_left_that_hides_or_turns_text(text):
    shown = visible(text)
    assert not any("\u202a" <= mark <= "\u202e" or "\u2066" <= mark <= "\u2069" for mark in shown)
    assert not any(mark < " " and mark not in "\t\n" for mark in shown)
    assert "\x7f" not in shown
    shown.encode()


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs"))))
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


def test_what_is_hidden_is_named():
    assert visible("a\u202eb\r\n\ud800") == "a⟨U+202E⟩b␍\n⟨U+D800⟩"


def test_a_long_text_shows_how_long_it_is():
    assert shortened("x" * 5000, 10) == "xxxxxxxxxx … (5,000 characters in all)"
    assert shortened("short", 10) == "short"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.booleans())
def test_laid_out_json_is_the_same_json(value, flat):
    shown, whole = laid_out(value, flat=flat)
    assert whole
    text = html.unescape(re.sub(r"</?(span|mark)[^>]*>", "", shown))
    if visible(exact_json.dumps(value)) == exact_json.dumps(value):
        assert exact_json.loads(text) == value


def test_what_holds_a_field_is_marked():
    shown, _ = laid_out({"tools": [{"name": "a<b"}]}, {("tools", 0, "name"): "tool.name"})
    assert '<mark data-f="tool.name"><span class="s">"a&lt;b"</span></mark>' in shown


def test_what_does_not_fit_is_left_out():
    shown, whole = laid_out(list(range(10_000)), most=500)
    assert not whole
    assert shown.endswith("…")
    assert len(shown) < 10_000
