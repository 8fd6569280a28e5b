"""Rules about the history of a request, by pointers alone: calls and their results."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby

import msgspec

from conformance.claims import HistoryView, Rule, rules
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.trial import Trial
from conformance.model import Json
from conformance.wire import exact_json, pointer


class Step(msgspec.Struct, frozen=True):
    """One item of a history: what identifies its calls, and the calls that its results answer."""

    path: str
    role: str
    calls: tuple[str | None, ...]
    results: tuple[str | None, ...]


def steps(body: Json, view: HistoryView) -> list[Step]:
    """The items of a request's history, in order."""
    found = []
    for path, item in pointer.find(body, view.items):
        role = pointer.values(item, view.role)
        found.append(
            Step(
                path,
                str(role[0]) if role else "",
                tuple(_key(value) for picker in view.calls for value in picker.pick(item)),
                tuple(_key(value) for picker in view.results for value in picker.pick(item)),
            )
        )
    return found


def _key(value: Json) -> str | None:
    """What pairs a call with its result; anything but text, which schemas report, by its JSON."""
    return value if isinstance(value, str | None) else exact_json.dumps(value)


def request_rules(trial: Trial) -> Iterator[Finding]:
    """The rules that the provider has for requests hold for what the adapter sends."""
    sent = trial.sent()
    if sent is None:
        raise NotApplicable
    yield from violations(sent, trial.form.history, rules(trial.form.home, trial.form.dialect))


def violations(body: Json, view: HistoryView, judged: tuple[Rule, ...]) -> Iterator[Finding]:
    """What a request body breaks of the rules that have a check."""
    history = steps(body, view)
    for rule in judged:
        if rule.check is None:
            continue
        for finding in CHECKERS[rule.check](body, history, view, rule.parameters):
            yield msgspec.structs.replace(finding, rule=rule.id, level=rule.level)


def _rounds(history: list[Step], *, single: bool = False) -> Iterator[tuple[list[Step], list[Step]]]:
    """Each run of steps with calls, and the steps with results that directly follow or are mixed into it.

    ``single``: a step with calls is a round of its own, as where all calls of a turn stand in one message.

    Items that nobody says (reasoning, references ...) do not come between.
    """
    history = [step for step in history if step.role or step.calls or step.results]
    place = 0
    while place < len(history):
        if not history[place].calls:
            place += 1
            continue
        calling: list[Step] = []
        answering: list[Step] = []
        while place < len(history) and (history[place].calls or history[place].results):
            if history[place].calls and calling and (single or (answering and _settled(calling, answering))):
                break
            if history[place].calls:
                calling.append(history[place])
            if history[place].results:
                answering.append(history[place])
            place += 1
        yield calling, answering


def _settled(calling: list[Step], answering: list[Step]) -> bool:
    return not Counter(_calls(calling)) - Counter(_results(answering))


def _calls(steps: list[Step]) -> list[str | None]:
    return [call for step in steps for call in step.calls]


def _results(steps: list[Step]) -> list[str | None]:
    return [result for step in steps for result in step.results]


def _lifted(body: Json, parameters: dict[str, Json]) -> bool:
    """Whether the request has one of the keys that lift a rule, or an item without the key that the rule needs."""
    if any(value is not None for at in parameters.get("unless", ()) for value in pointer.values(body, at)):
        return True
    needed = parameters.get("needs")
    return needed is not None and any(
        isinstance(item, dict) and item.get("role") == needed["role"] and needed["key"] not in item
        for item in pointer.values(body, needed["at"])
    )


