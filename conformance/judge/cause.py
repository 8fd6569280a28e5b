"""Root causes. A cause joins all findings with the same explanation.

The findings may come from different checks, exchanges, modes, scenarios and providers.

Each finding that breaks a MUST is in exactly one cause. Either the finding shows the cause itself (a leading finding),
or it follows from a leading finding in the same case. A leading finding is at least as grave as the findings that
follow from it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from conformance.judge import checks, wire_place
from conformance.judge.checks import EVERY
from conformance.judge.combined import faults
from conformance.judge.effect import COSTS_NOTHING, gravest, gravity, possible
from conformance.judge.fault import REQUEST_CHECKS, Fault, reading, side
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.mutants.streams.mutant import MUTANT
from conformance.scenarios.generated import parsed
from toolwire.wire import pointer

Reason: TypeAlias = Literal[
    "raised", "not the recorded request", "same place", "same reading", "misread answer", "cut answer", "same name",
    "same id", "reference", "alternatives", "properties", "history differs", "same text", "same mutant",
    "same pieces",
]  # fmt: skip
"""The reason why a finding follows from another finding, the leading finding.

``raised``: the adapter gave up earlier.
``not the recorded request``: the request differs from the recorded request, so it got a different answer or none.
``same place``: another check finds the same difference.
``same reading``: the field depends on a field that was misread.
``misread answer``: the adapter later sends the values that it misread.
``cut answer``: the end of the answer is misread.
``same name``, ``same id``: the name of a tool, or the id of a call, is at several places of a request.
``reference``: a reference in a schema was resolved, or leads to nothing.
``alternatives``: the alternatives or the condition of a schema were changed, and with them other keywords.
``properties``: a schema requires properties that are lost.
``history differs``: a rule is about a part of the history that was changed.
``same text``, ``same mutant``: the same text or mutant is misread in several ways.
``same pieces``: the same stream is also misread if it is cut into certain other pieces (``Delivery.also``).
"""
_HISTORY: Final = ("call", "result", "approval", "message", "text", "reasoning", "opaque", "image", "plan")
"""The fields in a request's history, each as the first part of its name: ``call`` represents ``call.id``, too."""
_OF_CALLS: Final = ("call", "result", "approval", "message", "history")
"""The fields that belong to calls in a request's history, each as the first part of its name."""
_EXCUSES: Final = {
    "calls": ("result", "rule"), "call.complete": ("result", "rule"), "call.kind": ("call", "call.arguments"),
    "call.name": ("call.name", "result.name", "call", "rule"), "call.id": ("call.id", "result.call_id", "call", "rule"),
    "call.arguments": ("call.arguments", "call"), "call.form": ("call.arguments", "call"),
    "text": ("text",), "reasoning": ("reasoning", "opaque"), "approvals": ("approval", "opaque", "result", "rule"),
}  # fmt: skip
"""A map from a field of an answer to the fields of later requests that also differ if the adapter misread this field.

``result`` represents all fields of calls and results. ``rule`` represents all rules for requests.
"""
_ANSWERS: Final = ("result", "result.call_id")
"""The fields of a result that also differ if the result's call differs."""
_DEPENDS: Final = {
    "finish": ("calls", "call", "error"), "call": ("calls",), "order": ("calls", "text", "reasoning"),
    "calls": ("call", "error"), "parts": ("calls", "text", "reasoning", "order", "error"),
    "text": ("error", "reasoning"), "error": ("finish", "calls", "text"), "opaque": ("reasoning",),
    "reasoning": ("text", "error"), "alternatives": ("error",), "approvals": ("calls", "error"),
}  # fmt: skip
"""A map from a field of a reading to the other fields whose misreading explains a difference in this field."""
_AS_ERROR: Final = "error"
"""The last word of a fault's kind, such as ``stop-as-error``, if the adapter reads the finish as an error."""
_LOST_BY_ERRORS: Final = (*_DEPENDS["finish"], "text", "reasoning", "parts")
_UNCHANGED: Final = (*(check.name for check in TEXT_CHECKS if check.way == "whole"), f"{MUTANT}text-in-pieces")
"""The checks of unchanged texts. If an adapter misreads an unchanged text, this explains the same misreading of changed
texts.
"""
_BESIDE_CALLS: Final = ("text", "reasoning", "order")
_REFERS: Final = ("$ref", "$defs", "definitions")
_ALTERNATIVES: Final = ("anyOf", "oneOf", "allOf")
_CONDITION: Final = "if"
_EXPLAINING: Final = {word: n for n, word in enumerate((
    *_REFERS, *_ALTERNATIVES, _CONDITION, "properties", "tool", "tool.name",
    "call", "call.id", "result.call_id", "result.is_error", "result.text",
))}  # fmt: skip
"""The keywords and fields whose faults explain other faults of the same check, each with its rank.

Findings on a keyword or field with a lower rank come first.
"""


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that a cause explains."""

    result: str
    """The id of the finding's result."""
    finding: Finding
    reason: Reason | None = None
    """The reason why the finding follows from the cause. None if the finding shows the cause itself."""


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The explanation of findings in one or many cases."""

    id: str
    """The id, for example ``request/call.id/lost``. It is the same in every version, and does not depend on values."""
    effect: Effect
    silent: bool
    """True if in at least one case the user loses something, and sees neither an exception nor an error."""
    heading: str
    """The fault of the smallest case, in one sentence."""
    finding: Finding
    """The finding of the smallest case."""
    smallest: Result
    """The result with ``finding``, in the smallest case: the case with the fewest exchanges, and then with the fewest
    bytes. Written cases are preferred to generated cases.
    """
    cases: tuple[str, ...]
    """The cases that show the cause, ``provider/dialect/scenario/plain|stream``."""
    checks: tuple[str, ...]
    """All checks that fail because of the cause. Checks with findings that show the cause itself come first."""
    explained: tuple[Explained, ...] = ()
    """All findings that the cause explains: first the findings that show the cause itself, then the findings that
    follow from the cause.
    """

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that show the cause."""
        return scenarios_of(self.cases)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that show the cause, ``plain`` and ``stream``."""
        return modes_of(self.cases)

    @property
    def providers(self) -> tuple[str, ...]:
        """The providers' dialects, or text formats, that show the cause."""
        return subjects_of(self.cases)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the cause's findings report as broken."""
        rules = (each.finding.rule for each in self.explained)
        return tuple(dict.fromkeys(rule for rule in rules if rule is not None))

    @property
    def expected(self) -> str:
        """The expected request, or the expected reading, in the smallest case."""
        seen = self.smallest.seen_in(self.finding)
        return "" if seen is None else seen.recorded if side(self.smallest) == "request" else seen.expected

    @property
    def actual(self) -> str:
        """The adapter's request, or the adapter's reading, in the smallest case."""
        seen = self.smallest.seen_in(self.finding)
        return "" if seen is None else seen.sent if side(self.smallest) == "request" else seen.got


