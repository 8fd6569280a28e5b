"""Mutants that break a stream: the stream is cut, malformed, or ended by an error of the provider."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from conformance.mutants.streams.calls import events_of_calls
from conformance.mutants.streams.mutant import ALL, Make, Mutant, Verdict, verdicts
from conformance.mutants.streams.stream import FRAMES, Event, Stream, text
from toolwire.json_value import Json

PLACES: Final = 20
"""The maximum number of events at which a stream is cut or ended by an error. The events are drawn at random."""
DROPS: Final = 4
"""The maximum number of events inside which the connection is lost. For each of them, a separate stream is made."""
MESSAGE: Final = "the mutant's error"
_CUT: Final = Verdict(end="interrupted")
_ERROR: Final = Verdict(end="error")
_MALFORMED: Final = Verdict(end="malformed")
_JSON: Final = {"message": MESSAGE, "type": "server_error", "code": None}
_ERRORS: Final[dict[str, Json]] = {
    "openai_chat": {"error": _JSON},
    "openai_responses": {"type": "error", "code": "server_error", "message": MESSAGE, "param": None},
    "anthropic_messages": {"type": "error", "error": {"type": "overloaded_error", "message": MESSAGE}},
    "gemini_generate": {"error": {"code": 503, "message": MESSAGE, "status": "UNAVAILABLE"}},
    "ollama_chat": {"error": MESSAGE},
    "mistral_chat": {"object": "error", "message": MESSAGE, "type": "service_unavailable", "param": None, "code": "1"},
    "cohere_v2": {"type": "message-end", "delta": {"finish_reason": "ERROR", "error": MESSAGE}},
    "bedrock_converse": {"throttlingException": {"message": MESSAGE}},
    "gemini_interactions": {"error": {"message": MESSAGE, "code": "gateway_timeout"}, "event_type": "error"},
}


def _places(last: int, purpose: str) -> list[int]:
    """Return up to ``PLACES`` random numbers from 1 to ``last``. They are the same in every run for a ``purpose``."""
    return sorted(Random(f"{purpose} {last}").sample(range(1, last + 1), min(PLACES, max(0, last))))


def _after_first(stream: Stream) -> Iterator[bytes]:
    if stream.end() > 0:
        yield stream.bodies()[0]


def _before_last(stream: Stream) -> Iterator[bytes]:
    """Yield the stream up to the event that marks the end of the answer, without that event."""
    yield b"".join(stream.bodies()[: stream.end()])


def _between(stream: Stream) -> Iterator[bytes]:
    bodies = stream.bodies()
    for place in _places(stream.end(), "between"):
        yield b"".join(bodies[:place])


def _inside(stream: Stream) -> Iterator[bytes]:
    """Yield several streams that end inside a random event, before the payload of this event is complete."""
    yield from _cut(stream, _places(min(stream.end() + 1, len(stream.events)), "inside"))


def _dropped(stream: Stream) -> Iterator[bytes]:
    """Yield a few streams that end inside an event. Events of calls are chosen first."""
    last = min(stream.end() + 1, len(stream.events))
    of_calls = [place for place in events_of_calls(stream) if place <= last]
    drawn = Random(f"dropped {last}")
    some = drawn.sample(of_calls, min(DROPS, len(of_calls)))
    others = [place for place in range(1, last + 1) if place not in of_calls]
    more = drawn.sample(others, min(DROPS - len(some), len(others)))
    yield from _cut(stream, sorted(some + more))


def _cut(stream: Stream, places: list[int]) -> Iterator[bytes]:
    """Yield, for each number in ``places``, a stream that ends inside the event with this number, counted from 1."""
    bodies = stream.bodies()
    for place in places:
        body = bodies[place - 1]
        whole = len(body.rstrip()) if stream.dialect not in FRAMES else len(body)
        if whole > 1:
            yield b"".join(bodies[: place - 1]) + body[: Random(place).randrange(1, whole)]


def _with(spoil: Any) -> Make:
    """Return a transform that replaces the payload of the event halfway through the stream with the result of
    ``spoil``.

    The transform yields nothing if this is the first event.
    """

    def make(stream: Stream) -> Iterator[bytes]:
        last = min(stream.end(), len(stream.events) - 1)
        if last < 1:
            return
        events = list(stream.events)
        place = (last + 1) // 2
        whole = events[place]
        events[place] = Event(value=spoil(whole.value), name=whole.name, headers=whole.headers)
        yield stream.with_events(events).body()

    return make


def _broken(value: Json) -> str:
    inner = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value
    return text(inner)[:-1]


def _checksum(at: int) -> Make:
    """Return a transform that flips a bit of the frame halfway through the stream, so that its checksum is wrong. The
    bit is in the byte with the index ``at`` of the frame.
    """

    def make(stream: Stream) -> Iterator[bytes]:
        bodies = stream.bodies()
        place = max(1, stream.end() // 2)
        frame = bytearray(bodies[place])
        frame[at] ^= 1
        yield b"".join((*bodies[:place], bytes(frame), *bodies[place + 1 :]))

    return make


def _failed(stream: Stream, place: int) -> bytes:
    return stream.with_events([*stream.events[:place], stream.event(_ERRORS[stream.dialect])]).body()


def _fails(stream: Stream) -> Iterator[bytes]:
    for place in _places(stream.end(), "error"):
        yield _failed(stream, place)


def _fails_at_once(stream: Stream) -> Iterator[bytes]:
    yield _failed(stream, 0)


def _fails_by_name(stream: Stream) -> Iterator[bytes]:
    """Yield the stream up to an error. The error has an ``event:`` line, although the dialect has no such lines."""
    place = max(1, stream.end() // 2)
    error = Event(value=_ERRORS[stream.dialect], name="error")
    yield stream.with_events([*stream.events[:place], error]).body()


_UNNAMED: Final = ("openai_chat", "mistral_chat", "gemini_generate")
_CUT_BUG: Final = "langchain#39275, cline#13001, hermes-agent#6847"
MUTANTS: Final = (
    Mutant(
        id="cut-after-first", statement="The stream ends after its first event.", bug=_CUT_BUG,
        verdicts=verdicts(_CUT, ALL), make=_after_first,
    ),
    Mutant(
        id="cut-before-last", statement="The stream ends before the event that marks the answer as done.",
        bug=_CUT_BUG, verdicts=verdicts(_CUT, ALL), make=_before_last,
    ),
    Mutant(
        id="cut-between", statement=f"The stream ends cleanly between two events, at {PLACES} places.", bug=_CUT_BUG,
        verdicts=verdicts(_CUT, ALL), make=_between,
    ),
    Mutant(
        id="cut-inside", statement=f"The body ends cleanly inside an event, at {PLACES} places.",
        bug="opencode#39968", verdicts=verdicts(_CUT, ALL), make=_inside,
    ),
    Mutant(
        id="cut-dropped", statement=f"The connection is lost inside up to {DROPS} events, first in events of calls.",
        bug="opencode#39968", verdicts=verdicts(_CUT, ALL), make=_dropped, drops=True, since="2026-11-23",
    ),
    Mutant(
        id="error-inside", statement=f"A provider error ends the stream, at {PLACES} places.",
        bug="OmniRoute#8210, local-operator#223", verdicts=verdicts(_ERROR, ALL), make=_fails,
    ),
    Mutant(
        id="error-first", statement="The stream has only a provider error, with status 200.",
        bug="open-octo#910", verdicts=verdicts(_ERROR, ALL), make=_fails_at_once,
    ),
    Mutant(
        id="error-event", statement="An error comes with an `event: error` line.",
        bug="opencode#1018; recorded from Groq", verdicts=verdicts(_ERROR, _UNNAMED), make=_fails_by_name,
    ),
    Mutant(
        id="payload-broken", statement="The payload of one event lacks its last brace.",
        bug="proxies that lose bytes", verdicts=verdicts(_MALFORMED, ALL), make=_with(_broken),
    ),
    Mutant(
        id="payload-scalar", statement="The payload of one event is a number.", bug="proxies that write into streams",
        verdicts=verdicts(_MALFORMED, ALL), make=_with(lambda _: "0"),
    ),
    Mutant(
        id="payload-html", statement="The payload of one event is a web page.",
        bug="proxies that answer in place of the server", verdicts=verdicts(_MALFORMED, ALL),
        make=_with(lambda _: "<html>504</html>"),
    ),
    Mutant(
        id="payload-deep", statement="The payload of one event is an array with 100000 levels.",
        bug="parsers that recurse", verdicts=verdicts(_MALFORMED, ALL),
        make=_with(lambda _: "[" * 100_000 + "]" * 100_000),
    ),
    Mutant(
        id="frame-checksum", statement="A frame's checksum is wrong.", bug="bytes that a network changed",
        verdicts=verdicts(_MALFORMED, FRAMES), make=_checksum(-6),
    ),
    Mutant(
        id="frame-lengths", statement="A frame's lengths do not match their checksum.",
        bug="bytes that a network changed", verdicts=verdicts(_MALFORMED, FRAMES), make=_checksum(3),
    ),
)  # fmt: skip
