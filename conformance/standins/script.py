"""Scripted turns, and the answers, ids and times of stand-ins."""

import random
import string
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from toolwire.model import Expected, FinishReason, ProviderError
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

EPOCH: Final = 1_793_491_200
"""The start of scripted time: 2026-11-01 00:00:00 UTC, in seconds."""
_DAY: Final = 86_400_000
_TURN: Final = 5_000
_FIRST_REFUSAL: Final = 400
_WITHOUT_EXPONENT: Final = 1e21
"""The number below which JavaScript and Go write integers without an exponent."""
_MOST_PIECES: Final = 1_000
"""The maximum number of pieces for which the ``sizes`` of ``Ids`` are used. If a text would have more pieces, the
vendor's sizes, or multiples of them, are used instead.
"""


class TurnCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call to play: the tool's name and the exact text of its arguments, or of its free-form input."""

    name: str
    arguments: str
    custom: bool = False


class TurnSearch(msgspec.Struct, frozen=True, kw_only=True):
    """A search that the provider makes, with the only page that it finds."""

    query: str
    title: str
    url: str


class TurnToolSearch(msgspec.Struct, frozen=True, kw_only=True):
    """A search that the provider makes among deferred tools, with the names of the tools that it finds."""

    query: str
    found: tuple[str, ...]


class TurnMcpCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that the provider makes to the only tool of an MCP server.

    ``arguments`` is the exact text of the arguments, and ``output`` is the text of the tool's result.
    """

    server: str
    tool: str
    description: str
    parameters: dict[str, Any]
    arguments: str
    output: str


class TurnApprovalRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request for an approval of a call that the provider will make to the only tool of an MCP server.

    The fields are those of ``TurnMcpCall``.
    """

    server: str
    tool: str
    description: str
    parameters: dict[str, Any]
    arguments: str


class TurnProgram(msgspec.Struct, frozen=True):
    """The start of a program that the provider runs. The program makes the next calls of the turn."""

    code: str
    """The program in JavaScript."""
    python: str
    """The same program in Python."""


class TurnProgramOutput(msgspec.Struct, frozen=True):
    """The end of a program that an earlier turn started, with the program's output."""

    text: str


class TurnCompaction(msgspec.Struct, frozen=True):
    """The provider's compaction of the earlier messages, with their summary."""

    summary: str


class Thought(msgspec.Struct, frozen=True):
    """A block of reasoning to play. Its text is empty if the model does not show the reasoning."""

    text: str


class TurnText(msgspec.Struct, frozen=True):
    """A block of text to play."""

    text: str


Block: TypeAlias = (
    Thought
    | TurnCompaction
    | TurnSearch
    | TurnToolSearch
    | TurnMcpCall
    | TurnApprovalRequest
    | TurnProgram
    | TurnProgramOutput
    | TurnText
    | TurnCall
)


Early: TypeAlias = Literal["length", "content_filter", "refusal", "pause", "blocked", "error"]
"""The reason why a turn ends early.

``blocked``: the provider blocks the request, so the turn has no content. ``error``: a stream ends with an error.
"""


class Unplayable(Exception):
    """An error for a turn that the vendor does not produce for the request, or whose form no source shows. ``str()`` is
    the reason.
    """


