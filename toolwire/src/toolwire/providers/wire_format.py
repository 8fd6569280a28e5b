"""The format of a dialect's documents: their schemas, pointers to fields and calls, and equivalent spellings."""

from copy import copy
from functools import cache, cached_property
from typing import Any, Final, Literal, TypeAlias

import msgspec

from toolwire.model import ChoiceMode, Json, ProviderTool, Tool
from toolwire.providers.claim_file import Pointer, read_yaml
from toolwire.providers.equal import Equal, Operation
from toolwire.providers.folders import kept, provider_folder, providers_folder
from toolwire.providers.history import HistoryView, Picker
from toolwire.providers.mapping import Mapping, Stands
from toolwire.providers.profile import load
from toolwire.wire import exact_json, limited_file, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireResponse

MAPPING: Final = "mapping.yaml"


class Strictness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The place in a request where a tool states that it is strict: the key ``key`` of each object at ``at`` that has
    the values in ``where``.

    ``name`` is the pointer from this object to the tool's name. If ``format.yaml`` has this entry, a separate check
    compares the strictness of tools, because the comparison of requests ignores it.
    """

    at: str
    key: str
    name: str
    where: dict[str, Json] = {}


class Returned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Data of an answer that must go back unchanged in the next request, and the source that requires it."""

    what: Picker
    why: str
    level: Literal["MUST", "SHOULD"] = "MUST"
    joined: bool = False
    """True if content is compared only by its text. The text is a string, or the joined texts of all text parts."""


class CallPicker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A selection of the calls that the client must run.

    ``within`` is a pointer to items of a document, and ``pick`` selects the calls in each item.
    """

    pick: Picker
    within: str = ""
    once_by: tuple[str, ...] = ()
    """The keys that identify a call. Calls are counted once if they have the same values under these keys, in items
    with the same ``/index``.
    """


class CallCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A count of the calls that the client must run. ``response`` selects these calls in plain answers, and ``stream``
    in the payloads of streams.
    """

    response: tuple[CallPicker, ...]
    stream: tuple[CallPicker, ...]

    def count(self, documents: list[Json], *, stream: bool) -> int:
        """Return the number of calls in the documents."""
        seen: set[str] = set()
        number = 0
        for picker in self.stream if stream else self.response:
            for document in documents:
                for item in pointer.values(document, picker.within):
                    for place in pointer.values(item, picker.pick.at):
                        number += _is_new(picker, item, place, seen)
        return number


def _is_new(picker: CallPicker, item: Json, place: Json, seen: set[str]) -> bool:
    """Return whether ``place``, a value in ``item``, is a call that is not in ``seen``. If the call can be identified
    by ``picker.once_by``, its identity is added to ``seen``. A call without this identity is always new.
    """
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
    """The shape of call ids: a prefix, followed by letters and digits.

    ``length`` is the number of letters and digits. If ``needed`` is false, a call may have no id.
    """

    prefix: str
    length: int
    needed: bool = True


Offer: TypeAlias = Literal["namespaces", "deferred", "programs", "additions"]


class CompactionOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The option with which a request asks the provider to compact the conversation when it grows."""

    body: dict[str, Json]
    """The keys to merge into a request's body."""
    headers: dict[str, str] = {}
    """The headers to add. The value of a header may be among other values, separated by commas."""
    asked: Picker
    """The selection of a value that only requests for a compaction have."""


class BackgroundOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The option with which a request asks the provider to answer in the background."""

    body: dict[str, Json]
    """The keys to merge into a request's body."""
    asked: Pointer
    """A pointer into the request. The value true asks for an answer in the background."""
    pending: tuple[Picker, ...]
    """The selections of the id in a response that is not the answer yet. The answer is fetched with GET, from the
    address of the request, a slash and this id.
    """

    def is_asked(self, request: Json) -> bool:
        """Return whether the body of a request asks for an answer in the background."""
        return any(value is True for value in pointer.values(request, self.asked))

    def id_of(self, response: WireResponse) -> str | None:
        """Return the id with which the answer is fetched.

        Return None if ``response`` already is the answer, or if it is a stream or a refusal.
        """
        try:
            document = exact_json.loads(response.body)
        except JsonError:  # the response is a stream
            return None
        found = (value for picker in self.pending for value in picker.pick(document) if isinstance(value, str))
        return None if response.is_refusal else next(found, None)