def scenarios_of(cases: Iterable[str]) -> tuple[str, ...]:
    """Return the scenarios of cases, each once. A case is ``provider/dialect/scenario/plain|stream``."""
    return tuple(dict.fromkeys(case.split("/")[2] for case in cases))


def modes_of(cases: Iterable[str]) -> tuple[str, ...]:
    """Return the modes of cases, sorted and each once: ``plain``, ``stream`` or both."""
    return tuple(sorted({case.split("/")[3] for case in cases}))


def subjects_of(cases: Iterable[str]) -> tuple[str, ...]:
    """Return the subjects of cases, each once. A subject is ``provider/dialect``, the first two parts of a case."""
    return tuple(dict.fromkeys("/".join(case.split("/")[:2]) for case in cases))


_FaultAt: TypeAlias = tuple[int, str]
"""The number of an exchange, and the id of a fault in this exchange."""


class _Found(NamedTuple):
    """A finding of a case, and its fault."""

    result: Result
    finding: Finding
    fault: Fault

    @property
    def exchange(self) -> int:
        return self.finding.exchange or 1

    @property
    def at(self) -> _FaultAt:
        return self.exchange, str(self.fault)

    @property
    def effect(self) -> Effect:
        return self.finding.effect or gravest_of(self.result.check)

    @property
    def weight(self) -> int:
        return gravity(self.effect)

    @property
    def is_request(self) -> bool:
        return side(self.result) == "request"

    @property
    def head(self) -> str:
        return self.fault.field.partition(".")[0]

    @property
    def in_history(self) -> bool:
        return self.head in _HISTORY or self.fault.first == "rule"


