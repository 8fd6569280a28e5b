"""Calls whose arguments arrive in pieces from Vertex AI: each piece has the path of a value. Google's SDK does not join
the pieces.
"""

import re
from itertools import pairwise
from typing import Any, Final

from google.genai import types

_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


def joined(parts: list[types.Part]) -> list[types.Part]:
    """Return the parts of an answer, with each call in a single part that has all arguments."""
    whole: list[types.Part] = []
    for part in parts:
        call = part.function_call
        if call is None or (call.name and not call.will_continue and not call.partial_args):
            whole.append(part)
            continue
        if call.name:
            growing = types.FunctionCall(id=call.id, name=call.name, args={})
            whole.append(types.Part(function_call=growing, thought_signature=part.thought_signature))
        for entry in call.partial_args or ():
            _add(growing.args, entry)
    return whole


def _add(arguments: Any, entry: types.PartialArg) -> None:
    """Add a value, or append a piece of a text, at its path in the arguments."""
    steps = [int(index) if index else name for name, index in _STEP.findall(entry.json_path or "")]
    place: Any = arguments
    for step, following in pairwise(steps):
        place = _inside(place, step, [] if isinstance(following, int) else {})
    if entry.string_value is not None:
        before = _inside(place, steps[-1], "")
        place[steps[-1]] = before + entry.string_value
    else:
        place[steps[-1]] = _inside(
            place, steps[-1], entry.number_value if entry.bool_value is None else entry.bool_value
        )


def _inside(place: Any, step: str | int, fresh: Any) -> Any:
    """Return the value at the key or index ``step`` of ``place``. If there is no value, first put ``fresh`` there."""
    if isinstance(place, list) and step == len(place):
        place.append(fresh)
    elif isinstance(place, dict):
        place.setdefault(step, fresh)
    return place[step]
