"""The form of the committed results."""

from collections.abc import Iterable
from statistics import median

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """The median of several measurements, and the extremes."""

    median: float
    least: float
    most: float


def spread(values: Iterable[float]) -> Spread:
    """Return the spread of measurements, in three digits."""
    ordered = sorted(values)
    return Spread(*(float(f"{value:.3g}") for value in (median(ordered), ordered[0], ordered[-1])))


class Case(msgspec.Struct, frozen=True):
    """A stream: its characters of arguments, and those in each event."""

    dialect: str
    size: int
    delta: int


class Decoding(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of reading a stream, in multiples of the floor's processor time, measured just before."""

    case: Case
    floor: Spread
    """The floor's microseconds a delta."""
    readers: dict[str, Spread | str]
    """Multiples by reader; a text is the reason why there is none."""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a delta of the longest arguments, in multiples of one of the shortest, read just before."""

    longest: Case
    shortest: Case
    readers: dict[str, Spread]
    """Multiples of the floor, and of our readers."""


class TextGrowth(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of an answer of 1 MiB character by character, in multiples of a tenth of it."""

    text_format: str
    shapes: dict[str, float]
    """Multiples by the answer's content; of the repetitions the fastest, at either length."""


class Checking(msgspec.Struct, frozen=True, kw_only=True):
    """The speed of ``conformance check``, on one core, start excluded."""

    exchanges: int
    megabytes: float
    rate: Spread
    """Megabytes a second."""
    times_decoding: Spread
    """Reading and judging, times reading and decoding the same."""
    judging_times_decoding: Spread
    """Judging, times decoding: the same without reading the files, on either side."""
    times_parsing: Spread
    """Reading and judging, times reading and parsing the same."""
    copies: dict[str, Spread]
    """Processor time for a number of copies, times that for one."""
    two_workers: Spread
    """The command's time on the clock with one worker, times that with two, on four copies."""


class Commands(msgspec.Struct, frozen=True, kw_only=True):
    """The time of commands: seconds on the clock, and of the processor."""

    run: tuple[Spread, Spread]
    help: tuple[Spread, Spread]


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All results, and the machine and versions that they are of."""

    date: str
    machine: str
    python: str
    versions: dict[str, str]
    decoding: tuple[Decoding, ...]
    growth: tuple[Growth, ...]
    texts: tuple[TextGrowth, ...]
    checking: Checking
    commands: Commands
