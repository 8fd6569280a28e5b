"""Predicates that an endpoint must fulfil with any model, such as a call after a forced tool choice."""

from collections.abc import Callable
from typing import Final

from conformance.judge import arguments, leaks
from conformance.scenarios import Predicate
from toolwire.model import Expected, Json, Request
from toolwire.wire import exact_json, pointer
from toolwire.wire.numbers import exact

_MUST_CALL: Final = ("required", "named")


def promised(predicate: Predicate, request: Request, answer: Expected) -> bool:
    """Return whether an endpoint must fulfil a predicate with any model. A cut answer need not have a call."""
    owed = _OWED.get(predicate.name)
    return owed is not None and owed(predicate.value, request, answer)


def _some_call(_: Json, request: Request, answer: Expected) -> bool:
    choice = request.tool_choice
    forced = choice is not None and (choice.mode in _MUST_CALL or choice.must_call)
    return forced and answer.finish in ("stop", "tool_calls")


def _calls_tools(tools: Json, request: Request, answer: Expected) -> bool:
    choice = request.tool_choice
    named = choice is not None and choice.mode == "named" and set(tools) <= set(choice.names)
    return named and _some_call(None, request, answer)


def _only_tools(tools: Json, request: Request, _: Expected) -> bool:
    choice = request.tool_choice
    return choice is not None and choice.mode in ("named", "allowed") and set(choice.names) <= set(tools)


def _no_calls(_: Json, request: Request, __: Expected) -> bool:
    return not request.offered_tools or (request.tool_choice is not None and request.tool_choice.mode == "none")


def _number_of_calls(number: Json, request: Request, answer: Expected) -> bool:
    return request.parallel_tool_calls is False and len(answer.calls) > number


def _argument(wanted: Json, _: Request, answer: Expected) -> bool:
    """Return whether a number in a call differs from the wanted number only by the rounding of a double.

    Then the server changed the number, not the model.
    """
    expected = exact_json.loads(wanted["equals"]) if "equals" in wanted else None
    right = exact(expected)
    if right is None:
        return False
    for call in answer.calls:
        for found in pointer.values(arguments.value(call.arguments), wanted["pointer"]):
            here = exact(found)
            if here is not None and not arguments.same(found, expected):
                return float(here.near()) == float(right.near())
    return False


def _no_text_like(_: Json, request: Request, answer: Expected) -> bool:
    """Return whether the server left a call in the text. Any other text about calls comes from the model."""
    return leaks.stands_in(answer.text, request, cut=True)


_OWED: Final[dict[str, Callable[[Json, Request, Expected], bool]]] = {
    "argument": _argument,
    "calls_tools": _calls_tools,
    "no_calls": _no_calls,
    "no_text_like": _no_text_like,
    "number_of_calls": _number_of_calls,
    "only_tools": _only_tools,
    "some_call": _some_call,
}
