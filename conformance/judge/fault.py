"""Faults. A fault describes the difference that a finding reports, in words that do not depend on values, scenarios and
providers.
"""

import re
from functools import cache
from typing import Final, Literal, TypeAlias

import msgspec

from conformance.judge import checks, kind, raised, wire_place, wording
from conformance.judge.finding import Finding, Party
from conformance.judge.result import Result
from conformance.judge.subject import TextFormat
from conformance.judge.text_checks import FAULTS, MERGED, RAISED, STRIPPED, TEXT_CUT, TEXT_TAGGED, UNKNOWN_TOOL
from conformance.leaks import beginning
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.delivery import DELIVERIES, DELIVERY
from conformance.mutants.streams.mutant import MUTANT, End
from toolwire.wire import exact_json, pointer

Side: TypeAlias = Literal["request", "answer", "provider"]
"""The part of an exchange that has a fault: the adapter's request, its reading of the answer, or the provider's answer.
"""
Place: TypeAlias = Literal["request", "answer", "front", "stream", "delivery", "text", "provider", "raised", "rule"]
"""The first word of a fault's id."""
REQUEST_CHECKS: Final = (
    checks.REQUEST_MATCHES.name, checks.RETURNED.name, checks.REQUEST_MAPPING.name, checks.REQUEST_RULES.name,
    checks.REQUEST_SCHEMA.name, checks.LIMIT.name, checks.SAMPLING.name, checks.ADDITIONS.name,
    checks.REASONING_OPTION.name, checks.REQUEST_ROUND_TRIP.name, checks.PLAYED.name,
)  # fmt: skip
"""The checks of the requests that an adapter sends. Findings of an earlier check may explain those of a later check."""
CLAIMS: Final = "claims"
"""The path of a finding which reports that an adapter declined a case although it claims to support the case."""
_CUT: Final = re.compile(rf"ends with (\w+): .* {wording.SHOWN_AS}whole")
"""A pattern for the message which reports that the adapter shows a cut call as whole."""
_IDS: Final = ("call.id", "result.call_id")
_NO_TARGET: Final = re.compile(r"\bsent/\S+ (?:leads to nothing|is not there)")
"""A pattern for those words in ``Finding.meaning`` that report a reference without a target in the sent schema."""
_LONGEST: Final = 200
"""The maximum number of characters of a finding's message that the sentence about a fault quotes."""
_MORE: Final = " ..."
_PROSE: Final = ("text", "reasoning")
_NOT_READ: Final = "not-read"
"""The kind of a fault: the adapter does not read a stream at all."""
_SILENT: Final = "no answer"
_FIELD: Final = re.compile(r"[a-z_]+(?:\.[a-z_]+)?")
_FRONT: Final = re.compile(r"^/\*(?=/|$)")
_READING: Final = {
    "calls/*/arguments": "call.arguments", "calls/*/arguments/value": "call.arguments",
    "calls/*/arguments/form": "call.form", "calls/*/complete": "call.complete", "calls/*/name": "call.name",
    "calls/*/id": "call.id", "calls/*/kind": "call.kind", "parts": "order", "parts/*": "parts",
    **dict.fromkeys((f"approvals/*/{key}" for key in ("id", "server", "name", "arguments")), "approvals"),
}  # fmt: skip
"""The canonical fields, by the place of the field in a reading."""
_STATED: Final = {
    "lost": "{0} loses {1}", "added": "{0} adds {1}", "moved": "{0} moves {1}", "cut": "{0} cuts {1}",
    "extended": "{0} adds to {1}", "changed": "{0} changes {1}", "swapped": "{0} swaps {1}",
    "reordered": "{0} reorders {1}", "retyped": "{0} changes the type of {1}", "rounded": "{0} changes the number {1}",
    "repeated": "{0} repeats {1}", "of-another-call": "{0} takes {1} from another call",
    "shown-as-whole": "{0} shows {2} as whole although it ends with {1}",
}  # fmt: skip
"""Sentences about a fault, by its kind: {0} is the party, {1} the place or the finish reason, and {2} an answer or
a stream.
"""
_CHOSEN: Final = {
    "lost": "the request leaves tool_choice to the model", "added": "the request restricts tool_choice",
}  # fmt: skip
"""Sentences about a wrong ``tool_choice``, by the kind of its fault.

``lost``: the adapter leaves ``tool_choice`` out, or sends ``auto``. ``added``: the user gave none, or ``auto``.
"""


