"""Tests of live answers: the endpoint is responsible for the request's demands, but not for the model's choices."""

from contextlib import suppress

import msgspec
import pytest

from conformance.data import cassettes_folder
from conformance.judge import arguments
from conformance.judge.checks import CHECKS, Check, by_name
from conformance.judge.finding import NotApplicable, Undecided
from conformance.judge.trial import Disputed, Trial
from conformance.recording.case import open_case
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.conversation import opening
from conformance.scenarios import load
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Expected, ExpectedCall, ToolDefinition
from toolwire.providers import owner, rules, wire_format
from toolwire.wire.exchange import WireResponse

HOME, DIALECT = "openai", "openai_chat"


def trial(scenario: str, answer: Expected | None, status: int = 200, whole: bytes | None = None) -> Trial:
    """Return a scenario's first exchange with a live endpoint's answer, to judge it."""
    cassette = Cassette(cassettes_folder() / HOME / DIALECT / f"{scenario}.plain.yaml")
    form, asked = wire_format(HOME, DIALECT), load(scenario)
    recorded = cassette.exchanges[0]
    body = recorded.response
    response = WireResponse(status=status, headers=body.headers, body=whole if whole is not None else body.body)
    return Trial(
        form=form,
        rules=rules(HOME, DIALECT),
        mode="plain",
        expect=asked.expect[0],
        request=opening(asked, "m", form, stream=False),
        recorded=msgspec.structs.replace(recorded, response=response),
        right=Disputed() if answer is None else answer,
        live=True,
    )


def call(name: str, arguments: str = '{"city": "Rome"}', **more: object) -> ExpectedCall:
    return msgspec.convert({"id": "call_1", "name": name, "arguments": arguments} | more, ExpectedCall)


def found(check: str, judged: Trial) -> list[str]:
    return [finding.path for finding in by_name(check).look(judged)]


