"""The choice among tools: ``generation_config.tool_choice``, a word or ``{allowed_tools: {mode, tools}}``.

``any`` makes the model call a tool. ``validated`` also allows text, but calls must fit their schemas.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import ChoiceMode, Json, ToolChoice

_MODES: Final[dict[Json, ChoiceMode]] = {"auto": "auto", "validated": "auto", "any": "required", "none": "none"}
_WORDS: Final[dict[ChoiceMode, str]] = {"auto": "auto", "required": "any", "none": "none"}
_ALLOWED: Final = "allowed_tools"
_FORCED: Final = "any"
_FREE: Final = ("validated", "auto")
"""The modes in which the model may call the allowed tools or answer with text. The first mode is the usual mode."""


def read(value: Json) -> ToolChoice:
    """Return the choice for a value of ``tool_choice``. A value that is not in the API's types becomes a choice that
    only the provider understands.
    """
    if isinstance(value, str) and value in _MODES:
        mode = _MODES[value]
        return ToolChoice(mode=mode, raw=None if _WORDS[mode] == value else value)
    match value:
        case {"allowed_tools": {"tools": [str(), *_] as names, **rest}} if all(isinstance(n, str) for n in names):
            word = rest.get("mode")
            if word == _FORCED or word in _FREE:
                fields = Fields(value, "/generation_config/tool_choice")
                inner = fields.child(_ALLOWED) or Fields({}, "")
                for key in ("mode", "tools"):
                    inner.value(key)
                return ToolChoice(
                    mode="named" if word == _FORCED and len(names) == 1 else "allowed",
                    names=tuple(names),
                    must_call=word == _FORCED and len(names) > 1,
                    raw=None if word in (_FORCED, _FREE[0]) else word,
                    carried=fields.carried(),
                )
    return ToolChoice(mode="provider", raw=value)


def write(choice: ToolChoice) -> Json:
    """Return the value of ``tool_choice`` for a choice. Raises ``Inexpressible``."""
    match choice.mode:
        case "provider":
            return choice.raw
        case "auto" | "none" | "required":
            same = isinstance(choice.raw, str) and _MODES.get(choice.raw) == choice.mode
            return choice.raw if same else _WORDS[choice.mode]
    if not choice.names:
        raise Inexpressible(f"expected a tool's name in the choice {choice.mode!r}, got none")
    if choice.mode == "named" or choice.must_call:
        word: Json = _FORCED
    else:
        word = choice.raw if choice.raw in _FREE else _FREE[0]
    return with_rest({_ALLOWED: {"mode": word, "tools": list(choice.names)}}, choice.carried)