class _Group:
    """The findings of a cause, while they are collected."""

    def __init__(self) -> None:
        self.leading: list[_Found] = []
        self.followers: list[tuple[_Found, Reason]] = []
        self.effects: set[Effect] = set()
        self.silent: set[Effect] = set()
        """The effects of those leading findings of which the user learns nothing."""

    def cause(self, key: str) -> Cause:
        first = min(self.leading, key=lambda lead: (lead.weight, *_size(lead)))
        found = [*self.leading, *(follower for follower, _ in self.followers)]
        effect = gravest(self.effects) or "call"
        return Cause(
            id=key,
            effect=effect,
            silent=effect in self.silent and effect not in COSTS_NOTHING,
            heading=first.fault.statement(first.finding, first.result),
            finding=first.finding,
            smallest=first.result,
            cases=tuple(dict.fromkeys(lead.result.case for lead in self.leading)),
            checks=tuple(dict.fromkeys(lead.result.check for lead in found)),
            explained=tuple(
                Explained(result=each.result.id, finding=each.finding, reason=reason)
                for each, reason in (*((lead, None) for lead in self.leading), *self.followers)
            ),
        )


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """Return the causes of the failing results, the gravest first.

    Of equally grave causes, the cause with the most cases comes first.
    """
    groups: dict[str, _Group] = {}
    for of_case in _cases(results):
        led: list[_Found] = []
        leads: dict[str, _Found] = {}
        """The latest finding of each result, by the id of the result.

        If a leading finding explains the latest finding, the entry is the leading finding.
        """
        refusals = _refusals(of_case)
        refused_for = _refused_for(of_case, refusals)
        found = _in_order(of_case, refusals)
        refused = [each for each in found if _is_refused(each.finding)]
        refused_in = {each.exchange for each in refused}
        for each in found:
            why: tuple[_Found, Reason] | None
            if _is_rest(each) and each.result.id in leads:
                why = leads[each.result.id], "same place"
            else:
                why = _explained(each, led, refusals, refused_for.get(each.at, ()))
            leads[each.result.id] = why[0] if why else each
            if why is not None:
                lead, reason = why
                groups[str(lead.fault)].followers.append((each, reason))
            else:
                led.append(each)
                group = groups.setdefault(str(each.fault), _Group())
                group.leading.append(each)
                effect: Effect = "rejected" if _is_refused_within(each, refused) else each.effect
                group.effects.add(effect)
                if each.result.silent and not _is_raised(each) and each.exchange not in refused_in:
                    group.silent.add(effect)
    made = [group.cause(key) for key, group in groups.items()]
    return tuple(sorted(made, key=lambda cause: (gravity(cause.effect), -len(cause.cases), cause.id)))


def _is_refused(finding: Finding) -> bool:
    """Return whether the provider refuses the request because of the fault that a finding reports.

    The differences in a refused request are not silent, because the user gets the provider's error.
    """
    return finding.effect == "rejected" and finding.level == "MUST"


def _is_refused_within(found: _Found, refused: Iterable[_Found]) -> bool:
    """Return whether the provider refuses the request because of a value at or below the place of the finding.

    Such a finding has no other effect, because the refused request gets no answer.
    """
    return bool(found.is_request and found.finding.place) and any(
        found.exchange == other.exchange
        and found.weight < other.weight
        and pointer.is_within(other.finding.place, found.finding.place)
        for other in refused
    )


def _cases(results: Iterable[Result]) -> Iterator[list[_Found]]:
    """Yield, for each case that fails, a list of the findings that make it fail."""
    cases: dict[str, list[_Found]] = {}
    for result in results:
        if result.outcome in ("fail", "error"):
            cases.setdefault(result.case, []).extend(_Found(result, *pair) for pair in faults(result))
    yield from cases.values()


def _in_order(found: list[_Found], refusals: dict[_FaultAt, _FaultAt]) -> list[_Found]:
    """Return findings in the order of events. A finding that explains other findings comes before these findings.

    ``refusals``: see ``_refusals``.
    """
    explaining = {*refusals.values(), *(each.at for each in found if _is_of_reference(each))}
    return sorted(found, key=lambda each: _turn(each, is_refusal=each.at in explaining))


