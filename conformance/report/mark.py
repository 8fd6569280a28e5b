"""Marks: the signs in the cells of tables. All tables, files and pages get their marks from this module.

A mark summarises the cases of a cell. The verdicts on the cases decide the sign. Their evidence decides the notation
around the sign: none for recorded evidence, ``°`` for surveyed evidence, brackets for documented evidence, and ``≈``
for inferred evidence.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from conformance.judge.effect import COSTS_NOTHING
from conformance.judge.origin import Origin
from conformance.judge.result import Result, standing
from conformance.plural import counted
from conformance.scenarios import Mode
from toolwire.providers import Declared

Ink = Literal["recorded", "surveyed", "documented", "inferred"]
"""The evidence of a mark. The strongest evidence comes first.

``recorded``: the bytes of an answer. ``surveyed``: other people's public recordings. ``documented``: the vendor's
documentation. ``inferred``: the exchanges of the dialect's owner, with the provider's known differences.
"""
INKS: Final[tuple[Ink, ...]] = get_args(Ink)
INK_OF: Final[dict[Origin, Ink]] = {
    "recorded": "recorded",
    "recorded-local": "recorded",
    "imported": "recorded",
    "documented": "documented",
    "by-dialect": "inferred",
}
_OBSERVED: Final[tuple[Ink, ...]] = ("recorded", "surveyed")
Verdict = Literal["pass", "warn", "form", "silent", "raised", "declined", "undecided"]
"""The verdict on a case.

