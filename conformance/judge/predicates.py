"""The check that the provider's answer fulfils the scenario's predicates. A predicate is a condition on every right
answer.
"""

from collections.abc import Callable, Iterator

from conformance.judge import arguments, promises, wording
from conformance.judge.finding import Finding, Undecided
from conformance.judge.trial import Trial
from conformance.plural import counted
from conformance.scenarios import Predicate
from toolwire.model import Expected, Json
from toolwire.wire import exact_json, patterns, pointer


def predicates(trial: Trial) -> Iterator[Finding]:
    """Check that the answer fulfils every predicate of the scenario.

    The answer of a live model must fulfil only those predicates that any model must fulfil for this request.
    """
    if trial.expected is None:
        raise Undecided
    broken = [(predicate, list(violations(trial.expected, (predicate,)))) for predicate in trial.expect]
    owed = [found for found in broken if not trial.live or promises.promised(found[0], trial.request, trial.expected)]
    findings = [finding for _, found in owed for finding in found]
    left = next((found[0] for _, found in broken if found), None)
    if left is not None and not findings:
        raise Undecided(f"the model did something else: {left.message}")
    yield from findings


def violations(expected: Expected, expect: tuple[Predicate, ...]) -> Iterator[Finding]:
    """Yield a finding for each of these predicates that the answer violates."""
    for predicate in expect:
        yield from _PREDICATES[predicate.name](expected, predicate.value)


def names() -> frozenset[str]:
    """Return the names of the predicates that scenarios can use."""
    return frozenset(_PREDICATES)


def _called(expected: Expected) -> str:
    return ", ".join(f"{call.name} {call.arguments}" for call in expected.calls) or "no call"


def _calls_tools(expected: Expected, tools: Json) -> Iterator[Finding]:
    for tool in tools:
        if tool not in [call.name for call in expected.calls]:
            yield Finding(path="calls", effect="call", message=f"expected a call to {tool}, got {_called(expected)}")


def _only_tools(expected: Expected, tools: Json) -> Iterator[Finding]:
    for call in expected.calls:
        if call.name not in tools:
            yield Finding(
                path="calls", effect="call", message=f"expected calls to {', '.join(tools)} alone, got {call.name}"
            )


def _some_call(expected: Expected, _: Json) -> Iterator[Finding]:
    if not expected.calls:
        yield Finding(path="calls", effect="call", message=f"expected a call, got {wording.shown(expected.text)}")


def _no_calls(expected: Expected, _: Json) -> Iterator[Finding]:
    if expected.calls:
        yield Finding(path="calls", effect="call", message=f"expected no call, got {_called(expected)}")


def _distinct_calls(expected: Expected, number: Json) -> Iterator[Finding]:
    different = {(call.name, arguments.spelled(call.arguments)) for call in expected.calls}
    if len(different) < number:
        yield Finding(
            path="calls", effect="call", message=f"expected {number} different calls, got {_called(expected)}"
        )


def _number_of_calls(expected: Expected, number: Json) -> Iterator[Finding]:
    if len(expected.calls) != number:
        yield Finding(
            path="calls",
            effect="call",
            message=f"expected {counted(number, 'call')} and no others, got {_called(expected)}",
        )


def _has_text(expected: Expected, _: Json) -> Iterator[Finding]:
    if not expected.text.strip():
        yield Finding(path="text", effect="context", message=f"expected text, got {_called(expected)}")


def _no_text_like(expected: Expected, pattern: Json) -> Iterator[Finding]:
    if patterns.occurs(pattern, expected.text):
        yield Finding(path="text", effect="call", message=f"the text contains a call: {wording.shown(expected.text)}")


def _refused(expected: Expected, _: Json) -> Iterator[Finding]:
    if expected.error is None:
        got = f"{wording.shown(expected.text)} and {_called(expected)}"
        yield Finding(path="error", effect="form", message=f"expected a refusal, got {got}")


def _ends(expected: Expected, reason: Json) -> Iterator[Finding]:
    if expected.finish != reason:
        message = f"expected an answer that ends with {reason}, got {expected.finish}"
        yield Finding(path="finish", effect="context", message=message)


def _argument(expected: Expected, wanted: Json) -> Iterator[Finding]:
    value = wanted["equals"] if "equals" in wanted else f"a text with {wording.shown(wanted['contains'])}"
    for n, call in enumerate(expected.calls):
        if call.name == wanted["tool"]:
            found = pointer.values(arguments.value(call.arguments), wanted["pointer"])
            if not found or not _matches(found[0], wanted):
                path = f"calls/{n}/arguments{wanted['pointer']}"
                yield Finding(path=path, effect="call", message=f"expected {value}, got {_called(expected)}")


def _matches(found: Json, wanted: Json) -> bool:
    if "equals" in wanted:
        return arguments.same(found, exact_json.loads(wanted["equals"]))
    return isinstance(found, str) and wanted["contains"] in found


_PREDICATES: dict[str, Callable[[Expected, Json], Iterator[Finding]]] = {
    "argument": _argument,
    "calls_tools": _calls_tools,
    "distinct_calls": _distinct_calls,
    "ends": _ends,
    "has_text": _has_text,
    "no_calls": _no_calls,
    "no_text_like": _no_text_like,
    "number_of_calls": _number_of_calls,
    "only_tools": _only_tools,
    "refused": _refused,
    "some_call": _some_call,
}
