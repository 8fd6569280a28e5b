"""Badges: counts of verdicts on a provider or an adapter, as a picture and for shields.io.

A badge counts capabilities of dialects and never averages them. What an adapter declined does not count as passed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.judge.result import Results
from conformance.judge.subject import Dialect, TextFormat
from conformance.report.adapters import Judged, Library, summarise_all
from conformance.report.adapters import Verdict as Handled
from conformance.report.canonical import indented
from conformance.report.matrix import Cell, Matrix, Verdict
from conformance.report.plural import counted

_SUBJECT: Final = "tool calling"
_GREEN, _AMBER, _RED, _GREY = "1a7f37", "9a6700", "cf222e", "57606a"  # white on each has a contrast of 4.5 or more
_SEEN: Final[dict[Verdict, str]] = {"pass": "pass", "fail": "fail", "warn": "warn", "undecided": "undecided"}
_DID: Final[dict[Handled | Literal["in part"], str]] = {
    "pass": "pass",
    "in part": "declined in part",
    "warn": "warn",
    "silent": "wrong in silence",
    "raised": "raise",
    "undecided": "undecided",
    "declined": "declined",
}
_WEAK: Final = ("documented", "by-dialect")
_HEIGHT: Final = 20
_MARGIN: Final = 6
_WIDE: Final = 6.6
"""Pixels of a character, about the width of Verdana at 11 pixels; the text is fitted to the sum."""


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """A few words on two fields."""

    label: str
    message: str
    color: str
    """Six hexadecimal digits, without the #."""
    sentence: str
    """The same as a sentence, for screen readers."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The JSON that shields.io's endpoint badges read; they allow no other key."""

    label: str
    message: str
    color: str
    schema_version: int = 1


def of_provider(matrix: Matrix) -> Badge:
    """Return the badge of a provider, or of one dialect of it. The matrix has only the columns of that."""
    cells = [cell for row in matrix.played for cell in row.cells if cell.evidence]
    seen = Counter(_SEEN[verdict] for verdict, weak in map(_shown, cells) if not weak and verdict in _SEEN)
    observed = sum(not weak for _, weak in map(_shown, cells))
    documented = sum(cell.evidence.origin == "documented" for cell in cells if cell.evidence)
    lent = sum(cell.evidence.origin == "by-dialect" for cell in cells if cell.evidence)
    elsewhere = sum(cell.elsewhere is not None and cell.elsewhere.borne_out > 0 for cell in cells)
    parts = [*_counted(seen, _SEEN.values())]
    weak = {"documented only": documented, "by dialect only": lent}
    for origin, number in weak.items():
        if number:
            parts.append(f"{number if parts else counted(number, 'capability', 'capabilities')} {origin}")
    parts += [f"{elsewhere} seen elsewhere"] if elsewhere and not observed else []
    color = _color(seen, {"fail"}, {"warn", "undecided"}) if observed else _GREY
    origins = sorted({cell.evidence.origin for cell in cells if cell.evidence})
    oldest = min((cell.evidence.date for cell in cells if cell.evidence), default="")
    titles = " and ".join(dict.fromkeys(column.title for column in matrix.columns))
    dialects = ", ".join(column.dialect for column in matrix.columns)
    sentence = (
        f"{titles}, {dialects}: {observed} of {counted(len(cells), 'capability', 'capabilities')} observed. "
        f"{'; '.join(parts) or 'Nothing was looked at'}. Evidence: {', '.join(origins) or 'none'}; the oldest of "
        f"{oldest or 'no day'}. What is documented or by dialect is not observed."
    )
    message = ", ".join(parts) or "nothing recorded"
    return Badge(label=f"{_SUBJECT} · {titles}", message=message, color=color, sentence=sentence)


def _shown(cell: Cell) -> tuple[Verdict, bool]:
    """Return the verdict of a cell's evidence, and True if the evidence was not observed."""
    assert cell.evidence is not None
    return cell.evidence.verdict, cell.evidence.origin in _WEAK


