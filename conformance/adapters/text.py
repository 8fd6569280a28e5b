"""The text door: what an adapter reads out of a model's text, where no server read the calls in it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

from conformance.adapters.wire import Hello
from conformance.standins.text_formats import written
from toolwire.model import Response, Tool
from toolwire.registry import NotRegistered, text_format


class TextReader(Protocol):
    """Anything that reads calls in text. An adapter at either door may do it, too; most do not."""

    text_formats: tuple[str, ...]
    """The formats that it reads, by our names (``reports/text-formats.md`` has those of others beside them): nothing
    else is asked of it."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        """The canonical form of an answer that came in some pieces: its text, reasoning and calls, as they stand.

        Of a text that ends within a call, that call is left out, or is none that is complete. Raises ``Unsupported``;
        any other exception counts as a failure of the adapter.
        """
        ...


class TextAdapter(TextReader, Protocol):
    """One that does nothing else; a class may have ``read_text`` alone (``OnlyReads``)."""

    @property
    def hello(self) -> Hello:
        """What it says of itself, an attribute; it names no dialects.

        ``hello = Hello(name="my-parser", version="2.1", language="python", dialects=())``
        """
        ...

    def __hash__(self) -> int: ...


class OnlyReads:
    """A class with ``read_text`` as an adapter. What it does not say of itself is said for it."""

    def __init__(self, reader: Any) -> None:
        unnamed = Hello(name=type(reader).__name__, version="", language="python", dialects=())
        self.hello: Hello = getattr(reader, "hello", unnamed)
        """It is called as its class is."""
        self.text_formats: tuple[str, ...] = getattr(reader, "text_formats", tuple(written()))
        """It is asked for every format; whoever runs the gate may choose (``conformance gate text/hermes``)."""
        self.read_text = reader.read_text


def text_formats_of(adapter: object) -> tuple[str, ...]:
    """The text formats that an adapter says it reads; none where it says nothing of them."""
    return tuple(getattr(adapter, "text_formats", ()))


def wrong_formats(names: object) -> str | None:
    """What is wrong with the text formats that an adapter names; None where nothing is."""
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
    """What we call the format that others call so. None is asked for but by that name: its cases are called so."""
    with suppress(NotRegistered):
        return text_format(name).name
    return None


def reader_of(adapter: object) -> TextReader:
    """An adapter that says it reads text formats, as what reads them."""
    return cast("TextReader", adapter)