``pass``: it works. ``warn``: it only deviates in form, or breaks a SHOULD. ``form``: it deviates in form, and known
clients break on this form. ``silent``: it fails, and the user gets no error. ``raised``: it fails, and the user gets an
error. ``declined``: the adapter declined it, or nothing happened that the case is about. ``undecided``: nobody knows
whether it works.
"""
WORST: Final[tuple[Verdict, ...]] = ("silent", "raised", "declined", "undecided", "form", "warn", "pass")
"""The verdicts, the worst verdict first."""
_VERDICTS: Final[dict[str, Verdict]] = {
    "pass": "pass",
    "warn": "warn",
    "error": "undecided",
    "unsupported": "declined",
    "not-observed": "undecided",
}
_FAILS: Final[tuple[Verdict, ...]] = ("silent", "raised")
_WORKS: Final[tuple[Verdict, ...]] = ("pass", "warn", "form")


class Works(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="mark", tag="works"):
    """The mark of a cell where every case works."""

    evidence: Ink
    deviations: int = 0
    """The number of cases that only deviate in form or break a SHOULD. Tables show it in superscript."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """An empty tuple, because a cell where every case works needs no reasons."""
        return ()


class WorksExcept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="mark", tag="works-except"):
    """The mark of a cell where some cases work, and other cases do not."""

    evidence: Ink
    reasons: tuple[str, ...]
    """The exceptions, such as "call-single fails"."""
    deviations: int = 0
    """The number of cases that only deviate in form or break a SHOULD. Tables show it in superscript."""


class Broken(msgspec.Struct, frozen=True, kw_only=True, tag_field="mark", tag="broken"):
    """The mark of a cell where no case works. Observed answers show the failures."""

    evidence: Ink
    reasons: tuple[str, ...]


class Unsupported(msgspec.Struct, frozen=True, kw_only=True, tag_field="mark", tag="unsupported"):
    """The mark of a capability that is not offered: the dialect cannot express it, or the provider or adapter declines
    it.
    """

    evidence: Ink
    reasons: tuple[str, ...]


class Unknown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="mark", tag="unknown"):
    """The mark of a cell if nobody knows whether the capability works, because nothing was tried or observed.

    A cell also gets this mark if documented or inferred answers fail, because nobody has observed such a failure.
    """

    reasons: tuple[str, ...] = ()

    @property
    def evidence(self) -> None:
        """The value None, because an unknown cell has no evidence."""
        return


Mark: TypeAlias = Works | WorksExcept | Broken | Unsupported | Unknown
Kind = Literal["works", "works-except", "broken", "unsupported", "unknown"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
UNKNOWN: Final = Unknown()
_WORST_MARK: Final[tuple[Kind, ...]] = ("broken", "works-except", "unsupported", "unknown", "works")
WORDS: Final[dict[Kind, str]] = {
    "works": "works",
    "works-except": "works with exceptions",
    "broken": "broken",
    "unsupported": "not supported",
    "unknown": "nobody knows",
}
SIGNS: Final[dict[Kind, str]] = {
    "works": "✓",
    "works-except": "±",
    "broken": "✗",
    "unsupported": "–",
    "unknown": "?",
}
_INKED: Final[dict[Ink, str]] = {"recorded": "{}", "surveyed": "{}°", "documented": "({})", "inferred": "≈{}"}
LEGEND: Final = (
    "✓ works  ± works, with exceptions  ✗ broken  – not supported  ? nobody knows",
    "✓ recorded  ✓° seen in public recordings  (✓) documented, not observed  ≈✓ inferred from the dialect's owner",
    "✓/? plain/streamed, where they differ  ✓² works; 2 cases deviate in form only or break a SHOULD",
)
"""The legend of tables: lines that explain the signs, the notation of evidence, and the additions to a sign."""
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def kind(mark: Mark) -> Kind:
    """Return the name of a mark, as published documents spell it."""
    match mark:
        case Works():
            return "works"
        case WorksExcept():
            return "works-except"
        case Broken():
            return "broken"
        case Unsupported():
            return "unsupported"
        case Unknown():
            return "unknown"


def is_observed(mark: Mark) -> bool:
    """Return whether the evidence of a mark is observed answers, which were recorded or surveyed."""
    return mark.evidence in _OBSERVED


def deviations(mark: Mark) -> int:
    """Return the number of cases that only deviate in form or break a SHOULD. 0 for a mark that counts no cases."""
    return mark.deviations if isinstance(mark, Works | WorksExcept) else 0


def bare(mark: Mark) -> str:
    """Return the sign of a mark with the notation of its evidence, such as ``(✓)`` for documented evidence."""
    shown = SIGNS[kind(mark)]
    return _INKED[mark.evidence].format(shown) if mark.evidence else shown


def tally(cells: Iterable["Marks"]) -> dict[str, int]:
    """Return the number of cells for each sign with the notation of its evidence, such as ``(✓)``.

    The order is that of ``SIGNS``, and for each sign the strongest evidence comes first. If a cell has two marks, only
    the mark in ``Marks.worst`` counts. Cells without marks are left out.
    """
    counts = Counter(bare(cell.worst) for cell in cells if cell.modes)
    order = [SIGNS["unknown"], *(_INKED[ink].format(shown) for shown in SIGNS.values() for ink in INKS)]
    return {shown: counts[shown] for shown in (*order[1:], order[0]) if shown in counts}


def words(mark: Mark) -> str:
    """Return a mark in words, with its evidence, its reasons, and the number of its deviations."""
    named = WORDS[kind(mark)]
    reasons = "; ".join(mark.reasons)
    parts = [f"{named}: {reasons}" if reasons else named]
    parts += [mark.evidence] if mark.evidence else []
    number = deviations(mark)
    parts += [f"a deviation of form or a broken SHOULD in {counted(number, 'case')}"] if number else []
    return ", ".join(parts)


class Marks(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The marks of a cell, for plain and for streamed answers.

    A mark is None if no scenario of the capability is played in this mode.
    """

    plain: Mark | None = None
    stream: Mark | None = None

    @property
    def modes(self) -> dict[Mode, Mark]:
        """The marks that are not None, by mode."""
        both: dict[Mode, Mark | None] = {"plain": self.plain, "stream": self.stream}
        return {mode: mark for mode, mark in both.items() if mark is not None}

    @property
    def shown(self) -> tuple[Mark, ...]:
        """The marks that a table shows: both marks if they differ, otherwise only the worse mark."""
        if len({bare(mark) for mark in self.modes.values()}) > 1:
            return tuple(self.modes.values())
        return (self.worst,) if self.modes else ()

    @property
    def worst(self) -> Mark:
        """The worse mark of the two modes. ``UNKNOWN`` if no mode has a mark."""
        return min(self.modes.values(), key=lambda mark: _WORST_MARK.index(kind(mark)), default=UNKNOWN)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The names of the marks of all modes, each name once."""
        return tuple(dict.fromkeys(map(kind, self.modes.values())))

    @property
    def inks(self) -> tuple[Ink, ...]:
        """The evidence of the marks in both modes, each kind once."""
        return tuple(dict.fromkeys(mark.evidence for mark in self.modes.values() if mark.evidence))

    @property
    def deviations(self) -> int:
        """The number of cases that only deviate in form or break a SHOULD, in both modes together."""
        return sum(map(deviations, self.modes.values()))

    @property
    def bare(self) -> str:
        """The signs of the marks, such as ``✓/✗``. "" if no scenario tests the capability."""
        return "/".join(map(bare, self.shown))

    @property
    def sign(self) -> str:
        """The marks as text, with the number of deviations in superscript."""
        return f"{self.bare}{str(self.deviations).translate(_RAISED) if self.deviations else ''}"

    @property
    def words(self) -> str:
        """The marks in words: "plain: ...; streamed: ..." if they differ, otherwise only once.

        "no scenario tests it" if no mode has a mark.
        """
        modes = {mode: words(mark) for mode, mark in self.modes.items()}
        alike = dict.fromkeys(modes.values())
        if len(alike) > 1:
            return f"plain: {modes['plain']}; streamed: {modes['stream']}"
        return next(iter(alike), "no scenario tests it")

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of the marks in both modes, each reason once."""
        return tuple(dict.fromkeys(reason for mark in self.modes.values() for reason in mark.reasons))

    @property
    def is_known(self) -> bool:
        """True if the mark of any mode is known, or is unknown for a stated reason."""
        return any(mark != UNKNOWN for mark in self.modes.values())


