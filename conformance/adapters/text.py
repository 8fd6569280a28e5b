"""The interface of adapters that read calls from a model's text."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

from conformance.adapters.wire import Hello
from conformance.standins.text_formats import written
from toolwire.model import Response, Tool
from toolwire.registry import NotRegistered, text_format


class TextReader(Protocol):
    """A reader of calls in text. A wire adapter or a codec adapter may be a reader, too."""

    text_formats: tuple[str, ...]
    """The formats that the reader reads. No other formats are tested.

    Use the suite's names. ``reports/text-formats.md`` lists them, with the names that other projects use.
    """

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        """Return the canonical form of an answer: its text, reasoning and calls, in order. ``pieces`` are the pieces of
        the answer's text.

        If the text ends inside a call, leave that call out, or mark it as not complete. If the text comes in pieces,
        the suite only warns about a reading that has the name of that call and the beginning of its arguments.

        Raises ``Unsupported``. Any other exception counts as a failure of the adapter.
        """
        ...


class TextAdapter(TextReader, Protocol):
    """An adapter that only reads text. ``OnlyReads`` turns a class that has only ``read_text`` into such an adapter."""

    @property
    def hello(self) -> Hello:
        """The adapter's description of itself. It names no dialects.

        ``hello = Hello(name="my-parser", version="2.1", language="python", dialects=())``
        """
        ...

    def __hash__(self) -> int: ...


class OnlyReads:
    """An adapter for an object that has ``read_text``. The attributes that the object lacks have defaults."""

    def __init__(self, reader: Any) -> None:
        unnamed = Hello(name=type(reader).__name__, version="", language="python", dialects=())
        self.hello: Hello = getattr(reader, "hello", unnamed)
        """The reader's own description. By default, it has the name of the reader's class."""
        self.text_formats: tuple[str, ...] = getattr(reader, "text_formats", tuple(written()))
        """The reader's own formats, or every format by default.

        Users of the gate can select some formats (``conformance gate text/hermes``).
        """
        self.read_text = reader.read_text


def text_formats_of(adapter: object) -> tuple[str, ...]:
    """Return the text formats that an adapter declares; an empty tuple if it declares none."""
    return tuple(getattr(adapter, "text_formats", ()))


def wrong_formats(names: object) -> str | None:
    """Return a message if ``names``, the text formats of an adapter, is not a tuple or a list of known names.

    Return None if all names are known.
    """
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        return f"its text_formats: expected a tuple or a list of names, got {names!r}"
    known = written()
    unknown = {name: _ours(name) for name in sorted({*names} - known.keys())}
    problems = [
        f"expected {ours!r}, the suite's name of the format, got {name!r}"
        for name, ours in unknown.items()
        if ours in known
    ]
    if len(problems) < len(unknown):
        nowhere = " or ".join(repr(name) for name, ours in unknown.items() if ours not in known)
        problems.append(f"unknown text format: {nowhere}; expected one of: {', '.join(sorted(known))}")
    return f"its text_formats: {'; '.join(problems)}" if problems else None


def _ours(name: str) -> str | None:
    """Return the suite's name of the format that another project calls ``name``, or None if no such format is known."""
    with suppress(NotRegistered):
        return text_format(name).name
    return None


def reader_of(adapter: object) -> TextReader:
    """Return an adapter that declares text formats, typed as a ``TextReader``."""
    return cast("TextReader", adapter)
