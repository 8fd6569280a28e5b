"""The caller for Gemini's generateContent. It uses Google's Gen AI SDK."""

import base64
import json
from typing import Any, Final

from google import genai
from google.genai import errors, types

from conformance.callers.caller import Conversation, Talk, broken, calls_of, ended, hold, results_of, text_of
from conformance.callers.modes import all_of, awaited, certificates
from conformance.callers.partial_arguments import joined
from toolwire.model import (
    Expected,
    ExpectedCall,
    FinishReason,
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
_VERTEX: Final = "/publishers/google"


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes.

    The last segment of ``base_url`` is the version of the API. For Vertex AI, it is the segment before
    ``/publishers/google``, because the SDK adds ``/publishers/google`` itself.
    """
    base_url = base_url.rstrip("/")
    root, _, version = base_url.removesuffix(_VERTEX).rpartition("/")
    options = types.HttpOptions(
        base_url=root,
        api_version=version,
        retry_options=types.HttpRetryOptions(attempts=1),
        client_args={"verify": certificates()},
    )
    contents = [_content(message) for message in conversation.opening if message.role != "system"]

    def continue_with(answer: tuple[types.Content, Any], results: tuple[ToolResult, ...]) -> None:
        for part in answer[0].parts or ():
            if conversation.breaks_seals and part.thought_signature:
                part.thought_signature = base64.b64decode(broken(base64.b64encode(part.thought_signature).decode()))
        contents.append(answer[0])
        contents.append(types.Content(role="user", parts=[_result(result) for result in results]))

    client = genai.Client(api_key=_KEY, vertexai=base_url.endswith(_VERTEX), http_options=options)
    yield from hold(
        conversation.mode,
        client.aio if conversation.mode == "async" else client,
        lambda client: _ask(client, conversation, contents),
        lambda answer: _understood(*answer),
        continue_with,
        _provider_error,
    )


async def _ask(
    client: Any, conversation: Conversation, contents: list[types.Content]
) -> tuple[types.Content, types.FinishReason | None]:
    """Send a request with ``contents``, and return the content of the answer, and its finish reason. The reason is None
    if the answer was cut off, and ``SAFETY`` if the provider blocked the prompt.

    Calls that arrive in several parts are joined. All other parts stay unchanged.
    """
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "contents": contents,
        "config": _config(conversation),
    }
    if not conversation.stream:
        chunks = [await awaited(client.models.generate_content(**arguments))]
    else:
        chunks = await all_of(await awaited(client.models.generate_content_stream(**arguments)))
    candidates = [candidate for chunk in chunks for candidate in (chunk.candidates or [])[:1]]
    parts = [part for candidate in candidates for part in (candidate.content and candidate.content.parts) or []]
    finish = next((candidate.finish_reason for candidate in reversed(candidates) if candidate.finish_reason), None)
    if any(chunk.prompt_feedback and chunk.prompt_feedback.block_reason for chunk in chunks):
        finish = types.FinishReason.SAFETY
    return types.Content(role="model", parts=joined(parts)), finish


def _config(conversation: Conversation) -> types.GenerateContentConfig:
    system = [text_of(message.parts) for message in conversation.opening if message.role == "system"]
    return types.GenerateContentConfig(
        system_instruction="\n".join(system) or None,
        max_output_tokens=conversation.max_output_tokens,
        tools=_tools(conversation.tools) or None,
        thinking_config=types.ThinkingConfig(include_thoughts=True) if conversation.reasoning else None,
        tool_config=_tool_config(conversation),
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )


def _tools(tools: tuple[Tool, ...]) -> list[Any]:
    functions = [_tool(tool) for tool in tools if isinstance(tool, ToolDefinition)]
    own = [types.Tool.model_validate(tool.value) for tool in tools if isinstance(tool, ProviderTool)]
    return [*([types.Tool(function_declarations=functions)] if functions else []), *own]


def _tool(tool: ToolDefinition) -> types.FunctionDeclaration:
    return types.FunctionDeclaration(
        name=tool.name, description=tool.description, parameters_json_schema=tool.parameters
    )


def _tool_config(conversation: Conversation) -> types.ToolConfig | None:
    """Return the settings for tools: the tool choice, the option that shows the invocations of the provider's own
    tools, and the option that streams arguments. Return None if the conversation needs none of them.
    """
    own = any(isinstance(tool, ProviderTool) for tool in conversation.tools)
    choice = conversation.tool_choice
    if choice is None and not own and not conversation.stream_arguments:
        return None
    config = _choice(choice) if choice else None
    if conversation.stream_arguments:
        config = config or types.FunctionCallingConfig()
        config.stream_function_call_arguments = True
    return types.ToolConfig(function_calling_config=config, include_server_side_tool_invocations=own or None)


def _choice(choice: ToolChoice) -> types.FunctionCallingConfig:
    modes = {"auto": "AUTO", "none": "NONE", "required": "ANY", "named": "ANY", "allowed": "ANY"}
    return types.FunctionCallingConfig(
        mode=types.FunctionCallingConfigMode(modes[choice.mode]), allowed_function_names=list(choice.names) or None
    )


def _content(message: Message) -> types.Content:
    calls = [
        types.FunctionCall(id=call.id, name=call.name, args=json.loads(call.arguments.text))
        for call in calls_of(message)
    ]
    text = text_of(message.parts)
    texts = [types.Part(text=text)] if text else []
    if calls:
        return types.Content(role="model", parts=[*texts, *(types.Part(function_call=call) for call in calls)])
    results = [_result(result) for result in results_of(message)]
    role = "model" if message.role == "assistant" else "user"
    return types.Content(role=role, parts=results or texts)


def _result(result: ToolResult) -> types.Part:
    response = {"error" if result.is_error else "output": text_of(result.parts)}
    return types.Part(function_response=types.FunctionResponse(id=result.call_id, name=result.name, response=response))


def _understood(content: types.Content, finish: types.FinishReason | None) -> Expected:
    parts = content.parts or []
    calls = tuple(
        ExpectedCall(id=call.id, name=call.name or "", arguments=json.dumps(call.args or {}, ensure_ascii=False))
        for call in (part.function_call for part in parts)
        if call
    )
    words: dict[types.FinishReason | None, FinishReason] = {
        types.FinishReason.MAX_TOKENS: "length",
        types.FinishReason.SAFETY: "content_filter",
    }
    normal = ended(finish, calls)
    text = "".join(part.text for part in parts if part.text and not part.thought)
    thoughts = "".join(part.text for part in parts if part.text and part.thought)
    return Expected(calls=calls, text=text, finish=words.get(finish, normal), reasoning=thoughts or None)


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, errors.APIError):
        return None
    return ProviderError(message=error.message or "", kind=error.status, code=error.code, status=error.code)
