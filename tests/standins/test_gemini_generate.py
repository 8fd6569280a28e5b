import base64
import json
from typing import Any

import pytest

from conformance.standins import Answer, Ids, Turn, TurnCall, Unplayable
from conformance.standins.gemini_generate import answer
from conformance.standins.script import as_doubles, expected_error
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest

MODEL = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash"
USER = {"role": "user", "parts": [{"text": "Weather in Oslo?"}]}
WEATHER = {"name": "get_weather", "description": "Weather.", "parametersJsonSchema": {"type": "object"}}
TURN = Turn.usual(
    text="I will look that up, <now>.",
    calls=(
        TurnCall(name="transfer", arguments='{"account": 9007199254740993, "amount": 1250.10, "note": "ør 寿司 🍸"}'),
        TurnCall(name="ping", arguments="{}"),
    ),
)


def ask(turn: Turn = TURN, method: str = "generateContent", seed: str = "seed", **fields: Any) -> Answer:
    body = {"contents": [USER], "tools": [{"functionDeclarations": [WEATHER]}], **fields}
    body = {key: value for key, value in body.items() if value is not ...}
    return send(json.dumps(body).encode(), turn, method, seed)


def send(body: bytes, turn: Turn = TURN, method: str = "generateContent", seed: str = "seed") -> Answer:
    return answer(WireRequest(url=f"{MODEL}:{method}", body=body), turn, Ids(seed))


def data(answered: Answer) -> bytes:
    return b"".join(chunk.data for chunk in answered.chunks)


def refusal(answered: Answer, code: int = 400) -> str:
    assert answered.status == code
    error = json.loads(data(answered))["error"]
    assert list(error)[:3] == ["code", "message", "status"]
    assert error["code"] == code
    assert answered.expected == expected_error(code, error["message"], error["status"], code)
    return str(error["message"])


def documents(answered: Answer) -> list[dict[str, Any]]:
    if answered.headers["content-type"] != "text/event-stream":
        body = exact_json.loads(data(answered))
        return body if isinstance(body, list) else [body]
    found, unfinished = sse.decode(data(answered))
    assert unfinished is None
    return [exact_json.loads(event.data) for event in found]


def parts(answered: Answer) -> list[dict[str, Any]]:
    return [part for chunk in documents(answered) for part in chunk["candidates"][0]["content"]["parts"]]


def content(answered: Answer) -> tuple[str, list[tuple[str, str]]]:
    calls = [part["functionCall"] for part in parts(answered) if "functionCall" in part]
    text = "".join(part.get("text", "") for part in parts(answered))
    return text, [(call["name"], exact_json.dumps(call["args"])) for call in calls]


