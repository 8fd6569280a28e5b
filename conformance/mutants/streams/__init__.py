"""Mutants of streams: what is known to happen to them, and what a right reading makes of it."""

from collections.abc import Iterator
from typing import Final

from conformance.mutants.streams import arguments, breaks, ends, extras, identity, lines, stream
from conformance.mutants.streams.mutant import Mutant, Verdict

__all__ = ["MUTANTS", "Mutant", "Verdict", "mutants"]

MUTANTS: Final[tuple[Mutant, ...]] = (
    *identity.MUTANTS, *arguments.MUTANTS, *extras.MUTANTS, *ends.MUTANTS, *lines.MUTANTS, *breaks.MUTANTS,
)  # fmt: skip


def mutants(dialect: str, body: bytes) -> Iterator[tuple[Mutant, bytes]]:
    """All mutants of a stream of a dialect, each with what it makes of it; those that change nothing are left out.

    A mutant that has several places is there several times. Streams without events (one JSON array is none) have no
    mutants. Raises ``WireError`` where the stream cannot be read.
    """
    whole = stream.read(dialect, body)
    plain = whole.body()
    for mutant in MUTANTS if whole.events else ():
        if dialect in mutant.verdicts:
            yield from ((mutant, mutated) for mutated in mutant.make(whole) if mutated != plain)
