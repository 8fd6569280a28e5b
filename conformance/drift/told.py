"""Telling of drift: to people, to machines, and in a pull request."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from conformance.drift.change import WEIGHTS, Change, Drift, NotLookedAt
from conformance.report.canonical import indented
from conformance.report.words import counted

_HEAD = ("| where | what | who moved | touches | cells |", "|---|---|---|---|---|")
_BEHIND = ("SDK is behind",)
_CASSETTE = re.compile("([^/ ]+/[^/ ]+)/([^/ ]+/(?:plain|stream))")


def to_json(drift: Drift) -> str:
    """The drift for machines."""
    cassettes = [str(name) for name in drift.compared]
    new = [str(name) for name in drift.new]
    return indented({**msgspec.to_builtins(drift), "compared": cassettes, "new": new, "moved": drift.moved})


def to_text(drift: Drift) -> str:
    """The drift for people: what moved first, then where an SDK's types lack what was there all along."""
    moved, behind = _apart(drift)
    lines = [_summary(drift, moved)]
    for change in moved:
        lines.append(f"{change.weight}, {' and '.join(change.movers)}: {_place(change)}: {change.said}{_shown(change)}")
        lines += [f"  touches {', '.join(change.rules)}"] if change.rules else []
        lines += [f"  cells: {', '.join(change.cells)}"] if change.cells else []
    lines += [f"SDK is behind: {said}" for said in _grouped(behind)]
    lines += [f"new: {said}" for said in _new(drift)]
    lines += [f"not looked at: {what}: {why}" for what, why in _together(drift.not_looked_at)]
    return "\n".join(lines) + "\n"


def to_markdown(drift: Drift) -> str:
    """The drift for a pull request."""
    moved, behind = _apart(drift)
    lines = ["## Drift", "", _summary(drift, moved)]
    for weight in WEIGHTS:
        some = [change for change in moved if change.weight == weight]
        if some:
            lines += [
                "",
                f"### {weight.capitalize()}",
                "",
                *_HEAD,
            ]
            lines += [
                f"| {_code(_place(change))} | {_escaped(change.said + _shown(change))} | {', '.join(change.movers)} "
                f"| {_escaped(', '.join(change.rules))} | {_escaped(', '.join(change.cells))} |"
                for change in some
            ]
    if behind:
        lines += [
            "",
            "### The SDK is behind",
            "",
            "What was there and is there, and its types do not have:",
            "",
        ]
        lines += [f"- {_escaped(said)}" for said in _grouped(behind)]
    if drift.new:
        lines += [
            "",
            "### New",
            "",
            "No cassette of these cases is committed, so there is nothing to compare with:",
            "",
        ]
        lines += [f"- {_escaped(said)}" for said in _new(drift)]
    if drift.not_looked_at:
        lines += ["", "### Not looked at", "", "Nothing is said of these:", ""]
        lines += [f"- {_code(what)}: {_escaped(why)}" for what, why in _together(drift.not_looked_at)]
    return "\n".join(lines) + "\n"


def _apart(drift: Drift) -> tuple[list[Change], list[Change]]:
    moved = [change for change in drift.changes if change.movers != _BEHIND]
    return moved, [change for change in drift.changes if change.movers == _BEHIND]


def _summary(drift: Drift, moved: list[Change]) -> str:
    moves = [(weight, sum(change.weight == weight for change in moved)) for weight in WEIGHTS]
    quiet = "nothing moved" if drift.compared else "there was nothing to compare with"
    said = ", ".join(f"{number} {weight}" for weight, number in moves if number) or quiet
    left = f"; {len(drift.not_looked_at)} could not be looked at" if drift.not_looked_at else ""
    new = f"; {len(drift.new)} new" if drift.new else ""
    return f"{counted(len(drift.compared), 'cassette')} compared: {said}{new}{left}."


def _new(drift: Drift) -> Iterator[str]:
    """The cases that are new, those of a dialect together."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in drift.new:
        groups[f"{name.provider}/{name.dialect}"].append(f"{name.scenario}/{name.mode}")
    for home, cases in groups.items():
        yield f"{home}, {counted(len(cases), 'cassette')}: {', '.join(cases)}"


def _grouped(behind: Iterable[Change]) -> Iterator[str]:
    """What the SDK's types lack, each key once."""
    places: dict[tuple[str, str, str, str], list[Change]] = {}
    for change in behind:
        key = change.pointer.rpartition("/")[2]
        places.setdefault((change.provider, change.dialect, key, change.said), []).append(change)
    for (provider, dialect, _, said), some in places.items():
        more = f", and {counted(len(some) - 1, 'place')} more" if len(some) > 1 else ""
        yield f"{provider}/{dialect} {some[0].mode} {some[0].pointer}{more}: {said}"


def _together(left: Iterable[NotLookedAt]) -> Iterator[tuple[str, str]]:
    """What could not be looked at, and why: the cassettes of a dialect that have one reason, once."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in left:
        cassette = _CASSETTE.fullmatch(one.what)
        home, case = cassette.groups() if cassette else (one.what, "")
        groups[home, one.why].append(case)
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
    return "".join(f"\\{mark}" if mark in "\\`*_{}[]<>|" else mark for mark in " ".join(text.split()))
