"""Tests of the normalizer of a provider: requests in any dialect's form, and answers validated with the tools."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from toolwire import Normalizer
from toolwire.client.checking import SchemaError
from toolwire.client.documents import PLACES, read
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.model import (
    CustomTool,
    Image,
    Message,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)
from toolwire.registry import NotRegistered
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse
from toolwire.wire.merging import merged

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = ToolDefinition(name="get_weather", description="Weather.", parameters=CITY)
OPENAI = [{"type": "function", "function": {"name": "get_weather", "description": "Weather.", "parameters": CITY}}]
ASKED = Request(messages=(), tools=(WEATHER,))


def kinds(notes: Any) -> list[tuple[str, str]]:
    return [(note.kind, note.where) for note in notes]


def test_names() -> None:
    assert Normalizer("anthropic").dialect == "anthropic_messages"
    assert Normalizer("llamacpp/anthropic_messages").provider == "llamacpp"
    assert Normalizer("cohere_v2").provider == "cohere"
    assert Normalizer("OpenAI-Responses").dialect == "openai_responses"
    assert Normalizer("my-gateway/google").dialect == "gemini_generate"
    with pytest.raises(
        NotRegistered, match="openai does not speak 'cohere_v2'; it speaks: openai_chat, openai_responses"
    ):
        Normalizer("openai/cohere_v2")
    with pytest.raises(
        NotRegistered, match="expected a provider before /openai_chat, got the dialect anthropic_messages"
    ):
        Normalizer("anthropic_messages/openai_chat")
    with pytest.raises(NotRegistered, match="my-gateway: unknown dialect: 'nonsense'; expected one of: openai_chat"):
        Normalizer("my-gateway/nonsense")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_of_who_is_not_known_the_dialect_can_be_named(dialect: str) -> None:
    gateway = Normalizer(f"my-gateway/{dialect}", base_url="http://127.0.0.1:1")
    assert (gateway.provider, gateway.dialect) == (None, dialect)
    choice = ToolChoice(mode="none")
    sent = gateway.request(Request(messages=(), tools=(WEATHER,), tool_choice=choice, model="m"))
    assumed = [note.why for note in sent.notes if note.kind == "assumed"]
    assert len(assumed) == 3
    assert not any("speaks" in why for why in assumed)


def test_who_is_not_known_is_sent_little_and_notes_name_it() -> None:
    nobody = Normalizer("nobody-knows", base_url="http://127.0.0.1:1/v1")
    strict = replace(WEATHER, strict=True)
    sent = nobody.request(Request(messages=(), tools=(strict,), tool_choice=ToolChoice(mode="required")))
    assert sent.wire.url == "http://127.0.0.1:1/v1/chat/completions"
    assert sent.body["tools"] == OPENAI
    assert "tool_choice" not in sent.body
    assert {"assumed", "dropped"} == {note.kind for note in sent.notes}
    with pytest.raises(Inexpressible, match="pass its base_url"):
        Normalizer("nobody-knows").request(ASKED)


@pytest.mark.parametrize("source", DIALECTS)
@pytest.mark.parametrize("target", DIALECTS)
def test_tools_between_any_two_dialects(source: str, target: str) -> None:
    there = Normalizer(source).tools([WEATHER])
    moved = Normalizer(target).tools(there.body, of=source)
    (tool,) = read(moved.body, PLACES[target].tools[0], target).tools
    assert (tool.name, tool.description, tool.parameters) == (WEATHER.name, WEATHER.description, CITY)
    assert (there.notes, moved.notes) == ((), ())


@pytest.mark.parametrize("target", DIALECTS)
@given(names=st.lists(st.sampled_from(["city", "unit", "day"]), unique=True))
def test_tools_there_and_back(target: str, names: list[str]) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}, "required": names}
    tool = ToolDefinition(name="go", description="Go.", parameters=schema)
    there = Normalizer(target).tools([tool])
    back = Normalizer("openai").tools(there.body, of=target)
    (function,) = (tool["function"] for tool in back.body["tools"])
    assert (function["parameters"], function.get("strict") or None) == (schema, None)


def test_wire_forms_are_openais_unless_another_is_named() -> None:
    assert Normalizer("anthropic").tools(OPENAI).body == {
        "tools": [{"name": "get_weather", "description": "Weather.", "input_schema": CITY}]
    }
    own = {"name": "get_weather", "input_schema": CITY, "cache_control": {"type": "ephemeral"}}
    assert Normalizer("anthropic").tools([own], of="anthropic").body == {"tools": [own]}


def test_gemini_in_openapi() -> None:
    schema = {"type": "object", "properties": {"n": {"type": ["integer", "null"], "exclusiveMinimum": 0}}}
    piece = Normalizer("gemini", schemas="openapi").tools([ToolDefinition(name="f", parameters=schema)])
    (declared,) = piece.body["tools"][0]["functionDeclarations"]
    assert declared["parameters"]["properties"] == {"n": {"type": "integer", "nullable": True}}
    assert kinds(piece.notes) == [("dropped", "/0/parameters/properties/n/exclusiveMinimum")]
    back = Normalizer("openai").tools(piece.body, of="gemini").body["tools"][0]["function"]["parameters"]
    assert back["properties"] == {"n": {"type": ["integer", "null"]}}


def test_what_ollama_would_drop_in_silence_is_listed() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1, "default": 2}}}
    piece = Normalizer("ollama").tools([ToolDefinition(name="f", parameters=schema, strict=True)])
    assert piece.body["tools"][0]["function"]["parameters"]["properties"] == {"n": {"type": "integer"}}
    assert kinds(piece.notes) == [
        ("dropped", "/0/strict"),
        ("dropped", "/0/parameters/properties/n/minimum"),
        ("dropped", "/0/parameters/properties/n/default"),
    ]


def test_strict_mode_gets_what_it_asks_for_and_nulls_are_taken_out_again() -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["c", "f"]}},
        "required": ["city"],
    }
    tool = ToolDefinition(name="f", parameters=schema, strict=True)
    piece = Normalizer("openai").tools([tool])
    assert piece.body["tools"][0]["function"] == {
        "name": "f",
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string"},
                "unit": {"type": ["string", "null"], "enum": ["c", "f", None]},
            },
            "required": ["city", "unit"],
            "additionalProperties": False,
        },
    }
    assert {note.kind for note in piece.notes} == {"changed"}
    answer = Normalizer("openai").response(
        chat(arguments='{"city": "Oslo", "unit": null}', name="f"), Request(messages=(), tools=(tool,))
    )
    assert answer.calls[0].parameters == {"city": "Oslo"}
    assert answer.response.calls[0].arguments.text == '{"city": "Oslo", "unit": null}'
    assert kinds(answer.notes) == [("changed", "/parts/0/arguments/unit")]


def test_only_so_many_tools_are_strict_and_none_that_refers_to_itself() -> None:
    tree = {"type": "object", "properties": {"inner": {"$ref": "#"}}}
    tools = [ToolDefinition(name="tree", parameters=tree, strict=True)]
    tools += [ToolDefinition(name=f"f{n}", parameters=CITY, strict=True) for n in range(21)]
    body = Normalizer("anthropic").tools(tools).body["tools"]
    assert [tool.get("strict") for tool in body] == [None, *[True] * 20, None]
    assert body[0]["input_schema"] == tree


def test_tools_that_others_have_not() -> None:
    custom = CustomTool(name="sql", description="Runs it.")
    search = ProviderTool(kind="web_search", name="web_search", value={"type": "web_search"})
    assert Normalizer("openai").tools([custom]).notes == ()
    piece = Normalizer("anthropic").tools([custom])
    assert piece.body["tools"][0]["input_schema"]["required"] == ["input"]
    assert kinds(piece.notes) == [("changed", "/0")]
    moved = Normalizer("anthropic").tools({"tools": [search.value]}, of="openai_responses")
    assert kinds(moved.notes) == [("dropped", "/0")]


def test_a_name_that_the_provider_refuses_is_noted() -> None:
    piece = Normalizer("mistral").tools([ToolDefinition(name="a.b", parameters=CITY)])
    assert kinds(piece.notes) == [("refused", "/0/name")]
    assert "mistral_chat.tool-name" in piece.notes[0].why


def test_a_schema_that_is_none_breaks_no_reading() -> None:
    tool = ToolDefinition(name="f", parameters={"type": "strng"})
    answer = Normalizer("openai").response(chat(name="f"), Request(messages=(), tools=(tool,)))
    assert "the schema of 'f': " in answer.calls[0].faults[0].why


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "strng"}, id="unknown-type"),
        pytest.param({"$ref": "https://example.com/schema"}, id="reference-elsewhere"),
    ],
)
def test_what_is_no_schema_is_refused(schema: Any) -> None:
    with pytest.raises(SchemaError, match="the schema of 'f': "):
        Normalizer("openai").tools([ToolDefinition(name="f", parameters=schema)])


def nested(levels: int) -> Any:
    schema: Any = {"type": "object"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize("name", ["openai", "openai/openai_responses", "anthropic", "gemini"])
@pytest.mark.parametrize(
    "schema",
    [{"type": "str"}, {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}, nested(150), nested(3000)],
    ids=["type", "reference", "deep", "deeper"],
)
def test_it_is_refused_in_whatever_form_it_comes(name: str, schema: Any) -> None:
    wire = [{"type": "function", "function": {"name": "f", "parameters": schema}}]
    normalizer = Normalizer(name)
    for tools in ([ToolDefinition(name="f", parameters=schema)], wire):
        with pytest.raises(SchemaError):
            normalizer.tools(tools)
        with pytest.raises(SchemaError):
            normalizer.request(normalizer.asked("Go.", tools=tools, model="m").request)


def test_a_history_that_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(WireError, match="nested deeper"):
        Normalizer("anthropic").history([{"role": "user", "content": [nested(3000)]}])


def test_a_schema_in_openapis_subset_is_one() -> None:
    city = {"type": "OBJECT", "properties": {"city": {"type": "STRING", "nullable": True}}, "required": ["city"]}
    tools = [{"functionDeclarations": [{"name": "get_weather", "parameters": city}]}]
    gemini = Normalizer("gemini")
    assert gemini.tools(tools, of="gemini").body == {"tools": tools}
    asked = gemini.asked("Go.", tools=tools, of="gemini").request
    part = {"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}
    document = {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}]}
    assert [call.faults for call in gemini.response(document, asked).calls] == [()]


TIME = ToolDefinition(name="get_time", parameters=CITY)


@pytest.mark.parametrize(
    ("name", "choice", "body", "noted"),
    [
        pytest.param("openai", "required", {"tool_choice": "required"}, [], id="openai-required"),
        pytest.param("anthropic", "required", {"tool_choice": {"type": "any"}}, [], id="anthropic-required"),
        pytest.param(
            "anthropic", "get_time", {"tool_choice": {"type": "tool", "name": "get_time"}}, [], id="anthropic-named"
        ),
        pytest.param(
            "gemini", "none", {"toolConfig": {"functionCallingConfig": {"mode": "NONE"}}}, [], id="gemini-none"
        ),
        pytest.param("ollama", "required", {}, [("dropped", "/tool_choice")], id="ollama-required"),
        pytest.param("bedrock", "required", {"toolConfig": {"toolChoice": {"any": {}}}}, [], id="bedrock-required"),
    ],
)
def test_choices(name: str, choice: str, body: Any, noted: Any) -> None:
    piece = Normalizer(name).tool_choice(choice, [WEATHER, TIME])
    assert (piece.body, kinds(piece.notes)) == (body, noted)


def offered(body: Any) -> list[str]:
    tools = body.get("tools") or body.get("toolConfig", {}).get("tools", [])
    return [tool.get("function", tool.get("toolSpec", tool))["name"] for tool in tools]


def test_what_has_no_word_is_expressed_by_what_is_offered() -> None:
    cohere = Normalizer("cohere").tool_choice("get_time", [WEATHER, TIME])
    assert (offered(cohere.body), cohere.body["tool_choice"]) == (["get_time"], "REQUIRED")
    some = ToolChoice(mode="allowed", names=("get_time",), must_call=True)
    assert Normalizer("anthropic").tool_choice(some, [WEATHER, TIME]).body == {
        "tool_choice": {"type": "tool", "name": "get_time"}
    }
    request = Request(messages=(), tools=(WEATHER,), tool_choice=ToolChoice(mode="none"), model="m")
    sent = Normalizer("bedrock").request(request)
    assert (offered(sent.body), kinds(sent.notes)) == ([], [("changed", "/tool_choice")])
    messages = (
        Message(role="assistant", parts=(ToolCall(id="a", name="get_weather", arguments=from_text("{}")),)),
        Message(role="tool", parts=(ToolResult(call_id="a", name="get_weather", parts=(Text(text="x"),)),)),
    )
    sent = Normalizer("bedrock").request(replace(request, messages=messages))
    assert (offered(sent.body), kinds(sent.notes)) == (["get_weather"], [("dropped", "/tool_choice")])


def test_a_history_of_openais_for_anthropic() -> None:
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Weather?", "name": "Ann"},
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "Hm.",
            "tool_calls": [
                {"id": "functions.w:0", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "functions.w:0", "content": "sunny"},
    ]
    piece = Normalizer("anthropic").history(messages)
    call = piece.body["messages"][1]["content"][0]
    assert piece.body["system"] == "Be brief."
    assert piece.body["messages"][2]["content"][0]["tool_use_id"] == call["id"]
    assert "." not in call["id"]
    assert [note.kind for note in piece.notes] == ["changed", "dropped", "dropped", "changed"]


def test_everything_that_stays_behind_is_listed() -> None:
    tool = {"name": "f", "input_schema": CITY, "cache_control": {"type": "ephemeral"}}
    assert kinds(Normalizer("openai").tools([tool], of="anthropic").notes) == [("dropped", "/0/cache_control/type")]
    messages = [{"role": "user", "content": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]}]
    piece = Normalizer("openai").history(messages, of="anthropic")
    assert kinds(piece.notes) == [("dropped", "/0/parts/0/cache_control/type")]
    body = exact_json.encode({"model": "m", "messages": [{"role": "user", "content": "x"}], "seed": 7, "user": "u"})
    read = dialect("openai_chat").read_request(WireRequest(url="", body=body))
    assert kinds(Normalizer("anthropic").taken(read, of="openai").notes) == [("dropped", "/seed"), ("dropped", "/user")]


SAMPLED = {
    "openai": {"temperature": 0, "top_p": 0.5, "stop": ["a"], "seed": 7, "presence_penalty": 1},
    "anthropic": {"temperature": 0, "top_p": 0.5, "stop_sequences": ["a"]},
    "gemini": {
        "generationConfig": {"temperature": 0, "topP": 0.5, "stopSequences": ["a"], "seed": 7, "presencePenalty": 1}
    },
    "ollama": {"options": {"temperature": 0, "top_p": 0.5, "stop": ["a"], "seed": 7, "presence_penalty": 1}},
    "cohere": {"temperature": 0, "p": 0.5, "stop_sequences": ["a"], "seed": 7, "presence_penalty": 1},
    "bedrock": {"inferenceConfig": {"temperature": 0, "topP": 0.5, "stopSequences": ["a"]}},
    "mistral": {"temperature": 0, "top_p": 0.5, "stop": ["a"], "random_seed": 7, "presence_penalty": 1},
    "openai_responses": {"temperature": 0, "top_p": 0.5},
}


@pytest.mark.parametrize("target", SAMPLED)
@pytest.mark.parametrize("of", SAMPLED)
def test_how_answers_are_sampled_is_written_in_the_other_words(of: str, target: str) -> None:
    front, normalizer = Normalizer(of), Normalizer(target, base_url="http://127.0.0.1")
    asked = front.request(Request(messages=(Message(role="user", parts=(Text(text="x"),)),), model="m"))
    body = merged(asked.body, SAMPLED[of])
    read = dialect(front.dialect).read_request(replace(asked.wire, body=exact_json.encode(body)))
    taken = normalizer.taken(read, of=of)
    sent = normalizer.request(taken.request, beside=taken.beside)
    keys = {place.rpartition("/")[2] for place, _ in leaves(sent.body)}
    both = {*map(meaning, words(SAMPLED[of]))} & {*map(meaning, words(SAMPLED[target]))}
    assert both <= {*map(meaning, keys)}
    if front.dialect != normalizer.dialect:
        dropped = {meaning(note.where.rpartition("/")[2]) for note in taken.notes if note.kind == "dropped"}
        assert {*map(meaning, words(SAMPLED[of]))} - both <= dropped
        assert not dropped & both


def words(body: dict[str, Any]) -> list[str]:
    return [place.rpartition("/")[2] for place, _ in leaves(body)]


def leaves(body: Any, place: str = "") -> list[tuple[str, Any]]:
    if not isinstance(body, dict):
        return [(place, body)]
    return [leaf for key, value in body.items() for leaf in leaves(value, f"{place}/{key}")]


def meaning(word: str) -> str:
    known = {"topP": "top_p", "p": "top_p", "stopSequences": "stop", "stop_sequences": "stop", "random_seed": "seed"}
    return known.get(word, "presence_penalty" if word == "presencePenalty" else word)


def test_one_text_that_stops_is_a_list_elsewhere() -> None:
    body = exact_json.encode({"model": "m", "messages": [{"role": "user", "content": "x"}], "stop": "END"})
    read = dialect("openai_chat").read_request(WireRequest(url="", body=body))
    taken = Normalizer("anthropic").taken(read, of="openai")
    assert (taken.beside, taken.notes) == ({"stop_sequences": ["END"]}, ())


def test_media_leave_results_where_these_are_text_alone() -> None:
    messages = (
        Message(role="assistant", parts=(ToolCall(id="a", name="f", arguments=from_text("{}")),)),
        Message(role="tool", parts=(ToolResult(call_id="a", parts=(Image(data="aGk=", media_type="image/png"),)),)),
    )
    request = Request(messages=messages, tools=(WEATHER,), model="m")
    sent = Normalizer("openai").request(request)
    assert [message["role"] for message in sent.body["messages"]] == ["assistant", "tool", "user"]
    assert kinds(sent.notes) == [("changed", "/messages/1")]
    assert Normalizer("anthropic").request(request).notes == ()


def test_an_address_with_words_of_ones_own_is_asked_for() -> None:
    with pytest.raises(Inexpressible, match="pass a base_url in which they are replaced"):
        Normalizer("azure").request(Request(messages=(), model="m"))


def test_canonical_values_are_the_providers_own_where_no_other_dialect_is_named() -> None:
    body = {"model": "m", "max_tokens": 9, "messages": [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "s"}]},
    ]}  # fmt: skip
    read = dialect("anthropic_messages").read_request(WireRequest(url="", body=exact_json.encode(body)))
    assert Normalizer("anthropic").history(read.messages).body["messages"] == body["messages"]
    assert Normalizer("anthropic").history(read.messages, of="bedrock").body["messages"] == body["messages"][:1]


def test_what_a_provider_needs_back_goes_back() -> None:
    thought = Reasoning(text="Hm.", provider_data={"signature": "s"})
    request = Request(messages=(Message(role="assistant", parts=(thought, Text(text="Yes."))),), model="m")
    body = Normalizer("anthropic").request(request).body
    assert body["messages"][0]["content"][0] == {"type": "thinking", "thinking": "Hm.", "signature": "s"}


def chat(
    *, arguments: str = '{"city": "Oslo"}', name: str = "get_weather", ids: tuple[str | None, ...] = ("call_a",)
) -> Any:
    calls = [
        {"type": "function", "function": {"name": name, "arguments": arguments}}
        | ({} if call_id is None else {"id": call_id})
        for call_id in ids
    ]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}


def test_calls_in_every_form() -> None:
    (call,) = Normalizer("openai").response(chat(), ASKED).calls
    assert call.as_form("openai") == {
        "id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
    }  # fmt: skip
    assert call.as_form("anthropic") == {
        "type": "tool_use", "id": "call_a", "name": "get_weather", "input": {"city": "Oslo"},
    }  # fmt: skip
    assert call.as_form("generic") == {
        "tool_call_id": "call_a", "tool_name": "get_weather", "parameters": {"city": "Oslo"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "name", "where"),
    [
        pytest.param('{"city": 3}', "get_weather", "/arguments/city", id="type"),
        pytest.param("{}", "get_weather", "/arguments", id="required"),
        pytest.param("[]", "get_weather", "/arguments", id="list"),
        pytest.param("{", "get_weather", "/arguments", id="no-json"),
        pytest.param('{"city": "a", "city": "b"}', "get_weather", "/arguments", id="same-key-twice"),
        pytest.param('{"city": 1e999999999999999999999}', "get_weather", "/arguments", id="far-too-large"),
        pytest.param("{}", "get_wether", "/name", id="name"),
    ],
)
def test_calls_that_do_not_fit_say_why(arguments: str, name: str, where: str) -> None:
    answer = Normalizer("openai").response(chat(arguments=arguments, name=name), ASKED)
    assert kinds(answer.notes) == [("invalid", f"/parts/0{where}")]
    assert answer.calls[0].faults == answer.notes
    assert answer.calls_as("generic") == []


def test_what_is_missing_inside_arguments_is_found() -> None:
    place = {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}
    schema = {"properties": {"at": {"type": "array", "items": {"$ref": "#/$defs/place"}}}, "$defs": {"place": place}}
    asked = Request(messages=(), tools=(ToolDefinition(name="f", parameters=schema),))
    answer = Normalizer("openai").response(chat(arguments='{"at": [{"lat": 1}, {}]}', name="f"), asked)
    assert kinds(answer.notes) == [("invalid", "/parts/0/arguments/at/1")]


def test_control_characters_are_taken_out_and_noted() -> None:
    raw = chat(arguments='{"city": "O\x1b[2Jslo\n"}', name="get_\x00weather")
    answer = Normalizer("openai").response(raw, ASKED)
    assert answer.calls_as("generic")[0]["parameters"] == {"city": "O[2Jslo\n"}
    assert answer.calls[0].call.name == "get_weather"
    assert kinds(answer.notes) == [("sanitised", "/parts/0/name"), *[("sanitised", "/parts/0/arguments")] * 2]
    assert answer.response.calls[0].arguments.text == '{"city": "O\x1b[2Jslo\n"}'
    kept = Normalizer("openai", sanitise=False).response(chat(arguments='{"city": "\\u001b"}'), ASKED)
    assert kept.calls_as("generic")[0]["parameters"] == {"city": "\x1b"}


IDS = st.sampled_from([None, "", "null", "call_a", "call_b", "call_c"])


@given(rounds=st.lists(st.lists(IDS, min_size=1, max_size=4), max_size=4))
def test_ids_are_unique_over_the_conversation(rounds: list[list[str | None]]) -> None:
    asked, seen = ASKED, set()
    for ids in rounds:
        answer = Normalizer("openai").response(chat(ids=tuple(ids)), asked)
        found = [call.call.id for call in answer.calls]
        assert len({*found}) == len(found)
        assert not seen & {*found}
        seen |= {*found}
        replaced = [new for old, new in zip(ids, found, strict=True) if old != new]
        assert [note.kind for note in answer.notes] == ["generated"] * len(replaced)
        asked = replace(asked, messages=(*asked.messages, answer.message))


def without_ids(response: Response) -> Response:
    return replace(response, parts=tuple(replace(part, id=None) for part in response.parts))


@pytest.mark.parametrize("name", DIALECTS)
def test_made_ids_are_such_that_the_provider_takes_them(name: str) -> None:
    answer = Normalizer("openai").response(chat(ids=(None,)), ASKED)
    normalizer = Normalizer(name)
    (call,) = normalizer._reader(ASKED).answer(without_ids(answer.response)).calls
    message = Message(role="assistant", parts=(call.call,))
    sent = normalizer.request(Request(messages=(message,), tools=(WEATHER,), model="m"))
    assert f'"{call.call.id}"' in exact_json.dumps(sent.body)


def test_an_error_is_an_answer() -> None:
    body = {"error": {"message": "no", "type": "x"}}
    answer = Normalizer("openai").response(body)
    assert answer.response.error is not None
    assert answer.calls == ()


def test_pieces_make_the_whole_request() -> None:
    normalizer = Normalizer("bedrock")
    asked = normalizer.asked("Weather?", tools=[WEATHER], tool_choice="required", model="m")
    whole = normalizer.request(asked.request).body
    tools, choice = normalizer.tools([WEATHER]).body, normalizer.tool_choice("required", [WEATHER]).body
    assert whole["toolConfig"] == tools["toolConfig"] | choice["toolConfig"]
    assert whole["messages"] == normalizer.history("Weather?").body["messages"]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_refusal_in_other_words_than_the_dialect_s_is_an_error_with_its_text(name: str) -> None:
    normalizer = Normalizer(name)
    for body, message in (
        (b"<html>Bad Gateway</html>", "<html>Bad Gateway</html>"),
        (b"", "status 502 without a body"),
    ):
        read = normalizer.response(WireResponse(status=502, body=body)).response
        assert read.error is not None
        assert (read.error.message, read.error.status, read.finish.reason) == (message, 502, "error")
        assert read.parts == ()
    with pytest.raises(WireError):
        normalizer.response(WireResponse(status=200, body=b"<html>Welcome</html>"))


def test_a_strict_tool_in_the_dialect_s_own_form_goes_as_it_is_and_is_noted() -> None:
    parameters = {"type": "object", "properties": {"b": {"type": "string"}}}
    own = {"type": "function", "function": {"name": "f", "strict": True, "parameters": parameters}}
    sent = Normalizer("openai").tools([own])
    assert sent.body["tools"][0]["function"]["parameters"] == parameters
    assert {(note.kind, note.where) for note in sent.notes} == {
        ("refused", "/0/parameters/additionalProperties"),
        ("refused", "/0/parameters/properties/b"),
    }


@pytest.mark.parametrize("index", [False, True], ids=["no-index", "index"])
def test_choices_without_index_are_one_turn(index: bool) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
    messages = [{"role": "assistant", "content": "I look."}, {"role": "assistant", "tool_calls": [call]}]
    choices = [
        {"finish_reason": "tool_calls", "message": message} | ({"index": n} if index else {})
        for n, message in enumerate(messages)
    ]
    asked = Request(messages=(), tools=(ToolDefinition(name="now"),))
    answer = Normalizer("github-copilot").response({"choices": choices}, asked)
    assert answer.text == "I look."
    assert [answered.call.id for answered in answer.calls] == ([] if index else ["c1"])
    assert answer.response.finish.reason == ("stop" if index else "tool_calls")
    assert len(answer.response.alternatives) == index


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"role": "user", "content": "hi"}, id="object"),
        pytest.param(7, id="number"),
        pytest.param(None, id="null"),
    ],
)
def test_what_is_no_list_is_refused_and_not_lost(given: Any) -> None:
    with pytest.raises(ShapeError, match="expected a list"):
        Normalizer("openai").history(given)
    for tools in (given, "now"):
        with pytest.raises(ShapeError, match="expected a list"):
            Normalizer("openai").tools(tools)
