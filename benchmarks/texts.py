"""The cost of reading answers in text formats character by character, when they are ten times as long."""

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
"""The characters of the longer answer; the shorter one has a tenth of them."""
_CITY: Final = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS: Final = (ToolDefinition(name="get_weather", parameters=_CITY),)
_PROSE: Final = (
    "The forecast for the coast has 12.5 degrees, and rain [sic] after noon; it says {x} < y.\nSo far, so good. "
)


def grown(repetitions: int) -> Iterator[TextGrowth]:
    """Yield the processor time of the longer answer, times that of the shorter one, of each format and shape.

    Of the repetitions the fastest counts, at either length: other work of the machine only adds to it.
    """
    for name in (*text_formats(), AUTO):
        known = text_format(name)
        short, long = answers(known, SIZE // 10), answers(known, SIZE)
        yield TextGrowth(
            text_format=name,
            shapes={shape: _ratio(known, short[shape], long[shape], repetitions) for shape in short},
        )


def answers(known: TextFormat, size: int) -> dict[str, str]:
    """Return answers of about so many characters, by their shape."""
    begun = "".join(f"{opening.text[:-1]} or {opening.text[: len(opening.text) // 2]} " for opening in known.openings)
    opened = "".join(f"and\n{opening.text} what of it? " for opening in known.openings)
    shapes = {
        "text": _filled(_PROSE, size),
        "beginnings of markers": _filled(f"{_PROSE}{begun}", size),
        "markers without calls": _filled(f"{_PROSE}{opened}", size),
        "markers behind backticks": _filled(f"{_PROSE}`{opened}", size),
    }
    for tags in known.reasoning[:1]:
        shapes["reasoning"] = f"{tags.opening}\n{_filled(_PROSE, size)}\n{tags.closing}Done."
    if known.render is not None:
        shapes["one call"] = known.render([_call(_filled(_PROSE, size))])
        call = known.render([_call("Oslo")])
        shapes["calls between text"] = _filled(f"Here it is.\n{call}\n", size)
        for tags in known.reasoning[:1]:
            shapes["drafts of calls"] = f"{shapes['calls between text']}\n{tags.closing}Done."
        with suppress(Inexpressible):  # the format has one call in a turn
            shapes["calls"] = known.render([_call("Oslo")] * (size // len(call)))
    return shapes


def _filled(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def _call(city: str) -> ToolCall:
    text = exact_json.dumps({"city": city})
    return ToolCall(id="call_1", name="get_weather", arguments=arguments.from_text(text))


def _ratio(known: TextFormat, short: str, long: str, repetitions: int) -> float:
    pairs = [(_taken(known, short), _taken(known, long)) for _ in range(repetitions)]
    return round(min(took for _, took in pairs) / min(took for took, _ in pairs), 2)


def _taken(known: TextFormat, text: str) -> float:
    """Read a whole answer, from characters to a response, and return the seconds of the processor."""
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
