"""The JSON Schema of published documents. It is generated from the types of the documents, and committed beside this
file.
"""

from importlib.resources import files
from typing import Any, Final

import msgspec

from conformance.judge.result import Results
from conformance.report.badge import Endpoint
from conformance.report.changes import LibraryChanges
from conformance.report.documents import (
    AdapterDocument,
    BreakageDocument,
    CaseDocument,
    ContradictionsDocument,
    DialectDocument,
    FilesDocument,
    Index,
    ProviderDocument,
    RulesDocument,
    ScenariosDocument,
    TextFormatsDocument,
    UnderTestDocument,
)
from conformance.report.feed.document import CapabilitiesDocument
from conformance.report.matrix import Matrix
from toolwire.model import schema

FILE: Final = "report.schema.json"
ID: Final = "https://toolcall-conformance.invalid/schemas/report.schema.json"
_DOCUMENTS: Final = (
    Results, Matrix, Index, ProviderDocument, AdapterDocument, DialectDocument, RulesDocument, ScenariosDocument,
    CapabilitiesDocument, TextFormatsDocument, CaseDocument, UnderTestDocument, BreakageDocument, LibraryChanges,
    ContradictionsDocument, FilesDocument, Endpoint,
)  # fmt: skip


def generate() -> bytes:
    """Return the schema as JSON text. The schema of each document is below ``$defs``."""
    _, components = schema.components(_DOCUMENTS)
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Reports of tool-calling conformance",
        "description": "The documents that are published: the results of a run, the matrix and the index. Further "
        "documents are about a provider, a library, the changes of a library since an earlier version, a dialect or a "
        "case. Others have all capabilities, rules, contradictions, scenarios and text formats, the list of written "
        "files, or a badge.",
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in _DOCUMENTS],
        "$defs": dict(sorted(components.items())),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def published() -> bytes:
    """Return the schema that is committed and shipped with the package."""
    return (files("conformance.report") / FILE).read_bytes()
