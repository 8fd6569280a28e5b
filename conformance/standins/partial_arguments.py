"""The pieces of a call whose arguments Vertex AI streams value by value.

The first piece has the name of the function. Each further piece has the path to a value of the arguments, and the value
or a part of a text. The last part of a text is always empty, and has no ``willContinue``. If an object in an array ends
with a text, a piece without a value follows the object. The call ends with another such piece, or with its last value
if this value is not a text. A call without arguments is a single piece. Sources: four recordings of Gemini 3 on Vertex
AI, in vercel/ai (read 2026-11-30). No recording has null, an empty object or an empty array.
"""

from collections.abc import Iterator
from typing import Any, Final

from conformance.standins.script import Ids, Unplayable

_SIZES: Final = (6, 40)
"""The smallest and the largest size of the pieces of a text."""


def pieces(part: dict[str, Any], ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the parts in which a stream sends the call in ``part``. Raises ``Unplayable`` (see ``_of_value``)."""
    call = part["functionCall"]
    if not call["args"]:
        yield part | {"functionCall": {"name": call["name"]}}
        return
    yield part | {"functionCall": {"name": call["name"], "willContinue": True}}
    inner = list(_of_value(call["args"], "$", ids))
    ends_early = "stringValue" not in inner[-1].get("partialArgs", [{"stringValue": ""}])[0]
    for piece in inner[:-1] if ends_early else inner:
        yield {"functionCall": piece | {"willContinue": True}}
    yield {"functionCall": inner[-1] if ends_early else {}}


def _of_value(value: Any, path: str, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the pieces in which a value is streamed. ``path``: the JSONPath to the value, such as ``$.city``.

    Raises ``Unplayable`` for null, an empty object and an empty array.
    """
    match value:
        case dict() if value:
            for key, item in value.items():
                yield from _of_value(item, f"{path}.{key}", ids)
        case list() if value:
            for n, item in enumerate(value):
                yield from _of_value(item, f"{path}[{n}]", ids)
                if isinstance(item, dict) and isinstance([*item.values()][-1], str):
                    yield {}
        case str():
            for text in ids.pieces(value, *_SIZES):
                yield _entry(path, stringValue=text, willContinue=True)
            yield _entry(path, stringValue="")
        case bool():
            yield _entry(path, boolValue=value)
        case None | dict() | list():
            raise Unplayable("no source shows how null, an empty object or an empty array is streamed")
        case _:
            yield _entry(path, numberValue=value)


def _entry(path: str, **value: Any) -> dict[str, Any]:
    return {"partialArgs": [{"jsonPath": path, **value}]}
