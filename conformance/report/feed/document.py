"""The document of the capability feed: capabilities by provider, model, dialect and mode.

Each value is the mark of a cell of the matrix, or of a single model, and has its evidence. If a capability is absent,
nobody has looked at it.
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
"""The depth below which a value is written on one line, so that each fact is a line of the file."""


class CaseSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="case"):
    """A case of the suite as a source: ``provider/dialect/scenario/plain|stream``.

    ``conformance explain`` shows the case.
    """

    case: str


class RecordingSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="recording"):
    """A recording in somebody else's public repository as a source.

    The recording represents ``exchanges`` exchanges that show the same behaviour.
    """

    repository: str
    path: str
    commit: str
    exchanges: int
    shows: Literal["example", "counterexample"]


class ClaimSource(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="claim"):
    """A provider's profile as the source of a mark.

    ``source`` is the source of the provider's claim about the capability. For a scenario that the provider does not
    support, or whose request it accepts although a refusal is expected, ``source`` is ``<scenario>: <reason>`` instead.
    """

    source: str
    retrieved: str | None = None


Source: TypeAlias = CaseSource | RecordingSource | ClaimSource


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The mark of a capability in a mode, with the evidence. The capability and the mode are keys in ``Subject``."""

    value: Value
    evidence: Ink
    """The evidence. Answers were observed if it is ``recorded`` or ``surveyed``. No answers were observed if it is
    ``documented`` or ``inferred``.
    """
    date: str | None = None
    """The day of the oldest evidence. None if the source states no day."""
    number: int | None = None
    """The number in the provider's claim, for a capability such as ``most-tools``. None if the evidence is not such a
    claim.
    """
    reasons: tuple[str, ...] = ()
    """The exceptions, if the capability works with exceptions. The reasons, if it does not work."""
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
    """The model. None for the dialect as a whole. The facts about a model are all observed."""
    capabilities: dict[str, dict[Mode, Fact]]


class CapabilitiesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about capabilities.

    If a capability or mode is not listed, nobody has looked at it.
    """

    subjects: tuple[Subject, ...]
    format: Literal[1] = FORMAT
    """Version of this file format."""

    def of_models(self) -> Iterator[tuple[str, Subject]]:
        """Yield a pair for each subject that is about a model: the name of the model, and the subject."""
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
