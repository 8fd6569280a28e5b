"""Cells of the matrix as pages show them: marks, descriptions in words, and contradictions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance.judge.checks import PREDICATES
from conformance.plural import counted
from conformance.report.mark import Broken, Ink, Kind, Marks, Unsupported, Verdict, Works, kind
from conformance.report.matrix import Cell

MARKS: Final[dict[str, str]] = {
    "pass": "✓", "fail": "✗", "warn": "!", "unsupported": "–", "undecided": "?", "nothing": "·", "inexpressible": "–",
    "silent": "✗", "raised": "↯", "declined": "–", "form": "±",
}  # fmt: skip
"""The signs of the outcomes of checks, and of the verdicts on a library's cases."""
WORDS: Final[dict[str, str]] = {
    "pass": "passes", "fail": "fails", "warn": "deviates in form, or breaks a SHOULD", "unsupported": "declined",
    "undecided": "undecided",
    "nothing": "nothing to judge", "inexpressible": "cannot be expressed", "silent": "silently wrong",
    "raised": "raises", "declined": "declined", "form": "clients fail on this form of answer",
}  # fmt: skip
COUNTED: Final[dict[Verdict, str]] = {
    "pass": "right",
    "warn": "right, with a deviation of form or a broken SHOULD",
    "form": "right, but clients fail on this form of answer",
    "silent": "silently wrong",
    "raised": "wrong, with an error",
    "declined": "declined",
    "undecided": "undecided",
}
"""The words that count a library's cases, by verdict. Each case is counted once."""
ORIGINS: Final[dict[str, str]] = {
    "recorded": "recorded live, with a key",
    "recorded-local": "recorded from a genuine server on loopback",
    "imported": "imported from somebody's recording",
    "quoted": "the provider's own words, quoted from a source",
    "surveyed": "seen in recordings that other people published; only counts and places are kept",
    "documented": "written from the vendor's documentation, never observed",
    "by-dialect": "inferred: the exchange of the dialect's owner, changed by this provider's known differences",
}
INK_WORDS: Final[dict[Ink, str]] = {
    "recorded": "recorded",
    "surveyed": "seen in public recordings",
    "documented": "documented, not observed",
    "inferred": "inferred from the dialect's owner",
}
CLASSES: Final[dict[Kind, str]] = {
    "works": "w",
    "works-except": "e",
    "broken": "b",
    "unsupported": "n",
    "unknown": "q",
}
"""The CSS classes of marks. The names are short because the matrix has thousands of cells."""
INK_CLASSES: Final[dict[Ink | None, str]] = {
    "recorded": "R",
    "surveyed": "S",
    "documented": "D",
    "inferred": "I",
    None: "",
}
_DENIES: Final = PREDICATES.name
"""The check that decides whether a capability works. Failures of other checks show other faults, such as an unknown
key."""
_CLAIMS: Final = {"yes": "yes", "no": "no", "partly": "part", "unpublished": "n/p"}


def counting(verdicts: Iterable[Verdict]) -> str:
    """Return a text that counts a library's cases, in total and by verdict."""
    counts = Counter(verdicts)
    total = counts.total()
    parts = [f"{counts[key]:,} {words}" for key, words in COUNTED.items() if counts[key]]
    return f"{total:,} case{'' if total == 1 else 's'}{': ' if parts else ''}{'; '.join(parts)}"


class ShownCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the matrix in the form in which a page shows it."""

    marks: Marks
    date: str
    declared: str
    """The provider's declaration: a short word, or the number that the provider declares. It is "" if the provider
    declares nothing.
    """
    value: str
    """The number that the provider declares. It is "" if there is none."""
    elsewhere: str
    """The number of public exchanges that confirm the capability, of all public exchanges about it, such as ``11/12``.

    It is "" if no such exchanges are known.
    """
    disagreements: tuple[str, ...]

    @property
    def style(self) -> str:
        """The CSS classes of the worse of the cell's two marks (plain and streamed)."""
        worst = self.marks.worst
        return f"{CLASSES[kind(worst)]}{INK_CLASSES[worst.evidence]}"

    @property
    def is_linked(self) -> bool:
        """True if the cell is a link to its evidence or to a claim."""
        return self.marks.is_known or bool(self.declared)

    @property
    def sign(self) -> str:
        """The text in the cell: ``value`` if the provider declares a number, or else the marks.

        The marks come without the number of deviations, because tables show this number in superscript.
        """
        return self.value or self.marks.bare

    @property
    def label(self) -> str:
        """A description of the whole cell in words, without the age of the evidence."""
        parts = [self.marks.words]
        parts += [f"claim: {self.declared}"] if self.declared else []
        parts += [f"elsewhere {self.elsewhere}"] if self.elsewhere else []
        parts += ["disagreement"] if self.disagreements else []
        return "; ".join(parts)


def shown(cell: Cell) -> ShownCell:
    """Return a cell of the matrix in the form in which a page shows it."""
    elsewhere = cell.elsewhere
    of = elsewhere and elsewhere.borne_out + elsewhere.otherwise
    value = cell.declared and cell.declared.value
    return ShownCell(
        marks=cell.marks,
        date=cell.evidence.date if cell.evidence else elsewhere.date if elsewhere else "",
        declared=_declaration(cell),
        value="" if value is None else str(value),
        elsewhere=f"{elsewhere.borne_out}/{of}" if elsewhere else "",
        disagreements=tuple(disagreements(cell)),
    )


def _declaration(cell: Cell) -> str:
    if not cell.declared:
        return ""
    return _CLAIMS[cell.declared.claim] if cell.declared.value is None else str(cell.declared.value)


def disagreements(cell: Cell) -> Iterator[str]:
    """Yield a sentence for each contradiction between the declaration, the evidence, public recordings and the adapter.

    Cases of origin ``by-dialect`` were not observed with this provider, so they contradict nothing.
    """
    claim = cell.declared.claim if cell.declared else None
    seen = cell.evidence if cell.evidence and cell.evidence.origin != "by-dialect" else None
    elsewhere = cell.elsewhere
    works = isinstance(cell.marks.worst, Works)
    denied = seen is not None and any(name.endswith(f"/{_DENIES}") for name in seen.failing)
    if seen and claim in ("yes", "partly") and denied:
        yield f"The provider declares {claim!r}, but its {seen.origin} answers do not show the capability."
    if seen and claim == "no" and works:
        yield f"The provider declares 'no', but its {seen.origin} answers show the capability."
    if elsewhere and claim == "no" and elsewhere.borne_out:
        shown = counted(elsewhere.borne_out, "recording")
        yield f"The provider declares 'no', but the capability works in {shown} by other people."
    if elsewhere and elsewhere.otherwise and (claim == "yes" or (seen and not denied)):
        of = elsewhere.borne_out + elsewhere.otherwise
        yield f"In {elsewhere.otherwise} of {counted(of, 'recording')} by other people, the capability does not work."
    if seen and elsewhere and denied and elsewhere.borne_out:
        shown = counted(elsewhere.borne_out, "recording")
        answers = f"the provider's {seen.origin} answers"
        yield f"The capability works in {shown} by other people, but {answers} do not show it."
    if seen and works and cell.handled and isinstance(cell.handled.marks.worst, Broken | Unsupported):
        yield "The capability works with the provider, but not with the adapter."