def model(*names: str, **fields: Any) -> dict[str, Any]:
    return {"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}, **fields} for name in names]}


def results(*names: str, role: str = "user") -> dict[str, Any]:
    return {
        "role": role,
        "parts": [{"functionResponse": {"name": name, "response": {"output": "rain"}}} for name in names],
    }


def declared(*declarations: Any) -> list[Any]:
    return [{"functionDeclarations": list(declarations)}]


def schema(**fields: Any) -> list[Any]:
    return declared({"name": "f", "parameters": {"type": "OBJECT", "properties": {"a": fields}}})


def config(**fields: Any) -> dict[str, Any]:
    return {"functionCallingConfig": fields}


def unknown(name: str, place: str = "", why: str = "Cannot find field.") -> str:
    return f'Invalid JSON payload received. Unknown name "{name}"{f" at {place!r}" if place else ""}: {why}'


NOT_REPEATING = "Proto field is not repeating, cannot start list."
FIRST = "tools[0].function_declarations[0]"
STRUCT = "type.googleapis.com/google.protobuf.Struct"
API = "type.googleapis.com/google.ai.generativelanguage.v1beta"
NAME = (
    f"* GenerateContentRequest.{FIRST}.name: Invalid function name. Must start with a letter or an underscore. Must be "
    "alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\n"
)
ORDER = "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
COUNT = (
    "Please ensure that the number of function response parts is equal to the number of function call parts of the "
    "function call turn."
)

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no-contents": ({"contents": ...}, "* GenerateContentRequest.contents: contents is not specified\n"),
    "empty-contents": ({"contents": []}, "* GenerateContentRequest.contents: contents is not specified\n"),
    "messages": ({"messages": []}, unknown("messages")),
    "tool-choice": ({"tool_choice": "auto"}, unknown("tool_choice")),
    "tool-type": ({"tools": [{"type": "function"}]}, unknown("type", "tools[0]")),
    "function-declaration": ({"tools": [{"functionDeclaration": WEATHER}]}, unknown("functionDeclaration", "tools[0]")),
    "input-schema": ({"tools": declared({"name": "f", "input_schema": {}})}, unknown("input_schema", FIRST)),
    "exclusive-minimum": (
        {"tools": schema(type="number", exclusiveMinimum=0)},
        unknown("exclusiveMinimum", f"{FIRST}.parameters.properties[0].value"),
    ),
    "type-list": (
        {"tools": schema(type=["string", "null"])},
        unknown("type", f"{FIRST}.parameters.properties[0].value", NOT_REPEATING),
    ),
    "system-list": ({"systemInstruction": [USER]}, unknown("systemInstruction", why=NOT_REPEATING)),
    "type-word": (
        {"tools": schema(type="text")},
        f"Invalid value at '{FIRST}.parameters.properties[0].value.type' ({API}.Type), \"text\"",
    ),
    "enum-number": (
        {"tools": schema(type="string", enum=[1])},
        f"Invalid value at '{FIRST}.parameters.properties[0].value.enum[0]' (TYPE_STRING), 1",
    ),
    "system-text": (
        {"systemInstruction": "Be brief."},
        f"Invalid value at 'system_instruction' ({API}.Content), \"Be brief.\"",
    ),
    "choice-mode": (
        {"toolConfig": config(mode="required")},
        f"Invalid value at 'tool_config.function_calling_config.mode' ({API}.FunctionCallingConfig.Mode), \"required\"",
    ),
    "arguments-text": (
        {"contents": [USER, {"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"}}]}]},
        f"Invalid value at 'contents[1].parts[0].function_call.args' ({STRUCT}), \"{{}}\"",
    ),
    "response-text": (
        {"contents": [USER, model("f"), {"parts": [{"functionResponse": {"name": "f", "response": "rain"}}]}]},
        f"Invalid value at 'contents[2].parts[0].function_response.response' ({STRUCT}), \"rain\"",
    ),
    "signature-no-base64": (
        {"contents": [USER, model("f", thoughtSignature="%"), results("f")]},
        "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"%\"",
    ),
    "empty-parts": (
        {"contents": [USER, {"role": "model", "parts": []}]},
        "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n",
    ),
    "empty-part": (
        {"contents": [{"parts": [{}]}]},
        "* GenerateContentRequest.contents[0].parts[0].data: required oneof field 'data' must have one initialized "
        "field\n",
    ),
    "role-assistant": ({"contents": [USER | {"role": "assistant"}]}, "Please use a valid role: user, model."),
    "role-tool": ({"contents": [USER | {"role": "tool"}]}, "Please use a valid role: user, model."),
    "result-without-name": (
        {"contents": [USER, model("f"), results("")]},
        "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.\n",
    ),
    "name-digit": ({"tools": declared({"name": "0"})}, NAME),
    "name-space": ({"tools": declared({"name": "get weather"})}, NAME),
    "name-too-long": ({"tools": declared({"name": "a" * 129})}, NAME),
    "no-name": ({"tools": declared({})}, NAME),
    "same-name": ({"tools": declared(WEATHER, WEATHER)}, "Duplicate function declaration found: get_weather"),
    "two-schemas": (
        {"tools": declared(WEATHER | {"parameters": {"type": "OBJECT"}})},
        f"* GenerateContentRequest.{FIRST}: parameters and parameters_json_schema are mutually exclusive.\n",
    ),
    "too-many-tools": (
        {"tools": declared(*({"name": f"f{n}"} for n in range(513)))},
        "At most 512 function declarations can be specified.",
    ),
    "any-without-tools": (
        {"tools": ..., "toolConfig": config(mode="ANY")},
        "Function calling config is set without function_declarations.",
    ),
    "auto-with-names": (
        {"toolConfig": config(mode="AUTO", allowedFunctionNames=["get_weather"])},
        "allowed_function_names can be set only when mode is ANY or VALIDATED.",
    ),
    "call-first": ({"contents": [model("f"), results("f")]}, ORDER),
    "result-without-call": (
        {"contents": [USER, results("f")]},
        "Please ensure that function response turn comes immediately after a function call turn.",
    ),
    "one-of-two-results": ({"contents": [USER, model("f", "g"), results("f")]}, COUNT),
    "two-results-of-one": ({"contents": [USER, model("f"), results("f", "f")]}, COUNT),
}