TEXT = Expected(text="I cannot.")
OWED = {
    "named-another": ("choice-named", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    "named-text": ("choice-named", TEXT),
    "required-text": ("choice-required", TEXT),
    "subset-another": ("choice-subset", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    "none-called": ("choice-none", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    "none-leaked": ("choice-none", Expected(text='<tool_call>{"name": "get_weather", "arguments": {"city"')),
    "parallel-disabled-two": (
        "parallel-disabled",
        Expected(calls=(call("get_weather"), call("get_time", id="call_2")), finish="tool_calls"),
    ),
    "rounded-number": (
        "call-big-numbers",
        Expected(calls=(call("transfer", '{"account": 9007199254740992, "amount": 1}'),)),
    ),
}
CHOSEN = {
    "text": ("call-single", TEXT),
    "another-tool": ("call-single", Expected(calls=(call("get_time"),), finish="tool_calls")),
    "one-of-two": ("call-parallel", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    "call-though-none-needed": ("choice-auto-no-call", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    "required-limit": ("choice-required", Expected(text="Let me think about", finish="length")),
    "named-limit": ("choice-named", Expected(text="Let me think about", finish="length")),
    "another-number": ("call-big-numbers", Expected(calls=(call("transfer", '{"account": 12, "amount": 1}'),))),
}


@pytest.mark.parametrize(("scenario", "answer"), OWED.values(), ids=OWED)
def test_what_the_request_asks_for_is_owed(scenario: str, answer: Expected) -> None:
    assert found("predicates", trial(scenario, answer))


@pytest.mark.parametrize(("scenario", "answer"), CHOSEN.values(), ids=CHOSEN)
def test_what_the_model_chose_is_no_failure(scenario: str, answer: Expected) -> None:
    with pytest.raises(Undecided, match="the model did something else"):
        found("predicates", trial(scenario, answer))


def test_what_was_played_passes() -> None:
    answer = Expected(calls=(call("get_weather"),), finish="tool_calls")
    assert found("predicates", trial("call-single", answer)) == []
    assert found("arguments-schema", trial("call-single", answer)) == []


def test_arguments_are_held_to_strict_tools_alone() -> None:
    with pytest.raises(Undecided):
        found("arguments-schema", trial("call-single", Expected(calls=(call("get_weather", '{"town": 1}'),))))
    strict = Expected(calls=(call("set_alarm", '{"hour": "six"}'),))
    assert found("arguments-schema", trial("define-strict", strict))


@pytest.mark.parametrize("finish", ["interrupted", "malformed"])
def test_a_live_answer_comes_whole(finish: str) -> None:
    cut = msgspec.convert({"text": "It is", "finish": finish}, Expected)
    assert found("served", trial("call-single", cut)) == ["finish"]


@pytest.mark.parametrize("written", ["{", '{"title": "Rev', '{"title": "Review", "when": {"hours": [0'])
def test_a_cut_call_is_not_marked_as_whole(written: str) -> None:
    answer = Expected(calls=(call("create_event", written),), finish="tool_calls")
    free = trial("call-single", answer)
    limited = msgspec.structs.replace(free, limited=True)
    marked = msgspec.structs.replace(answer, finish="length")
    assert found("served", limited) == ["calls/0/arguments"]
    assert found("served", msgspec.structs.replace(limited, right=marked)) == []
    assert found("served", free) == []


WHOLE = r'{"a": "b\u00e9\n", "c": [1.5e+10, -2, true, null, {"x": {}}], "ü": ""}'


def test_every_beginning_of_json_ends_early() -> None:
    beginnings = [WHOLE[:length] for length in range(1, len(WHOLE))]
    assert [beginning for beginning in beginnings if not arguments.ends_early(beginning)] == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(WHOLE, id="whole"),
        pytest.param("x", id="word"),
        pytest.param('{"a": 1}}', id="closed-twice"),
        pytest.param('{"a" 1', id="missing-colon"),
        pytest.param('{a: "', id="cut-key-without-quotes"),
        pytest.param('{"a": trx', id="wrong-word"),
        pytest.param("{'a'", id="single-quotes"),
        pytest.param('"a" b', id="text-behind"),
        pytest.param("[" * 100_000, id="too-deep"),
        pytest.param("9" * 5_000, id="many-digits"),
    ],
)
def test_nothing_else_does(text: str) -> None:
    assert not arguments.ends_early(text)


def test_an_error_of_the_server() -> None:
    assert found("served", trial("call-single", TEXT, status=500)) == ["status"]
    assert found("served", trial("call-single", TEXT, status=400)) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_streamed_request_is_not_answered_with_a_document(dialect: str) -> None:
    """Check that a document is no answer to a streamed request. In Ollama's dialect, a stream may be a document."""
    plain, stream = (
        open_case(CassetteName(owner(dialect), dialect, "call-single", mode)).untried()[0]
        for mode in ("plain", "stream")
    )
    document = msgspec.structs.replace(stream, recorded=plain.recorded)
    expected = [] if dialect == "ollama_chat" else ["content-type"]
    assert found("served", document) == expected
    assert found("served", stream) == []


LEAKED = {
    "hermes": '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
    "hermes-arguments-first": '<tool_call>\n{"arguments": {"city": "Rome"}, "name": "get_weather"}\n</tool_call>',
    "mistral": '[TOOL_CALLS][{"name": "get_weather", "arguments": {}}]',
    "llama3-tag": '<|python_tag|>{"name": "get_weather", "parameters": {}}',
    "llama3": '{"name": "get_weather", "parameters": {"city": "Rome"}}',
    "qwen3-coder": "<function=get_weather>\n<parameter=city>\nRome\n</parameter>\n</function>",
    "llama3-function": '<function=get_weather>{"city": "Rome"}</function>',
    "mistral-args": "[TOOL_CALLS]get_weather[ARGS]{}",
    "mistral-call-id": "[TOOL_CALLS]get_weather[CALL_ID]a1b2[ARGS]{}",
    "kimi-k2": "<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{}<|tool_call_end|>",
    "harmony": '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Rome"}',
    "claude-invoke": '<invoke name="get_weather">\n<parameter name="city">Rome</parameter>\n</invoke>',
    "minimax-m2": '<minimax:tool_call>\n<invoke name="get_weather">\n</invoke>\n</minimax:tool_call>',
    "minimax-m3": (
        ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="get_weather">'
        "]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"
    ),
    "glm": "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>",
    "deepseek-v3": (
        '<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Rome"}\n```<｜tool▁call▁end｜>'
    ),
    "deepseek-v31": (
        '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Rome"}<｜tool▁call▁end｜>'
    ),
    "deepseek-v32": (
        '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n</｜DSML｜invoke>\n</｜DSML｜function_calls>'
    ),
    "deepseek-v41": '<｜DSML｜ calls>\n<｜DSML｜ invoke name="get_weather">\n</｜DSML｜ invoke>\n</｜DSML｜ calls>',
    "kimi-k3": (
        '<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>'
    ),
    "gemma4": '<|tool_call>call:get_weather{city:<|"|>Rome<|"|>}<tool_call|>',
    "functiongemma": "<start_function_call>call:get_weather{city:<escape>Rome<escape>}<end_function_call>",
    "cohere": '<|START_ACTION|>[\n{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {}}\n]<|END_ACTION|>',
    "granite": '<|tool_call|>[{"name": "get_weather", "arguments": {}}]',
    "phi4": 'functools[{"name": "get_weather", "arguments": {}}]',
    "granite-20b": '<function_call> {"name": "get_weather", "arguments": {}}',
    "lfm2": '<|tool_call_start|>[get_weather(city="Rome")]<|tool_call_end|>',
    "pythonic": '[get_weather(city="Rome")]',
    "sentinel": '[TOOL_REQUEST]{"name": "get_weather", "arguments": {}}[END_TOOL_REQUEST]',
    "xai": '<xai:function_call name="get_weather"><parameter name="city">Rome</parameter></xai:function_call>',
}
"""A call in each of the text formats that servers read."""


@pytest.mark.parametrize("text", LEAKED.values(), ids=LEAKED)
def test_a_call_in_the_text_is_found(text: str) -> None:
    assert found("leaks", trial("call-single", Expected(text=text))) == ["text"]
    assert found("leaks", trial("call-single", Expected(text=f"<think>Rome?</think>\n\n{text}"))) == ["text"]
    if text[0] not in "{[" or text.startswith("[T"):
        assert found("leaks", trial("call-single", Expected(text=f"One moment.\n{text}"))) == ["text"]


@pytest.mark.parametrize("text", LEAKED.values(), ids=LEAKED)
def test_what_is_quoted_or_calls_what_nobody_offered_is_no_leak(text: str) -> None:
    quoted = f"It is written like this:\n\n```\n{text}\n```\n"
    indented = f"- Like this:\n\n      ```\n      {text}\n      ```\n"
    in_line = f"Like ```{text.replace('```', '')}``` here."
    over_lines = f"Like ``\n{text.replace('```', '')}\n`` here."
    behind = "> " + text.replace("\n", "\n> ")
    thought = f"<think>I could write {text} now.</think>No."
    for written in (quoted, indented, in_line, over_lines, behind, thought):
        assert found("leaks", trial("call-single", Expected(text=written))) == []
    with suppress(Undecided):
        other = text.replace("get_weather", "get_whatever")
        assert found("leaks", trial("call-single", Expected(text=other))) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('<tool_call>{"name": "get_weather", "argum" {', id="broken-key"),
        pytest.param('<tool_call>{"name": "get_weather", "arguments": {"city"', id="cut"),
        pytest.param('<invoke name="get_weather">', id="invoke-alone"),
        pytest.param('<invoke name="get_weather"> opens it, and </invoke> ends it.', id="invoke-in-a-sentence"),
        pytest.param('{"name": "get_weather", "parameters": {"city": "Rome"}} is what I would say.', id="text-behind"),
        pytest.param("<function=get_weather><parameter=city>", id="over-one-line"),
        pytest.param('<|channel|>commentary to=functions.get_weather<|message|>{"city', id="harmony-cut"),
        pytest.param(
            '{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}',
            id="a-schema",
        ),
    ],
)
def test_what_nobody_could_read_is_the_model_s(text: str) -> None:
    with pytest.raises(Undecided, match="no call can be read in it"):
        found("leaks", trial("call-single", Expected(text=text)))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "Kimi calls get_weather behind <|tool_calls_section_begin|>, and Cohere behind <|START_ACTION|>.",
            id="markers",
        ),
        pytest.param("The element is called xai:function_call; get_weather would be its name.", id="element"),
        pytest.param("It answers functools and a list, as [get_weather] here.", id="functools"),
        pytest.param('{"answer": "get_weather", "parameters": {"city": "Rome"}}', id="answer"),
        pytest.param('[{"name": "get_weather"}]', id="no-arguments"),
        pytest.param("One writes <function=get_weather> first, and then </function>.", id="function"),
        pytest.param("`<invoke>` and </invoke>, of get_weather, belong together.", id="code-span"),
    ],
)
def test_a_word_about_calls_is_none(text: str) -> None:
    assert found("leaks", trial("call-single", Expected(text=text))) == []


