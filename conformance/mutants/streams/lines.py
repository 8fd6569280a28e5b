"""Mutants of framing: rare forms that the standards of server-sent events and JSON allow.

A mutant is legal in a dialect if the standard of its framing allows it, and the vendor's own SDK reads it. For
server-sent events the standard is https://html.spec.whatwg.org/multipage/server-sent-events.html (9.2.5 and 9.2.6: line
ends, comments, fields, a byte order mark). For streams with a payload on each line the standards are
https://github.com/ndjson/ndjson-spec (3.2: CRLF) and RFC 8259 (2: blanks). All were read 2026-11-25. If an SDK does not
read a form, its vendor does not send it. So these forms are not legal: comments and `id:` lines of Gemini, blank lines
and U+2028 of Ollama, and a byte order mark of any vendor but Mistral.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Final

from conformance.mutants.streams.calls import calls
from conformance.mutants.streams.edits import of_bytes, of_events, of_stream, of_values
from conformance.mutants.streams.mutant import ALL, CHAT, EVENTS, FRAGMENTED, SAME, TYPED, Make, Mutant, verdicts
from conformance.mutants.streams.stream import FRAMES, LINES, Event, Stream
from toolwire.json_value import Json
from toolwire.wire.payloads import DONE

_MADE_LEGAL: Final = "2026-11-25"
"""The suite's edition that made mutants of this module legal. An edition is a date."""
_DATA: Final = re.compile(rb"^data: ", re.MULTILINE)
"""A pattern of the beginning of a line of data. The same letters inside a text do not match."""
_PAYLOAD: Final = re.compile(rb"^data: (?=\{)", re.MULTILINE)
_WITH_TEXT: Final = tuple(name for name in ALL if name not in FRAMES)


def _lines(end: bytes) -> Make:
    return of_bytes(lambda event: event.replace(b"\r\n", b"\n").replace(b"\n", end))


def _before_each(line: bytes) -> Make:
    return of_bytes(lambda event: line + event)


def _within_each(line: bytes) -> Make:
    """Return a transform that inserts a line before each line of data."""
    return of_bytes(lambda event: _DATA.sub(line + b"data: ", event))


def _mark(stream: Stream) -> Iterator[bytes]:
    yield codecs.BOM_UTF8 + stream.body()


def _unended(stream: Stream) -> Iterator[bytes]:
    """Yield the stream without the line end of its last line. Yield nothing if the last event is complete only after a
    blank line.
    """
    if stream.dialect in LINES or stream.events[-1].value == DONE:
        yield stream.body().rstrip()


