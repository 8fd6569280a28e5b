"""Reports of drift: as text, as JSON, and as markdown for a pull request."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from conformance.drift.change import WEIGHTS, Change, Drift, NotLookedAt
from conformance.plural import counted
from conformance.report.canonical import indented

_HEAD = ("| place | change | cause | related rules and fields | capabilities |", "|---|---|---|---|---|")
_BEHIND = ("SDK is behind",)
_CASSETTE = re.compile("([^/ ]+/[^/ ]+)/([^/ ]+/(?:plain|stream))")


def to_json(drift: Drift) -> str:
    """Return the drift as JSON."""
    cassettes = [str(name) for name in drift.compared]
    new = [str(name) for name in drift.new]
    return indented({**msgspec.to_builtins(drift), "compared": cassettes, "new": new, "moved": drift.moved})


def to_text(drift: Drift) -> str:
    """Return the drift as text: the changes, the keys that the SDK's types lack, the new cases, and everything that was
    not compared.
    """
    moved, behind = _apart(drift)
    lines = [_summary(drift, moved)]
    for change in moved:
        lines.append(
            f"{change.weight}, {' and '.join(change.movers)}: {_place(change)}: {change.description}{_shown(change)}"
        )
        lines += [f"  related rules and fields: {', '.join(change.rules)}"] if change.rules else []
        lines += [f"  capabilities that may change: {', '.join(change.cells)}"] if change.cells else []
    lines += [f"SDK is behind: {line}" for line in _grouped(behind)]
    lines += [f"new: {line}" for line in _new(drift)]
    lines += [f"not compared: {what}: {why}" for what, why in _together(drift.not_looked_at)]
    return "\n".join(lines) + "\n"


def to_markdown(drift: Drift) -> str:
    """Return the drift as markdown for a pull request."""
    moved, behind = _apart(drift)
    lines = ["## Drift", "", _summary(drift, moved)]
    for weight in WEIGHTS:
        changes = [change for change in moved if change.weight == weight]
        if changes:
            lines += [
                "",
                f"### {weight.capitalize()}",
                "",
                *_HEAD,
            ]
            lines += [
                f"| {_code(_place(change))} | {_escaped(change.description + _shown(change))} | "
                f"{', '.join(change.movers)} "
                f"| {_escaped(', '.join(change.rules))} | {_escaped(', '.join(change.cells))} |"
                for change in changes
            ]
    if behind:
        lines += [
            "",
            "### The SDK is behind",
            "",
            "The old and the new answers have these keys or types, but the SDK's types lack them:",
            "",
        ]
        lines += [f"- {_escaped(line)}" for line in _grouped(behind)]
    if drift.new:
        lines += [
            "",
            "### New",
            "",
            "No cassette of these cases is committed, so they cannot be compared:",
            "",
        ]
        lines += [f"- {_escaped(line)}" for line in _new(drift)]
    if drift.not_looked_at:
        lines += ["", "### Not compared", "", "The report has no verdict on these:", ""]
        lines += [f"- {_code(what)}: {_escaped(why)}" for what, why in _together(drift.not_looked_at)]
    return "\n".join(lines) + "\n"


def _apart(drift: Drift) -> tuple[list[Change], list[Change]]:
    moved = [change for change in drift.changes if change.movers != _BEHIND]
    return moved, [change for change in drift.changes if change.movers == _BEHIND]


def _summary(drift: Drift, moved: list[Change]) -> str:
    moves = [(weight, sum(change.weight == weight for change in moved)) for weight in WEIGHTS]
    quiet = "nothing moved" if drift.compared else "there was nothing to compare"
    moved_text = ", ".join(f"{number} {weight}" for weight, number in moves if number) or quiet
    left = f"; {len(drift.not_looked_at)} could not be compared" if drift.not_looked_at else ""
    new = f"; {len(drift.new)} new" if drift.new else ""
    return f"{counted(len(drift.compared), 'cassette')} compared: {moved_text}{new}{left}."


def _new(drift: Drift) -> Iterator[str]:
    """Yield a line for each dialect with new cases."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in drift.new:
        groups[f"{name.provider}/{name.dialect}"].append(f"{name.scenario}/{name.mode}")
    for home, cases in groups.items():
        yield f"{home}, {counted(len(cases), 'cassette')}: {', '.join(cases)}"


def _grouped(behind: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each key that the SDK's types lack, and for each type of a value that they do not allow.

    If a key has the same difference at several paths, its line names only the first path, and the number of the other
    paths.
    """
    places: dict[tuple[str, str, str, str], list[Change]] = {}
    for change in behind:
        key = change.pointer.rpartition("/")[2]
        places.setdefault((change.provider, change.dialect, key, change.description), []).append(change)
    for (provider, dialect, _, message), changes in places.items():
        more = f", and {counted(len(changes) - 1, 'place')} more" if len(changes) > 1 else ""
        yield f"{provider}/{dialect} {changes[0].mode} {changes[0].pointer}{more}: {message}"


def _together(left: Iterable[NotLookedAt]) -> Iterator[tuple[str, str]]:
    """Yield pairs: something that could not be compared, and the reason.

    Cassettes of the same dialect that have the same reason share a pair.
    """
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entry in left:
        what = " ".join(entry.what.split())  # a file's name may have line breaks
        cassette = _CASSETTE.fullmatch(what)
        home, case = cassette.groups() if cassette else (what, "")
        groups[home, entry.why].append(case)
    for (home, why), cases in groups.items():
        if len(cases) > 1:
            yield f"{home}, {len(cases)} cassettes", f"{why}: {', '.join(cases)}"
        else:
            yield f"{home}/{cases[0]}".removesuffix("/"), why


def _place(change: Change) -> str:
    return f"{change.provider}/{change.dialect} {change.mode}{' ' if change.pointer else ''}{change.pointer}"


def _shown(change: Change) -> str:
    return f" ({change.example})" if change.example else ""


def _code(text: str) -> str:
    return f"`{text.replace('|', '&#124;').replace('`', '')}`"


def _escaped(text: str) -> str:
    return "".join(
        f"\\{character}" if character in "\\`*_{}[]<>|" else character for character in " ".join(text.split())
    )
