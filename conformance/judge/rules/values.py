"""Checkers of values anywhere in a request or an answer."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from jsonschema_rs import Draft202012Validator

from conformance.judge import schemas, wording
from conformance.judge.finding import Finding
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent
from toolwire.model import Json
from toolwire.providers import Picker
from toolwire.providers.claim_file import Pointer
from toolwire.wire import patterns, pointer
from toolwire.wire.numbers import Exact, exact


class ValuesPattern(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="values-pattern"):
    """The rule that each value to which ``at`` leads is text that matches the regular expression ``pattern``."""

    at: Pointer
    pattern: str

    def __post_init__(self) -> None:
        patterns.check(self.pattern)

    def applies(self, sent: Sent) -> bool:
        return bool(pointer.values(sent.body, self.at))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for path, value in pointer.find(sent.body, self.at):
            if not isinstance(value, str) or not patterns.matches(self.pattern, value):
                yield Finding(path=path, message=f"expected a match of {self.pattern}, got {wording.shown(value)}")


class ValuesPresent(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="values-present"):
    """The rule that every object at ``at`` has the key ``key``."""

    at: Pointer
    key: str
    where: dict[str, Json] = msgspec.field(default_factory=dict)

    def applies(self, sent: Sent) -> bool:
        return any(self._objects(sent))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for path, place in self._objects(sent):
            if self.key not in place:
                yield Finding(path=path, message=f"expected the key {wording.quoted(self.key)}, got none")

    def _objects(self, sent: Sent) -> Iterator[tuple[str, dict[str, Json]]]:
        """Yield the objects at ``at``, each with its place. Other values at ``at`` are ignored here, because the check
        of the schema reports them.
        """
        for path, place in Picker(at=self.at, where=self.where).find(sent.body):
            if isinstance(place, dict):
                yield path, place


class PresentBeside(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="present-beside"):
    """The rule that ``at`` must lead to a value if any of the pointers ``beside`` leads to a value."""

    at: Pointer
    beside: tuple[Pointer, ...]

    def applies(self, sent: Sent) -> bool:
        return any(pointer.values(sent.body, at) for at in self.beside)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        there = [at for at in self.beside if pointer.values(sent.body, at)]
        if there and not pointer.values(sent.body, self.at):
            yield Finding(path=self.at, message=f"expected a value here, because {there[0]} has a value, got nothing")


class ValuesUnique(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="values-unique"):
    """The rule that no value occurs twice among the values to which ``at`` leads."""

    at: Pointer

    def applies(self, sent: Sent) -> bool:
        return bool(pointer.values(sent.body, self.at))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for value, number in Counter(map(str, pointer.values(sent.body, self.at))).items():
            if number > 1:
                yield Finding(
                    path=self.at, message=f"expected each value once, got {wording.quoted(value)} {number} times"
                )


class ValuesSchema(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="values-schema"):
    """The rule that each value to which ``at`` leads fits the JSON Schema ``schema``.

    If ``at`` is "", the value is the whole request or answer.

    A schema of only ``if`` and ``then`` applies only to values that fit the condition.
    """

    at: Pointer
    schema: dict[str, Any]
    where: dict[str, Json] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _fits_schema(self)

    def applies(self, sent: Sent) -> bool:
        condition = _fits_condition(self)
        return any(schemas.fits(condition, value) for _, value in Picker(at=self.at, where=self.where).find(sent.body))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for path, value in Picker(at=self.at, where=self.where).find(sent.body):
            yield from schemas.violations(_fits_schema(self), value, path)


class CountLimit(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="count-limit"):
    """The rule that ``at`` leads to at most ``most`` values."""

    at: Pointer
    most: int
    where: dict[str, Json] = msgspec.field(default_factory=dict)
    also: tuple[Pointer, ...] = ()
    """Further places whose values count, together with the values at ``at``."""

    def applies(self, sent: Sent) -> bool:
        return self._number(sent) > 0

    def violations(self, sent: Sent) -> Iterator[Finding]:
        number = self._number(sent)
        if number > self.most:
            yield Finding(path=self.at, message=f"expected at most {self.most}, got {number}")

    def _number(self, sent: Sent) -> int:
        return sum(1 for at in (self.at, *self.also) for _ in Picker(at=at, where=self.where).find(sent.body))


class NumberBelow(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="number-below"):
    """The rule that the number at ``at`` is less than the number at ``below``, if both places have a number."""

    at: Pointer
    below: Pointer

    def applies(self, sent: Sent) -> bool:
        return any(_numbers(sent, self.at)) and any(_numbers(sent, self.below))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        for number in _numbers(sent, self.at):
            for most in _numbers(sent, self.below):
                if number.near() >= most.near():
                    yield Finding(path=self.at, message=f"expected less than {most} ({self.below}), got {number}")


class ItemsFollowed(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="items-followed"):
    """The rule about the next item after each item of a kind, such as: no user's message follows a tool's message.

    ``where`` has the values that show the kind, such as ``{"role": "tool"}``. ``by`` is the JSON Schema that the next
    item must fit. With ``or_last``, an item of the kind may also be the last item of the list.
    """

    at: Pointer
    where: dict[str, Json]
    by: dict[str, Any]
    or_last: bool = False

    def __post_init__(self) -> None:
        _fits_what_follows(self)

    def applies(self, sent: Sent) -> bool:
        return any(Picker(at=f"{self.at}/*", where=self.where).find(sent.body))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        fits = _fits_what_follows(self)
        for path, items in pointer.find(sent.body, self.at):
            if not isinstance(items, list):
                continue
            for n, item in enumerate(items):
                if not all(isinstance(item, dict) and item.get(key) == value for key, value in self.where.items()):
                    continue
                is_last = n + 1 == len(items)
                followed = self.or_last if is_last else schemas.fits(fits, items[n + 1])
                if not followed:
                    got = "no next item" if is_last else wording.shown(items[n + 1])
                    message = f"expected the next item to fit {wording.shown(self.by)}, got {got}"
                    yield Finding(path=f"{path}/{n}", message=message)


class CallsInNamespaces(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="calls-in-namespaces"):
    """The rule that a call of a function inside a namespace states the namespace.

    ``inside`` leads to the names of functions inside namespaces, ``outside`` to the names of the other functions. A
    call of a function that is in both places may leave out the namespace.
    """

    calls: Picker
    inside: tuple[Picker, ...]
    outside: tuple[Picker, ...]

    def applies(self, sent: Sent) -> bool:
        return any(_names(sent, self.inside)) and any(self.calls.find(sent.body))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        inside = _names(sent, self.inside) - _names(sent, self.outside)
        for path, call in self.calls.find(sent.body):
            if isinstance(call, dict) and call.get("name") in inside and not call.get("namespace"):
                yield Finding(
                    path=path, message=f"expected the namespace of {wording.quoted(str(call['name']))}, got none"
                )


def _numbers(sent: Sent, at: str) -> list[Exact]:
    return [number for value in pointer.values(sent.body, at) if (number := exact(value)) is not None]


def _names(sent: Sent, pickers: tuple[Picker, ...]) -> set[str]:
    return {name for picker in pickers for name in picker.pick(sent.body) if isinstance(name, str)}


@cache
def _fits_schema(checker: ValuesSchema) -> Draft202012Validator:
    return schemas.validator(checker.schema)


@cache
def _fits_condition(checker: ValuesSchema) -> Draft202012Validator:
    alone = checker.schema.keys() <= {"$defs", "if", "then"}
    condition = checker.schema.get("if", True) if alone else True
    return schemas.validator({"$defs": checker.schema.get("$defs", {}), "allOf": [condition]})


@cache
def _fits_what_follows(checker: ItemsFollowed) -> Draft202012Validator:
    return schemas.validator(checker.by)


KINDS = (
    CallsInNamespaces,
    CountLimit,
    ItemsFollowed,
    NumberBelow,
    PresentBeside,
    ValuesPattern,
    ValuesPresent,
    ValuesSchema,
    ValuesUnique,
)
