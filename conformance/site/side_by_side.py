"""Two texts side by side, line by line. Differences are marked, and long runs of equal lines are left out."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Final

from markupsafe import Markup

from conformance.judge.wording import apart
from conformance.report.aligned import aligned
from conformance.site.text import visible

_AROUND: Final = 2
"""The number of equal lines that are shown before and after a difference."""
_WIDE: Final = 240
"""The maximum number of characters of a line that are shown. A longer line is cut so that its difference is visible."""
_BEFORE: Final = 60
_MOST: Final = 400
"""The maximum number of lines that are compared. The rest of a longer text is ignored."""


def side_by_side(expected: str, actual: str) -> tuple[Markup, Markup]:
    """Return both texts as HTML, with their differences marked.

    JSON is written in several lines, with the keys in the same order in both texts.
    """
    left, right = (lines[:_MOST] for lines in aligned(expected, actual))
    expected_side, actual_side = _Side(), _Side()
    for kind, n, end, m, stop in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            expected_side.alike(left[n:end], first=n == 0, last=end == len(left))
            actual_side.alike(right[m:stop], first=m == 0, last=stop == len(right))
        else:
            expected_side.differ(left[n:end], right[m:stop])
            actual_side.differ(right[m:stop], left[n:end])
    return expected_side.markup, actual_side.markup


class _Side:
    """The lines of one of the two texts."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def markup(self) -> Markup:
        """The lines of the text as HTML."""
        return Markup("\n".join(self._lines))  # noqa: S704 - every line was escaped

    def alike(self, lines: Sequence[str], *, first: bool, last: bool) -> None:
        """Add lines that are equal in both texts. ``first``, ``last``: True if they are the first or last lines.

        If there are many, add only the lines next to a difference, and the number of lines left out.
        """
        before = 0 if first else _AROUND
        after = 0 if last else _AROUND
        left = len(lines) - before - after
        if left <= 1:
            self._lines += map(_escaped, map(_cut, lines))
            return
        self._lines += map(_escaped, map(_cut, lines[:before]))
        self._lines.append(f'<span class="muted">⋯ {left} lines alike</span>')
        self._lines += map(_escaped, map(_cut, lines[len(lines) - after :]))

    def differ(self, lines: Sequence[str], others: Sequence[str]) -> None:
        """Add lines that differ from the lines of the other text."""
        for n, line in enumerate(lines):
            self._lines.append(_marked(line, others[n] if len(lines) == len(others) else ""))


def _marked(line: str, other: str) -> str:
    """Return a line as HTML, in which everything from the first to the last character that differs is marked.

    A long line is cut around the first difference. If ``other`` is "", the whole line differs.
    """
    margin = len(line) - len(line.lstrip()) if not other else 0
    start = apart(line, other) if other else margin
    tail = apart(line[start:][::-1], other[start:][::-1]) if other else 0
    end = len(line) - tail
    shown_from = max(0, start - _BEFORE) if len(line) > _WIDE else 0
    shown_to = min(len(line), max(end, start) + _BEFORE, shown_from + _WIDE) if len(line) > _WIDE else len(line)
    end = min(end, shown_to)
    before, different, behind = line[shown_from:start], line[start:end], line[end:shown_to]
    mark = f"<mark>{_escaped(different)}</mark>" if different else ""
    return (
        f"{'… ' if shown_from else ''}{_escaped(before)}{mark}{_escaped(behind)}{' …' if shown_to < len(line) else ''}"
    )


def _cut(line: str) -> str:
    return line if len(line) <= _WIDE else f"{line[:_WIDE]} …"


def _escaped(text: str) -> str:
    return escape(visible(text), quote=False)
