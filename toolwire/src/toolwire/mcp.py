"""Conversion of MCP's tools, calls and results to canonical values, and of canonical values to MCP's documents.

The documents are JSON of the Model Context Protocol. Sources: https://modelcontextprotocol.io/specification/2025-11-25
(server/tools), and the types of MCP's Python SDK 2.3. A value that the result of the conversion cannot express is
dropped or changed. Each such value has a note, whose pointer leads into the input. No note reports data that a server
sends only for the client: ``_meta``, and the time for which a list may be cached.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from toolwire.client.note import Note
from toolwire.client.plain import plain
from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import kind as kind_of
from toolwire.json_value import Json
from toolwire.model import Audio, File, Image, Text, Tool, ToolCall, ToolDefinition, ToolResult, Video
from toolwire.model.parts import ResultPart
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.pointer import escape

_NO_PARAMETERS: Final[dict[str, Json]] = {"type": "object", "properties": {}}
_ALONE: Final = "the server runs this tool only as a task, and refuses a plain call"
_NO_PLACE: Final = "no provider's tool definitions have a field for this value"
_NOT_SHOWN: Final = "no provider's tool results have a field for this value"
_OF_THE_LIST: Final = ("tools", "nextCursor", "resultType", "ttlMs", "cacheScope", "_meta")
_OF_THE_RESULT: Final = ("content", "structuredContent", "isError", "resultType", "_meta")
_MEDIA: Final[dict[str, type[Image | Audio | Video]]] = {"image": Image, "audio": Audio, "video": Video}


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """The tools of a server, in canonical form."""

    tools: tuple[ToolDefinition, ...]
    notes: tuple[Note, ...] = ()


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a call, in canonical form."""

    result: ToolResult
    notes: tuple[Note, ...] = ()


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A document of MCP, and notes about the values that MCP cannot express."""

    document: dict[str, Any]
    notes: tuple[Note, ...] = ()


def read_tools(listed: Json) -> Listed:
    """Return the tools of a ``tools/list`` result.

    If a tool has no description, its title becomes the description. A tool that the server runs only as a task gets a
    note of the kind ``refused``. Raises ``ShapeError`` for a malformed result, and ``NotJsonError`` for a value that is
    not JSON.
    """
    document = _document(listed)
    notes = [*_rest(document, _OF_THE_LIST, "", _NO_PLACE)]
    if document.get("nextCursor") is not None:
        notes.append(Note(kind="dropped", where="/nextCursor", why="the list has more pages: read their tools, too"))
    tools = [_tool(entry, f"/tools/{n}", notes) for n, entry in enumerate(_list(document, "tools", ""))]
    return Listed(tools=tuple(tools), notes=tuple(notes))


def write_tools(tools: Sequence[Tool]) -> Written:
    """Return a ``tools/list`` result. The protocol has only functions as tools, so other tools are dropped, with a
    note.
    """
    entries: list[dict[str, Any]] = []
    notes: list[Note] = []
    for n, tool in enumerate(tools):
        if not isinstance(tool, ToolDefinition):
            notes.append(Note(kind="dropped", where=f"/{n}", why="MCP has function tools only"))
            continue
        if tool.strict is not None:
            notes.append(Note(kind="dropped", where=f"/{n}/strict", why="MCP has no strict mode for a tool"))
        described = {} if tool.description is None else {"description": tool.description}
        schema = _NO_PARAMETERS if tool.parameters is None else tool.parameters
        entries.append({"name": tool.name, **described, "inputSchema": schema})
    return Written(document={"tools": entries}, notes=tuple(notes))


def write_call(call: ToolCall) -> dict[str, Any]:
    """Return the parameters of ``tools/call``. Numbers in them are Python's ``int``, ``float`` or ``Decimal``, as
    ``plain`` returns them.

    Raises ``Inexpressible`` for a call that was cut, because it must not be run, and for a call whose arguments are not
    an object.
    """
    if not call.complete or call.kind == "custom":
        why = "was cut" if not call.complete else "is free-form text"
        raise Inexpressible(f"the call to {call.name!r} {why}, so its arguments cannot be sent")
    return {"name": call.name, "arguments": plain(arguments.to_object(call.arguments, call.name))}


def read_result(call: ToolCall, returned: Json) -> Returned:
    """Return the result of a call. ``returned`` is a ``tools/call`` result, or the error of a JSON-RPC answer.

    ``structuredContent`` becomes a text of the result, if no text of the result has the same value. (The specification
    recommends that servers send such a text.) Raises ``NotJsonError`` for a value that JSON cannot express. Raises
    ``ShapeError`` for a malformed result, and for a result in which the server asks for input instead of answering.
    """
    document = _document(returned)
    if "content" not in document and isinstance(document.get("message"), str) and "code" in document:
        notes = _rest(document, ("code", "message"), "", _NOT_SHOWN)
        return _returned(call, [Text(text=document["message"])], notes, is_error=True)
    if document.get("resultType", "complete") != "complete":
        raise ShapeError(f"/resultType: expected a complete result, got {document['resultType']!r}")
    blocks = _list(document, "content", "") if "content" in document or "structuredContent" not in document else []
    found = [*_rest(document, _OF_THE_RESULT, "", _NOT_SHOWN)]
    parts = [_part(_object(block, f"/content/{n}"), f"/content/{n}", found) for n, block in enumerate(blocks)]
    structured = document.get("structuredContent")
    if structured is not None and not _has(parts, structured):
        parts.append(Text(text=exact_json.dumps(structured)))
        found.append(
            Note(
                kind="changed",
                where="/structuredContent",
                why="the structured content is added as text, because no text part of the result contains it",
            )
        )
    flag = document.get("isError")
    if flag is not None and not isinstance(flag, bool):
        raise ShapeError(f"/isError: expected true or false, got {kind_of(flag)}")
    return _returned(call, parts, found, is_error=flag)


def write_result(result: ToolResult) -> Written:
    """Return a ``tools/call`` result. Parts that MCP cannot express are dropped, with a note."""
    notes: list[Note] = []
    blocks = [block for n, part in enumerate(result.parts) for block in _blocks(part, f"/parts/{n}", notes)]
    failed = {} if result.is_error is None else {"isError": result.is_error}
    return Written(document={"content": blocks, **failed}, notes=tuple(notes))


def _tool(entry: Json, where: str, notes: list[Note]) -> ToolDefinition:
    tool = _object(entry, where)
    name, description, title = (_text(tool, key, where) for key in ("name", "description", "title"))
    if name is None:
        raise ShapeError(f"{where}/name: expected a name, got none")
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict):
        raise ShapeError(f"{where}/inputSchema: expected a schema of an object, got {kind_of(schema)}")
    if description is None and title is not None:
        notes.append(
            Note(
                kind="changed",
                where=f"{where}/title",
                why="the tool has no description: its title is sent as the description",
            )
        )
    known = ("name", "description", "inputSchema", *(["title"] if description is None else []))
    notes += _rest(tool, known, where, _NO_PLACE)
    execution = tool.get("execution")
    if isinstance(execution, dict) and execution.get("taskSupport") == "required":
        notes.append(Note(kind="refused", where=f"{where}/execution/taskSupport", why=_ALONE))
    return ToolDefinition(name=name, description=title if description is None else description, parameters=schema)


def _part(block: dict[str, Json], where: str, notes: list[Note]) -> ResultPart:
    """Return the canonical part for a content block of a result. Raises ``ShapeError`` for a malformed value."""
    kind = block.get("type")
    match kind:
        case "text":
            notes += _rest(block, ("type", "text"), where, _NOT_SHOWN)
            return Text(text=_needed(block, "text", where))
        case "image" | "audio":
            notes += _rest(block, ("type", "data", "mimeType"), where, _NOT_SHOWN)
            return _MEDIA[kind](data=_needed(block, "data", where), media_type=_text(block, "mimeType", where))
        case "resource":
            notes += _rest(block, ("type", "resource"), where, _NOT_SHOWN)
            return _resource(_object(block.get("resource"), f"{where}/resource"), f"{where}/resource", notes)
    why = "a link that no model can follow" if kind == "resource_link" else f"content of the unknown type {kind!r}"
    notes.append(Note(kind="changed", where=where, why=f"{why} is sent as a text that contains its JSON"))
    return Text(text=exact_json.dumps(block))


def _resource(resource: dict[str, Json], where: str, notes: list[Note]) -> ResultPart:
    """Return the canonical part for a resource in a result: a text, or the image, audio or file in the resource. Raises
    ``ShapeError`` for a malformed value.
    """
    uri, media_type = _text(resource, "uri", where), _text(resource, "mimeType", where)
    if "text" in resource:
        notes += _rest(resource, ("text",), where, _NOT_SHOWN)
        return Text(text=_needed(resource, "text", where))
    data = _needed(resource, "blob", where)
    made = _MEDIA.get((media_type or "").partition("/")[0])
    if made is not None:
        notes += _rest(resource, ("blob", "mimeType"), where, _NOT_SHOWN)
        return made(data=data, media_type=media_type)
    name = _name(uri or "")
    why = "only the file's name is sent" if name else _NOT_SHOWN
    notes += _rest(resource, ("blob", "mimeType"), where, why)
    return File(data=data, media_type=media_type, name=name)


def _name(uri: str) -> str | None:
    """Return the name of the file that an address names; None if the address names no file."""
    try:
        return unquote(urlsplit(uri).path).rpartition("/")[2] or None
    except ValueError:
        return None


def _blocks(part: ResultPart, where: str, notes: list[Note]) -> Iterator[dict[str, Any]]:
    """Yield the content block for a part of a result. If MCP has no block for the part, only add a note."""
    match part:
        case Text(text=text):
            yield {"type": "text", "text": text}
        case Image(data=str(data), media_type=str(media_type)):
            yield {"type": "image", "data": data, "mimeType": media_type}
        case Audio(data=str(data), media_type=str(media_type)):
            yield {"type": "audio", "data": data, "mimeType": media_type}
        case Image(url=str(url)) | Audio(url=str(url)) | Video(url=str(url)) | File(url=str(url)):
            yield {"type": "resource_link", "uri": url, "name": _name(url) or url}
        case Image(data=str(data)) | Audio(data=str(data)) | Video(data=str(data)) | File(data=str(data)):
            named = getattr(part, "name", None) or "file"
            typed = {} if part.media_type is None else {"mimeType": part.media_type}
            yield {"type": "resource", "resource": {"uri": f"file:///{named}", **typed, "blob": data}}
            notes.append(
                Note(
                    kind="generated", where=where, why="a resource needs an address: it gets a made-up file:/// address"
                )
            )
        case _:
            notes.append(Note(kind="dropped", where=where, why="only the provider that sent this part can read it"))


def _returned(call: ToolCall, parts: Sequence[ResultPart], notes: Iterable[Note], *, is_error: bool | None) -> Returned:
    result = ToolResult(call_id=call.id, name=call.name, parts=tuple(parts), is_error=is_error, kind=call.kind)
    return Returned(result=result, notes=tuple(notes))


def _has(parts: Sequence[ResultPart], structured: Json) -> bool:
    """Return whether the texts of a result already contain its structured content.

    A single text may contain the structured content, or each text may contain an item of a list. Servers in Python put
    a value that is not an object under the key ``result`` (the SDK's ``func_metadata``), so the texts may also contain
    only this value.
    """
    texts = [_value(part.text) for part in parts if isinstance(part, Text)]
    wanted = [structured]
    if isinstance(structured, dict) and [*structured] == ["result"]:
        wanted.append(structured["result"])
    return any(exact_json.same(value, each) for each in wanted for value in (*texts, texts))


def _value(text: str) -> Json:
    """Return the value of a text if the text is JSON. Otherwise, return the text."""
    try:
        return exact_json.loads(text)
    except WireError:
        return text


def _rest(document: dict[str, Json], known: Sequence[str], where: str, why: str) -> Iterator[Note]:
    """Yield a note for each member of ``document`` whose key is not in ``known``. Members with the value null are
    skipped. ``why`` is the reason in each note.
    """
    for key, value in document.items():
        if key not in known and value is not None:
            yield Note(kind="dropped", where=f"{where}/{escape(key)}", why=why)


def _document(value: Json) -> dict[str, Json]:
    """Return ``value`` if it is a JSON object. Raises ``ShapeError`` or ``NotJsonError`` for any other value."""
    exact_json.encode(value)
    return _object(value, "")


def _object(value: Json, where: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise ShapeError(f"{where or 'the document'}: expected an object, got {kind_of(value)}")
    return value


def _list(document: dict[str, Json], key: str, where: str) -> list[Json]:
    value = document.get(key)
    if not isinstance(value, list):
        raise ShapeError(f"{where}/{key}: expected a list, got {kind_of(value)}")
    return value


def _needed(document: dict[str, Json], key: str, where: str) -> str:
    value = _text(document, key, where)
    if value is None:
        raise ShapeError(f"{where}/{key}: expected a string, got nothing")
    return value


def _text(document: dict[str, Json], key: str, where: str) -> str | None:
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        raise ShapeError(f"{where}/{key}: expected a string, got {kind_of(value)}")
    return value
