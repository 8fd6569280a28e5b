"""Tests of reading and writing Gemini's dialect."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.dialects import arguments
from toolwire.dialects import gemini_generate as gemini
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.model import (
    Arguments,
    Event,
    File,
    Finish,
    Image,
    Message,
    ProviderPart,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
    Usage,
    fresh,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

from .strategies import TEXTS, VALUES, calls

BASE = "https://generativelanguage.googleapis.com/v1beta"
PLAIN = f"{BASE}/models/gemini-x:generateContent"
SIGNED = {"thoughtSignature": "c2ln"}


def read(body: Any, url: str = PLAIN) -> Request:
    return gemini.read_request(WireRequest(url=url, body=exact_json.encode(body)))


def written(request: Request) -> Any:
    return exact_json.loads(gemini.write_request(request, BASE).body)


def decode(body: bytes, size: int = 1 << 20) -> list[Event]:
    decoder = gemini.stream_decoder()
    events = [event for at in range(0, len(body), size) for event in decoder.feed(body[at : at + size])]
    return [*events, *decoder.close()]


def chunks(*lists: list[Any], end: Any = "STOP") -> bytes:
    documents: list[Any] = [{"candidates": [{"content": {"role": "model", "parts": parts}}]} for parts in lists]
    if end is not None:
        documents[-1]["candidates"][0]["finishReason"] = end
    return b"".join(b"data: " + exact_json.encode(document) + b"\r\n\r\n" for document in documents)


def answer(parts: list[Any], end: Any = "STOP") -> Any:
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": end, "index": 0}]}


def call(text: str = "{}", name: str = "f", call_id: str | None = None) -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=arguments.from_text(text))


REQUEST = {
    "systemInstruction": {"role": "user", "parts": [{"text": "Be brief."}]},
    "contents": [
        {"role": "user", "parts": [{"text": "Look"}, {"inlineData": {"mimeType": "image/png", "data": "AA=="}}]},
        {
            "role": "model",
            "parts": [
                {"text": "hm", "thought": True},
                {"functionCall": {"name": "f", "args": {"n": 1, "big": 12345678901234567890}, "id": "a"}} | SIGNED,
                {"functionCall": {"name": "g"}},
                {"executableCode": {"code": "1", "language": "PYTHON"}, "thoughtSignature": "x"},
                {"text": ""},
            ],
        },
        {
            "role": "function",
            "parts": [
                {"functionResponse": {"name": "f", "id": "a", "response": {"output": "sunny"}, "scheduling": "SILENT"}},
                {"functionResponse": {"name": "g", "response": {"rows": [1.10, None]}}},
                {"functionResponse": {"name": "g", "response": {"error": "no"}}},
                {"functionResponse": {"name": "g", "response": {"result": "x"}, "parts": [
                    {"fileData": {"fileUri": "gs://b/f.pdf", "mimeType": "application/pdf"}}]}},
                {"text": "go on"},
            ],
        },
        {"parts": {"text": "alone"}},
    ],
    "tools": [
        {"functionDeclarations": [{"name": "f", "description": "d", "parameters": {"type": "OBJECT"}},
                                  {"name": "g", "parametersJsonSchema": {"type": "object"}, "behavior": "BLOCKING"}],
         "googleSearch": {}},
        {"codeExecution": {}},
    ],
    "toolConfig": {
        "functionCallingConfig": {"mode": "any", "allowedFunctionNames": ["f"], "streamFunctionCallArguments": True},
        "retrievalConfig": {},
    },
    "generationConfig": {"maxOutputTokens": 9, "temperature": 1.0},
    "safetySettings": [],
}  # fmt: skip


def snake(value: Any) -> Any:
    """Return a value with every key in snake_case, except keys in arguments, results and schemas."""
    if isinstance(value, list):
        return [snake(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key): item
        if key in ("args", "response", "parameters", "parametersJsonSchema")
        else snake(item)
        for key, item in value.items()
    }


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(REQUEST, id="camel"),
        pytest.param(snake(REQUEST), id="snake"),
        pytest.param(REQUEST | {"tools": snake(REQUEST["tools"])}, id="mixed"),
    ],
)
def test_a_request_comes_back_as_it_was(body: Any) -> None:
    assert not list(exact_json.differences(body, written(read(body))))


def test_both_spellings_mean_the_same() -> None:
    camel, other = fresh(read(REQUEST)), fresh(read(snake(REQUEST)))
    assert other.messages[2].parts[:3] == camel.messages[2].parts[:3]
    assert other.messages[3:] == camel.messages[3:]
    assert (other.tools[0], other.tool_choice) == (camel.tools[0], camel.tool_choice)


def test_a_request_means_the_same_when_written_afresh() -> None:
    request = fresh(read(REQUEST))
    assert fresh(read(written(request), PLAIN)) == request


def test_what_a_request_means() -> None:
    request = read(REQUEST)
    _, user, model, results, _ = request.messages
    assert [message.role for message in request.messages] == ["system", "user", "assistant", "tool", "user"]
    assert fresh(user).parts == (Text(text="Look"), Image(media_type="image/png", data="AA=="))
    thought, first, second, code = fresh(model).parts
    assert thought == Reasoning(text="hm")
    assert isinstance(first, ToolCall)
    assert (first.id, first.provider_data) == ("a", SIGNED)
    assert first.arguments.text == '{"n":1,"big":12345678901234567890}'
    assert second == ToolCall(id=None, name="g", arguments=Arguments(text="", form="empty", value={}))
    assert code == ProviderPart(kind="executableCode", value=REQUEST["contents"][1]["parts"][3])  # type: ignore[index]
    assert fresh(results).parts == (
        ToolResult(call_id="a", name="f", parts=(Text(text="sunny"),)),
        ToolResult(call_id=None, name="g", parts=(Text(text='{"rows":[1.1,null]}'),)),
        ToolResult(call_id=None, name="g", parts=(Text(text="no"),), is_error=True),
        ToolResult(call_id=None, name="g", parts=(Text(text="x"), File(
            url="gs://b/f.pdf", media_type="application/pdf"))),
        Text(text="go on"),
    )  # fmt: skip
    assert [tool.kind for tool in request.tools if not isinstance(tool, ToolDefinition)] == [  # type: ignore[union-attr]
        "googleSearch", "codeExecution",
    ]  # fmt: skip
    assert fresh(request.tool_choice) == ToolChoice(mode="named", names=("f",), raw="any")  # type: ignore[type-var]
    assert request.max_output_tokens == 9


def replaced(at: tuple[Any, ...], value: Any, change: dict[str, Any]) -> Any:
    """Return ``value`` with changed fields in the struct to which the steps ``at`` lead."""
    if not at:
        return msgspec.structs.replace(value, **change)
    step, *rest = at
    if isinstance(step, int):
        return tuple(replaced(tuple(rest), item, change) if n == step else item for n, item in enumerate(value))
    return msgspec.structs.replace(value, **{step: replaced(tuple(rest), getattr(value, step), change)})


CALLS = ("messages", 2, "parts")
RESULTS = ("messages", 3, "parts")


@pytest.mark.parametrize(
    ("at", "change", "pointer"),
    [
        pytest.param(("messages", 0, "parts", 0), {"text": "other"}, "/systemInstruction/parts/0/text", id="system"),
        pytest.param(("messages", 1, "parts", 1), {"data": "BB=="}, "/contents/0/parts/1/inlineData/data", id="image"),
        pytest.param(("messages", 1), {"role": "assistant"}, "/contents/0/role", id="role"),
        pytest.param((*CALLS, 0), {"text": "other"}, "/contents/1/parts/0/text", id="text"),
        pytest.param((*CALLS, 1), {"name": "h"}, "/contents/1/parts/1/functionCall/name", id="name"),
        pytest.param((*CALLS, 1), {"id": "b"}, "/contents/1/parts/1/functionCall/id", id="id"),
        pytest.param(
            (*CALLS, 1),
            {"arguments": arguments.from_text("{}")},
            "/contents/1/parts/1/functionCall/args/",
            id="arguments",
        ),
        pytest.param((*CALLS, 1), {"provider_data": {}}, "/contents/1/parts/1/thoughtSignature", id="signature"),
        pytest.param(
            (*CALLS, 2),
            {"arguments": arguments.from_text('{"a":1}')},
            "/contents/1/parts/2/functionCall/args",
            id="no-arguments",
        ),
        pytest.param(
            (*RESULTS, 0),
            {"parts": (Text(text="rain"),)},
            "/contents/2/parts/0/functionResponse/response/output",
            id="result",
        ),
        pytest.param(
            (*RESULTS, 0), {"is_error": True}, "/contents/2/parts/0/functionResponse/response/", id="result-error"
        ),
        pytest.param(
            (*RESULTS, 1),
            {"parts": (Text(text='{"rows":1}'),)},
            "/contents/2/parts/1/functionResponse/response/rows",
            id="result-object",
        ),
        pytest.param(
            (*RESULTS, 1),
            {"parts": (Text(text="rain"),)},
            "/contents/2/parts/1/functionResponse/response/",
            id="result-no-object",
        ),
        pytest.param(
            (*RESULTS, 2), {"is_error": None}, "/contents/2/parts/2/functionResponse/response/", id="error-absent"
        ),
        pytest.param(("tools", 0), {"name": "h"}, "/tools/0/functionDeclarations/0/name", id="tool-name"),
        pytest.param(
            ("tools", 0), {"parameters": {}}, "/tools/0/functionDeclarations/0/parameters/type", id="parameters"
        ),
        pytest.param(("tool_choice",), {"mode": "none"}, "/toolConfig/functionCallingConfig/", id="choice"),
        pytest.param((), {"tool_choice": None}, "/toolConfig/functionCallingConfig", id="choice-absent"),
        pytest.param((), {"max_output_tokens": 8}, "/generationConfig/maxOutputTokens", id="limit"),
        pytest.param((), {"tools": ()}, "/tools", id="tools"),
    ],
)
def test_a_changed_word_shows(at: tuple[Any, ...], change: dict[str, Any], pointer: str) -> None:
    differences = list(exact_json.differences(REQUEST, written(replaced(at, read(REQUEST), change))))
    assert differences
    assert all(difference.startswith(pointer) for difference in differences)


@pytest.mark.parametrize(
    ("url", "model", "stream"),
    [
        pytest.param(PLAIN, "gemini-x", False, id="plain"),
        pytest.param(f"{BASE}/models/gemini-x:streamGenerateContent?alt=sse", "gemini-x", True, id="sse"),
        pytest.param(f"{BASE}/models/gemini-x:streamGenerateContent", "gemini-x", True, id="array"),
        pytest.param(f"{BASE}/tunedModels/mine:generateContent", "tunedModels/mine", False, id="tuned-model"),
        pytest.param(
            f"{BASE}/models/gemini-x:generateContent?$alt=json;enum-encoding=int", "gemini-x", False, id="alt-json"
        ),
    ],
)
def test_the_url_names_the_model(url: str, model: str, stream: bool) -> None:
    request = read({"contents": []}, url)
    assert (request.model, request.stream) == (model, stream)
    assert gemini.write_request(request, BASE).url == url


def test_the_key_in_a_url_is_not_kept() -> None:
    assert gemini.write_request(read({}, f"{PLAIN}?key=secret"), BASE).url == PLAIN
    streamed = msgspec.structs.replace(read({}), stream=True)
    assert gemini.write_request(streamed, BASE).url.endswith(":streamGenerateContent?alt=sse")


@pytest.mark.parametrize(
    ("config", "choice"),
    [
        pytest.param({"mode": "AUTO"}, ToolChoice(mode="auto"), id="auto"),
        pytest.param({"mode": 2}, ToolChoice(mode="required", raw=2), id="number"),
        pytest.param({"mode": "NONE"}, ToolChoice(mode="none"), id="none"),
        pytest.param({"mode": "VALIDATED"}, ToolChoice(mode="auto", raw="VALIDATED"), id="validated"),
        pytest.param({"mode": "ANY", "allowedFunctionNames": ["f", "g"]}, ToolChoice(mode="allowed", names=("f", "g"),
                                                                          must_call=True), id="any-of-two"),
        pytest.param({"mode": "VALIDATED", "allowedFunctionNames": ["f"]}, ToolChoice(mode="allowed", names=("f",)),
            id="validated-of-one"),
        pytest.param({"mode": "NEW"}, ToolChoice(mode="provider", raw={"mode": "NEW"}), id="unknown-mode"),
        pytest.param({"mode": "ANY", "allowedFunctionNames": [7]}, ToolChoice(mode="provider", raw={
            "mode": "ANY", "allowedFunctionNames": [7]}), id="name-number"),
        pytest.param({}, None, id="empty"),
    ],
)  # fmt: skip
def test_choices(config: Any, choice: ToolChoice | None) -> None:
    body = {"toolConfig": {"functionCallingConfig": config}}
    request = read(body)
    assert fresh(request).tool_choice == choice
    assert written(request) == body
    if choice is not None:
        assert written(fresh(request))["toolConfig"] == body["toolConfig"]


USER = Message(role="user", parts=(Text(text="Hi"),))


def test_a_fresh_request() -> None:
    results = [
        Message(role="tool", parts=(ToolResult(call_id="1", parts=(Text(text='{"a": 1}'),)),)),
        Message(role="tool", parts=(ToolResult(call_id="2", parts=(Text(text="bad"),), is_error=True),)),
    ]
    request = Request(
        model="gemini-x",
        messages=(
            Message(role="system", parts=(Text(text="Be brief."),)),
            USER,
            Message(role="assistant", parts=(call('{"x": 1}', "f", "1"), call(name="g", call_id="2"))),
            *results,
            USER,
        ),
        tools=(ToolDefinition(name="f", parameters={"type": "object", "$ref": "#"}), ToolDefinition(name="g")),
        tool_choice=ToolChoice(mode="required"),
    )
    assert written(request) == {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Hi"}]},
            {"role": "model", "parts": [
                {"functionCall": {"id": "1", "name": "f", "args": {"x": 1}}},
                {"functionCall": {"id": "2", "name": "g", "args": {}}}]},
            {"role": "user", "parts": [
                {"functionResponse": {"id": "1", "name": "f", "response": {"output": '{"a": 1}'}}},
                {"functionResponse": {"id": "2", "name": "g", "response": {"error": "bad"}}}]},
            {"role": "user", "parts": [{"text": "Hi"}]},
        ],
        "tools": [{"functionDeclarations": [
            {"name": "f", "parametersJsonSchema": {"type": "object", "$ref": "#"}}, {"name": "g"}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
    }  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"model": None}, id="no-model"),
        pytest.param({"parallel_tool_calls": False}, id="parallel"),
        pytest.param({"tools": (ToolDefinition(name="f", strict=True),)}, id="strict"),
        pytest.param({"messages": (USER, Message(role="system", parts=()))}, id="system-behind-user"),
        pytest.param({"messages": (Message(role="user", parts=(), name="Ann"),)}, id="user-name"),
        pytest.param({"messages": (Message(role="tool", parts=(ToolResult(call_id="x"),)),)}, id="result-without-name"),
        pytest.param({"messages": (Message(role="assistant", parts=(call("[1]"),)),)}, id="arguments-list"),
        pytest.param({"messages": (Message(role="user", parts=(Image(file_id="f"),)),)}, id="image-file"),
        pytest.param(
            {"messages": (Message(role="user", parts=(ProviderPart(kind="web_search_call", value={}),)),)},
            id="web-search",
        ),
        pytest.param({"tool_choice": ToolChoice(mode="provider", raw="x")}, id="raw-choice"),
        pytest.param({"tool_choice": ToolChoice(mode="named")}, id="named-nothing"),
    ],
)
def test_what_cannot_be_expressed(change: dict[str, Any]) -> None:
    with pytest.raises(Inexpressible):
        written(msgspec.structs.replace(Request(model="m", messages=(USER,)), **change))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            answer([{"text": "a", "thought": True}, {"text": "b"}, {"text": "c"} | SIGNED, {"text": ""}]), id="texts"
        ),
        pytest.param(
            answer([{"functionCall": {"name": "f", "args": {"x": 1.50}}} | SIGNED, {"functionCall": {"name": "g"}}]),
            id="calls",
        ),
        pytest.param(
            answer([{"functionCall": {"name": "f", "args": '{"x":1}'}}, {"functionCall": {}}]), id="arguments-text"
        ),
        pytest.param(
            answer([{"inlineData": {"mimeType": "image/png", "data": "AA=="}} | SIGNED, {"newThing": 1}]),
            id="image-and-unknown",
        ),
        pytest.param(
            answer([{"inlineData": {"mimeType": "audio/wav", "data": "AA=="}}], "MAX_TOKENS"), id="audio-and-limit"
        ),
        pytest.param(
            answer([SIGNED, {"toolCall": {"id": "1"}}, {"functionResponse": {"name": "f", "response": {}}}], 1),
            id="odd-parts",
        ),
        pytest.param(
            {
                "candidates": [{"finishReason": "SAFETY"}],
                "usageMetadata": {"promptTokenCount": 1, "thoughtsTokenCount": 2},
            },
            id="blocked",
        ),
        pytest.param({"candidates": [{"content": {}}], "modelVersion": "m", "responseId": "r"}, id="empty-content"),
        pytest.param({"candidates": answer([])["candidates"] * 2}, id="two-candidates"),
        pytest.param({"promptFeedback": {"blockReason": "SAFETY"}}, id="blocked-prompt"),
        pytest.param({"candidates": [], "usageMetadata": {}}, id="no-candidate"),
        pytest.param({"error": {"code": 500, "message": "m", "status": "INTERNAL"}}, id="error"),
    ],
)
def test_a_plain_response_comes_back_as_it_was(body: Any) -> None:
    response = gemini.read_response(body)
    assert not list(exact_json.differences(body, gemini.write_response(response)))
    assert fresh(gemini.read_response(gemini.write_response(fresh(response)))) == fresh(response)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"finish": Finish(reason="length")}, "/candidates/0/finishReason", id="finish"),
        pytest.param({"finish": Finish(reason="interrupted")}, "/candidates/0/finishReason", id="interrupted"),
        pytest.param({"model": "n"}, "/modelVersion", id="model"),
        pytest.param({"id": "s"}, "/responseId", id="id"),
        pytest.param({"usage": Usage(input_tokens=2)}, "/usageMetadata", id="usage"),
        pytest.param({"parts": ()}, "/candidates/0/content/parts", id="parts"),
    ],
)
def test_a_changed_response_shows(change: dict[str, Any], pointer: str) -> None:
    body = answer([{"text": "a"}]) | {
        "modelVersion": "m", "responseId": "r", "usageMetadata": {"promptTokenCount": 1},
    }  # fmt: skip
    changed = msgspec.structs.replace(gemini.read_response(body), **change)
    assert next(exact_json.differences(body, gemini.write_response(changed))).startswith(pointer)


def test_an_answer_goes_back_part_for_part() -> None:
    parts = [
        {"text": "hm", "thought": True},
        {"text": "", "thoughtSignature": "t"},
        {"functionCall": {"name": "f", "args": {}}} | SIGNED,
        {"functionCall": {"name": "f", "args": {}}},
        {"inlineData": {"mimeType": "image/png", "data": "AA=="}} | SIGNED,
    ]
    response = gemini.read_response(answer(parts))
    message = fresh(Message(role="assistant", parts=response.parts, provider_data=response.provider_data))
    assert written(Request(model="m", messages=(message,)))["contents"][0]["parts"] == parts


@pytest.mark.parametrize(
    ("end", "reason", "complete"),
    [
        pytest.param("STOP", "tool_calls", [True, True], id="STOP"),
        pytest.param(1, "tool_calls", [True, True], id="number"),
        pytest.param("MAX_TOKENS", "length", [True, False], id="MAX_TOKENS"),
        pytest.param("SAFETY", "content_filter", [True, False], id="SAFETY"),
        pytest.param("UNEXPECTED_TOOL_CALL", "error", [False, False], id="UNEXPECTED_TOOL_CALL"),
        pytest.param("MALFORMED_FUNCTION_CALL", "error", [False, False], id="MALFORMED_FUNCTION_CALL"),
        pytest.param("NEVER_HEARD_OF", "other", [False, False], id="unknown"),
        pytest.param(None, "interrupted", [True, False], id="cut"),
    ],
)
def test_which_calls_may_be_run(end: Any, reason: str, complete: list[bool]) -> None:
    parts = [{"functionCall": {"name": "f", "args": {"a": 1}}}, {"functionCall": {"name": "g"}}]
    plain = gemini.read_response(answer(parts, end))
    streamed = assemble(decode(chunks(*([part] for part in parts), end=end)))
    assert [made.complete for made in plain.calls] == complete
    assert plain.finish == Finish(reason=reason, raw=end)  # type: ignore[arg-type]
    assert fresh(streamed) == fresh(plain)


def test_chunks_of_text_become_one_part() -> None:
    body = chunks([{"text": "a", "thought": True}], [{"text": "b", "thought": True}, {"text": "c"}], [{"text": "d"}],
                  [{"text": "e"} | SIGNED], [{"text": "f"}, {"text": "g"}], [{"text": ""}])  # fmt: skip
    assert assemble(decode(body)).parts == (
        Reasoning(text="ab"), Text(text="cd"), Text(text="e", provider_data=SIGNED), Text(text="f"), Text(text="g"),
    )  # fmt: skip


def pieces(*entries: Any, name: str | None = None, more: bool = True) -> list[Any]:
    return [{"functionCall": {"partialArgs": list(entries)} | ({"name": name} if name else {})
             | ({"willContinue": True} if more else {})}]  # fmt: skip


PIECES = (
    [{"functionCall": {"name": "f", "willContinue": True}} | SIGNED],
    pieces({"jsonPath": "$.list[0]['a b']", "stringValue": "x", "willContinue": True}),
    pieces({"jsonPath": "$.list[0]['a b']", "stringValue": "y"}, {"jsonPath": "$.list[1].n", "numberValue": 1}),
    pieces({"jsonPath": "$.list[]"}, {"jsonPath": "$.none[]"}, {"jsonPath": "$.object"}),
    pieces({"jsonPath": "$.no", "boolValue": False}, {"jsonPath": "$.null", "nullValue": None}),
)


NUMBERS = ("9007199254740993", "1.10", "1e-7", "-0.0", "0")


def test_arguments_in_pieces() -> None:
    text = '{"list":[{"a b":"xy"},{"n":1}],"none":[],"object":{},"no":false,"null":null}'
    response = assemble(decode(chunks(*PIECES, [{"functionCall": {}}], [{"functionCall": {"name": "g"}}])))
    assert response.calls == (
        ToolCall(id=None, name="f", arguments=arguments.from_text(text), provider_data=SIGNED),
        ToolCall(id=None, name="g", arguments=arguments.from_text("")),
    )
    unended = assemble(decode(chunks(*PIECES, pieces({"jsonPath": "$.z", "numberValue": 2}), [{"text": ""}])))
    assert unended.calls[0].complete
    numbers = [
        pieces({"jsonPath": f"$.n[{n}]", "numberValue": exact_json.Number(text)}) for n, text in enumerate(NUMBERS)
    ]
    exact = assemble(decode(chunks([{"functionCall": {"name": "f", "willContinue": True}}], *numbers)))
    assert exact.calls[0].arguments.text == f'{{"n":[{",".join(NUMBERS)}]}}'
    cut = assemble(decode(chunks(*PIECES, end="MAX_TOKENS")))
    assert not cut.calls[0].complete
    assert cut.calls[0].arguments == Arguments(text=text[:-1], form="invalid")
    assert assemble(decode(gemini.write_stream(cut))) == cut
    assert fresh(gemini.read_response(gemini.write_response(cut))) == cut


@pytest.mark.parametrize("number", [b"1.10", b"1e3", b"-0", b"123456789012345678901234567890"])
def test_numbers_in_pieces_keep_their_text(number: bytes) -> None:
    body = chunks(pieces({"jsonPath": "$.n", "numberValue": 77}, name="f", more=False)).replace(b"77", number)
    assert assemble(decode(body)).calls[0].arguments.text == '{"n":' + number.decode() + "}"


@pytest.mark.parametrize(
    "entry",
    [pytest.param(7, id="number"),
    pytest.param({}, id="empty"),
    pytest.param({"jsonPath": "x"}, id="no-path"),
    pytest.param({"jsonPath": "$.a[5]", "numberValue": 1}, id="index-too-far"),
    pytest.param({"jsonPath": "$[0]", "numberValue": 1}, id="index-of-object"),
     pytest.param({"jsonPath": "$.s.t", "numberValue": 1}, id="into-a-text"),
     pytest.param({"jsonPath": "$.n", "numberValue": "1"}, id="number-as-text"),
     pytest.param({"jsonPath": "$" + ".a" * 300, "numberValue": 1}, id="too-deep")],
)  # fmt: skip
def test_pieces_that_lead_nowhere(entry: Any) -> None:
    with pytest.raises(ShapeError):
        decode(chunks(pieces({"jsonPath": "$.s", "stringValue": "x"}, entry, name="f")))


@pytest.mark.parametrize("size", [1, 7, pytest.param(1 << 20, id="whole")])
def test_how_the_bytes_are_cut_does_not_matter(size: int) -> None:
    body = chunks([{"text": 'é"[{\\'}], *PIECES)
    documents = b",\r\n".join(line[6:] for line in body.splitlines() if line)
    for same in (body, b"[" + documents + b"\n]", b"\xef\xbb\xbf [" + documents + b"]"):
        assert decode(same, size) == decode(body)


def test_a_stream_that_ends_early() -> None:
    parts = ([{"text": "a"}], [{"functionCall": {"name": "f", "args": {}}}])
    for body in (chunks(*parts, end=None), chunks(*parts)[:-60]):
        response = assemble(decode(body))
        assert response.finish.reason == "interrupted"
        assert not any(made.complete for made in response.calls)
    failed = assemble(decode(chunks(*parts, end=None) + b'data: {"error": {"code": 500, "message": "m"}}\n\n'))
    assert (failed.finish.reason, failed.error and failed.error.message) == ("error", "m")
    assert not failed.calls[0].complete


def test_candidates_and_blocks_in_a_stream() -> None:
    two = b'data: {"candidates": [{"content": {"parts": [{"text": "a"}]}}, {"index": 1, "finishReason": "STOP"}]}\n\n'
    response = assemble(decode(two))
    assert response.parts == (Text(text="a"),)
    assert response.alternatives[0].finish.reason == "stop"
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}}
    assert assemble(decode(exact_json.encode(blocked))) == fresh(gemini.read_response(blocked))


@pytest.mark.parametrize(
    ("body", "content_type", "stream"),
    [pytest.param(b"data: {}", "", True, id="sse-body"),
    pytest.param(b" [{}]", "application/json", True, id="array"),
    pytest.param(b"{}", "application/json", False, id="object"),
     pytest.param(b"{}", "", False, id="object-of-any-type"),
     pytest.param(b"", "text/event-stream", True, id="sse-header")],
)  # fmt: skip
def test_is_stream(body: bytes, content_type: str, stream: bool) -> None:
    headers = {"content-type": content_type} if content_type else {}
    assert gemini.is_stream(WireResponse(body=body, headers=headers)) is stream


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"error": {"code": 4, "message": "m", "status": "S"}}, id="object"),
        pytest.param([{"error": {"message": "m"}}], id="list"),
    ],
)
def test_errors(body: Any) -> None:
    response = gemini.read_error(body, 400)
    assert response.error is not None
    assert (response.error.message, response.error.status) == ("m", 400)
    assert gemini.write_response(response) == body


@pytest.mark.parametrize(
    "body",
    [pytest.param(7, id="number"),
    pytest.param({"contents": "x"}, id="contents-text"),
    pytest.param({"contents": [7]}, id="content-number"),
    pytest.param({"contents": [{"role": "judge"}]}, id="unknown-role"),
    pytest.param({"contents": [{"role": 7}]}, id="role-number"),
     pytest.param({"contents": [{"parts": [7]}]}, id="part-number"),
     pytest.param({"tools": [7]}, id="tool-number"),
     pytest.param({"tools": [{"functionDeclarations": [7]}]}, id="function-number"),
     pytest.param({"toolConfig": 7}, id="tool-config-number"),
     pytest.param({"generationConfig": []}, id="generation-config-list"),
     pytest.param({"systemInstruction": "x"}, id="system-text")],
)  # fmt: skip
def test_what_is_no_request(body: Any) -> None:
    with pytest.raises(WireError):
        read(body)


@pytest.mark.parametrize(
    "body",
    [pytest.param(7, id="number"),
    pytest.param({}, id="empty"),
    pytest.param({"candidates": 7}, id="candidates-number"),
    pytest.param({"candidates": [7]}, id="candidate-number"),
    pytest.param({"candidates": [{"content": {"parts": "x"}}]}, id="parts-text"),
     pytest.param({"candidates": [{"finishReason": []}]}, id="reason-list")],
)  # fmt: skip
def test_what_is_no_response(body: Any) -> None:
    with pytest.raises(WireError):
        gemini.read_response(body)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"[7]", id="number"),
        pytest.param(b"[[]]", id="list"),
        pytest.param(b'["x"]', id="text"),
        pytest.param(b"data: 7\n\n", id="sse-number"),
        pytest.param(b'data: {"candidates": {}}\n\n', id="candidates-object"),
        pytest.param(b"[{]", id="no-json"),
    ],
)
def test_what_is_no_stream(body: bytes) -> None:
    with pytest.raises(WireError):
        decode(body)


DATA = st.sampled_from([{}, SIGNED])
CALL = calls(id=st.none() | TEXTS, provider_data=DATA)
PART = st.one_of(
    st.builds(Text, text=TEXTS, provider_data=DATA),
    st.builds(Reasoning, text=TEXTS, provider_data=DATA),
    CALL,
    st.just(ProviderPart(kind="toolCall", value={"toolCall": {"id": "1"}, "thoughtSignature": "x"})),
    st.just(Image(data="AA==", media_type="image/png")),
    st.just(Unknown(kind="new", value={"new": 1})),
)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    parts = tuple(draw(st.lists(PART, max_size=5)))
    raw = draw(st.sampled_from(["STOP", "MAX_TOKENS", "UNEXPECTED_TOOL_CALL", None]))
    usage = draw(st.none() | st.builds(Usage, input_tokens=st.integers(0, 9), output_tokens=st.none()))
    made = Response(parts=parts, finish=Finish(reason="interrupted"), id=draw(st.none() | TEXTS), usage=usage)
    body = gemini.write_response(made)
    if raw is not None:
        body["candidates"][0]["finishReason"] = raw
    return fresh(gemini.read_response(body))


@given(responses(), st.integers(1, 50))
@settings(max_examples=30, deadline=None)
def test_a_written_stream_brings_the_same_response(response: Response, size: int) -> None:
    assert fresh(assemble(decode(gemini.write_stream(response), size))) == response


@given(st.recursive(VALUES, lambda inner: st.dictionaries(st.sampled_from(
    ["candidates", "content", "parts", "functionCall", "args", "text", "contents", "tools", "functionResponse"]
), inner | st.lists(inner, max_size=2), max_size=3)))  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_nothing_but_wire_errors(body: Any) -> None:
    for attempt in (
        lambda: written(read(body)),
        lambda: gemini.write_response(gemini.read_response(body)),
        lambda: gemini.read_error(body, 400),
        lambda: decode(exact_json.encode([body])),
    ):
        try:
            attempt()
        except (WireError, Inexpressible):
            continue
