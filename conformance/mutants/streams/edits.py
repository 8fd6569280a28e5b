"""Functions that turn small edits into transforms of streams."""

from collections.abc import Callable, Iterator

from conformance.mutants.streams.calls import Call, calls
from conformance.mutants.streams.mutant import Make
from conformance.mutants.streams.stream import Event, Stream, copied, slots
from toolwire.json_value import Json


def of_stream(edit: Callable[[Stream], Stream | None]) -> Make:
    """Return a transform that edits a copy of the stream. ``edit`` changes the copy, or returns a new stream."""

    def make(stream: Stream) -> Iterator[bytes]:
        copy = stream.copy()
        yield (edit(copy) or copy).body()

    return make


def of_calls(edit: Callable[[list[Call]], None]) -> Make:
    """Return a transform that applies ``edit`` to the list of calls in the stream."""

    def change(stream: Stream) -> None:
        found = calls(stream)
        if found:
            edit(found)

    return of_stream(change)


def of_each_call(edit: Callable[[Call], None]) -> Make:
    """Return a transform that applies ``edit`` to each call of the stream."""

    def change(found: list[Call]) -> None:
        for call in found:
            edit(call)

    return of_calls(change)


def of_values(edit: Callable[[Json], None]) -> Make:
    """Return a transform that applies ``edit`` to each payload except ``[DONE]``."""

    def change(stream: Stream) -> None:
        for value in stream.values:
            edit(value)

    return of_stream(change)


def of_events(edit: Callable[[list[Event]], list[Event]]) -> Make:
    """Return a transform that drops, moves or repeats events. ``edit`` gets the events, and returns the new list."""
    return of_stream(lambda stream: stream.with_events(edit(stream.events)))


def of_bytes(edit: Callable[[bytes], bytes]) -> Make:
    """Return a transform that replaces the bytes of each event with the result of ``edit``."""

    def make(stream: Stream) -> Iterator[bytes]:
        yield b"".join(map(edit, stream.bodies()))

    return make


def put(pointers: dict[str, str], value: Json) -> Make:
    """Return a transform that replaces the values at a pointer with ``value``. ``pointers``: the pointer by dialect.

    If ``value`` is None, the transform removes the keys.
    """

    def change(stream: Stream) -> None:
        for payload in stream.values:
            for place, key in list(slots(payload, pointers[stream.dialect])):
                if value is None:
                    del place[key]
                else:
                    place[key] = value

    return of_stream(change)


def inserted(payloads: dict[str, Json], at: Callable[[Stream], list[int]]) -> Make:
    """Return a transform that inserts copies of an event into a stream.

    ``payloads``: the payload of the event, by dialect. ``at``: a function that returns the indices of those events
    before which a copy is inserted.
    """

    def change(stream: Stream) -> Stream:
        places = set(at(stream))
        events: list[Event] = []
        for n, event in enumerate((*stream.events, None)):
            if n in places:
                events.append(stream.event(copied(payloads[stream.dialect])))
            if event is not None:
                events.append(event)
        return stream.with_events(events).numbered()

    return of_stream(change)


def everywhere(stream: Stream) -> list[int]:
    """Return the indices of all events from the second event to the event that ends the answer."""
    return list(range(1, stream.end() + 1))


def halfway(stream: Stream) -> list[int]:
    """Return a list with a single index: the index of the event halfway through the stream."""
    return [max(1, min(stream.end(), len(stream.events) - 1) // 2)]
