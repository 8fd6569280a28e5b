"""Content blocks while a stream arrives, for dialects such as Anthropic's and Bedrock's. Events start, fill and stop a
block, and name the block by its index.

Providers send the stop event even for a block that the token limit cut. So the last call counts as complete only if the
stop reason shows that nothing cut the answer. Any other call is complete when it was stopped and a later block has
started.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from toolwire.dialects import finish
from toolwire.dialects.kept import Held, Kept
from toolwire.model import CallFinished, Event, Finished, FinishReason, Json


class Block(Protocol):
    """A block that is still arriving.

    Its method ``begin`` yields the first events of the block, and ``end`` yields the last events.
    """

    part: int
    is_call: bool
    held: Held

    def begin(self) -> Iterator[Event]: ...
    def end(self) -> Iterator[Event]: ...


B = TypeVar("B", bound=Block)


class OpenBlocks(Generic[B]):
    """The open blocks of a streamed answer. The methods start and stop blocks, and yield the blocks' events."""

    def __init__(self, words: Mapping[Json, FinishReason], cuts: tuple[FinishReason, ...], kept: Kept) -> None:
        self._kept = kept
        self._words = words
        self._cuts = cuts
        self.open: dict[int, B] = {}
        """The blocks that no event has stopped yet, by index."""
        self._open_calls: dict[int, B] = {}
        """The calls in ``open``."""
        self._last: B | None = None
        self._last_index = 0
        self._begun = 0
        self._unfinished: dict[int, B] = {}
        self._called = False

    def start(self, index: int, begin: Callable[[int, Held], B]) -> Iterator[Event]:
        """Make a block with the function ``begin``, and open the block at ``index``. Yield the events that end earlier
        blocks, then the first events of the new block.

        The arguments of the function are the number of the canonical part that the block becomes, and a counter for the
        bytes that the block keeps.
        """
        if self._last is not None and self.open.get(self._last_index) is not self._last:
            yield from self._whole(self._last)
        replaced = self._pop(index)
        if replaced is not None:
            yield from _end(replaced)
        block = begin(self.new_part(), Held(self._kept))
        self.open[index] = self._last = block
        self._last_index = index
        if block.is_call:
            self._called = True
            self._unfinished[block.part] = block
            self._open_calls[index] = block
        yield from block.begin()

    def new_part(self) -> int:
        """Return the number of the next part. A block with several parts calls this method for each further part."""
        self._begun += 1
        return self._begun - 1

    def stop(self, index: int) -> Iterator[Event]:
        """Stop the block with this index, and yield its last events. Yield nothing if no such block is open."""
        block = self._pop(index)
        if block is None:
            return
        yield from _end(block)
        if block is not self._last:
            yield from self._whole(block)

    def finish(self, raw: str | None, *, failed: bool) -> Iterator[Event]:
        """End the answer, and yield its last events. ``raw`` is the provider's word for the finish reason.

        Calls that are not complete yet stay incomplete if the answer failed or if the reason is in ``cuts``. Otherwise
        they are completed.
        """
        reason: FinishReason = self._words.get(raw, "other")
        if reason in finish.NORMAL:
            reason = "tool_calls" if self._called else "stop"
        if reason not in self._cuts and not failed:
            for index, call in [*self._open_calls.items()]:
                self._pop(index)
                yield from _end(call)
            for call in list(self._unfinished.values()):
                yield from self._whole(call)
        yield Finished(reason=reason, raw=raw)

    def close(self) -> Iterator[Event]:
        """Yield the last events of every block that is still open at the end of the stream."""
        for block in self.open.values():
            yield from _end(block)

    def _pop(self, index: int) -> B | None:
        """Remove the open block with this index, and return it. Return None if no such block is open."""
        self._open_calls.pop(index, None)
        return self.open.pop(index, None)

    def _whole(self, block: B) -> Iterator[Event]:
        if self._unfinished.pop(block.part, None) is not None:
            yield CallFinished(part=block.part)


def _end(block: Block) -> Iterator[Event]:
    block.held.release()
    yield from block.end()
