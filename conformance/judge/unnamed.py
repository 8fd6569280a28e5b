"""The search for tool results that lack the name of their tool.

Only the order of such results shows which calls they answer. If a result is in the wrong place, it answers the wrong
call.
"""

from conformance.judge import arguments
from conformance.judge.difference import Difference
from conformance.judge.equal import normalised
from conformance.judge.equal.pairing import Answering, results
from toolwire.model import Json
from toolwire.providers.equal import Equal, NumberCalls, SortRuns
from toolwire.wire import exact_json, pointer


def named(sent: bytes, recorded: bytes, equal: tuple[Equal, ...]) -> tuple[bytes, list[Difference]]:
    """Return the sent request with names added to results that lack a name, and a difference for each added name.

    A result gets a name if only its order pairs it with a call, and if the recorded result with the same content has a
    name and answers a different call. Raises ``JsonError``.
    """
    operation = next((step for step in equal if isinstance(step, NumberCalls) and step.names_are_ids), None)
    if operation is None:
        return sent, []
    body = exact_json.loads(sent)
    left, lacking = _compared(exact_json.loads(recorded), operation, equal), []
    for result in _compared(exact_json.loads(sent), operation, equal):
        recorded_result = next((other for other in left if _same_content(result, other, operation)), None)
        if recorded_result is None:
            continue
        left.remove(recorded_result)
        name = recorded_result.place.get(operation.results.name)
        if result.by_order and isinstance(name, str) and None is not result.call != recorded_result.call is not None:
            [place] = pointer.values(body, result.path)
            place[operation.results.name] = name
            lacking.append(
                Difference(kind="missing", path=f"{recorded_result.path}/{operation.results.name}", expected=name)
            )
    return (exact_json.encode(body), lacking) if lacking else (sent, [])


def _compared(body: Json, operation: NumberCalls, equal: tuple[Equal, ...]) -> list[Answering]:
    """Return the results in a body, in the order of the wire. Contents with the same meaning get the same JSON."""
    normalised(body, tuple(other for other in equal if not isinstance(other, NumberCalls | SortRuns)))
    return results(operation, body)


def _same_content(result: Answering, other: Answering, operation: NumberCalls) -> bool:
    beside = (operation.results.id, operation.results.name)
    return arguments.same(
        *({key: value for key, value in answer.place.items() if key not in beside} for answer in (result, other))
    )
