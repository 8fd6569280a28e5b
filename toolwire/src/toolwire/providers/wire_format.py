"""A dialect's documents: schemas, mapping, history view and equal spellings."""

from copy import copy
from functools import cache, cached_property
from typing import Any, Final, Literal

import msgspec

from toolwire.model import ChoiceMode, Json, ProviderTool, Tool
from toolwire.providers.claim_file import read_yaml
from toolwire.providers.folders import kept, provider_folder, providers_folder
from toolwire.providers.history import HistoryView, Picker
from toolwire.providers.mapping import Mapping, Stands
from toolwire.providers.profile import load
from toolwire.wire import exact_json, pointer

MAPPING: Final = "mapping.yaml"


class Paired(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of calls or results in a request, and in each of them those of its id and its tool's name."""

    at: str
    id: str
    name: str
    where: dict[str, Json] = {}


class Pairs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pairing of results with calls, where ids are optional."""

    calls: Paired
    results: Paired
    names_are_ids: bool = False
    """True if a result's name is only another way to refer to its call."""


RESULT_KEYS: Final = ("content", "error", "output", "result", "return_value", "text")
"""Keys under which clients and providers put the whole text of a result, and which add nothing to it.

Of 759 recorded responses of functions to Gemini 266 have ``result``, 105 ``return_value``, 57 ``content``, 48
``output``; two recorded results to Bedrock have ``result``, 18 to Cohere ``output``. Where a dialect has no flag for a
failure, some write it as ``error``.
"""


class Equal(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """A difference between two requests that means nothing, and why.

    ``at`` points to places of the request. Each of ``values`` means the same there; ``absent`` stands for a missing
    key. An ``at`` like ``?key`` leads to a parameter of the URL's query, ``?/0`` to a step of its path. ``ignore``:
    whatever stands there means nothing to tool calling. ``json_text``: JSON text, equal when it parses to the same
    value. ``json_value``: the same, or the object that the text spells. ``text_parts``: a string is the same as an
    array of one part with that text, of one of these types. ``message``: a string is the same as an array of one
    message of the user's with it. ``hoist``: a first item with a role of a system prompt is the same as its text under
    this key of the document. ``rename``: keys of the object at ``at`` that mean the same as others. ``json_schema``:
    JSON Schemas; neither the order of what is required says anything, nor an empty list of it, nor an empty object of
    properties, nor an empty description, nor that further properties are allowed, nor text under any of these keys; a
    definition is the same as what refers to it, and null among the types the same as null beside another schema.
    ``types``: in a schema, other spellings of each type. ``nullable``: in a schema, the key that adds null to the
    types. ``wrapper``: a value like this one, with anything in place of ``*``, is the same as what stands there.
    ``base64``: bytes, in either alphabet of base64. ``only``: of the object at ``at`` these keys alone are judged.
    ``sort_by``: the order of the array's items means nothing. ``sort_runs``: nor does that of neighbouring items with
    these values, in arrays where others keep their places. ``merge``: items with nothing but an array under this key
    are the same as one item, wherever they stand. ``join``: neighbouring items with nothing but text under this key are
    the same as one with the whole text. ``unwrap``: text under one of these keys, alone, is the same as the object it
    spells, also where it is the one item of an array. ``beside``: in objects with items under this key alone.
    ``repeats``: keys of an object that mean nothing where they say again what the object around says, with those beside
    which alone they do. ``documents``: an array of one document is the same as the text of its object, or as the text
    that stands alone under one of these keys. ``where``: in objects with these values alone. ``pairs``: whatever the
    ids are, and whether there are any, as long as each result answers the same call. ``turns``: neighbouring items that
    differ in nothing but the content under this key are one item with all of it. ``drop``: items with one of these
    values mean nothing. ``split``: an item with several keys is the same as one for each. ``every``: a list of all
    values that this pointer leads to, from the top, is the same as none. ``alone``: text that spells an object with
    nothing but text under one of ``RESULT_KEYS`` is the same as that text. ``strict_schema``: true means the same as
    nothing where the schema under this key beside it is one that strict mode takes as it is: every object is closed and
    requires all its properties.
    """

    at: str
    why: str
    values: tuple[Json, ...] = ()
    ignore: bool = False
    json_text: bool = False
    json_value: bool = False
    text_parts: tuple[str, ...] = ()
    message: bool = False
    hoist: str | None = None
    rename: dict[str, str] = {}
    json_schema: tuple[str, ...] = ()
    types: dict[str, tuple[Json, ...]] = {}
    nullable: str | None = None
    wrapper: Json = None
    base64: bool = False
    only: tuple[str, ...] = ()
    sort_by: str | None = None
    sort_runs: dict[str, tuple[Json, ...]] = {}
    merge: str | None = None
    join: str | None = None
    unwrap: tuple[str, ...] = ()
    repeats: dict[str, tuple[str, ...]] = {}
    documents: tuple[str, ...] = ()
    where: dict[str, Json] = {}
    beside: str | None = None
    pairs: Pairs | None = None
    turns: str | None = None
    drop: dict[str, tuple[Json, ...]] = {}
    split: bool = False
    every: str | None = None
    alone: bool = False
    strict_schema: str | None = None


class Strictness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The place of a tool's strictness in a request, for dialects that count requests with any value there as equal."""

    at: str
    key: str
    name: str
    where: dict[str, Json] = {}


class Returned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Data of an answer that go back unchanged in the next request, and the source that requires it."""

    what: Picker
    why: str
    level: Literal["MUST", "SHOULD"] = "MUST"
    joined: bool = False
    """True if content is compared only by its text: a string, or all parts of text in one."""


class CallPicker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of the client's calls: in every item that ``within`` leads to, the places that ``pick`` finds."""

    pick: Picker
    within: str = ""
    once_by: tuple[str, ...] = ()
    """Keys of a call. A call with the same values in an item of the same ``/index`` counts once."""


class CallCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of the client's calls, in a plain answer and in the payloads of a stream."""

    response: tuple[CallPicker, ...]
    stream: tuple[CallPicker, ...]

    def count(self, documents: list[Json], *, stream: bool) -> int:
        """Return the number of calls."""
        seen: set[str] = set()
        number = 0
        for picker in self.stream if stream else self.response:
            for document in documents:
                for item in pointer.values(document, picker.within):
                    for place in pointer.values(item, picker.pick.at):
                        number += _is_new(picker, item, place, seen)
        return number


def _is_new(picker: CallPicker, item: Json, place: Json, seen: set[str]) -> bool:
    """True if a call stands at a place, and was not seen before."""
    if not (picker.pick.allows(place) and any(pointer.values(place, picker.pick.take))):
        return False
    values = [value for at in picker.once_by for value in pointer.values(place, at)]
    if not values or "" in values or None in values or len(values) < len(picker.once_by):
        return True
    key = exact_json.dumps([pointer.values(item, "/index"), *values])
    new = key not in seen
    seen.add(key)
    return new


class CallIds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of call ids: a prefix, and a number of letters and digits. Not every call needs one."""

    prefix: str
    length: int
    needed: bool = True


class Expresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The abilities of the dialect's requests, for conversations from other dialects."""

    choices: tuple[ChoiceMode, ...]
    call_ids: CallIds
    media_in_results: bool = False
    """True if results hold images and documents; else these go into a user's message behind them."""
    strict_unless_said: bool = False
    """True if tools are strict unless the request turns it off."""
    provider_tools: dict[str, ProviderTool] = {}
    """Tools of the provider's own, by their names in scenarios."""
    custom_tools: bool = False
    """True if there are tools that take free-form text."""
    strict: Literal["each", "all", "none"] = "each"
    """The tools that can be held to their schemas: each by itself, all or none, or none ever."""
    one_call: bool = True
    """True if an answer can be limited to one call."""
    reasoning: dict[str, Json] = {}
    """Keys to merge into a request's body, to get the model's reasoning."""


class Loss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value that may be lost when a conversation of the dialect continues in another one, with the reason."""

    at: str
    """Pointer into the request, with ``*`` for every member."""
    why: str
    whole: bool = False
    """True if the whole objects there that ``where`` allows are left out."""
    where: dict[str, tuple[Json, ...]] = {}


class _Format(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mapping: Mapping
    history: HistoryView
    calls: CallCount
    equal: tuple[Equal, ...]
    returned: tuple[Returned, ...] = ()
    strictness: Strictness | None = None
    expresses: Expresses
    losses: tuple[Loss, ...] = ()


class WireFormat:
    """A dialect's documents, described by the provider that owns it.

    A borrower's own places of fields are in ``providers/<borrower>/<dialect>/mapping.yaml``.
    """

    def __init__(self, home: str, dialect: str) -> None:
        self.home = home
        self.dialect = dialect
        self._folder = providers_folder() / home / dialect
        self._format = read_yaml(self._folder / "format.yaml", _Format)
        self.mapping: Mapping = self._format.mapping

    def of(self, borrower: str) -> "WireFormat":
        """Return the format of a provider that borrows the dialect. Raises ``ClaimError``."""
        path = provider_folder(borrower) / self.dialect / MAPPING
        if not path.exists():
            return self
        spoken = copy(self)
        spoken.mapping = self.mapping.with_own(read_yaml(path, tuple[Stands, ...]))
        return spoken

    @property
    def history(self) -> HistoryView:
        return self._format.history

    @property
    def calls(self) -> CallCount:
        return self._format.calls

    @property
    def equal(self) -> tuple[Equal, ...]:
        return self._format.equal

    @property
    def returned(self) -> tuple[Returned, ...]:
        return self._format.returned

    @property
    def strictness(self) -> Strictness | None:
        return self._format.strictness

    @property
    def expresses(self) -> Expresses:
        return self._format.expresses

    @property
    def losses(self) -> tuple[Loss, ...]:
        return self._format.losses

    def offered(self, tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
        """Return the tools of a scenario, with the provider's own tools as the dialect has them."""
        own = self.expresses.provider_tools
        return tuple(own[tool.kind] if isinstance(tool, ProviderTool) else tool for tool in tools)

    def schema(self, document: str) -> dict[str, Any]:
        """Return the JSON Schema of ``request``, ``response``, ``event`` or ``error``."""
        return self._schemas[document]

    @cached_property
    def _schemas(self) -> dict[str, dict[str, Any]]:
        return {
            document: exact_json.loads((self._folder / f"{document}.schema.json").read_bytes())
            for document in ("request", "response", "event", "error")
        }


@kept
@cache
def wire_format(provider: str, dialect: str) -> WireFormat:
    """Return the format of a dialect at a provider: its owner, or one that borrows it. Raises ``ClaimError``."""
    home = load(provider).dialects[dialect].home
    return WireFormat(home, dialect) if provider == home else wire_format(home, dialect).of(provider)
