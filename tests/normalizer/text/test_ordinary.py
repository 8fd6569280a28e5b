"""Nothing is found where no call is offered."""

import pytest

from conformance.wire.text_recognition import recognise_text
from tests.normalizer.text import ordinary


def test_the_body_is_large_and_always_the_same() -> None:
    made = list(ordinary.answers())
    assert len(set(made)) > 4000
    assert made == list(ordinary.answers())


@pytest.mark.parametrize("tools", [(), ordinary.NAMES], ids=["nobody knows which tools", "with tools"])
def test_no_ordinary_answer_has_a_text_format(tools: tuple[str, ...]) -> None:
    named = [answer for answer in ordinary.answers() if (found := recognise_text(answer, tools)) and found.name]
    assert named == []
    if tools:
        assert not any(recognise_text(answer, tools) for answer in ordinary.answers())