ACCEPTED: dict[str, dict[str, Any]] = {
    "usual": {},
    "no-tools": {"tools": ...},
    "objects-for-lists": {"contents": USER, "tools": {"functionDeclarations": WEATHER}},
    "part-object": {"contents": [{"parts": {"text": "Hello"}}]},
    "snake": {"system_instruction": {"parts": [{"text": "x"}]}, "tools": [{"function_declarations": [WEATHER]}]},
    "nullable": {"tools": schema(type="string", nullable=True, anyOf=[{"type": "STRING"}])},
    "no-parameters": {"tools": declared({"name": "f", "parameters": {"type": "OBJECT", "properties": {}}})},
    "json-schema": {
        "tools": declared({"name": "f", "parametersJsonSchema": {"$ref": "#/$defs/a", "additionalProperties": False}})
    },
    "name-characters": {"tools": declared({"name": "_a.b:c-d"})},
    "google-search": {"tools": [{"googleSearch": {}}]},
    "any-lower-case": {"toolConfig": config(mode="any", allowedFunctionNames=["get_weather"])},
    "validated": {"toolConfig": config(mode="VALIDATED")},
    "mode-number": {"toolConfig": config(mode=2)},
    "null-settings": {"generationConfig": {"maxOutputTokens": 10}, "safetySettings": None},
    "sentinel-signature": {
        "contents": [USER, model("f", thoughtSignature="skip_thought_signature_validator"), results("f")]
    },
    "role-function": {"contents": [USER, model("f"), results("f", role="function")]},
    "result-of-another-name": {"contents": [USER, model("f"), results("another")]},
    "results-in-another-order": {"contents": [USER, model("f", "g"), results("g", "f")]},
    "results-in-two-turns": {"contents": [USER, model("f", "g"), results("f"), results("g")]},
    "calls-in-two-turns": {"contents": [USER, model("f"), model("g"), results("f", "g")]},
    "user-instead-of-result": {"contents": [USER, model("f"), USER]},
    "user-twice": {"contents": [USER, USER], "tools": ...},
    "same-name-in-two-turns": {
        "contents": [USER, model("f"), results("f"), model("f"), results("f"), USER],
        "tools": ...,
    },
    "call-id": {
        "contents": [USER, {"role": "model", "parts": [{"functionCall": {"id": "call_1", "name": "f"}}]}, results("f")]
    },
}


@pytest.mark.parametrize(("fields", "words"), REFUSED.values(), ids=REFUSED)
def test_is_refused(fields: dict[str, Any], words: str) -> None:
    assert refusal(ask(**fields)) == words


@pytest.mark.parametrize("fields", ACCEPTED.values(), ids=ACCEPTED)
def test_is_not_refused(fields: dict[str, Any]) -> None:
    assert ask(**fields).status == 200


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="no-json"),
        pytest.param(b"\xff", id="no-utf-8"),
        pytest.param(b"[" * 300, id="nested-too-deep"),
    ],
)
def test_refuses_what_is_not_json(body: bytes) -> None:
    assert refusal(send(body)) == "Invalid JSON payload received."


@pytest.mark.parametrize("body", [b"null", b"[]", b"1"])
def test_refuses_what_is_no_object(body: bytes) -> None:
    assert refusal(send(body)) == unknown("", why="Root element must be a message.")


