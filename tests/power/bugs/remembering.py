"""Bugs of memory, within a conversation or between conversations."""

from collections.abc import Mapping
from typing import Any

from toolwire.model import Request, Response, Text, ToolCall, ToolResult

from ..bug import forgetful_bug, lasting_bug
from ..client import Edit, Layer
from ..edits import replace, with_calls, with_parts, with_tools


@forgetful_bug("memory")
def reads_no_calls_from_the_fourth_answer_on() -> Mapping[Layer, Edit]:
    """Stop the loop after three steps, and drop the calls of the fourth answer."""
    answers = [0]

    def edited(read: Response) -> Response:
        answers[0] += 1
        if answers[0] < 4:
            return read
        return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, ToolCall)])

    return {"read": edited}


@forgetful_bug("memory")
def gathers_calls_of_all_answers() -> Mapping[Layer, Edit]:
    """Show the calls of earlier answers again with later calls."""
    gathered: list[ToolCall] = []

    def edited(reading: Any) -> Any:
        gathered.extend(reading.calls)
        return replace(reading, calls=tuple(gathered)) if reading.calls else reading

    return {"shown": edited}


@forgetful_bug("memory")
def gathers_text_of_all_answers() -> Mapping[Layer, Edit]:
    """Show the text of earlier answers again with later text."""
    gathered: list[str] = []

    def edited(reading: Any) -> Any:
        gathered.append(reading.text)
        return replace(reading, text="".join(gathered))

    return {"shown": edited}


@forgetful_bug("memory", "QwenLM/qwen-code#8382")
def uses_ids_again() -> Mapping[Layer, Edit]:
    """Give later calls the ids of the first answer's calls, by place."""
    ids: dict[int, str | None] = {}

    def edited(read: Response) -> Response:
        places = {id(call): place for place, call in enumerate(read.calls)}
        return with_calls(read, lambda call: replace(call, id=ids.setdefault(places[id(call)], call.id)))

    return {"read": edited}


@forgetful_bug("memory")
def sends_results_again() -> Mapping[Layer, Edit]:
    """Send the results of earlier turns again with later results."""
    sent: list[ToolResult] = []

    def edited(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
        sent.extend(results)
        return tuple(sent) if results else results

    return {"results": edited}


@forgetful_bug("memory")
def sends_the_last_turn_alone() -> Mapping[Layer, Edit]:
    """Send only the opening messages and the last turn of the history."""

    def edited(request: Request) -> Request:
        spoken = [place for place, message in enumerate(request.messages) if message.role == "tool"]
        if len(spoken) < 2:
            return request
        start = next(place for place, message in enumerate(request.messages) if message.role == "assistant")
        return replace(request, messages=(*request.messages[:start], *request.messages[spoken[-1] - 1 :]))

    return {"request": edited}


@forgetful_bug("memory")
def answers_from_its_cache() -> Mapping[Layer, Edit]:
    """Cache a tool's first result by name, and send it for later calls."""
    kept: dict[str | None, Any] = {}

    def edited(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
        before = dict(kept)
        kept.update({result.name: result.parts for result in results})
        return tuple(replace(result, parts=before.get(result.name, result.parts)) for result in results)

    return {"results": edited}


@forgetful_bug("memory")
def repeats_the_last_text() -> Mapping[Layer, Edit]:
    """Show the previous answer's text for an answer without text."""
    last = [""]

    def edited(reading: Any) -> Any:
        text = reading.text or last[0]
        last[0] = text
        return replace(reading, text=text)

    return {"shown": edited}


@lasting_bug("memory")
def keeps_schemas_by_name(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Cache schemas by the tool's name for all conversations."""

    def edited(request: Request) -> Request:
        return with_tools(request, lambda tool: replace(tool, parameters=memory.setdefault(tool.name, tool.parameters)))

    return {"request": edited}


@lasting_bug("memory")
def shares_its_calls(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Cache arguments by the call's place for all conversations, and send them back."""

    def edited(message: Any) -> Any:
        places = iter(range(len(message.parts)))
        return with_calls(
            message, lambda call: replace(call, arguments=memory.setdefault(f"{next(places)}", call.arguments))
        )

    return {"echo": edited}


@lasting_bug("memory")
def shares_its_system(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Send the first conversation's system message in all conversations."""

    def edited(request: Request) -> Request:
        if request.messages[0].role != "system":
            return request
        first = memory.setdefault("system", request.messages[0])
        return replace(request, messages=(first, *request.messages[1:]))

    return {"request": edited}


@lasting_bug("memory")
def shares_its_question(memory: dict[str, Any]) -> Mapping[Layer, Edit]:
    """Cache a question by the names of the tools, and send it in all conversations with these names."""

    def edited(request: Request) -> Request:
        names = ",".join(str(getattr(tool, "name", "")) for tool in request.tools)
        kept = memory.setdefault(names, request.messages[-1])
        is_question = request.messages[-1].role == "user" and all(isinstance(part, Text) for part in kept.parts)
        return replace(request, messages=(*request.messages[:-1], kept)) if is_question else request

    return {"request": edited}


@forgetful_bug("memory")
def continues_the_first_answer_always() -> Mapping[Layer, Edit]:
    """Continue the first stored answer in every later request."""
    kept: list[str] = []

    def edited(request: Request) -> Request:
        if request.continues is None:
            return request
        kept.append(request.continues)
        return replace(request, continues=kept[0])

    return {"request": edited}
