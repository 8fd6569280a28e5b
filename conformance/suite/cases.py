"""Cases: what is judged, and by which id."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from conformance.claims import cassettes_folder
from conformance.judge.checks import CHECKS
from conformance.recording import cassette
from conformance.recording.cassette import CassetteName


class Case(msgspec.Struct, frozen=True):
    """One check of one cassette. ``str()`` is its id, a public contract."""

    cassette: CassetteName
    check: str

    def __str__(self) -> str:
        return f"{self.cassette}/{self.check}"


def cassettes(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteName, ...]:
    """The cassettes there are, or those of one provider or one scenario."""
    return tuple(
        name
        for name in cassette.find(folder or cassettes_folder())
        if provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def cases(names: tuple[CassetteName, ...]) -> Iterator[Case]:
    """Every case of some cassettes."""
    for name in names:
        for check in CHECKS:
            yield Case(name, check.name)
