"""``tool_choice``, which also has the switch for parallel calls: ``disable_parallel_tool_use``."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import ChoiceMode, Json, ToolChoice

_MODES: Final[dict[Json, ChoiceMode]] = {"auto": "auto", "any": "required", "none": "none"}
_WORDS: Final = {mode: word for word, mode in _MODES.items()}
_ONE_CALL: Final = "disable_parallel_tool_use"


def read(value: Json) -> tuple[ToolChoice, bool | None]:
    """Return the choice for ``tool_choice``, and True if its switch allows parallel calls, False if the switch forbids
    them, and None if it has no switch.

    An unknown choice becomes a choice that only the provider understands.
    """
    if isinstance(value, dict):
        fields = Fields(value, "/tool_choice")
        kind, name = fields.peek("type"), fields.peek("name")
        if isinstance(kind, str) and kind in _MODES:
            fields.text("type")
            parallel = _parallel(fields)
            return ToolChoice(mode=_MODES[kind], carried=fields.carried()), parallel
        if kind == "tool" and isinstance(name, str):
            fields.text("type")
            fields.text("name")
            parallel = _parallel(fields)
            return ToolChoice(mode="named", names=(name,), carried=fields.carried()), parallel
    return ToolChoice(mode="provider", raw=value), None


def _parallel(fields: Fields) -> bool | None:
    disabled = fields.flag(_ONE_CALL)
    return None if disabled is None else not disabled


def write(choice: ToolChoice | None, parallel: bool | None) -> Json:
    """Return ``tool_choice``; None if neither ``choice`` nor ``parallel`` is set.

    On the wire, the switch for parallel calls is a key of ``tool_choice``. So a request that sets ``parallel`` but has
    no choice gets the choice ``auto``. The choice ``none`` gets the switch only if the choice was read from the wire.
    Raises ``Inexpressible``.
    """
    if choice is None:
        return None if parallel is None else {"type": "auto", _ONE_CALL: not parallel}
    out = _choice(choice)
    if parallel is not None and isinstance(out, dict) and not (choice.mode == "none" and choice.carried is None):
        out = out | {_ONE_CALL: not parallel}
    return with_rest(out, choice.carried) if isinstance(out, dict) else out


def _choice(choice: ToolChoice) -> Json:
    match choice.mode:
        case "auto" | "required" | "none":
            return {"type": _WORDS[choice.mode]}
        case "named" if len(choice.names) == 1:
            return {"type": "tool", "name": choice.names[0]}
        case "provider":
            return choice.raw
    raise Inexpressible(
        f"anthropic_messages cannot express the choice {choice.mode!r} of the tools {list(choice.names)}"
    )