def test_names_every_problem_with_its_field() -> None:
    answered = ask(tools=[{"type": "function"}], messages=[])
    first, second = unknown("type", "tools[0]"), unknown("messages")
    assert refusal(answered) == f"{first}\n{second}"
    assert json.loads(data(answered))["error"]["details"] == [
        {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "fieldViolations": [{"field": "tools[0]", "description": first}, {"description": second}],
        }
    ]


def test_refuses_a_model_of_another_vendor() -> None:
    url = MODEL.replace("gemini-2.5-flash", "gpt-4.1") + ":streamGenerateContent?alt=sse"
    answered = answer(WireRequest(url=url, body=b"{}"), TURN, Ids("seed"))
    assert refusal(answered, 404) == (
        "models/gpt-4.1 is not found for API version v1beta, or is not supported for generateContent. Call "
        "ListModels to see the list of available models and their supported methods."
    )
    assert answered.headers["content-type"] == "text/event-stream"


@pytest.mark.parametrize("path", ["", ":countTokens", "/chat/completions"])
def test_refuses_another_path(path: str) -> None:
    answered = answer(WireRequest(url=MODEL + path, body=b"{}"), TURN, Ids("seed"))
    assert refusal(answered, 404) == "Not found."


def test_refuses_in_an_array_where_the_stream_is_one() -> None:
    body = json.loads(data(ask(method="streamGenerateContent", contents=[])))
    assert [error["error"]["code"] for error in body] == [400]


METHODS = ["generateContent", "streamGenerateContent?alt=sse", "streamGenerateContent"]


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_bytes(method: str) -> None:
    assert ask(method=method) == ask(method=method)
    assert data(ask(method=method)) != data(ask(method=method, seed="other"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(TURN, id="text-and-calls"),
        pytest.param(Turn.usual(text=TURN.text), id="text"),
        pytest.param(Turn.usual(calls=TURN.calls), id="calls"),
        pytest.param(Turn(), id="empty"),
    ],
)
def test_answers_by_its_script_and_expects_it(turn: Turn, method: str) -> None:
    answered = ask(turn, method)
    assert answered.expected is not None
    calls = [(call.name, call.arguments) for call in answered.expected.calls]
    assert content(answered) == (turn.text, calls) == (answered.expected.text, calls)
    assert [exact_json.loads(text) for _, text in calls] == [
        as_doubles(exact_json.loads(call.arguments)) for call in turn.calls
    ]
    assert answered.expected.finish == ("tool_calls" if turn.calls else "stop")
    assert [call.id for call in answered.expected.calls] == [None] * len(turn.calls)


@pytest.mark.parametrize("method", METHODS)
def test_numbers_are_doubles(method: str) -> None:
    assert b'"account": 9007199254740992,' in data(ask(method=method))
    assert b'"amount": 1250.1,' in data(ask(method=method))


@pytest.mark.parametrize("method", METHODS)
def test_signs_the_first_call_only(method: str) -> None:
    signatures = [part.get("thoughtSignature") for part in parts(ask(method=method)) if "functionCall" in part]
    assert [signature is not None for signature in signatures] == [True, False]
    assert base64.b64decode(signatures[0] or "")[:3] == bytes.fromhex("0ae201")


def test_ends_once_and_describes_its_call() -> None:
    candidates = [chunk["candidates"][0] for chunk in documents(ask(method=METHODS[1]))]
    assert len(candidates) > 2
    assert [candidate.get("finishReason") for candidate in candidates] == [None] * (len(candidates) - 1) + ["STOP"]
    assert list(candidates[-1]) == ["content", "finishReason", "index", "finishMessage"]
    assert "finishMessage" not in documents(ask(Turn.usual(text="Hello")))[0]["candidates"][0]


def test_counts_the_same_in_every_chunk_but_its_answer() -> None:
    usages = [chunk["usageMetadata"] for chunk in documents(ask(method=METHODS[1]))]
    counts = [usage["candidatesTokenCount"] for usage in usages]
    assert counts == sorted(set(counts))
    for usage in usages:
        parts_of_total = ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
        assert usage["totalTokenCount"] == sum(usage[key] for key in parts_of_total)