def _refusals(found: Iterable[_Found]) -> dict[_FaultAt, _FaultAt]:
    """Return the milder faults of requests that a refusal explains, each with this refusal.

    A refusal is a fault that makes the provider refuse the request. It explains a milder fault if any finding of the
    milder fault is at the same place of the same request. Each fault comes with the number of its exchange.
    """
    asked = [each for each in found if each.is_request]
    refused = {_place_of(each): each.at for each in asked if _is_refused(each.finding)}
    milder = [each for each in asked if each.weight > gravity("rejected")] if refused else []
    return {each.at: refused[place] for each in milder if (place := _place_of(each)) in refused}


def _refused_for(found: Iterable[_Found], refusals: dict[_FaultAt, _FaultAt]) -> dict[_FaultAt, list[_Found]]:
    """Return the refusals, each with the findings of the milder faults that it explains (see ``_refusals``)."""
    explained: dict[_FaultAt, list[_Found]] = {}
    for each in found:
        if each.at in refusals:
            explained.setdefault(refusals[each.at], []).append(each)
    return explained


def _place_of(found: _Found) -> tuple[int, str]:
    """Return the exchange and the place of a finding in a request, with ``*`` for every index in the place.

    A whole tool choice is a single place.
    """
    place = found.finding.place
    is_choice = wire_place.CHOICE in (found.fault.field, wire_place.of_request(place, found.result))
    return found.exchange, wire_place.CHOICE if is_choice else pointer.general(place)


def _turn(found: _Found, *, is_refusal: bool) -> tuple[int, bool, bool, bool, int, int]:
    """Return the key that sorts the findings of a case in the order of events: by exchange, then requests before
    answers, then by check.

    ``is_refusal``: the finding comes before other findings on the same request, because its fault makes the provider
    refuse the request, or is about a reference in a schema.
    """
    order = _order().get(found.result.check, len(_order()))
    keyword = found.fault.place.rpartition("/")[2]
    explaining = _EXPLAINING.get(keyword, len(_EXPLAINING))
    return found.exchange, _is_played(found), not found.is_request, not is_refusal, order, explaining


@lru_cache(maxsize=1)
def _order() -> dict[str, int]:
    every = [*(check.name for check in EVERY), *_UNCHANGED, *(check.name for check in TEXT_CHECKS)]
    names = [*REQUEST_CHECKS, *(name for name in every if name not in REQUEST_CHECKS)]
    return {name: n for n, name in enumerate(dict.fromkeys(names))}


def _size(found: _Found) -> tuple[bool, int, int, bool]:
    """Return the key that sorts the cases of a cause. Written scenarios come before generated conversations, because
    people know them. Within both groups, smaller cases come first.
    """
    result = found.result
    return parsed(result.scenario) is not None, result.exchanges, result.bytes, result.mode == "stream"


@lru_cache(maxsize=128)
def gravest_of(check: str) -> Effect:
    """Return the gravest effect that findings of this check can have. ``call`` for an unknown check."""
    effects = [possible(known.effect)[0] for known in EVERY if known.name == check]
    return effects[0] if effects else "call"


def _explained(
    found: _Found, led: list[_Found], refusals: dict[_FaultAt, _FaultAt], refused_for: Iterable[_Found]
) -> tuple[_Found, Reason] | None:
    """Return the leading finding that explains ``found``, and the reason. None if no finding explains ``found``.

    ``led``: the leading findings so far. ``refusals``: see ``_refusals``. ``refused_for``: the findings that ``found``
    explains if it is a refusal (see ``_refused_for``).
    """
    if _is_played(found) and led:
        return next(
            (lead for lead in reversed(led) if lead.exchange == found.exchange), led[-1]
        ), "not the recorded request"
    refusal = refusals.get(found.at)
    if refusal is None and found.result.party == "provider":
        return None  # a search is too slow, because an answer may break a rule at thousands of places
    for lead in led:
        if lead.at == refusal:
            return lead, "same place"
        if str(lead.fault) == str(found.fault) or lead.weight > found.weight:
            continue
        if (reason := _reason(found, lead)) is not None and (
            reason != "misread answer" or all(_excuses(lead, other) for other in refused_for)
        ):
            return lead, reason
    return None