class Turn(msgspec.Struct, frozen=True):
    """An assistant turn to play, as blocks in order.

    In a dialect without blocks, all blocks of the same kind are joined.
    """

    blocks: tuple[Block, ...] = ()
    early: Early | None = None
    """The reason why the turn ends early; None if the turn ends normally."""

    @classmethod
    def usual(
        cls, *, reasoning: str = "", search: TurnSearch | None = None, text: str = "", calls: tuple[TurnCall, ...] = ()
    ) -> "Turn":
        """Return a turn with its blocks in the usual order: reasoning, search, text, calls.

        A parameter that is empty or None adds no block.
        """
        thought = (Thought(reasoning),) if reasoning else ()
        searched = (search,) if search else ()
        texts = (TurnText(text),) if text else ()
        return cls((*thought, *searched, *texts, *calls))

    @property
    def reasoning(self) -> str:
        """The reasoning of all blocks, joined."""
        return "".join(block.text for block in self.blocks if isinstance(block, Thought))

    @property
    def searches(self) -> tuple[TurnSearch, ...]:
        """The searches that the provider makes in the turn, in order."""
        return tuple(block for block in self.blocks if isinstance(block, TurnSearch))

    @property
    def programs(self) -> tuple[TurnProgram, ...]:
        """The programs that start in the turn, in order."""
        return tuple(block for block in self.blocks if isinstance(block, TurnProgram))

    @property
    def text(self) -> str:
        """The text of all blocks, joined."""
        return "".join(block.text for block in self.blocks if isinstance(block, TurnText))

    @property
    def calls(self) -> tuple[TurnCall, ...]:
        """The calls of the turn, in order."""
        return tuple(block for block in self.blocks if isinstance(block, TurnCall))

    @property
    def cut(self) -> int | None:
        """The index of the call that the token limit cuts, counted among the turn's calls.

        None if the limit cuts no call.
        """
        ends_in_call = bool(self.blocks) and isinstance(self.blocks[-1], TurnCall)
        return len(self.calls) - 1 if self.early == "length" and ends_in_call else None

    @property
    def finish(self) -> FinishReason:
        """The finish reason of the turn, in canonical form."""
        if self.early == "blocked":
            return "content_filter"
        return self.early or ("tool_calls" if self.calls else "stop")

    def calls_last(self) -> "Turn":
        """Return the turn with its calls after all other blocks.

        A block of reasoning is moved together with the block after it. Otherwise the order of the blocks does not
        change.
        """
        steps: list[list[Block]] = [[]]
        for block in self.blocks:
            steps[-1].append(block)
            if not isinstance(block, Thought):
                steps.append([])
        steps.sort(key=lambda step: isinstance(step[-1], TurnCall) if step else True)
        return Turn(tuple(block for step in steps for block in step), self.early)

    def refuse_cut_call(self, why: str) -> None:
        """Raise ``Unplayable`` with the reason ``why`` if the token limit cuts a call."""
        if self.cut is not None:
            raise Unplayable(why)

    def word(self, early: dict[Early, str], normal: str) -> str:
        """Return the vendor's finish reason: ``normal``, or the reason in ``early`` for a turn that ends early.

        Raises ``Unplayable`` if ``early`` has no reason for such a turn.
        """
        if self.early is None:
            return normal
        if self.early not in early:
            raise Unplayable(f"the vendor has no finish reason for a turn that ends early with {self.early!r}")
        return early[self.early]


class Chunk(msgspec.Struct, frozen=True):
    """A piece of the answer's body, sent ``at`` milliseconds after the request."""

    at: int
    data: bytes


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A stand-in's answer, and the right reading of this answer."""

    status: int
    headers: dict[str, str]
    chunks: tuple[Chunk, ...]
    expected: Expected | None
    """The right reading; None for answers of genuine servers, because their reading is not known beforehand."""
    drops: bool = False
    """True if the connection is lost after the last chunk."""
    pending: "Answer | None" = None
    """The first response of a vendor that answers in the background. It has no content, and the client fetches the
    answer later. None if the vendor answers at once.
    """

    @property
    def is_refusal(self) -> bool:
        """Return whether the status is an error status."""
        return self.status >= _FIRST_REFUSAL

    @property
    def body(self) -> bytes:
        """The body in one piece, without the times of its chunks."""
        return b"".join(chunk.data for chunk in self.chunks)

    @property
    def whole(self) -> WireResponse:
        """The answer in one piece, without the times of its chunks."""
        return WireResponse(status=self.status, headers=self.headers, body=self.body)


class StandIn(Protocol):
    """The imitation provider of a dialect. Each module of this package that has the name of a dialect is a stand-in."""

    def answer(self, request: WireRequest, turn: Turn, ids: "Ids") -> Answer:
        """Return the vendor's answer to ``request``: an answer with the content of ``turn``, or a refusal of the
        request.

        Raises ``Unplayable`` if the vendor does not produce the turn for this request, or if no source shows its form.
        """
        ...