class Fault(msgspec.Struct, frozen=True):
    """A kind of difference at a place. ``str()`` is the id of its cause."""

    first: Place
    place: str
    """The canonical field, such as ``call.id``, or the name of the object that differs if it belongs to no field.

    The name of a mutant or a check may precede the field. If the adapter raised an exception, this is the type of the
    exception. If a rule is broken, this is the name of the rule.
    """
    kind: str

    def __str__(self) -> str:
        return "/".join(part for part in (self.first, self.place, self.kind) if part)

    @property
    def field(self) -> str:
        """The canonical field, without the path below it."""
        return self.place.partition("/")[0]

    def statement(self, finding: Finding, result: Result) -> str:
        """Return the fault of a finding as a plain sentence. A sentence about a text names the text format."""
        match self.first:
            case "raised" if f": {_SILENT}" in finding.message:
                return f"The adapter does not answer {_brief(finding.message.partition(_SILENT)[2])}".rstrip()
            case "raised":
                return f"The adapter raises {_brief(finding.message)}" if self.place else _sentence(finding.message)
            case "text":
                return f"{_of_fault(self, finding)}: {result.dialect}: {_brief(finding.message)}"
            case "rule":
                what = {"request": "The request", "provider": "The provider's answer"}.get(
                    side(result), "The gateway's answer"
                )
                return f"{what} breaks the rule {finding.rule}: {_brief(finding.message)}"
            case "request" if self.place == wire_place.CHOICE and self.kind in _CHOSEN:
                what = _CHOSEN[self.kind]
            case "request":
                what = _STATED.get(self.kind, "{0} is wrong in {1}").format("the request", self.place)
            case "provider":
                what = f"the provider's answer is wrong in {self.place}"
            case "stream" if self.kind == _NOT_READ:
                what = f"a legal stream is not read ({_statements()[self.place].rstrip('.')})"
            case "delivery":
                what = f"{_deliveries()[self.place]} is read differently"
            case "front":
                what = f"the gateway's answer breaks the form of its dialect at {self.place}"
            case _:
                done, _, field = self.place.partition("/")
                how = f" ({_statements()[done].rstrip('.').replace(': ', ', ')})" if done in _statements() else ""
                read = "a stream" if self.first == "stream" else "an answer"
                stated = _STATED.get(self.kind, "{0} misreads {1}")
                what = stated.format("the adapter", field if how else self.place, read) + how
        return f"{what[:1].upper()}{what[1:]}: {_differing(finding.message)}"


def side(result: Result) -> Side:
    """Return the part of an exchange that a result is about."""
    return side_of(result.check, result.party)


def side_of(check: str, party: Party) -> Side:
    """Return the part of an exchange that a check examines. ``party``: the party that the check judges."""
    if party == "provider":
        return "provider"
    return "request" if check in REQUEST_CHECKS else "answer"


def fault(finding: Finding, result: Result) -> Fault:
    """Return the fault of a single finding. The other findings of the result are ignored."""
    if finding.rule is not None:
        return Fault("rule", finding.rule.rpartition(".")[2], "")
    if finding.place == CLAIMS:
        return Fault("raised", "", "declined-claim")
    if result.check == checks.ANSWERED.name or finding.path == RAISED:
        found = raised.raised(finding.message, _exchanged(result))
        return Fault("raised", found.type, "-".join(found.words))
    if result.check == checks.PLAYED.name:
        return Fault("request", "played", "-".join(raised.words(finding.message)))
    if result.party == "provider":
        return Fault(
            "provider", f"{result.check}/{_reading(finding)}".rstrip("/"), finding.kind or kind.kind(finding.message)
        )
    if result.check.startswith(DELIVERY):
        return Fault("delivery", result.check.removeprefix(DELIVERY), "")
    if isinstance(result.subject, TextFormat):
        return _of_text(finding, result)
    if result.check.startswith(MUTANT):
        end = _ends().get((result.check.removeprefix(MUTANT), result.dialect))
        if end is not None and wording.SHOWN_AS in finding.message:
            return Fault(_where(result), end, "shown-as-whole")
        if not (read := _reading(finding)):
            return Fault(_where(result), result.check.removeprefix(MUTANT), _NOT_READ)
        return Fault(_where(result), f"{result.check.removeprefix(MUTANT)}/{read}", _kind(finding))
    if result.check == checks.FRONT.name:
        return _of_front(finding)
    return _of_request(finding, result) if side(result) == "request" else _of_answer(finding, result)


