"""The differences between two requests of a dialect that mean nothing: operations that give both the same spelling.

A ``format.yaml`` lists them under ``equal``, in the order in which they are done.
"""

from typing import Annotated, Final, TypeAlias

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import NonEmpty, Pointer

Member = Annotated[str, msgspec.Meta(pattern="^/", description="a pointer such as /tools")]
"""The key of an object in the body."""
Addressed = Annotated[str, msgspec.Meta(pattern=r"^\??/|^\?\w", description="a pointer such as /tools, ?key or ?/0")]
"""The key of an object in the body, a parameter of the URL's query (``?key``), or a step of its path (``?/0``)."""

ABSENT: Final = "absent"
"""A missing key, among values that mean the same."""
ANYTHING: Final = "*"
"""Any value, in a wrapper."""
RESULT_KEYS: Final = ("content", "error", "output", "result", "return_value", "text")
"""Keys under which clients and providers put the whole text of a result, and which add nothing to it.

Of 759 recorded responses of functions to Gemini 266 have ``result``, 105 ``return_value``, 57 ``content``, 48
``output``; two recorded results to Bedrock have ``result``, 18 to Cohere ``output``. Where a dialect has no flag for a
failure, some write it as ``error``.
"""


class Equal(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """A difference that means nothing, as the operation that removes it."""

    at: Pointer
    """A pointer to the object or the key that it changes, with ``*`` for every member."""
    why: NonEmpty
    """The reason why the difference means nothing."""


class OfObject(Equal, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation on the object at ``at``."""


class OfMember(Equal, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation on a key of an object, where the object has it; ``at`` ends with the key."""

    at: Member
    where: dict[str, Json] = {}
    """Only in objects with these values."""

    def allows(self, around: dict[str, Json]) -> bool:
        """Return whether it is done in an object that has the key."""
        return not self.where or all(around.get(name) == value for name, value in self.where.items())


class OfValue(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation on nothing but the value under a key."""


class Keep(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="keep"):
    """Other keys of the object than ``keys`` mean nothing."""

    keys: tuple[str, ...]


class Rename(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="rename"):
    """Keys of the object mean the same as others."""

    keys: dict[str, str]
    """Each key with the one that stands for it."""


class NumberCalls(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="number-calls"):
    """Any ids are the same, and none, as long as each result answers the same call."""

    class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
        """The place of calls or results, and that of the id and the tool's name in each."""

        at: Pointer
        id: str
        name: str
        where: dict[str, Json] = {}

    calls: Place
    results: Place
    names_are_ids: bool = False
    """True where a result's name is but another way to refer to its call."""


class IgnoreAll(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore-all"):
    """A list of everything means the same as no list."""

    listed: Member
    of: Pointer
    """A pointer to the whole set."""
    where: dict[str, Json] = {}
    """Only in objects with these values around the list."""


class Schema(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema"):
    """JSON Schemas that allow the same are the same.

    Neither the order of what is required says anything, nor an empty list of it, nor an empty object of properties, nor
    an empty description, nor that further properties are allowed, nor ``annotations``. A definition is the same as what
    refers to it, and null among the types the same as null beside another schema.
    """

    annotations: tuple[str, ...]
    """Keys whose text or list says nothing."""


class SchemaTypes(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-types"):
    """In a schema, types have other spellings."""

    types: dict[str, tuple[Json, ...]]
    """Each type with its other spellings."""


class SchemaKeys(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-keys"):
    """In a schema, keys have other names."""

    keys: dict[str, str]
    """Each other name with the key."""


class SchemaKnown(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-known"):
    """In a schema, other keywords than these are dropped by the provider itself.

    That goes for the top, for properties, and for what stands under ``anyOf``; what stands under other keywords is kept
    as it is.
    """

    root: tuple[str, ...]
    keywords: tuple[str, ...]


class SchemaCounts(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-counts"):
    """In a schema, numbers under these keys may be text."""

    keys: tuple[str, ...]


class SchemaNull(OfObject, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="schema-null"):
    """In a schema, a key that is true adds null to the types."""

    key: str


class Ignore(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore"):
    """Any value under the key means nothing to tool calling."""

    at: Addressed
    beside: str | None = None
    """Only beside items under this key."""

    def allows(self, around: dict[str, Json]) -> bool:
        return (self.beside is None or bool(around.get(self.beside))) and super().allows(around)


class Unify(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unify"):
    """Each of ``values`` means the same; ``absent`` stands for a missing key."""

    at: Addressed
    values: tuple[Json, ...]


class IgnoreStrict(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ignore-strict"):
    """True means the same as nothing where strict mode takes the schema as it is: every object is closed and requires
    all its properties.
    """

    schema: str
    """The key of the schema, in the same object."""


class Hoist(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="hoist"):
    """A first item with the role of a system prompt is the same as its text under the key ``to``, beside the list."""

    to: str


class UnwrapObject(OfMember, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-object"):
    """Text is the same as the object that it spells, and so are either of them under one of ``keys`` alone, or in a
    list of nothing else. Other text is the same under any of ``keys``.
    """

    keys: tuple[str, ...]
    repeats: dict[str, tuple[str, ...]] = {}
    """Keys that mean nothing where they say again what the object around says, each with those beside which alone they
    do."""


class Sort(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="sort"):
    """The order of the list's items means nothing."""

    by: Pointer
    """A pointer into each item, to the values to sort by."""


class SortRuns(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="sort-runs"):
    """The order of neighbouring items of one kind means nothing, in a list where others keep their places."""

    by: Pointer
    """A pointer into each item, to the values to sort by."""
    items: dict[str, tuple[Json, ...]]
    """The items that have one of these values under each key."""


class Drop(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="drop"):
    """Items of one kind mean nothing in the list."""

    items: dict[str, tuple[Json, ...]]
    """The items that have one of these values under each key."""


class Split(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="split"):
    """An item of the list with several keys is the same as one for each."""


class Merge(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="merge"):
    """Items with nothing but a list under ``key`` are the same as one item, wherever they stand."""

    key: str


class JoinText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="join-text"):
    """Neighbouring items with nothing but text under ``key`` are the same as one with the whole text."""

    key: str
    type: str | None = None
    """The ``type`` of such items; None if they have none."""
    by: str = ""
    """The text between two of them."""


class JoinTurns(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="join-turns"):
    """Neighbouring items that differ in nothing but the content under ``key`` are one item with all of it."""

    key: str


class JsonText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="json-text"):
    """JSON text is the same as other text that spells the same value."""


class JsonValue(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="json-value"):
    """JSON text is the same as other text that spells the same value, and as the object that it spells."""


class Base64(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="base64"):
    """Bytes are the same in either alphabet of base64, filled up or not."""


class Unwrap(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap"):
    """A value like ``wrapper`` is the same as what stands in it in place of ``*``."""

    wrapper: Json


class UnwrapText(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-text"):
    """A list of one part with nothing but text is the same as the text."""

    types: tuple[str, ...]
    """Types of such parts."""


class UnwrapMessage(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-message"):
    """A list of one message of the user's with nothing but text is the same as the text."""


class UnwrapResult(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-result"):
    """Text that spells an object with nothing but text under one of ``RESULT_KEYS`` is the same as that text."""


class UnwrapDocument(OfValue, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unwrap-document"):
    """A list of one document is the same as the text of its object, or as the text that stands alone in it."""

    keys: tuple[str, ...]
    """Keys under which text stands alone."""


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
    | Split
    | Merge
    | JoinText
    | JoinTurns
    | JsonText
    | JsonValue
    | Base64
    | Unwrap
    | UnwrapText
    | UnwrapMessage
    | UnwrapResult
    | UnwrapDocument
)
"""Every operation."""
