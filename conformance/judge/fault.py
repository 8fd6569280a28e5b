"""Faults: what findings say is wrong, in words that are the same for all values, scenarios, providers and dialects."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from conformance.judge import checks, kind, raised, wire_place
from conformance.judge.difference import compare
from conformance.judge.finding import Finding
from conformance.judge.kind import Unread, Values
from conformance.judge.result import Result
from conformance.judge.subject import TextFormat
from conformance.judge.text_checks import RAISED
from toolwire.model import Json
from toolwire.wire import pointer

Side: TypeAlias = Literal["request", "answer", "provider"]
"""The adapter's request, its reading of the answer, or what the provider answers."""
Place: TypeAlias = Literal["request", "answer", "front", "stream", "text", "provider", "raised", "rule"]
"""The first word of an id."""
REQUEST_CHECKS: Final = (
    checks.REQUEST_MATCHES.name, checks.RETURNED.name, checks.REQUEST_MAPPING.name, checks.REQUEST_RULES.name,
    checks.REQUEST_SCHEMA.name, checks.REQUEST_ROUND_TRIP.name, checks.PLAYED.name,
)  # fmt: skip
"""The checks of what an adapter sends, those first that explain most."""
_MUTANT: Final = "mutant-"
_OF_CALLS: Final = ("calls", "call.id", "call.name", "call.kind")
_SEVERAL: Final = 2
_MANY: Final = 3
"""Of so many kinds of items that are lost the history is lost."""
_MOST: Final = 8
"""So many items are held against each other."""
_IDS: Final = ("call.id", "result.call_id")
_ITEMS: Final = frozenset(("call", "result", "text", "reasoning", "system", "image", "message"))
_PROPERTIES: Final = f"request/{wire_place.PARAMETERS}/properties"
_WITH_MEMBERS: Final = ("result.text", "call.arguments", _PROPERTIES.removeprefix("request/"))
"""Fields with members of the user's own."""
_FIELD: Final = re.compile(r"[a-z_]+(?:\.[a-z_]+)?")
_FRONT: Final = re.compile(r"^/\*(?=/|$)")
_READING: Final = {
    "calls/*/arguments": "call.arguments", "calls/*/arguments/value": "call.arguments",
    "calls/*/arguments/form": "call.form", "calls/*/complete": "call.complete", "calls/*/name": "call.name",
    "calls/*/id": "call.id", "calls/*/kind": "call.kind", "parts": "order", "parts/*": "parts",
}  # fmt: skip
"""The canonical fields by their places in readings."""
_STATED: Final = {
    "lost": "{0} loses {1}", "added": "{0} adds {1}", "moved": "{0} moves {1}", "cut": "{0} cuts {1}",
    "extended": "{0} adds to {1}", "changed": "{0} changes {1}", "swapped": "{0} swaps {1}",
    "reordered": "{0} reorders {1}", "retyped": "{0} gives {1} another type", "rounded": "{0} changes the number {1}",
    "repeated": "{0} repeats {1}", "of-another-call": "{0} takes {1} from another call",
}  # fmt: skip


class Fault(msgspec.Struct, frozen=True):
    """A kind of difference at a place. ``str()`` is the id of its cause."""

    first: Place
    place: str
    """A canonical field or, where there is none, what is around it; of an exception its type."""
    kind: str

    def __str__(self) -> str:
        return "/".join(part for part in (self.first, self.place, self.kind) if part)

    @property
    def field(self) -> str:
        """The canonical field, without what is below it."""
        return self.place.partition("/")[0]

    def statement(self, finding: Finding) -> str:
        """Return what is wrong, in a plain sentence."""
        match self.first:
            case "raised":
                return f"The adapter raises {_brief(finding.message)}"
            case "rule":
                return f"The request breaks the rule {finding.rule}: {_brief(finding.message)}"
            case "request":
                what = _STATED.get(self.kind, "{0} is wrong in {1}").format("the request", self.place)
            case "provider":
                what = f"the provider's answer is wrong in {self.place}"
            case "front":
                what = f"the gateway's answer is off its form at {self.place}"
            case _:
                what = _STATED.get(self.kind, "{0} misreads {1}").format("the adapter", self.place)
        return f"{what[:1].upper()}{what[1:]}: {_brief(finding.message)}"


def side(result: Result) -> Side:
    """Return the side of an exchange that a result is about."""
    if result.party == "provider":
        return "provider"
    return "request" if result.check in REQUEST_CHECKS else "answer"


def faults(result: Result) -> Iterator[tuple[Finding, Fault]]:
    """Yield the findings of a failing result that break a MUST, each with its fault.

    A result that failed for an error of the suite's own has no such finding: its first one stands for it.
    """
    broken = [finding for finding in result.findings if finding.level == "MUST"] or list(result.findings[:1])
    named = [(finding, _fault(finding, result)) for finding in broken]
    for exchange in dict.fromkeys(finding.exchange for finding in broken):
        yield from _together([pair for pair in named if pair[0].exchange == exchange], result)


