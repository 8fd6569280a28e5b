"""An adapter to copy: a client of OpenAI's Realtime API, with texts and calls. It needs the package websockets.

conformance gate --adapter over_realtime:Client --providers openai        (in this folder)

It declines what the API cannot express. ``--baseline FILE --write-baseline`` adds the declined cases to your baseline.
"""

import json

from websockets.sync.client import connect

from conformance.adapters import realtime_limits
from conformance.adapters.wire import Hello, ReadCall, Reading
from toolwire.model import ProviderError, Text, ToolCall, ToolResult

FINISH = {"max_output_tokens": "length", "content_filter": "content_filter"}


class Client:
    hello = Hello(
        name="example-realtime",
        version="1.0",
        language="python",
        dialects=("openai_responses",),
        shows=("ids", "finish"),
    )

    def converse(self, task):
        realtime_limits.check(task)
        limit, choice = task.max_output_tokens, task.tool_choice
        session = {"type": "realtime", "output_modalities": ["text"], "tools": [*map(offered, task.tools)]}
        own = {"max_output_tokens": limit, "parallel_tool_calls": task.parallel_tool_calls}
        session |= {key: value for key, value in own.items() if value is not None}
        if choice:
            session["tool_choice"] = {"type": "function", "name": choice.names[0]} if choice.names else choice.mode
        address = f"{task.base_url.replace('http', 'ws', 1)}/realtime?model={task.model}"
        headers = {"authorization": f"Bearer {task.api_key}"}
        with connect(address, additional_headers=headers, max_size=None) as socket:
            send(socket, "session.update", session=session)
            items = [item for message in task.messages for item in written(message)]
            while True:  # the provider keeps the conversation, so only new items are sent
                for item in items:
                    send(socket, "conversation.item.create", item=item)
                send(socket, "response.create")
                event = next(event for event in map(json.loads, socket) if event["type"] in ("response.done", "error"))
                if why := event.get("error"):
                    yield Reading(error=ProviderError(message=why["message"], kind=why["type"], code=why.get("code")))
                    return
                results = yield read(event["response"])
                realtime_limits.check_results(results)
                items = [*map(answered, results)]


def send(socket, kind, **members):
    socket.send(json.dumps({"type": kind, **members}))


def read(response):
    details = response["status_details"] or {}
    if why := details.get("error"):
        return Reading(error=ProviderError(message=why.get("message", ""), code=why.get("code")))
    calls = [item for item in response["output"] if item["type"] == "function_call"]
    texts = [part["text"] for item in response["output"] if item["type"] == "message" for part in item["content"]]
    return Reading(
        text="".join(texts),
        calls=tuple(
            ReadCall(id=it["call_id"], name=it["name"], arguments=it["arguments"], complete=it["status"] == "completed")
            for it in calls
        ),
        finish=FINISH.get(details.get("reason")) or ("tool_calls" if calls else "stop"),
    )


def written(message):
    calls = [part for part in message.parts if isinstance(part, ToolCall)]
    results = [answered(part) for part in message.parts if isinstance(part, ToolResult)]
    kind = "output_text" if message.role == "assistant" else "input_text"
    content = [{"type": kind, "text": part.text} for part in message.parts if isinstance(part, Text)]
    text = [{"type": "message", "role": message.role, "content": content}] if content else []
    return results or [*text, *map(called, calls)]


def called(call):
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments.text}


def answered(result):
    output = "\n".join(part.text for part in result.parts)
    return {"type": "function_call_output", "call_id": result.call_id, "output": output}


def offered(tool):
    described = {"description": tool.description} if tool.description else {}
    return {"type": "function", "name": tool.name, **described, "parameters": tool.parameters}
