"""Answers in text formats, read character by character: what ten times the text costs."""

import gc
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from benchmarks.results import TextGrowth
from toolwire.dialects import arguments
from toolwire.dialects.assembly import Assembler
from toolwire.dialects.errors import Inexpressible
from toolwire.model import ToolCall, ToolDefinition
from toolwire.registry import text_format, text_formats
from toolwire.text import TextFormat, TextStream
from toolwire.text.any_of import AUTO
from toolwire.wire import exact_json

SIZE: Final = 1024 * 1024
"""Characters of the longer answer; the shorter one has a tenth of it."""
_CITY: Final = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS: Final = (ToolDefinition(name="get_weather", parameters=_CITY),)
_PROSE: Final = (
    "The forecast for the coast has 12.5 degrees, and rain [sic] after noon; it says {x} < y.\nSo far, so good. "
)


def grown(repetitions: int) -> Iterator[TextGrowth]:
    """The processor time of the longer answer, times that of the shorter one, of each format and shape.

    Of the repetitions the fastest counts, at either length: whatever else the machine does only adds to it.
    """
    for name in (*text_formats(), AUTO):
        known = text_format(name)
        short, long = answers(known, SIZE // 10), answers(known, SIZE)
        yield TextGrowth(
            text_format=name,
            shapes={shape: _ratio(known, short[shape], long[shape], repetitions) for shape in short},
        )


def answers(known: TextFormat, size: int) -> dict[str, str]:
    """Answers of about so many characters, by their shape."""
    begun = "".join(f"{opening.text[:-1]} or {opening.text[: len(opening.text) // 2]} " for opening in known.openings)
    opened = "".join(f"and\n{opening.text} what of it? " for opening in known.openings)
    found = {
        "text": _filled(_PROSE, size),
        "beginnings of markers": _filled(f"{_PROSE}{begun}", size),
        "markers without calls": _filled(f"{_PROSE}{opened}", size),
        "markers behind backticks": _filled(f"{_PROSE}`{opened}", size),
    }
    for tags in known.reasoning[:1]:
        found["reasoning"] = f"{tags.opening}\n{_filled(_PROSE, size)}\n{tags.closing}Done."
    if known.render is not None:
        found["one call"] = known.render([_call(_filled(_PROSE, size))])
        one = known.render([_call("Oslo")])
        found["calls between text"] = _filled(f"Here it is.\n{one}\n", size)
        for tags in known.reasoning[:1]:
            found["drafts of calls"] = f"{found['calls between text']}\n{tags.closing}Done."
        with suppress(Inexpressible):  # it has one in a turn
            found["calls"] = known.render([_call("Oslo")] * (size // len(one)))
    return found


def _filled(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def _call(city: str) -> ToolCall:
    text = exact_json.dumps({"city": city})
    return ToolCall(id="call_1", name="get_weather", arguments=arguments.from_text(text))


def _ratio(known: TextFormat, short: str, long: str, repetitions: int) -> float:
    pairs = [(_taken(known, short), _taken(known, long)) for _ in range(repetitions)]
    return round(min(took for _, took in pairs) / min(took for took, _ in pairs), 2)


def _taken(known: TextFormat, text: str) -> float:
    """Seconds of processor time for a whole answer, from characters to a response."""
    gc.collect()
    start = time.process_time()
    stream, assembler = TextStream(known, TOOLS), Assembler()
    for char in text:
        for event in stream.feed(char):
            assembler.add(event)
    for event in stream.end():
        assembler.add(event)
    assembler.response()
    return time.process_time() - start
