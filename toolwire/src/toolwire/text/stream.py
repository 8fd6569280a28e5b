"""An answer in a text format while it arrives."""

from collections.abc import Sequence
from typing import Final

from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import StreamOver
from toolwire.dialects.surrogates import join_surrogates
from toolwire.model import Event, Text, Tool, ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import Cut, NotACall
from toolwire.text.format import Opening, Tags, TextFormat, is_special
from toolwire.text.offered import Offered
from toolwire.text.quoted import Quoted
from toolwire.text.source import Asking
from toolwire.wire.quoting import Quoting

_AGAIN: Final = 3
"""How often what turned out to be no call is looked through again for others inside it."""


class TextStream:
    """Text in, however it is cut; canonical events out, the same as if it had come at once.

    A call's events come together, once its end has. Text is held back only while it may be the start of a marker or is
    inside what may become a call. A call that the end of the text cuts is never among the events: ``leftover`` has its
    text.

    An answer whose reasoning began in the prompt: ``in_reasoning`` says so beforehand. Where nobody said so, the
    closing tag does, and a ``ReasoningDelta`` makes reasoning of each part that came before: without text of text, with
    its text as it stood of a call. So whoever runs the calls of a stream waits for its end, or says it beforehand.
    """

    def __init__(self, text_format: TextFormat, tools: Sequence[Tool], *, in_reasoning: bool = False) -> None:
        """Where no function is among ``tools``, nothing is looked for, and all is text."""
        self._format = text_format
        self._tools = tools
        self._offered = Offered(tools)
        self._block = Block(self._offered, text_format.seams, text_format.wrapper)
        self._block.format = text_format.name
        self._reasoned = in_reasoning and bool(text_format.reasoning)
        """Whether reasoning was found, or is known to come."""
        self._again: list[int] = []
        """Up to where text is looked through again, once for each time that it is."""
        self._run = self._answer() if self._offered else self._all_text()
        self._quoted = Quoted(self._block)
        self._never_closed: set[str] = set()
        """Closing tags of reasoning that do not come any more."""
        self._half = ""
        """The first half of a character that was cut in two."""
        self.read_as = ""
        """The name of the format that the first call was read in."""
        self.leftover = ""
        """After the end: the text of a call, or of a marker, that was cut."""
        self.held = ""
        """After the end: what may be a call that was cut, and is text or reasoning all the same."""

    @property
    def unread(self) -> str:
        """Text that waits for what may come behind it."""
        return self._block.text[self._block.at :]

    @property
    def is_undecided(self) -> bool:
        """Whether the end of the text so far may yet become a call, or a marker."""
        return self._block.is_held or bool(self.unread)

    def feed(self, text: str) -> list[Event]:
        """The events that ``text`` completes. Raises ``StreamOver`` after the end."""
        if self._block.ended:
            raise StreamOver("the text is over: it was ended")
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        self._block.add(join_surrogates(text[: len(text) - len(self._half)]))
        next(self._run)
        return self._block.taken()

    def end(self, *, cut: bool = False) -> list[Event]:
        """The events that the end of the text brings; none where it was ended before.

        ``cut``: not the model ended it, but a limit, an error or a broken connection. Then the end completes no call:
        neither one that nothing else closed, nor one behind reasoning that was never closed.
        """
        if not self._block.ended:
            self._block.add(self._half)
            self._block.ended, self._block.cut = True, cut
            for _ in self._run:
                pass
        return self._block.taken()

    def _all_text(self) -> Asking[None]:
        block = self._block
        while not block.ended:
            block.say(block.text[block.at :])
            block.at = len(block.text)
            yield

    def _answer(self) -> Asking[None]:
        block, known = self._block, self._format
        openings: dict[str, list[Opening]] = {}
        for opening in (*known.openings, *(known.opens(self._offered) if known.opens else ())):
            openings.setdefault(opening.text, []).append(opening)
        tags = {pair.opening: pair for pair in known.reasoning}
        closings = {text: pair for pair in known.reasoning if pair.closes_alone for text in _ends(pair)}
        literals = tuple({*openings, *tags, *closings, *known.noise})
        if self._reasoned:
            yield from self._reasoning(known.reasoning)
        while True:
            block.release()
            found = yield from block.flow(block.say, *literals)
            if not found:
                return
            block.hold(len(found))
            lone = found in closings and not self._reasoned
            if not known.frames_text and (yield from self._quoted.holds(found, lone_end=lone)):
                block.say(block.uncommitted())
            elif found in tags and tags[found].closes_alone and (block.fresh or tags[found].anywhere):
                yield from self._reasoning((tags[found],))
            elif found in tags:
                yield from self._behind_text(tags[found])
            elif lone:
                self._reasoned, self.read_as = True, ""
                block.was_reasoning()
            elif (yield from self._is_left_out(found, closings.get(found))):
                continue
            elif standing := [opening for opening in openings.get(found, ()) if self._may_stand(opening)]:
                yield from self._try(standing[0])
            else:
                block.say(found)

    def _behind_text(self, pair: Tags) -> Asking[None]:
        """What stands between the tags of reasoning behind text: reasoning, where a line begins with one or behind it.

        Otherwise it is text that tells of them, and so is a tag that is never closed.
        """
        block = self._block
        begins = block.quoting.line_is_blank
        if pair.closing not in self._never_closed:
            closing = yield from block.flow(_nothing, *_ends(pair))
            text = block.uncommitted()
            inner = text.removeprefix(pair.opening).removesuffix(closing)
            if not closing:
                self._never_closed.add(pair.closing)
                block.rewind()
                block.at += len(pair.opening)
            elif begins or inner.startswith("\n"):
                self._reasoned = True
                block.reason(inner.removeprefix("\n"))
                block.break_off()
                return
        block.say(block.uncommitted())

    def _is_left_out(self, token: str, closes: Tags | None) -> Asking[bool]:
        """Whether a token is no text: the end of reasoning that has ended, or one that may stand around calls.

        One that others write, too, may so behind calls or at the end alone.
        """
        if closes is not None and (self._block.fresh or closes.anywhere):
            return True
        if token not in self._format.noise:
            return False
        if is_special(token) or self._block.fresh:
            return True
        gap = yield from self._block.blank_run()
        is_last = yield from self._block.at_end()
        self._block.back(len(gap))
        return is_last

    def _may_stand(self, opening: Opening) -> bool:
        if opening.where == "anywhere":
            return True
        return self._block.quoting.line_is_blank if opening.where == "line" else not self._block.spoke

    def _try(self, opening: Opening) -> Asking[None]:
        """Read what may be calls; where it is none, it is text."""
        block = self._block
        size = len(opening.text)
        before = block.calls
        block.opening = opening.text
        goes_on = block.quoting.last.isalnum() or block.quoting.last == ","
        block.in_sentence = goes_on or block.position - size <= block.mentioned
        try:
            yield from self._format.read(block)
        except NotACall:
            quoted = yield from self._behind_lost_end()
            if quoted is not None:
                self._no_call(quoted or (0 if block.calls > before else size))
        except Cut:
            if block.runs_over() is not None or (not block.cut and block.runs_on()):
                self._no_call(0 if block.calls > before else size)
            elif opening.is_sure or block.calls > before:
                self.leftover = block.uncommitted()
            else:
                self._hold_back(block.uncommitted())
                self._no_call(size)
        else:
            block.close()
        if block.calls > before:
            self.read_as = self.read_as or block.format

    def _behind_lost_end(self) -> Asking[int | None]:
        """In a wrapper, give the calls behind one whose end is missing, which is text; None where there are any.

        There are where the wrapper is closed, nothing but calls stands up to there, and all of them were offered. Else
        what stands behind the call may be its value: so many characters are text, since calls have a wrapper.
        """
        block, wrapper = self._block, self._block.wrapper
        if wrapper is None or (block.runs_over() is None and not (yield from block.stands(wrapper.call))):
            return 0
        closing = yield from block.flow(_nothing, wrapper.closing)
        end, text = block.runs_over(), block.uncommitted()
        begin = -1 if end is None else text.find(wrapper.call, end)
        if begin < 0:
            return 0
        again = text.find(wrapper.opening, 1)
        quoted = again if again > 0 else len(text)
        if closing != wrapper.closing:
            self._hold_back(text)
            return quoted
        inner = TextStream(self._format, self._tools)
        parts = assemble([*inner.feed(wrapper.opening + text[begin:]), *inner.end()]).parts
        calls = [part for part in parts if isinstance(part, ToolCall) and part.name in self._offered]
        if len(calls) < len(parts) or inner.leftover:
            return quoted
        block.settle(begin)
        block.say(text[:begin])
        self._hold_back(text[:begin])
        for call in calls:
            block.give(call.name, call.arguments.text, call.id)
        return None

    def _hold_back(self, text: str) -> None:
        """Say that text may be a call that was cut, where it names a tool."""
        if any(name in text for name in self._offered.names()):
            self.held = text

    def _no_call(self, opening: int) -> None:
        """Give the text of a block back, but for its opening; where that was done often enough, take it for text."""
        block = self._block
        end = max(block.position, block.reached)
        block.rewind()
        start = block.position
        self._again = [*(place for place in self._again if place > start), end]
        size = opening if len(self._again) <= _AGAIN else end - start
        block.say(block.text[block.at : block.at + size])
        block.at += size

    def _reasoning(self, pairs: Sequence[Tags]) -> Asking[None]:
        """Read reasoning up to its closing tag. One line break inside each tag belongs to the tag.

        Reasoning that is never closed ends before calls of a format whose models do that: once the text is over, and
        where nothing but calls stands there.
        """
        block = self._block
        self._reasoned = True
        block.release()
        yield from block.optional("\n")
        while (yield from block.optional(*(pair.opening for pair in self._format.reasoning))):
            yield from block.optional("\n")
        ends = tuple(text for pair in pairs for text in _ends(pair))
        marks = self._format.ends_reasoning
        quoting = Quoting()

        def take(text: str) -> None:
            block.reason(text)
            quoting.add(text)

        end = yield from block.flow(take, *ends, *marks)
        if end in marks:
            block.hold(len(end))
            closing = yield from block.flow(_nothing, *ends)
            if closing:
                block.reason(block.uncommitted().removesuffix(closing))
            elif block.cut:
                self._hold_back(block.uncommitted())
                block.reason(block.uncommitted())
            else:
                self._unclosed(block.uncommitted(), quoting)
        block.break_off()

    def _unclosed(self, text: str, quoting: Quoting) -> None:
        """The end of reasoning that was never closed, from a marker on: calls, or what reasoning says about them.

        ``quoting``: that of the reasoning before it.
        """
        block = self._block
        inner = TextStream(self._format, self._tools)
        inner._block.quoting = quoting
        parts = assemble([*inner.feed(text), *inner.end()]).parts
        if any(isinstance(part, Text) and part.text.strip() for part in parts):
            block.reason(text)
            return
        block.in_sentence = False
        for part in parts:
            if isinstance(part, ToolCall):
                block.give(part.name, part.arguments.text, part.id)
        self.read_as = self.read_as or inner.read_as
        self.leftover = inner.leftover


def _ends(pair: Tags) -> tuple[str, str]:
    return "\n" + pair.closing, pair.closing


def _nothing(text: str) -> None:
    """For text that is looked at later."""
