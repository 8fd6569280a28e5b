"""A dialect's documents: schemas, mapping, history view and equal spellings."""

from copy import copy
from functools import cache, cached_property
from typing import Any, Final, Literal

import msgspec

from toolwire.model import ChoiceMode, Json, ProviderTool, Tool
from toolwire.providers.claim_file import Pointer, read_yaml
from toolwire.providers.equal import Equal, Operation
from toolwire.providers.folders import kept, provider_folder, providers_folder
from toolwire.providers.history import HistoryView, Picker
from toolwire.providers.mapping import Mapping, Stands
from toolwire.providers.profile import load
from toolwire.wire import exact_json, limited_file, pointer

MAPPING: Final = "mapping.yaml"


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
    """Return whether a call stands at a place, and was not seen before."""
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
    strict_by_default: bool = False
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


class StreamedAsLines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Accept header of a request whose stream comes as lines of JSON, without the framing of events."""

    accept: str
    unless: tuple[str, ...]
    """Media types that bring events anyway."""
    why: str

    def wanted(self, accepted: str) -> bool:
        """Return True if a client that accepts that gets lines."""
        return self.accept in accepted and not any(kind in accepted for kind in self.unless)


class FieldPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Places of fields in requests and plain answers that the mapping has not, or that depend on the object around.

    They decide what a difference costs, and no check looks for anything there.
    """

    request: dict[str, tuple[Picker, ...]] = {}
    """Places with ``where`` replace those of the mapping with the same pointer."""
    response: dict[str, tuple[Picker, ...]] = {}


class LimitPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of the limit of output tokens in a request, and the meaning of what stands there."""

    at: tuple[Pointer, ...]
    """Each in another spelling, or of another time."""
    required: bool = False
    """True if the provider refuses a request without one."""
    unlimited: tuple[Json, ...] = ()
    """Values that set no limit."""
    budget: tuple[Pointer, ...] = ()
    """The places of the tokens for reasoning, which count as output; a client's own limit may leave them out."""


class SamplingOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of an option that decides how an answer is sampled, and where it ends."""

    at: tuple[Pointer, ...]
    default: Json = None
    """The provider's value where the request has none; None where it has none, or depends on the model."""
    source: str = ""

    def __post_init__(self) -> None:
        if (self.default is None) == bool(self.source):
            raise ValueError("a default has a source, and only a default has one")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places of the settings in a request by which a user chooses how long and how random an answer is."""

    limit: LimitPlaces | None = None
    sampling: dict[str, SamplingOption] = {}
    """By the names of OpenAI's chat completions, or the provider's own."""


class Since(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key that the owner's answers have since a day: older answers without it are right."""

    document: Literal["response", "event"]
    deviation: str
    """The deviation of older answers, as ``conformance.judge.schemas.deviating`` names it."""
    day: str
    source: str
    retrieved: str


class _Format(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mapping: Mapping
    history: HistoryView
    calls: CallCount
    equal: tuple[Operation, ...]
    places: FieldPlaces = FieldPlaces()
    settings: Settings = Settings()
    returned: tuple[Returned, ...] = ()
    strictness: Strictness | None = None
    expresses: Expresses
    losses: tuple[Loss, ...] = ()
    streamed_as_lines: StreamedAsLines | None = None
    since: tuple[Since, ...] = ()
    dated: tuple[str, ...] = ()


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
    def places(self) -> FieldPlaces:
        return self._format.places

    @property
    def settings(self) -> Settings:
        return self._format.settings

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

    @property
    def streamed_as_lines(self) -> StreamedAsLines | None:
        return self._format.streamed_as_lines

    @property
    def since(self) -> tuple[Since, ...]:
        return self._format.since

    @property
    def dated(self) -> tuple[str, ...]:
        """The pointers to the time of an answer in its documents, in seconds since 1970."""
        return self._format.dated

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
            document: exact_json.loads(limited_file.content(self._folder / f"{document}.schema.json"))
            for document in ("request", "response", "event", "error")
        }


@kept
@cache
def wire_format(provider: str, dialect: str) -> WireFormat:
    """Return the format of a dialect at a provider: its owner, or one that borrows it. Raises ``ClaimError``."""
    home = load(provider).dialects[dialect].home
    return WireFormat(home, dialect) if provider == home else wire_format(home, dialect).of(provider)
