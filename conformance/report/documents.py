"""The documents that are published beside the matrix."""

import msgspec

from conformance.report.adapters import Library


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A provider or an adapter, and where what is said of it stands: paths below the folder of the site."""

    name: str
    title: str
    document: str
    badge: str


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """What there is."""

    adapter: str
    """The adapter under test, whose verdicts the matrix has."""
    providers: tuple[Entry, ...]
    adapters: tuple[Entry, ...]
    """The libraries whose results are kept."""
    format: int = 1
    """Version of this file format."""


class AdapterDocument(Library, frozen=True, kw_only=True, omit_defaults=True):
    """What a library did, as it was kept."""

    outdated: tuple[str, ...] = ()
    """Which of it, ``provider/dialect``, rests on cassettes or scenarios that have changed since."""
    format: int = msgspec.field(default=1)
    """Version of this file format."""
