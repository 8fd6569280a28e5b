"""Explanations of libraries that were judged, and of their root causes, from the committed reports."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from conformance.plural import counted
from conformance.report.adapters import Library
from conformance.report.cause_notes import CauseNote
from conformance.report.causes import LibraryCause
from conformance.report.explanation import verdicts
from conformance.report.explanation.facts import Description, Fact
from conformance.report.results import ResultsError

_OUTDATED: Final = "scenarios, cassettes or claims of the dialect have changed since the library was judged"


def libraries() -> tuple[str, ...]:
    """Return the names of the libraries in the committed reports. If the reports cannot be read, return no names."""
    try:
        return tuple(library.name for library, _ in verdicts.libraries())
    except ResultsError:
        return ()


def causes() -> tuple[str, ...]:
    """Return the ids of the root causes in the committed reports. If the reports cannot be read, return no ids."""
    try:
        return tuple(dict.fromkeys(cause.id for library, _ in verdicts.libraries() for cause in library.causes or ()))
    except ResultsError:
        return ()


def explain_library(name: str) -> Description:
    """Describe a library: its versions, its verdicts by subject, and its root causes, the gravest cause first."""
    [library] = [library for library, _ in verdicts.libraries() if library.name == name]
    return f"{library.name} {library.version}, {library.language}", _of_library(library)


def _of_library(library: Library) -> Iterator[Fact]:
    yield Fact("installed", tuple(f"{package} {version}" for package, version in library.installed.items()))
    yield Fact("judged", (library.date,))
    yield Fact("cases", tuple(_cases(library)))
    if not all(judged.is_current for judged in library.judged):
        yield Fact("outdated", (_OUTDATED,))
    found = library.causes or ()
    yield Fact("root causes", tuple(f"{cause.id} ({cause.effect}): {cause.heading}" for cause in found) or ("none",))
    if found:
        yield Fact(
            "more",
            ("'conformance explain CAUSE' shows the smallest case of a root cause, and the note on the root cause",),
        )


def _cases(library: Library) -> Iterator[str]:
    """Yield a line for each subject, with the number of cases by verdict: ``openai/openai_chat: 20 pass, 2 silent``."""
    for judged in library.judged:
        counts = Counter(judged.cases.values())
        outdated = "" if judged.is_current else " (outdated)"
        yield f"{judged.subject}: {', '.join(f'{number} {found}' for found, number in counts.items())}{outdated}"


def explain_cause(name: str) -> Description:
    """Describe a root cause: the libraries that have the cause, each with its smallest case, and with its note on the
    cause.
    """
    found = [
        (library, cause, notes.on(cause.id) if notes else None)
        for library, notes in verdicts.libraries()
        for cause in library.causes or ()
        if cause.id == name
    ]
    return f"a root cause of {counted(len(found), 'library', 'libraries')}", _of_cause(found)


def _of_cause(found: list[tuple[Library, LibraryCause, CauseNote | None]]) -> Iterator[Fact]:
    for library, cause, note in found:
        lines = [f"{cause.heading} ({cause.effect}{', silently' if cause.silent else ''})"]
        lines += [f"smallest case: {cause.smallest}", f"{cause.finding}"]
        lines += [f"why: {note.why}", f"source: {', '.join(note.source)}", f"repair: {note.repair}"] if note else []
        yield Fact(f"{library.name} {library.version}", tuple(lines))
