"""Calls as JSON in a fenced block. Ordinary answers have such blocks, too, so a call must fit an offered tool."""

import re
from typing import Final

from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.rendering import json_call
from toolwire.text.source import Asking

NAMES: Final = ("name", "tool", "function", "tool_name")
ARGUMENTS: Final = ("arguments", "parameters", "args", "input", "params")
KEYS: Final = (*NAMES, *ARGUMENTS, "type", "id", "tool_calls")
_FENCES: Final = ("```json", "```tool_call", "```tool_calls", "```tool", "```")
_REST: Final = re.compile(r"[ \t]*")


def _read(block: Block) -> Asking[None]:
    yield from block.run(_REST)
    yield from block.optional("\r")
    yield from block.expect("\n")
    yield from block.blanks()
    text = yield from block.json(KEYS)
    yield from block.blanks()
    yield from block.expect("```")
    yield from block.run(_REST)
    if (yield from block.peek()) not in ("", "\n", "\r"):
        raise NotACall
    json_calls.emit(block, json_calls.offered(block, text, NAMES, ARGUMENTS))


FENCED_JSON = TextFormat(
    name="fenced_json",
    title="JSON in a fenced block",
    source="Prompts of agents; no standard",
    aliases=("json", "markdown_json"),
    openings=tuple(Opening(fence, "line") for fence in _FENCES),
    read=_read,
    render=lambda calls: "\n".join(f"```json\n{json_call(call)}\n```" for call in calls),
)
