"""A stand-in for Gemini's generateContent and streamGenerateContent, on the Gemini API and on Vertex AI.

The stand-in plays a Gemini 2.5 Flash, or a Gemini 3 Flash if the request names that model. Answers with calls have the
finish reason ``STOP`` and a ``finishMessage``. Calls have no ids. The first call has a thought signature. Gemini 3
requires its signatures in the history, and Gemini 2.5 accepts a history without signatures. A stream is sent as
server-sent events if the request has ``alt=sse``, and as a JSON array otherwise. In both forms, a call comes in one
piece, in the chunk that ends the answer. Numbers in arguments are doubles, because Google keeps arguments in a
``Struct``. The sources for requests are Google's proto (``google/ai/generativelanguage/v1beta/content.proto``, read
2026-08-22) and its Python SDK 3.4.0. The sources for answers are recordings of 2025 and 2026.

The path of a request shows if the request is for Vertex AI. Answers of Vertex AI have a ``createTime`` and a
``trafficType``, candidates have neither ``index`` nor ``finishMessage``, and only the last chunk of a stream has the
numbers of tokens. If the request has ``streamFunctionCallArguments``, the arguments of calls come value by value (see
``partial_arguments``). Sources: recordings of 2026 from Vertex AI, and Google's Python SDK 3.4.0. The refusals of
Vertex AI are those of the Gemini API, except the refusal of ``streamFunctionCallArguments`` without a stream, which
vercel/ai#14314 quotes.

Recordings show the messages about an unknown field and an unknown model. Issue threads and client code quote the
messages about a wrong order of turns, a wrong number of responses, and a missing or altered signature. The messages
about values of a wrong type, missing contents, parts and names, roles, responses without calls, and a config without
declarations are written from memory of issue threads, without a source. The project wrote the messages in ``_OWN``.

The number of responses is checked only if there is a response. Responses in neighbouring contents of the same role are
counted together. Recordings show that the API accepts all other histories.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from conformance.standins import partial_arguments, seal
from conformance.standins.script import (
    Answer,
    Block,
    Chunk,
    Early,
    Ids,
    Thought,
    Turn,
    TurnCall,
    TurnSearch,
    TurnText,
    as_doubles,
    expected_error,
    paced,
    tokens,
)
from toolwire.model import Expected, ExpectedCall
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_PATH: Final = re.compile(
    r"/(v\w+)(/projects/[^/]+/locations/[^/]+/publishers/google)?"
    r"/models/([^/:]+):(streamGenerateContent|generateContent)"
)
_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
_MAX_DECLARATIONS: Final = 512
_PACKAGE: Final = "type.googleapis.com/google.ai.generativelanguage.v1beta."
_FAMILIES: Final = ("gemini-", "gemma-")
_SKIP: Final = base64.b64encode(b"skip_thought_signature_validator").decode()
"""The placeholder signature that clients send for calls of other models."""
_EARLY: Final[dict[Early, str]] = {"length": "MAX_TOKENS", "content_filter": "SAFETY"}
_ESCAPED: Final = re.compile(
    "[<>\x7f-\x9f\xad\u0600-\u0603\u06dd\u070f\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]"
)
"""The characters that Google's JSON writer escapes in addition to the characters that JSON requires to be escaped.
Source: protobuf, json/internal/writer.cc, ``MustEscape`` (read 2026-11-27).
"""
_FORCING: Final = ("ANY", "VALIDATED")
_TURN: Final = {"model": "model", "function": "user", "user": "user", "": "user"}

_OWN: Final = {
    "json": "Invalid JSON payload received.",
    "path": "Not found.",
    "declarations": f"At most {_MAX_DECLARATIONS} function declarations can be specified.",
    "schemas": "parameters and parameters_json_schema are mutually exclusive.",
    "allowed": "allowed_function_names can be set only when mode is ANY or VALIDATED.",
}

_ENUMS: Final = {
    "FunctionCallingConfig.Mode": ("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"),
    "Type": ("TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"),
}


def _fields(unchecked: str, **checked: str) -> dict[str, str]:
    return checked | dict.fromkeys(unchecked.split(), "any")


_MESSAGES: Final = {
    "GenerateContentRequest": _fields(
        "model safetySettings generationConfig cachedContent serviceTier store",
        contents="Content*",
        systemInstruction="Content",
        tools="Tool*",
        toolConfig="ToolConfig",
    ),
    "Content": _fields("", role="TYPE_STRING", parts="Part*"),
    "Part": _fields(
        "inlineData fileData executableCode codeExecutionResult toolCall toolResponse videoMetadata partMetadata "
        "mediaResolution mediaProcessing audioTranscription speechMetadata documentMetadata spreadsheetMetadata "
        "audioMetadata",
        text="TYPE_STRING",
        thought="TYPE_BOOL",
        thoughtSignature="TYPE_BYTES",
        functionCall="FunctionCall",
        functionResponse="FunctionResponse",
    ),
    "FunctionCall": _fields("", id="TYPE_STRING", name="TYPE_STRING", args="Struct"),
    "FunctionResponse": _fields(
        "parts willContinue scheduling", id="TYPE_STRING", name="TYPE_STRING", response="Struct"
    ),
    "Tool": _fields(
        "googleSearchRetrieval codeExecution googleSearch urlContext computerUse googleMaps fileSearch mcpServers",
        functionDeclarations="FunctionDeclaration*",
    ),
    "FunctionDeclaration": _fields(
        "parametersJsonSchema responseJsonSchema behavior",
        name="TYPE_STRING",
        description="TYPE_STRING",
        parameters="Schema",
        response="Schema",
    ),
    "Schema": _fields(
        "nullable maxItems minItems minProperties maxProperties minimum maximum minLength maxLength example default",
        type="Type",
        format="TYPE_STRING",
        title="TYPE_STRING",
        description="TYPE_STRING",
        enum="TYPE_STRING*",
        items="Schema",
        properties="Schema%",
        required="TYPE_STRING*",
        anyOf="Schema*",
        propertyOrdering="TYPE_STRING*",
        pattern="TYPE_STRING",
    ),
    "ToolConfig": _fields(
        "retrievalConfig includeServerSideToolInvocations", functionCallingConfig="FunctionCallingConfig"
    ),
    "FunctionCallingConfig": _fields("", mode="FunctionCallingConfig.Mode", allowedFunctionNames="TYPE_STRING*"),
}
"""The fields of a request and their types. ``*`` marks a repeated field, and ``%`` a map with string keys."""
_ON_VERTEX: Final = _MESSAGES | {
    "FunctionCall": _MESSAGES["FunctionCall"] | _fields("partialArgs", willContinue="TYPE_BOOL"),
    "FunctionCallingConfig": _MESSAGES["FunctionCallingConfig"] | {"streamFunctionCallArguments": "TYPE_BOOL"},
}
"""The fields of a request to Vertex AI and their types, in the form of ``_MESSAGES``."""


class Refused(Exception):
    """The vendor's refusal of a request."""

    def __init__(self, message: str, *, code: int = 400, details: list[Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.kind = {400: "INVALID_ARGUMENT", 404: "NOT_FOUND"}[code]
        self.body = {"error": {"code": code, "message": message, "status": self.kind}}
        if details:
            self.body["error"]["details"] = details


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Gemini's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    url = urlsplit(request.url)
    events = parse_qs(url.query).get("alt") == ["sse"]
    headers = {
        "content-type": "text/event-stream" if events else "application/json; charset=UTF-8",
        "vary": "Origin, X-Origin, Referer",
        "server-timing": f"gfet4t7; dur={ids.number(300, 1500)}",
        "x-xss-protection": "0",
        "x-frame-options": "SAMEORIGIN",
        "x-content-type-options": "nosniff",
    }
    try:
        asked = _route(url.path)
        body = _read_body(request.body, on_vertex=asked.on_vertex)
        input_tokens = _check(body, asked)
    except Refused as refused:
        in_array = url.path.endswith(":streamGenerateContent") and not events
        frames = _array([refused.body]) if in_array else _lines(refused.body)
        return _whole(
            refused.code, headers, frames, ids, expected_error(refused.code, str(refused), refused.kind, refused.code)
        )
    turn.refuse_cut_call("a call is an object, which cannot be cut, and no source shows a call at the token limit")
    arguments = [as_doubles(exact_json.loads(call.arguments)) for call in turn.calls]
    is_dropped = turn.early == "content_filter" and not asked.streamed
    expected = Expected(
        calls=tuple(
            ExpectedCall(name=call.name, arguments=exact_json.dumps(args))
            for call, args in zip(turn.calls, arguments, strict=True)
        ),
        text="" if is_dropped else turn.text,
        finish=turn.finish,
        reasoning=None if is_dropped else turn.reasoning or None,
    )
    groups = _groups(asked, turn, arguments, ids, by_value=_streams_arguments(body))
    documents = list(_documents(asked.model, input_tokens, groups, turn, ids))
    if asked.on_vertex:
        documents = list(_vertex(documents, ids))
    if not asked.streamed:
        return _whole(200, headers, _lines(documents[0]), ids, expected)
    frames = _events(documents) if events else _array(documents)
    return Answer(status=200, headers=headers, chunks=paced(frames, ids, first=900, gap=200), expected=expected)


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a path: the model, the mode, and the service (Gemini API or Vertex AI)."""

    model: str
    streamed: bool
    on_vertex: bool


def _route(path: str) -> _Asked:
    """Return the parts of a path. Raises ``Refused`` for an unknown path or model."""
    match = _PATH.fullmatch(path)
    if not match:
        raise Refused(_OWN["path"], code=404)
    version, project, model, method = match.groups()
    if not model.startswith(_FAMILIES):
        raise Refused(
            f"models/{model} is not found for API version {version}, or is not supported for generateContent. Call "
            "ListModels to see the list of available models and their supported methods.",
            code=404,
        )
    return _Asked(model=model, streamed=method == "streamGenerateContent", on_vertex=project is not None)


def _whole(
    status: int, headers: dict[str, str], frames: Iterable[bytes], ids: Ids, expected: Expected | None
) -> Answer:
    body = Chunk(ids.number(300, 1500), b"".join(frames))
    return Answer(status=status, headers=headers, chunks=(body,), expected=expected)


def _lines(document: Any) -> Iterator[bytes]:
    yield f"{_json(document, '')}\n".encode()


def _events(documents: list[Any]) -> Iterator[bytes]:
    for document in documents:
        yield sse.encode(_json(document, None), line_end="\r\n")


def _array(documents: list[Any]) -> Iterator[bytes]:
    for n, document in enumerate(documents):
        yield b"".join((b",\r\n" if n else b"[", *_lines(document)))
    yield b"]"


def _json(value: Any, pad: str | None) -> str:
    """Return JSON as Google writes it, with a blank after each colon.

    ``pad`` is the indentation of the value. If ``pad`` is None, the JSON is on a single line.
    """
    inner = None if pad is None else f"{pad}  "
    if isinstance(value, dict) and value:
        items = [f"{_json(key, None)}: {_json(item, inner)}" for key, item in exact_json.pairs(value)]
    elif isinstance(value, list) and value:
        items = [_json(item, inner) for item in value]
    else:
        return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", exact_json.dumps(value))
    left, right = "{}" if isinstance(value, dict) else "[]"
    if pad is None:
        return f"{left}{','.join(items)}{right}"
    lines = ",\n".join(f"{inner}{item}" for item in items)
    return f"{left}\n{lines}\n{pad}{right}"


def _groups(asked: _Asked, turn: Turn, arguments: list[Any], ids: Ids, *, by_value: bool) -> list[list[Any]]:
    """Return the parts of the answer in groups. Each document of the answer contains the parts of a single group.

    A plain answer has a single group. In a stream, a group is a run of neighbouring calls, a piece of text, a thought
    or a search. If arguments come ``by_value``, each piece of a call is a group.
    """
    calls: list[dict[str, Any]] = [
        {"functionCall": {"name": call.name, "args": args}} for call, args in zip(turn.calls, arguments, strict=True)
    ]
    if calls:
        calls[0]["thoughtSignature"] = _sealed(ids) if _insists(asked.model) else _signature(ids)
    left = iter(calls)
    groups: list[list[Any]] = []
    for kind, blocks in groupby(turn.blocks, type):
        if kind is TurnCall and by_value:
            groups += [[piece] for _ in blocks for piece in partial_arguments.pieces(next(left), ids)]
        elif kind is TurnCall:
            groups.append([next(left) for _ in blocks])
        else:
            groups += [group for block in blocks for group in _of_block(block, ids, asked.streamed)]
    if not any("text" in part or "functionCall" in part for group in groups for part in group):
        groups.append([{"text": ""}])
    if turn.early == "content_filter":  # blocked content is not returned (ai.google.dev, safety settings, feedback)
        return [*groups, []] if asked.streamed else [[]]
    if by_value and groups[-1][0].get("functionCall"):
        groups.append([{"text": ""}])  # a piece with a value has no finish reason, so an empty text follows
    return groups if asked.streamed else [[part for group in groups for part in group]]


def _of_block(block: Block, ids: Ids, streamed: bool) -> Iterator[list[Any]]:
    """Yield the parts of a block that is not a call, in groups (see ``_groups``). A hidden thought has no parts.

    If the answer is ``streamed``, each piece of a text is a group.
    """
    match block:
        case Thought(text) if text:
            yield [{"text": text, "thought": True}]
        case TurnSearch():
            yield _searched(block, ids)
        case TurnText(text):
            for piece in ids.pieces(text, 8, 20) if streamed else (text,):
                yield [{"text": piece}]


def _documents(model: str, input_tokens: int, groups: list[list[Any]], turn: Turn, ids: Ids) -> Iterator[Any]:
    """Yield the JSON documents of the answer. ``groups``: the parts for each document (see ``_groups``)."""
    called = bool(turn.calls)
    thought = ids.number(40, 90) if called else 0
    response_id = base64.urlsafe_b64encode(ids.created().to_bytes(4, "little") + bytes.fromhex(ids.hex(26)))
    if turn.early == "blocked":
        yield {
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {
                "promptTokenCount": input_tokens,
                "totalTokenCount": input_tokens,
                "promptTokensDetails": [{"modality": "TEXT", "tokenCount": input_tokens}],
            },
            "modelVersion": model,
            "responseId": response_id.decode().rstrip("="),
        }
        return
    output_tokens = 0
    for group in groups:
        output_tokens += sum(
            0 if "thought" in part else tokens(part.get("text") or exact_json.dumps(part.get("functionCall")))
            for part in group
        )
        candidate: dict[str, Any] = {"content": {"parts": group, "role": "model"}} if group else {}
        if group is groups[-1]:
            candidate["finishReason"] = turn.word(_EARLY, "STOP")
        candidate["index"] = 0
        if group is groups[-1] and called:
            candidate["finishMessage"] = "Model generated function call(s)."
        aloud = all("thought" in part for part in group)
        usage: dict[str, Any] = {
            "promptTokenCount": input_tokens,
            **({} if aloud else {"candidatesTokenCount": output_tokens}),
            "totalTokenCount": input_tokens + output_tokens + thought,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": input_tokens}],
        }
        if thought:
            usage["thoughtsTokenCount"] = thought
        if not aloud:
            usage["serviceTier"] = "standard"
        yield {
            "candidates": [candidate],
            "usageMetadata": usage,
            "modelVersion": model,
            "responseId": response_id.decode().rstrip("="),
        }


def _vertex(documents: list[Any], ids: Ids) -> Iterator[Any]:
    """Yield the documents of an answer as Vertex AI sends them."""
    started = datetime.fromtimestamp(ids.created(), UTC).strftime("%Y-%m-%dT%H:%M:%S")
    created = f"{started}.{ids.number(100_000, 999_999)}Z"
    for document in documents:
        usage = document["usageMetadata"] if document is documents[-1] else {}
        counted = {key: value for key, value in usage.items() if key != "serviceTier"}
        yield {
            "candidates": [
                {key: value for key, value in candidate.items() if key not in ("index", "finishMessage")}
                for candidate in document["candidates"]
            ],
            "usageMetadata": counted | {"trafficType": "ON_DEMAND"},
            "modelVersion": document["modelVersion"],
            "createTime": created,
            "responseId": document["responseId"],
        }


def _signature(ids: Ids) -> str:
    """Return a thought signature: base64 of a proto field of 226 bytes, whose first byte is 1."""
    return base64.b64encode(bytes.fromhex("0ae20101" + ids.hex(450))).decode()


def _sealed(ids: Ids) -> str:
    """Return a thought signature that ends with a digest, so that ``_check_signatures`` can detect a change."""
    return seal.signed("", ids, "0ae20101", 229)


def _searched(search: TurnSearch, ids: Ids) -> list[dict[str, Any]]:
    """Return the parts of a search that the provider makes, and of the search's result."""
    ran = {"toolType": "GOOGLE_SEARCH_WEB", "id": ids.lower(8)}
    found = {"results": [{"title": search.title, "url": search.url}]}
    return [
        {"toolCall": ran | {"args": {"queries": [search.query]}}, "thoughtSignature": _sealed(ids)},
        {"toolResponse": ran | {"response": found}, "thoughtSignature": _sealed(ids)},
    ]


def _insists(model: str) -> bool:
    """Return whether the model refuses a history without its thought signatures."""
    return model.startswith("gemini-3")


def _check_signatures(contents: list[Any]) -> None:
    """Refuse a history with an altered thought signature.

    Refuse also a content whose first call has no signature, if the content comes after the user's last text.
    """
    spoken = [n for n, content in enumerate(contents) if _speaks(content)]
    for n, content in enumerate(contents):
        calls = [part for part in content["parts"] if "functionCall" in part]
        if n > max(spoken, default=0) and calls and "thoughtSignature" not in calls[0]:
            raise Refused(
                "Function call is missing a thought_signature in functionCall parts. This is required for tools to "
                "work correctly, and missing thought_signature may lead to degraded model performance. Additional "
                f"data, function call `default_api:{calls[0]['functionCall']['name']}` , position {n + 1}. Please "
                "refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details."
            )
        for part in content["parts"]:
            signature = part.get("thoughtSignature", _SKIP)
            if signature != _SKIP and not seal.signs(signature, ""):
                raise Refused("Corrupted thought signature.")


def _speaks(content: Any) -> bool:
    return _TURN[content.get("role", "")] == "user" and any("text" in part for part in content["parts"])


def _streams_arguments(body: dict[str, Any]) -> bool:
    """Return whether a request asks for arguments that come value by value."""
    config = body.get("toolConfig", {}).get("functionCallingConfig", {})
    return config.get("streamFunctionCallArguments") is True


def _read_body(data: bytes, *, on_vertex: bool) -> dict[str, Any]:
    """Return the body of a request, with fields under their camelCase names.

    ``on_vertex``: true for a request to Vertex AI. Raises ``Refused`` for a wrong value or an unknown field.
    """
    try:
        raw = exact_json.loads(data)
    except JsonError:
        raise Refused(_OWN["json"]) from None
    if not isinstance(raw, dict):
        raise Refused('Invalid JSON payload received. Unknown name "": Root element must be a message.')
    problems: list[tuple[str, str]] = []
    messages = _ON_VERTEX if on_vertex else _MESSAGES
    body = _read_message(raw, "GenerateContentRequest", "", problems, messages)
    if problems:
        violations = [{"field": at, "description": text} if at else {"description": text} for at, text in problems]
        details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": violations}]
        raise Refused("\n".join(text for _, text in problems), details=details)
    return body


def _check(body: dict[str, Any], asked: _Asked) -> int:
    """Check a request, and return the approximate number of its input tokens.

    Raises ``Refused`` for a request that the vendor refuses.
    """
    if _streams_arguments(body) and not asked.streamed:
        raise Refused(
            "Unable to submit request because streaming function call is not supported in unary API. Learn more: "
            "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"
        )
    if not body.get("contents"):
        raise Refused("* GenerateContentRequest.contents: contents is not specified\n")
    _check_contents(body["contents"])
    _check_tools(body)
    _check_turns(body["contents"])
    if _insists(asked.model):
        _check_signatures(body["contents"])
    return tokens(exact_json.dumps([body["contents"], body.get("systemInstruction"), body.get("tools")]))


def _read(value: Any, kind: str, at: str, problems: list[tuple[str, str]], messages: dict[str, dict[str, str]]) -> Any:
    """Return the value of a field as Google's JSON parser reads it, and append wrong values to ``problems``.

    The parser accepts a single item in place of a list, and enums in any letter case. ``kind``: the type of the field,
    as in ``_MESSAGES``. ``at``: the path to the field. ``messages``: the fields of all types.
    """
    if kind == "any" or value is None:
        return value
    if kind.endswith("*"):
        items = value if isinstance(value, list) else [value]
        return [_read(item, kind[:-1], f"{at}[{n}]", problems, messages) for n, item in enumerate(items)]
    if kind.endswith("%") and isinstance(value, dict):
        entries = enumerate(value.items())
        return {key: _read(item, kind[:-1], f"{at}[{n}].value", problems, messages) for n, (key, item) in entries}
    if kind in messages and isinstance(value, dict):
        return _read_message(value, kind, at, problems, messages)
    if not _fits(value, kind):
        shown = exact_json.dumps(value)
        word = f"Base64 decoding failed for {shown}" if kind == "TYPE_BYTES" and isinstance(value, str) else shown
        problems.append((at, f"Invalid value at '{at}' ({_type_name(kind)}), {word}"))
    return value.upper() if kind in _ENUMS and isinstance(value, str) else value


def _read_message(
    value: dict[str, Any], kind: str, at: str, problems: list[tuple[str, str]], messages: dict[str, dict[str, str]]
) -> dict[str, Any]:
    """Return the fields of a message under their camelCase names. On the wire, the names may be in snake_case.

    Unknown fields and wrong values are appended to ``problems``. The other arguments are as for ``_read``.
    """
    fields = messages[kind]
    camel = {_snake(name): name for name in fields}
    read = {}
    for key, item in value.items():
        name = camel.get(key, key)
        unknown = f'Invalid JSON payload received. Unknown name "{key}"' + (f" at '{at}'" if at else "")
        if name not in fields:
            problems.append((at, f"{unknown}: Cannot find field."))
        elif isinstance(item, list) and fields[name] != "any" and not fields[name].endswith("*"):
            problems.append((at, f"{unknown}: Proto field is not repeating, cannot start list."))
        elif item is not None:
            read[name] = _read(item, fields[name], f"{at}.{_snake(name)}".lstrip("."), problems, messages)
    return read


def _snake(name: str) -> str:
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", name)


def _fits(value: Any, kind: str) -> bool:
    if kind == "TYPE_BYTES":
        return isinstance(value, str) and _is_base64(value)
    if kind in _ENUMS:
        return value.upper() in _ENUMS[kind] if isinstance(value, str) else type(value) is int
    types = {"TYPE_STRING": str, "TYPE_BOOL": bool, "Struct": dict}
    return kind in types and isinstance(value, types[kind])


def _is_base64(text: str) -> bool:
    """Return whether a text is base64, in either alphabet, with or without padding."""
    plain = text.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _type_name(kind: str) -> str:
    if kind.startswith("TYPE_"):
        return kind
    return "type.googleapis.com/google.protobuf.Struct" if kind == "Struct" else _PACKAGE + kind.removesuffix("%")


def _check_contents(contents: list[Any]) -> None:
    for n, content in enumerate(contents):
        if not content or not content.get("parts"):
            raise Refused(f"* GenerateContentRequest.contents[{n}].parts: contents.parts must not be empty.\n")
        if content.get("role", "") not in _TURN:
            raise Refused("Please use a valid role: user, model.")
        for m, part in enumerate(content["parts"]):
            place = f"* GenerateContentRequest.contents[{n}].parts[{m}]"
            if not part:
                raise Refused(f"{place}.data: required oneof field 'data' must have one initialized field\n")
            for field in ("functionCall", "functionResponse"):
                if field in part and not part[field].get("name"):
                    raise Refused(f"{place}.{_snake(field)}.name: Name cannot be empty.\n")


def _check_tools(body: dict[str, Any]) -> None:
    seen: list[str] = []
    for t, tool in enumerate(body.get("tools", ())):
        for n, declaration in enumerate((tool or {}).get("functionDeclarations", ())):
            place = f"* GenerateContentRequest.tools[{t}].function_declarations[{n}]"
            name = (declaration or {}).get("name", "")
            if not _NAME.fullmatch(name):
                raise Refused(
                    f"{place}.name: Invalid function name. Must start with a letter or an underscore. Must be "
                    "alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum "
                    "length of 128.\n"
                )
            if name in seen:
                raise Refused(f"Duplicate function declaration found: {name}")
            if "parameters" in declaration and "parametersJsonSchema" in declaration:
                raise Refused(f"{place}: {_OWN['schemas']}\n")
            seen.append(name)
    if len(seen) > _MAX_DECLARATIONS:
        raise Refused(_OWN["declarations"])
    config = body.get("toolConfig", {}).get("functionCallingConfig")
    if config is None:
        return
    if not seen:
        raise Refused("Function calling config is set without function_declarations.")
    mode = config.get("mode", "AUTO")
    if config.get("allowedFunctionNames") and isinstance(mode, str) and mode not in _FORCING:
        raise Refused(_OWN["allowed"])


def _check_turns(contents: list[Any]) -> None:
    """Refuse calls that do not follow a turn of the user.

    Refuse also responses that do not follow a turn with the same number of calls.
    """
    before, calls = "", 0
    for role, group in groupby(contents, key=lambda content: _TURN[content.get("role", "")]):
        parts = [part for content in group for part in content["parts"]]
        called = sum("functionCall" in part for part in parts)
        answered = sum("functionResponse" in part for part in parts)
        if called and before != "user":
            raise Refused(
                "Please ensure that function call turn comes immediately after a user turn or after a function "
                "response turn."
            )
        if answered and not calls:
            raise Refused("Please ensure that function response turn comes immediately after a function call turn.")
        if answered and answered != calls:
            raise Refused(
                "Please ensure that the number of function response parts is equal to the number of function call "
                "parts of the function call turn."
            )
        before, calls = role, called
