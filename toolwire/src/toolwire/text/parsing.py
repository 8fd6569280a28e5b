"""Reading a whole answer in a text format."""

from collections.abc import Sequence

import msgspec

from toolwire.dialects.assembly import Assembler
from toolwire.model import Part, Tool, ToolCall
from toolwire.text.format import TextFormat
from toolwire.text.stream import TextStream


class Parsed(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a whole answer, in order."""

    parts: tuple[Part, ...]
    """The text, reasoning and calls of the answer. All calls are complete."""
    read_as: str = ""
    """The name of the format of the first call; "" if the answer has no call."""
    leftover: str = ""
    """The text of a call that was cut by the end of the answer. This text is not among the parts."""
    held: str = ""
    """The text of a possible call that was cut by the end of the answer. No marker shows that it really is a call.

    Therefore ``parts`` also has this text, as text or reasoning.
    """

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple(part for part in self.parts if isinstance(part, ToolCall))


def parse(
    text: str, text_format: TextFormat, tools: Sequence[Tool], *, in_reasoning: bool = False, cut: bool = False
) -> Parsed:
    """Return the parts of an answer.

    ``tools`` and ``in_reasoning`` mean the same as in ``TextStream``, and ``cut`` the same as in ``TextStream.end``.
    """
    stream = TextStream(text_format, tools, in_reasoning=in_reasoning)
    assembler = Assembler()
    for event in (*stream.feed(text), *stream.end(cut=cut)):
        assembler.add(event)
    return Parsed(parts=assembler.response().parts, read_as=stream.read_as, leftover=stream.leftover, held=stream.held)
