"""Checkers of calls and results in a history."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from jsonschema_rs import Draft202012Validator

from conformance.judge import bytes_text, schemas, wording
from conformance.judge.finding import Finding
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent, Step, calls, results, rounds, turns
from conformance.plural import counted
from toolwire.model import Json
from toolwire.providers import Picker
from toolwire.providers.claim_file import Pointer
from toolwire.wire import patterns, pointer


class Needs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition of a rule: all items at ``at`` with the role ``role`` have the key ``key``."""

    at: Pointer
    role: str
    key: str


class Lifted(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checker that does not apply to some requests.

    It does not apply if a place in ``unless`` has a value, or if an item lacks the key that ``needs`` names.
    """

    unless: tuple[str, ...] = ()
    needs: Needs | None = None

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent) and not self.lifted(sent)

    def lifted(self, sent: Sent) -> bool:
        """Return whether the rule does not apply to a request."""
        if any(value is not None for at in self.unless for value in pointer.values(sent.body, at)):
            return True
        return self.needs is not None and any(
            isinstance(item, dict) and item.get("role") == self.needs.role and self.needs.key not in item
            for item in pointer.values(sent.body, self.needs.at)
        )


class CallsAnswered(Lifted, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="calls-answered"):
    """The rule that every call has a result, anywhere in the history."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if self.lifted(sent):
            return
        unused = Counter(results(sent.steps))
        for step in sent.steps:
            for call in step.calls:
                if unused[call] > 0:
                    unused[call] -= 1
                else:
                    yield Finding(
                        path=step.path, message=f"expected a result for the call {wording.shown(call)}, got none"
                    )


class ResultsAdjacent(Lifted, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-adjacent"):
    """The rule that results directly follow their calls. With ``single``, each item with calls is a separate turn."""

    single: bool = False

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if self.lifted(sent):
            return
        answered_somewhere = set(results(sent.steps))
        for calling, answering in rounds(turns(sent), single=self.single):
            for call in Counter(calls(calling)) - Counter(results(answering)):
                if call in answered_somewhere:
                    yield Finding(
                        path=calling[-1].path,
                        message=f"expected the result of {wording.shown(call)} directly after its call, got it later",
                    )


class ResultsMatch(Lifted, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-match"):
    """The rule that every result answers an earlier call, and no call has two results."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if self.lifted(sent):
            return
        open_calls: Counter[str | None] = Counter()
        for step in sent.steps:
            open_calls.update(step.calls)
            for result in step.results:
                if open_calls[result] <= 0:
                    yield Finding(
                        path=step.path,
                        message=f"expected results of unanswered calls only, got a result of {wording.shown(result)}",
                    )
                open_calls[result] -= 1


class ResultsTogether(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-together"):
    """The rule that all results of a turn are in a single item.

    A turn whose calls are in several items may have its results in several items.
    """

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for calling, answering in rounds(sent.steps):
            if len(calling) == 1 and len(answering) > 1:
                yield Finding(
                    path=answering[1].path, message="expected the results of one turn in one item, got several items"
                )


class ResultsCounted(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-counted"):
    """The rule that a turn has as many results as calls. Ids and names do not matter."""

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for calling, answering in rounds(sent.steps):
            expected, found = len(calls(calling)), len(results(answering))
            if expected != found:
                yield Finding(path=calling[-1].path, message=f"expected {counted(expected, 'result')}, got {found}")


class ResultsOrder(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-order"):
    """The rule that results are in the order of their calls."""

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for calling, answering in rounds(sent.steps):
            expected, found = calls(calling), results(answering)
            if sorted(map(str, expected)) == sorted(map(str, found)) and expected != found:
                yield Finding(
                    path=answering[0].path,
                    message=f"expected results in the order of their calls: {wording.expected_got(expected, found)}",
                )


class ResultsFirst(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="results-first"):
    """The rule that results come first in each turn of a role. Neighbouring items of the same role are a single turn.

    ``at`` leads to the blocks of an item. A block with the values in ``where`` is a result. An item whose content is
    only a text has no blocks, so it counts as other content.
    """

    role: str
    at: str
    where: dict[str, Json]

    def applies(self, sent: Sent) -> bool:
        return any(step.results for step in sent.steps)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        has_others = False
        for step, item in zip(sent.steps, pointer.values(sent.body, sent.view.items), strict=True):
            if step.role != self.role:
                has_others = False
                continue
            blocks = list(pointer.find(item, self.at))
            has_others |= not blocks
            for path, block in blocks:
                is_result = isinstance(block, dict) and self.where.items() <= block.items()
                if is_result and has_others:
                    yield Finding(
                        path=step.path + path,
                        message="expected results before other content of the turn, got a result after other content",
                    )
                has_others |= not is_result


class IdsMatch(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ids-match"):
    """The rule that every id in a result is the id of a call.

    ``calls`` and ``results`` may lead to names instead of ids. With ``if_any``, the rule does not apply if no call has
    an id. With ``before``, the call must come before the result.
    """

    calls: tuple[Picker, ...]
    results: tuple[Picker, ...]
    if_any: bool = False
    before: bool = False

    def applies(self, sent: Sent) -> bool:
        return any(value for picker in self.results for value in picker.pick(sent.body))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        known: dict[str, list[int]] = {}
        for path, value in (found for picker in self.calls for found in picker.find(sent.body)):
            if isinstance(value, str):
                known[value] = min(pointer.place(path), known.get(value, pointer.place(path)))
        if self.if_any and not known:
            return
        for path, value in (found for picker in self.results for found in picker.find(sent.body)):
            if value and not (isinstance(value, str) and value in known):
                yield Finding(path=path, message=f"expected the id or the name of a call, got {wording.shown(value)}")
            elif value and self.before and known[value] > pointer.place(path):
                yield Finding(
                    path=path, message=f"expected the call of {wording.shown(value)} before its result, got it later"
                )


class IdsUnique(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ids-unique"):
    """The rule that no two calls share an id. With ``each``, only calls in the same item are compared."""

    each: bool = False

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        seen: set[str] = set()
        for step in sent.steps:
            if self.each:
                seen.clear()
            for call in step.calls:
                if call is not None and call in seen:
                    yield Finding(
                        path=step.path,
                        message=f"expected a new id, got the id of an earlier call: {wording.quoted(call)}",
                    )
                seen.add(call or "")


class IdsPattern(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ids-pattern"):
    """The rule that the ids of calls, and the ids in results, match the regular expression ``pattern``."""

    pattern: str

    def __post_init__(self) -> None:
        patterns.check(self.pattern)

    def applies(self, sent: Sent) -> bool:
        return _has_calls(sent)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for step in sent.steps:
            for value in (*step.calls, *step.results):
                if value is not None and not patterns.matches(self.pattern, str(value)):
                    yield Finding(
                        path=step.path, message=f"expected a match of {self.pattern}, got {wording.shown(value)}"
                    )


class CallsSigned(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="calls-signed"):
    """The rule that after the user's last message, the first call of each item has a signature.

    ``at`` leads to the parts of an item. Calls are parts with any key of ``calling``. The signature is under a key of
    ``keys`` in the same part. ``speech`` leads to the user's own words in a user's item.
    """

    at: tuple[Pointer, ...]
    calling: tuple[str, ...]
    keys: tuple[str, ...]
    speech: tuple[Pointer, ...]

    def applies(self, sent: Sent) -> bool:
        return any(step.calls for step in sent.steps)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for step, item in _between_the_users_words(sent, self.speech)[-1]:
            parts = [found for at in self.at for found in pointer.find(item, at) if isinstance(found[1], dict)]
            calling = [(path, part) for path, part in parts if any(key in part for key in self.calling)]
            if calling and not any(calling[0][1].get(key) for key in self.keys):
                yield Finding(
                    path=step.path + calling[0][0], message=f"expected the key {wording.quoted(self.keys[0])}, got none"
                )


class CallsLed(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="calls-led"):
    """The rule that calls have company, such as a thinking block, among the items after the user's last message.

    If any of these items has calls, at least one of them must have a value at ``at`` that fits the JSON Schema ``by``.
    With ``every``, the rule also holds between any two messages of the user. ``given``: the schema of the requests to
    which the rule applies. ``calls``: the schema of the items whose calls count. ``speech``: pointers to the user's own
    words, because an item of the user may also have only results.
    """

    given: dict[str, Any]
    at: Pointer
    by: dict[str, Any]
    speech: tuple[Pointer, ...]
    calls: dict[str, Any] = msgspec.field(default_factory=dict)
    every: bool = False

    def __post_init__(self) -> None:
        _given(self)
        _by(self)
        _calling(self)

    def applies(self, sent: Sent) -> bool:
        return any(step.calls for step in sent.steps) and schemas.fits(_given(self), sent.body)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if not schemas.fits(_given(self), sent.body):
            return
        runs = _between_the_users_words(sent, self.speech)
        for run in runs if self.every else runs[-1:]:
            calling = [step for step, item in run if step.calls and schemas.fits(_calling(self), item)]
            led = any(schemas.fits(_by(self), first) for _, item in run for first in pointer.values(item, self.at))
            if calling and not led:
                yield Finding(
                    path=calling[0].path + self.at,
                    message=f"expected a value that fits {wording.shown(self.by)} before the calls, got none",
                )


class PresentForCalls(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="present-for-calls"):
    """The rule that ``at`` leads to a value, such as a container's id, while certain calls wait for their results.

    Only the last item with calls counts. ``calls`` leads from this item to the calls that need the value. They wait for
    their results if no later item has the same role as this item.
    """

    at: Pointer
    calls: Picker

    def applies(self, sent: Sent) -> bool:
        return bool(self._waiting(sent))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        waiting = self._waiting(sent)
        if waiting and not any(pointer.values(sent.body, self.at)):
            yield Finding(
                path=self.at, message=f"expected a value, because {waiting[0]} waits for its result, got nothing"
            )

    def _waiting(self, sent: Sent) -> list[str]:
        """Return the places of the calls that wait for their results."""
        last = next((step for step in reversed(sent.steps) if step.calls), None)
        if last is None or any(step.role == last.role for step in sent.steps[sent.steps.index(last) + 1 :]):
            return []
        return [last.path + path for item in pointer.values(sent.body, last.path) for path, _ in self.calls.find(item)]


class SealsKept(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="seals-kept"):
    """The rule that the values at ``at`` in a request come from an earlier answer, or are among ``known``.

    ``given`` leads to the values in answers. With ``base64``, the values are base64 text in either alphabet. The rule
    does not apply if no earlier answer is known.
    """

    at: tuple[Pointer, ...]
    given: tuple[Pointer, ...]
    known: tuple[str, ...] = ()
    base64: bool = False

    def applies(self, sent: Sent) -> bool:
        return bool(sent.before) and any(pointer.values(sent.body, at) for at in self.at)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if not sent.before:
            return
        given = {
            self._bare(text)
            for document in sent.before
            for at in self.given
            for text in pointer.values(document, at)
            if isinstance(text, str)
        }
        for path, seal in (found for at in self.at for found in pointer.find(sent.body, at)):
            if isinstance(seal, str) and seal not in self.known and self._bare(seal) not in given:
                yield Finding(path=path, message=f"expected a value of an earlier answer, got {wording.shown(seal)}")

    def _bare(self, seal: str) -> str:
        return bytes_text.bare(seal) if self.base64 else seal


def _between_the_users_words(sent: Sent, speech: tuple[Pointer, ...]) -> list[list[tuple[Step, Json]]]:
    """Return the groups of items before, between and after the user's own words.

    A user's item has the user's own words if it has a value at ``speech``, or if it has no results.
    """
    runs: list[list[tuple[Step, Json]]] = [[]]
    for step, item in zip(sent.steps, pointer.values(sent.body, sent.view.items), strict=True):
        if step.role == "user" and (not step.results or any(pointer.values(item, at) for at in speech)):
            runs.append([])
        else:
            runs[-1].append((step, item))
    return runs


@cache
def _given(checker: CallsLed) -> Draft202012Validator:
    return schemas.validator(checker.given)


@cache
def _by(checker: CallsLed) -> Draft202012Validator:
    return schemas.validator(checker.by)


@cache
def _calling(checker: CallsLed) -> Draft202012Validator:
    return schemas.validator(checker.calls)


def _has_calls(sent: Sent) -> bool:
    return any(step.calls or step.results for step in sent.steps)


KINDS = (
    CallsAnswered, CallsLed, CallsSigned, IdsMatch, IdsPattern, IdsUnique, PresentForCalls, ResultsAdjacent,
    ResultsCounted, ResultsFirst, ResultsMatch, ResultsOrder, ResultsTogether, SealsKept,
)  # fmt: skip
