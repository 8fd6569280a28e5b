"""The tally of a run: its scenarios, counted by outcome."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from conformance.judge.result import Result, of_cases, standing
from conformance.plural import counted
from conformance.scenarios.generated import parsed

State: TypeAlias = Literal["fails", "works", "unknown", "declined"]
_ORDER: Final[tuple[State, ...]] = get_args(State)


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The scenarios that a run tried with an adapter, by outcome."""

    work: tuple[str, ...]
    """The scenarios that work in at least one case, and that fail in none."""
    fail: tuple[str, ...]
    unknown: tuple[str, ...]
    """The scenarios without a verdict in any case, because the adapter got no answer, or because no check applies."""
    declined: tuple[str, ...]
    """The scenarios that the adapter declined in all cases."""
    unknown_in_part: tuple[str, ...]
    """The scenarios of ``work`` without a verdict in some cases."""
    declined_in_part: tuple[str, ...]
    """The scenarios that the adapter declined in some cases, but not in all. Each of them is also in another field."""
    unknown_with: tuple[str, ...] = ()
    """The providers whose cases have no verdict, for the scenarios of ``unknown_in_part``."""
    noun: str = "scenarios"

    @property
    def asked(self) -> int:
        """The number of scenarios that the adapter does not decline."""
        return len(self.work) + len(self.fail) + len(self.unknown)

    @property
    def words(self) -> str:
        """The tally in words: ``38 of 40 scenarios work, 2 more scenarios declined``."""
        noun = self.noun.removesuffix("s")
        aside = {
            f"{counted(len(self.unknown), noun)} unknown": self.unknown,
            f"{counted(len(self.declined), f'more {noun}')} declined": self.declined,
            f"{counted(len(self.unknown_in_part), noun)} unknown in part": self.unknown_in_part,
            f"{counted(len(self.declined_in_part), noun)} declined in part": self.declined_in_part,
        }
        work = f"{len(self.work)} of {counted(self.asked, noun)} {'works' if self.asked == 1 else 'work'}"
        return ", ".join((work, *(words for words, found in aside.items() if found)))


def tally(results: Iterable[Result], *, generated: bool = False) -> Tally:
    """Count the scenarios among an adapter's results.

    If the cases of a scenario have different outcomes, the first of these counts: fails, works, unknown, declined. With
    ``generated``, count the conversations that were generated from a seed, and not the written scenarios.
    """
    states: dict[str, dict[State, set[str]]] = {}
    for case in of_cases(result for result in results if result.party == "adapter").values():
        name = parsed(case[0].scenario)
        if (name is not None) == generated:
            scenario = (
                case[0].scenario if name is None else str(name.drawn)
            )  # a smaller conversation counts as the drawn conversation
            states.setdefault(scenario, {}).setdefault(_state(case), set()).add(case[0].provider)
    of: dict[State, list[str]] = {state: [] for state in _ORDER}
    for scenario, found in states.items():
        of[next(state for state in _ORDER if state in found)].append(scenario)
    unknown_in_part = tuple(name for name in of["works"] if "unknown" in states[name])
    return Tally(
        work=tuple(of["works"]),
        fail=tuple(of["fails"]),
        unknown=tuple(of["unknown"]),
        declined=tuple(of["declined"]),
        unknown_in_part=unknown_in_part,
        declined_in_part=tuple(name for name, found in states.items() if "declined" in found and len(found) > 1),
        unknown_with=tuple(sorted({provider for name in unknown_in_part for provider in states[name]["unknown"]})),
        noun="generated conversations" if generated else "scenarios",
    )


def _state(case: list[Result]) -> State:
    """Return ``works``, ``fails``, ``unknown`` or ``declined`` for a case, from the results of its checks."""
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
    """Return whether the adapter read an answer in a case. A case counts as answered, too, if the adapter did not have
    to send a request.
    """
    outcomes = {result.check: result.outcome for result in case}
    if outcomes.get("answered") in (None, "pass", "not-applicable"):
        return True
    return outcomes.get("calls") in ("pass", "warn", "fail")
