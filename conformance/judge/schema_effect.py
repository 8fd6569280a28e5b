"""The effect of a difference within the schema of a tool's parameters.

The effect depends on two questions. Does the sent schema accept the same arguments as the user's schema? Does a model
read the same texts in both schemas? The two schemas are compared as a whole. If they accept different arguments, each
difference is also judged by itself. Its effect may be ``form`` while other differences have the effect ``tools``.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, get_args

import msgspec

from conformance.judge import arguments, wording
from conformance.judge.finding import Effect
from conformance.judge.schema_meaning import (
    Different,
    Example,
    Kind,
    Meaning,
    Narrower,
    Same,
    Unknown,
    Wider,
    compare,
    shown,
)
from conformance.judge.schema_meaning.pair import KEYS
from conformance.judge.schema_meaning.plain import LISTS, MAPS, SINGLE, TYPES
from conformance.judge.schema_meaning.shown import ANNOTATIONS
from conformance.judge.subschemas import within
from toolwire.model import Json
from toolwire.wire import exact_json, pointer

OF_REFUSAL: Final[dict[Kind, Effect]] = {kind: "form" if kind == "closed" else "tools" for kind in get_args(Kind)}
"""The effect of a sent schema that refuses arguments which the user's schema accepts, by the reason of the refusal.

Nothing is lost if the sent schema refuses properties that the user's schema does not name. Everything that the user
described is still accepted, and a model that follows the schema writes no other properties. If the sent schema accepts
arguments that the user's schema refuses, the effect is always ``tools``.
"""
_ORDER: Final = ("order", "enum")
"""The values of ``Shown.key`` for a difference that is only a different order."""
_KEPT: Final = 256
_SCHEMAS: Final = frozenset((*MAPS, *LISTS, *SINGLE, "$ref"))
"""Keywords whose values are or contain schemas. A model may read texts in these schemas."""


class SchemaEffect(msgspec.Struct, frozen=True):
    """The effect of a difference within a schema, and the meaning of the difference in words."""

    effect: Effect
    meaning: str


class _Compared(msgspec.Struct, frozen=True):
    """The result of a comparison of two schemas."""

    effect: Effect
    meaning: str
    is_read_alike: bool
    """True if a model reads the same names, descriptions and other annotations in both schemas."""


def of_schemas(given: Json, sent: Json) -> SchemaEffect:
    """Return the effect of all differences between the user's schema and the sent schema."""
    return _with_annotations(_compared(exact_json.dumps(given), exact_json.dumps(sent)))


def within_schemas(place: str, given: Json, sent: Json) -> SchemaEffect:
    """Return the effect of the difference at ``place`` between the user's schema, ``given``, and the schema ``sent``.

    A difference in an annotation has the effect ``tools``. If the whole schemas accept the same arguments, the effect
    is ``form``. If the user's schema has no such place, return the effect of the whole schemas.

    Otherwise, changed copies of the schemas show the effect:

    1. The user's schema with the sent value. If it accepts other arguments than the user's schema, return the effect
       of the difference by itself.
    2. The sent schema with the user's value. If it accepts the same arguments as the user's schema, the difference
       causes the loss together with other differences: return the effect of the whole schemas. If it accepts the same
       arguments as the sent schema, the effect is ``form``.
    3. The user's schema with the whole sent subschema around the place. If it accepts the same arguments as the user's
       schema, the effect is ``form``. For example, the sent subschema may contain a definition instead of a reference.
    """
    steps = tuple(map(pointer.unescape, place.split("/")[1:]))
    at = _keyword_at(steps)
    keyword = None if at is None else steps[at]
    if keyword in ANNOTATIONS:
        return SchemaEffect("tools", "the model reads it")
    prefers = keyword or place.rpartition("/")[2]
    together = _loss(keyword, given, sent, prefers)
    changed = _with_value_of(sent, given, steps) if steps else given
    if together.effect == "form" or arguments.same(changed, given):
        return together
    alone = _loss(keyword, given, changed, prefers)
    lost = alone
    if alone.effect == "form":
        others = _with_value_of(given, sent, steps)
        if _loss(None, given, others).effect == "form":
            return together
        lost = _loss(keyword, others, sent, prefers)
        if lost.effect == "form":
            return alone
    around = _loss(None, given, _with_value_of(sent, given, steps[:at])) if at else lost
    return around if around.effect == "form" else lost


def _loss(keyword: str | None, given: Json, sent: Json, refusing: str | None = None) -> SchemaEffect:
    """Return the effect of sending the schema ``sent`` in place of ``given``.

    ``keyword``: the keyword to which the difference belongs, or None for a whole schema. For a keyword whose value
    contains no schemas, lost annotations such as ``description`` do not count. ``refusing``: a keyword; an example
    that this keyword refuses is preferred.
    """
    compared = _compared(exact_json.dumps(given), exact_json.dumps(sent), refusing)
    holds_schemas = keyword is None or keyword in _SCHEMAS
    return _with_annotations(compared) if holds_schemas else SchemaEffect(compared.effect, compared.meaning)


