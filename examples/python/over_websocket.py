"""An adapter to copy: a client of OpenAI Responses over a WebSocket. It needs the package websockets.

conformance gate --adapter over_websocket:Client --providers openai        (in this folder)

It declines tasks without a stream. ``--baseline FILE --write-baseline`` adds the declined cases to your baseline.
"""

import json

from websockets.sync.client import connect

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, ReadCall, Reading
from toolwire.model import ProviderError, Text, ToolCall, ToolDefinition, ToolResult

ENDS = ("response.completed", "response.incomplete", "response.failed", "error")
FINISH = {"max_output_tokens": "length", "content_filter": "content_filter"}


class Client:
    hello = Hello(
        name="example-websocket",
        version="1.0",
        language="python",
        dialects=("openai_responses",),
        shows=("ids", "finish"),
    )

    def converse(self, task):
        if not task.stream:
            raise Unsupported("answers over a WebSocket are always streamed")
        items = [item for message in task.messages for item in written(message)]
        own = {"max_output_tokens": task.max_output_tokens, "parallel_tool_calls": task.parallel_tool_calls}
        own |= {"tools": [*map(offered, task.tools)], "tool_choice": task.tool_choice and chosen(task.tool_choice)}
        body = {"type": "response.create", "model": task.model, "store": False}
        body |= {key: value for key, value in own.items() if value not in (None, [])}
        if task.reasoning:
            body |= {"reasoning": {"summary": "auto"}, "include": ["reasoning.encrypted_content"]}
        address = task.base_url.replace("http", "ws", 1)
        headers = {"authorization": f"Bearer {task.api_key}"}
        with connect(f"{address}/responses", additional_headers=headers, max_size=None) as socket:
            while True:  # the connection stays open for the whole conversation
                socket.send(json.dumps(body | {"input": items}))
                event = next(event for event in map(json.loads, socket) if event["type"] in ENDS)
                answer = event.get("response") or {}
                if why := answer.get("error") or event.get("error"):
                    yield Reading(
                        error=ProviderError(
                            message=why["message"],
                            kind=why.get("type"),
                            code=why.get("code"),
                            status=event.get("status"),
                        )
                    )
                    return
                results = yield read(answer)
                items += [*answer["output"], *map(answered, results)]


def read(answer):
    finish = FINISH.get((answer.get("incomplete_details") or {}).get("reason"))
    parts = [part for item in answer["output"] if item["type"] == "message" for part in item["content"]]
    calls = [item for item in answer["output"] if item["type"] == "function_call"]
    return Reading(
        text="".join(part.get("text") or part.get("refusal") or "" for part in parts),
        calls=tuple(
            ReadCall(id=it["call_id"], name=it["name"], arguments=it["arguments"], complete=it["status"] == "completed")
            for it in calls
        ),
        finish=finish or ("tool_calls" if calls else "stop"),
    )


def written(message):
    calls = [part for part in message.parts if isinstance(part, ToolCall)]
    results = [answered(part) for part in message.parts if isinstance(part, ToolResult)]
    text = [{"role": message.role, "content": shown(message)}] if shown(message) else []
    return results or [*text, *map(called, calls)]


def called(call):
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments.text}


def answered(result):
    return {"type": "function_call_output", "call_id": result.call_id, "output": shown(result)}


def shown(holder):  # a text, or a list of texts: joined texts would be a different message
    if any(not isinstance(part, Text | ToolCall) for part in holder.parts):
        raise Unsupported("only texts are supported")
    texts = [{"type": "input_text", "text": part.text} for part in holder.parts if isinstance(part, Text)]
    return texts if len(texts) > 1 else "".join(text["text"] for text in texts)


def offered(tool):
    if not isinstance(tool, ToolDefinition):
        raise Unsupported("only function tools are supported")
    return {
        "type": "function", "name": tool.name, "description": tool.description, "parameters": tool.parameters,
        "strict": bool(tool.strict),
    }  # fmt: skip


def chosen(choice):
    if choice.mode == "allowed":
        raise Unsupported("allowing only some tools is not supported")
    return {"type": "function", "name": choice.names[0]} if choice.mode == "named" else choice.mode
