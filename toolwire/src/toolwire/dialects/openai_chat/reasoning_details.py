"""Joining of data that arrives in pieces and must go back to the provider, such as reasoning details."""

from toolwire.model import Json


def append_details(before: Json, piece: Json) -> Json:
    """Return ``before``, the data so far, with the next piece added.

    If both are arrays, each entry of the piece is joined to the last entry of the data, or appended after it. Entries
    are joined if both have ``text`` and if all their other common keys have equal values. Null is equal to any value.
    OpenRouter's own client joins entries in the same way (@openrouter/ai-sdk-provider 2.10.0), and recorded requests
    contain entries that were joined in this way.

    Data that is not an array arrives whole, so the piece replaces the data.
    """
    if not isinstance(before, list) or not isinstance(piece, list):
        return piece
    whole = list(before)
    for entry in piece:
        if whole and _continues(whole[-1], entry):
            whole[-1] = _joined(whole[-1], entry)
        else:
            whole.append(entry)
    return whole


def _continues(last: Json, entry: Json) -> bool:
    if not isinstance(last, dict) or not isinstance(entry, dict) or "text" not in last or "text" not in entry:
        return False
    common = last.keys() & entry.keys() - {"text"}
    same = all(None in (last[key], entry[key]) or last[key] == entry[key] for key in common)
    return same and all(isinstance(part["text"], str | None) for part in (last, entry))


def _joined(last: dict[str, Json], entry: dict[str, Json]) -> dict[str, Json]:
    filled = {key: value for key, value in entry.items() if value is not None or key not in last}
    return last | filled | {"text": (last["text"] or "") + (entry["text"] or "")}
