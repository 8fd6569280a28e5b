"""Calls and their results.

Both are items, and a ``call_id`` links them. The ``id`` of an item is not its ``call_id``.
"""

from typing import Final

from toolwire.dialects import arguments, finish
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, is_absent, spelling, with_rest
from toolwire.dialects.openai_responses import content
from toolwire.model import Arguments, Json, ToolCall, ToolResult
from toolwire.wire import exact_json

CALLS: Final = {"function_call": "arguments", "custom_tool_call": "input"}
"""The kinds of calls, each with the key of its arguments."""
RESULTS: Final = ("function_call_output", "custom_tool_call_output")
_RESULT_DATA: Final = {"namespace": "namespace", "caller": "openai_caller"}
"""The keys that must go back to the provider with their values, each with its name in provider data. ``caller`` has
another name there, because Anthropic's ``caller`` has another meaning.
"""
_CALL_DATA: Final = {"id": "id"} | _RESULT_DATA
_ABSENT: Final = "absent"


def read(fields: Fields, *, cut_short: bool = False, is_last: bool = False) -> ToolCall:
    """Return the call in a ``function_call`` or ``custom_tool_call`` item.

    ``cut_short`` is true if the response did not end normally. ``is_last`` is true if no item follows.
    """
    custom = fields.text("type") == "custom_tool_call"
    parsed = _custom_input(fields) if custom else _arguments(fields)
    word = fields.peek("status")
    complete = is_complete(word, parsed, custom=custom, cut_short=cut_short, is_last=is_last)
    _note_status(fields, "completed" if complete else "incomplete")
    call = ToolCall(
        id=fields.text("call_id"),
        name=fields.text("name") or "",
        kind="custom" if custom else "function",
        arguments=parsed,
        provider_data=_read_data(fields, _CALL_DATA),
        carried=fields.carried(),
    )
    return call if complete else finish.incomplete(call)


STATUSES: Final = ("in_progress", "incomplete", "completed")
"""The words in ``status`` that have a meaning."""


def is_complete(word: Json, parsed: Arguments, *, custom: bool, cut_short: bool, is_last: bool) -> bool:
    """Return whether a call may be run. ``word`` is the call's ``status``, and ``parsed`` are the arguments. For
    ``cut_short`` and ``is_last`` see ``read``.

    A call with the status ``incomplete`` is never complete. After a normal end, every other call is complete, even with
    the status ``in_progress``, which calls of a program have.

    In a response that was cut, a call with the status ``in_progress`` is not complete. Some servers give even the cut
    call the status ``completed``. So the last call is complete only if ``is_settled`` is true for it.
    """
    if word == "incomplete":
        return False
    if not cut_short:
        return True
    if word == "in_progress":
        return False
    return not is_last or is_settled(word, parsed, custom=custom)


def is_settled(word: Json, parsed: Arguments, *, custom: bool) -> bool:
    """Return whether the call of a finished item is complete, no matter how the response ends. ``word`` is the call's
    ``status``.

    With the status ``incomplete`` or ``in_progress``, the call is not complete. With any other status, a function call
    is complete if its arguments are an object, because no further text could change an object. A free-form call needs
    the status ``completed``.
    """
    if word in ("incomplete", "in_progress"):
        return False
    return word == "completed" if custom else parsed.form == "object"


def _read_data(fields: Fields, keys: dict[str, str]) -> dict[str, Json]:
    return {name: fields.value(key) for key, name in keys.items() if fields.peek(key) is not None}


def _write_data(data: dict[str, Json], keys: dict[str, str]) -> dict[str, Json]:
    return {key: data[name] for key, name in keys.items() if name in data}


def _note_status(fields: Fields, usual: str) -> None:
    word = fields.text("status")
    if word is None:
        fields.note(usual, _ABSENT)
    elif word != usual:
        fields.note(usual, word)


def _arguments(fields: Fields) -> Arguments:
    if not isinstance(fields.peek("arguments"), str | None):
        fields.note("arguments", "value")
        return arguments.from_value(fields.value("arguments"))
    if not fields.has("arguments"):
        fields.note("arguments", _ABSENT)
    return arguments.from_text(fields.text("arguments"))


def _custom_input(fields: Fields) -> Arguments:
    if not fields.has("input"):
        fields.note("input", _ABSENT)
    return arguments.free_text(fields.text("input") or "")


def write(call: ToolCall, *, answer: bool) -> Json:
    """Return the item for a call. Raises ``Inexpressible``.

    ``answer`` is true if the item is for a response, and false if it is for a request. In a request, a call that was
    not read from the wire must have an id. In a response, every call gets a ``status``. In a request, these calls get a
    ``status``: incomplete calls, calls that were read from the wire, and function calls with an item id. A call that
    was read without ``status`` is written without ``status``.
    """
    if call.kind == "legacy":
        raise Inexpressible("openai_responses needs an id in each call, but a legacy function call has none")
    kind = "custom_tool_call" if call.kind == "custom" else "function_call"
    out: dict[str, Json] = {"type": kind}
    out |= _write_data(call.provider_data, _CALL_DATA)
    if call.id is not None:
        out["call_id"] = call.id
    elif call.carried is None and not answer:
        raise Inexpressible(
            f"openai_responses needs an id in each call: expected an id of the call to {call.name!r}, got none"
        )
    out["name"] = call.name
    key = CALLS[kind]
    omitted = is_absent(call.carried, key) or bool(call.carried and key in call.carried.rest)
    if call.arguments.text or not omitted:
        as_value = spelling(call.carried, key) == "value" and call.arguments.form in ("object", "not_object")
        out[key] = exact_json.loads(call.arguments.text) if as_value else call.arguments.text
    usual = "completed" if call.complete else "incomplete"
    replayed = "id" in call.provider_data and call.kind == "function"
    with_status = answer or replayed or not call.complete or call.carried is not None
    if with_status and not is_absent(call.carried, usual):
        out["status"] = spelling(call.carried, usual)
    return with_rest(out, call.carried)


def read_result(fields: Fields) -> ToolResult:
    """Return the result in a ``function_call_output`` or ``custom_tool_call_output`` item. Raises ``ShapeError`` for a
    malformed value.
    """
    kind = fields.text("type")
    return ToolResult(
        call_id=fields.text("call_id"),
        name=fields.text("name"),
        kind="custom" if kind == "custom_tool_call_output" else "function",
        parts=content.read(fields, "output"),
        provider_data=_read_data(fields, _RESULT_DATA),
        carried=fields.carried(),
    )


def write_result(result: ToolResult) -> Json:
    """Return the item for a result. Raises ``Inexpressible``."""
    if result.kind == "legacy":
        raise Inexpressible("openai_responses needs a call id in each result, but a legacy function result has none")
    out: dict[str, Json] = {"type": "custom_tool_call_output" if result.kind == "custom" else RESULTS[0]}
    if result.call_id is not None:
        out["call_id"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("openai_responses needs a call id in each result: expected an id, got none")
    if result.name is not None and result.carried is not None:
        out["name"] = result.name
    if result.parts:
        out["output"] = content.write(result.parts)
    elif result.carried is None:
        out["output"] = ""
    out |= _write_data(result.provider_data, _RESULT_DATA)
    return with_rest(out, result.carried)
