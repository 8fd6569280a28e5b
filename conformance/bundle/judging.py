"""The verdicts on the provider's answers in a cassette. No adapter is judged."""

from conformance.judge import verdict
from conformance.judge.checks import of_scenario
from conformance.judge.finding import Outcome
from conformance.recording.case import Case


def verdicts(case: Case) -> dict[str, Outcome]:
    """Return the outcome of each check that judges the provider's answers in a case, by the name of the check.

    Raises ``Inexpressible``.
    """
    trials = case.untried()
    return {
        check.name: verdict.of_conversation(check, trials, case.turns, case.scenario.exercised_by).outcome
        for check in of_scenario(case.scenario)
        if check.party == "provider"
    }
