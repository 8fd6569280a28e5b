"""The assembly of a response from stream events."""

from collections.abc import Mapping
from io import StringIO
from typing import Final, assert_never

import msgspec

from toolwire.dialects import arguments
from toolwire.dialects.kept import PART, Kept, size
from toolwire.dialects.surrogates import join_surrogates
from toolwire.model import (
    ApprovalRequest,
    ArgumentsDelta,
    CallFinished,
    CallStarted,
    Candidate,
    Event,
    Failed,
    Finish,
    Finished,
    Image,
    Json,
    Malformed,
    Part,
    PartData,
    ProviderError,
    ProviderPart,
    Reasoning,
    ReasoningDelta,
    Refusal,
    RefusalDelta,
    Response,
    ResponseData,
    Started,
    Text,
    TextDelta,
    ToolCall,
    Unknown,
    Usage,
    UsageReported,
    WholePart,
)

_KINDS: Final[dict[type[Event], type[Text] | type[Refusal] | type[Reasoning]]] = {
    TextDelta: Text,
    RefusalDelta: Refusal,
    ReasoningDelta: Reasoning,
}


class _Growing:
    """A part of the response that is still arriving."""

    __slots__ = ("data", "finished", "kind", "started", "text", "whole", "write")

    def __init__(self) -> None:
        self.kind: type[Text] | type[Refusal] | type[Reasoning] | None = None
        self.text = StringIO()
        self.write = self.text.write
        self.data: dict[str, Json] = {}
        self.started: CallStarted | None = None
        self.finished = False
        self.whole: ApprovalRequest | ProviderPart | Unknown | Image | None = None

    def add_text(self, event: TextDelta | RefusalDelta | ReasoningDelta) -> None:
        """Add text to the part.

        If the part was a call, it becomes text or reasoning, and the call's name and arguments are dropped.
        """
        self.kind = _KINDS[type(event)]
        if self.started is not None:
            self.started, self.finished = None, False
            self.text.seek(0)
            self.text.truncate()
        self.write(event.text)

    def part(self) -> Part | None:
        text = join_surrogates(self.text.getvalue())
        if self.whole is not None:
            return self.whole
        if self.started is not None:
            complete = self.finished
            custom = self.started.kind == "custom"
            return ToolCall(
                id=self.started.id,
                name=self.started.name,
                kind=self.started.kind,
                arguments=arguments.free_text(text) if custom else arguments.from_text(text, complete=complete),
                complete=complete,
                provider_data=self.data,
            )
        if self.kind is Text:
            return Text(text=text, provider_data=self.data)
        if self.kind is Refusal:
            return Refusal(text=text, provider_data=self.data)
        if self.kind is Reasoning or self.data:
            return Reasoning(text=text, provider_data=self.data)
        return None


class _Answer:
    """A candidate (one of several answers) that is still arriving."""

    __slots__ = ("finish", "parts")

    def __init__(self) -> None:
        self.parts: dict[int, _Growing] = {}
        self.finish: Finish | None = None

    def build_parts(self) -> tuple[Part, ...]:
        grown = (self.parts[key].part() for key in sorted(self.parts))
        return tuple(part for part in grown if part is not None)


class Assembler:
    """A collector of a stream's events, which builds a response from them.

    ``response`` may be called at any time. Without the stream's last events, the response is cut.
    """

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept or Kept()
        self._answers: dict[int, _Answer] = {0: _Answer()}
        self._id: str | None = None
        self._model: str | None = None
        self._usage: Usage | None = None
        self._error: ProviderError | None = None
        self._malformed: Finish | None = None
        self._data: dict[str, Json] = {}

    def add(self, event: Event) -> None:
        """Add the next event to the response. Then raise ``LimitExceeded`` if the response is too large."""
        before: object
        match event:
            case ArgumentsDelta():
                self._at(event.candidate, event.part).write(event.text)
                self._kept.grow_text(event.text)
            case TextDelta() | RefusalDelta() | ReasoningDelta():
                self._at(event.candidate, event.part).add_text(event)
                self._kept.grow_text(event.text)
            case Started():
                self._start(event)
            case CallStarted():
                growing = self._at(event.candidate, event.part)
                before, growing.started = growing.started, event
                self._grow(before, event)
            case CallFinished():
                self._at(event.candidate, event.part).finished = True
            case PartData():
                self._update(self._at(event.candidate, event.part).data, event.provider_data)
            case WholePart():
                growing = self._at(event.candidate, event.part)
                before, growing.whole = growing.whole, event.value
                self._grow(before, event.value)
            case ResponseData():
                self._update(self._data, event.provider_data)
            case UsageReported():
                before, self._usage = self._usage, event.usage
                self._grow(before, event.usage)
            case Finished():
                self._finish(event)
            case Failed():
                if self._error is None:
                    self._error = event.error
                    self._kept.grow(size(event.error))
            case Malformed():
                self._malformed = Finish(reason="malformed", why=event.why)
            case _:
                assert_never(event)

    def _start(self, event: Started) -> None:
        """Take the first id and the first model.

        Only new values are measured, because a stream may repeat this event, and the known values may be long.
        """
        if not self._id and event.id:
            before, self._id = self._id, event.id
            self._grow(before, event.id)
        if not self._model and event.model:
            before, self._model = self._model, event.model
            self._grow(before, event.model)

    def _at(self, candidate: int, part: int) -> _Growing:
        try:
            return self._answers[candidate].parts[part]
        except KeyError:
            growing = self._answer(candidate).parts[part] = _Growing()
            self._kept.size += PART  # the next count checks the limit
            return growing

    def _answer(self, candidate: int) -> _Answer:
        answer = self._answers.get(candidate)
        if answer is None:
            answer = self._answers[candidate] = _Answer()
            self._kept.size += PART
        return answer

    def _update(self, known: dict[str, Json], more: Mapping[str, Json]) -> None:
        """Merge ``more`` into ``known``. Later keys replace earlier keys."""
        before = {key: known[key] for key in more if key in known}
        known.update(more)
        self._grow(before, more)

    def _grow(self, before: object, after: object) -> None:
        """Update the count of kept bytes: ``after`` replaces ``before``."""
        self._kept.grow(size(after) - size(before))

    def _finish(self, event: Finished) -> None:
        answer = self._answer(event.candidate)
        if answer.finish is None:
            answer.finish = Finish(reason=event.reason, raw=event.raw)
            self._kept.grow(size(event.raw))

    def response(self) -> Response:
        """Return the response that the events so far form."""
        cut = self._broken_off() or Finish(reason="interrupted")
        first, *others = (self._answers[key] for key in sorted(self._answers))
        return Response(
            id=self._id,
            model=self._model,
            parts=first.build_parts(),
            finish=self._broken_off(first.finish.raw if first.finish else None) or first.finish or cut,
            usage=self._usage,
            error=self._error,
            alternatives=tuple(Candidate(parts=other.build_parts(), finish=other.finish or cut) for other in others),
            provider_data=self._data,
        )

    def _broken_off(self, raw: Json = None) -> Finish | None:
        """Return the finish of a stream that ended with an error or with bytes that could not be read. Return None for
        other streams. ``raw`` is the provider's word for the finish reason.
        """
        if self._error is not None:
            return Finish(reason="error", raw=raw)
        return self._malformed and msgspec.structs.replace(self._malformed, raw=raw)


def assemble(events: "list[Event]") -> Response:
    """Return the response that the events of a whole stream form."""
    assembler = Assembler()
    for event in events:
        assembler.add(event)
    return assembler.response()
