"""The format that is whichever it is."""

from itertools import pairwise
from random import Random

import pytest

from tests.normalizer.text import ordinary
from tests.normalizer.text.test_laws import TOOLS, call
from toolwire.dialects.assembly import Assembler
from toolwire.model import Text
from toolwire.registry import text_format
from toolwire.text import FORMATS, Parsed, TextFormat, TextStream, parse
from toolwire.wire.text_recognition import recognise_text

AUTO = text_format("auto")
WRITTEN = [one for one in FORMATS if one.render]
CALLS = (call("stock", {"sku": "A-7", "depot": 2}), call("now", {}))
every_written = pytest.mark.parametrize("one", WRITTEN, ids=[one.name for one in WRITTEN])
ONE_CALL = ("react", "function_call")
NAMES = [tool.name for tool in TOOLS]


def written(one: TextFormat, number: int = 2) -> str:
    assert one.render is not None
    return one.render(CALLS[: most(one, number)])


def most(one: TextFormat, number: int) -> int:
    return 1 if one.name in ONE_CALL else number


@every_written
def test_what_any_format_writes_is_read_as_it_reads_it(one: TextFormat) -> None:
    for number in (1, 2):
        text = written(one, number)
        found, own = parse(text, AUTO, TOOLS), parse(text, one, TOOLS)
        assert [(one.name, one.arguments) for one in found.calls] == [(one.name, one.arguments) for one in own.calls]
        assert len(found.calls) == most(one, number)
        assert found.read_as == one.name


@every_written
def test_what_any_format_has_reasoning_in_is_recognised_as_such(one: TextFormat) -> None:
    for tags in one.reasoning if not one.frames_text else ():
        thought = f"{tags.opening}Or {written(one)}{tags.closing}\n\nNo."
        found = recognise_text(thought, NAMES)
        assert found is None or found.confidence == "possible" or not tags.closes_alone, tags


@every_written
def test_what_any_format_writes_is_recognised(one: TextFormat) -> None:
    found = recognise_text(written(one), NAMES)
    assert found is not None
    assert one.name in found.names
    cut = [recognise_text(written(one)[:end], NAMES) for end in range(len(written(one)))]
    assert all(one.name in shown.names for shown in cut if shown is not None and shown.name)


def streamed(text: str, cuts: list[int]) -> Parsed:
    stream, assembler = TextStream(AUTO, TOOLS), Assembler()
    for start, end in pairwise([0, *cuts, len(text)]):
        for event in stream.feed(text[start:end]):
            assembler.add(event)
    for event in stream.end():
        assembler.add(event)
    return Parsed(parts=assembler.response().parts, read_as=stream.read_as, leftover=stream.leftover, held=stream.held)


@every_written
def test_it_is_the_same_however_the_text_is_cut(one: TextFormat) -> None:
    random = Random(one.name)
    for text in (written(one), f"Well.\n\n{written(one)}\n\nDone.", written(one)[:-3]):
        whole = parse(text, AUTO, TOOLS)
        assert streamed(text, list(range(1, len(text)))) == whole
        for _ in range(5):
            assert streamed(text, sorted(random.sample(range(len(text)), 4))) == whole


def test_ordinary_answers_are_the_same_however_they_are_cut() -> None:
    random = Random(7)
    for text in [*ordinary.answers()][::29]:
        cuts = sorted(random.sample(range(len(text)), 3)) if len(text) > 3 else []
        assert streamed(text, cuts) == parse(text, AUTO, TOOLS)


def test_formats_may_follow_each_other() -> None:
    text = "\n".join(written(one, 1) for one in WRITTEN if one.name in ("hermes", "mistral", "kimi_k2"))
    found = parse(f"One. {text}", AUTO, TOOLS)
    assert len(found.calls) == 3
    assert isinstance(found.parts[0], Text)
