"""Qwen3-Coder's XML: ``<function=NAME>`` with a ``<parameter=KEY>`` for each argument."""

from collections.abc import Sequence

from toolwire.model import ToolCall
from toolwire.text import markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.rendering import bare_key
from toolwire.text.seam import Seam
from toolwire.text.source import Asking

_FUNCTION, _FUNCTION_END = "<function=", "</function>"
_PARAMETER, _PARAMETER_END = "<parameter=", "</parameter>"
_WRAPPERS = ("<tool_call>", "<seed:tool_call>")
_WRAPPER_ENDS = ("</tool_call>", "</seed:tool_call>")
_NO_KEY = "<>\n"


_NEXT = rf"(?:<(?:seed:)?tool_call>\s*)?{_FUNCTION}[^<>\n]+>"
_SEAMS = (
    *(Seam(begin, end, _NEXT, opening_optional=True) for begin, end in zip(_WRAPPERS, _WRAPPER_ENDS, strict=True)),
    Seam(_PARAMETER, _PARAMETER_END, _NEXT, whole=False),
)


def _read(block: Block) -> Asking[None]:
    if block.opening != _FUNCTION:
        yield from block.blanks()
        yield from block.expect(_FUNCTION)
    while True:
        yield from _function(block)
        if not (yield from block.closing(_FUNCTION)):
            break
    yield from block.closing(*_WRAPPER_ENDS)


def _function(block: Block) -> Asking[None]:
    name, _ = yield from block.until(">", stops=("\n", "<"))
    name = name.strip()
    if not name:
        raise NotACall
    texts: list[tuple[str, str]] = []
    missing = set(block.offered.properties(name))
    key = ""
    while True:
        if not key:
            yield from block.blanks()
            if (yield from block.expect(_PARAMETER, _FUNCTION_END)) == _FUNCTION_END:
                break
            key, _ = yield from block.until(">", stops=("\n", "<"))
        missing.discard(key.strip())
        text, tag, following = yield from _value(block, missing)
        texts.append((key.strip(), markup.trimmed(text)))
        if tag == _FUNCTION_END:
            break
        key = following
    block.call(name, markup.arguments(block, name, texts))


def _value(block: Block, missing: set[str]) -> Asking[tuple[str, str, str]]:
    """Read the value of a parameter. Return it with the tag that was read in place of ``</parameter>``, and its key.

    Usually ``</parameter>`` ends the value, and the tag and the key are "". If it is missing, the value ends before a
    line that begins with ``<parameter=KEY>``, where ``KEY`` is in ``missing``, or with ``</function>`` (key "").
    """
    pieces: list[str] = []
    while True:
        piece, end = yield from block.until(_PARAMETER_END, "\n" + _PARAMETER, "\n" + _FUNCTION_END)
        pieces.append(piece)
        if end == "\n" + _PARAMETER:
            key, close = yield from block.until(">", "<", "\n")
            if close == ">" and key.strip() in missing:
                return "".join(pieces), _PARAMETER, key
            block.at -= len(close)
            pieces += (end, key)
            continue
        gap = yield from block.blank_run()
        at_end = yield from block.at_end()
        if end == _PARAMETER_END and (at_end or (yield from block.stands(_PARAMETER, _FUNCTION_END))):
            return "".join(pieces), "", ""
        if end != _PARAMETER_END and (at_end or (yield from block.stands(_FUNCTION, *_WRAPPER_ENDS))):
            return "".join(pieces), _FUNCTION_END, ""
        pieces += (end, gap)


def _render(calls: Sequence[ToolCall]) -> str:
    return "\n".join(map(_render_call, calls))


def _render_call(call: ToolCall) -> str:
    parameters = "".join(
        f"{_PARAMETER}{bare_key(key, _NO_KEY)}>\n{text}\n{_PARAMETER_END}\n" for key, text in markup.texts(call).items()
    )
    return f"<tool_call>\n{_FUNCTION}{call.name}>\n{parameters}{_FUNCTION_END}\n</tool_call>"


QWEN3_CODER = TextFormat(
    name="qwen3_coder",
    title="Qwen3-Coder, Qwen 3.5, Nemotron 3, Step 3.5, MiMo, Seed-OSS",
    source="Chat template of Qwen/Qwen3-Coder; vLLM, parser/qwen3.py",
    aliases=("qwen3_xml", "qwen3_5", "nemotron3", "granite_thinking"),
    vllm=("qwen3_coder", "qwen3_xml", "seed_oss", "step3p5", "mimo"),
    sglang=("qwen3_coder", "step3p5", "nanbeige", "mimo"),
    in_part={"vllm": ("seed_oss", "mimo"), "sglang": ("mimo",)},
    llama_cpp=("Qwen3-Coder",),
    openings=(*map(Opening, _WRAPPERS), Opening(_FUNCTION)),
    markers=(_FUNCTION, _PARAMETER),
    reasoning=(*THINK, Tags("<seed:think>", "</seed:think>")),
    ends_reasoning=_WRAPPERS,
    tokens=("<tool_call>", "</tool_call>", "<think>", "</think>"),
    noise=("<|im_end|>", "<seed:eos>"),
    seams=_SEAMS,
    read=_read,
    render=_render,
)
