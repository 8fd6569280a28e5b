"""Mistral's calls after ``[TOOL_CALLS]``, as each generation of Mistral's tokenizer writes them."""

import re
from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.rendering import bare_name, object_text
from toolwire.text.source import Asking

_CALLS = "[TOOL_CALLS]"
_NAME: Final = re.compile(r"[\w.:/-]*")


def _read(block: Block) -> Asking[None]:
    yield from block.blanks()
    if (yield from block.peek()) in ("[", "{"):
        json_calls.emit(block, json_calls.read((yield from block.json())))
        return
    name = yield from block.run(_NAME)
    end = yield from block.expect("[CALL_ID]", "[ARGS]", "{")
    call_id = None
    if end == "[CALL_ID]":
        call_id = yield from block.run(_NAME)
        end = yield from block.expect("[ARGS]", "{")
    if end == "{":
        block.at -= 1
    if not name:
        raise NotACall
    yield from block.blanks()
    block.call(name, (yield from block.json()), call_id)


def _render(calls: Sequence[ToolCall]) -> str:
    return "".join(
        f"{_CALLS}{bare_name(call)}{f'[CALL_ID]{call.id}' if call.id else ''}[ARGS]{object_text(call)}"
        for call in calls
    )


MISTRAL = TextFormat(
    name="mistral",
    title="Mistral, Magistral, Ministral, Devstral",
    source="mistral-common 1.11, tokens/tokenizers/instruct.py",
    vllm=("mistral",),
    sglang=("mistral",),
    openings=(Opening(_CALLS),),
    markers=(_CALLS,),
    reasoning=(Tags("[THINK]", "[/THINK]"), *THINK),
    tokens=("[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "[THINK]", "[/THINK]"),
    noise=("</s>",),
    read=_read,
    render=_render,
)
