"""Badges: what was counted of a provider or an adapter, in a few words, as a picture and for shields.io.

A badge counts capabilities of dialects, never an average of them, and what was declined is not among what passed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.judge.result import Results
from conformance.recording.text_answers import TEXT
from conformance.report.adapters import Judged, Library
from conformance.report.adapters import Verdict as Handled
from conformance.report.canonical import indented
from conformance.report.matrix import Cell, Matrix, Verdict
from conformance.report.under_test import under_test
from conformance.report.words import counted

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
"""Pixels for a character, about what Verdana takes at 11 pixels; the text is fitted to what comes of it."""


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """A few words on two fields."""

    label: str
    message: str
    color: str
    """Six hexadecimal digits, without the #."""
    told: str
    """The same as a sentence, for whoever hears it."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What shields.io's endpoint badges read, and no key beside."""

    label: str
    message: str
    color: str
    schema_version: int = 1


def of_provider(matrix: Matrix) -> Badge:
    """Of the provider, or of one dialect of it, whose columns alone the matrix has."""
    cells = [cell for row in matrix.played for cell in row.cells if cell.evidence]
    seen = Counter(_SEEN[verdict] for verdict, weak in map(_shown, cells) if not weak and verdict in _SEEN)
    observed = sum(not weak for _, weak in map(_shown, cells))
    documented = sum(cell.evidence.origin == "documented" for cell in cells if cell.evidence)
    lent = sum(cell.evidence.origin == "by-dialect" for cell in cells if cell.evidence)
    elsewhere = sum(cell.elsewhere is not None and cell.elsewhere.borne_out > 0 for cell in cells)
    parts = [*_counted(seen, _SEEN.values())]
    weak = {"documented only": documented, "by dialect only": lent}
    for words, number in weak.items():
        if number:
            parts.append(f"{number if parts else counted(number, 'capability', 'capabilities')} {words}")
    parts += [f"{elsewhere} seen elsewhere"] if elsewhere and not observed else []
    color = _color(seen, {"fail"}, {"warn", "undecided"}) if observed else _GREY
    origins = sorted({cell.evidence.origin for cell in cells if cell.evidence})
    oldest = min((cell.evidence.date for cell in cells if cell.evidence), default="")
    titles = " and ".join(dict.fromkeys(column.title for column in matrix.columns))
    dialects = ", ".join(column.dialect for column in matrix.columns)
    told = (
        f"{titles}, {dialects}: {observed} of {counted(len(cells), 'capability', 'capabilities')} observed. "
        f"{'; '.join(parts) or 'Nothing was looked at'}. Evidence: {', '.join(origins) or 'none'}; the oldest of "
        f"{oldest or 'no day'}. What is documented or by dialect is not observed."
    )
    return Badge(label=f"{_SUBJECT} · {titles}", message=", ".join(parts) or "nothing recorded", color=color, told=told)


def _shown(cell: Cell) -> tuple[Verdict, bool]:
    """What its evidence shows, and whether that was not observed."""
    assert cell.evidence is not None
    return cell.evidence.verdict, cell.evidence.origin in _WEAK


def of_library(library: Library) -> Badge:
    """Of a library whose results are kept."""
    outdated = any(not one.is_current for one in library.judged)
    return _of_adapter(f"{library.name} {library.version}", library.judged, outdated=outdated)


def of_results(results: Results) -> Badge:
    """Of the adapter under test: what is played by dialect is not counted, and calls in text only where that is all."""
    own = tuple(result for result in results.results if result.origin != "by-dialect")
    judged = under_test(msgspec.structs.replace(results, results=own))
    spoken = tuple(one for one in judged if one.provider != TEXT)
    return _of_adapter(results.adapter, spoken or judged, outdated=False)


def _of_adapter(name: str, judged: tuple[Judged, ...], *, outdated: bool) -> Badge:
    found = Counter(word for one in judged for word in _did(one))
    parts = _counted(found, _DID.values())
    told = (
        f"{name}, with {_with(judged)}: {'; '.join(parts) or 'nothing was judged'}. "
        f"What is declined, or was in part, is not passed."
        f"{' Outdated: cassettes or scenarios have changed since.' if outdated else ''}"
    )
    doubtful = {"warn", "undecided", _DID["in part"], "declined"}
    return Badge(
        label=f"{_SUBJECT} · {name}",
        message=("outdated: " if outdated else "") + (", ".join(parts) or "nothing judged"),
        color=_GREY if outdated else _color(found, {"wrong in silence", "raise"}, doubtful),
        told=told,
    )


def _with(judged: tuple[Judged, ...]) -> str:
    """What an adapter was asked for."""
    in_text = [one.provider == TEXT for one in judged]
    asked = {"providers' dialects": not all(in_text), "calls in text": any(in_text)}
    return " and ".join(what for what, was in asked.items() if was) or "nothing"


def _did(judged: Judged) -> Iterator[str]:
    """What was done with each capability; a part of it may have been declined, and the rest passed."""
    for capability, verdict in judged.capabilities.items():
        yield _DID["in part" if capability in judged.in_part else verdict]


def _counted(found: Counter[str], words: Iterable[str]) -> list[str]:
    """What was found, the first with how many there are in all."""
    there = [word for word in words if found[word]]
    of = dict.fromkeys(there, "") | {
        word: f" of {counted(found.total(), 'capability', 'capabilities')}" for word in there[:1]
    }
    return [f"{found[word]}{of[word]} {word}" for word in there]


def _color(found: Counter[str], bad: set[str], doubtful: set[str]) -> str:
    if not found:
        return _GREY
    return _RED if found.keys() & bad else _AMBER if found.keys() & doubtful else _GREEN


def to_json(badge: Badge) -> bytes:
    """For shields.io's endpoint badges."""
    endpoint = Endpoint(label=badge.label, message=badge.message, color=badge.color)
    return indented(msgspec.to_builtins(endpoint)).encode()


def to_svg(badge: Badge) -> bytes:
    """A picture that needs nothing but itself: no font, no script, no address."""
    fields = [_Field(text=_plain(text)) for text in (badge.label, badge.message)]
    template = _environment().get_template("badge.svg.jinja")
    told = _plain(badge.told)
    return template.render(told=told, fields=fields, color=badge.color, height=_HEIGHT, margin=_MARGIN).encode()


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
    """Text that may hold anything, as XML can say it and nobody is led astray by it."""
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)
