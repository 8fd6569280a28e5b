"""GLM's calls, with pairs of ``<arg_key>`` and ``<arg_value>``."""

import re
from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text import markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.rendering import bare_name
from toolwire.text.seam import Seam
from toolwire.text.source import Asking

_CALL, _CALL_END = "<tool_call>", "</tool_call>"
_KEY, _KEY_END = "<arg_key>", "</arg_key>"
_NAME: Final = re.compile(r"[\w.:/-]*")
_VALUE, _VALUE_END = "<arg_value>", "</arg_value>"


_NEXT = rf"{_CALL}\s*{_NAME.pattern[:-1]}+\s*(?:{_KEY}|{_CALL_END})"


def _read(block: Block) -> Asking[None]:
    yield from _gap(block)
    name = yield from block.run(_NAME)
    if not name:
        raise NotACall
    yield from _gap(block)
    end = yield from block.expect(_KEY, _CALL_END)
    texts: list[tuple[str, str]] = []
    while end == _KEY:
        key, _ = yield from block.until(_KEY_END)
        yield from _gap(block)
        yield from block.expect(_VALUE)
        texts.append((key.strip(), (yield from _value(block))))
        end = yield from block.expect(_KEY, _CALL_END)
    block.call(name, markup.arguments(block, name, texts))


def _value(block: Block) -> Asking[str]:
    pieces: list[str] = []
    while True:
        piece, _ = yield from block.until(_VALUE_END)
        gap = yield from _gap(block)
        pieces.append(piece)
        if (yield from block.at_end()) or (yield from block.stands(_KEY, _CALL_END)):
            return "".join(pieces)
        pieces += (_VALUE_END, gap)


def _gap(block: Block) -> Asking[str]:
    """Read and return the blanks between tags. A line break there may be written as a backslash and an n."""
    gap = yield from block.blank_run()
    while (yield from block.optional("\\n")):
        gap += "\\n" + (yield from block.blank_run())
    return gap


def _render(calls: Sequence[ToolCall]) -> str:
    return "\n".join(map(_render_call, calls))


def _render_call(call: ToolCall) -> str:
    pairs = "".join(f"{_KEY}{key}{_KEY_END}\n{_VALUE}{text}{_VALUE_END}\n" for key, text in markup.texts(call).items())
    return f"{_CALL}{bare_name(call)}\n{pairs}{_CALL_END}"


GLM = TextFormat(
    name="glm",
    title="GLM 4.5 and later",
    source="Chat template of zai-org/GLM-4.5 and GLM-4.7; vLLM, parser/glm47_moe.py",
    aliases=("glm4", "glm4_5", "glm4_moe"),
    vllm=("glm45", "glm47"),
    sglang=("glm45", "glm", "glm47"),
    in_part={"sglang": ("glm47",)},
    openings=(Opening(_CALL),),
    markers=(_KEY, _VALUE),
    ends_reasoning=(_CALL,),
    tokens=(
        "<tool_call>",
        "</tool_call>",
        "<arg_key>",
        "</arg_key>",
        "<arg_value>",
        "</arg_value>",
        "<think>",
        "</think>",
    ),
    noise=("<|observation|>", "<|endoftext|>"),
    seams=(Seam(_CALL, _CALL_END, _NEXT), Seam(_VALUE, _VALUE_END, _NEXT, whole=False)),
    read=_read,
    render=_render,
)
