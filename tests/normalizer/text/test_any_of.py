"""Tests of the format that reads calls in any format."""

from itertools import pairwise
from random import Random

import pytest

from tests.normalizer.text import ordinary
from tests.normalizer.text.test_laws import TOOLS, call
from toolwire.dialects.assembly import Assembler
from toolwire.model import Arguments, Text
from toolwire.registry import text_format
from toolwire.text import FORMATS, Parsed, TextFormat, TextStream, parse
from toolwire.wire.text_recognition import recognise_text

AUTO = text_format("auto")
WRITTEN = [known for known in FORMATS if known.render]
CALLS = (call("stock", {"sku": "A-7", "depot": 2}), call("now", {}))
every_written = pytest.mark.parametrize("known", WRITTEN, ids=[known.name for known in WRITTEN])
ONE_CALL = ("react", "function_call")
NAMES = [tool.name for tool in TOOLS]


def written(known: TextFormat, number: int = 2) -> str:
    assert known.render is not None
    return known.render(CALLS[: most(known, number)])


def most(known: TextFormat, number: int) -> int:
    return 1 if known.name in ONE_CALL else number


def values(parsed: Parsed) -> list[tuple[str, Arguments]]:
    return [(call.name, call.arguments) for call in parsed.calls]


@every_written
def test_what_any_format_writes_is_read_as_it_reads_it(known: TextFormat) -> None:
    for number in (1, 2):
        text = written(known, number)
        found, own = parse(text, AUTO, TOOLS), parse(text, known, TOOLS)
        assert values(found) == values(own)
        assert len(found.calls) == most(known, number)
        assert found.read_as == known.name


@every_written
def test_what_any_format_has_reasoning_in_is_recognised_as_such(known: TextFormat) -> None:
    for tags in known.reasoning if not known.frames_text else ():
        thought = f"{tags.opening}Or {written(known)}{tags.closing}\n\nNo."
        found = recognise_text(thought, NAMES)
        assert found is None or found.confidence == "possible" or not tags.closes_alone, tags


@every_written
def test_what_any_format_writes_is_recognised(known: TextFormat) -> None:
    found = recognise_text(written(known), NAMES)
    assert found is not None
    assert known.name in found.names
    cut = [recognise_text(written(known)[:end], NAMES) for end in range(len(written(known)))]
    assert all(known.name in shown.names for shown in cut if shown is not None and shown.name)


def streamed(text: str, cuts: list[int]) -> Parsed:
    stream, assembler = TextStream(AUTO, TOOLS), Assembler()
    for start, end in pairwise([0, *cuts, len(text)]):
        for event in stream.feed(text[start:end]):
            assembler.add(event)
    for event in stream.end():
        assembler.add(event)
    return Parsed(parts=assembler.response().parts, read_as=stream.read_as, leftover=stream.leftover, held=stream.held)


@every_written
def test_it_is_the_same_however_the_text_is_cut(known: TextFormat) -> None:
    random = Random(known.name)
    for text in (written(known), f"Well.\n\n{written(known)}\n\nDone.", written(known)[:-3]):
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
    text = "\n".join(written(known, 1) for known in WRITTEN if known.name in ("hermes", "mistral", "kimi_k2"))
    found = parse(f"One. {text}", AUTO, TOOLS)
    assert len(found.calls) == 3
    assert isinstance(found.parts[0], Text)
