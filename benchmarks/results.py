"""What was measured, as it is committed."""

from collections.abc import Iterable
from statistics import median

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """The middle one of several measurements, and the ends."""

    median: float
    least: float
    most: float


def spread(values: Iterable[float]) -> Spread:
    some = sorted(values)
    return Spread(*(float(f"{value:.3g}") for value in (median(some), some[0], some[-1])))


class Case(msgspec.Struct, frozen=True):
    """One stream: so many characters of arguments, so many in each event."""

    dialect: str
    size: int
    delta: int


class Decoding(msgspec.Struct, frozen=True, kw_only=True):
    """What reading a stream cost: times the floor's processor time, measured just before."""

    case: Case
    floor: Spread
    """Microseconds a delta."""
    readers: dict[str, Spread | str]
    """Where it is a text: why there is none."""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """What a delta of the longest arguments costs, times what one of the shortest does, read just before."""

    longest: Case
    shortest: Case
    readers: dict[str, Spread]
    """The floor, and ours."""


class TextGrowth(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer of 1 MiB costs character by character, times what a tenth of it does."""

    text_format: str
    shapes: dict[str, float]
    """By what is in the answer; of the repetitions the fastest, at either length."""


class Checking(msgspec.Struct, frozen=True, kw_only=True):
    """``conformance check`` on some recordings, on one core, start excluded."""

    exchanges: int
    megabytes: float
    rate: Spread
    """Megabytes a second."""
    times_decoding: Spread
    """Reading and judging, times reading and decoding the same."""
    judging_times_decoding: Spread
    """The same without reading the files, on either side."""
    times_parsing: Spread
    """Reading and judging, times reading and parsing the same."""
    copies: dict[str, Spread]
    """Processor time for so many copies, times that for one."""
    two_workers: Spread
    """The command's time on the clock with one worker, times that with two, on four copies."""


class Commands(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds on the clock, and of processor time."""

    run: tuple[Spread, Spread]
    help: tuple[Spread, Spread]


class Results(msgspec.Struct, frozen=True, kw_only=True):
    date: str
    machine: str
    python: str
    versions: dict[str, str]
    decoding: tuple[Decoding, ...]
    growth: tuple[Growth, ...]
    texts: tuple[TextGrowth, ...]
    checking: Checking
    commands: Commands
