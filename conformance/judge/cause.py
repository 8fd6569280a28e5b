"""Root causes: all findings with one explanation, across checks, exchanges, modes, scenarios and providers.

In a case, the check that explains most has a cause for each kind of its findings. The findings of the other checks on
the same side of the exchange follow from these, and so do requests that differ behind an answer that was misread.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from conformance.judge import checks
from conformance.judge.checks import EVERY
from conformance.judge.effect import GRAVEST_FIRST, gravest, request_places
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.judge.text_checks import TEXT_CHECKS
from toolwire.providers import owner, wire_format
from toolwire.wire import pointer

Side: TypeAlias = Literal["request", "answer"]
_REQUEST: Final = (
    checks.REQUEST_MATCHES, checks.RETURNED, checks.REQUEST_MAPPING, checks.REQUEST_RULES, checks.REQUEST_SCHEMA,
    checks.REQUEST_ROUND_TRIP, checks.PLAYED,
)  # fmt: skip
"""The checks of what an adapter sends, those first that explain most."""
_FIRST: Final = {check.name: n for n, check in enumerate(_REQUEST)}
_FEW: Final = 2
"""Containers of more kinds of fields are messages."""
_NEVER: Final = 1_000_000
_VALUE: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|\{.*\}|\[.*\]|\d+")
_READING: Final = re.compile(r"(?<=/arguments)/(?:value|form)$")
_PROPERTY: Final = re.compile(r"(?<=/properties/)[^/]+|(?<=/\$defs/)[^/]+")


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The explanation of findings in one or many cases."""

    id: str
    """``side/place/kind``: the same in every version, whatever the values are."""
    effect: Effect
    silent: bool
    """True if no case raised an exception or showed an error."""
    finding: Finding
    """The finding of the smallest case."""
    smallest: Result
    """The result with this finding whose exchange is the shortest."""
    cases: tuple[str, ...]
    """The cases that show it, ``provider/dialect/scenario/plain|stream``."""
    checks: tuple[str, ...]
    """All checks that fail by it, the one that explains it first."""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that show it."""
        return tuple(dict.fromkeys(case.split("/")[2] for case in self.cases))

    @property
    def providers(self) -> tuple[str, ...]:
        """The providers' dialects, or text formats, that show it."""
        return tuple(dict.fromkeys("/".join(case.split("/")[:2]) for case in self.cases))


class _Group:
    """A cause while its cases are gathered."""

    def __init__(self, finding: Finding, result: Result) -> None:
        self.finding, self.smallest = finding, result
        self.effects: list[Effect] = []
        self.cases: dict[str, None] = {}
        self.checks: dict[str, None] = {}
        self.silent = True

    def add(self, finding: Finding, result: Result) -> None:
        """Add a finding of the cause."""
        self.effects += [finding.effect] if finding.effect else []
        self.cases[result.case] = None
        self.checks[result.check] = None
        self.silent &= result.silent
        if _size(result) < _size(self.smallest):
            self.finding, self.smallest = finding, result

    def follow(self, result: Result) -> None:
        """Add a check that fails by the cause."""
        self.checks[result.check] = None
        self.silent &= result.silent


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """Return the causes of the failing results, the gravest first, and of these the one with most cases."""
    groups: dict[str, _Group] = {}
    for request, answer in _sides(results):
        explained = _explain(answer, groups)
        misread = min((finding.exchange or 1 for finding in answer[0].findings), default=_NEVER) if answer else _NEVER
        _explain(request, groups, explained, behind=misread)
    found = [
        Cause(
            id=key,
            effect=gravest(group.effects) or "call",
            silent=group.silent,
            finding=group.finding,
            smallest=group.smallest,
            cases=tuple(group.cases),
            checks=tuple(group.checks),
        )
        for key, group in groups.items()
    ]
    return tuple(sorted(found, key=lambda cause: (GRAVEST_FIRST.index(cause.effect), -len(cause.cases), cause.id)))


