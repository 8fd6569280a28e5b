"""From stream events to a response."""

from typing import assert_never

import msgspec

from conformance.model import (
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
from conformance.normalizer import arguments
from conformance.normalizer.pieces import joined


class _Growing:
    """A part while it arrives."""

    __slots__ = ("data", "finished", "kind", "pieces", "started", "whole")

    def __init__(self) -> None:
        self.kind: type[Text] | type[Refusal] | type[Reasoning] | type[ToolCall] | None = None
        self.pieces: list[str] = []
        self.data: dict[str, Json] = {}
        self.started: CallStarted | None = None
        self.finished = False
        self.whole: ProviderPart | Unknown | Image | None = None

    def part(self) -> Part | None:
        text = joined(self.pieces)
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
    """One candidate while it arrives."""

    __slots__ = ("finish", "parts")

    def __init__(self) -> None:
        self.parts: dict[int, _Growing] = {}
        self.finish: Finish | None = None

    def at(self, part: int) -> _Growing:
        growing = self.parts.get(part)
        if growing is None:
            growing = self.parts[part] = _Growing()
        return growing

    def built(self) -> tuple[Part, ...]:
        grown = (self.parts[key].part() for key in sorted(self.parts))
        return tuple(part for part in grown if part is not None)


class Assembler:
    """Takes the events of one stream, gives the response so far: whole, or cut where the events end."""

    def __init__(self) -> None:
        self._answers: dict[int, _Answer] = {0: _Answer()}
        self._id: str | None = None
        self._model: str | None = None
        self._usage: Usage | None = None
        self._error: ProviderError | None = None
        self._malformed: Finish | None = None
        self._data: dict[str, Json] = {}

    def add(self, event: Event) -> None:
        answer = self._answer(event.candidate)
        match event:
            case ArgumentsDelta():
                answer.at(event.part).pieces.append(event.text)
            case TextDelta():
                self._grow(answer, event.part, Text, event.text)
            case Started():
                self._id = self._id or event.id
                self._model = self._model or event.model
            case RefusalDelta():
                self._grow(answer, event.part, Refusal, event.text)
            case ReasoningDelta():
                self._grow(answer, event.part, Reasoning, event.text)
            case CallStarted():
                answer.at(event.part).started = event
            case CallFinished():
                answer.at(event.part).finished = True
            case PartData():
                answer.at(event.part).data.update(event.provider_data)
            case WholePart():
                answer.at(event.part).whole = event.value
            case ResponseData():
                self._data.update(event.provider_data)
            case UsageReported():
                self._usage = event.usage
            case Finished():
                answer.finish = answer.finish or Finish(reason=event.reason, raw=event.raw)
            case Failed() | Malformed():
                self._break_off(event)
            case _:
                assert_never(event)

    def _break_off(self, event: Failed | Malformed) -> None:
        if isinstance(event, Failed):
            self._error = self._error or event.error
        else:
            self._malformed = Finish(reason="malformed", why=event.why)

    def _answer(self, candidate: int) -> _Answer:
        answer = self._answers.get(candidate)
        if answer is None:
            answer = self._answers[candidate] = _Answer()
        return answer

    @staticmethod
    def _grow(answer: _Answer, part: int, kind: type[Text] | type[Refusal] | type[Reasoning], text: str) -> None:
        growing = answer.at(part)
        growing.kind = kind
        growing.pieces.append(text)

    def response(self) -> Response:
        """The response that the events so far make."""
        cut = self._broken_off() or Finish(reason="interrupted")
        first, *others = (self._answers[key] for key in sorted(self._answers))
        return Response(
            id=self._id,
            model=self._model,
            parts=first.built(),
            finish=self._broken_off(first.finish.raw if first.finish else None) or first.finish or cut,
            usage=self._usage,
            error=self._error,
            alternatives=tuple(Candidate(parts=other.built(), finish=other.finish or cut) for other in others),
            provider_data=self._data,
        )

    def _broken_off(self, raw: Json = None) -> Finish | None:
        """The end where the provider, or its bytes, broke off."""
        if self._error is not None:
            return Finish(reason="error", raw=raw)
        return self._malformed and msgspec.structs.replace(self._malformed, raw=raw)


def assemble(events: "list[Event]") -> Response:
    """The response that a whole stream's events make."""
    assembler = Assembler()
    for event in events:
        assembler.add(event)
    return assembler.response()
