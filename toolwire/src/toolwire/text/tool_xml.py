"""``<tool>`` tags, which no model was trained on and many prompts ask for, in four shapes.

``<tool name="stock" sku="A-7"/>``; ``<tool><name>stock</name><arguments>{...}</arguments></tool>``, or the same as
JSON in the tag; ``<stock><sku>A-7</sku></stock>``; and ``<tool>ls -la</tool>``, which is a call where the one tool
offered takes one text. There is no standard, so what is called must be offered, and the arguments must be its own.
"""

import re
from collections.abc import Mapping
from typing import Final

from toolwire.text import json_calls, markup
from toolwire.text.block import Block, Found
from toolwire.text.errors import Cut, NotACall
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.offered import Offered
from toolwire.text.source import Asking
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_TOOL, _TOOL_END = "<tool", "</tool>"
_NAMES: Final = ("name", "tool", "function", "tool_name")
_ARGUMENTS: Final = ("arguments", "parameters", "args", "input", "params")
_OPEN: Final = re.compile(r"\s*<(?P<name>[\w.-]+)>")
_OPENED: Final = re.compile(r"<[\w.-]+\Z")
_OBJECT: Final = re.compile(r"\s*(?=\{)")
_REST: Final = re.compile(r"\s*\Z")


def _opens(offered: Offered) -> tuple[Opening, ...]:
    return tuple(Opening(f"<{name}", is_marker=False) for name in offered.names() if name != "tool")


def _read(block: Block) -> Asking[None]:
    if (yield from block.peek()) not in (" ", "\n", "\t", ">", "/"):
        raise NotACall  # the tag's name goes on
    found = yield from markup.attributes(block)
    tool = block.opening.removeprefix("<")
    raw = block.opening == _TOOL and block.offered.only_text() is not None
    body = "" if found.empty else (yield from _body(block, f"</{tool}>", raw=raw))
    if block.opening != _TOOL:
        if block.in_sentence and not found and not body.strip():
            raise NotACall  # a sentence about an element of that name
        call = _named_tag(tool, found, body, block)
    elif "name" in found:
        call = _attributes(found, body, block)
    elif body.lstrip().startswith("{"):
        (call,) = json_calls.read(body, _NAMES, _ARGUMENTS)
    else:
        call = _nested(body, block) or _raw(body, block.offered)
    if not block.offered.fits(call.name, exact_json.loads(call.arguments or "{}")):
        raise NotACall
    block.call(call.name, call.arguments or "{}")


def _body(block: Block, end: str, *, raw: bool) -> Asking[str]:
    """What stands in a tag: to its end, which may stand in a string of JSON as well, in it or in an element in it.

    ``raw``: whether it may be something else than JSON and elements.
    """
    pieces = [(yield from block.blank_run())]
    if (yield from block.peek()) == "{":
        pieces.append((yield from block.json()))
        yield from block.blanks()
        yield from block.expect(end)
        return "".join(pieces)
    if not (raw or (yield from block.stands("<"))):
        yield from block.more()
        raise NotACall
    while True:
        piece, found = yield from block.until(end, ">")
        pieces.append(piece)
        if found == end:
            return "".join(pieces)
        pieces += (found, (yield from block.blank_run()))
        if _OPENED.search(piece) and (yield from block.peek()) == "{":
            pieces.append((yield from _object(block)))


def _object(block: Block) -> Asking[str]:
    """A JSON object; nothing where what stands here is none."""
    start = block.position
    try:
        return (yield from block.json())
    except (Cut, NotACall):
        block.back(block.position - start)
        return ""


def _attributes(found: Mapping[str, str], body: str, block: Block) -> Found:
    name = found["name"]
    texts = [(key, text) for key, text in found.items() if key != "name"]
    if body.strip() and texts:
        raise NotACall
    if body.strip():
        return Found(name, _inner(name, body, block))
    return Found(name, markup.arguments(block, name, texts))


def _named_tag(name: str, found: Mapping[str, str], body: str, block: Block) -> Found:
    if found and body.strip():
        raise NotACall
    return Found(name, markup.arguments(block, name, [*found.items()]) if found else _inner(name, body, block))


def _nested(body: str, block: Block) -> Found | None:
    try:
        parts = dict(_children(body))
    except NotACall:
        return None
    name = next((parts[key].strip() for key in _NAMES if key in parts), "")
    if not name:
        return None
    given = next((parts[key] for key in _ARGUMENTS if key in parts), "")
    return Found(name, _inner(name, given, block))


def _inner(name: str, body: str, block: Block) -> str:
    """Arguments as JSON, or as elements named after them."""
    if body.strip().startswith("{"):
        try:
            exact_json.loads(body)
        except JsonError:
            raise NotACall from None
        return body.strip()
    return markup.arguments(block, name, _children(body))


def _raw(body: str, offered: Offered) -> Found:
    """The call to the only tool there is, which takes one text."""
    key = offered.only_text()
    if key is None or not body.strip():
        raise NotACall
    (name,) = offered.names()
    return Found(name, exact_json.dumps({key: body.strip()}))


def _children(body: str) -> list[tuple[str, str]]:
    """The elements, with their names. Raises ``NotACall`` where there is anything else."""
    found: list[tuple[str, str]] = []
    at = 0
    while not _REST.match(body, at):
        opened = _OPEN.match(body, at)
        if opened is None:
            raise NotACall
        end = f"</{opened['name']}>"
        close = body.find(end, _behind_object(body, opened.end()))
        if close < 0:
            raise NotACall
        found.append((opened["name"], markup.trimmed(body[opened.end() : close])))
        at = close + len(end)
    return found


def _behind_object(body: str, at: int) -> int:
    """Where a JSON object ends that stands there, or the place itself."""
    begin = _OBJECT.match(body, at)
    try:
        return at if begin is None else exact_json.first(body, begin.end())[1]
    except JsonError:
        return at


TOOL_XML = TextFormat(
    name="tool_xml",
    title="<tool> tags that prompts ask for",
    source="Prompts of coding agents, Cline's among them; no standard",
    aliases=("xml", "cline"),
    openings=(Opening(_TOOL, is_marker=False),),
    opens=_opens,
    reasoning=(*THINK, Tags("<thinking>", "</thinking>")),
    read=_read,
)
