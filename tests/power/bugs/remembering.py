"""Bugs of what is remembered: within a conversation, or by all of them."""

from collections.abc import Mapping
from typing import Any

from toolwire.model import Request, Response, Text, ToolCall, ToolResult

from ..bug import forgetful_bug, lasting_bug
from ..client import Edit, Layer
from ..edits import replace, with_calls, with_parts, with_tools


@forgetful_bug("memory")
def reads_no_calls_from_the_fourth_answer_on() -> Mapping[Layer, Edit]:
    """Its loop has three steps; the fourth answer is taken for the last."""
    answers = [0]

    def edited(read: Response) -> Response:
        answers[0] += 1
        if answers[0] < 4:
            return read
        return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, ToolCall)])

    return {"read": edited}


@forgetful_bug("memory")
def gathers_calls_of_all_answers() -> Mapping[Layer, Edit]:
    """What gathers calls is not emptied between answers."""
    gathered: list[ToolCall] = []

    def edited(reading: Any) -> Any:
        gathered.extend(reading.calls)
        return replace(reading, calls=tuple(gathered)) if reading.calls else reading

    return {"shown": edited}


@forgetful_bug("memory")
def gathers_text_of_all_answers() -> Mapping[Layer, Edit]:
    """What gathers text is not emptied between answers."""
    gathered: list[str] = []

    def edited(reading: Any) -> Any:
        gathered.append(reading.text)
        return replace(reading, text="".join(gathered))

    return {"shown": edited}


@forgetful_bug("memory", "QwenLM/qwen-code#8382")
def uses_ids_again() -> Mapping[Layer, Edit]:
    """Ids of the first answer's calls stand for those of later ones, by place."""
    ids: dict[int, str | None] = {}

    def edited(read: Response) -> Response:
        places = {id(call): place for place, call in enumerate(read.calls)}
        return with_calls(read, lambda call: replace(call, id=ids.setdefault(places[id(call)], call.id)))

    return {"read": edited}


@forgetful_bug("memory")
def sends_results_again() -> Mapping[Layer, Edit]:
    """Results of earlier turns are sent with those of later ones."""
    sent: list[ToolResult] = []

    def edited(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
        sent.extend(results)
        return tuple(sent) if results else results

    return {"results": edited}


@forgetful_bug("memory")
def sends_the_last_turn_alone() -> Mapping[Layer, Edit]:
    """Of the history it sends what was said last: the question, the last calls and their results."""

    def edited(request: Request) -> Request:
        spoken = [place for place, message in enumerate(request.messages) if message.role == "tool"]
        if len(spoken) < 2:
            return request
        start = next(place for place, message in enumerate(request.messages) if message.role == "assistant")
        return replace(request, messages=(*request.messages[:start], *request.messages[spoken[-1] - 1 :]))

    return {"request": edited}


@forgetful_bug("memory")
def answers_from_its_cache() -> Mapping[Layer, Edit]:
    """A result of a tool is kept by name, and sent for its later calls, too."""
    kept: dict[str | None, Any] = {}

    def edited(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
        before = dict(kept)
        kept.update({result.name: result.parts for result in results})
        return tuple(replace(result, parts=before.get(result.name, result.parts)) for result in results)

    return {"results": edited}


@forgetful_bug("memory")
def repeats_the_last_text() -> Mapping[Layer, Edit]:
    """An answer without text has that of the answer before."""
    last = [""]

    def edited(reading: Any) -> Any:
        text = reading.text or last[0]
        last[0] = text
        return replace(reading, text=text)

    return {"shown": edited}


@lasting_bug("memory")
def keeps_schemas_by_name(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Schemas are made once for each tool's name, whichever conversation asks."""

    def edited(request: Request) -> Request:
        return with_tools(request, lambda tool: replace(tool, parameters=memory.setdefault(tool.name, tool.parameters)))

    return {"request": edited}


@lasting_bug("memory")
def shares_its_calls(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Arguments are kept by the call's place, and a second conversation sends those of the first."""

    def edited(message: Any) -> Any:
        places = iter(range(len(message.parts)))
        return with_calls(
            message, lambda call: replace(call, arguments=memory.setdefault(f"{next(places)}", call.arguments))
        )

    return {"echo": edited}


@lasting_bug("memory")
def shares_its_system(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """The system's message of the first conversation is everybody's."""

    def edited(request: Request) -> Request:
        if request.messages[0].role != "system":
            return request
        first = memory.setdefault("system", request.messages[0])
        return replace(request, messages=(first, *request.messages[1:]))

    return {"request": edited}


@lasting_bug("memory")
def shares_its_question(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """A prompt is kept with the tools it was made for, and used wherever tools have these names."""

    def edited(request: Request) -> Request:
        names = ",".join(str(getattr(tool, "name", "")) for tool in request.tools)
        kept = memory.setdefault(names, request.messages[-1])
        is_question = request.messages[-1].role == "user" and all(isinstance(part, Text) for part in kept.parts)
        return replace(request, messages=(*request.messages[:-1], kept)) if is_question else request

    return {"request": edited}


@forgetful_bug("memory")
def continues_the_first_answer_always() -> Mapping[Layer, Edit]:
    """The id of a stored answer is kept from the first answer on, and never replaced."""
    kept: list[str] = []

    def edited(request: Request) -> Request:
        if request.continues is None:
            return request
        kept.append(request.continues)
        return replace(request, continues=kept[0])

    return {"request": edited}
