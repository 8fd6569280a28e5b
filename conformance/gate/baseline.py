"""Baselines: files in which maintainers of adapters list known failures."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
import yaml

from conformance.data import DataError
from conformance.gate.failing import how
from conformance.judge.result import Result
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from toolwire.providers.claim_file import NonEmpty, explained

UNEXPLAINED: Final = "to be explained"
"""The placeholder for a missing reason or link."""
HEAD: Final = """\
# Known failures, each with a reason and a link. `conformance gate --write-baseline` writes this file, and keeps the
# reasons. `fails` describes how the cases fail. If a case passes, or fails in another way, its entry is stale.
"""
_COMMENT: Final = (
    "expected comments only at the beginning of a baseline that --write-baseline replaces. This comment would be lost: "
    "move it to the beginning, or into the reason of an entry"
)


class BaselineError(DataError):
    """An error: a baseline is not valid. The message names the file and the place."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of a baseline: cases that fail in the same way and for the same reason."""

    ids: Annotated[tuple[NonEmpty, ...], msgspec.Meta(min_length=1)]
    fails: NonEmpty
    """A description of how the cases fail, as ``how`` returns it."""
    reason: NonEmpty
    link: Annotated[
        str,
        msgspec.Meta(
            pattern=rf"^https?://\S+$|^{UNEXPLAINED}$", description="an address such as https://you.example/issues/7"
        ),
    ]
    """The address of a discussion of the failure, such as an issue of the adapter or of this project."""

    @property
    def explained(self) -> bool:
        """True if somebody has given a reason and a link."""
        return UNEXPLAINED not in (self.reason.strip(), self.link)


class Baseline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All entries of a baseline's file."""

    format: Literal[1] = 1
    failures: tuple[Entry, ...] = ()

    @property
    def entries(self) -> dict[str, Entry]:
        """The ids of all listed cases, each with its entry."""
        return {case: entry for entry in self.failures for case in entry.ids}

    def unexplained(self) -> Iterator[str]:
        """Yield the cases that have no reason or no link yet."""
        for entry in self.failures:
            if not entry.explained:
                yield from entry.ids


def read(path: Path, known: Callable[[str], bool]) -> Baseline:
    """Read the baseline in a file. ``known`` returns whether an id is the id of a case. Raises ``BaselineError``."""
    try:
        document = vcr_file.edited(path)
    except CassetteError as error:
        raise BaselineError(str(error)) from None
    try:
        baseline = msgspec.convert(document, Baseline)
    except msgspec.ValidationError as error:
        raise BaselineError(f"{path}: {explained(str(error), document, Baseline)}") from None
    seen: dict[str, str] = {}
    for n, entry in enumerate(baseline.failures):
        if not entry.reason.strip():
            raise BaselineError(f"{path}: failures.{n}.reason: expected a reason, got blanks")
        for m, case in enumerate(entry.ids):
            place = f"failures.{n}.ids.{m}"
            if not known(case):
                raise BaselineError(f"{path}: {place}: unknown case: {case!r}: correct this id, or remove it")
            if case in seen:
                raise BaselineError(f"{path}: {place}: expected each case once, got {case!r} at {seen[case]}, too")
            seen[case] = place
    return baseline


def head(path: Path) -> str:
    """Return the comments at the beginning of a baseline's file, for the file that replaces it. "" if there are none.

    Raises ``BaselineError`` if a comment is at another place, because this comment would be lost.
    """
    text = vcr_file.content(path).decode("utf-8-sig")
    if text.lstrip().startswith("{"):  # JSON, which has no comments
        return ""
    begin, ends = None, 0
    for token in yaml.scan(text, Loader=yaml.CSafeLoader):
        between = text[ends : token.start_mark.index]
        if begin is None and not isinstance(token, yaml.StreamStartToken):
            begin = between
        elif "#" in between:
            line = text[: ends + between.index("#")].count("\n") + 1
            raise BaselineError(f"{path}: line {line}: {_COMMENT}")
        ends = token.end_mark.index
    return begin or ""


def updated(baseline: Baseline, failing: Iterable[Result], asked: Callable[[str], bool]) -> Baseline:
    """Return the baseline after a run: outdated cases are removed, and new failures are added.

    ``failing``: the results that need an explanation. ``asked``: a function that returns whether the run included a
    case.

    A case keeps its entry if the run did not include the case, or if the case fails as before. The entries of new
    failures have no reason yet.
    """
    now = {result.id: result for result in failing}
    entries = []
    for entry in baseline.failures:
        kept = [case for case in entry.ids if not asked(case) or (case in now and how(now[case]) == entry.fails)]
        for case in kept:
            now.pop(case, None)
        if kept:
            entries.append(msgspec.structs.replace(entry, ids=tuple(kept)))
    new: dict[tuple[str, str], list[str]] = {}
    for case, result in now.items():
        new.setdefault((result.check, how(result)), []).append(case)
    entries += [
        Entry(ids=tuple(sorted(ids)), fails=fails, reason=UNEXPLAINED, link=UNEXPLAINED)
        for (_, fails), ids in new.items()
    ]
    return Baseline(failures=tuple(sorted(entries, key=lambda entry: entry.ids)))


def written(baseline: Baseline, begin: str = HEAD) -> str:
    """Return a baseline as the text of its file, which begins with the comments ``begin``."""
    failures = [
        {"ids": list(entry.ids), "fails": entry.fails, "reason": entry.reason, "link": entry.link}
        for entry in baseline.failures
    ]
    text = yaml.safe_dump(
        {"format": baseline.format, "failures": failures}, sort_keys=False, width=120, allow_unicode=True
    )
    return f"{begin}{text}"
