"""Names for places in requests and answers. The names are the same in all dialects. A name is a canonical field, or is
made from the fields near the place.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec

from conformance.judge.effect import OF_FIELD
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from toolwire.model import Json
from toolwire.providers import ClaimError, WireFormat, wire_format
from toolwire.providers.claim_file import read_yaml
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError

_FURTHER: Final = Path(__file__).with_name("request_fields.yaml")
PARAMETERS: Final = "tool.parameters"
DEFINITIONS: Final = f"{PARAMETERS}/$defs"
CHOICE: Final = "tool_choice"
NAMES: Final = f"{CHOICE}.names"
"""The name for the place of tool names in a tool choice."""
_NAMES: Final = ("name", "names", "function", "tools", "tool", "allowedFunctionNames")
_NAMED: Final = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
"""Keywords of JSON Schema whose value is an object. The keys of the object are names, and its values are schemas."""
_LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
"""Keywords of JSON Schema whose value is a list of schemas."""
_NESTED: Final = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
"""Keywords of JSON Schema whose value is a single schema."""
_SIGNS: Final = (
    ("tool", ('"additional_tools"', '"tool_addition"')),
    ("approval", ('"mcp_approval_response"',)),
    ("result", ('"tool_result"', '_output"', '"functionResponse"', '"toolResult"', '"role":"tool"', "tool_call_id")),
    ("reasoning", ('"thinking"', '"reasoning"', '"redacted_thinking"', '"reasoningContent"', '"reasoningText"')),
    ("call", ('"tool_calls"', '"tool_use"', '"function_call"', '"custom_tool_call"', '"functionCall"', '"toolUse"')),
    ("opaque", (
        "thoughtSignature", '"server_tool_use"', '"type":"mcp_', '"toolCall"', '"toolResponse"', "web_search",
    )),
    ("image", ('"image"', '"image_url"', '"inlineData"', '"input_image"', '"document"')),
    ("system", ('"role":"system"', '"role":"developer"')),
    ("text", ('"text"', '"content"')),
)  # fmt: skip
"""The kinds of items in a history, the clearest kinds first. An item has a kind if any of the kind's texts occurs near
the beginning of the item.
"""
_BEGINNING: Final = 600
_STEP: Final = re.compile(r"[A-Za-z_$][\w$-]{0,40}")
_DEEPEST: Final = 3


class Fields(msgspec.Struct, frozen=True):
    """The places of the canonical fields in the requests or in the answers of a dialect. In a pointer, ``*`` represents
    every index.
    """

    places: tuple[tuple[str, str], ...] = ()
    items: str = ""
    """The pointer to the items of the history."""

    def at(self, general: str) -> tuple[str, tuple[str, ...]]:
        """Find the canonical fields for a pointer. Return the place of these fields, and the fields.

        If the pointer itself is not the place of a field, the nearest place above it counts. If there is none, return
        "" and no fields. ``general``: the pointer, with ``*`` for every index.
        """
        above = {place for place, _ in self.places if pointer.is_within(general, place)}
        place = max(above, key=len, default="")
        return place, tuple(field for there, field in self.places if there == place)

    def below(self, general: str) -> tuple[str, ...]:
        """Return the fields whose places are below a pointer."""
        return tuple(dict.fromkeys(field for place, field in self.places if place.startswith(f"{general}/")))


def of_request(
    path: str, result: Result, *values: object, shown: str = "", item: Json = None, effect: Effect | None = None
) -> str:
    """Return the name for a place in a request: a canonical field, or a name made from fields around or below the
    place.

    ``values``: the expected and the actual value. ``shown``: the text that shows these values. ``item``: the item of
    the history that contains the place, if the item is known. ``effect``: the effect on users of the difference at the
    place.
    """
    fields = _fields_of(result)[0]
    return _name(path, fields, values, shown, item or _item(path, fields, result), effect)


def of_answer(path: str, result: Result, *values: object, shown: str = "") -> str:
    """Return the name for a place in a plain answer. For ``values`` and ``shown`` see ``of_request``."""
    return _name(path, _fields_of(result)[1], values, shown, None, None)


def _name(path: str, fields: Fields, values: tuple[object, ...], shown: str, item: Json, effect: Effect | None) -> str:
    if not path.startswith("/"):
        return path or "body"
    general = pointer.general(path)
    place, at = fields.at(general)
    if at and general != place and (_is_item(general, place, fields) or _is_part(general, place, values)):
        return _by_signs(shown) or at[0]
    if at:
        field = at[0] if len(at) == 1 else _of_item(at, item, effect)
        below = general.removeprefix(place)
        if field == CHOICE and (inner := _of_values(fields, general, values)):
            return inner
        if field == CHOICE and any(step in _NAMES for step in below.split("/")):
            return NAMES
        return f"{field}/{keyword(below)}" if field == PARAMETERS and below else field
    return _around(general, fields, values, shown)


def keyword(below: str) -> str:
    """Return the last keyword in a path into a schema. Names of properties and definitions are not keywords."""
    last, named = "", False
    for step in below.split("/")[1:]:
        if named:
            named = False
        elif step in _NAMED:
            last, named = step, True
        elif step in _NESTED:
            last = step
        elif step in _LISTED:
            last, named = step, True  # the next step is an index
        else:
            return step if _STEP.fullmatch(step) else last
    return last


def schema_of(path: str) -> str:
    """Return the pointer to the schema that has the last keyword of ``path``. For example, ``/properties/a/type`` and
    ``/properties/a/anyOf/0`` both give ``/properties/a``.
    """
    steps = path.split("/")
    place = len(steps) - 1
    while place > 0 and (steps[place].isdecimal() or steps[place - 1] in _NAMED):
        place -= 1
    return "/".join(steps[:place])


def _around(general: str, fields: Fields, values: tuple[object, ...], shown: str) -> str:
    """Return the name of a place that no canonical field contains. The fields below or beside the place decide the
    name, or else the steps of the pointer do.

    ``general``: the pointer to the place, with ``*`` for every index. ``values``, ``shown``: see ``of_request``.
    """
    inner = _of_values(fields, general, values)
    heads = {field.partition(".")[0] for field in fields.below(general)}
    if len(heads) != 1 and (heads or _leads_to_item(general)) and pointer.is_within(general, fields.items):
        return _by_signs(shown) or "message"
    if inner and not _leads_to_item(general):
        return inner
    if heads:
        if heads == {"tool", CHOICE}:  # tools and the choice among them are in the same object
            return "tool"
        return heads.pop() if len(heads) == 1 else "message" if fields.items.startswith(general) else "request"
    parent, _, key = general.rpartition("/")
    beside = {field.partition(".")[0] for place, field in fields.places if place.rpartition("/")[0] == parent}
    if parent and beside:
        return f"{beside.pop() if len(beside) == 1 else 'message'}.{_plain(key)}"
    return ".".join([_plain(step) for step in general.split("/") if step not in ("", "*")][:_DEEPEST]) or "body"


def _leads_to_item(general: str) -> bool:
    """Return whether a pointer leads to an item of an array."""
    return general.endswith("/*")


def _is_item(general: str, place: str, fields: Fields) -> bool:
    """Return whether ``general`` points to an item of the history, and ``place``, the place of a field, is above it.

    For example, ``/input`` of OpenAI Responses may be a text or a list of items.
    """
    return general == fields.items and len(place) < len(general)


def _is_part(general: str, place: str, values: tuple[object, ...]) -> bool:
    """Return whether the pointer ``general`` leads to the items of the array at ``place``, and any of ``values`` is an
    object.
    """
    return general == f"{place}/*" and any(isinstance(value, dict) for value in values)


def _by_signs(shown: str) -> str:
    """Return the kind of an item in a history, by typical keys and values near the beginning of its text.

    Return "" if the kind is unknown.
    """
    beginning = shown[:_BEGINNING]
    return next((kind for kind, signs in _SIGNS if any(sign in beginning for sign in signs)), "")


def is_of_call(place: str) -> bool:
    """Return whether a pointer into an answer leads to calls or into a call, in any dialect."""
    signs = "".join(dict(_SIGNS)["call"])
    return any(f'"{step}"' in signs for step in place.split("/"))


def beside_text(parts: Json, text: Json) -> str:
    """Return the kind of the parts that a result has besides the part with ``text``. "" if the result has no such
    parts.
    """
    if not (isinstance(parts, list) and isinstance(text, str)):
        return ""
    others = [part for part in parts if not (isinstance(part, dict) and text in part.values())]
    return _by_signs(exact_json.dumps(others)) if 0 < len(others) < len(parts) else ""


def _plain(step: str) -> str:
    return step if _STEP.fullmatch(step) else "key"


def _of_values(fields: Fields, general: str, values: tuple[object, ...]) -> str:
    """Return the field to which all values inside the objects ``values`` belong. ``general``: the place of the objects.

    Return "" if the inner values belong to several fields or to none. The inner value ``auto`` is ignored.
    """
    found = {
        fields.at(f"{general}{pointer.general(path)}")[1][:1]
        for value in values
        if isinstance(value, dict)
        for path, leaf in _leaves(value)
        if not (isinstance(leaf, str) and leaf.lower() == "auto")
    } - {()}
    return found.pop()[0].partition("/")[0] if len(found) == 1 else ""


def _leaves(value: Json, path: str = "") -> list[tuple[str, Json]]:
    waiting, found = [(path, value)], []
    while waiting:
        at, item = waiting.pop()
        if isinstance(item, dict) and item:
            waiting.extend((f"{at}/{pointer.escape(key)}", inner) for key, inner in item.items())
        elif isinstance(item, list) and item:
            waiting.extend((f"{at}/{n}", inner) for n, inner in enumerate(item))
        else:
            found.append((at, item))
    return found


def _of_item(candidates: tuple[str, ...], item: Json, effect: Effect | None) -> str:
    """Return the field that a difference concerns, if several fields share its place.

    If the item of the history is known, its kind decides. Otherwise return the field whose loss has the same effect as
    the difference, or else the field of a result.
    """
    of_result = next((field for field in candidates if field.startswith("result.")), candidates[0])
    others = [field for field in candidates if field != of_result]
    if not others:
        return of_result
    if not isinstance(item, dict):
        costs_alike = [field for field in (of_result, *others) if OF_FIELD.get(field) == effect]
        return next(iter(costs_alike), of_result)
    role = item.get("role")
    if role in ("system", "developer") and "system" in candidates:
        return "system"
    if role == "tool" or str(item.get("type")).endswith("_output"):
        return of_result
    return next((field for field in others if field != "system"), of_result)


def _item(path: str, fields: Fields, result: Result) -> Json:
    """Return the item of the recorded request to which a pointer leads. None if the result does not contain the
    request.
    """
    if result.seen is None or not fields.items or not path.startswith("/"):
        return None
    _, _, body = result.seen.recorded.partition("\n")
    found = pointer.values(_read(body), "/".join(path.split("/")[: fields.items.count("/") + 1]))
    return found[0] if found else None


@lru_cache(maxsize=16)
def _read(body: str) -> Json:
    try:
        return exact_json.loads(body)
    except JsonError:
        return None


def _fields_of(result: Result) -> tuple[Fields, Fields]:
    """Return the fields of requests and of answers in a result's dialect.

    Text formats have no fields. A dialect without a description of its wire format, such as a dialect of an installed
    package, has none either.
    """
    if not isinstance(result.subject, Dialect):
        return Fields(), Fields()
    try:
        return _fields(wire_format(result.provider, result.dialect))
    except (KeyError, ClaimError):
        return Fields(), Fields()


@lru_cache(maxsize=64)
def of_fields(form: WireFormat) -> dict[str, tuple[str, ...]]:
    """Return the places of the canonical fields in requests of a dialect, with ``*`` for every index."""
    found: dict[str, tuple[str, ...]] = {}
    for place, field in _fields(form)[0].places:
        found[field] = (*found.get(field, ()), place)
    return found


@cache
def _further() -> dict[str, dict[str, tuple[str, ...]]]:
    return read_yaml(_FURTHER, dict[str, dict[str, tuple[str, ...]]])


@lru_cache(maxsize=64)
def _fields(form: WireFormat) -> tuple[Fields, Fields]:
    kept = {field: (place,) for field, place in form.expresses.kept.items()}
    asked = _named(form.mapping.request, _further().get(form.dialect, {}), kept)
    return Fields(asked, form.history.items), Fields(_named(form.mapping.response))


def _named(*mappings: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    return tuple(
        dict.fromkeys(
            (pointer.general(place), field)
            for fields in mappings
            for field, places in fields.items()
            for place in places
        )
    )
