"""Mistral's ``[TOOL_CALLS]``, in each generation of the tokenizer."""

from collections.abc import Sequence

from conformance.model import ToolCall
from conformance.normalizer.text import json_calls
from conformance.normalizer.text.block import Block
from conformance.normalizer.text.errors import NotACall
from conformance.normalizer.text.format import THINK, Opening, Tags, TextFormat
from conformance.normalizer.text.rendering import object_text, whole
from conformance.normalizer.text.source import Asking

_CALLS = "[TOOL_CALLS]"


def _read(block: Block) -> Asking[None]:
    yield from block.blanks()
    if (yield from block.peek()) in ("[", "{"):
        json_calls.say(block, json_calls.read((yield from block.json())))
        return
    name, end = yield from block.until("[CALL_ID]", "[ARGS]", "{", stops=("\n\n", _CALLS))
    call_id = None
    if end == "[CALL_ID]":
        call_id, end = yield from block.until("[ARGS]", "{", stops=("\n", _CALLS))
    if end == "{":
        block.at -= 1
    name = name.strip()
    if not name or " " in name:
        raise NotACall
    yield from block.blanks()
    block.call(name, (yield from block.json()), call_id)


def _render(calls: Sequence[ToolCall]) -> str:
    return "".join(
        f"{_CALLS}{whole(call).name}{f'[CALL_ID]{call.id}' if call.id else ''}[ARGS]{object_text(call)}"
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
    noise=("</s>",),
    read=_read,
    render=_render,
)
