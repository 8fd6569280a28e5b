"""Mutants of streams: known faults and variations, each with the right reading."""

from collections.abc import Iterable, Iterator
from typing import Final

from conformance.mutants.streams import arguments, breaks, ends, extras, identity, lines, stream
from conformance.mutants.streams.mutant import Mutant, Verdict

__all__ = ["MUTANTS", "Mutant", "Verdict", "mutants"]

MUTANTS: Final[tuple[Mutant, ...]] = (
    *identity.MUTANTS, *arguments.MUTANTS, *extras.MUTANTS, *ends.MUTANTS, *lines.MUTANTS, *breaks.MUTANTS,
)  # fmt: skip


def mutants(dialect: str, body: bytes, wanted: Iterable[Mutant] = MUTANTS) -> Iterator[tuple[Mutant, bytes]]:
    """Yield the mutants of a dialect's stream, each with the changed body. ``wanted``: the mutants to try.

    Mutants that change nothing are left out. If a change can be made after different events, the mutant is yielded for
    each of them. Streams without events, such as a JSON array, have no mutants. Raises ``WireError`` if the stream
    cannot be read.
    """
    whole = stream.read(dialect, body)
    plain = whole.body()
    for mutant in wanted if whole.events else ():
        if dialect in mutant.verdicts:
            yield from ((mutant, mutated) for mutated in mutant.make(whole) if mutated != plain)
