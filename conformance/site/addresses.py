"""The address of each page, as a path below the folder of the site."""

import re
from typing import Final

from conformance.judge.subject import Dialect, TextFormat, subject_of
from conformance.recording.cassette import CassetteName

_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]")

INDEX: Final = "index.html"
MATRIX: Final = "matrix.html"
ABOUT: Final = "about.html"
GATE: Final = f"{ABOUT}#gate"
SEARCH: Final = "search.html"
CARD: Final = "card.png"
"""The picture that other sites show with a link to this site."""
ADAPTERS: Final = "adapters.html"
COMPARE: Final = "compare.html"
CHANGES: Final = "changes.html"
CONTENTS: Final = "contents.html"
CONTRADICTIONS: Final = "contradictions.html"
TEXT_FORMATS: Final = "text-formats.html"
DOCS: Final = "docs/index.html"
"""The first page of the documentation. The documentation is made separately."""


def provider(name: str) -> str:
    return f"providers/{name}.html"


def text_format(name: str) -> str:
    return f"text-formats/{_file(name)}.html"


def column(name: str, dialect: str) -> str:
    """Return the address of a column of the matrix: a dialect's section on the page of the provider ``name``, or the
    page of a text format.
    """
    match subject_of(name, dialect):
        case TextFormat(name=written_in):
            return text_format(written_in)
        case Dialect():
            return f"{provider(name)}#{dialect}"


def cell(name: str, dialect: str, capability: str) -> str:
    """Return the address of the description of a matrix cell: a section of the provider's page, or the whole page of a
    text format.
    """
    match subject_of(name, dialect):
        case TextFormat(name=written_in):
            return text_format(written_in)
        case Dialect():
            return f"{provider(name)}#{dialect}.{capability}"


def dialect(name: str) -> str:
    return f"dialects/{name}.html"


def capability(name: str) -> str:
    return f"capabilities/{name}.html"


def scenario(name: str) -> str:
    return f"scenarios/{name}.html"


def rule(name: str) -> str:
    return f"rules/{_file(name)}.html"


def adapter(name: str) -> str:
    return f"adapters/{_file(name)}.html"


def changed(name: str, since: str) -> str:
    """Return the address of the page that shows the changes between an earlier version of an adapter and its newest
    version.
    """
    return f"changes/{_file(name)}@{_file(since)}.html"


def case(name: CassetteName) -> str:
    """Return the address of a case. Each case in a text format is a section on the page of the format."""
    match name.subject:
        case TextFormat(name=written_in):
            return f"{text_format(written_in)}#{name.scenario}"
        case Dialect():
            return f"cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.html"


def body(name: CassetteName, exchange: int, side: str) -> str:
    """Return the address of the file with the whole body of a request or an answer.

    ``exchange``: the number of the exchange in the case. ``side``: ``request`` or ``response``.
    A page links to this file if it shows only a part of the body.
    """
    return f"cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.{exchange}.{side}.txt"


def up(path: str) -> str:
    """Return the relative path from a page to the folder of the site."""
    return "../" * path.count("/")


def _file(name: str) -> str:
    return _OTHER.sub("_", name)
