"""Calls: ``functionCall: {name, args, id}`` in a part. The part may also have a ``thoughtSignature``."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, is_absent, spelling, with_rest
from toolwire.dialects.gemini_generate import signature
from toolwire.dialects.lowering import expect_function
from toolwire.model import Arguments, Json, ToolCall
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_TEXT: Final = "text"
_UNFINISHED: Final = "unfinished"


def read(fields: Fields, key: str) -> ToolCall:
    """Return the call under ``key`` of a part. A call with ``willContinue`` is incomplete."""
    call = fields.child(key)
    assert call is not None
    name = call.text("name")
    if name is None:
        call.note("name", "absent")
    args = call.peek("args")
    whole = not (isinstance(args, dict | None) and call.true(call.spelled("willContinue", "will_continue")))
    return ToolCall(
        id=call.text("id"),
        name=name or "",
        arguments=_arguments(call) if whole else _unfinished(call),
        complete=whole,
        provider_data=signature.read(fields),
        carried=fields.carried(),
    )


def _arguments(call: Fields) -> Arguments:
    if isinstance(call.peek("args"), str):
        call.note("args", _TEXT)
        return arguments.from_text(call.text("args"))
    if call.peek("args") is None:
        return arguments.from_text(None)
    return arguments.from_value(call.value("args"))


def _unfinished(call: Fields) -> Arguments:
    call.note("args", _UNFINISHED)
    return arguments.from_text(unfinished_text(call.mapping("args")), complete=False)


def unfinished_text(args: dict[str, Json] | None) -> str:
    """Return the JSON text of incomplete arguments: an object without its closing brace."""
    return "" if args is None else exact_json.dumps(args)[:-1]


def write(call: ToolCall) -> dict[str, Json]:
    """Return the part for a call. Raises ``Inexpressible``."""
    expect_function(call, "gemini_generate")
    key = spelling(call.carried, "functionCall")
    inner = below(call.carried, key)
    out: dict[str, Json] = {}
    if call.id is not None:
        out["id"] = call.id
    if call.name or not is_absent(inner, "name"):
        out["name"] = call.name
    form = spelling(inner, "args") if inner else _UNFINISHED
    if form == _UNFINISHED and not call.complete and call.arguments.form == "invalid":
        out |= _write_unfinished(call)
        out[spelling(inner, "willContinue")] = True
    elif form == _TEXT:
        out["args"] = call.arguments.text
    elif call.arguments.text:
        out["args"] = _value(call)
    return with_rest({key: out} | signature.write(call.provider_data, call.carried), call.carried)


def _value(call: ToolCall) -> Json:
    if call.carried is not None and call.arguments.form == "not_object":
        return exact_json.loads(call.arguments.text)
    return arguments.to_object(call.arguments, call.name)


def _write_unfinished(call: ToolCall) -> dict[str, Json]:
    text = call.arguments.text
    if not text:
        return {}
    try:
        args = exact_json.loads(text + "}")
    except JsonError:
        args = None
    if not isinstance(args, dict) or unfinished_text(args) != text:
        raise Inexpressible(
            "gemini_generate can express incomplete arguments only as an object without its closing brace: the "
            f"arguments of the call to {call.name!r} end elsewhere"
        )
    return {"args": args}
