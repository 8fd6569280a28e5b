"""The failures and declined cases that a baseline must explain, each with a description of how it fails.

The description stays the same between runs.
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
    """Return the results that a baseline must explain."""
    return (result for result in results if is_to_explain(result))


def is_to_explain(result: Result) -> bool:
    """Return whether a baseline must explain a result: a failure, or a result that the adapter declined.

    Known deviations of the provider need no explanation. If the adapter declined only a part of a case (``declined``
    has the reason), the baseline must explain only the result of the check ``answered``, and the results of mutants.
    """
    if is_declined(result):
        stands_for_case = (
            result.check == checks.ANSWERED.name or result.check.startswith(MUTANT) or result.declined is None
        )
        return result.party == "adapter" and stands_for_case
    return result.outcome in ("fail", "error") and result.known is None


def is_declined(result: Result) -> bool:
    """Return whether the adapter declined a result's case, in whole or in part, and the result is not a failure."""
    return result.outcome not in ("fail", "error") and (result.outcome == "unsupported" or result.declined is not None)


def how(result: Result) -> str:
    """Return a description of how a result fails: the broken rules, or else the places in the requests or answers to
    which the findings point.

    Return ``unsupported`` if the adapter declined the case.

    A baseline keeps this text for comparison with later runs. Values and numbers can change between runs, so the text
    has no values and no numbers. Invisible characters are escaped, because YAML changes some of them.
    """
    if is_declined(result):
        return "unsupported"
    return visible(f"{'error: ' if result.outcome == 'error' else ''}{', '.join(sorted(kinds(result.findings)))}")


def kinds(findings: Iterable[Finding]) -> frozenset[str]:
    """Return a text for each finding that fails: its rule, else its place, else the beginning of its message."""
    return frozenset(_kind(finding) for finding in findings if verdict.fails(finding))


def _kind(finding: Finding) -> str:
    if finding.rule is not None:
        return finding.rule
    place = _NUMBER.sub("*", finding.place)
    return place or _NUMBER.sub("*", _QUOTED.sub("...", finding.message.partition(":")[0]))
