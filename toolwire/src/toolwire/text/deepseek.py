"""DeepSeek's calls: between special tokens (V3, V3.1) and in DSML (V3.2, V4, V4.1)."""

import re
from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.invoke import Invoke
from toolwire.text.rendering import bare_name, object_text
from toolwire.text.source import Asking

_CALLS, _CALLS_END = "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"
_CALL, _CALL_END, _SEP = "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>", "<｜tool▁sep｜>"
_TOKENS = (_CALLS, _CALLS_END, _CALL, _CALL_END, _SEP, "<think>", "</think>")
_END = "<｜end▁of▁sentence｜>"
_FENCE = "```"
_NAME: Final = re.compile(r"[^\s<｜`{]*")


def _read(block: Block) -> Asking[None]:
    if block.opening == _CALLS:
        yield from block.blanks()
        yield from block.expect(_CALL)
    while True:
        yield from _call(block)
        if not (yield from block.closing(_CALL)):
            break
    yield from block.closing(_CALLS_END)


def _call(block: Block) -> Asking[None]:
    """Read a call, and emit it.

    V3.1 writes the tool's name before the separator. V3 writes the kind of call before the separator, and the name and
    a fence after the separator. Raises ``NotACall`` for any other text.
    """
    yield from block.blanks()
    name = yield from block.run(_NAME)
    yield from block.blanks()
    yield from block.expect(_SEP)
    yield from block.blanks()
    if (yield from block.peek()) in ("{", ""):
        fenced = False
    else:
        name = yield from block.run(_NAME)
        yield from block.blanks()
        yield from block.expect(_FENCE)
        fenced = True
        yield from block.optional("json")
    yield from block.blanks()
    text = yield from block.json()
    yield from block.blanks()
    if fenced:
        yield from block.expect(_FENCE)
        yield from block.blanks()
    yield from block.expect(_CALL_END)
    if not name:
        raise NotACall
    block.format = (DEEPSEEK_V3 if fenced else DEEPSEEK_V31).name
    block.call(name, text)


def _render_v3(calls: Sequence[ToolCall]) -> str:
    written = (
        f"{_CALL}function{_SEP}{bare_name(call)}\n{_FENCE}json\n{object_text(call)}\n{_FENCE}{_CALL_END}"
        for call in calls
    )
    return f"{_CALLS}{chr(10).join(written)}{_CALLS_END}"


def _render_v31(calls: Sequence[ToolCall]) -> str:
    written = (f"{_CALL}{bare_name(call)}{_SEP}{object_text(call)}{_CALL_END}" for call in calls)
    return f"{_CALLS}{''.join(written)}{_CALLS_END}"


DEEPSEEK_V3 = TextFormat(
    name="deepseek_v3",
    title="DeepSeek V3, R1-0528",
    source="Chat template of deepseek-ai/DeepSeek-V3-0324; vLLM, tool_parsers/deepseekv3_tool_parser.py",
    aliases=("deepseek", "deepseekv3", "deepseek_r1"),
    vllm=("deepseek_v3",),
    sglang=("deepseekv3",),
    openings=(Opening(_CALLS), Opening(_CALL)),
    markers=(_CALLS, _CALL, _SEP),
    tokens=_TOKENS,
    noise=(_END,),
    read=_read,
    render=_render_v3,
)

DEEPSEEK_V31 = TextFormat(
    name="deepseek_v31",
    title="DeepSeek V3.1",
    source="Chat template of deepseek-ai/DeepSeek-V3.1; vLLM, tool_parsers/deepseekv31_tool_parser.py",
    aliases=("deepseekv31",),
    vllm=("deepseek_v31",),
    sglang=("deepseekv31",),
    openings=(Opening(_CALLS), Opening(_CALL)),
    markers=(_CALLS, _CALL, _SEP),
    tokens=_TOKENS,
    noise=(_END,),
    read=_read,
    render=_render_v31,
)

_DSML = Invoke(
    prefix="｜DSML｜", wrappers=("tool_calls", "function_calls", "toolcalls", "tool", "calls"), states_strings=True
)
_SPACED = Invoke(prefix="｜DSML｜ ", wrappers=("calls", "tool_calls", "function_calls"), states_strings=True)
_V32 = Invoke(prefix="｜DSML｜", wrappers=("function_calls",), states_strings=True)


def _read_dsml(block: Block) -> Asking[None]:
    return (_SPACED if "｜ " in block.opening else _DSML).read(block)


def _dsml(name: str, title: str, spelling: Invoke) -> TextFormat:
    return TextFormat(
        name=name,
        title=title,
        source="deepseek-ai/DeepSeek-V3.2 and later, encoding/; vLLM, parser/deepseek_v4.py",
        aliases=(name.replace("_", ""),),
        vllm=(name,),
        sglang=(name.replace("_", ""),),
        llama_cpp=("DeepSeek DSML",) if name != "deepseek_v41" else (),
        openings=tuple(map(Opening, (*_DSML.openings, *_SPACED.openings))),
        markers=spelling.wrapped[:1],
        tokens=("｜DSML｜", "<think>", "</think>"),
        noise=(_END,),
        seams=(*_DSML.seams, *_SPACED.seams),
        read=_read_dsml,
        render=spelling.render,
    )


DEEPSEEK_V32 = _dsml("deepseek_v32", "DeepSeek V3.2", _V32)
DEEPSEEK_V4 = _dsml("deepseek_v4", "DeepSeek V4", _DSML)
DEEPSEEK_V41 = _dsml("deepseek_v41", "DeepSeek V4.1", _SPACED)