def _together(pairs: list[tuple[Finding, Fault]], result: Result) -> Iterator[tuple[Finding, Fault]]:
    """The faults of one exchange by one check, where several are one: what is swapped, renamed, or gone with more."""
    by_place: dict[str, list[tuple[Finding, Fault]]] = defaultdict(list)
    for finding, fault in pairs:
        by_place[f"{fault.first}/{fault.place}"].append((finding, fault))
    lost = {fault.place for _, fault in pairs if fault.first == "request" and fault.kind == "lost"} & _ITEMS
    instead = {place: how for place, of_place in by_place.items() if (how := _instead(of_place)) is not None}
    others = {place: _replaced(of_place, result) for place, of_place in by_place.items()}
    replaced = {place: other for place, other in others.items() if other is not None}
    other_tools = {"request/tool.description", _PROPERTIES} <= {*by_place} and instead.get(_PROPERTIES) == "changed"
    for finding, fault in pairs:
        place = f"{fault.first}/{fault.place}"
        if other_tools and fault.field in ("tool.description", wire_place.PARAMETERS):
            yield finding, Fault("request", "tool", "changed")
        elif place in replaced:
            yield finding, replaced[place]
        elif place in instead:
            of_calls = fault.first == "answer" and fault.place in _OF_CALLS and instead[place] == "swapped"
            yield finding, Fault(fault.first, *(("calls", "reordered") if of_calls else (fault.place, instead[place])))
        elif len(lost) >= _MANY and fault.first == "request" and fault.kind == "lost" and fault.place in lost:
            yield finding, Fault("request", "history", "lost")
        else:
            yield finding, fault


def _instead(of_place: list[tuple[Finding, Fault]]) -> str | None:
    """The kind of several differences at one place, where they are one: None where each stands for itself.

    ``swapped``: each value that was expected is found, at the place of another one. ``changed``: members of one object
    are gone, and others came in their place.
    """
    first, place = of_place[0][1].first, of_place[0][1].place
    if first not in ("request", "answer") or len(of_place) < _SEVERAL:
        return None
    found = [kind.values(finding.message) for finding, _ in of_place]
    values = [both for both in found if both is not None]
    due = Counter(both.expected_text for both in values if both.expected_text != "nothing")
    got = Counter(both.actual_text for both in values if both.actual_text != "nothing")
    if due and due == got:
        return "swapped" if place in _WITH_MEMBERS or "nothing" not in _written(values) else "moved"
    kinds = {fault.kind for _, fault in of_place}
    return "changed" if kinds == {"lost", "added"} and place in _WITH_MEMBERS else None


def _replaced(of_place: list[tuple[Finding, Fault]], result: Result) -> Fault | None:
    """The fault of items that are gone where like ones came: at the one field in which two of them differ."""
    first = of_place[0][1]
    if (
        first.first != "request"
        or first.place not in _ITEMS
        or {fault.kind for _, fault in of_place} != {"lost", "added"}
    ):
        return None
    gone, came = ([finding for finding, fault in of_place if fault.kind == how] for how in ("lost", "added"))
    came_items = [item for _, item in _items(came)]
    unlike = [(finding, item, compare(item, other)) for finding, item in _items(gone) for other in came_items]
    if not unlike:
        return Fault("request", first.place, "changed")
    finding, item, nearest = min(unlike, key=lambda pair: len(pair[2]))
    if len(nearest) != 1:
        return Fault("request", first.place, "changed")
    field = wire_place.of_request(f"{finding.place}{nearest[0].path}", result, item=item)
    return Fault("request", field, _of_field(field, kind.inside(nearest[0])))


def _items(findings: list[Finding]) -> list[tuple[Finding, Json]]:
    """The items of some findings, of those that are shown whole."""
    found = [(finding, kind.item(finding.message)) for finding in findings[:_MOST]]
    return [(finding, item) for finding, item in found if not isinstance(item, Unread)]


def _of_field(field: str, how: str) -> str:
    """The kind of a difference of a field: an id that is another one is no id of a call, whatever is left of it."""
    return "changed" if field in _IDS and how in ("cut", "extended", "retyped") else how


def _written(values: list[Values]) -> list[str]:
    return [text for both in values for text in (both.expected_text, both.actual_text)]


