"""Streams: server-sent events with an ``event_type`` in their data, and ``[DONE]`` at the end.

Events start a step, add deltas to the step, and stop it. They name the step by its index. ``interaction.completed`` has
the status and the token counts, and it may have all steps. These steps are ignored if earlier events had steps.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from toolwire.dialects import finish, google_error
from toolwire.dialects import usage as counts
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.dialects.gemini_interactions import open_steps, outputs
from toolwire.dialects.gemini_interactions.open_steps import Step
from toolwire.dialects.gemini_interactions.response import CUTS, FINISH_WORDS, USAGE, read_failure
from toolwire.dialects.kept import Held, Kept
from toolwire.dialects.open_blocks import OpenBlocks
from toolwire.dialects.stream_values import filled, number_in, object_in
from toolwire.model import Event, Failed, Json, Started, UsageReported
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import DONE

_EARLY: Final = frozenset(
    word for word, meaning in FINISH_WORDS.items() if meaning not in (*finish.NORMAL, *finish.UNENDED)
)
"""The statuses of an interaction that ended early, such as ``incomplete``."""


class StreamDecoder:
    """A decoder of this dialect's streams. See ``toolwire.dialects.dialect.StreamDecoder``."""

    def __init__(self, kept: Kept) -> None:
        self._limits = kept.limits
        self._sse = sse.SseDecoder(self._limits)
        self._steps: OpenBlocks[Step] = OpenBlocks(FINISH_WORDS, CUTS, kept)
        self._begun = False
        self._status: str | None = None
        self._finished = False
        self._failed = False
        self._error: Json = None
        """The error of a failed answer: the first in the last list of errors, or else the first error of a step."""
        self._held = Held(kept, 0)

    def feed(self, chunk: bytes) -> Iterator[Event]:
        for event in self._sse.feed(chunk):
            if event.data.strip() not in ("", DONE):
                yield from self._event(exact_json.loads(event.data, self._limits))

    def close(self) -> Iterator[Event]:
        cut_off = self._sse.unfinished()
        if cut_off is not None and cut_off.data.strip() != DONE:
            with suppress(WireError):
                yield from self._event(exact_json.loads(cut_off.data, self._limits))
        yield from self._steps.close()
        if self._status in _EARLY and not self._finished:
            yield from self._finish(self._status)

    def _event(self, value: Json) -> Iterator[Event]:
        if not isinstance(value, dict):
            raise ShapeError(f"/: expected an object as an event of the stream, got {kind(value)}")
        match value.get("event_type", "error" if "error" in value else None):
            case "interaction.created":
                yield from _started(object_in(value, "interaction"))
            case "interaction.status_update":
                status = value.get("status")
                self._status = status if isinstance(status, str) else self._status
                yield from _count(value.get("usage"))
            case "step.start":
                yield from self._start(number_in(value, "index"), value.get("step"))
            case "step.delta":
                yield from self._delta(number_in(value, "index"), object_in(value, "delta"))
            case "step.stop":
                yield from self._steps.stop(number_in(value, "index"))
            case "interaction.completed":
                yield from self._completed(object_in(value, "interaction"))
            case "error":
                self._failed = True
                yield Failed(error=google_error.read_value(value.get("error", value), None))

    def _start(self, index: int, value: Json) -> Iterator[Event]:
        self._begun = True
        if self._error is None:
            self._keep_error(outputs.error(value))
        new_part = self._steps.new_part
        yield from self._steps.start(index, lambda part, held: open_steps.begin(part, value, held, new_part))

    def _delta(self, index: int, delta: dict[str, Json]) -> Iterator[Event]:
        step = self._steps.open.get(index)
        if step is None:
            raise ShapeError(f"/index: expected the index of an open step, got {index}")
        yield from step.delta(delta, "/delta")

    def _completed(self, interaction: dict[str, Json]) -> Iterator[Event]:
        yield from _started(interaction)
        entries = interaction.get("steps")
        if not self._begun:
            for n, step in enumerate(entries if isinstance(entries, list) else ()):
                yield from self._start(n, step)
                yield from self._steps.stop(n)
        yield from _count(interaction.get("usage"))
        status = interaction.get("status")
        errors = interaction.get("errors")
        known = (error for error in (errors if isinstance(errors, list) else ()) if error is not None)
        self._keep_error(next(known, self._error))
        yield from self._finish(status if isinstance(status, str) else None)

    def _keep_error(self, error: Json) -> None:
        self._held.add(error, self._error)
        self._error = error

    def _finish(self, status: str | None) -> Iterator[Event]:
        self._finished = True
        yield from self._steps.finish(status, failed=self._failed)
        failure = read_failure([self._error]) if status == "failed" else None
        if failure is not None:
            yield Failed(error=failure)


def stream_decoder(kept: Kept | None = None) -> StreamDecoder:
    """Return a decoder for one streamed answer."""
    return StreamDecoder(kept or Kept())


def _started(interaction: dict[str, Json]) -> Iterator[Event]:
    found, model = (filled(interaction.get(key)) for key in ("id", "model"))
    if found or model:
        yield Started(id=found, model=model)


def _count(value: Json) -> Iterator[Event]:
    usage = counts.read(value, "/usage", USAGE)
    if usage is not None:
        yield UsageReported(usage=usage)
