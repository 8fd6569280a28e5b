"""Reading of an answer in a text format while it is still arriving."""

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

_MOST_RETRIES: Final = 3
"""The largest number of times that a text is searched again because a possible call turned out to be text."""


class TextStream:
    """A reader of an answer's text, which arrives in pieces of any size. The reader returns the same events as for the
    whole text.

    All events of a call are returned together, when the call has ended. Text is held back only while it may be the
    start of a marker, or is inside a possible call. If the end of the text cuts a call, the call has no events, and
    ``leftover`` has its text.

    ``in_reasoning`` is True if the reasoning is known to have started in the prompt. If it is False, the reasoning may
    still have started there, but only its closing tag shows this. The reader then returns a ``ReasoningDelta`` for each
    earlier part, which turns the part into reasoning: with an empty text for a text part, and with the call's source
    text for a call. So a caller that runs calls while the answer arrives must wait for the answer's end, or set
    ``in_reasoning``.
    """

    def __init__(self, text_format: TextFormat, tools: Sequence[Tool], *, in_reasoning: bool = False) -> None:
        """Start a reader. If no tool of ``tools`` is a function, the whole answer is text."""
        self._format = text_format
        self._tools = tools
        self._offered = Offered(tools)
        self._block = Block(self._offered, text_format.seams, text_format.wrapper)
        self._block.format = text_format.name
        self._reasoned = in_reasoning and bool(text_format.reasoning)
        """True if reasoning was found, or is known to have started in the prompt."""
        self._retries: list[int] = []
        """The ends of the texts that are being searched again. A text that is searched several times has an entry for
        each search.
        """
        self._run = self._answer() if self._offered else self._all_text()
        self._quoted = Quoted(self._block)
        self._never_closed: set[str] = set()
        """The closing tags of reasoning that were searched for, but do not occur in the rest of the text."""
        self._half = ""
        """The first half of a surrogate pair, whose second half has not arrived."""
        self.read_as = ""
        """The name of the format of the first call."""
        self.leftover = ""
        """After the end of the text: the text of a call or a marker that was cut by the end."""
        self.held = ""
        """After the end of the text: the text of a possible call that was cut by the end. The events also have this
        text, as text or reasoning.
        """

    @property
    def unread(self) -> str:
        """The text that was not read yet, because its meaning depends on the text after it."""
        return self._block.text[self._block.at :]

    @property
    def is_undecided(self) -> bool:
        """True if the end of the text so far may still become a call or a marker."""
        return self._block.is_held or bool(self.unread)

    def feed(self, text: str) -> list[Event]:
        """Return the events that ``text`` completes. Raises ``StreamOver`` after the end."""
        if self._block.ended:
            raise StreamOver("no more text can be read: end() was called")
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        self._block.add(join_surrogates(text[: len(text) - len(self._half)]))
        next(self._run)
        return self._block.take_events()

    def end(self, *, cut: bool = False) -> list[Event]:
        """End the text, and return the last events. Return no events if the text was already ended.

        ``cut`` states that the model did not end the text: a limit, an error or a broken connection did. Then the end
        completes no call: neither a call that has no closing mark, nor a call after reasoning that was never closed.
        """
        if not self._block.ended:
            self._block.add(self._half)
            self._block.ended, self._block.cut = True, cut
            for _ in self._run:
                pass
        return self._block.take_events()

    def _all_text(self) -> Asking[None]:
        block = self._block
        while not block.ended:
            block.emit_text(block.text[block.at :])
            block.at = len(block.text)
            yield

    def _answer(self) -> Asking[None]:
        block, text_format = self._block, self._format
        openings: dict[str, list[Opening]] = {}
        for opening in (*text_format.openings, *(text_format.opens(self._offered) if text_format.opens else ())):
            openings.setdefault(opening.text, []).append(opening)
        tags = {pair.opening: pair for pair in text_format.reasoning}
        closings = {text: pair for pair in text_format.reasoning if pair.closes_alone for text in _ends(pair)}
        literals = tuple({*openings, *tags, *closings, *text_format.noise})
        if self._reasoned:
            yield from self._reasoning(text_format.reasoning)
        while True:
            block.release()
            found = yield from block.flow(block.emit_text, *literals)
            if not found:
                return
            block.hold(len(found))
            lone = found in closings and not self._reasoned
            if not text_format.frames_text and (yield from self._quoted.is_quoted(found, lone_end=lone)):
                block.emit_text(block.uncommitted())
            elif found in tags and tags[found].closes_alone and (block.is_fresh or tags[found].anywhere):
                yield from self._reasoning((tags[found],))
            elif found in tags:
                yield from self._reasoning_behind_text(tags[found])
            elif lone:
                self._reasoned, self.read_as = True, ""
                block.turn_into_reasoning()
            elif (yield from self._is_noise(found, closings.get(found))):
                continue
            elif possible := [opening for opening in openings.get(found, ()) if self._may_stand(opening)]:
                yield from self._try(possible[0])
            else:
                block.emit_text(found)

    def _reasoning_behind_text(self, pair: Tags) -> Asking[None]:
        """Read reasoning that comes after text.

        The tags of reasoning count only if the opening tag starts a line, or a line break follows the opening tag. Any
        other tag, and a tag that is never closed, is text.
        """
        block = self._block
        begins = block.quoting.line_is_blank
        if pair.closing not in self._never_closed:
            closing = yield from block.flow(_ignore, *_ends(pair))
            text = block.uncommitted()
            inner = text.removeprefix(pair.opening).removesuffix(closing)
            if not closing:
                self._never_closed.add(pair.closing)
                block.rewind()
                block.at += len(pair.opening)
            elif begins or inner.startswith("\n"):
                self._reasoned = True
                block.emit_reasoning(inner.removeprefix("\n"))
                block.break_off()
                return
        block.emit_text(block.uncommitted())

    def _is_noise(self, token: str, closes: Tags | None) -> Asking[bool]:
        """Return whether a token is noise, not text. Noise is a repeated closing tag of reasoning, or a special token
        next to calls. A token that people also write, such as ``</s>``, is noise only at the start of the text, right
        after a call or reasoning, and at the end of the text.
        """
        if closes is not None and (self._block.is_fresh or closes.anywhere):
            return True
        if token not in self._format.noise:
            return False
        if is_special(token) or self._block.is_fresh:
            return True
        gap = yield from self._block.blank_run()
        is_last = yield from self._block.at_end()
        self._block.back(len(gap))
        return is_last

    def _may_stand(self, opening: Opening) -> bool:
        if opening.where == "anywhere":
            return True
        return self._block.quoting.line_is_blank if opening.where == "line" else not self._block.has_text

    def _try(self, opening: Opening) -> Asking[None]:
        """Read a block of possible calls. If the block turns out to have no calls, treat it as text."""
        block = self._block
        size = len(opening.text)
        before = block.calls
        block.opening = opening.text
        goes_on = block.quoting.last.isalnum() or block.quoting.last == ","
        block.in_sentence = goes_on or block.position - size <= block.mentioned
        try:
            yield from self._format.read(block)
        except NotACall:
            quoted = yield from self._calls_behind_lost_end()
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

    def _calls_behind_lost_end(self) -> Asking[int | None]:
        """Inside a wrapper, emit the calls after an unfinished call (its closing tag is missing), and return None.

        This is done only if the wrapper is closed, and if only calls to offered tools come between the unfinished call
        and the wrapper's end. Otherwise, the text after the unfinished call may belong to a value of this call: nothing
        is emitted, and the number of characters to treat as text is returned.

        Return 0 if no call is unfinished.
        """
        block, wrapper = self._block, self._block.wrapper
        if wrapper is None or (block.runs_over() is None and not (yield from block.stands(wrapper.call))):
            return 0
        closing = yield from block.flow(_ignore, wrapper.closing)
        end, text = block.runs_over(), block.uncommitted()
        begin = -1 if end is None else text.find(wrapper.call, end)
        if begin < 0:
            return 0
        next_opening = text.find(wrapper.opening, 1)
        quoted = next_opening if next_opening > 0 else len(text)
        if closing != wrapper.closing:
            self._hold_back(text)
            return quoted
        inner = TextStream(self._format, self._tools)
        parts = assemble([*inner.feed(wrapper.opening + text[begin:]), *inner.end()]).parts
        calls = [part for part in parts if isinstance(part, ToolCall) and part.name in self._offered]
        if len(calls) < len(parts) or inner.leftover:
            return quoted
        block.settle(begin)
        block.emit_text(text[:begin])
        self._hold_back(text[:begin])
        for call in calls:
            block.emit_call(call.name, call.arguments.text, call.id)
        return None

    def _hold_back(self, text: str) -> None:
        """Store ``text`` in ``held`` if the name of a tool occurs in it: it may be a call that was cut."""
        if any(name in text for name in self._offered.names()):
            self.held = text

    def _no_call(self, opening: int) -> None:
        """Emit the first ``opening`` characters of a block as text, so that the rest of the block is searched again.

        If the same text was already searched ``_MOST_RETRIES`` times, emit the whole block as text.
        """
        block = self._block
        end = max(block.position, block.reached)
        block.rewind()
        start = block.position
        self._retries = [*(place for place in self._retries if place > start), end]
        size = opening if len(self._retries) <= _MOST_RETRIES else end - start
        block.emit_text(block.text[block.at : block.at + size])
        block.at += size

    def _reasoning(self, pairs: Sequence[Tags]) -> Asking[None]:
        """Read reasoning up to its closing tag. A line break after the opening tag belongs to the tag, as does a line
        break before the closing tag.

        Some models do not close their reasoning. In their formats, reasoning also ends before calls, if only calls
        follow up to the end of the text.
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
            block.emit_reasoning(text)
            quoting.add(text)

        end = yield from block.flow(take, *ends, *marks)
        if end in marks:
            block.hold(len(end))
            closing = yield from block.flow(_ignore, *ends)
            if closing:
                block.emit_reasoning(block.uncommitted().removesuffix(closing))
            elif block.cut:
                self._hold_back(block.uncommitted())
                block.emit_reasoning(block.uncommitted())
            else:
                self._unclosed(block.uncommitted(), quoting)
        block.break_off()

    def _unclosed(self, text: str, quoting: Quoting) -> None:
        """Emit ``text``, the rest of reasoning whose closing tag is missing. The text starts at a call's marker. It is
        emitted as calls if it has only calls, and as reasoning otherwise.

        ``quoting`` is the state of the quotations in the reasoning before the marker.
        """
        block = self._block
        inner = TextStream(self._format, self._tools)
        inner._block.quoting = quoting
        parts = assemble([*inner.feed(text), *inner.end()]).parts
        if any(isinstance(part, Text) and part.text.strip() for part in parts):
            block.emit_reasoning(text)
            return
        block.in_sentence = False
        for part in parts:
            if isinstance(part, ToolCall):
                block.emit_call(part.name, part.arguments.text, part.id)
        self.read_as = self.read_as or inner.read_as
        self.leftover = inner.leftover


def _ends(pair: Tags) -> tuple[str, str]:
    return "\n" + pair.closing, pair.closing


def _ignore(text: str) -> None:
    """Ignore text, because it is examined later."""