def _with_value_of(source: Json, schema: Json, steps: Sequence[str]) -> Json:
    """Return ``schema``, with the value that the keyword at ``steps`` has in ``source``. If ``source`` lacks the
    keyword, remove the keyword. If the value is an item of a list, or two lists have different lengths, replace the
    whole list.
    """
    step, *further = steps
    if isinstance(schema, list) and isinstance(source, list):
        if not further or len(schema) != len(source):
            return source
        place = int(step)
        return [*schema[:place], _with_value_of(source[place], schema[place], further), *schema[place + 1 :]]
    if not isinstance(schema, dict) or not isinstance(source, dict):
        return schema
    if not further:
        if step in source:
            return schema | {step: source[step]}
        return {key: value for key, value in schema.items() if key != step}
    if step not in schema or step not in source:
        return schema
    return schema | {step: _with_value_of(source[step], schema[step], further)}


def _with_annotations(compared: _Compared) -> SchemaEffect:
    if compared.effect == "form" and not compared.is_read_alike:
        return SchemaEffect("tools", f"{compared.meaning}, but the model reads something else")
    return SchemaEffect(compared.effect, compared.meaning)


def _compared(given_text: str, sent_text: str, keyword: str | None = None) -> _Compared:
    """Return the comparison of two schemas, given as JSON texts. ``keyword``: prefer an example that the
    keyword refuses.
    """
    read = _read(given_text, sent_text)
    effect, meaning = _weighed(read.meaning, keyword)
    if read.no_types and effect == "form":
        effect, meaning = "tools", f"the sent schema has an unknown type: {wording.listed(read.no_types)}"
    return _Compared(effect, meaning, read.is_read_alike)


class _Read(msgspec.Struct, frozen=True):
    """The result of a comparison of two schemas by the arguments that they accept, the names of their types, and the
    texts that a model reads.
    """

    meaning: Meaning
    no_types: tuple[str, ...]
    """The values of ``type`` in the sent schema that are not names of types."""
    is_read_alike: bool


@lru_cache(maxsize=_KEPT)
def _read(given_text: str, sent_text: str) -> _Read:
    given, sent = (_plain_json_schema(exact_json.loads(text)) for text in (given_text, sent_text))
    changes = shown(given, sent)
    return _Read(
        compare(given, sent),
        tuple(sorted(_types(sent) - _types(given) - {*TYPES})),
        not isinstance(changes, Unknown) and all(change.key in _ORDER for change in changes),
    )


def _plain_json_schema(schema: Json) -> Json:
    """Return a schema without ``nullable``, which is not a keyword of JSON Schema.

    In dialects with ``nullable``, the ``equal`` operations have already added null to the types.
    """
    for subschema in within(schema, KEYS):
        subschema.pop("nullable", None)
    return schema


def _types(schema: Json) -> set[str]:
    """Return the names of types in a schema. The dialect's operations have already unified equal spellings."""
    named = (subschema.get("type") for subschema in within(schema, KEYS))
    return {
        kind for kinds in named for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)
    }


def _weighed(meaning: Meaning, keyword: str | None) -> tuple[Effect, str]:
    match meaning:
        case Same():
            return "form", "the sent schema accepts the same arguments (proven)"
        case Unknown(tried=tried) if tried:
            return (
                "form",
                f"the sent schema accepts the same arguments (searched: both agree on all {tried} values tried)",
            )
        case Unknown(why=why):
            return "tools", f"unknown whether the sent schema accepts the same arguments: {why}"
        case Narrower(refused=refused, form=form) if all(OF_REFUSAL[example.kind] == "form" for example in refused):
            how = "proven" if form == "closed" else "searched"
            only = f"the sent schema refuses only properties that the user's schema does not name ({how})"
            return "form", f"{only}, such as {_shown(refused[0])}"
        case Narrower(refused=refused):
            return "tools", f"the sent schema {_refuses(refused, keyword)}"
        case Wider(accepted=accepted):
            return "tools", f"the sent schema {_accepts(accepted, keyword)}"
        case Different(refused=refused, accepted=accepted):
            return "tools", f"the sent schema {_accepts(accepted, keyword)}, and {_refuses(refused, keyword)}"


def _accepts(examples: tuple[Example, ...], keyword: str | None) -> str:
    example = _of_keyword(examples, keyword) or examples[0]
    return f"accepts {_shown(example)}, which the user's schema refuses"


def _refuses(examples: tuple[Example, ...], keyword: str | None) -> str:
    grave = tuple(example for example in examples if OF_REFUSAL[example.kind] == "tools")
    example = _of_keyword(grave, keyword) or (grave or examples)[0]
    return f"refuses {_shown(example)}, which the user's schema accepts"


def _of_keyword(examples: tuple[Example, ...], keyword: str | None) -> Example | None:
    """Return the first of these examples that ``keyword`` refuses. None if ``keyword`` refuses none of them."""
    return next((each for each in examples if keyword and each.keyword.rpartition("/")[2] == keyword), None)


def _shown(example: Example) -> str:
    return wording.shown(example.value)


def _keyword_at(steps: Sequence[str]) -> int | None:
    """Return the index of the innermost keyword in ``steps``, a path into a schema. None if the path leads to a whole
    schema.

    For example, the index of ``enum`` in ``("properties", "a", "enum", "0")`` is 2.
    """
    unread = iter(enumerate(steps))
    for at, keyword in unread:
        name = next(unread, None) if keyword in MAPS or keyword in LISTS else None
        if keyword not in (*MAPS, *LISTS, *SINGLE) or (name is None and keyword not in SINGLE):
            return at
    return None