def test_is_framed_as_google_frames_it() -> None:
    stream = data(ask(method=METHODS[1]))
    assert stream.startswith(b'data: {"candidates": [{"content": {"parts": [{"text": "')
    assert stream.endswith(b"}\r\n\r\n")
    assert b"\n\n" not in stream
    assert b"\\u003cnow\\u003e" in data(ask())
    assert data(ask()).startswith(b'{\n  "candidates": [\n    {\n      "content": {\n        "parts": [\n')
    array = data(ask(method=METHODS[2]))
    assert array.startswith(b'[{\n  "candidates": [')
    assert b"\n}\n,\r\n{\n" in array
    assert array.endswith(b"\n}\n]")


VERTEX = (
    "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-3-flash-preview"
)
STREAMS = {"functionCallingConfig": {"streamFunctionCallArguments": True}}
BY_VALUE = Turn.usual(
    calls=(
        TurnCall(name="f", arguments='{"list": [{"yes": true, "n": 1.5}, {"no": false, "text": "ab"}], "end": "c"}'),
        TurnCall(name="g", arguments='{"n": 2}'),
        TurnCall(name="h", arguments="{}"),
    )
)


def on_vertex(method: str, turn: Turn = BY_VALUE, config: Any = STREAMS) -> Answer:
    asked = {"contents": [USER], "tools": [{"functionDeclarations": [WEATHER]}], "toolConfig": config}
    return answer(WireRequest(url=f"{VERTEX}:{method}", body=json.dumps(asked).encode()), turn, Ids("seed"))


def entry(path: str, **value: Any) -> dict[str, Any]:
    return {"partialArgs": [{"jsonPath": path, **value}], "willContinue": True}


def test_arguments_value_by_value() -> None:
    streamed = on_vertex("streamGenerateContent?alt=sse")
    found = parts(streamed)
    assert [part["functionCall"] for part in found[:-1]] == [
        {"name": "f", "willContinue": True},
        entry("$.list[0].yes", boolValue=True),
        entry("$.list[0].n", numberValue=1.5),
        entry("$.list[1].no", boolValue=False),
        entry("$.list[1].text", stringValue="ab", willContinue=True),
        entry("$.list[1].text", stringValue=""),
        {"willContinue": True},
        entry("$.end", stringValue="c", willContinue=True),
        entry("$.end", stringValue=""),
        {},
        {"name": "g", "willContinue": True},
        {"partialArgs": [{"jsonPath": "$.n", "numberValue": 2}]},
        {"name": "h"},
    ]
    assert [n for n, part in enumerate(found) if "thoughtSignature" in part] == [0]
    assert found[-1] == {"text": ""}
    first, *_, last = documents(streamed)
    assert first["usageMetadata"] == {"trafficType": "ON_DEMAND"}
    assert (first["createTime"], "index" in first["candidates"][0]) == (last["createTime"], False)
    assert last["usageMetadata"]["candidatesTokenCount"] > 0
    assert last["candidates"][0]["finishReason"] == "STOP"
    assert streamed.expected is not None
    assert [call.name for call in streamed.expected.calls] == ["f", "g", "h"]


def test_arguments_are_whole_unless_the_request_asks_for_values() -> None:
    whole = on_vertex("streamGenerateContent?alt=sse", config={})
    assert [part["functionCall"]["name"] for part in parts(whole)] == ["f", "g", "h"]
    assert "unary API" in refusal(on_vertex("generateContent"))
    assert "streamFunctionCallArguments" in refusal(ask(toolConfig=STREAMS))


@pytest.mark.parametrize("value", ["null", "{}", "[]"])
def test_values_that_no_source_shows_in_pieces(value: str) -> None:
    turn = Turn.usual(calls=(TurnCall(name="f", arguments=f'{{"a": {value}}}'),))
    with pytest.raises(Unplayable):
        on_vertex("streamGenerateContent?alt=sse", turn)
