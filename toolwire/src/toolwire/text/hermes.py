"""Hermes: JSON between ``<tool_call>`` tags. Qwen 2.5 and 3, Granite 4 and others also write this format."""

from collections.abc import Sequence

from toolwire.model import ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.format import Opening, TextFormat
from toolwire.text.rendering import json_call
from toolwire.text.source import Asking


def _read(block: Block) -> Asking[None]:
    yield from block.blanks()
    calls = json_calls.read((yield from block.json()))
    end = block.opening.replace("<", "</", 1)
    yield from block.followed(end)
    json_calls.emit(block, calls)
    yield from block.closing(end)


def _render(calls: Sequence[ToolCall]) -> str:
    return "\n".join(f"<tool_call>\n{json_call(call)}\n</tool_call>" for call in calls)


HERMES = TextFormat(
    name="hermes",
    title="Hermes, Qwen 2.5, Qwen 3, Granite 4",
    source="Chat templates of NousResearch/Hermes-3 and Qwen/Qwen3; vLLM, tool_parsers/hermes_tool_parser.py",
    aliases=("qwen", "qwen25", "qwen3", "qwen3-hermes"),
    vllm=("hermes", "qwen3_json", "granite4", "longcat"),
    sglang=("hermes", "qwen", "qwen25", "trinity"),
    in_part={"vllm": ("longcat",)},
    openings=(Opening("<tool_call>"), Opening("<longcat_tool_call>")),
    markers=("<tool_call>", "<longcat_tool_call>"),
    tokens=("<tool_call>", "</tool_call>", "<think>", "</think>"),
    noise=("<|im_end|>",),
    read=_read,
    render=_render,
)
