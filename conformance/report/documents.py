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
    """A provider or an adapter, with the paths of its document and its badge in the folder of the site."""

    name: str
    title: str
    document: str
    badge: str | None
    """The path of the badge. None if there are no results about the provider or adapter."""


class ChangesEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of a library, with the path of the document of the changes between them."""

    name: str
    before: str
    after: str
    document: str


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is published, with the paths of the documents."""

    adapter: str
    """The adapter under test, whose verdicts are in the matrix."""
    version: str
    """The version of toolcall-conformance."""
    under_test: str
    """The path of the verdicts on the adapter under test."""
    breakage: str
    """The path of the faults that most libraries and providers share."""
    providers: tuple[Entry, ...]
    adapters: tuple[Entry, ...]
    """The libraries with files of verdicts, in their newest versions."""
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
    """The number of played cases by evidence. Calls in text are not counted."""
    cases: str
    """The path of the document of a case. ``<provider>``, ``<dialect>``, ``<scenario>`` and ``<mode>`` represent the
    parts of the case's id.
    """
    changes: tuple[ChangesEntry, ...] = ()
    """The changes between earlier versions and the newest version of a library."""
    format: int = 1
    """Version of this file format."""


class FilesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The files that a run wrote into the folder of the site. If the next run does not write a listed file again, it
    removes the file.
    """

    files: tuple[str, ...]
    """The paths below the folder, sorted. This document is not among them."""
    format: int = 1
    """Version of this file format."""


class AdapterDocument(Library, frozen=True, kw_only=True, omit_defaults=True):
    """The verdicts on a library."""

    outdated: tuple[str, ...] = ()
    """The subjects whose cassettes, claims or scenarios have changed since the library was judged:
    ``provider/dialect``.
    """
    notes: CauseNotes | None = None
    """The notes on the library's root causes. None if nobody has read its source code."""
    marks: dict[str, dict[str, Marks]]
    """The marks of each capability, by ``provider/dialect``."""
    format: int = msgspec.field(default=1)
    """Version of this file format."""


class UnderTestDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on the adapter under test, in the same form as the verdicts on a library."""

    adapter: str
    judged: tuple[Judged, ...]
    marks: dict[str, dict[str, Marks]]
    """The marks of each capability, by ``provider/dialect``."""
    format: int = 1
    """Version of this file format."""


class BreakageDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The faults that cost users something. The faults that most libraries or providers share come first."""

    libraries: tuple[Breakage, ...]
    """The faults of libraries, by root cause. Libraries are left out if their files list no root causes."""
    providers: tuple[Breakage, ...]
    """The observed faults of providers' answers."""
    format: int = 1
    """Version of this file format."""


class SurveyedIn(msgspec.Struct, frozen=True, kw_only=True):
    """The date of a survey of other people's public recordings, and the number of exchanges."""

    date: str
    exchanges: int


class ProviderDocument(Matrix, frozen=True, kw_only=True):
    """The columns of a provider in the matrix, the provider's hazards, and its profile."""

    hazards: tuple[Hazard, ...]
    profile: Profile
    surveyed: dict[str, SurveyedIn]
    """The survey of each dialect, by dialect. Dialects without a survey are left out."""


class SeenOfRule(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of a provider's exchanges that follow or break a rule. They are from other people's public
    recordings.
    """

    provider: str
    dialect: str
    date: str
    borne_out: int
    """The number of exchanges that follow the rule."""
    broken_and_accepted: int
    """The number of exchanges that break the rule, and that the provider did not refuse."""
    broken_and_refused: int
    """The number of exchanges that break the rule, and that the provider refused."""


class RuleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, with the provider and dialect whose claims state the rule."""

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
    """The JSON Pointers to each canonical field in the requests, responses and events of the dialect."""
    expresses: dict[str, Json]
    """The features that requests in the dialect can express."""
    equal: tuple[dict[str, Json], ...]
    """The operations that make requests equal if they have the same meaning. Each operation has its reason."""
    returned: tuple[dict[str, Json], ...]
    """The parts of a response that clients must send back unchanged in the next request."""
    losses: tuple[dict[str, Json], ...]
    """The parts that a conversation may lose when it is translated into another dialect."""
    differences: dict[str, int]
    """The number of known differences from the dialect's owner, by the name of each provider that speaks the dialect.
    """
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
    """The parsers that read only one spelling of the format, by server."""
    written: dict[str, str]
    """The text that a model writes in the format, by scenario."""
    cannot_say: dict[str, str]
    """The reason why the format cannot express a scenario, by scenario."""


class TextFormatsDocument(Matrix, frozen=True, kw_only=True):
    """The columns of text formats in the matrix, the formats, and all results about them."""

    formats: tuple[TextFormatEntry, ...]
    counts: dict[Outcome, int]
    results: tuple[Result, ...]


class RuleBreaks(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that applies to an exchange, and the number of findings about violations of the rule."""

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
    """The time of each event of a stream, in milliseconds after the request. An item is None if the time is not known.
    The whole field is None if the response is not a stream.
    """
    rules: tuple[RuleBreaks, ...]


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of the recorded exchanges of a case: date, sources, models, client and server."""

    date: str
    sources: tuple[str, ...]
    asked: str
    """The model that the requests name."""
    served: tuple[str, ...]
    """The models that the answers name."""
    caller: str
    server: str | None
    times: str
    """The origin of the times of chunks: ``scripted`` or ``measured``."""
    confirmed: str | None


class CaseDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A case: its results, and the origin of its exchanges."""

    case: str
    """The id of the case: ``provider/dialect/scenario/plain|stream``."""
    results: tuple[Result, ...]
    recorded: Recording | None
    """The origin of the exchanges. None if the case is inferred from a cassette of the dialect's owner, because
    nobody recorded its exchanges.
    """
    exchanges: tuple[ExchangeFacts, ...]
    format: int = 1
    """Version of this file format."""
