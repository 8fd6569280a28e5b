"""Where Markdown quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.wire.quoting import Quoting, quotations

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
]
SAID = [
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
]


@pytest.mark.parametrize(("texts", "due"), [(QUOTED, True), (SAID, False)], ids=["quoted", "said"])
def test_what_is_quoted(texts: list[str], due: bool) -> None:
    for text in texts:
        place = text.index("CALL")
        assert any(one.start <= place < one.end for one in quotations(text)) is due, text


BITS = st.lists(st.sampled_from(["`", "``", "```", "~~~", "> ", "- ", "1. ", "a", " ", "\n", "\n\n"]), max_size=30)


@given(BITS, st.data())
def test_the_pieces_make_no_difference(bits: list[str], data: st.DataObject) -> None:
    text = "".join(bits) + "x"
    places = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    whole, cut = Quoting(), Quoting()
    whole.add(text)
    for start, end in zip([0, *places], [*places, len(text)], strict=True):
        cut.add(text[start:end])
    assert (whole.is_code, whole.span, whole.last) == (cut.is_code, cut.span, cut.last)


@given(BITS)
def test_the_places_are_in_order_and_within_the_text(bits: list[str]) -> None:
    text = "".join(bits)
    places = [place for one in quotations(text) for place in (one.start, one.end)]
    assert places == sorted(places)
    assert not places or (places[0] >= 0 and places[-1] <= len(text))
    assert all(one.start < one.end for one in quotations(text))
