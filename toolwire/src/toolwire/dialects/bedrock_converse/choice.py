"""``toolChoice``: ``{auto: {}}``, ``{any: {}}`` or ``{tool: {name}}``. No value of ``toolChoice`` forbids calls."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.model import Carried, ChoiceMode, Json, ToolChoice

_MODES: Final[dict[str, ChoiceMode]] = {"auto": "auto", "any": "required"}
_WORDS: Final = {mode: word for word, mode in _MODES.items()}


def read(value: Json) -> ToolChoice:
    """Return the choice for a value of ``toolChoice``. An unknown value becomes a choice that only the provider
    understands.
    """
    if isinstance(value, dict) and len(value) == 1:
        word, detail = next(iter(value.items()))
        if word in _MODES and detail == {}:
            return ToolChoice(mode=_MODES[word], carried=Carried())
        if (
            word == "tool"
            and isinstance(detail, dict)
            and detail.keys() == {"name"}
            and isinstance(detail["name"], str)
        ):
            return ToolChoice(mode="named", names=(detail["name"],), carried=Carried())
    return ToolChoice(mode="provider", raw=value, carried=Carried())


def write(choice: ToolChoice) -> Json:
    """Return the value of ``toolChoice`` for a choice. Raises ``Inexpressible``."""
    match choice.mode:
        case "auto" | "required":
            return {_WORDS[choice.mode]: {}}
        case "named" if len(choice.names) == 1:
            return {"tool": {"name": choice.names[0]}}
        case "provider":
            return choice.raw
    raise Inexpressible(f"bedrock_converse cannot express the choice {choice.mode!r} of the tools {list(choice.names)}")