def _calls_answered(body: Json, history: list[Step], _: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    if _lifted(body, parameters):
        return
    unused = Counter(_results(history))
    for step in history:
        for call in step.calls:
            if unused[call] > 0:
                unused[call] -= 1
            else:
                yield Finding(path=step.path, message=f"no result answers the call {call!r}")


def _turns(history: list[Step], view: HistoryView) -> list[Step]:
    """The history by turns: where results stand in turns of the user, neighbours of one role are one turn."""
    if "user" not in view.result_roles:
        return history
    turns = [list(run) for _, run in groupby(history, key=lambda step: step.role)]
    return [Step(run[-1].path, run[0].role, tuple(_calls(run)), tuple(_results(run))) for run in turns]


def _results_adjacent(
    body: Json, history: list[Step], view: HistoryView, parameters: dict[str, Json]
) -> Iterator[Finding]:
    if _lifted(body, parameters):
        return
    answered_somewhere = set(_results(history))
    for calling, answering in _rounds(_turns(history, view), single=parameters.get("single", False)):
        for call in Counter(_calls(calling)) - Counter(_results(answering)):
            if call in answered_somewhere:
                yield Finding(
                    path=calling[-1].path, message=f"the result of {call!r} does not follow its call directly"
                )


def _results_match(body: Json, history: list[Step], _: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    if _lifted(body, parameters):
        return
    open_calls: Counter[str | None] = Counter()
    for step in history:
        open_calls.update(step.calls)
        for result in step.results:
            if open_calls[result] <= 0:
                yield Finding(path=step.path, message=f"a result answers {result!r}, and no open call is called that")
            open_calls[result] -= 1


def _results_together(_: Json, history: list[Step], __: HistoryView, ___: dict[str, Json]) -> Iterator[Finding]:
    for calling, answering in _rounds(history):
        if len(calling) == 1 and len(answering) > 1:
            yield Finding(path=answering[1].path, message="the results of one turn stand in several items")


def _results_order(_: Json, history: list[Step], __: HistoryView, ___: dict[str, Json]) -> Iterator[Finding]:
    for calling, answering in _rounds(history):
        calls, results = _calls(calling), _results(answering)
        if sorted(map(str, calls)) == sorted(map(str, results)) and calls != results:
            yield Finding(path=answering[0].path, message=f"results for {results} follow calls {calls}")


def _ids_match(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    known = {value for at in parameters["calls"] for value in pointer.values(body, at) if isinstance(value, str)}
    for at in parameters["results"] if known else ():
        for path, value in pointer.find(body, at):
            if value and value not in known:
                yield Finding(path=path, message=f"no call has the id {value!r}")


def _ids_pattern(_: Json, history: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    pattern = re.compile(parameters["pattern"])
    for step in history:
        for value in (*step.calls, *step.results):
            if value is not None and not pattern.fullmatch(str(value)):
                yield Finding(path=step.path, message=f"{value!r} does not match {parameters['pattern']}")


def _values_pattern(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    pattern = re.compile(parameters["pattern"])
    for path, value in pointer.find(body, parameters["at"]):
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield Finding(path=path, message=f"{value!r} does not match {parameters['pattern']}")


def _count_limit(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    number = len(pointer.values(body, parameters["at"]))
    if number > parameters["most"]:
        yield Finding(path=parameters["at"], message=f"{number}, and at most {parameters['most']} are allowed")


def _values_present(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    for path, place in pointer.find(body, parameters["at"]):
        if (
            all(place.get(key) == value for key, value in parameters["where"].items())
            and parameters["key"] not in place
        ):
            yield Finding(path=path, message=f"{parameters['key']!r} is missing")


def _present_beside(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    there = [at for at in parameters["beside"] if pointer.values(body, at)]
    if there and not pointer.values(body, parameters["at"]):
        yield Finding(path=parameters["at"], message=f"missing, and due beside {there[0]}")


def _values_unique(body: Json, _: list[Step], __: HistoryView, parameters: dict[str, Json]) -> Iterator[Finding]:
    for value, number in Counter(map(str, pointer.values(body, parameters["at"]))).items():
        if number > 1:
            yield Finding(path=parameters["at"], message=f"{value!r} stands there {number} times")


Checker = Callable[[Json, list[Step], HistoryView, dict[str, Json]], Iterator[Finding]]

CHECKERS: dict[str, Checker] = {
    "calls-answered": _calls_answered,
    "count-limit": _count_limit,
    "ids-match": _ids_match,
    "ids-pattern": _ids_pattern,
    "present-beside": _present_beside,
    "results-adjacent": _results_adjacent,
    "results-match": _results_match,
    "results-order": _results_order,
    "results-together": _results_together,
    "values-pattern": _values_pattern,
    "values-present": _values_present,
    "values-unique": _values_unique,
}
"""The checkers that rules can name."""
