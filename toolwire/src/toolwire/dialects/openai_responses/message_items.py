"""The assistant's message items. Each piece of an item's content is a part.

A writer joins neighbouring parts with the same item id into an item. But two items may have the same id. So a part that
was read from the same item as the part before it also has a note in its carried data.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, spelling, with_rest
from toolwire.model import Carried, Json, Part, ProviderPart, Refusal, Text, Unknown

MessagePart = Text | Refusal | ProviderPart | Unknown
_MESSAGE_DATA: Final = ("id", "phase")
_JOIN: Final = "continues"


def read(item: dict[str, Json], where: str) -> tuple[MessagePart, ...]:
    """Return the parts of an item with the role ``assistant``. An item without content is kept whole."""
    entries = item.get("content")
    if isinstance(entries, str):
        both = Fields({"message": item}, where)
        data = _message(both)
        both.note("message.content", "string")
        return (Text(text=entries, provider_data=data, carried=both.carried()),)
    if not isinstance(entries, list) or not entries:
        return (ProviderPart(kind="message", value=item),)
    if not isinstance(item.get("id"), str) and not all(_is_readable(entry) for entry in entries):
        return (Unknown(kind="message", value=item),)
    return tuple(_read_part(item, entry, where, first=n == 0) for n, entry in enumerate(entries))


def _is_readable(entry: Json) -> bool:
    match entry:
        case {"type": "output_text" | "input_text" | "text", "text": str()} | {"type": "refusal", "refusal": str()}:
            return True
    return False


def _read_part(item: dict[str, Json], entry: Json, where: str, *, first: bool) -> Text | Refusal | Unknown:
    if not _is_readable(entry):
        kind = entry.get("type") if isinstance(entry, dict) else None
        return Unknown(kind=str(kind), value=item | {"content": [entry]})
    both = Fields({"message": item, "part": entry}, where)
    data = _message(both)
    if not first:
        both = Fields({"part": entry}, where)
        both.note("message", _JOIN)
    part = both.child("part") or Fields({}, where)
    notes = part.items("annotations")
    if notes:
        data = data | {"annotations": notes}
    word = part.text("type") or ""
    if word == "refusal":
        return Refusal(text=part.text("refusal") or "", provider_data=data, carried=both.carried())
    part.note("output_text", word)
    return Text(text=part.text("text") or "", provider_data=data, carried=both.carried())


def _message(both: Fields) -> dict[str, Json]:
    """Return the data of a message item that must go back to the provider, and mark the item's content as read."""
    message = both.child("message") or Fields({}, both.where)
    message.constant("type", "message")
    message.constant("role", "assistant")
    message.value("content")
    return {key: message.value(key) for key in _MESSAGE_DATA if message.peek(key) is not None}


def is_piece(part: Part) -> bool:
    """Return whether a part is written as a piece of a message item, and not as a separate item."""
    match part:
        case Text() | Refusal():
            return True
        case Unknown(value={"id": str(), "content": [_], **rest}):
            return rest.get("type", "message") == "message"
    return False


def share_item(before: Part, after: Part) -> bool:
    """Return whether two neighbouring pieces belong to the same item. They must have the same item id. If the second
    piece was read from the wire, it must also have the note that it continues the item of the piece before it.
    """
    carried = after.carried if isinstance(after, Text | Refusal) else None
    return bool(_item_id(before) == _item_id(after)) and (carried is None or spelling(carried, "message") == _JOIN)


def _item_id(part: Part) -> Json:
    match part:
        case Text() | Refusal():
            return part.provider_data.get("id")
        case Unknown(value={"id": item_id}):
            return item_id
    return None


def write(pieces: list[Part], *, answer: bool) -> Json:
    """Return the item for the pieces. Raises ``Inexpressible``.

    ``answer`` is true if the item is for a response. In a request, pieces without an item id that were not read from
    the wire become an item with only ``role`` and ``content``.
    """
    first = pieces[0]
    content = [_write_piece(piece) for piece in pieces]
    if isinstance(first, Unknown):
        return first.value | {"content": content}
    if not isinstance(first, Text | Refusal):
        raise Inexpressible(
            f"openai_responses cannot express this part of an assistant's message: {type(first).__name__.lower()}"
        )
    carried = first.carried
    if carried is None and not answer and first.provider_data.get("id") is None:
        plain = isinstance(first, Text) and len(pieces) == 1
        return {"role": "assistant", "content": first.text if plain else content}
    out: dict[str, Json] = {}
    constant(out, carried, "type", "message", under="message")
    out |= {key: first.provider_data[key] for key in _MESSAGE_DATA if key in first.provider_data}
    constant(out, carried, "role", "assistant", under="message")
    if carried is None:
        out["status"] = "completed"
    as_string = spelling(carried, "message.content") == "string" and len(pieces) == 1
    out["content"] = first.text if as_string else content
    return with_rest(out, _below(carried, "message"))


def _write_piece(part: Part) -> Json:
    match part:
        case Text():
            word = part.carried.spelling.get("part.output_text") if part.carried else None
            out: dict[str, Json] = {"type": word or "output_text", "text": part.text}
            if part.carried is None:
                out |= {"annotations": [], "logprobs": []}
        case Refusal():
            out = {"type": "refusal", "refusal": part.text}
        case Unknown(value={"content": [entry]}):
            return entry
        case _:
            raise Inexpressible(
                f"openai_responses cannot express this part of an assistant's message: {type(part).__name__.lower()}"
            )
    if part.provider_data.get("annotations"):
        out["annotations"] = part.provider_data["annotations"]
    return with_rest(out, _below(part.carried, "part"))


def _below(carried: Carried | None, key: str) -> Carried | None:
    return Carried(rest=carried.rest.get(key, {})) if carried else None
