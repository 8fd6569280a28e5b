"""Naive decoders. Each is wrong in a way that is known from a public issue tracker.

Each decoder still reads the streams that its author had seen.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from toolwire.wire.aws_event_stream import FrameDecoder

Call = tuple[Any, Any, Any]
"""The id, the name and the arguments of a call."""
Framing = Callable[[bytes], Iterator[Any]]
Reading = Callable[[Iterator[Any]], tuple[list[Call], str]]


# Bytes to payloads.


def blocks(body: bytes) -> Iterator[Any]:
    """Split at blank lines. The text after ``data: `` is JSON."""
    for block in body.decode().split("\n\n"):
        if block:
            data = block.split("data: ")[1]
            if data == "[DONE]":
                return
            yield json.loads(data)


def crlf_blocks(body: bytes) -> Iterator[Any]:
    """Split at blank lines of CRLF only. A block is a single line of data."""
    for block in body.decode().split("\r\n\r\n"):
        if block:
            yield json.loads(block.removeprefix("data: "))


def lines(body: bytes) -> Iterator[Any]:
    """Split lines as Python does, not as the standard does. Write payloads in UTF-8, which fails for a surrogate."""
    for line in body.decode().splitlines():
        if line.startswith("data: ") and line != "data: [DONE]":
            payload = json.loads(line[6:])
            json.dumps(payload, ensure_ascii=False).encode()
            yield payload


def braces(body: bytes) -> Iterator[Any]:
    """Read only lines that begin with ``data: {``, and require ``[DONE]``."""
    for line in body.split(b"\n"):
        if line.startswith(b"data: {"):
            yield json.loads(line[6:])
        elif line == b"data: [DONE]":
            return
    raise EOFError("the stream has no [DONE]")


def pairs(body: bytes) -> Iterator[Any]:
    """Read each event as exactly two lines: its name and its data."""
    for block in body.decode().strip("\n").split("\n\n"):
        if block == "data: [DONE]":
            return
        name, data = block.split("\n")
        payload = json.loads(data.removeprefix("data: "))
        if name != f"event: {payload['type']}":
            raise ValueError(name)
        yield payload


def documents(body: bytes) -> Iterator[Any]:
    """Read each line as a document."""
    for line in body.decode().split("\n")[:-1]:
        yield json.loads(line)


def frames(body: bytes) -> Iterator[Any]:
    for frame in FrameDecoder().feed(body):
        yield json.loads(frame.document())


# Payloads to calls.


def chat_by_index(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Join fragments by index. The last id and the last name count, and every call counts as complete."""
    found: dict[int, list[Any]] = {}
    text = ""
    for chunk in chunks:
        delta = chunk["choices"][0]["delta"] if chunk["choices"] else {}
        text += delta.get("content") or ""
        for entry in delta.get("tool_calls") or []:
            call = found.setdefault(entry["index"], [None, "", ""])
            if "id" in entry:
                call[0] = entry["id"]
            call[1] = entry["function"].get("name", call[1])
            call[2] += entry["function"]["arguments"]
    return [(call[0], call[1], json.loads(call[2])) for call in found.values()], text


def chat_by_id(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Start a call at each id, and add all later fragments to it. Return calls at the finish reason ``tool_calls``."""
    text, open_, given = "", [], {}
    for chunk in chunks:
        choice = chunk["choices"][0] if "usage" not in chunk or chunk["choices"] else None
        if choice is None:
            continue
        text += choice["delta"].get("content") or ""
        for entry in choice["delta"].get("tool_calls", []):
            if entry.get("id"):
                open_.append([entry["id"], entry["function"]["name"], ""])
            open_[-1][2] += entry["function"]["arguments"]
        if choice["finish_reason"] == "tool_calls":
            given |= {call[0]: (call[0], call[1], json.loads(call[2])) for call in open_}
        elif choice["finish_reason"] not in (None, "stop"):
            raise ValueError(choice["finish_reason"])
    return list(given.values()), text


@dataclass
class Chunk:
    id: str
    object: str
    created: int
    model: str
    choices: list[Any]
    usage: Any = None
    service_tier: Any = None
    system_fingerprint: Any = None
    obfuscation: Any = None
    timings: Any = None
    p: Any = None


@dataclass
class Delta:
    role: Any = None
    content: Any = None
    refusal: Any = None
    tool_calls: Any = ()


def chat_by_position(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Join fragments by their position in the chunk. Raise an error for unknown keys."""

    found: list[list[Any]] = []
    text = ""
    for chunk in chunks:
        for choice in Chunk(**chunk).choices:
            delta = Delta(**choice["delta"])
            text += delta.content or ""
            for n, entry in enumerate(delta.tool_calls):
                if n == len(found):
                    found.append([entry["id"], "", ""])
                found[n][1] += entry["function"].get("name", "")
                found[n][2] += entry["function"]["arguments"]
    return [(call[0], call[1], json.loads(call[2])) for call in found], text


def responses_by_item(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Join fragments by the id of their item."""
    found: dict[str, list[Any]] = {}
    text = ""
    for event in events:
        match event["type"]:
            case "response.output_item.added" if event["item"]["type"] == "function_call":
                found[event["item"]["id"]] = [event["item"]["call_id"], event["item"]["name"], ""]
            case "response.function_call_arguments.delta":
                found[event["item_id"]][2] += event["delta"]
            case "response.output_text.delta":
                text += event["delta"]
    return [(call[0], call[1], json.loads(call[2])) for call in found.values()], text


def responses_by_index(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Join fragments by the index of their item, and return items when they are done."""
    found: dict[int, list[Any]] = {}
    kinds = {"response.created", "response.in_progress", "response.completed"}
    done, text = [], ""
    for event in events:
        kind = event["type"]
        if kind == "response.output_item.added" and event["item"]["type"] == "function_call":
            found[event["output_index"]] = [event["item"]["call_id"], event["item"]["name"], ""]
        elif kind == "response.function_call_arguments.done":
            found[event["output_index"]][2] = event["arguments"]
        elif kind == "response.output_item.done" and event["item"]["type"] == "function_call":
            call = found[event["output_index"]]
            done.append((call[0], call[1], json.loads(call[2])))
        elif kind == "response.output_text.delta":
            text += event["delta"]
        elif kind not in kinds and not kind.startswith(("response.output", "response.content", "response.function")):
            raise ValueError(kind)
    return done, text


def responses_at_the_end(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read only the last event."""
    found: list[Call] = []
    text = ""
    for event in events:
        if event["type"] == "response.completed":
            for item in event["response"]["output"]:
                if item["type"] == "function_call":
                    found.append((item["call_id"], item["name"], json.loads(item["arguments"])))
                elif item["type"] == "message":
                    text += item["content"][0]["text"]
    return found, text


def anthropic_by_index(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read blocks by index. A call is complete when its block stops."""
    open_: dict[int, list[Any]] = {}
    found, text = [], ""
    for event in events:
        match event["type"]:
            case "content_block_start" if event["content_block"]["type"] == "tool_use":
                open_[event["index"]] = [event["content_block"]["id"], event["content_block"]["name"], ""]
            case "content_block_delta" if event["delta"]["type"] == "text_delta":
                text += event["delta"]["text"]
            case "content_block_delta" if event["delta"]["type"] == "input_json_delta":
                open_[event["index"]][2] += event["delta"]["partial_json"]
            case "content_block_stop" if event["index"] in open_:
                call = open_.pop(event["index"])
                found.append((call[0], call[1], json.loads(call[2] or "{}")))
    return found, text


def anthropic_in_order(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read blocks in sequence. Raise an error for unknown events, and return calls at the end of the message."""
    kinds = {"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta",
             "message_stop", "ping"}  # fmt: skip
    found: list[list[Any]] = []
    given: list[Call] = []
    text, stopped = "", True
    for event in events:
        if event["type"] not in kinds:
            raise ValueError(event["type"])
        match event["type"]:
            case "content_block_start":
                if event["index"] != (len(found) if text == "" else len(found) + 1):
                    raise ValueError(event["index"])
                if event["content_block"]["type"] == "tool_use":
                    found.append([event["content_block"]["id"], event["content_block"]["name"], ""])
            case "content_block_delta":
                if "text" in event["delta"]:
                    text += event["delta"]["text"]
                else:
                    found[-1][2] += event["delta"]["partial_json"]
            case "message_delta":
                stopped = event["delta"]["stop_reason"] == "tool_use"
                if stopped:
                    given += [(call[0], call[1], json.loads(call[2])) for call in found]
    return given, text


def cohere_by_index(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read calls by index. A call is complete at its end event."""
    open_: dict[int, list[Any]] = {}
    found, text = [], ""
    for event in events:
        message = event.get("delta", {}).get("message", {})
        match event["type"]:
            case "content-delta":
                text += message["content"]["text"]
            case "tool-call-start":
                entry = message["tool_calls"]
                open_[event["index"]] = [entry["id"], entry["function"]["name"], entry["function"]["arguments"]]
            case "tool-call-delta":
                open_[event["index"]][2] += message["tool_calls"]["function"]["arguments"]
            case "tool-call-end":
                call = open_.pop(event["index"])
                found.append((call[0], call[1], json.loads(call[2] or "{}")))
            case "message-end" if event["delta"]["finish_reason"] not in ("COMPLETE", "TOOL_CALL"):
                raise ValueError(event["delta"]["finish_reason"])
    return found, text


def cohere_in_order(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Add fragments to the call that began last. Return calls when the answer ends with calls."""
    found: list[list[Any]] = []
    given: list[Call] = []
    text = ""
    for event in events:
        message = event["delta"].get("message", {}) if "delta" in event else {}
        match event["type"]:
            case "content-delta":
                text += message["content"]["text"]
            case "tool-call-start":
                found.append([message["tool_calls"]["id"], message["tool_calls"]["function"]["name"], ""])
            case "tool-call-delta":
                found[-1][2] += message["tool_calls"]["function"]["arguments"]
            case "message-end" if event["delta"]["finish_reason"] == "TOOL_CALL":
                given += [(call[0], call[1], json.loads(call[2])) for call in found]
    return given, text


def bedrock_by_index(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read blocks by index. A call is complete when its block stops."""
    open_: dict[int, list[Any]] = {}
    found, text = [], ""
    for event in events:
        match event:
            case {"contentBlockStart": {"contentBlockIndex": n, "start": {"toolUse": start}}}:
                open_[n] = [start["toolUseId"], start["name"], ""]
            case {"contentBlockDelta": {"contentBlockIndex": n, "delta": delta}}:
                if "text" in delta:
                    text += delta["text"]
                else:
                    open_[n][2] += delta["toolUse"]["input"]
            case {"contentBlockStop": {"contentBlockIndex": n}} if n in open_:
                call = open_.pop(n)
                found.append((call[0], call[1], json.loads(call[2] or "{}")))
    return found, text


def bedrock_in_order(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read blocks in sequence. A stop of a block always ends the call that began last."""
    call: list[Any] = []
    given: list[Call] = []
    text = ""
    for event in events:
        ((kind, value),) = event.items()
        if kind == "contentBlockStart":
            call = [value["start"]["toolUse"]["toolUseId"], value["start"]["toolUse"]["name"], ""]
        elif kind == "contentBlockDelta" and "text" in value["delta"]:
            text += value["delta"]["text"]
        elif kind == "contentBlockDelta":
            call[2] += value["delta"]["toolUse"]["input"]
        elif kind == "contentBlockStop" and call:
            given.append((call[0], call[1], json.loads(call[2])))
            call = []
        elif kind not in ("messageStart", "contentBlockStop", "messageStop", "metadata"):
            raise ValueError(kind)
    return given, text


def gemini_all(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Read all parts of all chunks. Calls have no ids."""
    found: list[Call] = []
    text = ""
    for chunk in chunks:
        for part in chunk["candidates"][0]["content"]["parts"]:
            if "functionCall" in part:
                found.append((None, part["functionCall"]["name"], part["functionCall"]["args"]))
            elif not part.get("thought"):
                text += part["text"]
    return found, text


def gemini_last(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Read only the calls of the last chunk that has calls."""
    found: list[Call] = []
    text = ""
    for chunk in chunks:
        parts = chunk["candidates"][0].get("content", {}).get("parts", [])
        found = [
            (part["functionCall"].get("id"), part["functionCall"]["name"], part["functionCall"].get("args", {}))
            for part in parts
            if "functionCall" in part
        ] or found
        text += "".join(part.get("text", "") for part in parts if not part.get("thought"))
    return found, text


def ollama_all(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Read all calls of all lines."""
    found: list[Call] = []
    text, done = "", False
    for line in chunks:
        text += line["message"]["content"]
        for entry in line["message"].get("tool_calls", []):
            found.append((entry["id"], entry["function"]["name"], dict(entry["function"]["arguments"])))
        done = line["done"]
    if not done:
        raise EOFError
    return found, text


def ollama_by_index(chunks: Iterator[Any]) -> tuple[list[Call], str]:
    """Read calls by index. Raise an error for unknown keys."""
    keys = {"model", "created_at", "message", "done", "done_reason", "total_duration", "load_duration",
            "prompt_eval_count", "prompt_eval_duration", "eval_count", "eval_duration"}  # fmt: skip
    found: dict[int, Call] = {}
    text = ""
    for line in chunks:
        if line.keys() - keys:
            raise ValueError(line.keys() - keys)
        text += line["message"]["content"]
        for entry in line["message"].get("tool_calls", []):
            function = entry["function"]
            found[function["index"]] = (entry["id"], function["name"], function["arguments"])
    return [found[n] for n in range(len(found))], text


def interactions_by_index(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Read steps by index. A call is complete when its step stops."""
    open_: dict[int, list[Any]] = {}
    found, text = [], ""
    for event in events:
        match event["event_type"]:
            case "step.start" if event["step"]["type"] == "function_call":
                open_[event["index"]] = [event["step"]["id"], event["step"]["name"], ""]
            case "step.delta" if event["delta"]["type"] == "text":
                text += event["delta"]["text"]
            case "step.delta" if event["delta"]["type"] == "arguments_delta":
                open_[event["index"]][2] += event["delta"]["arguments"]
            case "step.stop" if event["index"] in open_:
                call = open_.pop(event["index"])
                found.append((call[0], call[1], json.loads(call[2] or "{}")))
    return found, text


def interactions_in_order(events: Iterator[Any]) -> tuple[list[Call], str]:
    """Add fragments to the call that began last. Return calls when the interaction requires an action."""
    found: list[list[Any]] = []
    given: list[Call] = []
    text = ""
    for event in events:
        match event["event_type"]:
            case "step.start" if event["step"]["type"] == "function_call":
                found.append([event["step"]["id"], event["step"]["name"], ""])
            case "step.delta" if "text" in event["delta"]:
                text += event["delta"]["text"]
            case "step.delta" if "arguments" in event["delta"]:
                found[-1][2] += event["delta"]["arguments"]
            case "interaction.completed" if event["interaction"]["status"] == "requires_action":
                given += [(call[0], call[1], json.loads(call[2])) for call in found]
    return given, text


_CHAT = [(blocks, chat_by_index), (lines, chat_by_id), (lines, chat_by_position), (braces, chat_by_index)]
DECODERS: dict[str, list[tuple[Framing, Reading]]] = {
    "openai_chat": _CHAT,
    "mistral_chat": _CHAT,
    "openai_responses": [(blocks, responses_by_item), (pairs, responses_by_index), (lines, responses_at_the_end)],
    "anthropic_messages": [(blocks, anthropic_by_index), (pairs, anthropic_by_index), (lines, anthropic_in_order)],
    "cohere_v2": [(pairs, cohere_by_index), (lines, cohere_in_order), (braces, cohere_by_index)],
    "bedrock_converse": [(frames, bedrock_by_index), (frames, bedrock_in_order)],
    "gemini_generate": [(crlf_blocks, gemini_all), (lines, gemini_last)],
    "ollama_chat": [(documents, ollama_all), (documents, ollama_by_index)],
    "gemini_interactions": [(blocks, interactions_by_index), (lines, interactions_in_order)],
}
