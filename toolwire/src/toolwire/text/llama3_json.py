"""Llama 3's calls: JSON, with or without ``<|python_tag|>`` before it, or ``<function=NAME>{...}</function>``."""

import re
from collections.abc import Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, TextFormat
from toolwire.text.pythonic import arguments_scan, keywords
from toolwire.text.rendering import json_call
from toolwire.text.source import Asking
from toolwire.wire import exact_json

_PYTHON, _FUNCTION, _OBJECT = "<|python_tag|>", "<function=", "{"
_KEYS: Final = ("name", "parameters", "arguments", "type", "id", "function")
_NAME: Final = re.compile(r"[\w.-]*")
_BLANKS: Final = re.compile(r"[ \t]*")
_ENDS: Final = ("\n", "\r", ";", "<|", "{")


def _read(block: Block) -> Asking[None]:
    if block.opening == _FUNCTION:
        yield from _named(block)
        return
    tagged = block.opening == _PYTHON
    if tagged:
        yield from block.blanks()
        if (yield from block.peek()) != _OBJECT:
            yield from _built_in(block)
            return
    else:
        block.at -= 1
    while True:
        yield from _object(block, tagged=tagged)
        if not (yield from block.closing(";")):
            break
        yield from block.blanks()


def _object(block: Block, *, tagged: bool) -> Asking[None]:
    """Read an object with a call, and emit the call. Without ``<|python_tag|>`` before the object (``tagged`` is
    false), the call must be to an offered tool, and on the same line only ``;``, another object or a special token may
    follow. Raises ``NotACall`` for any other text.
    """
    if tagged:
        json_calls.emit(block, json_calls.read((yield from block.json())))
        return
    calls = json_calls.offered(block, (yield from block.json(_KEYS)))
    gap = yield from block.run(_BLANKS)
    if not (yield from block.at_end()) and not (yield from block.stands(*_ENDS)):
        raise NotACall
    block.back(len(gap))
    json_calls.emit(block, calls)


def _named(block: Block) -> Asking[None]:
    name, _ = yield from block.until(">", stops=("\n", "<"))
    yield from block.blanks()
    text = yield from block.json()
    yield from block.blanks()
    yield from block.expect("</function>")
    if not name.strip():
        raise NotACall
    block.call(name.strip(), text)


def _built_in(block: Block) -> Asking[None]:
    """Read ``brave_search.call(query="...")``, and emit it as a call to the tool ``brave_search``. Raises ``NotACall``
    for any other text.
    """
    name = yield from block.run(_NAME)
    yield from block.expect("(")
    text = yield from block.extent(arguments_scan())
    name = name.removesuffix(".call")
    if not name:
        raise NotACall
    block.call(name, exact_json.dumps(keywords(text[:-1])))


def _render(calls: Sequence[ToolCall]) -> str:
    return "; ".join(json_call(call, key="parameters") for call in calls)


LLAMA3_JSON = TextFormat(
    name="llama3_json",
    title="Llama 3.1, 3.2, 3.3",
    source="Meta's prompt formats of Llama 3.1; vLLM, tool_parsers/llama_tool_parser.py",
    aliases=("llama3", "llama", "llama4_json"),
    vllm=("llama3_json", "llama4_json"),
    sglang=("llama3",),
    openings=(Opening(_PYTHON), Opening(_FUNCTION), Opening(_OBJECT, "line")),
    markers=(_PYTHON,),
    tokens=("<|python_tag|>", "<|eom_id|>"),
    noise=("<|eom_id|>", "<|eot_id|>", "<|end_of_text|>"),
    read=_read,
    render=_render,
)
