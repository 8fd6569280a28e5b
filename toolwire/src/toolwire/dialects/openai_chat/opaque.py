"""What providers other than OpenAI need back beside the reasoning, while it arrives in pieces."""

from toolwire.model import Json


def grown(before: Json, piece: Json) -> Json:
    """What has come, with the next piece: entries of an array go on with the last one, or stand behind it.

    An entry goes on with the last one where both are text and nothing else differs: so OpenRouter's own client has it
    (@openrouter/ai-sdk-provider 2.10.0), and so requests have it that follow recorded streams. What is no array comes
    whole.
    """
    if not isinstance(before, list) or not isinstance(piece, list):
        return piece
    whole = list(before)
    for entry in piece:
        if whole and _goes_on(whole[-1], entry):
            whole[-1] = _joined(whole[-1], entry)
        else:
            whole.append(entry)
    return whole


def _goes_on(last: Json, entry: Json) -> bool:
    if not isinstance(last, dict) or not isinstance(entry, dict) or "text" not in last or "text" not in entry:
        return False
    common = last.keys() & entry.keys() - {"text"}
    same = all(None in (last[key], entry[key]) or last[key] == entry[key] for key in common)
    return same and all(isinstance(one["text"], str | None) for one in (last, entry))


def _joined(last: dict[str, Json], entry: dict[str, Json]) -> dict[str, Json]:
    filled = {key: value for key, value in entry.items() if value is not None or key not in last}
    return last | filled | {"text": (last["text"] or "") + (entry["text"] or "")}