def of_library(library: Library) -> Badge:
    """Return the badge of a library whose results are kept."""
    outdated = any(not judged.is_current for judged in library.judged)
    return _of_adapter(f"{library.name} {library.version}", library.judged, outdated=outdated)


def of_results(results: Results) -> Badge:
    """Return the badge of the adapter under test.

    Cases that are played by dialect do not count; calls in text count only if there is nothing else.
    """
    own = tuple(result for result in results.results if result.origin != "by-dialect")
    all_judged = summarise_all(msgspec.structs.replace(results, results=own))
    spoken = tuple(judged for judged in all_judged if isinstance(judged.subject, Dialect))
    return _of_adapter(results.adapter, spoken or all_judged, outdated=False)


def _of_adapter(name: str, all_judged: tuple[Judged, ...], *, outdated: bool) -> Badge:
    counts = Counter(verdict for judged in all_judged for verdict in _verdicts(judged))
    parts = _counted(counts, _DID.values())
    sentence = (
        f"{name}, with {_subjects(all_judged)}: {'; '.join(parts) or 'nothing was judged'}. "
        f"What is declined, or was in part, is not passed."
        f"{' Outdated: cassettes or scenarios have changed since.' if outdated else ''}"
    )
    doubtful = {"warn", "undecided", _DID["in part"], "declined"}
    return Badge(
        label=f"{_SUBJECT} · {name}",
        message=("outdated: " if outdated else "") + (", ".join(parts) or "nothing judged"),
        color=_GREY if outdated else _color(counts, {"wrong in silence", "raise"}, doubtful),
        sentence=sentence,
    )


def _subjects(all_judged: tuple[Judged, ...]) -> str:
    """Return the subjects that an adapter was judged with, in words."""
    in_text = [isinstance(judged.subject, TextFormat) for judged in all_judged]
    asked = {"providers' dialects": not all(in_text), "calls in text": any(in_text)}
    return " and ".join(subject for subject, is_asked in asked.items() if is_asked) or "nothing"


def _verdicts(judged: Judged) -> Iterator[str]:
    """Yield the verdict on each capability in words; an adapter may decline a part of it and pass the rest."""
    for capability, verdict in judged.capabilities.items():
        yield _DID["in part" if capability in judged.in_part else verdict]


def _counted(counts: Counter[str], verdicts: Iterable[str]) -> list[str]:
    """Return each verdict that occurs with its number, the first with the total too."""
    occurring = [verdict for verdict in verdicts if counts[verdict]]
    of = dict.fromkeys(occurring, "") | {
        verdict: f" of {counted(counts.total(), 'capability', 'capabilities')}" for verdict in occurring[:1]
    }
    return [f"{counts[verdict]}{of[verdict]} {verdict}" for verdict in occurring]


def _color(counts: Counter[str], bad: set[str], doubtful: set[str]) -> str:
    if not counts:
        return _GREY
    return _RED if counts.keys() & bad else _AMBER if counts.keys() & doubtful else _GREEN


def to_json(badge: Badge) -> bytes:
    """Return the badge as JSON for shields.io."""
    endpoint = Endpoint(label=badge.label, message=badge.message, color=badge.color)
    return indented(msgspec.to_builtins(endpoint)).encode()


def to_svg(badge: Badge) -> bytes:
    """Return the badge as an SVG without fonts, scripts or addresses."""
    fields = [_Field(text=_plain(text)) for text in (badge.label, badge.message)]
    template = _environment().get_template("badge.svg.jinja")
    sentence = _plain(badge.sentence)
    return template.render(sentence=sentence, fields=fields, color=badge.color, height=_HEIGHT, margin=_MARGIN).encode()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("conformance.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )


class _Field(msgspec.Struct, frozen=True):
    text: str

    @property
    def room(self) -> int:
        """Pixels that the text is fitted to."""
        return round(len(self.text) * _WIDE)

    @property
    def width(self) -> int:
        return self.room + 2 * _MARGIN


def _plain(text: str) -> str:
    """Return a text without the characters that XML forbids or that are invisible."""
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)