def _reason(found: _Found, lead: _Found) -> Reason | None:
    """Return the reason why ``found`` follows from the leading finding ``lead``. None if it does not."""
    if found.result.party != lead.result.party or found.result.party == "provider":
        return None
    if "delivery" in (found.fault.first, lead.fault.first):
        return "same pieces" if lead.fault.place in _also().get(found.fault.place, ()) else None
    if found.fault.first == "stream" or lead.fault.first == "stream":
        return "same mutant" if found.result.check == lead.result.check else None
    if found.fault.first == "text" and lead.fault.first == "text":
        return "same text" if _is_same_text(found, lead) else None
    if _is_raised(lead):
        return "raised" if not found.is_request or found.exchange > lead.exchange else None
    if found.is_request and lead.is_request:
        return _in_requests(found, lead)
    if found.is_request:
        return "misread answer" if lead.exchange < found.exchange and _excuses(lead, found) else None
    return None if lead.is_request else _in_readings(found, lead)


@lru_cache(maxsize=1)
def _also() -> dict[str, tuple[str, ...]]:
    return {delivery.id: delivery.also for delivery in DELIVERIES}


def _is_rest(found: _Found) -> bool:
    """Return whether a finding only reports the number of further differences, which are not listed."""
    return found.finding.message.endswith(" more differences")


def _is_played(found: _Found) -> bool:
    return found.result.check == checks.PLAYED.name


def _excuses(lead: _Found, found: _Found) -> bool:
    """Return whether ``lead`` is about a misread answer that explains ``found``, a wrong value in a later request."""
    if lead.fault.first != "answer":
        return False
    excused = _EXCUSES.get(lead.fault.place, ())
    if "result" in excused and found.fault.field in ("text", "reasoning") and found.fault.kind == "moved":
        return True  # the number of messages differs, so the text was compared with that of another message
    return (
        found.fault.first == "rule"
        if "rule" in excused and found.finding.rule
        else (found.fault.field in excused or ("result" in excused and found.head in _OF_CALLS))
    )


def _is_same_text(found: _Found, lead: _Found) -> bool:
    """Return whether a finding on a text follows from a leading finding on the same text.

    If both findings are from the same check, they must be about the same variant of the text.

    If they are from different checks, the leading finding must be about an unchanged text (see ``_UNCHANGED``), and
    both must report the same fault of the same field. Lost calls also explain differences in text, reasoning and
    order.
    """
    if found.result.check == lead.result.check:
        return found.finding.variant == lead.finding.variant
    if lead.result.check not in _UNCHANGED:
        return False
    (field, how), (by, like) = reading(found.finding), reading(lead.finding)
    return (field, how) == (by, like) or (by == "calls" and field in _BESIDE_CALLS)


def _is_raised(found: _Found) -> bool:
    return found.fault.first == "raised"


def _in_requests(found: _Found, lead: _Found) -> Reason | None:
    if found.fault.first == "rule" and lead.fault.first == "request" and lead.in_history:
        return "history differs" if found.exchange == lead.exchange else _same_place(found, lead)
    if found.result.check == lead.result.check:
        return _in_schemas(found, lead) or _repeated(found, lead)
    if _is_of_reference(lead) and found.fault.place == wire_place.DEFINITIONS:
        return "reference" if found.exchange == lead.exchange else None
    return _same_place(found, lead) or _repeated(found, lead)


def _is_of_reference(lead: _Found) -> bool:
    """Return whether a finding reports that a reference in a schema breaks a rule."""
    return lead.fault.first == "rule" and lead.finding.place.endswith("/$ref")


def _same_place(found: _Found, lead: _Found) -> Reason | None:
    if found.exchange < lead.exchange:
        return None
    same_field = found.fault.field == lead.fault.field
    return "same place" if same_field or _overlap(found.finding.place, lead.finding.place) else None


def _overlap(left: str, right: str) -> bool:
    """Return whether two places in a document are equal, or one contains the other."""
    left, right = pointer.general(left), pointer.general(right)
    if not (left and right):
        return True
    return pointer.is_within(left, right) or pointer.is_within(right, left)


