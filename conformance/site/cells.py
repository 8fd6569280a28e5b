"""Cells of the matrix as they are shown: as a mark, in words, and with their contradictions."""

from collections.abc import Container, Iterator
from typing import Final, Literal

import msgspec

from conformance.judge.checks import PREDICATES
from conformance.report.markdown import marked
from conformance.report.matrix import Cell

Outcome = Literal[
    "pass", "fail", "warn", "unsupported", "undecided", "nothing", "inexpressible", "taken", "waiting", "unplayed"
]
MARKS: Final[dict[str, str]] = {
    "pass": "✓", "fail": "✗", "warn": "!", "unsupported": "∅", "undecided": "?", "nothing": "–",
    "inexpressible": "×", "taken": "○", "waiting": "·", "unplayed": "",
    "silent": "✗", "raised": "↯", "declined": "∅",
}  # fmt: skip
"""The mark of an outcome, for places without room for words."""
WORDS: Final[dict[str, str]] = {
    "pass": "passes", "fail": "fails", "warn": "against advice", "unsupported": "declined", "undecided": "undecided",
    "nothing": "nothing to judge", "inexpressible": "cannot be said", "taken": "taken, not refused",
    "waiting": "no evidence", "unplayed": "not played", "silent": "wrong in silence", "raised": "raises",
    "declined": "declined",
}  # fmt: skip
ORIGINS: Final[dict[str, str]] = {
    "recorded": "recorded live, with a key",
    "recorded-local": "recorded from a genuine server on loopback",
    "imported": "taken in from somebody's recording",
    "documented": "written from the vendor's documentation, never observed",
    "by-dialect": "nobody recorded it: the dialect owner's exchange with this provider's known differences",
}
CLASSES: Final[dict[str, str]] = {
    "pass": "p", "fail": "f", "warn": "w", "unsupported": "u", "undecided": "u", "nothing": "n", "inexpressible": "n",
    "taken": "n", "waiting": "n", "unplayed": "n",
}  # fmt: skip
"""Short names of outcomes for the style sheet: the first page has thousands of cells."""
ORIGIN_CLASSES: Final[dict[str, str]] = {
    "recorded": "R", "recorded-local": "L", "imported": "I", "documented": "D", "by-dialect": "B", "": "N",
}  # fmt: skip
_DENIES: Final = PREDICATES.name
"""The check that decides if a capability is there; others fail for other faults, such as a key not in the schema."""
_CLAIMS: Final = {"yes": "yes", "no": "no", "partly": "part", "unpublished": "n/p"}


class ShownCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell as it is shown."""

    outcome: Outcome
    origin: str
    date: str
    says: str
    """The provider's declaration, short; "" if it declares nothing."""
    handled: str
    """The verdict on the adapter; "" if there is none."""
    in_part: bool
    elsewhere: str
    """The number of exchanges elsewhere that bear it out, and of all, as ``11/12``; "" if there are none."""
    failing: tuple[str, ...]
    """The checks that decided it, if it is not a pass."""
    known: bool
    """True if every failure in it is a known deviation."""
    disagreements: tuple[str, ...]

    @property
    def mark(self) -> str:
        """The mark of the cell, as weak as its evidence."""
        return marked(MARKS[self.outcome], self.origin)

    @property
    def seen_elsewhere(self) -> str:
        """The same as ``elsewhere``, shorter if all exchanges bear it out."""
        borne_out, _, of = self.elsewhere.partition("/")
        return f"{borne_out}°" if borne_out == of else f"{self.elsewhere}°"

    @property
    def label(self) -> str:
        """The whole cell in words, except the age of the evidence."""
        which = f" ({', '.join(self.failing)})" if self.failing else ""
        parts = [
            f"{WORDS[self.outcome]}{', as known' if self.known else ''}{which}{self.origin and f', {self.origin}'}"
        ]
        parts += [f"provider says {self.says}"] if self.says else []
        parts += [f"elsewhere {self.elsewhere}"] if self.elsewhere else []
        parts += [f"adapter {WORDS[self.handled]}{', a part declined' if self.in_part else ''}"] if self.handled else []
        parts += ["disagreement"] if self.disagreements else []
        return "; ".join(parts)


def shown(cell: Cell, known: Container[str] = ()) -> ShownCell:
    """Return a cell as it is shown; ``known``: the ids of results that are known deviations."""
    seen, handled, elsewhere = cell.evidence, cell.handled, cell.elsewhere
    of = elsewhere and elsewhere.borne_out + elsewhere.otherwise
    return ShownCell(
        outcome=_outcome(cell),
        origin=seen.origin if seen else "",
        date=seen.date if seen else "",
        says=_declaration(cell),
        handled=handled.verdict if handled else "",
        in_part=bool(handled and handled.declined),
        elsewhere=f"{elsewhere.borne_out}/{of}" if elsewhere else "",
        failing=tuple(dict.fromkeys(name.rpartition("/")[2] for name in seen.failing)) if seen else (),
        known=bool(seen and seen.failing) and all(name in known for name in (seen.failing if seen else ())),
        disagreements=tuple(disagreements(cell)),
    )


def _outcome(cell: Cell) -> Outcome:
    if cell.evidence:
        return cell.evidence.verdict
    if cell.accepted:
        return "taken"
    if cell.excluded:
        return "inexpressible"
    return "waiting" if cell.waiting else "unplayed"


def _declaration(cell: Cell) -> str:
    if not cell.declared:
        return ""
    return _CLAIMS[cell.declared.claim] if cell.declared.value is None else str(cell.declared.value)


def disagreements(cell: Cell) -> Iterator[str]:
    """Yield the contradictions between declaration, evidence, evidence elsewhere and the adapter's verdict, in words.

    Evidence by dialect was not observed: it contradicts nothing.
    """
    claim = cell.declared.claim if cell.declared else None
    seen = cell.evidence if cell.evidence and cell.evidence.origin != "by-dialect" else None
    elsewhere = cell.elsewhere
    denied = seen is not None and any(name.endswith(f"/{_DENIES}") for name in seen.failing)
    if seen and claim in ("yes", "partly") and denied:
        yield f"The provider says {claim}, and its {seen.origin} answers do not do it."
    if seen and claim == "no" and seen.verdict == "pass":
        yield f"The provider says no, and its {seen.origin} answers pass."
    if elsewhere and claim == "no" and elsewhere.borne_out:
        yield f"The provider says no, and {elsewhere.borne_out} exchanges elsewhere show it."
    if elsewhere and elsewhere.otherwise and (claim == "yes" or (seen and seen.verdict == "pass")):
        of = elsewhere.borne_out + elsewhere.otherwise
        yield f"{elsewhere.otherwise} of {of} exchanges elsewhere show the contrary."
    if seen and elsewhere and denied and elsewhere.borne_out:
        yield f"Its {seen.origin} answers do not do it, and {elsewhere.borne_out} exchanges elsewhere bear it out."
    if seen and cell.handled and seen.verdict == "pass" and cell.handled.verdict == "fail":
        yield "The provider does it, and the adapter fails."
