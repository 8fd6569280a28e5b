"""Operations that remove meaningless differences between two requests of a dialect, so that the requests can be
compared.

A ``format.yaml`` lists the operations under ``equal``, in the order in which they are applied. Each operation gives
both requests the same spelling.
"""

from typing import Annotated, Final, TypeAlias

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import NonEmpty, Pointer
from toolwire.wire import pointer

Member = Annotated[str, msgspec.Meta(pattern="^/", description="a pointer such as /tools")]
"""A pointer to a key of an object in the body."""
Addressed = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^\??/|^\?\w",
        description="a pointer into the body such as /tools, ?key for the query, or ?/0 for a segment of the path",
    ),
]
"""The address of a value in a request: a pointer to a key in the body, ``?key`` for a parameter of the URL's query, or
``?/0`` for a segment of the URL's path.
"""

ABSENT: Final = "absent"
"""The word for a missing key, in a list of values that mean the same."""
ANYTHING: Final = "*"
"""The placeholder for the wrapped value in a ``wrapper``."""
FAILURE_KEY: Final = "error"
"""The key under which clients put the text of a failed tool's result. A result under this key states a failure, so it
is wrong for a tool that did not fail.
"""
RESULT_KEYS: Final = ("content", FAILURE_KEY, "output", "result", "return_value", "text")
"""Keys under which clients and providers put the whole text of a result. Only the text matters, not the key.

Of 759 recorded function responses to Gemini, 266 have ``result``, 105 ``return_value``, 57 ``content`` and 48
``output``. Two recorded results to Bedrock have ``result``, and 18 to Cohere have ``output``. If a dialect has no flag
for a failure, some clients use the key ``error``.
"""


def is_among(item: Json, items: dict[str, tuple[Json, ...]]) -> bool:
    """Return whether an item is an object in which the value of each key of ``items`` is among the values listed under
    this key. A missing key counts as null.
    """
    return isinstance(item, dict) and all(item.get(key) in values for key, values in items.items())


