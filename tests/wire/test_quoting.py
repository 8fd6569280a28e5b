"""Tests of the search for quotations in Markdown: fences, code spans and block quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.wire.quoting import Quoting, quotations

QUOTED = [
    "a `CALL` b",
    "a `` ` CALL `` b",
    "a `b\nCALL\nc` d",
    "a ```CALL``` b",
    "a ```b\nCALL\n``` c",
    "``` `CALL` ```",
    "```\nCALL\n```\n",
    "```json\nCALL",
    "~~~~\n~~~\nCALL\n~~~~",
    "- a\n\n      ```\n      CALL\n      ```\n",
    "1. ```\n\n   CALL\n\n   ```\n",
    "> CALL",
    "> > a\n>CALL",
    "> ```\n> CALL\n> ```\n",
    "a `b\n```\nCALL\n```\n",
    "- > CALL",
    "1. > > a\n- > CALL",
    "- > ```\n  > CALL",
    "a \\\\`CALL` b",
    "`\\` `CALL` b",
    "- a `b CALL\nc` d",
]
UNQUOTED = [
    "CALL",
    "a ` b\n\nCALL `",
    "a `b CALL c",
    "a `b`` CALL c",
    "`a`CALL`b`",
    "```\na\n```\nCALL",
    "> ```\n> a\n\nCALL",
    "> a\nCALL",
    "> ```\n> a\n> ```\nCALL",
    "a > CALL",
    "a\n- b\nCALL",
    "a \\` b\nCALL\nc \\` d",
    "1. a ` b\n2. CALL\n3. ` c",
    "a ` b\n# CALL\n` c",
    "a ` b\n> c\n\nCALL",
    "> ```\n> a\n`CALL",
]


@pytest.mark.parametrize(("texts", "expected"), [(QUOTED, True), (UNQUOTED, False)], ids=["quoted", "unquoted"])
def test_what_is_quoted(texts: list[str], expected: bool) -> None:
    for text in texts:
        place = text.index("CALL")
        assert any(quotation.start <= place < quotation.end for quotation in quotations(text)) is expected, text


BITS = st.lists(
    st.sampled_from(["`", "``", "```", "~~~", "> ", "- ", "1. ", "# ", "\\", "a", " ", "\n", "\n\n"]), max_size=30
)


@given(BITS, st.data())
def test_the_pieces_make_no_difference(bits: list[str], data: st.DataObject) -> None:
    text = "".join(bits) + "x"
    places = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    whole, cut = Quoting(), Quoting()
    whole.add(text)
    for start, end in zip([0, *places], [*places, len(text)], strict=True):
        cut.add(text[start:end])
    assert (whole.kind, whole.span, whole.last) == (cut.kind, cut.span, cut.last)


@given(BITS)
def test_the_places_are_in_order_and_within_the_text(bits: list[str]) -> None:
    text = "".join(bits)
    places = [place for quotation in quotations(text) for place in (quotation.start, quotation.end)]
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] <= len(text))
    assert all(quotation.start < quotation.end for quotation in quotations(text))
