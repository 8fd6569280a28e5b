"""Play every scenario that the model has learned to a running server, plain and streamed, and print the outcomes.

Each scenario is played in Chat Completions, in the Responses API and in Anthropic's Messages.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from dialogues import learned

from conformance.scenarios import Reply, Scenario, ScriptedTurn
from toolwire.model import Text, ToolChoice, ToolDefinition

Json = dict[str, Any]

MAX_TOKENS = 300
ANTHROPIC_CHOICES = {"auto": "auto", "none": "none", "required": "any"}


@dataclass
class Call:
    """A call that the server returned."""

    id: str
    name: str
    arguments: str = ""


@dataclass
class Turn:
    """An assistant turn that the server returned."""

    text: str = ""
    calls: list[Call] = field(default_factory=list)

    def __str__(self) -> str:
        return " + ".join([repr(self.text)] * bool(self.text) + [f"{c.name}({c.arguments})" for c in self.calls])


class Dialect(Protocol):
    """The format of conversations at an endpoint."""

    path: str

    def opening(self, scenario: Scenario) -> Json:
        """Return the first request of a scenario."""

    def extend(self, body: Json, turn: Turn, replies: tuple[Reply, ...]) -> None:
        """Add the assistant's turn and the results to a request."""

    def read(self, body: Json) -> Turn:
        """Return the turn in a plain answer."""

    def read_stream(self, events: Iterator[Json]) -> Turn:
        """Return the turn in a streamed answer."""


def opening_text(scenario: Scenario, role: str) -> str:
    """Return the text of the message with this role in a scenario's opening."""
    parts = next(message.parts for message in scenario.opening if message.role == role)
    return "".join(part.text for part in parts if isinstance(part, Text))


def function(tool: ToolDefinition) -> Json:
    """Return a tool as OpenAI's APIs describe a function."""
    return {"name": tool.name, "description": tool.description, "parameters": tool.parameters}


class Chat:
    """The form of conversations in Chat Completions."""

    path = "/v1/chat/completions"

    def opening(self, scenario: Scenario) -> Json:
        body: Json = {
            "max_tokens": MAX_TOKENS,
            "messages": [{"role": role, "content": opening_text(scenario, role)} for role in ("system", "user")],
            "tools": [{"type": "function", "function": function(tool)} for tool in scenario.tools],
        }
        match scenario.tool_choice:
            case ToolChoice(mode="named", names=(name,)):
                body["tool_choice"] = {"type": "function", "function": {"name": name}}
            case ToolChoice(mode=mode):
                body["tool_choice"] = mode
        return body

    def extend(self, body: Json, turn: Turn, replies: tuple[Reply, ...]) -> None:
        calls = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls
        ]
        body["messages"].append({"role": "assistant", "content": turn.text or None, "tool_calls": calls})
        for call, reply in zip(turn.calls, replies, strict=True):
            body["messages"].append({"role": "tool", "tool_call_id": call.id, "content": reply.text})

    def read(self, body: Json) -> Turn:
        message = body["choices"][0]["message"]
        calls = [Call(c["id"], **c["function"]) for c in message.get("tool_calls") or []]
        return Turn(message["content"] or "", calls)

    def read_stream(self, events: Iterator[Json]) -> Turn:
        turn = Turn()
        for event in events:
            for choice in event["choices"]:
                turn.text += choice["delta"].get("content") or ""
                for piece in choice["delta"].get("tool_calls") or []:
                    if piece["index"] == len(turn.calls):
                        turn.calls.append(Call(piece["id"], piece["function"]["name"]))
                    turn.calls[piece["index"]].arguments += piece["function"].get("arguments", "")
        return turn


class Responses:
    """The form of conversations in the Responses API."""

    path = "/v1/responses"

    def opening(self, scenario: Scenario) -> Json:
        body: Json = {
            "max_output_tokens": MAX_TOKENS,
            "instructions": opening_text(scenario, "system"),
            "input": [{"role": "user", "content": opening_text(scenario, "user")}],
            "tools": [{"type": "function", "strict": False} | function(tool) for tool in scenario.tools],
        }
        match scenario.tool_choice:
            case ToolChoice(mode="named", names=(name,)):
                body["tool_choice"] = {"type": "function", "name": name}
            case ToolChoice(mode=mode):
                body["tool_choice"] = mode
        return body

    def extend(self, body: Json, turn: Turn, replies: tuple[Reply, ...]) -> None:
        if turn.text:
            content = [{"type": "output_text", "text": turn.text}]
            body["input"].append({"type": "message", "role": "assistant", "content": content})
        for c in turn.calls:
            item = {"type": "function_call", "call_id": c.id, "name": c.name, "arguments": c.arguments}
            body["input"].append(item)
        for call, reply in zip(turn.calls, replies, strict=True):
            body["input"].append({"type": "function_call_output", "call_id": call.id, "output": reply.text})

    def read(self, body: Json) -> Turn:
        turn = Turn()
        for item in body["output"]:
            if item["type"] == "message":
                turn.text += "".join(part["text"] for part in item["content"])
            elif item["type"] == "function_call":
                turn.calls.append(Call(item["call_id"], item["name"], item["arguments"]))
        return turn

    def read_stream(self, events: Iterator[Json]) -> Turn:
        turn = Turn()
        for event in events:
            match event:
                case {"type": "response.output_text.delta", "delta": text}:
                    turn.text += text
                case {"type": "response.output_item.added", "item": {"type": "function_call"} as item}:
                    turn.calls.append(Call(item["call_id"], item["name"]))
                case {"type": "response.function_call_arguments.delta", "delta": text}:
                    turn.calls[-1].arguments += text
        return turn


