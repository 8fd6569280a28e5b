"""The caller for the Converse API of Bedrock. It uses AWS's Python SDK."""

import base64
import json
from contextlib import closing
from typing import Any, Final

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

from conformance.callers.caller import (
    MOST,
    Conversation,
    Talk,
    calls_of,
    described,
    ended,
    files_of,
    hold,
    images_of,
    json_text,
    results_of,
    text_of,
)
from toolwire.model import (
    Expected,
    ExpectedCall,
    FinishReason,
    Message,
    ProviderError,
    Tool,
    ToolDefinition,
    ToolResult,
)

SDK: Final = "boto3"
_KEY: Final = "none"
_REGION: Final = "us-east-1"
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes. The SDK has only the synchronous mode."""
    messages: list[Any] = [_message(message) for message in conversation.opening if message.role != "system"]

    def continue_with(answer: Any, results: tuple[ToolResult, ...]) -> None:
        messages.append(answer["output"]["message"])
        messages.append({"role": "user", "content": [_result(result) for result in results]})

    client: Any = boto3.client(
        "bedrock-runtime",
        region_name=_REGION,
        endpoint_url=base_url,
        aws_access_key_id=_KEY,
        aws_secret_access_key=_KEY,
        config=Config(retries={"total_max_attempts": 1}),
    )
    yield from hold(
        "sync",
        closing(client),
        lambda client: _ask(client, conversation, messages),
        _understood,
        continue_with,
        _provider_error,
    )


async def _ask(client: Any, conversation: Conversation, messages: list[Any]) -> Any:
    arguments: dict[str, Any] = {
        "modelId": conversation.model,
        "messages": messages,
    }
    if conversation.max_output_tokens is not None:
        arguments["inferenceConfig"] = {"maxTokens": conversation.max_output_tokens}
    arguments["toolConfig"] = {"tools": [_tool(tool) for tool in conversation.tools]}
    system = [{"text": text_of(message.parts)} for message in conversation.opening if message.role == "system"]
    if system:
        arguments["system"] = system
    choice = _choice(conversation)
    if choice:
        arguments["toolConfig"]["toolChoice"] = choice
    if conversation.reasoning:
        thinking = {"type": "enabled", "budget_tokens": (conversation.max_output_tokens or MOST) // 2}
        arguments["additionalModelRequestFields"] = {"thinking": thinking}
    if not conversation.stream:
        return client.converse(**arguments)
    return _collected(client.converse_stream(**arguments)["stream"])


def _tool(tool: Tool) -> Any:
    if not isinstance(tool, ToolDefinition):
        raise ValueError(f"Converse cannot offer a {type(tool).__name__}: {tool.name}")
    schema = {"json": _NO_PARAMETERS if tool.parameters is None else tool.parameters}
    spec: dict[str, Any] = {**described(tool), "inputSchema": schema}
    return {"toolSpec": spec | {"strict": True} if tool.strict else spec}


def _choice(conversation: Conversation) -> Any:
    choice = conversation.tool_choice
    if choice is None:
        return None
    choices = {"auto": {"auto": {}}, "required": {"any": {}}, "named": {"tool": {"name": "".join(choice.names)}}}
    return choices[choice.mode]


def _message(message: Message) -> Any:
    calls = [
        {"toolUse": {"toolUseId": call.id, "name": call.name, "input": json.loads(call.arguments.text)}}
        for call in calls_of(message)
    ]
    results = [_result(result) for result in results_of(message)]
    text = text_of(message.parts)
    texts = [{"text": text}] if text else []
    if calls or results:
        return {"role": "assistant" if calls else "user", "content": [*texts, *calls, *results]}
    return {"role": message.role, "content": texts}


def _result(result: ToolResult) -> Any:
    """Return a result, without its text if the text is empty: the vendor accepts empty content, but refuses a blank
    text.
    """
    text = text_of(result.parts)
    content: list[Any] = [{"text": text}] if text else []
    for image in images_of(result.parts):
        form = str(image.media_type).removeprefix("image/")
        content.append({"image": {"format": form, "source": {"bytes": base64.b64decode(str(image.data))}}})
    for file in files_of(result.parts):
        source = {"bytes": base64.b64decode(str(file.data))}
        content.append({"document": {"format": "pdf", "name": str(file.name), "source": source}})
    block: dict[str, Any] = {"toolUseId": result.call_id, "content": content}
    if result.is_error is not None:
        block["status"] = "error" if result.is_error else "success"
    return {"toolResult": block}


def _collected(events: Any) -> Any:
    """Join the events of a stream to an answer that has the form of a plain answer. The SDK has no such function."""
    blocks: dict[int, Any] = {}
    answer: dict[str, Any] = {}
    for event in events:
        match event:
            case {"contentBlockStart": {"contentBlockIndex": index, "start": {"toolUse": call}}}:
                blocks[index] = {"toolUse": {**call, "input": ""}}
            case {"contentBlockDelta": {"contentBlockIndex": index, "delta": {"toolUse": {"input": piece}}}}:
                blocks[index]["toolUse"]["input"] += piece
            case {"contentBlockDelta": {"contentBlockIndex": index, "delta": {"text": piece}}}:
                blocks.setdefault(index, {"text": ""})["text"] += piece
            case {"contentBlockDelta": {"contentBlockIndex": index, "delta": {"reasoningContent": more}}}:
                block = blocks.setdefault(index, {"reasoningContent": {}})
                _grow(block["reasoningContent"], more)
            case {"messageStop": {"stopReason": reason}}:
                answer["stopReason"] = reason
    for block in blocks.values():
        if "toolUse" in block:
            block["toolUse"]["input"] = _value(block["toolUse"]["input"] or "{}")
    return answer | {"output": {"message": {"role": "assistant", "content": [blocks[n] for n in sorted(blocks)]}}}


def _grow(reasoning: Any, more: Any) -> None:
    """Add a delta to reasoning. The delta has a piece of the text, the signature, or the whole encrypted content."""
    if "redactedContent" in more:
        reasoning["redactedContent"] = more["redactedContent"]
        return
    shown = reasoning.setdefault("reasoningText", {"text": ""})
    shown["text"] += more.get("text", "")
    if "signature" in more:
        shown["signature"] = more["signature"]


def _value(text: str) -> Any:
    """Return the value of a streamed input. Invalid JSON stays text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _understood(answer: Any) -> Expected:
    content = answer["output"]["message"]["content"]
    calls = tuple(
        ExpectedCall(
            id=block["toolUse"]["toolUseId"],
            name=block["toolUse"]["name"],
            arguments=json_text(block["toolUse"]["input"]),
        )
        for block in content
        if "toolUse" in block
    )
    words: dict[str, FinishReason] = {
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "content_filtered": "content_filter",
        "guardrail_intervened": "content_filter",
        "malformed_model_output": "error",
        "malformed_tool_use": "error",
    }
    reason = answer.get("stopReason")
    return Expected(
        calls=calls,
        text="".join(block.get("text", "") for block in content),
        finish=words.get(reason, ended(reason, calls)),
        reasoning="".join(
            block["reasoningContent"].get("reasoningText", {}).get("text", "")
            for block in content
            if "reasoningContent" in block
        )
        or None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, ClientError):
        return None
    details, sent = error.response["Error"], error.response.get("ResponseMetadata")  # none inside a stream
    return ProviderError(
        message=details["Message"], kind=details["Code"], status=sent["HTTPStatusCode"] if sent else None
    )
