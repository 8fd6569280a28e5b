"""The results of a run that have to be explained, and the way they fail, in words that stay the same between runs."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from conformance.judge import checks, verdict
from conformance.judge.finding import Finding
from conformance.judge.result import Result
from conformance.mutants.streams.mutant import MUTANT

_NUMBER: Final = re.compile(r"\d+")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")


def to_explain(results: Iterable[Result]) -> Iterator[Result]:
    """The results that have to be explained."""
    return (result for result in results if is_to_explain(result))


def is_to_explain(result: Result) -> bool:
    """Return whether a result is wrong: an unknown failure of the adapter, or a declined case.

    In a case that the adapter declined, also in part, only ``answered`` stands for all that is not judged.
    """
    if is_declined(result):
        stands_for_case = (
            result.check == checks.ANSWERED.name or result.check.startswith(MUTANT) or result.declined is None
        )
        return result.party == "adapter" and stands_for_case
    return result.outcome in ("fail", "error") and result.known is None


def is_declined(result: Result) -> bool:
    """Return whether all or a part of the subject of a result was declined, and the rest did not fail."""
    return result.outcome not in ("fail", "error") and (result.outcome == "unsupported" or result.declined is not None)


def how(result: Result) -> str:
    """Describe how a result is not right: the rules that are broken or the places where something is wrong.

    The text distinguishes failures, and holds nothing that differs between runs: no values, no numbers.
    """
    if is_declined(result):
        return "unsupported"
    return f"{'error: ' if result.outcome == 'error' else ''}{', '.join(sorted(kinds(result.findings)))}"


def kinds(findings: Iterable[Finding]) -> frozenset[str]:
    """The rules that are broken, or else the places where something is wrong, or what was raised."""
    return frozenset(_kind(finding) for finding in findings if verdict.fails(finding))


def _kind(finding: Finding) -> str:
    if finding.rule is not None:
        return finding.rule
    place = _NUMBER.sub("*", finding.place)
    return place or _NUMBER.sub("*", _QUOTED.sub("...", finding.message.partition(":")[0]))
