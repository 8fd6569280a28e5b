"""Properties of every text format."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.dialects import arguments
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.errors import Inexpressible, StreamOver
from toolwire.model import Json, Reasoning, Text, TextDelta, ToolCall, ToolDefinition
from toolwire.text import FORMATS, Parsed, TextFormat, TextStream, parse

TOOLS = (
    ToolDefinition(
        name="stock",
        parameters={
            "type": "object",
            "properties": {
                "sku": {"type": "string"},
                "depot": {"type": "integer"},
                "strict": {"type": "boolean"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "place": {
                    "type": "object",
                    "properties": {"a": {"type": "integer"}, "b": {"type": ["string", "boolean"]}},
                },
            },
        },
    ),
    ToolDefinition(name="now"),
)
WRITTEN = [text_format for text_format in FORMATS if text_format.render]
every_format = pytest.mark.parametrize("text_format", FORMATS, ids=lambda text_format: text_format.name)
every_written = pytest.mark.parametrize("text_format", WRITTEN, ids=lambda text_format: text_format.name)

PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), max_size=12)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "sku": PLAIN,
        "depot": st.integers(),
        "strict": st.booleans(),
        "tags": st.lists(PLAIN, max_size=3),
        "place": st.fixed_dictionaries({}, optional={"a": st.integers(), "b": PLAIN | st.booleans()}),
    },
)


def call(name: str, value: Json) -> ToolCall:
    return ToolCall(id=None, name=name, arguments=arguments.from_value(value))


CALLS = st.lists(VALUES.map(lambda value: call("stock", value)) | st.just(call("now", {})), min_size=1, max_size=3)


def streamed(text_format: TextFormat, pieces: list[str], *, cut: bool = False, **how: bool) -> Parsed:
    stream, assembler = TextStream(text_format, TOOLS, **how), Assembler()
    for piece in pieces:
        for event in stream.feed(piece):
            assembler.add(event)
    for event in stream.end(cut=cut):
        assembler.add(event)
    return Parsed(parts=assembler.response().parts, read_as=stream.read_as, leftover=stream.leftover, held=stream.held)


def rendered(text_format: TextFormat, calls: list[ToolCall]) -> str:
    """Return the calls as the format writes them. Remove all but the first from ``calls`` if the format allows one."""
    assert text_format.render is not None
    try:
        return text_format.render(calls)
    except Inexpressible:
        del calls[1:]
        return text_format.render(calls)


@every_written
@settings(max_examples=15)
@given(calls=CALLS)
def test_what_is_written_is_read_again(text_format: TextFormat, calls: list[ToolCall]) -> None:
    found = parse(rendered(text_format, calls), text_format, TOOLS).calls
    assert [(read.name, read.arguments, read.complete) for read in found] == [
        (made.name, made.arguments, True) for made in calls
    ]


@every_written
@settings(max_examples=15)
@given(calls=CALLS, data=st.data())
def test_where_the_text_is_cut_makes_no_difference(
    text_format: TextFormat, calls: list[ToolCall], data: st.DataObject
) -> None:
    text = "Let me look.\n" + rendered(text_format, calls) + "\nDone."
    text = text[: data.draw(st.integers(0, len(text)))]
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)))))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert streamed(text_format, pieces) == streamed(text_format, list(text)) == parse(text, text_format, TOOLS)


@every_written
@settings(max_examples=10)
@given(calls=CALLS, data=st.data())
def test_the_end_of_reasoning_shows_that_a_call_before_it_was_a_draft(
    text_format: TextFormat, calls: list[ToolCall], data: st.DataObject
) -> None:
    """Check that the answer is read as if the reader knew that the reasoning began in the prompt."""
    ends = [pair.closing for pair in text_format.reasoning if pair.closes_alone]
    if not ends or text_format.frames_text:
        return
    draft = f"I might say\n{rendered(text_format, calls)}\n\nbut need not."
    answer = data.draw(st.sampled_from(["It is four.", rendered(text_format, calls)]))
    text = f"{draft}{data.draw(st.sampled_from(ends))}\n\n{answer}"
    found, known = parse(text, text_format, TOOLS), parse(text, text_format, TOOLS, in_reasoning=True)
    assert thoughts(found) == thoughts(known) == draft
    assert [part for part in found.parts if not isinstance(part, Reasoning)] == [
        part for part in known.parts if not isinstance(part, Reasoning)
    ]
    assert (found.read_as, found.leftover) == (known.read_as, known.leftover)
    assert streamed(text_format, list(text)) == found


def thoughts(parsed: Parsed) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, Reasoning))


@every_format
@settings(max_examples=5)
@given(text=st.text())
def test_with_no_tools_offered_all_is_text(text_format: TextFormat, text: str) -> None:
    sample = text_format.render([call("now", {})]) if text_format.render else ""
    whole = text + sample + text
    assert parse(whole, text_format, ()).parts == ((Text(text=whole),) if whole else ())


@every_format
def test_nothing_is_fed_after_the_end(text_format: TextFormat) -> None:
    stream = TextStream(text_format, TOOLS)
    stream.end()
    assert stream.end() == []
    with pytest.raises(StreamOver):
        stream.feed("x")


@every_format
@settings(max_examples=15)
@given(data=st.data())
def test_neither_does_it_in_text_that_makes_no_sense(text_format: TextFormat, data: st.DataObject) -> None:
    """Check markers, tags and pieces of calls in any order."""
    sample = rendered(text_format, [call("stock", {"sku": "A-7", "depot": 2})]) if text_format.render else "<stock>"
    tags = [tag for pair in text_format.reasoning for tag in (pair.opening, pair.closing)]
    bits = [opening.text for opening in text_format.openings] + tags + list(text_format.noise)
    bits += [*re.findall(r"\w+|\W", sample), sample, "\n", "`", "```", "```json\n", "{", '"', "\\", "hello "]
    text = "".join(data.draw(st.lists(st.sampled_from(bits), max_size=25)))
    how = {"in_reasoning": data.draw(st.booleans()), "cut": data.draw(st.booleans())}
    whole = parse(text, text_format, TOOLS, **how)
    assert streamed(text_format, list(text), **how) == whole
    half = data.draw(st.integers(0, len(text)))
    assert streamed(text_format, [text[:half], text[half:]], **how) == whole


@every_format
def test_only_what_may_begin_a_marker_is_held_back(text_format: TextFormat) -> None:
    stream = TextStream(text_format, TOOLS)
    longest = max(len(opening.text) for opening in text_format.openings)
    text = "All is well, and there is nothing to call; so this is said at once.\n" * 20
    shown = ""
    for n, char in enumerate(text, 1):
        shown += "".join(event.text for event in stream.feed(char) if isinstance(event, TextDelta))
        assert n - len(shown) <= max(longest, 16)
    assert shown.startswith(text[:-1])


@every_written
def test_a_long_call_is_looked_at_once(text_format: TextFormat) -> None:
    """Check that little text waits during a long value, so that no text is read again for each piece."""
    stream = TextStream(text_format, TOOLS)
    text = rendered(text_format, [call("stock", {"sku": "word " * 2000})])
    for char in text:
        stream.feed(char)
        assert len(stream.unread) < 100
