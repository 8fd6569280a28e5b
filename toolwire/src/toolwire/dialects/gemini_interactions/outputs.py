"""Steps of the type ``model_output``. Each content object of such a step becomes a part, and a writer puts the parts of
a step together again.

For this, every part except the first of its step is marked: a text or image has a note in its carried data, and a part
that is kept whole has a value without ``type``.
"""

from typing import Final, TypeAlias

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, spelling, with_rest
from toolwire.dialects.gemini_interactions import content
from toolwire.model import Carried, Image, Json, Part, ProviderPart, Text, Unknown

OUTPUT: Final = "model_output"
_STEP: Final = "step"
_CONTINUES: Final = "continues"
OutputPart: TypeAlias = Text | Image | ProviderPart | Unknown


def read(step: dict[str, Json], where: str) -> tuple[OutputPart, ...]:
    """Return the parts of an output. An output without content objects is kept whole."""
    entries = step.get("content")
    if not isinstance(entries, list) or not entries:
        return (ProviderPart(kind=OUTPUT, value=step),)
    return tuple(_read_piece(step, entry, where, first=n == 0) for n, entry in enumerate(entries))


def _read_piece(step: dict[str, Json], entry: Json, where: str, *, first: bool) -> OutputPart:
    """Return the part for ``entry``, a content object of the step.

    An object that is neither a text nor an image is kept whole. If ``first`` is true, the part also keeps the other
    keys of the step.
    """
    whole = Fields({_STEP: step, "content": entry} if first else {"content": entry}, where)
    if first:
        above = whole.child(_STEP) or Fields({}, where)
        above.constant("type", OUTPUT)
        above.value("content")
    else:
        whole.note(_STEP, _CONTINUES)
    inner = whole.child("content")
    part = content.read_fields(inner, whole) if inner is not None else None
    if isinstance(part, Text | Image):
        return part
    kind = str(entry.get("type")) if isinstance(entry, dict) else "content"
    value = step | {"content": [entry]} if first else {"content": [entry]}
    return ProviderPart(kind=OUTPUT, value=value) if kind in content.KINDS else Unknown(kind=kind, value=value)


def error(step: Json) -> Json:
    """Return the error of an output; None for any other step."""
    match step:
        case {"type": "model_output", "error": dict(value)}:
            return value
    return None


def is_piece(part: Part) -> bool:
    """Return whether a part is written as a content object of an output."""
    match part:
        case Text() | Image():
            return True
        case ProviderPart(kind=kind, value={"content": [_]}):
            return kind == OUTPUT
        case Unknown(value={"content": [_], **rest}):
            return rest.get("type", OUTPUT) == OUTPUT
    return False


def continues(part: Part) -> bool:
    """Return whether a part belongs to the same ``model_output`` step as the part before it."""
    match part:
        case Text() | Image():
            return spelling(part.carried, _STEP) == _CONTINUES
        case ProviderPart(kind=kind, value={"content": [_], **rest}):
            return kind == OUTPUT and "type" not in rest
        case Unknown(value={"content": [_], **rest}):
            return "type" not in rest
    return False


def write(pieces: list[Part]) -> Json:
    """Return the ``model_output`` step for its parts. Raises ``Inexpressible``."""
    first = pieces[0]
    contents = [entry for piece in pieces for entry in _write_piece(piece)]
    if isinstance(first, ProviderPart | Unknown):
        return {"type": OUTPUT} | first.value | {"content": contents}
    carried = first.carried if isinstance(first, Text | Image) else None
    out: dict[str, Json] = {}
    constant(out, carried, "type", OUTPUT, under=_STEP)
    return with_rest(out | {"content": contents}, _below(carried, _STEP))


def _write_piece(part: Part) -> list[Json]:
    match part:
        case Text() | Image():
            return [with_rest(content.write_bare(part), _below(part.carried, "content"))]
        case ProviderPart(value={"content": list(entries)}) | Unknown(value={"content": list(entries)}):
            return entries
    raise Inexpressible(f"gemini_interactions cannot express this output: {type(part).__name__.lower()}")


def _below(carried: Carried | None, key: str) -> Carried | None:
    return Carried(rest=carried.rest.get(key, {})) if carried else None