def _sides(results: Iterable[Result]) -> Iterator[tuple[list[Result], list[Result]]]:
    """Yield the failing results of each case, on its requests and on its answers, the most explaining first."""
    cases: dict[str, tuple[list[Result], list[Result]]] = {}
    for result in results:
        if result.outcome == "fail":
            cases.setdefault(result.case, ([], []))[result.check not in _FIRST].append(result)
    for request, answer in cases.values():
        yield sorted(request, key=_explains), sorted(answer, key=_explains)


def _explain(
    of_side: list[Result], groups: dict[str, _Group], earlier: Sequence[_Group] = (), behind: int = _NEVER
) -> list[_Group]:
    """Give the findings of the first result their causes, and return these; the other results follow from them.

    Findings in exchanges ``behind`` this number follow from ``earlier`` causes.
    """
    led: list[_Group] = []
    for n, result in enumerate(of_side):
        for finding in result.findings:
            # A refusal is a loss of its own, whatever else differs.
            if finding.level == "MUST" and (n == 0 or (finding.effect == "rejected" and finding.rule)):
                if (finding.exchange or 1) > behind:
                    continue
                group = groups.setdefault(_key(finding, result), _Group(finding, result))
                group.add(finding, result)
                led.append(group)
        for group in (*led, *earlier):
            group.follow(result)
    return led


def _side(result: Result) -> Side:
    return "request" if result.check in _FIRST else "answer"


@lru_cache(maxsize=1)
def _order() -> dict[str, int]:
    every = [*(check.name for check in EVERY), *(check.name for check in TEXT_CHECKS)]
    names = [name for name in every if name not in _FIRST]
    return _FIRST | {name: len(_FIRST) + n for n, name in enumerate(names)}


def _explains(result: Result) -> int:
    return _order().get(result.check, len(_order()))


def _size(result: Result) -> int:
    return len(result.seen.sent) + len(result.seen.received) if result.seen else 1_000_000


def _key(finding: Finding, result: Result) -> str:
    """The id of a finding's cause: its rule, or its place in the dialects' common fields and the kind of difference."""
    if finding.rule is not None:
        return f"rule/{finding.rule}"
    path = finding.place
    if result.check in _FIRST and path.startswith("/"):
        place = _common(path, result)
    else:
        general = _READING.sub("", pointer.general(path))
        place = general if general.startswith(result.check) else f"{result.check}/{general}".rstrip("/")
    return f"{_side(result)}/{place}/{_kind(finding.message)}"


def _common(path: str, result: Result) -> str:
    """A pointer into a request in the words of all dialects: the canonical field, and the way on below it."""
    general = pointer.general(path)
    if not isinstance(result.subject, Dialect):
        return general.removeprefix("/")
    fields = _fields(result.dialect)
    found = [place for place in fields if f"{general}/".startswith(f"{place}/")]
    if not found:
        heads = {field.partition(".")[0] for place, field in fields.items() if place.startswith(f"{general}/")}
        return "message" if len(heads) > _FEW else "-".join(sorted(heads)) or general.removeprefix("/")
    place = max(found, key=len)
    return _PROPERTY.sub("*", f"{fields[place]}{general.removeprefix(place)}")


@lru_cache(maxsize=32)
def _fields(dialect: str) -> dict[str, str]:
    """The canonical field at each place of a dialect's requests."""
    form = wire_format(owner(dialect), dialect)
    named = {place: field for field, places in form.mapping.request.items() for place in places}
    return {place: named.get(place, place.removeprefix("/")) for place, _ in request_places(form).effects}


def _kind(message: str) -> str:
    """The kind of a difference, without its values; of an exception its type."""
    if message.startswith("missing item") or message.endswith(", got nothing"):
        return "lost"
    if message.startswith(("unexpected item", "expected nothing, got")):
        return "added"
    if message.startswith("expected as item"):
        return "moved"
    if message.startswith("expected "):
        return "changed"
    return re.sub(r"[^a-z]+", "-", _VALUE.sub("", message.partition(": ")[0]).lower()).strip("-")[:60] or "other"
