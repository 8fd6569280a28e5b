"""OpenAI's legacy ``function_call``, written as text."""

from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.rendering import object_text, writable
from toolwire.text.source import Asking
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_KEYS: Final = ("function_call", "content", "role")


def _read(block: Block) -> Asking[None]:
    block.at -= 1
    text = yield from block.json(_KEYS)
    try:
        value = exact_json.loads(text)
    except JsonError:
        raise NotACall from None
    if value.get("content") or not isinstance(value.get("function_call"), dict):
        raise NotACall
    json_calls.emit(block, json_calls.offered(block, exact_json.dumps(value["function_call"])))


def _render(calls: Sequence[ToolCall]) -> str:
    return "\n".join(
        f'{{"function_call": {{"name": {exact_json.dumps(writable(call).name)}, '
        f'"arguments": {exact_json.dumps(object_text(call))}}}}}'
        for call in calls
    )


FUNCTION_CALL = TextFormat(
    name="function_call",
    title="OpenAI's legacy function_call as text",
    source="OpenAI's API reference, chat completions, function_call (deprecated)",
    aliases=("legacy_function_call",),
    openings=(Opening("{", "line"),),
    read=_read,
    render=_render,
)
