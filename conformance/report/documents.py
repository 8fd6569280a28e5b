"""The documents that are published beside the matrix."""

import msgspec

from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.report.adapters import Judged, Library
from conformance.report.matrix import Matrix
from toolwire.model import Json
from toolwire.providers import Profile, Rule


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A provider or an adapter, and where what is said of it stands: paths below the folder of the site."""

    name: str
    title: str
    document: str
    badge: str | None
    """None where no result is about it."""


class ChangesEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of a library held against each other, and where that stands."""

    name: str
    before: str
    after: str
    document: str


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """What there is."""

    adapter: str
    """The adapter under test, whose verdicts the matrix has."""
    version: str
    """Of toolcall-conformance."""
    under_test: str
    """Where stands what that adapter did."""
    providers: tuple[Entry, ...]
    adapters: tuple[Entry, ...]
    """The libraries whose results are kept, in their newest versions."""
    dialects: dict[str, str]
    """Each by its name, where how it spells tool calling stands."""
    rules: str
    scenarios: str
    text_formats: str
    played: dict[str, int]
    """How many cases were played, by the origin of their evidence; calls in text are not counted."""
    cases: str
    """Where each case stands, with ``<provider>``, ``<dialect>``, ``<scenario>`` and ``<mode>`` to fill in."""
    changes: tuple[ChangesEntry, ...] = ()
    """The newest versions held against earlier ones."""
    format: int = 1
    """Version of this file format."""


class FilesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All that a run wrote into the folder of the site: what the next run does not write again, it takes away."""

    files: tuple[str, ...]
    """Paths below the folder, sorted; this document is not among them."""
    format: int = 1
    """Version of this file format."""


class AdapterDocument(Library, frozen=True, kw_only=True, omit_defaults=True):
    """What a library did, as it was kept."""

    outdated: tuple[str, ...] = ()
    """Which of it, ``provider/dialect``, rests on cassettes or scenarios that have changed since."""
    format: int = msgspec.field(default=1)
    """Version of this file format."""


class UnderTestDocument(msgspec.Struct, frozen=True, kw_only=True):
    """What the adapter under test did, told as of libraries whose results are kept."""

    adapter: str
    judged: tuple[Judged, ...]
    format: int = 1
    """Version of this file format."""


class SurveyedIn(msgspec.Struct, frozen=True, kw_only=True):
    """How much a survey of other people's public recordings looked at, and when."""

    date: str
    exchanges: int


class ProviderDocument(Matrix, frozen=True, kw_only=True):
    """The columns of one provider, and what is known of it: its profile with all that differs on the wire."""

    profile: Profile
    surveyed: dict[str, SurveyedIn]
    """By dialect."""


class SeenOfRule(msgspec.Struct, frozen=True, kw_only=True):
    """What other people's public recordings of a provider show of a rule: exchanges that bear it out, and others."""

    provider: str
    dialect: str
    date: str
    borne_out: int
    broken_and_accepted: int
    broken_and_refused: int


class RuleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, and in whose folder it stands."""

    provider: str
    dialect: str
    rule: Rule
    seen: tuple[SeenOfRule, ...]


class RulesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Every rule of every provider."""

    rules: tuple[RuleEntry, ...]
    format: int = 1
    """Version of this file format."""


class DialectDocument(msgspec.Struct, frozen=True, kw_only=True):
    """How a dialect spells tool calling."""

    name: str
    owner: str
    mapping: dict[str, Json]
    """Where each canonical field stands."""
    expresses: dict[str, Json]
    """What a request can say."""
    equal: tuple[dict[str, Json], ...]
    """Differences between requests that mean nothing, each with why."""
    returned: tuple[dict[str, Json], ...]
    """What goes back untouched."""
    losses: tuple[dict[str, Json], ...]
    """What may be lost in another dialect."""
    differences: dict[str, int]
    """Who speaks it, each with how many differences from the owner are known."""
    rules: tuple[str, ...]
    """The owner's rules, by their ids."""
    format: int = 1
    """Version of this file format."""


class ScenariosDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Every scenario in canonical form."""

    scenarios: tuple[dict[str, Json], ...]
    format: int = 1
    """Version of this file format."""


class TextFormatEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A text format, from what it is written, and what its parsers are called elsewhere."""

    name: str
    title: str
    source: str
    retrieved: str
    aliases: tuple[str, ...]
    markers: tuple[str, ...]
    vllm: tuple[str, ...]
    sglang: tuple[str, ...]
    llama_cpp: tuple[str, ...]
    in_part: dict[str, tuple[str, ...]]
    """By server, those of its parsers that read one spelling of the format alone."""
    written: dict[str, str]
    """What a model writes, by scenario."""
    cannot_say: dict[str, str]
    """The scenarios that it has no way to say, each with the reason."""


class TextFormatsDocument(Matrix, frozen=True, kw_only=True):
    """The columns of the matrix that are text formats, what these are, and every result."""

    formats: tuple[TextFormatEntry, ...]
    counts: dict[Outcome, int]
    results: tuple[Result, ...]


class RuleLooked(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that speaks of what stands in an exchange, and how much of it is broken."""

    rule: str
    broken: int


class ExchangeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange without its bytes, which stand in the cassette."""

    number: int
    url: str
    request_headers: int
    """How many there are."""
    request_bytes: int
    status: int
    response_headers: int
    response_bytes: int
    events: tuple[int | None, ...] | None
    """Milliseconds from the request to each event of a stream, as far as that is known; None where it is none."""
    rules: tuple[RuleLooked, ...]


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """Where the bytes of a case come from."""

    date: str
    sources: tuple[str, ...]
    asked: str
    """The model that was asked for."""
    served: tuple[str, ...]
    """The models that the answers name."""
    caller: str
    server: str | None
    times: str
    """Whether the chunks' times are ``scripted`` or ``measured``."""
    confirmed: str | None


class CaseDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A case: what was judged of it, and where its exchanges come from."""

    case: str
    """``provider/dialect/scenario/plain|stream``."""
    results: tuple[Result, ...]
    recorded: Recording | None
    """None where it is played by dialect: nobody recorded it."""
    exchanges: tuple[ExchangeFacts, ...]
    format: int = 1
    """Version of this file format."""
