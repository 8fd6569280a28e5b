"""The caller for Gemini's Interactions API. It uses Google's Gen AI SDK.

In most conversations, the client keeps the history: it sends the model's steps back unchanged, and the vendor stores
nothing. If the vendor stores the conversation, the client sends only the results, and the id of the previous answer. If
the vendor answers in the background, it stores the answer, and the client polls until it has the answer.

The SDK has no reader that joins the events of a stream, so this client joins them as Google's examples do.
"""

import json
from typing import Any, Final

from google import genai
from google.genai import interactions, types

from conformance.callers.caller import (
    Conversation,
    Talk,
    broken,
    calls_of,
    described,
    ended,
    files_of,
    hold,
    images_of,
    results_of,
    text_of,
    texts_of,
)
from conformance.callers.modes import all_of, awaited, certificates
from toolwire.model import (
    Expected,
    ExpectedCall,
    File,
    FinishReason,
    Image,
    Message,
    ProviderError,
    ProviderTool,
    Tool,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)

SDK: Final = "google-genai"
_KEY: Final = "none"
_PENDING: Final = ("queued", "in_progress")
_WORDS: Final[dict[str, FinishReason]] = {"incomplete": "length", "failed": "error"}


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes.

    The last segment of ``base_url`` is the version of the API.
    """
    root, _, version = base_url.rstrip("/").rpartition("/")
    options = types.HttpOptions(
        base_url=root,
        api_version=version,
        retry_options=types.HttpRetryOptions(attempts=1),
        client_args={"verify": certificates()},
    )
    asked = _Asked([step for message in conversation.opening if message.role != "system" for step in _steps(message)])

    def continue_with(answer: "_Answer", results: tuple[ToolResult, ...]) -> None:
        if conversation.stored:
            asked.steps, asked.previous = [_result(result) for result in results], answer.id
            return
        for step in answer.steps:
            if conversation.breaks_seals and step["type"] == "thought":
                step["signature"] = broken(step["signature"])
        asked.steps.extend(answer.steps)
        asked.steps.extend(_result(result) for result in results)

    client = genai.Client(api_key=_KEY, vertexai=False, http_options=options)
    yield from hold(
        conversation.mode,
        client.aio if conversation.mode == "async" else client,
        lambda client: _ask(client, conversation, asked),
        _understood,
        continue_with,
        _provider_error,
    )


class _Asked:
    """The input of the next request, and the id of the stored answer that the request continues."""

    def __init__(self, steps: list[Any]) -> None:
        self.steps = steps
        self.previous: str | None = None


class _Answer:
    """The steps of an answer in the form in which they are sent back, and the id, status and error of the
    interaction.
    """

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self.id: str | None = None
        self.status: str | None = None
        self.error: Any = None


async def _ask(client: Any, conversation: Conversation, asked: _Asked) -> _Answer:
    stores = conversation.stored or conversation.background
    arguments: dict[str, Any] = {"model": conversation.model, "input": asked.steps, "store": stores}
    if conversation.background:
        arguments["background"] = True
    if asked.previous is not None:
        arguments["previous_interaction_id"] = asked.previous
    system = [text_of(message.parts) for message in conversation.opening if message.role == "system"]
    if system:
        arguments["system_instruction"] = "\n".join(system)
    if conversation.tools:
        arguments["tools"] = [_tool(tool) for tool in conversation.tools]
    config: dict[str, Any] = {}
    if conversation.max_output_tokens is not None:
        config["max_output_tokens"] = conversation.max_output_tokens
    if conversation.reasoning:
        config["thinking_summaries"] = "auto"
    if conversation.tool_choice is not None:
        config["tool_choice"] = _choice(conversation.tool_choice)
    if config:
        arguments["generation_config"] = config
    answer = _Answer()
    if not conversation.stream:
        whole = await awaited(client.interactions.create(**arguments))
        while conversation.background and whole.status in _PENDING:
            whole = await awaited(client.interactions.get(whole.id))
        answer.steps = [step.model_dump() for step in whole.steps or ()]
        answer.id, answer.status = whole.id, whole.status
        return answer
    for event in await all_of(await awaited(client.interactions.create(**arguments, stream=True))):
        _take(answer, event)
    return answer


def _take(answer: _Answer, event: Any) -> None:
    """Add an event of a stream to the answer."""
    match event:
        case interactions.StepStart():
            answer.steps.append(event.step.model_dump())
        case interactions.StepDelta():
            _grow(answer.steps[event.index], event.delta)
        case interactions.StepStop():
            _close(answer.steps[event.index])
        case interactions.InteractionCompletedEvent():
            answer.id, answer.status = event.interaction.id, event.interaction.status
        case interactions.ErrorEvent():
            answer.status, answer.error = "failed", event.error


def _grow(step: dict[str, Any], delta: Any) -> None:
    match delta:
        case interactions.ArgumentsDelta():
            before = step["arguments"] if isinstance(step["arguments"], str) else ""
            step["arguments"] = before + (delta.arguments or "")
        case interactions.TextDelta():
            content = step.setdefault("content", [{"type": "text", "text": ""}])
            content[0]["text"] += delta.text
        case interactions.ThoughtSignatureDelta():
            step["signature"] = delta.signature
        case interactions.ThoughtSummaryDelta():
            summary = step.setdefault("summary", [{"type": "text", "text": ""}])
            summary[0]["text"] += getattr(delta.content, "text", "")
        case _:
            step |= {key: value for key, value in delta.model_dump().items() if key != "type"}


def _close(step: dict[str, Any]) -> None:
    """Finish a step of a streamed answer: if it is a call whose arguments arrived as fragments of JSON, parse them.

    Without fragments, the arguments are the object from the start of the call, and stay unchanged.
    """
    if step["type"] == "function_call" and isinstance(step["arguments"], str):
        step["arguments"] = json.loads(step["arguments"])


def _tool(tool: Tool) -> Any:
    if isinstance(tool, ProviderTool):
        return tool.value
    assert isinstance(tool, ToolDefinition)
    declared: dict[str, Any] = {
        "type": "function",
        **described(tool),
        "parameters": tool.parameters,
    }
    declared["defer_loading"] = tool.deferred or None
    return {key: value for key, value in declared.items() if value is not None}


def _choice(choice: ToolChoice) -> Any:
    words = {"auto": "auto", "none": "none", "required": "any"}
    if choice.mode in words:
        return words[choice.mode]
    mode = "any" if choice.mode == "named" or choice.must_call else "validated"
    return {"allowed_tools": {"mode": mode, "tools": list(choice.names)}}


def _steps(message: Message) -> list[Any]:
    calls = [
        {"type": "function_call", "id": call.id, "name": call.name, "arguments": json.loads(call.arguments.text)}
        for call in calls_of(message)
    ]
    results = [_result(result) for result in results_of(message)]
    text = text_of(message.parts)
    kind = "model_output" if message.role == "assistant" else "user_input"
    texts = [{"type": kind, "content": [{"type": "text", "text": text}]}] if text else []
    return [*texts, *calls, *results]


def _result(result: ToolResult) -> Any:
    shown = [
        *({"type": "text", "text": text} for text in texts_of(result)),
        *(_medium("image", image) for image in images_of(result.parts)),
        *(_medium("document", file) for file in files_of(result.parts)),
    ]
    step = {"type": "function_result", "name": result.name, "call_id": result.call_id, "result": shown}
    return step | ({"is_error": True} if result.is_error else {})


def _medium(kind: str, medium: Image | File) -> Any:
    return {"type": kind, "mime_type": medium.media_type, "data": medium.data}


def _understood(answer: _Answer) -> Expected:
    calls = tuple(
        ExpectedCall(id=step["id"], name=step["name"], arguments=json.dumps(step["arguments"], ensure_ascii=False))
        for step in answer.steps
        if step["type"] == "function_call"
    )
    thoughts = "".join(_text(step.get("summary")) for step in answer.steps if step["type"] == "thought")
    failure = answer.error
    return Expected(
        calls=calls,
        text="".join(_text(step.get("content")) for step in answer.steps if step["type"] == "model_output"),
        finish=_WORDS.get(answer.status or "", ended(answer.status, calls)),
        reasoning=thoughts or None,
        error=ProviderError(message=failure.message or "", code=failure.code) if failure else None,
    )


def _text(contents: list[Any] | None) -> str:
    return "".join(content["text"] for content in contents or () if content["type"] == "text")


def _provider_error(error: Exception) -> ProviderError | None:
    body, status = getattr(error, "body", None), getattr(error, "status_code", None)
    if not isinstance(status, int):
        return None
    inner = body.get("error") if isinstance(body, dict) else None
    known = inner if isinstance(inner, dict) else {}
    return ProviderError(
        message=known.get("message") or str(error), kind=known.get("status"), code=known.get("code"), status=status
    )
