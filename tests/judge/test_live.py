"""What a live model's answer owes: what the request asks for is the endpoint's, what the model chose is its own."""

import msgspec
import pytest

from conformance.claims import cassettes_folder, rules, wire_format
from conformance.judge import arguments
from conformance.judge.checks import by_name
from conformance.judge.finding import NotApplicable, Undecided
from conformance.judge.trial import Trial
from conformance.model import Expected, ExpectedCall
from conformance.recording.cassette import Cassette
from conformance.recording.conversation import opening
from conformance.scenarios import load
from conformance.wire.exchange import WireResponse

from ..each import each

HOME, DIALECT = "openai", "openai_chat"


def trial(scenario: str, answer: Expected | None, status: int = 200, whole: bytes | None = None) -> Trial:
    """The first exchange of a scenario, as if a live endpoint had answered so."""
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
        expected=answer,
        live=True,
    )


def call(name: str, arguments: str = '{"city": "Rome"}', **more: object) -> ExpectedCall:
    return msgspec.convert({"id": "call_1", "name": name, "arguments": arguments} | more, ExpectedCall)


def found(check: str, one: Trial) -> list[str]:
    return [finding.path for finding in by_name(check).look(one)]


SAID = Expected(text="I cannot.")
OWED = [
    ("choice-named", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    ("choice-named", SAID),
    ("choice-required", SAID),
    ("choice-subset", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    ("choice-none", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    ("choice-none", Expected(text='<tool_call>{"name": "get_weather", "arguments": {"city"')),
    ("parallel-disabled", Expected(calls=(call("get_weather"), call("get_time", id="call_2")), finish="tool_calls")),
    ("call-big-numbers", Expected(calls=(call("transfer", '{"account": 9007199254740992, "amount": 1}'),))),
]
CHOSEN = [
    ("call-single", SAID),
    ("call-single", Expected(calls=(call("get_time"),), finish="tool_calls")),
    ("call-parallel", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    ("choice-auto-no-call", Expected(calls=(call("get_weather"),), finish="tool_calls")),
    ("choice-required", Expected(text="Let me think about", finish="length")),
    ("choice-named", Expected(text="Let me think about", finish="length")),
    ("call-big-numbers", Expected(calls=(call("transfer", '{"account": 12, "amount": 1}'),))),
]


@each(("scenario", "answer"), OWED)
def test_what_the_request_asks_for_is_owed(scenario: str, answer: Expected) -> None:
    assert found("predicates", trial(scenario, answer))


@each(("scenario", "answer"), CHOSEN)
def test_what_the_model_chose_is_no_failure(scenario: str, answer: Expected) -> None:
    with pytest.raises(Undecided, match="the model chose otherwise"):
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


@pytest.mark.parametrize("said", ["{", '{"title": "Rev', '{"title": "Review", "when": {"hours": [0'])
def test_a_cut_call_is_not_said_to_be_whole(said: str) -> None:
    answer = Expected(calls=(call("create_event", said),), finish="tool_calls")
    free = trial("call-single", answer)
    limited = msgspec.structs.replace(free, limited=True)
    told = msgspec.structs.replace(answer, finish="length")
    assert found("served", limited) == ["calls/0/arguments"]
    assert found("served", msgspec.structs.replace(limited, expected=told)) == []
    assert found("served", free) == []


WHOLE = r'{"a": "b\u00e9\n", "c": [1.5e+10, -2, true, null, {"x": {}}], "ü": ""}'


def test_every_beginning_of_json_ends_early() -> None:
    beginnings = [WHOLE[:length] for length in range(1, len(WHOLE))]
    assert [one for one in beginnings if not arguments.ends_early(one)] == []


@each("text", ["", WHOLE, "x", '{"a": 1}}', '{"a" 1', '{a: "', '{"a": trx', "{'a'", '"a" b'])
def test_nothing_else_does(text: str) -> None:
    assert not arguments.ends_early(text)


def test_an_error_of_the_server() -> None:
    assert found("served", trial("call-single", SAID, status=500)) == ["status"]
    assert found("served", trial("call-single", SAID, status=400)) == []


@each(
    "text",
    [
        '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
        '[TOOL_CALLS][{"name": "get_weather", "arguments": {}}]',
        '<|python_tag|>{"name": "get_weather", "parameters": {}}',
        '{"name": "get_weather", "parameters": {"city": "Rome"}}',
        "<function=get_weather>",
        "[TOOL_CALLS]get_weather[ARGS]{}",
        "<|tool_call_begin|>functions.get_weather:0",
        "<|channel|>commentary to=functions.get_weather",
        '<invoke name="get_weather">',
    ],
)
def test_a_call_in_the_text_is_found(text: str) -> None:
    assert found("leaks", trial("call-single", Expected(text=text))) == ["text"]


@pytest.mark.parametrize(
    "text", ['<tool_call>{"name": "get_weather", "argum" {', '<tool_call>{"name": "get_weather", "arguments": {"city"']
)
def test_what_nobody_could_read_is_the_model_s(text: str) -> None:
    with pytest.raises(Undecided, match="no call that can be read"):
        found("leaks", trial("call-single", Expected(text=text)))


def test_a_call_that_the_limit_cut_stands_in_the_text() -> None:
    cut = Expected(text='<tool_call>{"name": "get_weather", "arguments": {"ci', finish="length")
    assert found("leaks", trial("call-single", cut)) == ["text"]


def test_ids() -> None:
    two = Expected(calls=(call("get_weather"), call("get_time")))
    assert found("call-ids", trial("call-parallel", two)) == ["calls/1/id"]
    assert found("call-ids", trial("call-single", Expected(calls=(call("get_weather", id=""),)))) == ["calls/0/id"]
    with pytest.raises(NotApplicable):
        found("call-ids", trial("call-single", SAID))


def test_an_array_is_no_answer_of_a_dialect_that_has_objects() -> None:
    right = trial("call-single", SAID)
    assert found("response-schema", right) == []
    assert found("response-schema", trial("call-single", SAID, whole=b"[]")) == [""]
    assert found("response-schema", trial("call-single", SAID, whole=b"[%s]" % right.recorded.response.body)) == [""]


@pytest.mark.parametrize("text", ["Begin with <tool_call>, then say it.", 'A key "arguments": holds them.'])
def test_a_word_about_calls_is_no_call(text: str) -> None:
    with pytest.raises(Undecided, match="the model chose otherwise"):
        found("predicates", trial("choice-none", Expected(text=text)))
