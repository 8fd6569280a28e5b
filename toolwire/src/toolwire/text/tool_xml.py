"""``<tool>`` tags in four shapes. No model was trained on them, but many prompts ask for them.

- ``<tool name="stock" sku="A-7"/>``
- ``<tool><name>stock</name><arguments>{...}</arguments></tool>``, or JSON with the name and arguments in the tag
- ``<stock><sku>A-7</sku></stock>``
- ``<tool>ls -la</tool>``, if only one tool is offered and its only parameter is a string

No standard defines these shapes, so a call counts only if the tool is offered and its schema fits the arguments.
"""

import re
from collections.abc import Mapping
from typing import Final

from toolwire.text import json_calls, markup
from toolwire.text.block import Block, TextCall
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
        raise NotACall  # the tag's name continues
    attributes = yield from markup.attributes(block)
    tool = block.opening.removeprefix("<")
    raw = block.opening == _TOOL and block.offered.only_text_parameter() is not None
    body = "" if attributes.empty else (yield from _body(block, f"</{tool}>", raw=raw))
    if block.opening != _TOOL:
        if block.in_sentence and not attributes and not body.strip():
            raise NotACall  # a sentence about an element of that name
        call = _named_tag(tool, attributes, body, block)
    elif "name" in attributes:
        call = _attributes(attributes, body, block)
    elif body.lstrip().startswith("{"):
        (call,) = json_calls.read(body, _NAMES, _ARGUMENTS)
    else:
        call = _nested(body, block) or _raw(body, block.offered)
    if not block.offered.fits(call.name, exact_json.loads(call.arguments or "{}")):
        raise NotACall
    block.call(call.name, call.arguments or "{}")


def _body(block: Block, end: str, *, raw: bool) -> Asking[str]:
    """Return the body of a tag, up to the tag's end. An end inside a JSON object does not count.

    ``raw`` allows a body that is neither JSON nor elements. Raises ``NotACall`` for any other text.
    """
    pieces = [(yield from block.blank_run())]
    if (yield from block.peek()) == "{":
        pieces.append((yield from block.json()))
        yield from block.blanks()
        yield from block.expect(end)
        return "".join(pieces)
    if not (raw or (yield from block.stands("<"))):
        yield from block.wait()
        raise NotACall
    while True:
        piece, literal = yield from block.until(end, ">")
        pieces.append(piece)
        if literal == end:
            return "".join(pieces)
        pieces += (literal, (yield from block.blank_run()))
        if _OPENED.search(piece) and (yield from block.peek()) == "{":
            pieces.append((yield from _object(block)))


def _object(block: Block) -> Asking[str]:
    """Read and return the text of a JSON object; "" if no object comes next."""
    start = block.position
    try:
        return (yield from block.json())
    except (Cut, NotACall):
        block.back(block.position - start)
        return ""


def _attributes(attributes: Mapping[str, str], body: str, block: Block) -> TextCall:
    name = attributes["name"]
    texts = [(key, text) for key, text in attributes.items() if key != "name"]
    if body.strip() and texts:
        raise NotACall
    if body.strip():
        return TextCall(name, _inner(name, body, block))
    return TextCall(name, markup.arguments(block, name, texts))


def _named_tag(name: str, attributes: Mapping[str, str], body: str, block: Block) -> TextCall:
    if attributes and body.strip():
        raise NotACall
    return TextCall(
        name, markup.arguments(block, name, [*attributes.items()]) if attributes else _inner(name, body, block)
    )


def _nested(body: str, block: Block) -> TextCall | None:
    try:
        parts = dict(_children(body))
    except NotACall:
        return None
    name = next((parts[key].strip() for key in _NAMES if key in parts), "")
    if not name:
        return None
    given = next((parts[key] for key in _ARGUMENTS if key in parts), "")
    return TextCall(name, _inner(name, given, block))


def _inner(name: str, body: str, block: Block) -> str:
    """Return arguments as JSON text. The body has JSON, or elements with the names of arguments. Raises ``NotACall``
    for any other text.
    """
    if body.strip().startswith("{"):
        try:
            exact_json.loads(body)
        except JsonError:
            raise NotACall from None
        return body.strip()
    return markup.arguments(block, name, _children(body))


def _raw(body: str, offered: Offered) -> TextCall:
    """Return a call to the only offered tool, with the body as its argument. Raises ``NotACall`` if several tools are
    offered, if the tool's parameters are not a single string, or if the body is blank.
    """
    key = offered.only_text_parameter()
    if key is None or not body.strip():
        raise NotACall
    (name,) = offered.names()
    return TextCall(name, exact_json.dumps({key: body.strip()}))


def _children(body: str) -> list[tuple[str, str]]:
    """Return the name and text of each element. Raises ``NotACall`` if the body has other content than elements."""
    elements: list[tuple[str, str]] = []
    at = 0
    while not _REST.match(body, at):
        opened = _OPEN.match(body, at)
        if opened is None:
            raise NotACall
        end = f"</{opened['name']}>"
        close = body.find(end, _behind_object(body, opened.end()))
        if close < 0:
            raise NotACall
        elements.append((opened["name"], markup.trimmed(body[opened.end() : close])))
        at = close + len(end)
    return elements


def _behind_object(body: str, at: int) -> int:
    """Return the index after the JSON object that starts at ``at``; ``at`` itself if no object starts there."""
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
