"""The items of a request's history, with their calls and results. A ``HistoryView`` has the pointers to them."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import msgspec

from toolwire.model import Json
from toolwire.providers import HistoryView
from toolwire.wire import exact_json, pointer


class Step(msgspec.Struct, frozen=True):
    """An item of a history: the labels of its calls, and the labels of the calls that its results answer.

    A label is the id of a call or, in a dialect without ids, the name of the called tool.
    """

    path: str
    role: str
    calls: tuple[str | None, ...]
    results: tuple[str | None, ...]


class Sent(msgspec.Struct, frozen=True):
    """The body of a request with its history, or an answer as a document without a history."""

    body: Json
    steps: tuple[Step, ...]
    view: HistoryView
    before: tuple[Json, ...] = ()
    """The documents of all known answers before the request."""


def read(body: Json, view: HistoryView, before: tuple[Json, ...] = ()) -> Sent:
    """Return a request's body with the items of its history, in order, and the answers before the request."""
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
    return Sent(body, tuple(found), view, before)


def _key(value: Json) -> str | None:
    """Return the label (an id or a name) that pairs a call with its result. None if the value is null. Any other label
    that is not text is returned as JSON.
    """
    return value if isinstance(value, str | None) else exact_json.dumps(value)


def calls(steps: list[Step] | tuple[Step, ...]) -> list[str | None]:
    """Return the labels of the calls in these steps, in order. None for a label that is null."""
    return [call for step in steps for call in step.calls]


def results(steps: list[Step] | tuple[Step, ...]) -> list[str | None]:
    """Return, for each result in these steps, the label of the call that it answers, in order."""
    return [result for step in steps for result in step.results]


def rounds(history: tuple[Step, ...], *, single: bool = False) -> Iterator[tuple[list[Step], list[Step]]]:
    """Yield the rounds of a history. A round has consecutive steps with calls, and the steps with results that are
    between or directly after them.

    ``single``: each step with calls is a separate round, as in dialects with all calls of a turn in one message.

    Items without a role, a call or a result, such as reasoning and references, are ignored.
    """
    turns = [step for step in history if step.role or step.calls or step.results]
    place = 0
    while place < len(turns):
        if not turns[place].calls:
            place += 1
            continue
        calling: list[Step] = []
        answering: list[Step] = []
        balance = _Balance()
        while place < len(turns) and (turns[place].calls or turns[place].results):
            step = turns[place]
            if step.calls and calling and (single or (answering and balance.settled)):
                break
            if step.calls:
                calling.append(step)
            if step.results:
                answering.append(step)
            balance.add(step)
            place += 1
        yield calling, answering


class _Balance:
    """A count of calls that still lack a result. Steps are added in order, but a result may come before its call."""

    def __init__(self) -> None:
        self._missing: Counter[str | None] = Counter()
        """The number of results that each call lacks. The number is negative if there are too many results."""
        self._lacking = 0
        """The number of calls that lack a result."""

    @property
    def settled(self) -> bool:
        """True if no call lacks a result."""
        return self._lacking == 0

    def add(self, step: Step) -> None:
        for call in step.calls:
            self._missing[call] += 1
            self._lacking += self._missing[call] == 1
        for result in step.results:
            self._missing[result] -= 1
            self._lacking -= self._missing[result] == 0


def turns(sent: Sent) -> tuple[Step, ...]:
    """Return the history with a step for each turn.

    In dialects with results in the user's items, neighbouring items with the same role are a single turn. In other
    dialects each item is a turn.
    """
    if "user" not in sent.view.result_roles:
        return sent.steps
    runs = [list(run) for _, run in groupby(sent.steps, key=lambda step: step.role)]
    return tuple(Step(run[-1].path, run[0].role, tuple(calls(run)), tuple(results(run))) for run in runs)