class Equal(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """An operation that removes a meaningless difference between two requests."""

    at: Pointer
    """A pointer to the object or the key that the operation changes. ``*`` means every member."""
    why: NonEmpty
    """The reason why the difference does not matter."""


class OfObject(Equal, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation on the object at ``at``."""


class OfMember(Equal, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation on a key of an object.

    The key is the last step of ``at``. The operation applies only if the object has the key.
    """

    at: Member
    where: dict[str, Json] = {}
    """The values that the object must have. If the object has other values, the operation does not apply."""

    def allows(self, around: dict[str, Json]) -> bool:
        """Return whether the object ``around``, which has the key, also has the values in ``where``, so that the
        operation applies to it.
        """
        return not self.where or all(around.get(name) == value for name, value in self.where.items())


class OfValue(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation that changes only the value under a key, and not the object around it."""


class Keep(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="keep"):
    """Only the keys in ``keys`` matter. All other keys of the object are ignored."""

    keys: tuple[str, ...]


class Rename(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="rename"):
    """Some keys of the object have other names with the same meaning."""

    keys: dict[str, str]
    """Each key with the key that replaces it."""


class NumberCalls(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="number-calls"):
    """The spelling of call ids does not matter, and an id may also be missing. Only the pairs of calls and results
    count: each result must answer the same call in both requests.
    """

    class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
        """The calls, or the results, in a request: the objects at ``at`` that have the values in ``where``.

        ``id`` is the key of a call's or result's id. ``name`` is the key of the tool's name, or a pointer to the name
        inside the call or result, such as ``/function/name``.
        """

        at: Pointer
        id: str
        name: str
        where: dict[str, Json] = {}

    calls: Place
    results: Place
    names_are_ids: bool = False
    """True if the tool's name in a result only shows which call the result answers."""


class IgnoreAll(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore-all"):
    """A list of all members means the same as a missing list. Example: a list of allowed functions that names every
    function.
    """

    listed: Member
    of: Pointer
    """A pointer to all values that the list could name, such as ``/tools/*/functionDeclarations/*/name``."""
    where: dict[str, Json] = {}
    """The values that the object around the list must have."""


class Schema(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema"):
    """JSON Schemas that allow the same values mean the same.

    These differences do not matter: the order of ``required``, an empty ``required``, empty ``properties``, an empty
    description, permission for further properties, and the keys in ``annotations``. A definition means the same as a
    reference to it. ``null`` in a list of types means the same as an alternative that allows only null.
    """

    annotations: tuple[str, ...]
    """The keys whose text or list does not change what the schema allows."""


class SchemaTypes(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-types"):
    """The names of types in a schema may have other spellings."""

    types: dict[str, tuple[Json, ...]]
    """Each type with its other spellings."""


class SchemaKeys(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-keys"):
    """A keyword of a schema means the same under its other names in ``keys``, such as ``any_of`` for ``anyOf``.

    If a schema already has the keyword under its usual name, the keyword's other names are compared as they are. Names
    of properties never change.
    """

    keys: dict[str, str]
    """Each other name of a key, with the usual name of the key."""


class SchemaKnown(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-known"):
    """Keywords of a schema that are neither in ``root`` nor in ``keywords`` do not matter, because the provider itself
    drops them. This applies to the top of the schema, to its properties, and to the schemas under ``anyOf``. Schemas
    under other keywords are compared in full.
    """

    root: tuple[str, ...]
    keywords: tuple[str, ...]


class SchemaCounts(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-counts"):
    """In a schema, a number under a key of ``keys`` may also be written as text."""

    keys: tuple[str, ...]


class SchemaNull(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-null"):
    """A schema in which the key ``key`` is true also allows null."""

    key: str


class Ignore(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore"):
    """The value under the key does not matter to tool calling."""

    at: Addressed
    beside: str | None = None
    """A further key of the same object. If it is given, the operation applies only if the value under this key is not
    empty.
    """

    def allows(self, around: dict[str, Json]) -> bool:
        return (self.beside is None or bool(around.get(self.beside))) and super().allows(around)


class Unify(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unify"):
    """All of ``values`` mean the same. The value ``absent`` means that the key is missing."""

    at: Addressed
    values: tuple[Json, ...]


class IgnoreStrict(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore-strict"):
    """The value true under the key means the same as a missing key, if strict mode would not change the tool's schema.
    Strict mode does not change a schema if every object in the schema allows only its properties and requires all of
    them.
    """

    schema: str
    """The key of the schema in the same object."""


class Hoist(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="hoist"):
    """A system prompt as the first item of the list at ``at`` means the same as its text under the key ``to`` beside
    the list.
    """

    to: str


class UnwrapObject(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-object"):
    """An object means the same with and without a wrapper. A wrapped object also means the same as its JSON text.

    A wrapper is a list with a single item, or an object with a single key, which is in ``keys``. If the wrapped value
    is text that is not JSON of an object, the key of the wrapper does not matter.
    """

    keys: tuple[str, ...]
    repeats: dict[str, tuple[str, ...]] = {}
    """The keys that are ignored in an object with two keys if the surrounding object has the same value under the same
    key. Each key has a list of the keys that the other key may be.

    ``name: [content, error]`` means: in an object with the keys ``name`` and ``content``, or ``name`` and ``error``,
    ``name`` is ignored if the surrounding object has the same value under ``name``.
    """


class Sort(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="sort"):
    """The order of a list's items does not matter."""

    by: Pointer
    """A pointer into each item to the values by which items are sorted."""


class SortRuns(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="sort-runs"):
    """The order of neighbouring items of a certain kind does not matter. The positions of all other items matter."""

    by: Pointer
    """A pointer into each item to the values by which items are sorted."""
    items: dict[str, tuple[Json, ...]]
    """The keys and values by which an item of this kind is recognised. Under each of these keys, the item must have a
    value that is in the key's list.
    """


class Drop(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="drop"):
    """Some items of a list do not matter."""

    items: dict[str, tuple[Json, ...]]
    """The keys and values by which an item to ignore is recognised. Under each of these keys, the item must have a
    value that is in the key's list.
    """
    alone: bool = False
    """True if an item to ignore must have no other key."""


class DropBefore(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="drop-before"):
    """The items of a list before the last item of a certain kind do not matter."""

    items: dict[str, tuple[Json, ...]]
    """The keys and values by which an item of this kind is recognised. Under each of these keys, the item must have a
    value that is in the key's list.
    """
    within: str = ""
    """The key of a list inside each item. If it is given, ``items`` recognises the items of these inner lists. The
    outer and the inner items before the last recognised inner item do not matter.
    """

    def is_in(self, body: Json) -> bool:
        """Return whether a list at ``at`` in ``body`` has an item of the kind that ``items`` describes. If ``within``
        is set, return whether an inner list of the items has such an item.
        """
        place = f"{self.at}/*/{self.within}/*" if self.within else f"{self.at}/*"
        return any(is_among(item, self.items) for item in pointer.values(body, place))


class Split(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="split"):
    """An item with several keys means the same as several items with a single key."""


class Merge(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="merge"):
    """Items that have nothing but a list under ``key`` mean the same as a single item with all members of those lists.

    The items need not be neighbours.
    """

    key: str


class JoinText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="join-text"):
    """Neighbouring items with only a text under ``key`` mean the same as a single item with the whole text."""

    key: str
    type: str | None = None
    """The ``type`` of the items to join; None if they have no type."""
    by: str = ""
    """The separator between the texts of two joined items."""


class JoinTurns(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="join-turns"):
    """Neighbouring items that differ only in the content under ``key`` mean the same as a single item with the joined
    content.
    """

    key: str
    items: dict[str, tuple[Json, ...]] = {}
    """The keys and values by which an item to join is recognised. By default, every item may be joined."""


class JoinArguments(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="join-arguments"):
    """Items with the pieces of a call, whose arguments arrived value by value, mean the same as an item with the whole
    call.
    """

    call: str
    """The key under which an item has a call, or a piece of a call."""
    whole: str
    """The key of the arguments in a whole call."""
    pieces: str
    """The key of the values in a piece, each with its path."""
    more: str
    """The key that is true in every piece except the last."""


class JsonText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="json-text"):
    """JSON texts with the same value mean the same."""


class JsonValue(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="json-value"):
    """JSON texts with the same value mean the same. They also mean the same as the value itself."""


class Base64(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="base64"):
    """Bytes in base64 mean the same in both alphabets of base64, with padding or without."""


class Unwrap(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap"):
    """A wrapped value means the same as the bare value. ``wrapper`` shows the wrapped form, in which ``*`` represents
    the bare value.
    """

    wrapper: Json


class UnwrapText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-text"):
    """A list with a single part, which is text, means the same as the text."""

    types: tuple[str, ...]
    """The types of parts that are text."""


class UnwrapMessage(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-message"):
    """A list with a single message, which is the user's text, means the same as the text."""


class UnwrapResult(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-result"):
    """JSON text of an object means the same as the object's only value, if this value is a text under a key of
    ``RESULT_KEYS``.
    """


class UnwrapDocument(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-document"):
    """A list with a single document means the same as the JSON text of the document's object. The document may have the
    object itself, or the object as JSON text.

    If this object has only a text, under one of ``keys``, the list also means the same as that text.
    """

    keys: tuple[str, ...]
    """The keys under which a document's object may have its only text."""


Operation: TypeAlias = (
    Keep
    | Rename
    | NumberCalls
    | IgnoreAll
    | Schema
    | SchemaTypes
    | SchemaKeys
    | SchemaCounts
    | SchemaKnown
    | SchemaNull
    | Ignore
    | Unify
    | IgnoreStrict
    | Hoist
    | UnwrapObject
    | Sort
    | SortRuns
    | Drop
    | DropBefore
    | Split
    | Merge
    | JoinText
    | JoinTurns
    | JoinArguments
    | JsonText
    | JsonValue
    | Base64
    | Unwrap
    | UnwrapText
    | UnwrapMessage
    | UnwrapResult
    | UnwrapDocument
)
"""An operation of any kind."""
