"""The results of a run that must be explained, and the way in which each fails.

The text that describes the way stays the same between runs.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from conformance.judge import checks, verdict
from conformance.judge.finding import Finding
from conformance.judge.result import Result
from conformance.judge.wording import visible
from conformance.mutants.streams.mutant import MUTANT

_NUMBER: Final = re.compile(r"\d+")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")


def to_explain(results: Iterable[Result]) -> Iterator[Result]:
    """Return the results that must be explained."""
    return (result for result in results if is_to_explain(result))


def is_to_explain(result: Result) -> bool:
    """Return whether a result must be explained: an unknown failure, or a case that the adapter declined.

    If the adapter declined a case, in whole or in part, only the results that represent the case must be explained,
    such as the result of the check ``answered``.
    """
    if is_declined(result):
        stands_for_case = (
            result.check == checks.ANSWERED.name or result.check.startswith(MUTANT) or result.declined is None
        )
        return result.party == "adapter" and stands_for_case
    return result.outcome in ("fail", "error") and result.known is None


def is_declined(result: Result) -> bool:
    """Return whether the adapter declined all or a part of a result's case, and the rest did not fail."""
    return result.outcome not in ("fail", "error") and (result.outcome == "unsupported" or result.declined is not None)


def how(result: Result) -> str:
    """Return how a result fails: the broken rules, or the places of the findings.

    Baselines compare this text between runs. So the text has no values and no numbers, which can change. Invisible
    characters are escaped, because YAML changes some of them.
    """
    if is_declined(result):
        return "unsupported"
    return visible(f"{'error: ' if result.outcome == 'error' else ''}{', '.join(sorted(kinds(result.findings)))}")


def kinds(findings: Iterable[Finding]) -> frozenset[str]:
    """Return, for each failure among findings, the broken rule, else the place, else the beginning of the message."""
    return frozenset(_kind(finding) for finding in findings if verdict.fails(finding))


def _kind(finding: Finding) -> str:
    if finding.rule is not None:
        return finding.rule
    place = _NUMBER.sub("*", finding.place)
    return place or _NUMBER.sub("*", _QUOTED.sub("...", finding.message.partition(":")[0]))
