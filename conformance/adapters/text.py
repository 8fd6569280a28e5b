"""The text door: calls that an adapter reads from a model's text."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

from conformance.adapters.wire import Hello
from conformance.standins.text_formats import written
from toolwire.model import Response, Tool
from toolwire.registry import NotRegistered, text_format


class TextReader(Protocol):
    """Anything that reads calls in text. An adapter at either door may also be one."""

    text_formats: tuple[str, ...]
    """The formats that it reads, by the suite's names (``reports/text-formats.md`` has other names beside them); no
    others are tested."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        """Return the canonical form of an answer in pieces: its text, reasoning and calls, in order.

        If the text ends inside a call, leave that call out, or mark it as not complete. Raises ``Unsupported``; any
        other exception counts as a failure of the adapter.
        """
        ...


class TextAdapter(TextReader, Protocol):
    """An adapter that only reads text; a class may have ``read_text`` alone (``OnlyReads``)."""

    @property
    def hello(self) -> Hello:
        """The adapter's description of itself, an attribute; it names no dialects.

        ``hello = Hello(name="my-parser", version="2.1", language="python", dialects=())``
        """
        ...

    def __hash__(self) -> int: ...


class OnlyReads:
    """An adapter made of a class with ``read_text``. Missing attributes get defaults."""

    def __init__(self, reader: Any) -> None:
        unnamed = Hello(name=type(reader).__name__, version="", language="python", dialects=())
        self.hello: Hello = getattr(reader, "hello", unnamed)
        """By default, the name is the class's name."""
        self.text_formats: tuple[str, ...] = getattr(reader, "text_formats", tuple(written()))
        """By default, every format; users of the gate can select some (``conformance gate text/hermes``)."""
        self.read_text = reader.read_text


def text_formats_of(adapter: object) -> tuple[str, ...]:
    """Return the text formats that an adapter declares; an empty tuple if it declares none."""
    return tuple(getattr(adapter, "text_formats", ()))


def wrong_formats(names: object) -> str | None:
    """Return what is wrong with the text formats that an adapter names; None if nothing is."""
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        return f"its text_formats are no list of names: {names!r}"
    known = written()
    unknown = {name: _ours(name) for name in sorted({*names} - known.keys())}
    problems = [f"{name!r} is called {ours!r} here: name it so" for name, ours in unknown.items() if ours in known]
    if len(problems) < len(unknown):
        nowhere = ", ".join(repr(name) for name, ours in unknown.items() if ours not in known)
        problems.append(f"there is no text format {nowhere}; there are: {', '.join(sorted(known))}")
    return "; ".join(problems) or None


def _ours(name: str) -> str | None:
    """Return the suite's name of a format that has another name elsewhere, or None. Cases have the suite's name."""
    with suppress(NotRegistered):
        return text_format(name).name
    return None


def reader_of(adapter: object) -> TextReader:
    """Return an adapter that declares text formats, typed as a ``TextReader``."""
    return cast("TextReader", adapter)
