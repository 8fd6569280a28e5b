"""Conversion of the readings of adapters into canonical form."""

from itertools import groupby
from typing import Final, get_args

import msgspec

from conformance.adapters.wire import ReadApproval, ReadCall, Reading
from conformance.judge.trial import Trial
from conformance.plural import counted
from conformance.recording.case import Case
from conformance.recording.conversation import continuing, following_messages
from toolwire.model import (
    ApprovalRequest,
    Arguments,
    Expected,
    ExpectedApproval,
    ExpectedCall,
    Finish,
    FinishReason,
    Message,
    Part,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
)
from toolwire.providers import WireFormat
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError, WireError

_REASONS: Final[tuple[str, ...]] = get_args(FinishReason)
_OTHER: Final = "other"


def response(reading: Reading, form: WireFormat) -> Response:
    """Return a reading in canonical form.

    A normal end, or a missing finish reason, becomes ``tool_calls`` if the reading has calls, and ``stop`` if it has
    none. A provider's word for the reason is translated. An unknown word becomes ``other``. A reading with an error
    gets the reason ``error``.
    """
    calls = [_call(call) for call in reading.calls]
    parts: list[Part] = [Reasoning(text=reading.reasoning)] if reading.reasoning else []
    parts += _in_order(reading, calls)
    parts += map(_request, reading.approvals)
    reason = reading.finish or ("tool_calls" if calls else "stop")
    known = reason if reason in _REASONS else form.mapping.finish.get(reason, _OTHER)
    if known in ("stop", "tool_calls"):
        known = "tool_calls" if calls else "stop"
    if reading.error is not None:
        known = "error"
    finish = msgspec.convert({"reason": known}, Finish)
    return Response(parts=tuple(parts), finish=finish, usage=reading.usage, error=reading.error)


def contradiction(reading: Reading) -> str:
    """Return a text that states how the order of a reading contradicts the number of its calls.

    Return "" if the order and the calls agree, or if the reading has no order.
    """
    stated, calls = reading.order.count("call"), len(reading.calls)
    if not reading.order or stated == calls:
        return ""
    return f"expected {counted(calls, 'call')} in `order`, as in `calls`, got {stated}"


def _in_order(reading: Reading, calls: list[ToolCall]) -> list[Part]:
    """Return text and calls in the order that a reading shows. Without a usable order, text comes before calls.

    A reading does not show how much of its text comes before or after each call. Therefore the text is split
    arbitrarily: each text in the order gets a single character, and the last text gets the rest.
    """
    kinds = [kind for kind, _ in groupby(reading.order, key=lambda kind: kind if kind == "text" else object())]
    places = kinds.count("text")
    is_stated = bool(reading.order) and not contradiction(reading)
    if not is_stated or bool(places) != bool(reading.text) or places > len(reading.text):
        return [*([Text(text=reading.text)] if reading.text else []), *calls]
    pieces = iter((*reading.text[: places - 1], reading.text[places - 1 :]))
    left = iter(calls)
    return [Text(text=next(pieces)) if kind == "text" else next(left) for kind in kinds]


def with_plan_apart(read: Response, trial: Trial) -> Response:
    """Return the reading ``read``, with the plan moved from the text into a part of reasoning. The plan is the text
    that a model writes before its calls.

    An adapter may read the plan as reasoning, or as the beginning of the text. Both readings are right, so they are
    made equal for the comparison.
    """
    plan = _plan(trial)
    if not plan or any(isinstance(part, Reasoning) and plan in part.text for part in read.parts):
        return read
    parts: list[Part] = []
    left = plan
    for part in read.parts:
        if left and isinstance(part, Text) and part.text.startswith(left):
            rest = part.text.removeprefix(left).lstrip()
            parts += [Reasoning(text=left), *([msgspec.structs.replace(part, text=rest)] if rest else [])]
            left = ""
        else:
            parts.append(part)
    return msgspec.structs.replace(read, parts=tuple(parts))


def _plan(trial: Trial) -> str:
    """Return the plan (see ``with_plan_apart``) in the recorded answer, or "" if the answer has no plan."""
    places = trial.form.mapping.plan
    if not places:
        return ""
    try:
        documents = trial.documents()
    except WireError:
        return ""
    found = (value for document in documents for place in places for value in pointer.values(document, place))
    return "".join(value for value in found if isinstance(value, str))


def next_request(case: Case, request: Request, answer: Expected | Response, turn: int) -> Request:
    """Return the client's next request after ``request`` and ``answer``.

    The new request adds a message with ``answer``, and the results of the calls in ``answer``. If the provider stores
    the conversation, the new request has only the results.

    ``answer``: the right answer, or the adapter's reading if readers disagree on the right answer. ``turn``: the number
    of the answered exchange, from 0.
    """
    parts: tuple[Part, ...]
    match answer:
        case Expected():
            text: tuple[Part, ...] = (Text(text=answer.text),) if answer.text else ()
            parts = (*text, *(_expected_call(call) for call in answer.calls), *map(_request, answer.approvals))
        case Response():
            parts = answer.parts
    sent = following_messages(case.scenario, turn, parts)
    if case.scenario.stored:
        return continuing(request, case.answer_id(turn), sent)
    answered = Message(role="assistant", parts=parts)
    return msgspec.structs.replace(request, messages=(*request.messages, answered, *sent))


def _expected_call(call: ExpectedCall) -> ToolCall:
    return ToolCall(id=call.id, name=call.name, arguments=arguments(call.arguments), kind=call.kind)


def _request(asked: ExpectedApproval | ReadApproval) -> ApprovalRequest:
    return ApprovalRequest(id=asked.id, name=asked.name, arguments=arguments(asked.arguments), server=asked.server)


def _call(call: ReadCall) -> ToolCall:
    return ToolCall(
        id=call.id, name=call.name, arguments=arguments(call.arguments), kind=call.kind, complete=call.complete
    )


def arguments(text: str) -> Arguments:
    """Return the canonical form of arguments that an adapter returned as text.

    Blanks and ``null`` are ``empty`` arguments. Text that is not JSON is ``invalid``.
    """
    if text.strip() in ("", "null"):
        return Arguments(text=text, form="empty", value={})
    try:
        value = exact_json.loads(text)
    except JsonError:
        return Arguments(text=text, form="invalid")
    if not isinstance(value, dict):
        return Arguments(text=text, form="not_object")
    return Arguments(text=text, form="object", value=value)
