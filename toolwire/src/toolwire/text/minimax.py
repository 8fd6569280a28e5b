"""MiniMax's calls. M2 writes ``<invoke>`` inside a tag of MiniMax's own. M3 writes elements, each with the name of an
argument.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from toolwire.dialects import arguments
from toolwire.model import Json, ToolCall
from toolwire.text import markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.invoke import Invoke
from toolwire.text.rendering import bare_key, writable
from toolwire.text.seam import Wrapper
from toolwire.text.source import Asking
from toolwire.text.values import items, kinds, member, typed
from toolwire.wire import exact_json

_M2 = Invoke(wrappers=("minimax:tool_call",))

MINIMAX_M2 = TextFormat(
    name="minimax_m2",
    title="MiniMax M2",
    source="Chat template of MiniMaxAI/MiniMax-M2; vLLM, parser/minimax_m2.py",
    aliases=("minimax", "minimax-m2"),
    vllm=("minimax_m2",),
    sglang=("minimax-m2",),
    openings=tuple(map(Opening, _M2.wrapped)),
    markers=_M2.wrapped,
    ends_reasoning=_M2.wrapped,
    tokens=("<minimax:tool_call>", "</minimax:tool_call>", "<think>", "</think>"),
    noise=("[e~[",),
    seams=_M2.seams,
    wrapper=Wrapper(_M2.wrapped[0], "</minimax:tool_call>", "<invoke name="),
    read=_M2.read,
    render=_M2.render,
)

_MARK: Final = "]<]minimax[>["
_CALLS, _CALLS_END = f"{_MARK}<tool_call>", f"{_MARK}</tool_call>"
_INVOKE, _INVOKE_END = f"{_MARK}<invoke", f"{_MARK}</invoke>"
_TAG: Final = re.compile(re.escape(_MARK) + r"<(?P<end>/?)(?P<name>[^<>]*)>")
_DEEPEST: Final = 100
_Element: TypeAlias = tuple[str, "str | list[_Element]"]


def _read_m3(block: Block) -> Asking[None]:
    while True:
        yield from block.blanks()
        if (yield from block.expect(_INVOKE, _CALLS_END)) == _CALLS_END:
            return
        name = markup.required_attribute((yield from markup.attributes(block)), "name")
        body, _ = yield from block.until(_INVOKE_END, stops=(_INVOKE, _CALLS))
        elements = _elements(body)
        root = block.offered.schema(name)
        block.call(name, exact_json.dumps(_object(elements, root, root)))


def _elements(body: str) -> list[_Element]:
    """Return the elements in a body. Raises ``NotACall`` if they are not nested correctly."""
    stack: list[tuple[str, list[_Element], list[str]]] = [("", [], [])]
    at = 0
    for tag in _TAG.finditer(body):
        stack[-1][2].append(body[at : tag.start()])
        at = tag.end()
        if not tag["end"]:
            if len(stack) > _DEEPEST:
                raise NotACall
            stack.append((tag["name"], [], []))
            continue
        name, inner, texts = stack.pop()
        if name != tag["name"] or not stack:
            raise NotACall
        stack[-1][1].append((name, inner if inner else "".join(texts)))
    if len(stack) != 1 or body[at:].strip():
        raise NotACall
    return stack[0][1]


def _object(elements: Sequence[_Element], schema: Json, root: Json) -> dict[str, Json]:
    """Return an object with the names and values of elements. The values of a repeated name become a list."""
    values_by_name: dict[str, list[Json]] = {}
    for name, content in elements:
        values_by_name.setdefault(name, []).append(_value(content, member(schema, root, name), root))
    return {name: values[0] if len(values) == 1 else values for name, values in values_by_name.items()}


def _value(content: "str | list[_Element]", schema: Json, root: Json) -> Json:
    types = set(kinds(schema, root))
    if isinstance(content, str):
        if not content.strip() and types and "string" not in types:
            return [] if "array" in types else {} if "object" in types else None
        return typed(content, schema, root)
    if "array" in types or (not types and all(name == "item" for name, _ in content)):
        each = items(schema, root)
        return [_value(inner, each, root) for _, inner in content]
    return _object(content, schema, root)


def _render_m3(calls: Sequence[ToolCall]) -> str:
    return f"{_CALLS}\n{''.join(map(_m3_call, calls))}{_CALLS_END}"


def _m3_call(call: ToolCall) -> str:
    given = arguments.to_object(writable(call).arguments, call.name)
    return f'{_INVOKE} name="{call.name}">\n{"".join(_m3_elements(given))}{_INVOKE_END}\n'


def _m3_elements(given: dict[str, Json]) -> Iterator[str]:
    for key, value in given.items():
        yield f"{_MARK}<{bare_key(key, '<>')}>{_m3_value(value)}{_MARK}</{key}>\n"


def _m3_value(value: Any) -> str:
    if isinstance(value, dict):
        return "".join(_m3_elements(value))
    if isinstance(value, list):
        return "".join(f"{_MARK}<item>{_m3_value(item)}{_MARK}</item>" for item in value)
    return markup.value_text(value)


MINIMAX_M3 = TextFormat(
    name="minimax_m3",
    title="MiniMax M3",
    source="vLLM, parser/minimax_m3.py; SGLang, function_call/minimax_m3.py",
    aliases=("minimax-m3",),
    vllm=("minimax_m3",),
    sglang=("minimax-m3",),
    llama_cpp=("PEG_MINIMAX_M3",),
    openings=(Opening(_CALLS),),
    markers=(_CALLS, _MARK),
    reasoning=(Tags("<mm:think>", "</mm:think>"), *THINK),
    ends_reasoning=(_CALLS,),
    tokens=("]<]minimax[>[", "<mm:think>", "</mm:think>"),
    noise=("[e~[",),
    read=_read_m3,
    render=_render_m3,
)
