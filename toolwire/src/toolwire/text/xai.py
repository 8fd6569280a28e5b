"""Grok's calls in ``<xai:function_call>``, ``<x.ai:tool_call>`` or ``<xai:tool_call>`` tags.

Such calls leak into text, and are often malformed.
"""

from toolwire.text import json_calls, markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, TextFormat
from toolwire.text.source import Asking

_TAGS = ("xai:function_call", "x.ai:tool_call", "xai:tool_call")
_PARAMETER, _PARAMETER_END = "<parameter", "</parameter>"


def _read(block: Block) -> Asking[None]:
    tag = block.opening.removeprefix("<")
    attributes = yield from markup.attributes(block)
    close = f"</{tag}"
    if attributes.empty:
        block.call(markup.required_attribute(attributes, "name"), "{}")
        return
    yield from block.blanks()
    if (yield from block.peek()) == "{":
        yield from _json(block, attributes, close)
    else:
        yield from _parameters(block, markup.required_attribute(attributes, "name"), close)
        return
    if (yield from block.closing(close)):
        yield from block.until(">", stops=("\n", "<"))


def _json(block: Block, attributes: markup.Attributes, close: str) -> Asking[None]:
    """Read the JSON in the tag, and emit the call. The JSON is the call's arguments if the tag names the tool;
    otherwise it is the whole call. Raises ``NotACall`` for other JSON.
    """
    text = yield from block.json()
    yield from block.followed(close)
    if attributes.get("name"):
        block.call(attributes["name"], text)
    else:
        json_calls.emit(block, json_calls.read(text))


def _parameters(block: Block, name: str, close: str) -> Asking[None]:
    texts: list[tuple[str, str]] = []
    while True:
        yield from block.blanks()
        if (yield from block.expect(_PARAMETER, close)) == close:
            break
        key = markup.required_attribute((yield from markup.attributes(block)), "name")
        text, end = yield from block.until(_PARAMETER_END, close, _PARAMETER + " name=")
        texts.append((key, text if end == _PARAMETER_END else text.rstrip("\n")))
        if end != _PARAMETER_END:
            block.at -= len(end)
    # In some recordings, the closing tag has a quote or a blank before its ">".
    rest, _ = yield from block.until(">", stops=("\n", "<"))
    if rest.strip(" \"'"):
        raise NotACall
    block.call(name, markup.arguments(block, name, texts))


XAI = TextFormat(
    name="xai_function_call",
    title="Grok's leak",
    source="Issues of opencode, 2291 and others; recordings of gateways, counted 2026-11",
    aliases=("xai", "grok", "x.ai"),
    openings=tuple(Opening(f"<{tag}") for tag in _TAGS),
    markers=tuple(f"<{tag}" for tag in _TAGS),
    reasoning=THINK,
    noise=("<|reserved_6|>",),
    read=_read,
)
