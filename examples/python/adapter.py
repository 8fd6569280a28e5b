"""An adapter to copy: OpenAI chat completions, only plain answers. It needs only the standard library.

conformance run --adapter adapter:Adapter --providers openai        (in this folder)
"""

import json
from http import HTTPStatus
from typing import Any

from conformance.adapters.codec import Unsupported
from toolwire.model import (
    Arguments,
    Finish,
    Message,
    ProviderError,
    Request,
    Response,
    Text,
    ToolCall,
    ToolDefinition,
    ToolResult,
    Usage,
)
from toolwire.wire.exchange import WireRequest, WireResponse


class Adapter:
    """An adapter with four methods and a name. A method that cannot do its task raises ``Unsupported``: the case is
    declined. Other exceptions are failures.
    """

    name = "example"

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        """Return the HTTP request for a canonical request. It is not sent, so it needs no API key.

        ``base_url``: the provider's address, which ends with ``/v1`` here.
        """
        if dialect != "openai_chat":
            raise Unsupported("only openai_chat is supported")
        if request.stream:
            raise Unsupported("streams are not supported")
        messages = []
        for message in request.messages:
            results = [part for part in message.parts if isinstance(part, ToolResult)]
            calls = [part for part in message.parts if isinstance(part, ToolCall)]
            messages += [{"role": "tool", "tool_call_id": it.call_id, "content": _content(it)} for it in results]
            if not results:
                messages.append({"role": message.role, "content": _content(message) or None, **_calls(calls)})
        body: dict[str, Any] = {"model": request.model, "messages": messages}
        if request.tools:
            body["tools"] = [{"type": "function", "function": _function(tool)} for tool in request.tools]
        if request.max_output_tokens is not None:
            body["max_completion_tokens"] = request.max_output_tokens
        if request.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = request.parallel_tool_calls
        if request.tool_choice is not None:
            if request.tool_choice.mode == "allowed":
                raise Unsupported("allowing only some tools is not supported")
            named = {"type": "function", "function": {"name": "".join(request.tool_choice.names)}}
            body["tool_choice"] = named if request.tool_choice.mode == "named" else request.tool_choice.mode
        return WireRequest(url=f"{base_url}/chat/completions", body=json.dumps(body).encode())

    def decode(self, dialect: str, response: WireResponse) -> Response:
        """Return the canonical form of an answer or a refusal.

        The text of a call's arguments is kept, because a number in it may not fit a float.
        """
        body = json.loads(response.body)
        if response.status >= HTTPStatus.BAD_REQUEST:
            why = body["error"]
            error = ProviderError(message=why["message"], kind=why["type"], status=response.status)
            return Response(parts=(), finish=Finish(reason="error"), error=error)
        choice = body["choices"][0]
        parts: list[Text | ToolCall] = []
        if choice["message"].get("content"):
            parts.append(Text(text=choice["message"]["content"]))
        for call in choice["message"].get("tool_calls", ()):
            text, cut = call["function"]["arguments"], choice.get("finish_reason") == "length"
            try:
                arguments = Arguments(text=text, form="object", value=json.loads(text))
            except ValueError:
                arguments = Arguments(text=text, form="invalid")
            last = call is choice["message"]["tool_calls"][-1]
            name = call["function"]["name"]
            parts.append(ToolCall(id=call["id"], name=name, arguments=arguments, complete=not (cut and last)))
        # The canonical finish reason of an answer with calls is tool_calls, even if OpenAI sends stop.
        calls = any(isinstance(part, ToolCall) for part in parts)
        early = choice.get("finish_reason") in ("length", "content_filter")
        reason = choice["finish_reason"] if early else "tool_calls" if calls else "stop"
        counts = body["usage"]
        usage = Usage(input_tokens=counts["prompt_tokens"], output_tokens=counts["completion_tokens"])
        return Response(
            id=body["id"], model=body["model"], parts=tuple(parts), finish=Finish(reason=reason), usage=usage
        )

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        raise Unsupported("reading of requests is not supported")

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        raise Unsupported("writing of answers is not supported")


def _content(holder: Message | ToolResult) -> str | list[dict[str, str]]:
    """Return the text of a message or result. Return a list if it has several texts, because joining changes them."""
    texts = [part.text for part in holder.parts if isinstance(part, Text)]
    return [{"type": "text", "text": text} for text in texts] if len(texts) > 1 else "".join(texts)


def _function(tool: Any) -> dict[str, Any]:
    if not isinstance(tool, ToolDefinition):
        raise Unsupported("only function tools are supported")
    function = {"name": tool.name, "description": tool.description}
    if tool.parameters is not None:
        function["parameters"] = tool.parameters
    return function | {"strict": True} if tool.strict else function


def _calls(calls: list[ToolCall]) -> dict[str, Any]:
    entries = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments.text}}
        for call in calls
    ]
    return {"tool_calls": entries} if entries else {}
