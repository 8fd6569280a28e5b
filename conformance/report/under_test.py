"""What the adapter under test did, told as of libraries whose results are kept."""

from collections import defaultdict

from conformance.judge.result import Result, Results
from conformance.report import adapters
from conformance.report.adapters import Judged


def under_test(results: Results) -> tuple[Judged, ...]:
    """What it did with each provider's dialect that has cassettes of its own, and with each text format."""
    by_home: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for one in results.results:
        by_home[one.provider, one.dialect].append(one)
    return tuple(
        adapters.judged(*home, of_home)
        for home, of_home in sorted(by_home.items())
        if any(one.origin != "by-dialect" for one in of_home)
    )