def test_a_call_that_the_limit_cut_stands_in_the_text() -> None:
    cut = Expected(text='<tool_call>{"name": "get_weather", "arguments": {"ci', finish="length")
    assert found("leaks", trial("call-single", cut)) == ["text"]


def test_ids() -> None:
    two = Expected(calls=(call("get_weather"), call("get_time")))
    assert found("call-ids", trial("call-parallel", two)) == ["calls/1/id"]
    assert found("call-ids", trial("call-single", Expected(calls=(call("get_weather", id=""),)))) == ["calls/0/id"]
    with pytest.raises(NotApplicable):
        found("call-ids", trial("call-single", TEXT))


def test_an_array_is_no_answer_of_a_dialect_that_has_objects() -> None:
    right = trial("call-single", TEXT)
    assert found("response-schema", right) == []
    assert found("response-schema", trial("call-single", TEXT, whole=b"[]")) == [""]
    assert found("response-schema", trial("call-single", TEXT, whole=b"[%s]" % right.recorded.response.body)) == [""]


@pytest.mark.parametrize("text", ["Begin with <tool_call>, then say it.", 'A key "arguments": holds them.'])
def test_a_word_about_calls_is_no_call(text: str) -> None:
    with pytest.raises(Undecided, match="the model did something else"):
        found("predicates", trial("choice-none", Expected(text=text)))


@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check.party == "provider"], ids=lambda check: check.name
)
def test_an_endpoint_is_not_blamed_for_a_tool_that_its_model_invented(check: Check) -> None:
    invented = Expected(calls=(call("no_such_tool"),), finish="tool_calls")
    with suppress(NotApplicable, Undecided):
        assert check.look(trial("call-single", invented)) == []


def test_a_tool_whose_schema_is_elsewhere_is_undecided() -> None:
    asked = trial("call-single", Expected(calls=(call("get_weather"),)))
    tools = (ToolDefinition(name="get_weather", parameters={"$ref": "https://example.org/tool.json"}),)
    request = msgspec.structs.replace(asked.request, tools=tools)
    with pytest.raises(Undecided, match="is not fetched"):
        found("arguments-schema", msgspec.structs.replace(asked, request=request))
