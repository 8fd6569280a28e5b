"""The documents that are published beside the matrix."""

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
    """None if no result is about it."""


class ChangesEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of a library, and the path of the document of their differences."""

    name: str
    before: str
    after: str
    document: str


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is published, with the paths of the documents."""

    adapter: str
    """The adapter under test, whose verdicts the matrix has."""
    version: str
    """The version of toolcall-conformance."""
    under_test: str
    """The path of the verdicts on that adapter."""
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
    """The path of the documented claims that recordings do not bear out."""
    scenarios: str
    text_formats: str
    played: dict[str, int]
    """The number of cases played, by the origin of their evidence; calls in text are not counted."""
    cases: str
    """The path of each case, with ``<provider>``, ``<dialect>``, ``<scenario>`` and ``<mode>`` to fill in."""
    changes: tuple[ChangesEntry, ...] = ()
    """The differences between the newest versions and earlier ones."""
    format: int = 1
    """Version of this file format."""


class FilesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The files that a run wrote into the folder of the site; the next run removes those that it does not write."""

    files: tuple[str, ...]
    """Paths below the folder, sorted; this document is not among them."""
    format: int = 1
    """Version of this file format."""


class AdapterDocument(Library, frozen=True, kw_only=True, omit_defaults=True):
    """The verdicts on a library."""

    outdated: tuple[str, ...] = ()
    """Each ``provider/dialect`` whose cassettes or scenarios have changed since."""
    notes: CauseNotes | None = None
    """The notes on its root causes; None if nobody has read its source."""
    marks: dict[str, dict[str, Marks]]
    """The marks by ``provider/dialect`` and capability."""
    format: int = msgspec.field(default=1)
    """Version of this file format."""


class UnderTestDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on the adapter under test, in the form of a library's."""

    adapter: str
    judged: tuple[Judged, ...]
    marks: dict[str, dict[str, Marks]]
    """The marks by ``provider/dialect`` and capability."""
    format: int = 1
    """Version of this file format."""


class BreakageDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The faults that cost users anything, those first that most share."""

    libraries: tuple[Breakage, ...]
    """Faults of libraries, by root cause; of libraries whose files keep no causes nothing is known."""
    providers: tuple[Breakage, ...]
    """Faults that answers of providers were seen to have."""
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
    """The surveys of each dialect."""


class SeenOfRule(msgspec.Struct, frozen=True, kw_only=True):
    """The exchanges in other people's public recordings of a provider that bear a rule out, and those that break it."""

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
    """What is documented of providers, and observed otherwise."""

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
    """Differences between requests that mean nothing: operations that remove them, each with its reason."""
    returned: tuple[dict[str, Json], ...]
    """Parts of a response that go back unchanged in the next request."""
    losses: tuple[dict[str, Json], ...]
    """Parts that may be lost in another dialect."""
    differences: dict[str, int]
    """The providers that speak it, each with the number of known differences from the owner."""
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
    """A text format, its source, and the names of its parsers elsewhere."""

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
    """The parsers of each server that read one spelling of the format only."""
    written: dict[str, str]
    """The text that a model writes, by scenario."""
    cannot_say: dict[str, str]
    """The reason why the format cannot say a scenario, by scenario."""


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
    """An exchange without its bytes, which are in the cassette."""

    number: int
    url: str
    request_headers: int
    """The number of headers."""
    request_bytes: int
    status: int
    response_headers: int
    response_bytes: int
    events: tuple[int | None, ...] | None
    """Milliseconds from the request to each event of a stream, where known; None if the response is no stream."""
    rules: tuple[RuleBreaks, ...]


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """The provenance of a case's bytes."""

    date: str
    sources: tuple[str, ...]
    asked: str
    """The model that was asked for."""
    served: tuple[str, ...]
    """The models that the answers name."""
    caller: str
    server: str | None
    times: str
    """``scripted`` or ``measured``: the source of the chunks' times."""
    confirmed: str | None


class CaseDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A case: its results, and the provenance of its exchanges."""

    case: str
    """``provider/dialect/scenario/plain|stream``."""
    results: tuple[Result, ...]
    recorded: Recording | None
    """None if it is played by dialect: nobody recorded it."""
    exchanges: tuple[ExchangeFacts, ...]
    format: int = 1
    """Version of this file format."""