class Ids:
    """A source of pseudo-random ids, times and padding. The same seed gives the same values."""

    def __init__(self, seed: str, turn: int = 0, sizes: Sequence[tuple[int, int]] = ()) -> None:
        """Start from ``seed`` and ``turn``, on which all values depend.

        ``sizes`` has pairs: the minimum and the maximum size of the pieces of a text. A pair is chosen at random for
        each text. Without ``sizes``, pieces have the vendor's sizes.
        """
        self._sizes = sizes
        self._random = random.Random(f"{seed}/{turn}")
        self._now = EPOCH * 1000 + random.Random(seed).randrange(_DAY) + turn * _TURN

    def alnum(self, length: int) -> str:
        """Return random digits and letters of both cases."""
        return self._pick(string.ascii_letters + string.digits, length)

    def lower(self, length: int) -> str:
        """Return random lower-case letters and digits."""
        return self._pick(string.ascii_lowercase + string.digits, length)

    def hex(self, length: int) -> str:
        """Return random lower-case hexadecimal digits."""
        return self._pick(string.digits + "abcdef", length)

    def number(self, low: int, high: int) -> int:
        """Return a random integer between ``low`` and ``high``, both included."""
        return self._random.randint(low, high)

    def created(self) -> int:
        """Return the time of the scripted clock, in seconds since 1970. Only ``later`` advances the clock."""
        return self._now // 1000

    def later(self, low: int, high: int) -> int:
        """Advance the scripted clock by ``low`` to ``high`` ms, and return the time in milliseconds since 1970."""
        self._now += self._random.randint(low, high)
        return self._now

    def pieces(self, text: str, low: int = 2, high: int = 6) -> Iterator[str]:
        """Split ``text`` into pieces of ``low`` to ``high`` characters, or of the sizes that the constructor got.

        If the constructor's sizes would make too many pieces, use ``low`` and ``high``, or multiples of them.
        """
        if self._sizes:
            least, most = self._random.choice(self._sizes)
            low, high = (least, most) if len(text) <= least * _MOST_PIECES else (low, high)
            times = max(1, len(text) // (low * _MOST_PIECES))
            low, high = low * times, high * times
        place = 0
        while place < len(text):
            size = self._random.randint(low, high)
            yield text[place : place + size]
            place += size

    def _pick(self, alphabet: str, length: int) -> str:
        return "".join(self._random.choices(alphabet, k=length))


def tokens(text: str) -> int:
    """Return the approximate number of tokens of ``text``."""
    return max(1, len(text) // 4) if text else 0


def plain(status: int, headers: dict[str, str], body: Any, ids: Ids, expected: Expected | None) -> Answer:
    """Return an answer whose body is the JSON document ``body``. ``expected``: the right reading of the answer."""
    data = exact_json.encode(body)
    return Answer(status=status, headers=headers, chunks=(Chunk(ids.number(300, 900), data),), expected=expected)


def expected_error(status: int, message: str, kind: str | None = None, code: Any = None) -> Expected:
    """Return the right reading of an error with which the provider refuses a request.

    ``kind``, ``code``: the vendor's type and code of the error, or None.
    """
    return Expected(finish="error", error=ProviderError(message=message, kind=kind, code=code, status=status))


def paced(frames: Iterator[bytes], ids: Ids, *, first: int = 400, gap: int = 40) -> tuple[Chunk, ...]:
    """Return the frames of a stream as chunks, each with a scripted time.

    ``first``: the maximum time of the first chunk, in milliseconds. ``gap``: the maximum time between two chunks, in
    milliseconds.
    """
    chunks, at = [], ids.number(first // 2, first)
    for frame in frames:
        chunks.append(Chunk(at, frame))
        at += ids.number(1, gap)
    return tuple(chunks)


def as_doubles(value: Any) -> Any:
    """Return a JSON value in which each number is rounded to a double. Some servers parse numbers into doubles.

    As in Go and JavaScript, a number gets the fewest digits that identify the double, for example 9223372036854776000.
    """
    if isinstance(value, dict):
        return {key: as_doubles(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_doubles(item) for item in value]
    if isinstance(value, exact_json.Number | int) and not isinstance(value, bool):
        double = float(repr(value))
        return int(Decimal(repr(double))) if double.is_integer() and abs(double) < _WITHOUT_EXPONENT else double
    return value