def _fault(finding: Finding, result: Result) -> Fault:
    if finding.rule is not None:
        return Fault("rule", finding.rule.rpartition(".")[2], "")
    if result.check == checks.ANSWERED.name or finding.path == RAISED:
        found = raised.raised(finding.message, _exchanged(result))
        return Fault("raised", found.type, "-".join(found.words))
    if result.check == checks.PLAYED.name:
        return Fault("request", "played", "-".join(raised.words(finding.message)))
    if result.party == "provider":
        return Fault("provider", f"{result.check}/{_reading(finding)}".rstrip("/"), kind.kind(finding.message))
    if result.check.startswith(_MUTANT):
        return Fault("stream", f"{result.check.removeprefix(_MUTANT)}/{_reading(finding)}", _kind(finding))
    if isinstance(result.subject, TextFormat):
        return Fault("text", f"{result.check.removeprefix('text-')}/{_reading(finding)}", _kind(finding))
    if result.check == checks.FRONT.name:
        return _of_front(finding)
    return _of_request(finding, result) if side(result) == "request" else _of_answer(finding, result)


def _of_request(finding: Finding, result: Result) -> Fault:
    path, message = finding.place, finding.message
    field, rest = _named(message)
    if field:
        place = "tool.strict" if field == "tool" else field
        return Fault("request", place, kind.kind(rest))
    if path.endswith("/strict") and message.startswith("tool '"):
        return Fault("request", "tool.strict", _of_strictness(message))
    if lacking := kind.without_property(message):
        path = f"{path}/{pointer.escape(lacking)}"
    values = _values(message)
    place = wire_place.of_request(path, result, *values, shown=message)
    how = kind.kind(message)
    if place == wire_place.CHOICE:
        how = _of_choice(values, how)
    return Fault("request", place, _of_field(place, how))


def _values(message: str) -> tuple[object, ...]:
    """The values that a message shows."""
    if message.startswith(("missing item", "unexpected item")):
        return (kind.item(message),)
    found = kind.values(message)
    return found[:2] if found else ()


def _of_strictness(message: str) -> str:
    if "expected strict true" in message:
        return "lost"
    return "added" if "expected strict false" in message else "left-out"


def _of_choice(values: tuple[object, ...], how: str) -> str:
    """A choice that leaves all to the model is none."""
    if how in ("lost", "added") or not values:
        return how
    expected, actual = (_is_auto(value) for value in values)
    return "lost" if actual and not expected else "added" if expected and not actual else "changed"


def _is_auto(value: object) -> bool:
    if isinstance(value, dict):
        return all(_is_auto(inner) or inner == {} for inner in value.values()) and "any" not in value
    return isinstance(value, str) and value.lower() == "auto"


def _of_answer(finding: Finding, result: Result) -> Fault:
    field, rest = _named(finding.message)
    if field:
        field = {"opaque": "reasoning"}.get(field, field)
        return Fault("answer", field, _finish(rest) if field == "finish" else kind.kind(rest))
    if finding.place.startswith("/"):
        found = _values(finding.message)
        place = wire_place.of_answer(finding.place, result, *found, shown=finding.message)
        return Fault("answer", place, kind.kind(finding.message))
    place = _reading(finding)
    return Fault("answer", place, _finish(finding.message) if place == "finish" else _kind(finding))


def _finish(message: str) -> str:
    """The kind of a finish that is another one: both are words of ours."""
    found = kind.values(message)
    if found and isinstance(found.expected, str) and isinstance(found.actual, str):
        return f"{found.expected}-as-{found.actual}"
    return "-".join(raised.words(message)) or "changed"


def _of_front(finding: Finding) -> Fault:
    general = _FRONT.sub("", pointer.general(finding.place))
    lacking = kind.without_property(finding.message)
    place = "/".join(part for part in (general.strip("/"), lacking) if part)
    if finding.place == "finish":
        return Fault("front", place, "changed")
    return Fault("front", place, kind.kind(finding.message))


def _kind(finding: Finding) -> str:
    """The kind of a finding on a reading; texts name a call in front of what differs in it."""
    message = finding.message
    if not message.startswith("expected ") and (at := message.find(": expected ")) >= 0:
        message = message[at + 2 :]
    if "made-up id" in message:
        return "repeated"
    place = finding.place
    if place.startswith("error"):
        found = kind.values(message)
        if found and found.expected_text == "no error":
            return f"added/{'-'.join(raised.words(str(found.actual)))}".rstrip("/")
    return kind.kind(message)


def _named(message: str) -> tuple[str, str]:
    """The canonical field in front of a message of the mappings, and the message behind it; "" without one."""
    field, colon, rest = message.partition(": ")
    if colon and _FIELD.fullmatch(field):
        return field, rest
    return "", message


def _reading(finding: Finding) -> str:
    """The canonical field of a place in a reading."""
    general = pointer.general(re.sub(r"^place \d+: ", "", finding.place))
    if general.startswith("/"):
        return general.strip("/")
    return _READING.get(general, general)


def _exchanged(result: Result) -> str:
    seen = result.seen
    return f"{seen.due}\n{seen.received}\n{seen.sent}" if seen else ""


def _brief(message: str) -> str:
    line = " ".join(message[:400].split())
    return line if len(line) <= 200 else f"{line[:200]} ..."