class Messages:
    """The form of conversations in Anthropic's Messages."""

    path = "/v1/messages"

    def opening(self, scenario: Scenario) -> Json:
        body: Json = {
            "max_tokens": MAX_TOKENS,
            "system": opening_text(scenario, "system"),
            "messages": [{"role": "user", "content": opening_text(scenario, "user")}],
            "tools": [
                {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
                for tool in scenario.tools
            ],
        }
        match scenario.tool_choice:
            case ToolChoice(mode="named", names=(name,)):
                body["tool_choice"] = {"type": "tool", "name": name}
            case ToolChoice(mode=mode):
                body["tool_choice"] = {"type": ANTHROPIC_CHOICES[mode]}
        return body

    def extend(self, body: Json, turn: Turn, replies: tuple[Reply, ...]) -> None:
        text = [{"type": "text", "text": turn.text}] if turn.text else []
        uses = [{"type": "tool_use", "id": c.id, "name": c.name, "input": json.loads(c.arguments)} for c in turn.calls]
        results = [
            {"type": "tool_result", "tool_use_id": call.id, "content": reply.text, "is_error": reply.is_error}
            for call, reply in zip(turn.calls, replies, strict=True)
        ]
        body["messages"].append({"role": "assistant", "content": text + uses})
        body["messages"].append({"role": "user", "content": results})

    def read(self, body: Json) -> Turn:
        turn = Turn()
        for block in body["content"]:
            if block["type"] == "text":
                turn.text += block["text"]
            elif block["type"] == "tool_use":
                turn.calls.append(Call(block["id"], block["name"], json.dumps(block["input"], ensure_ascii=False)))
        return turn

    def read_stream(self, events: Iterator[Json]) -> Turn:
        turn = Turn()
        calls: dict[int, Call] = {}
        for event in events:
            match event:
                case {"type": "content_block_start", "index": index, "content_block": {"type": "tool_use"} as block}:
                    calls[index] = Call(block["id"], block["name"])
                case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": text}}:
                    turn.text += text
                case {"type": "content_block_delta", "index": index, "delta": {"partial_json": text}}:
                    calls[index].arguments += text
        turn.calls = list(calls.values())
        return turn


DIALECTS: tuple[Dialect, ...] = (Chat(), Responses(), Messages())


def ask(url: str, dialect: Dialect, body: Json, stream: bool) -> Turn:
    """Send a request to the server, and return the assistant's turn from the answer."""
    data = json.dumps(body | {"model": "tiny-toolcaller", "stream": stream}).encode()
    with urlopen(Request(url + dialect.path, data, {"Content-Type": "application/json"}), timeout=60) as answer:
        if not stream:
            return dialect.read(json.load(answer))
        lines = (line[6:].strip() for line in answer if line.startswith(b"data: "))
        return dialect.read_stream(json.loads(line) for line in lines if line != b"[DONE]")


def same_json(text: str, other: str) -> bool:
    """Return whether two texts are JSON with the same value."""
    try:
        return json.loads(text) == json.loads(other)
    except ValueError:
        return False


def differs(turn: Turn, script: ScriptedTurn) -> bool:
    """Return whether the turn differs from the script."""
    return (
        turn.text != script.text
        or [call.name for call in turn.calls] != [call.tool for call in script.calls]
        or not all(same_json(got.arguments, want.arguments) for got, want in zip(turn.calls, script.calls, strict=True))
    )


def respelled(turn: Turn, script: ScriptedTurn) -> list[str]:
    """Return the arguments whose text differs from the scripted text, although their JSON value is the same."""
    both = zip(turn.calls, script.calls, strict=True)
    return [got.arguments for got, want in both if got.arguments != want.arguments]


def play(url: str, dialect: Dialect, scenario: Scenario, stream: bool) -> str:
    """Play a scenario to its end, or to the first turn that differs. Return the outcome in words."""
    body = dialect.opening(scenario)
    spellings: list[str] = []
    for number, script in enumerate(scenario.script):
        try:
            turn = ask(url, dialect, body, stream)
        except HTTPError as error:
            return f"turn {number + 1}: HTTP {error.code}: {error.read().decode()}"
        if differs(turn, script):
            return f"turn {number + 1}: got {turn}"
        spellings += respelled(turn, script)
        if number < len(scenario.replies):
            dialect.extend(body, turn, scenario.replies[number])
    return "as scripted" + "".join(f", but spelled {spelling}" for spelling in spellings)


def main() -> None:
    """Play all scenarios that the model has learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="the address that serve.py printed")
    url = parser.parse_args().url
    for scenario in learned():
        for dialect in DIALECTS:
            for stream in (False, True):
                outcome = play(url, dialect, scenario, stream)
                print(f"{scenario.id:26}{dialect.path:22}{'stream' if stream else 'plain':8}{outcome}")


if __name__ == "__main__":
    main()
