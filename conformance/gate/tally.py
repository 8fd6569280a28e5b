"""The scenarios of a run, by outcome."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from conformance.judge.result import Result, of_cases, standing
from conformance.scenarios.generated import parsed

State: TypeAlias = Literal["works", "fails", "declined", "unknown"]


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The scenarios that an adapter was asked about."""

    work: tuple[str, ...]
    """Nothing failed, in any mode and with any provider with which the adapter did not decline it."""
    fail: tuple[str, ...]
    unknown: tuple[str, ...]
    """Nothing was judged: the adapter got no answer, or the check has nothing to look at."""
    declined: tuple[str, ...]
    """Declined in all cases."""
    in_part: tuple[str, ...]
    """Declined in some cases; counted by the others, too."""
    noun: str = "scenarios"

    @property
    def asked(self) -> int:
        """The number of scenarios that the adapter does not decline."""
        return len(self.work) + len(self.fail) + len(self.unknown)

    @property
    def words(self) -> str:
        """The tally in words."""
        aside = {"unknown": self.unknown, "more declined": self.declined, "declined in part": self.in_part}
        more = [f"{len(found)} {word}" for word, found in aside.items() if found]
        return ", ".join((f"{len(self.work)} of {self.asked} {self.noun} work", *more))


def tally(results: Iterable[Result], *, generated: bool = False) -> Tally:
    """Count the scenarios of an adapter's results: the written ones, or those that were drawn from a seed."""
    states: dict[str, set[State]] = {}
    for case in of_cases(result for result in results if result.party == "adapter").values():
        name = parsed(case[0].scenario)
        if (name is not None) == generated:
            scenario = case[0].scenario if name is None else str(name.drawn)  # smaller ones are the same conversation
            states.setdefault(scenario, set()).add(_state(case))
    of: dict[State, list[str]] = {"works": [], "fails": [], "unknown": [], "declined": []}
    for scenario, found in states.items():
        of[next(state for state in ("fails", "unknown", "works", "declined") if state in found)].append(scenario)
    return Tally(
        work=tuple(of["works"]),
        fail=tuple(of["fails"]),
        unknown=tuple(of["unknown"]),
        declined=tuple(of["declined"]),
        in_part=tuple(name for name, found in states.items() if "declined" in found and len(found) > 1),
        noun="generated conversations" if generated else "scenarios",
    )


def _state(case: list[Result]) -> State:
    """The state of a case, by the results of its checks."""
    deciding, unexercised = standing([result for result in case if result.outcome != "not-applicable"])
    outcomes = {result.outcome for result in deciding}
    if outcomes & {"fail", "error"}:
        return "fails"
    if unexercised or "unsupported" in outcomes:
        return "declined"
    if outcomes & {"pass", "warn"} and got_an_answer(case):
        return "works"
    return "unknown"


def got_an_answer(case: list[Result]) -> bool:
    """Return True if the adapter got an answer in a case and read it, or was not to send the request."""
    outcomes = {result.check: result.outcome for result in case}
    if outcomes.get("answered") in (None, "pass", "not-applicable"):
        return True
    return outcomes.get("calls") in ("pass", "warn", "fail")