NOTHING: Final = Marks()


def verdict(results: list[Result]) -> Verdict | None:
    """Return the verdict on a case from the results of a party: the provider or the adapter. None if no check applied.

    It is the worst verdict of any result, with three exceptions. If any failure gave an error, the verdict is
    ``raised``, even if other checks failed silently. A declined part of the case counts only if nothing else was
    judged. If the exchange that the case is about did not happen, the verdict is ``declined`` or worse, even if all
    checks passed.
    """
    decides, unexercised = standing(results)
    verdicts = {found for result in decides if (found := _of_result(result)) is not None}
    if unexercised:
        verdicts.add("declined")
    if "raised" in verdicts:
        return "raised"
    return worst(verdicts) if verdicts else None


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst verdict, in the order of ``WORST``. ``verdicts`` must not be empty."""
    return min(verdicts, key=WORST.index)


def _of_result(result: Result) -> Verdict | None:
    if result.outcome != "fail":
        return _VERDICTS.get(result.outcome)
    effects = {finding.effect for finding in result.findings if finding.level == "MUST"}
    if effects and effects <= COSTS_NOTHING:
        return "form"
    return "silent" if result.silent else "raised"


def of_cases(cases: Mapping[str, Verdict], evidence: Ink, beside: Mapping[str, str] | None = None) -> Mark:
    """Return the mark of the cases of a mode.

    ``cases``: the verdicts by scenario. ``evidence``: the evidence of all these cases. ``beside``: the reasons why
    other scenarios are not played, by scenario.

    If any case works, the mark is ``Works``, or ``WorksExcept`` if there are exceptions. If no case works, it is
    ``Broken`` if observed answers fail, and ``Unsupported`` if all cases are declined or not played. Otherwise it is
    ``Unknown``, also if documented or inferred answers fail, because nobody has observed such a failure.
    """
    observed = evidence in _OBSERVED
    failing = [name for name, found in cases.items() if found in _FAILS]
    exceptions = (
        *(f"{name} fails" for name in failing if observed),
        *(f"{name} has a form on which clients break" for name, found in cases.items() if found == "form" and observed),
        *(f"{name} is declined" for name, found in cases.items() if found == "declined"),
        *(f"{name} {why}" for name, why in (beside or {}).items()),
        *(f"{name} is undecided" for name, found in cases.items() if found == "undecided"),
        *(f"{name} fails, {evidence} and not observed" for name in failing if not observed),
    )
    if any(found in _WORKS for found in cases.values()):
        number = sum(found == "warn" or (found == "form" and not observed) for found in cases.values())
        if exceptions:
            return WorksExcept(evidence=evidence, reasons=exceptions, deviations=number)
        return Works(evidence=evidence, deviations=number)
    if failing and observed:
        return Broken(evidence=evidence, reasons=exceptions)
    if "undecided" in cases.values() or failing or not exceptions:
        return Unknown(reasons=exceptions) if exceptions else UNKNOWN
    return Unsupported(evidence=evidence, reasons=exceptions)


def of_text(cases: Mapping[str, Verdict], beside: Mapping[str, str]) -> Mark:
    """Return the mark of a text format in a mode, from the verdicts on the adapter's cases. ``beside``: as for
    ``of_cases``.

    If the format works or the adapter has no cases, the evidence is ``documented``, because the texts come from
    documentation, and no model wrote them. Any other known mark is a fact about the adapter, so its evidence is
    ``recorded``.
    """
    match found := of_cases(cases, "recorded", beside):
        case Works() | WorksExcept():
            return msgspec.structs.replace(found, evidence="documented")
        case Unsupported() if not cases:
            return msgspec.structs.replace(found, evidence="documented")
        case _:
            return found


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about a provider's capability in one mode."""

    cases: dict[Ink, dict[str, Verdict]]
    """The verdicts on the provider's answers, by evidence and scenario."""
    beside: dict[str, str] = {}
    """The reasons why scenarios are not played, by scenario."""
    waiting: bool = False
    """True if at least one scenario of the capability can be played in this mode: it is not in ``beside``."""
    borne_out: int = 0
    """The number of exchanges in public recordings in which the capability works."""
    otherwise: int = 0
    """The number of exchanges in public recordings in which the capability does not work."""
    claim: Declared | None = None


