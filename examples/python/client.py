"""An adapter to copy: a client of OpenAI chat completions, plain and streamed.

conformance gate --adapter client:Client --providers openai --baseline conformance.yaml        (in this folder)
"""

import json

import httpx

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, ReadCall, Reading
from toolwire.model import ProviderError, Text, ToolCall, ToolDefinition, ToolResult


class Client:
    hello = Hello(name="example", version="1.0", language="python", dialects=("openai_chat",), shows=("ids", "finish"))

    def converse(self, task):
        messages = [sent for message in task.messages for sent in written(message)]
        own = {"max_completion_tokens": task.max_output_tokens, "parallel_tool_calls": task.parallel_tool_calls}
        own |= {"tools": [*map(offered, task.tools)], "tool_choice": task.tool_choice and chosen(task.tool_choice)}
        body = {"model": task.model, "messages": messages, "stream": task.stream}
        body |= {key: value for key, value in own.items() if value not in (None, [])}
        url, headers = f"{task.base_url}/chat/completions", {"authorization": f"Bearer {task.api_key}"}
        while True:
            with httpx.stream("POST", url, json=body, headers=headers) as answer:
                came = answer.read().decode()
                documents = [*map(json.loads, events(came) if task.stream and not answer.is_error else [came])]
                if error := next((document["error"] for document in documents if "error" in document), None):
                    why = {"message": error["message"], "kind": error["type"], "code": error["code"]}
                    yield Reading(error=ProviderError(status=answer.status_code if answer.is_error else None, **why))
                    return
                text, calls, finish = read(documents)
            results = yield Reading(text=text, calls=tuple(ReadCall(**it) for it in calls), finish=finish)
            messages += [turn("assistant", text, [call(*it.values()) for it in calls]), *map(answered, results)]


def events(stream):  # an event ends with a blank line, and may have several lines of data
    found = stream.replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
    data = ("".join(line[5:] for line in event.split("\n") if line.startswith("data:")) for event in found)
    return [text for text in data if "{" in text]


def read(documents):  # plain or streamed; the text of arguments is not changed
    text, calls, finish = "", {}, None
    for choice in (choice for document in documents for choice in document["choices"]):
        piece, finish = choice.get("delta") or choice.get("message") or {}, choice.get("finish_reason") or finish
        text += piece.get("content") or ""
        for it in piece.get("tool_calls", ()):
            index, given = it.get("index", len(calls)), it["function"]
            last = calls.setdefault(index, {"id": it.get("id"), "name": given.get("name"), "arguments": ""})
            last["arguments"] += given.get("arguments") or ""
    return text, [it | {"complete": it is not last or finish not in (None, "length")} for it in calls.values()], finish


def written(message):
    calls = [call(part.id, part.name, part.arguments.text) for part in message.parts if isinstance(part, ToolCall)]
    results = [answered(part) for part in message.parts if isinstance(part, ToolResult)]
    return results or [turn(message.role, shown(message), calls)]


def turn(role, text, calls):
    return {"role": role, "content": text} | ({"tool_calls": calls} if calls else {})


def call(number, name, arguments, *_):
    return {"id": number, "type": "function", "function": {"name": name, "arguments": arguments}}


def answered(result):
    return {"role": "tool", "tool_call_id": result.call_id, "content": shown(result)}


def shown(holder):  # a text, or a list of texts: joined texts would be a different message
    texts = [{"type": "text", "text": part.text} for part in holder.parts if isinstance(part, Text)]
    return texts if len(texts) > 1 else "".join(text["text"] for text in texts)


def offered(tool):
    if not isinstance(tool, ToolDefinition):
        raise Unsupported("only function tools are supported")
    given = {"name": tool.name, "description": tool.description, "parameters": tool.parameters, "strict": tool.strict}
    return {"type": "function", "function": {key: value for key, value in given.items() if value is not None}}


def chosen(choice):
    if choice.mode == "allowed":
        raise Unsupported("allowing only some tools is not supported")
    return {"type": "function", "function": {"name": choice.names[0]}} if choice.mode == "named" else choice.mode
