"""The types of the documents that are published together with the matrix."""

import msgspec

from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.report.adapters import Judged, Library
from conformance.report.breakage import Breakage
from conformance.report.cause_notes import CauseNotes
from conformance.report.contradictions import Contradiction
from conformance.report.hazards import Hazard
from conformance.report.mark import Marks
from conformance.report.matrix import Matrix
from toolwire.model import Json
from toolwire.providers import Profile, Rule


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A provider or an adapter, and the paths of its document and badge below the folder of the site."""

    name: str
    title: str
    document: str
    badge: str | None
    """The path of the badge. None if no result is about the provider or adapter."""


class ChangesEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of a library, and the path of the document of their differences."""

    name: str
    before: str
    after: str
    document: str


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is published, with the paths of the documents."""

    adapter: str
    """The adapter under test. The matrix has its verdicts."""
    version: str
    """The version of toolcall-conformance."""
    under_test: str
    """The path of the verdicts on the adapter under test."""
    breakage: str
    """The path of the faults that most libraries and providers share."""
    providers: tuple[Entry, ...]
    adapters: tuple[Entry, ...]
    """The libraries whose results are kept, in their newest versions."""
    dialects: dict[str, str]
    """The path of each dialect's document, by name."""
    capabilities: str
    """The path of the capability feed."""
    rules: str
    contradictions: str
    """The path of the documented claims that recordings contradict."""
    scenarios: str
    text_formats: str
    played: dict[str, int]
    """The number of cases played, by the origin of their evidence; calls in text are not counted."""
    cases: str
    """The path of each case, with ``<provider>``, ``<dialect>``, ``<scenario>`` and ``<mode>`` to fill in."""
    changes: tuple[ChangesEntry, ...] = ()
    """The differences between the newest versions and earlier versions."""
    format: int = 1
    """Version of this file format."""


class FilesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The files that a run wrote into the folder of the site. The next run removes each listed file that it does not
    write again.
    """

    files: tuple[str, ...]
    """The paths below the folder, sorted. This document is not among them."""
    format: int = 1
    """Version of this file format."""


class AdapterDocument(Library, frozen=True, kw_only=True, omit_defaults=True):
    """The verdicts on a library."""

    outdated: tuple[str, ...] = ()
    """Each ``provider/dialect`` whose cassettes, claims or scenarios have changed since the library was judged."""
    notes: CauseNotes | None = None
    """The notes on the library's root causes. None if nobody has read its source code."""
    marks: dict[str, dict[str, Marks]]
    """The marks by ``provider/dialect`` and capability."""
    format: int = msgspec.field(default=1)
    """Version of this file format."""


class UnderTestDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on the adapter under test, in the same form as the verdicts on a library."""

    adapter: str
    judged: tuple[Judged, ...]
    marks: dict[str, dict[str, Marks]]
    """The marks by ``provider/dialect`` and capability."""
    format: int = 1
    """Version of this file format."""


class BreakageDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The faults that cost users something. The faults that most libraries or providers share come first."""

    libraries: tuple[Breakage, ...]
    """The faults of libraries, by root cause. Libraries whose files keep no root causes are left out."""
    providers: tuple[Breakage, ...]
    """The observed faults of providers' answers."""
    format: int = 1
    """Version of this file format."""


class SurveyedIn(msgspec.Struct, frozen=True, kw_only=True):
    """The date and size of a survey of other people's public recordings."""

    date: str
    exchanges: int


class ProviderDocument(Matrix, frozen=True, kw_only=True):
    """The columns of one provider, its hazards, and its profile."""

    hazards: tuple[Hazard, ...]
    profile: Profile
    surveyed: dict[str, SurveyedIn]
    """The survey of each dialect, by dialect. Dialects without a survey are left out."""


class SeenOfRule(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of a provider's exchanges that follow or break a rule, in other people's public recordings."""

    provider: str
    dialect: str
    date: str
    borne_out: int
    broken_and_accepted: int
    broken_and_refused: int


class RuleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, and the provider and dialect that it belongs to."""

    provider: str
    dialect: str
    rule: Rule
    seen: tuple[SeenOfRule, ...]


class RulesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Every rule of every provider."""

    rules: tuple[RuleEntry, ...]
    format: int = 1
    """Version of this file format."""


class ContradictionsDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The documented claims about providers that other people's recordings contradict."""

    contradictions: tuple[Contradiction, ...]
    format: int = 1
    """Version of this file format."""


class DialectDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The wire format of a dialect."""

    name: str
    owner: str
    mapping: dict[str, Json]
    """The place of each canonical field on the wire."""
    expresses: dict[str, Json]
    """The features that a request can express."""
    equal: tuple[dict[str, Json], ...]
    """The operations that make requests with the same meaning equal, each with its reason."""
    returned: tuple[dict[str, Json], ...]
    """Parts of a response that clients send back unchanged in the next request."""
    losses: tuple[dict[str, Json], ...]
    """The parts of a conversation that may be lost when it moves to another dialect."""
    differences: dict[str, int]
    """The providers that speak the dialect, each with the number of its known differences from the owner."""
    rules: tuple[str, ...]
    """The ids of the owner's rules."""
    format: int = 2
    """Version of this file format."""


class ScenariosDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Every scenario in canonical form."""

    scenarios: tuple[dict[str, Json], ...]
    format: int = 1
    """Version of this file format."""


class TextFormatEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A text format, its source, and the names of its parsers in other projects."""

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
    """The parsers that read only a single spelling of the format, by server."""
    written: dict[str, str]
    """The text that a model writes, by scenario."""
    cannot_say: dict[str, str]
    """The reason why the format cannot express a scenario, by scenario."""


class TextFormatsDocument(Matrix, frozen=True, kw_only=True):
    """The columns of text formats, the formats, and every result about them."""

    formats: tuple[TextFormatEntry, ...]
    counts: dict[Outcome, int]
    results: tuple[Result, ...]


class RuleBreaks(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that applies to an exchange, and the number of places that break it."""

    rule: str
    broken: int


class ExchangeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about an exchange. Its bytes are in the cassette."""

    number: int
    url: str
    request_headers: int
    """The number of headers of the request."""
    request_bytes: int
    status: int
    response_headers: int
    response_bytes: int
    events: tuple[int | None, ...] | None
    """Milliseconds from the request to each event of a stream, where known. None if the response is not a stream."""
    rules: tuple[RuleBreaks, ...]


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of a case's recorded exchanges: date, sources, models, client and server."""

    date: str
    sources: tuple[str, ...]
    asked: str
    """The model that the request asked for."""
    served: tuple[str, ...]
    """The models that the answers name."""
    caller: str
    server: str | None
    times: str
    """The source of the chunks' times: ``scripted`` or ``measured``."""
    confirmed: str | None


class CaseDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A case: its results, and the provenance of its exchanges."""

    case: str
    """``provider/dialect/scenario/plain|stream``."""
    results: tuple[Result, ...]
    recorded: Recording | None
    """The provenance of the exchanges. None if the case is played by dialect: nobody recorded its exchanges."""
    exchanges: tuple[ExchangeFacts, ...]
    format: int = 1
    """Version of this file format."""