def _on_two_lines(event: bytes) -> bytes:
    """Return an event with its data on two lines. In JSON, a line end may follow the first brace."""
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
    """Divide the arguments of each call inside the first character above U+FFFF. The first fragment ends with the
    character's first surrogate, and the second fragment begins with the second surrogate. All other fragments are
    empty. Skip calls without such a character, or with a single fragment.
    """
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
        legal=EVENTS, since=_MADE_LEGAL,
    ),
    Mutant(
        id="lines-crlf", statement="Lines end in CRLF.", bug="claude-code-router#1672",
        verdicts=verdicts(SAME, (*CHAT, *TYPED, *LINES)), make=_lines(b"\r\n"),
        legal=(*CHAT, *TYPED, *LINES), since=_MADE_LEGAL,
    ),
    Mutant(
        id="lines-lf", statement="Lines end in LF.", bug="librefang#3448",
        verdicts=verdicts(SAME, ("gemini_generate",)), make=_lines(b"\n"),
        legal=("gemini_generate",), since=_MADE_LEGAL,
    ),
    Mutant(
        id="lines-blank", statement="Several blank lines come between events.", bug="the standard allows it",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)), make=_before_each(b"\n\n"),
        legal=EVENTS, since=_MADE_LEGAL,
    ),
    Mutant(
        id="comments", statement="Comments come before and within events.",
        bug="recorded from OpenRouter (`: OPENROUTER PROCESSING`)",
        verdicts=verdicts(SAME, EVENTS), make=_within_each(b": keepalive\n"),
        legal=(*CHAT, *TYPED), since=_MADE_LEGAL,
    ),
    Mutant(
        id="keepalive-comments", statement="Comments, each with its own blank line, come between events.",
        bug="recorded from OpenRouter", verdicts=verdicts(SAME, EVENTS), make=_before_each(b": keepalive\n\n"),
        legal=(*CHAT, *TYPED), since=_MADE_LEGAL,
    ),
    Mutant(
        id="id-and-retry", statement="Events have `id:` and `retry:` lines.", bug="the standard defines them",
        verdicts=verdicts(SAME, EVENTS), make=_within_each(b"id: 7\nretry: 3000\n"),
        legal=(*CHAT, *TYPED), since=_MADE_LEGAL,
    ),
    Mutant(
        id="byte-order-mark", statement="The stream begins with a byte order mark.", bug="the standard allows it",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)), make=_mark,
        legal=("mistral_chat",), since=_MADE_LEGAL,
    ),
    Mutant(
        id="last-line-unended", statement="The last line, which is `[DONE]` or a payload, has no line end.",
        bug="readers that wait for a line end", verdicts=verdicts(SAME, (*CHAT, "cohere_v2", *LINES)), make=_unended,
        legal=(*CHAT, "cohere_v2"), since=_MADE_LEGAL,
    ),
    Mutant(
        id="data-on-two-lines", statement="The data of each event has two lines.", bug="the standard allows it",
        verdicts=verdicts(SAME, EVENTS), make=of_bytes(_on_two_lines),
        legal=EVENTS, since=_MADE_LEGAL,
    ),
    Mutant(
        id="data-without-blank", statement="There is no blank after `data:`.", bug="the standard allows it",
        verdicts=verdicts(SAME, EVENTS), make=of_bytes(lambda event: _DATA.sub(b"data:", event)),
        legal=(*CHAT, *TYPED), since=_MADE_LEGAL,
    ),
    Mutant(
        id="data-padded", statement="There are blanks around each payload.",
        bug="recorded from Anthropic, which pads events",
        verdicts=verdicts(SAME, (*EVENTS, *LINES)),
        make=of_bytes(lambda event: _PAYLOAD.sub(b"data:   ", event).replace(b"}\n", b"}   \n")),
        legal=(*EVENTS, *LINES), since=_MADE_LEGAL,
    ),
    Mutant(
        id="event-lines-missing", statement="There are no `event:` lines.",
        bug="recorded from mantle, OpenRouter and Copilot",
        verdicts=verdicts(SAME, TYPED), make=of_events(_nameless),
    ),
    Mutant(
        id="unread-key", statement="Every payload has an extra key, whose value is padding.",
        bug="recorded from OpenAI (`obfuscation`), Mistral and Bedrock (`p`)",
        verdicts=verdicts(SAME, _WITH_TEXT), make=_noted("abcdefghijkl"),
    ),
    Mutant(
        id="line-separators", statement="Strings hold U+2028, U+2029 and U+0085, not escaped.",
        bug="readers that split text at every line end of Unicode",
        verdicts=verdicts(SAME, _WITH_TEXT), make=_noted(_NOTE),
        legal=EVENTS, since=_MADE_LEGAL,
    ),
    Mutant(
        id="lone-surrogate", statement="A string that readers ignore contains half a surrogate pair.",
        bug="agent-zero#1774", verdicts=verdicts(SAME, _WITH_TEXT), make=_noted("\ud83c"),
    ),
    Mutant(
        id="surrogates-apart", statement="The halves of a surrogate pair come in two fragments.",
        bug="agent-zero#1774",
        verdicts=verdicts(SAME, FRAGMENTED),
        make=of_stream(_halves),
    ),
)  # fmt: skip