def _where(result: Result) -> Place:
    """Return the first word of the fault's id, for a fault in the reading of a mutant: ``answer`` for a mutant of a
    plain answer, and ``stream`` for any other mutant.
    """
    return "answer" if result.check in _plain_mutants() else "stream"


@cache
def _plain_mutants() -> frozenset[str]:
    return frozenset(mutant.check for mutant in PLAIN_MUTANTS)


@cache
def _ends() -> dict[tuple[str, str], End]:
    """Return the right reading of the end, for each mutant that changes the end of an answer.

    The keys are the mutant's id and the dialect.
    """
    return {
        (mutant.id, dialect): verdict.end
        for mutant in (*MUTANTS, *PLAIN_MUTANTS)
        for dialect, verdict in mutant.verdicts.items()
        if verdict.end is not None
    }


@cache
def _deliveries() -> dict[str, str]:
    return {delivery.id: delivery.statement for delivery in DELIVERIES}


@cache
def _statements() -> dict[str, str]:
    return {mutant.id: mutant.statement for mutant in (*MUTANTS, *PLAIN_MUTANTS)}


def of_field(field: str, how: str) -> str:
    """Return ``how``, the kind of a difference in a field. For an id that was cut or extended, or whose type differs,
    return ``changed`` instead.
    """
    return "changed" if field in _IDS and how in ("cut", "extended", "retyped") else how


def _of_request(finding: Finding, result: Result) -> Fault:
    path, message = finding.place, finding.message
    field, rest = _named(message)
    if field:
        place = "tool.strict" if field == "tool" else field
        return Fault("request", place, finding.kind or kind.kind(rest))
    if path.endswith("/strict") and message.startswith("tool '"):
        return Fault("request", "tool.strict", _of_strictness(message))
    if lacking := kind.named_property(message):
        path = f"{path}/{pointer.escape(lacking)}"
    values = _values(message)
    place = wire_place.of_request(path, result, *values, shown=message, effect=finding.effect)
    if place.startswith(wire_place.PARAMETERS) and _NO_TARGET.search(finding.meaning):
        return Fault("request", wire_place.DEFINITIONS, "lost")
    how = finding.kind or kind.kind(message)
    if how == "retyped" and (other := wire_place.beside_text(*values)):
        place, how = (place, "cut") if other == "text" else (other, "lost")
    if place == wire_place.CHOICE:
        how = _of_choice(values, how)
    if (place, how) == ("system", "extended"):
        how = "added"  # text was added, whether the user gave a system prompt or not
    return Fault("request", place, of_field(place, how))


def _values(message: str) -> tuple[object, ...]:
    """Return the expected and the actual value that a message shows, or the only item of ``missing item N: X``. Return
    () if the message shows no values.
    """
    if message.startswith(("missing item", "unexpected item")):
        return (kind.item(message),)
    found = kind.values(message)
    return found[:2] if found else ()


def _of_strictness(message: str) -> str:
    if "expected strict true" in message:
        return "lost"
    return "added" if "expected strict false" in message else "left-out"


def _of_choice(values: tuple[object, ...], how: str) -> str:
    """Return the kind of a difference between two tool choices. ``auto`` counts as no choice.

    ``values``: the two choices, or () if the message does not show them. ``how``: the kind that the difference would
    have if the two values were no tool choices.
    """
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
        return Fault(
            "answer", field, _finish(rest) if field == "finish" else _of_prose(field, finding.kind or kind.kind(rest))
        )
    if finding.place.startswith("/"):
        found = _values(finding.message)
        place = wire_place.of_answer(finding.place, result, *found, shown=finding.message)
        return Fault("answer", place, finding.kind or kind.kind(finding.message))
    if end := _CUT.match(finding.message):
        return Fault("answer", end[1], "shown-as-whole")
    place = _reading(finding)
    how = _finish(finding.message) if place == "finish" else _of_prose(place, _kind(finding))
    return Fault("answer", place, how)


