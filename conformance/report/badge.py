"""Badges: a badge counts the marks of a provider or of an adapter. It is an SVG picture, or JSON for shields.io.

A badge counts the capabilities in each dialect, and shows no average. If plain and streamed answers have different
marks, the worse mark counts.
"""

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from conformance.judge.result import Results
from conformance.judge.subject import Dialect, TextFormat
from conformance.plural import counted
from conformance.report.adapters import Judged, Library, summarise_all
from conformance.report.canonical import indented
from conformance.report.mark import Kind, is_observed, kind
from conformance.report.matrix import Matrix

if TYPE_CHECKING:
    from jinja2 import Environment

_SUBJECT: Final = "tool calling"
_GREEN, _AMBER, _RED, _GREY = "1a7f37", "9a6700", "cf222e", "57606a"  # white text on each has a contrast of 4.5 or more
_WORDS: Final[dict[Kind, str]] = {
    "works": "work",
    "works-except": "work with exceptions",
    "broken": "broken",
    "unsupported": "not supported",
    "unknown": "unknown",
}
_HEIGHT: Final = 20
_MARGIN: Final = 6
_WIDE: Final = 6.6
"""The assumed width of a character in pixels, which is taken from Verdana at 11 pixels. The SVG stretches each text to
the sum of these widths.
"""


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """A badge: a label in the left field, and a message in the right field."""

    label: str
    message: str
    color: str
    """Six hexadecimal digits, without the #."""
    sentence: str
    """The content of the badge as sentences, for screen readers."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The JSON for a badge of shields.io, which allows no other keys."""

    label: str
    message: str
    color: str
    schema_version: int = 1


def of_provider(matrix: Matrix) -> Badge:
    """Return the badge of a provider, or of one of its dialects.

    ``matrix``: a matrix with only the columns of this provider or dialect. The badge counts all its cells, except cells
    of capabilities without scenarios.
    """
    cells = [cell for row in matrix.played for cell in row.cells]
    marks = [cell.marks.worst for cell in cells]
    seen = Counter(_WORDS[kind(mark)] for mark in marks if is_observed(mark))
    parts = [*_counted(seen)]
    for evidence in ("documented", "inferred"):
        number = sum(mark.evidence == evidence for mark in marks)
        if number:
            named = number if parts else counted(number, "capability", "capabilities")
            parts.append(f"{named} {evidence} only")
    titles = " and ".join(dict.fromkeys(column.title for column in matrix.columns))
    dialects = ", ".join(column.dialect for column in matrix.columns)
    oldest = min((cell.evidence.date for cell in cells if cell.evidence), default="")
    sentence = (
        f"{titles}, {dialects}: {seen.total()} of {counted(len(cells), 'capability', 'capabilities')} observed. "
        f"{'; '.join(parts) or 'Nothing is known'}. Oldest evidence: {oldest or 'none'}. "
        f"Documented and inferred capabilities were not observed."
    )
    message = ", ".join(parts) or "nothing recorded"
    return Badge(label=f"{_SUBJECT} · {titles}", message=message, color=_color(seen), sentence=sentence)


def of_library(library: Library) -> Badge:
    """Return the badge of a library, from its file of verdicts."""
    outdated = any(not judged.is_current for judged in library.judged)
    return _of_adapter(f"{library.name} {library.version}", library.judged, outdated=outdated)


def of_results(results: Results) -> Badge:
    """Return the badge of the adapter under test.

    Cases that are inferred from another provider's recordings (by dialect) do not count. Calls in text count only if no
    dialect was judged.
    """
    own = tuple(result for result in results.results if result.origin != "by-dialect")
    all_judged = summarise_all(msgspec.structs.replace(results, results=own))
    spoken = tuple(judged for judged in all_judged if isinstance(judged.subject, Dialect))
    return _of_adapter(results.adapter, spoken or all_judged, outdated=False)


def _of_adapter(name: str, all_judged: tuple[Judged, ...], *, outdated: bool) -> Badge:
    counts = Counter(_WORDS[kind(marks.worst)] for judged in all_judged for marks in judged.marks.values())
    parts = _counted(counts)
    sentence = (
        f"{name}, with {_subjects(all_judged)}: {'; '.join(parts) or 'nothing was judged'}. "
        f"Unsupported capabilities count as not working."
        f"{' Outdated: cassettes or scenarios have changed since.' if outdated else ''}"
    )
    return Badge(
        label=f"{_SUBJECT} · {name}",
        message=("outdated: " if outdated else "") + (", ".join(parts) or "nothing judged"),
        color=_GREY if outdated else _color(counts),
        sentence=sentence,
    )


def _subjects(all_judged: tuple[Judged, ...]) -> str:
    """Return the kinds of subjects with which an adapter was judged, such as "providers' dialects and calls in text".

    Return "nothing" if ``all_judged`` is empty.
    """
    in_text = [isinstance(judged.subject, TextFormat) for judged in all_judged]
    asked = {"providers' dialects": not all(in_text), "calls in text": any(in_text)}
    return " and ".join(subject for subject, is_asked in asked.items() if is_asked) or "nothing"


def _counted(counts: Counter[str]) -> list[str]:
    """Return a text for each mark that occurs, with its count. Only the first text has the total count.

    For example ``["3 of 5 capabilities work", "2 broken"]``.
    """
    occurring = [words for words in _WORDS.values() if counts[words]]
    of = {words: f" of {counted(counts.total(), 'capability', 'capabilities')}" for words in occurring[:1]}
    return [f"{counts[words]}{of.get(words, '')} {words}" for words in occurring]


def _color(counts: Counter[str]) -> str:
    if not counts:
        return _GREY
    return _RED if counts[_WORDS["broken"]] else _GREEN if counts.keys() == {_WORDS["works"]} else _AMBER


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
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

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
    def text_width(self) -> int:
        """The width in pixels to which the text is stretched."""
        return round(len(self.text) * _WIDE)

    @property
    def width(self) -> int:
        return self.text_width + 2 * _MARGIN


def _plain(text: str) -> str:
    """Return a text with U+FFFD in place of each invisible character, and of each character that XML forbids."""
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)
