"""Where each page stands, as a path below the folder of the site."""

import re
from typing import Final

from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import TEXT

_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]")

MATRIX: Final = "index.html"
ADAPTERS: Final = "adapters.html"
COMPARE: Final = "compare.html"
CHANGES: Final = "changes.html"
CONTENTS: Final = "contents.html"
TEXT_FORMATS: Final = "text-formats.html"
DOCS: Final = "docs/index.html"
"""Where the documentation begins, which is made apart."""


def provider(name: str) -> str:
    return f"providers/{name}.html"


def text_format(name: str) -> str:
    return f"text-formats/{_file(name)}.html"


def column(name: str, dialect: str) -> str:
    """Where a provider's page begins to speak of one of its dialects; of text formats, each has a page."""
    if name == TEXT:
        return text_format(dialect)
    return f"{provider(name)}#{dialect}"


def cell(name: str, dialect: str, capability: str) -> str:
    """Where a provider's page has a cell of the matrix, in words."""
    return text_format(dialect) if name == TEXT else f"{provider(name)}#{dialect}.{capability}"


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
    """What is otherwise in an adapter's newest version than in an earlier one."""
    return f"changes/{_file(name)}@{_file(since)}.html"


def case(name: CassetteName) -> str:
    """Where an exchange is shown; of text formats, all that a model says stands on the page of the format."""
    if name.provider == TEXT:
        return f"{text_format(name.dialect)}#{name.scenario}"
    return f"cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.html"


def body(name: CassetteName, exchange: int, side: str) -> str:
    """Where a body stands whole that is too long for its page."""
    return f"cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.{exchange}.{side}.txt"


def up(path: str) -> str:
    """The way from a page to the folder of the site."""
    return "../" * path.count("/")


def _file(name: str) -> str:
    return _OTHER.sub("_", name)
