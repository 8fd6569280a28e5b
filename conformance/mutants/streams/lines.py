"""Mutants of framing: rare forms that the standards of server-sent events and JSON allow."""

import codecs
from collections.abc import Iterator
from typing import Final

from conformance.mutants.streams.calls import calls
from conformance.mutants.streams.edits import of_bytes, of_events, of_stream, of_values
from conformance.mutants.streams.mutant import ALL, CHAT, EVENTS, FRAGMENTED, SAME, TYPED, Make, Mutant, verdicts
from conformance.mutants.streams.stream import FRAMES, LINES, Event, Stream
from toolwire.json_value import Json

_WITH_TEXT: Final = tuple(name for name in ALL if name not in FRAMES)


def _lines(end: bytes) -> Make:
    return of_bytes(lambda event: event.replace(b"\r\n", b"\n").replace(b"\n", end))


def _before_each(line: bytes) -> Make:
    return of_bytes(lambda event: line + event)


def _within_each(line: bytes) -> Make:
    """Insert a line between the lines of each event."""
    return of_bytes(lambda event: event.replace(b"data: ", line + b"data: "))


def _mark(stream: Stream) -> Iterator[bytes]:
    yield codecs.BOM_UTF8 + stream.body()


def _on_two_lines(event: bytes) -> bytes:
    """Split the data in two lines: JSON may have a line end after its first brace."""
    end = b"\r\n" if b"\r\n" in event else b"\n"
    return event.replace(b"data: {", b"data: {" + end + b"data: ", 1)


def _nameless(events: list[Event]) -> list[Event]:
    return [Event(value=event.value) for event in events]


def _noted(note: Json) -> Make:
    def change(value: Json) -> None:
        value["x_note"] = note

    return of_values(change)


_NOTE: Final = "\u2028 \u2029 \u0085 \x0b \x0c"
"""Characters that are line ends in Unicode, but not in streams."""


def _halves(stream: Stream) -> None:
    """Split a character beyond the basic plane in two surrogates, in two fragments."""
    for call in calls(stream):
        if len(call.fragments) > 1:
            whole = call.text()
            at = next((n for n, char in enumerate(whole) if ord(char) > 0xFFFF), None)
            if at is None:
                continue
            pair = whole[at].encode("utf-16-be")
            high, low = (chr(int.from_bytes(pair[n : n + 2], "big")) for n in (0, 2))
            pieces = [whole[:at] + high, low + whole[at + 1 :]]
            for n, (place, key) in enumerate(call.fragments):
                place[key] = pieces[n] if n < len(pieces) else ""


MUTANTS: Final = (
    Mutant(
        id="lines-cr", statement="Lines end in CR.", bug="api7/aisix#111",
        verdicts=verdicts(SAME, EVENTS), make=_lines(b"\r"),
    ),
    Mutant(
        id="lines-crlf", statement="Lines end in CRLF.", bug="claude-code-router#1672",
        verdicts=verdicts(SAME, (*CHAT, *TYPED, *LINES)), make=_lines(b"\r\n"),
    ),
    Mutant(
        id="lines-lf", statement="Lines end in LF.", bug="librefang#3448",
        verdicts=verdicts(SAME, ("gemini_generate",)), make=_lines(b"\n"),
    ),
    Mutant(
        id="lines-blank", statement="More blank lines than one between events.", bug="the standard allows it",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)), make=_before_each(b"\n\n"),
    ),
    Mutant(
        id="comments", statement="Comments before and within events.",
        bug="recorded of OpenRouter (`: OPENROUTER PROCESSING`)",
        verdicts=verdicts(SAME, EVENTS), make=_within_each(b": keepalive\n"),
    ),
    Mutant(
        id="keepalive-comments", statement="Comments with a blank line of their own between events.",
        bug="recorded of OpenRouter", verdicts=verdicts(SAME, EVENTS), make=_before_each(b": keepalive\n\n"),
    ),
    Mutant(
        id="id-and-retry", statement="Events have `id:` and `retry:` lines.", bug="the standard has them",
        verdicts=verdicts(SAME, EVENTS), make=_within_each(b"id: 7\nretry: 3000\n"),
    ),
    Mutant(
        id="byte-order-mark", statement="The stream begins with a byte order mark.", bug="the standard allows it",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)), make=_mark,
    ),
    Mutant(
        id="data-on-two-lines", statement="The data of each event has two lines.", bug="the standard allows it",
        verdicts=verdicts(SAME, EVENTS), make=of_bytes(_on_two_lines),
    ),
    Mutant(
        id="data-without-blank", statement="No blank behind `data:`.", bug="the standard allows it",
        verdicts=verdicts(SAME, EVENTS), make=of_bytes(lambda event: event.replace(b"data: ", b"data:")),
    ),
    Mutant(
        id="data-padded", statement="Blanks around each payload.", bug="recorded of Anthropic, which pads events",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)),
        make=of_bytes(lambda event: event.replace(b"data: {", b"data:   {").replace(b"}\n", b"}   \n")),
    ),
    Mutant(
        id="event-lines-missing", statement="No `event:` lines.", bug="recorded of mantle, OpenRouter and Copilot",
        verdicts=verdicts(SAME, TYPED), make=of_events(_nameless),
    ),
    Mutant(
        id="unread-key", statement="Every payload has one more key, with padding.",
        bug="recorded of OpenAI (`obfuscation`), Mistral and Bedrock (`p`)",
        verdicts=verdicts(SAME, _WITH_TEXT), make=_noted("abcdefghijkl"),
    ),
    Mutant(
        id="line-separators", statement="Strings hold U+2028, U+2029 and U+0085, not escaped.",
        bug="readers that split text at all that Unicode calls a line end",
        verdicts=verdicts(SAME, _WITH_TEXT), make=_noted(_NOTE),
    ),
    Mutant(
        id="lone-surrogate", statement="A string that nobody needs holds half a surrogate pair.",
        bug="agent-zero#1774", verdicts=verdicts(SAME, _WITH_TEXT), make=_noted("\ud83c"),
    ),
    Mutant(
        id="surrogates-apart", statement="The halves of a surrogate pair come in two fragments.",
        bug="agent-zero#1774",
        verdicts=verdicts(SAME, FRAGMENTED),
        make=of_stream(_halves),
    ),
)  # fmt: skip