class Expresses(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The features that requests of the dialect can have.

    These features decide how conversations of other dialects are written in this dialect.
    """

    choices: tuple[ChoiceMode, ...]
    call_ids: CallIds
    media_in_results: bool = False
    """True if results may contain images and documents. If false, images and documents go into a user's message after
    the results.
    """
    files: bool = False
    """True if messages may contain documents, such as a PDF."""
    strict_by_default: bool = False
    """True if a tool is strict in a request that states nothing about it."""
    provider_tools: dict[str, ProviderTool] = {}
    """The provider's own tools, by their names in scenarios."""
    offers: tuple[Offer, ...] = ()
    """Further forms of tools: tools in namespaces, deferred tools that a search finds, tools for programs, and tools
    that a message adds within the conversation.
    """
    custom_tools: bool = False
    """True if the dialect has tools that take free-form text."""
    strict: Literal["each", "all", "none"] = "each"
    """``each``: strict mode is set for each tool. ``all``: strict mode is set for all tools together. ``none``: the
    dialect has no strict mode.
    """
    continues: str = ""
    """The pointer to the id of an earlier answer that the provider stored, such as ``/previous_response_id``. The
    request continues the conversation after that answer. "" if no answers are stored.
    """
    conversation: str = ""
    """The pointer to the id of a conversation that the provider stored, such as ``/conversation``. "" if no
    conversations are stored.
    """
    stored: str = ""
    """A pointer into the request. The value false forbids the provider to store the answer.

    "" if no answers are stored.
    """
    compaction: CompactionOption | None = None
    """The option that asks for a compaction. None if the dialect has no such option."""
    background: BackgroundOption | None = None
    """The option that asks for an answer in the background. None if the dialect has no such option."""
    one_call: bool = True
    """True if a request can limit the answer to 1 call."""
    reasoning: dict[str, Json] = {}
    """The keys to merge into a request's body so that the answer has the model's reasoning."""

    @property
    def kept(self) -> dict[str, str]:
        """The pointers to the ids of an earlier answer and of a conversation that the provider stored, as they are in a
        request.

        Their keys are ``continues`` and ``conversation``. A pointer that is "" is left out.
        """
        places = {"continues": self.continues, "conversation": self.conversation}
        return {field: place for field, place in places.items() if place}


class Loss(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value that may be lost when a conversation of the dialect continues in another dialect, with the reason."""

    at: str
    """A pointer into the request; ``*`` means every member."""
    why: str
    whole: bool = False
    """True if whole objects are left out. These are the objects at ``at`` whose values ``where`` allows."""
    where: dict[str, tuple[Json, ...]] = {}


class StreamedAsLines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Accept headers for which the provider sends a stream as JSON lines instead of events."""

    accept: str
    unless: tuple[str, ...]
    """Media types. If the Accept header names any of them, the provider sends events, not lines."""
    why: str

    def wanted(self, accepted: str) -> bool:
        """Return whether a client that sends this Accept header gets JSON lines."""
        return self.accept in accepted and not any(kind in accepted for kind in self.unless)


class FieldPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pickers of fields in requests and plain answers, in addition to the pointers of the mapping.

    A picker may have conditions on the object that has the field. The pickers are used only to name the affected field
    if two documents differ. Checks do not look for data with them.
    """

    request: dict[str, tuple[Picker, ...]] = {}
    """The selections in requests, by field. If a selection has ``where``, it replaces the same pointer of the mapping.
    """
    response: dict[str, tuple[Picker, ...]] = {}


class LimitPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pointers to the limit of output tokens in a request, and the meaning of the limit's values."""

    at: tuple[Pointer, ...]
    """Pointers to the limit, under each spelling of its key, and under its key in older versions of the API."""
    required: bool = False
    """True if the provider refuses a request without a limit."""
    unlimited: tuple[Json, ...] = ()
    """The values that mean that no limit exists."""
    budget: tuple[Pointer, ...] = ()
    """Pointers to the limit of tokens for reasoning.

    The provider counts these tokens as output, but the limit that a client sets may not include them.
    """


class RequestOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pointers to an option of a request, and the option's default value."""

    at: tuple[Pointer, ...]
    default: Json = None
    """The provider's value for a request without the option.

    None if the provider has no default, or if the default depends on the model.
    """
    source: str = ""
    bare: bool = False
    """True if an empty object sets the option. If false, an empty object means the same as a missing option."""

    def __post_init__(self) -> None:
        if (self.default is None) == bool(self.source):
            given = "source" if self.default is None else "default"
            raise ValueError(f"expected both `default` and `source`, or neither, got only `{given}`")


class ReasoningOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that decide if the model reasons, and if the answer shows the reasoning."""

    at: tuple[Pointer, ...]
    """Pointers to the option that asks for visible reasoning."""
    disables: dict[Pointer, tuple[Json, ...]] = {}
    """The values that switch reasoning off, or hide it, by the pointer to the value."""
    default: Literal["shown", "hidden", "model"]
    """The provider's choice for a request without the option. ``model`` means that the choice depends on the model."""
    source: str


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A header of a request, with some values. The header must have at least one of these values. It may have other
    values, too, separated by commas.
    """

    name: str
    values: tuple[str, ...]

    def is_in(self, headers: dict[str, str]) -> bool:
        """Return whether ``headers``, the headers of a request, have this header with at least one of its values."""
        return not {value.strip() for value in headers.get(self.name, "").split(",")}.isdisjoint(self.values)


class NeededHeader(Header, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A header without which the provider refuses a request with certain data, and the source that requires it."""

    what: Picker
    """The selection of the data that needs the header. A request without such data does not need it."""
    why: str


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of requests that change answers. Tool calling needs none of these options."""

    limit: LimitPlaces | None = None
    sampling: dict[str, RequestOption] = {}
    """The options that decide how the model samples an answer, its format, and where it ends.

    The names are those of OpenAI's chat completions, or the provider's own.
    """
    additions: dict[str, RequestOption] = {}
    """The options that add or remove context, or change how the provider answers, by name."""
    reasoning: ReasoningOption | None = None
    stream_arguments: tuple[Pointer, ...] = ()
    """Pointers into the request. The value true asks the provider to stream arguments while the model writes them.

    Clients write the value at the first pointer. The other pointers lead to other spellings of the key.
    """
    stream_arguments_header: Header | None = None
    """A header that asks the provider to stream arguments, too. It has no effect on a request with the value false at a
    pointer of ``stream_arguments``.
    """


class Since(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key that all answers of the dialect's owner have had since a certain day. Answers from before that day are
    correct without the key.
    """

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
    headers: tuple[NeededHeader, ...] = ()
    strictness: Strictness | None = None
    expresses: Expresses
    losses: tuple[Loss, ...] = ()
    streamed_as_lines: StreamedAsLines | None = None
    since: tuple[Since, ...] = ()
    dated: tuple[str, ...] = ()


class WireFormat:
    """The documents of a dialect, as the provider that owns the dialect describes them.

    A provider that borrows the dialect may have additional pointers to fields, in
    ``providers/<borrower>/<dialect>/mapping.yaml``.
    """

    def __init__(self, home: str, dialect: str) -> None:
        self.home = home
        self.dialect = dialect
        self._folder = providers_folder() / home / dialect
        self._format = read_yaml(self._folder / "format.yaml", _Format)
        self.mapping: Mapping = self._format.mapping

    def of(self, borrower: str) -> "WireFormat":
        """Return the format for a provider that borrows the dialect. Raises ``ClaimError``."""
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
    def headers(self) -> tuple[NeededHeader, ...]:
        return self._format.headers

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
        """JSON pointers to the values in an answer's documents that state when the answer was made (in seconds since
        1970), such as ``/created_at``.
        """
        return self._format.dated

    def offered(self, tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
        """Return a scenario's tools. The provider's own tools get the form that they have in this dialect."""
        own = self.expresses.provider_tools
        return tuple(own[tool.kind] if isinstance(tool, ProviderTool) else tool for tool in tools)

    def schema(self, document: str) -> dict[str, Any]:
        """Return the JSON Schema of a ``document``: ``request``, ``response``, ``event`` or ``error``."""
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
    """Return the format of a dialect for the provider that owns it, or for a provider that borrows it.

    Raises ``ClaimError``.
    """
    home = load(provider).dialects[dialect].home
    return WireFormat(home, dialect) if provider == home else wire_format(home, dialect).of(provider)