def _repeated(found: _Found, lead: _Found) -> Reason | None:
    """Return the reason why ``found`` repeats the fault of ``lead`` at another place of the request. None if it does
    not repeat the fault.

    For example, the name of a tool is at several places of a request. If all tools are lost, the tool choice is lost,
    too.
    """
    names, ids = ("tool.name", "call.name", "result.name", wire_place.NAMES), ("call.id", "result.call_id")
    if found.fault.field == wire_place.NAMES and lead.fault.field == wire_place.CHOICE:
        return "same place"
    if (found.fault.place, lead.fault.place) == ("result.text", "result.is_error") and _beside(found, lead):
        return "same place"
    if found.fault.place in _ANSWERS and lead.fault.place == "call" and found.fault.kind == lead.fault.kind:
        return "history differs"
    if found.fault.field == wire_place.CHOICE and found.fault.kind == "lost" and _is_without_tools(lead):
        return "same place"
    if lead.fault.field == "tool" and found.fault.field.startswith("tool.") and _is_beside_in_kind(found, lead):
        return "same place"  # the findings about the fields of all tools are at the first place of tools
    if lead.fault.field == "tool.name" and found.fault.field in names and lead.fault.kind == found.fault.kind:
        return "same name"
    if (found.fault.place, found.fault.kind) == ("image", "added") and lead.fault.field == "result.text":
        return "same place" if found.exchange == lead.exchange else None  # the image was moved out of the result
    if found.fault.kind == "of-another-call" and lead.fault.place in ("history", "call", "result", "message"):
        return "history differs"
    if (
        found.fault.field in ids
        and lead.fault.field in ids
        and found.fault.kind in (lead.fault.kind, "of-another-call")
    ):
        return "same id"
    return None


def _is_without_tools(lead: _Found) -> bool:
    """Return whether a finding reports that all tools are lost, not only some items of the list."""
    is_of_list = pointer.general(lead.finding.place).endswith("/*")
    return (lead.fault.place, lead.fault.kind) == ("tool", "lost") and not is_of_list


def _is_beside_in_kind(found: _Found, lead: _Found) -> bool:
    return found.fault.kind == lead.fault.kind and found.exchange == lead.exchange


def _beside(found: _Found, lead: _Found) -> bool:
    parents = {each.finding.place.rpartition("/")[0] for each in (found, lead)}
    return len(parents) == 1 and found.exchange == lead.exchange


def _in_schemas(found: _Found, lead: _Found) -> Reason | None:
    """Return the reason why ``found``, a finding in a schema, follows from ``lead``, a finding in the same schema. None
    if ``found`` does not follow from ``lead``.

    A lost reference explains the keywords that replace it. Changed alternatives explain the keywords beside and inside
    them. A lost ``if`` explains ``then`` and ``else``, and lost properties explain a lost ``required``.
    """
    if not found.fault.field == lead.fault.field == wire_place.PARAMETERS or found.exchange != lead.exchange:
        return None
    keyword, by = (each.fault.place.rpartition("/")[2] for each in (found, lead))
    if by in _REFERS:
        there = _schema(found) == _schema(lead) or keyword in _REFERS
        return "reference" if there else None
    if by in _ALTERNATIVES:
        return "alternatives" if pointer.is_within(_schema(found), _schema(lead)) else None
    if by == _CONDITION:
        return "alternatives" if keyword in ("then", "else") and _schema(found) == _schema(lead) else None
    gone = found.fault.kind == lead.fault.kind or keyword == "required"
    return "properties" if by == "properties" and gone and _schema(found) == _schema(lead) else None


def _schema(found: _Found) -> str:
    return wire_place.schema_of(found.finding.place)


def _in_readings(found: _Found, lead: _Found) -> Reason | None:
    if lead.fault.first == "front":
        return None
    if found.fault.first == "front":  # clients misread an answer with a wrong form
        is_call = lead.fault.place == "calls" and wire_place.is_of_call(found.fault.place)
        return "same place" if is_call and lead.exchange == found.exchange else None
    if found.fault.field == lead.fault.field or (found.head == lead.head == "error"):
        return "same place" if found.result.check != lead.result.check or lead.exchange == found.exchange else None
    if found.exchange != lead.exchange:
        return None
    is_error = found.head == "finish" and found.fault.kind.endswith(_AS_ERROR)
    depends = _LOST_BY_ERRORS if is_error else _DEPENDS.get(found.head, ())
    return "same reading" if lead.head in depends else None