def _of_prose(field: str, how: str) -> str:
    """Return ``how``, the kind of a difference in a field of a reading. For an extended text, return ``added``."""
    return "added" if field in _PROSE and how == "extended" else how


def _finish(message: str) -> str:
    """Return the kind of a wrong finish, such as ``stop-as-length``: the expected and the actual canonical word.

    If the message does not show both words, return the words of the message, or ``changed`` if it has none.
    """
    found = kind.values(message)
    if found and isinstance(found.expected, str) and isinstance(found.actual, str):
        return f"{found.expected}-as-{found.actual}"
    return "-".join(raised.words(message)) or "changed"


def _of_text(finding: Finding, result: Result) -> Fault:
    """Return the fault of a finding on the reading of a text.

    The place of the fault has the names of the check and of the misread field. Some kinds of differences, and some
    checks, have a place with a fixed name, such as ``values`` if white space around a text was lost.
    """
    field, how = reading(finding)
    match how:
        case _ if how == STRIPPED:
            return Fault("text", "values", how)
        case _ if how == MERGED:
            return Fault("text", "equal-calls", how)
        case _ if how == UNKNOWN_TOOL:
            return Fault("text", how, "lost")
    if result.check == TEXT_CUT.name:
        return Fault("text", "cut", "given-out")
    if result.check == TEXT_TAGGED.name:
        return Fault("text", "tag-in-value", finding.variant)
    return Fault("text", f"{result.check.removeprefix(MUTANT).removeprefix('text-')}/{field}", how)


def reading(finding: Finding) -> tuple[str, str]:
    """Return the canonical field of a finding on a reading, and the kind of the difference."""
    return _reading(finding), _kind(finding)


def _of_fault(fault: Fault, finding: Finding) -> str:
    """Return a sentence that describes a fault in the reading of a text. ``finding`` has the sentence's values."""
    whole = f"{fault.place}/{fault.kind}"
    ids = (f"{whole}/{reading(finding)[0]}", whole, fault.place, fault.field)
    sentence = next((FAULTS[each] for each in ids if each in FAULTS), f"{fault.place} is misread")
    if "{" not in sentence:
        return sentence
    different = kind.first(finding.message.partition(": ")[2])
    if different is None:
        return FAULTS[fault.place]
    expected, actual = map(exact_json.dumps, (different.expected, different.actual))
    return sentence.format(expected=expected, actual=actual)


def _of_front(finding: Finding) -> Fault:
    general = _FRONT.sub("", pointer.general(finding.place))
    lacking = kind.named_property(finding.message)
    place = "/".join(part for part in (general.strip("/"), lacking) if part)
    if finding.place == "finish":
        return Fault("front", place, "changed")
    return Fault("front", place, finding.kind or kind.kind(finding.message))


def _kind(finding: Finding) -> str:
    """Return the kind of a finding on a reading. A message may begin with the part that differs, such as the name of a
    call. This beginning is skipped.
    """
    if finding.kind:
        return finding.kind
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
    """Return the canonical field before the colon of a message, and the rest of the message. The field is "" if the
    message begins with no field.
    """
    field, colon, rest = message.partition(": ")
    if colon and _FIELD.fullmatch(field):
        return field, rest
    return "", message


def _reading(finding: Finding) -> str:
    """Return the canonical field that a finding on a reading is about, such as ``call.name`` for ``calls/0/name``."""
    general = pointer.general(re.sub(r"^place \d+: ", "", finding.place))
    if general.startswith("/"):
        return general.strip("/")
    return _READING.get(general, general)


def _exchanged(result: Result) -> str:
    seen = result.seen
    return f"{seen.recorded}\n{seen.received}\n{seen.sent}" if seen else ""


def _sentence(message: str) -> str:
    brief = _brief(message)
    return f"{brief[:1].upper()}{brief[1:]}"


def _differing(message: str) -> str:
    """Return a message. If its two values are too long, show only the parts in which they differ, and the place."""
    brief = _brief(message)
    if not brief.endswith(_MORE) or (different := kind.first(message)) is None or not different.path:
        return brief
    return f"{_brief(wording.expected_got(different.expected, different.actual))} (at {different.path})"


def _brief(message: str) -> str:
    return beginning(" ".join(message.split()), _LONGEST)
