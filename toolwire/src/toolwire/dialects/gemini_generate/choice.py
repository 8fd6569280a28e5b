"""The choice among tools: ``toolConfig: {functionCallingConfig: {mode, allowedFunctionNames}}``.

``ANY`` makes the model call a tool. ``VALIDATED`` also allows text, but calls must fit their schemas. If tools are
named, both modes allow only these tools. Modes are read in upper or lower case, and as the numbers of the enum.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, spelling, with_rest
from toolwire.model import ChoiceMode, Json, ToolChoice

_NUMBERS: Final = {1: "AUTO", 2: "ANY", 3: "NONE"}
"""The modes by their numbers. These numbers mean the same on the Gemini API and on Vertex."""
_ALLOWED: Final = ("allowedFunctionNames", "allowed_function_names")


def read(value: Json, where: str) -> ToolChoice | None:
    """Return the choice in a ``functionCallingConfig``; None if it has neither a mode nor names of tools. Raises
    ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    raw = fields.value("mode")
    names = fields.items(fields.spelled(*_ALLOWED))
    if raw is None and not names:
        return None
    mode = _meaning(_word(raw), names) if all(isinstance(name, str) for name in names) else None
    if mode is None:
        return ToolChoice(mode="provider", raw=value)
    return ToolChoice(
        mode=mode,
        names=tuple(names),
        must_call=mode == "allowed" and _word(raw) == "ANY",
        raw=None if raw == _usual(mode, must_call=_word(raw) == "ANY") else raw,
        carried=fields.carried(),
    )


def _word(raw: Json) -> str | None:
    if isinstance(raw, str):
        return raw.upper()
    return _NUMBERS.get(raw) if isinstance(raw, int) and not isinstance(raw, bool) else None


def _meaning(word: str | None, names: list[Json]) -> ChoiceMode | None:
    match word, len(names):
        case "AUTO" | "VALIDATED", 0:
            return "auto"
        case "NONE", 0:
            return "none"
        case "ANY", 0:
            return "required"
        case "ANY", 1:
            return "named"
        case "ANY" | "VALIDATED", _:
            return "allowed"
    return None


def _usual(mode: ChoiceMode, *, must_call: bool) -> str:
    if mode == "allowed":
        return "ANY" if must_call else "VALIDATED"
    return {"auto": "AUTO", "none": "NONE"}.get(mode, "ANY")


def write(choice: ToolChoice) -> Json:
    """Return the ``functionCallingConfig`` for a choice. Raises ``Inexpressible``."""
    if choice.mode == "provider":
        if not isinstance(choice.raw, dict):
            raise Inexpressible(f"expected a functionCallingConfig of gemini_generate, got {choice.raw!r}")
        return choice.raw
    names = list(choice.names) if choice.mode in ("named", "allowed") else []
    if choice.mode in ("named", "allowed") and not names:
        raise Inexpressible(f"expected a tool's name in the choice {choice.mode!r}, got none")
    usual = _usual(choice.mode, must_call=choice.must_call)
    same = _word(choice.raw) == usual or (choice.mode == "auto" and _word(choice.raw) == "VALIDATED")
    out: dict[str, Json] = {"mode": choice.raw if same else usual}
    if names:
        out[spelling(choice.carried, _ALLOWED[0])] = names
    return with_rest(out, choice.carried)
