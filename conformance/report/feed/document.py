"""The document of the feed: capabilities by provider, model, dialect and mode, each value with its evidence.

Each value is the mark of a cell of the matrix. If a capability is absent, nobody looked at it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from conformance.report.canonical import indented
from conformance.report.mark import Ink
from conformance.scenarios import Mode
from toolwire.model.schema import components
from toolwire.providers.errors import DataError

FORMAT: Final = 1
FEED: Final = "capabilities.json"
SCHEMA_FILE: Final = "capabilities.schema.json"
Value = Literal["works", "works-except", "broken", "unsupported"]
OBSERVED: Final[tuple[Ink, ...]] = ("recorded", "surveyed")
_LINES_TO: Final = 5
"""The depth below which values are written on one line. With this depth, each fact is a line of the file."""


class CaseSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="case"):
    """A source that is a case of the suite, ``provider/dialect/scenario/plain|stream``.

    ``conformance explain`` shows the case.
    """

    case: str


class RecordingSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="recording"):
    """A recording in somebody else's public repository.

    It represents ``exchanges`` exchanges that all show the same behaviour.
    """

    repository: str
    path: str
    commit: str
    exchanges: int
    shows: Literal["example", "counterexample"]


class ClaimSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="claim"):
    """A claim of the provider, or the reason why a scenario cannot be played."""

    source: str
    retrieved: str | None = None


Source: TypeAlias = CaseSource | RecordingSource | ClaimSource


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A capability in one mode."""

    value: Value
    evidence: Ink
    """The kind of evidence. ``recorded`` and ``surveyed``: answers were observed. ``documented`` and ``inferred``: no
    answers were observed."""
    date: str | None = None
    """The day of the oldest evidence; None if the source states none."""
    number: int | None = None
    """The claimed number, for a capability such as ``most-tools``; None if the fact does not come from such a claim."""
    reasons: tuple[str, ...] = ()
    """The exceptions of a capability that works, or the reasons why it does not work."""
    sources: tuple[Source, ...] = ()

    @property
    def works(self) -> bool:
        """True if the capability works, even if it has exceptions."""
        return self.value in ("works", "works-except")

    @property
    def is_observed(self) -> bool:
        """True if answers were observed."""
        return self.evidence in OBSERVED


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """The capabilities of a provider's dialect, or of a model in this dialect."""

    provider: str
    dialect: str
    model: str | None
    """The model, or None for the dialect as a whole. All facts of a model were observed."""
    capabilities: dict[str, dict[Mode, Fact]]


class CapabilitiesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of capabilities.

    A capability or mode that is not listed is unknown: nobody looked at it.
    """

    subjects: tuple[Subject, ...]
    format: Literal[1] = FORMAT
    """Version of this file format."""

    def of_models(self) -> Iterator[tuple[str, Subject]]:
        """Yield each model with its subject."""
        for subject in self.subjects:
            if subject.model is not None:
                yield subject.model, subject


def to_json(document: CapabilitiesDocument) -> bytes:
    """Return the document as JSON, with a line for each fact."""
    return indented(msgspec.to_builtins(document), depth=_LINES_TO).encode()


def read(path: Path) -> CapabilitiesDocument:
    """Return the document in a file. Raises ``DataError``."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=CapabilitiesDocument)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: expected a capability feed of format {FORMAT}, got: {error}") from None


def schema() -> bytes:
    """Return the JSON Schema of the document as JSON text."""
    (body,), found = components((CapabilitiesDocument,))
    made: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://toolcall-conformance.invalid/schemas/capabilities/{FORMAT}/{SCHEMA_FILE}",
        "title": "Capabilities of tool calling by provider, model, dialect and mode",
        **body,
        "$defs": dict(sorted(found.items())),
    }
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"
