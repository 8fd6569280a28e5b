"""A search ahead for the end of a quotation. Only the end shows that the text before it really is quoted."""

from toolwire.text.block import Block
from toolwire.text.errors import Cut, NotACall
from toolwire.text.source import Asking
from toolwire.wire.quoting import FenceEnd, SpanEnd


class Quoted:
    """A search ahead in an answer for the end of a quotation."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._missed = SpanEnd(block.quoting, "", 0)
        """The last scan that found no end of a code span."""

    def is_quoted(self, found: str, *, lone_end: bool) -> Asking[bool]:
        """Return whether ``found``, which was just read, is inside a quotation: a code span, a fence or a block quote.

        ``lone_end`` is True if ``found`` may be a closing tag of reasoning that started in the prompt. In such
        reasoning, a quotation may have no end. So a block quote does not count then, nor does a code span with a line
        end in it.

        To find the end of a code span, search ahead in the answer. Without an end, it does not count. With
        ``lone_end``, the same applies to a fence.
        """
        block, quoting = self._block, self._block.quoting
        kind = quoting.kind
        if kind is None or (kind == "quotation" and lone_end) or (kind == "fence" and quoting.closes_fence()):
            return False
        if kind != "span" and not lone_end:
            return True
        if kind == "span" and self._missed.rules_out(quoting.span, block.position):
            quoting.open_ended()
            return False
        scan = SpanEnd(quoting, found, block.position) if kind == "span" else FenceEnd(quoting, found)
        try:
            yield from block.extent(scan)
            is_closed = True
        except (NotACall, Cut):
            is_closed = scan.is_closed
        if is_closed and not (lone_end and kind == "span" and "\n" in block.uncommitted()):
            return True
        if isinstance(scan, SpanEnd) and not is_closed:
            self._missed = scan
            quoting.open_ended()
        block.rewind()
        block.at += len(found)
        return False
