"""The data of an issue for the maintainers of an adapter: the failure, how to reproduce it, and the right result."""

import msgspec

from conformance.gate.page import Reason, Shown, reasons
from conformance.report.adapters import Library
from conformance.report.causes import LibraryCause


class Excerpt(msgspec.Struct, frozen=True, kw_only=True):
    """The smallest part of a case that still shows the failure."""

    request: str
    is_stream: bool
    """True if the failure is in the stream that answers the request. The stream is then in a file next to the issue."""
    size: int
    of: int
    """The size of the original case."""
    unit: str
    """The unit of the sizes, such as events of a stream."""


class Issue(msgspec.Struct, frozen=True, kw_only=True):
    """An issue about a single failure."""

    adapter: str
    heading: str
    case: str
    silent: bool
    findings: tuple[str, ...]
    expected: str
    got: str
    rules: tuple[Reason, ...] = ()
    excerpt: Excerpt | None = None
    again: str = ""
    """The command that judges the whole case."""
    versions: tuple[str, ...] = ()
    script: str = ""
    evidence: str = ""
    """The origin of the recorded answers."""


def of_failure(failure: Shown, heading: str, findings: tuple[str, ...], sides: tuple[str, str], left: Excerpt) -> Issue:
    """Return an issue about a failure that the gate found.

    ``heading``: the failure in a sentence. ``findings``: the findings of the failing check, as texts. ``sides``: the
    expected and the actual value, as texts. ``left``: the smallest part of the case that still fails.
    """
    return Issue(
        adapter=failure.result.adapter,
        heading=heading,
        case=failure.result.id,
        silent=failure.result.silent,
        findings=findings,
        expected=sides[0],
        got=sides[1],
        rules=failure.rules,
        excerpt=left,
        again=failure.again,
    )


def of_library(library: Library, cause: LibraryCause, script: str, evidence: str) -> Issue:
    """Return an issue about a root cause in a library. ``script``: a script that reproduces the failure, or ""."""
    return Issue(
        adapter=f"{library.name} {library.version}",
        heading=cause.fault,
        case=cause.smallest,
        silent=cause.silent,
        findings=(cause.finding,),
        expected=cause.expected,
        got=cause.actual,
        rules=tuple(reasons()[rule] for rule in cause.rules if rule in reasons()),
        versions=tuple(f"{package} {version}" for package, version in library.installed.items()),
        script=script,
        evidence=evidence,
    )
