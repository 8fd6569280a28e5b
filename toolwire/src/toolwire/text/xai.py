"""``<xai:function_call>``, a leak that is often malformed, and ``<x.ai:tool_call>``."""

from toolwire.text import json_calls, markup
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import THINK, Opening, TextFormat
from toolwire.text.source import Asking

_TAGS = ("xai:function_call", "x.ai:tool_call", "xai:tool_call")
_PARAMETER, _PARAMETER_END = "<parameter", "</parameter>"


def _read(block: Block) -> Asking[None]:
    tag = block.opening.removeprefix("<")
    found = yield from markup.attributes(block)
    close = f"</{tag}"
    if found.empty:
        block.call(markup.named(found, "name"), "{}")
        return
    yield from block.blanks()
    if (yield from block.peek()) == "{":
        yield from _json(block, found, close)
    else:
        yield from _parameters(block, markup.named(found, "name"), close)
        return
    if (yield from block.closing(close)):
        yield from block.until(">", stops=("\n", "<"))


def _json(block: Block, found: markup.Attributes, close: str) -> Asking[None]:
    """JSON in the tag: arguments, where it names the tool, else the call."""
    text = yield from block.json()
    yield from block.followed(close)
    if found.get("name"):
        block.call(found["name"], text)
    else:
        json_calls.say(block, json_calls.read(text))


def _parameters(block: Block, name: str, close: str) -> Asking[None]:
    texts: list[tuple[str, str]] = []
    while True:
        yield from block.blanks()
        if (yield from block.expect(_PARAMETER, close)) == close:
            break
        key = markup.named((yield from markup.attributes(block)), "name")
        text, end = yield from block.until(_PARAMETER_END, close, _PARAMETER + " name=")
        texts.append((key, text if end == _PARAMETER_END else text.rstrip("\n")))
        if end != _PARAMETER_END:
            block.at -= len(end)
    # The closing tag is seen with a quote or a blank before its end.
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