def of_provider(known: Known) -> Mark:
    """Return the mark of a provider's capability from the strongest evidence.

    Weaker evidence counts only if all stronger evidence leaves the mark unknown.
    """
    marks = tuple(_candidates(known))
    shown = next((mark for mark in marks if not isinstance(mark, Unknown)), None)
    return shown or next((mark for mark in marks if mark.reasons), UNKNOWN)


def _candidates(known: Known) -> Iterator[Mark]:
    if known.cases.get("recorded"):
        yield of_cases(known.cases["recorded"], "recorded", known.beside)
    if known.borne_out or known.otherwise:
        yield _of_survey(known.borne_out, known.otherwise)
    if known.cases.get("documented"):
        yield of_cases(known.cases["documented"], "documented", known.beside)
    elif known.beside and not known.waiting and not any(known.cases.values()):
        yield of_cases({}, "documented", known.beside)
    elif known.claim is not None:
        yield _of_claim(known.claim)
    if known.cases.get("inferred"):
        yield of_cases(known.cases["inferred"], "inferred", known.beside)


def _of_survey(borne_out: int, otherwise: int) -> Mark:
    contrary = (f"{otherwise} of {borne_out + otherwise} public exchanges show the contrary",)
    if not otherwise:
        return Works(evidence="surveyed")
    if borne_out:
        return WorksExcept(evidence="surveyed", reasons=contrary)
    return Broken(evidence="surveyed", reasons=contrary)


def _of_claim(claim: Declared) -> Mark:
    match claim.claim:
        case "yes":
            return Works(evidence="documented")
        case "partly":
            return WorksExcept(
                evidence="documented", reasons=(claim.note or "the provider states that it supports a part of this",)
            )
        case "no":
            return Unsupported(
                evidence="documented", reasons=(claim.note or "the provider states that it does not support this",)
            )
        case "unpublished":
            return UNKNOWN


def of_case(results: list[Result]) -> Mark:
    """Return the mark of a case from the results of a party. Results of an adapter always count as observed.

    Return ``UNKNOWN`` if no check applied.
    """
    found = verdict(results)
    if found is None:
        return UNKNOWN
    first = results[0]
    return of_cases({first.scenario: found}, "recorded" if first.party == "adapter" else INK_OF[first.origin])
