"""Kimi K2's section of calls, with the id of each call as its header, and Kimi K3's tagged elements (XTML)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Json, ToolCall
from toolwire.text import markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.offered import Offered
from toolwire.text.rendering import object_text, writable
from toolwire.text.seam import Seam, Wrapper
from toolwire.text.source import Asking
from toolwire.text.values import from_pairs, json_or_text
from toolwire.wire import exact_json

_SECTION, _SECTION_END = "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"
_ONE_SECTION, _ONE_SECTION_END = "<|tool_call_section_begin|>", "<|tool_call_section_end|>"
_SECTIONS, _SECTION_ENDS = (_SECTION, _ONE_SECTION), (_SECTION_END, _ONE_SECTION_END)
_CALL, _CALL_END, _ARGUMENTS = "<|tool_call_begin|>", "<|tool_call_end|>", "<|tool_call_argument_begin|>"
_WORD: Final = re.compile(r"[^\s<|]*")
_HEADER: Final = re.compile(r"(?:functions\.)?(?P<name>[^\s<|]+?):(?P<count>\d+)")


def _read_k2(block: Block) -> Asking[None]:
    if block.opening in _SECTIONS:
        yield from block.blanks()
        if (yield from block.expect(_CALL, *_SECTION_ENDS)) != _CALL:
            return
    while True:
        yield from block.blanks()
        header = yield from block.run(_WORD)
        yield from block.blanks()
        yield from block.expect(_ARGUMENTS)
        yield from block.blanks()
        text = yield from block.json()
        yield from block.blanks()
        if not (yield from block.at_end()) and not (yield from block.stands(_CALL)):
            yield from block.expect(_CALL_END, *_SECTION_ENDS)
        block.call(_name(header, text, block.offered), text, header)
        if not (yield from block.closing(_CALL)):
            break
    yield from block.closing(*_SECTION_ENDS)


def _name(header: str, text: str, offered: Offered) -> str:
    """Return the name of the tool that a call's header names: ``stock`` for ``functions.stock:0``, ``stock:0`` or
    ``stock``. If the header is only a counter (``0``), return the name of the only offered tool that the
    arguments fit.

    ``text`` is the JSON of the arguments. Raises ``NotACall`` if the name cannot be found.
    """
    match = _HEADER.fullmatch(header)
    if match:
        return match["name"]
    fitting = [name for name in offered.names() if offered.fits(name, exact_json.loads(text))]
    if header in offered:
        return header
    if not header.isdecimal() or len(fitting) != 1:
        raise NotACall
    return fitting[0]


def _render_k2(calls: Sequence[ToolCall]) -> str:
    written = (
        f"{_CALL}{_header(n, writable(call))}{_ARGUMENTS}{object_text(call)}{_CALL_END}" for n, call in enumerate(calls)
    )
    return f"{_SECTION}{''.join(written)}{_SECTION_END}"


def _header(n: int, call: ToolCall) -> str:
    """Return the header of a call: the call's id if it is the tool's name with a counter, else a new id of this form.

    Raises ``Inexpressible`` for a name that a header cannot have.
    """
    for header in (call.id or "", f"functions.{call.name}:{n}"):
        match = _HEADER.fullmatch(header)
        if match and match["name"] == call.name:
            return header
    raise Inexpressible(f"kimi_k2: expected a tool's name without blanks, < and |, got {call.name!r}")


KIMI_K2 = TextFormat(
    name="kimi_k2",
    title="Kimi K2, K2.5",
    source="moonshotai/Kimi-K2-Instruct, docs/tool_call_guidance.md; vLLM, parser/kimi_k2.py",
    aliases=("kimi",),
    vllm=("kimi_k2",),
    sglang=("kimi_k2",),
    llama_cpp=("Kimi K2",),
    openings=(*map(Opening, _SECTIONS), Opening(_CALL)),
    markers=(*_SECTIONS, _CALL, _ARGUMENTS),
    reasoning=(*THINK, Tags("◁think▷", "◁/think▷")),
    ends_reasoning=(*_SECTIONS, _CALL),
    tokens=(
        "<|tool_calls_section_begin|>",
        "<|tool_calls_section_end|>",
        "<|tool_call_begin|>",
        "<|tool_call_end|>",
        "<|tool_call_argument_begin|>",
        "<think>",
        "</think>",
    ),
    noise=("<|im_end|>",),
    read=_read_k2,
    render=_render_k2,
)

_OPEN, _CLOSE, _SEP = "<|open|>", "<|close|>", "<|sep|>"
_TOOLS, _TOOLS_END = f"{_OPEN}tools{_SEP}", f"{_CLOSE}tools{_SEP}"
_K3_CALL = f"{_OPEN}call "
_K3_CALL_END, _ARGUMENT_END = f"{_CLOSE}call{_SEP}", f"{_CLOSE}argument{_SEP}"


_NEXT: Final = rf"(?:{re.escape(_TOOLS_END + _TOOLS)})?{re.escape(_OPEN)}call "
_K3_SEAMS = (
    Seam(f"{_OPEN}call", _K3_CALL_END, _NEXT),
    Seam(f"{_OPEN}argument", _ARGUMENT_END, _NEXT, whole=False),
)


def _read_k3(block: Block) -> Asking[None]:
    while True:
        yield from block.blanks()
        if (yield from block.expect(f"{_OPEN}call", _TOOLS_END)) == _TOOLS_END:
            return
        attributes = yield from markup.attributes(block, _SEP)
        name = _unescaped(markup.required_attribute(attributes, "tool", "name"))
        values: list[tuple[str, Json]] = []
        while True:
            yield from block.blanks()
            if (yield from block.expect(f"{_OPEN}argument", _K3_CALL_END)) == _K3_CALL_END:
                break
            argument = yield from markup.attributes(block, _SEP)
            text = yield from block.value(_ARGUMENT_END, f"{_OPEN}argument", _K3_CALL_END, _K3_CALL)
            values.append((_unescaped(argument.get("key", "")), _k3_value(text, argument)))
        block.call(name, exact_json.dumps(from_pairs(values)))


def _k3_value(text: str, attributes: Mapping[str, str]) -> Json:
    return text if attributes.get("type", "string") == "string" else json_or_text(text)


def _unescaped(text: str) -> str:
    return text.replace("&quot;", '"').replace("&amp;", "&")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;")


def _render_k3(calls: Sequence[ToolCall]) -> str:
    return f"{_TOOLS}{''.join(_k3_call(n, call) for n, call in enumerate(calls, 1))}{_TOOLS_END}"


def _k3_call(n: int, call: ToolCall) -> str:
    given = arguments.to_object(writable(call).arguments, call.name)
    written = (
        f'{_OPEN}argument key="{_escaped(key)}" type="{_k3_type(value)}"{_SEP}{markup.value_text(value)}{_ARGUMENT_END}'
        for key, value in given.items()
    )
    return f'{_OPEN}call tool="{_escaped(call.name)}" index="{n}"{_SEP}{"".join(written)}{_K3_CALL_END}'


def _k3_type(value: Json) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict | list):
        return "object" if isinstance(value, dict) else "array"
    return "null" if value is None else "number"


KIMI_K3 = TextFormat(
    name="kimi_k3",
    title="Kimi K3",
    source="vLLM, tool_parsers/kimi_k3_tool_parser.py; SGLang, function_call/kimik3_detector.py",
    vllm=("kimi_k3",),
    sglang=("kimi_k3",),
    openings=(Opening(_TOOLS),),
    markers=(_TOOLS, f"{_OPEN}call", f"{_OPEN}argument"),
    reasoning=(Tags(f"{_OPEN}think{_SEP}", f"{_CLOSE}think{_SEP}", anywhere=True),),
    ends_reasoning=(_TOOLS, f"{_OPEN}response{_SEP}"),
    tokens=("<|open|>", "<|sep|>", "<|close|>", "<|end_of_msg|>"),
    noise=(f"{_OPEN}response{_SEP}", f"{_CLOSE}response{_SEP}", f"{_CLOSE}message{_SEP}", "<|end_of_msg|>"),
    seams=_K3_SEAMS,
    wrapper=Wrapper(_TOOLS, _TOOLS_END, _K3_CALL),
    read=_read_k3,
    render=_render_k3,
)
