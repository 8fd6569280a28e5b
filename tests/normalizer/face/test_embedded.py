"""Tests of calls in the text together with structured calls: a single list in order of appearance, in both modes."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire import Normalizer, SegmentContent, SegmentEnded
from toolwire.model import Reasoning, Request, Text, ToolCall, ToolChoice, ToolDefinition
from toolwire.registry import NotRegistered
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
ASKED = Request(messages=(), tools=(ToolDefinition(name="get_weather", parameters=SCHEMA),))
PARIS = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>'
TEXT = f"Let me see. {PARIS} And now:"
SSE = {"content-type": "text/event-stream"}


def plain(text: str = TEXT, reason: str = "stop") -> dict[str, Any]:
    call = {"id": "call_b", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'}}
    message = {"role": "assistant", "content": text, "tool_calls": [call]}
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}


def anthropic(*, before: str, after: str) -> bytes:
    """Return a streamed answer: the text ``before``, a call, and the text ``after``."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"id": "m", "content": []}}]
    blocks = [
        ({"type": "text", "text": ""}, {"type": "text_delta", "text": before}),
        (
            {"type": "tool_use", "id": "toolu_b", "name": "get_weather", "input": {}},
            {"type": "input_json_delta", "partial_json": '{"city": "Oslo"}'},
        ),
        ({"type": "text", "text": ""}, {"type": "text_delta", "text": after}),
    ]
    for n, (block, delta) in enumerate(blocks):
        events += [
            {"type": "content_block_start", "index": n, "content_block": block},
            {"type": "content_block_delta", "index": n, "delta": delta},
            {"type": "content_block_stop", "index": n},
        ]
    events += [{"type": "message_delta", "delta": {"stop_reason": "tool_use"}}, {"type": "message_stop"}]
    return b"".join(b"data: " + exact_json.encode(event) + b"\n\n" for event in events)


def shown(parts: Any) -> list[str]:
    return [
        part.text.strip() if isinstance(part, Text | Reasoning) else part.arguments.value["city"]
        for part in parts
        if isinstance(part, ToolCall) or part.text.strip()
    ]


@pytest.mark.parametrize("text_format", ["hermes", "auto"])
def test_they_come_as_one_list(text_format: str) -> None:
    answer = Normalizer("openai", text_format=text_format).response(plain(), ASKED)
    assert shown(answer.response.parts) == ["Let me see.", "Paris", "And now:", "Oslo"]
    assert [call["parameters"]["city"] for call in answer.calls_as("generic")] == ["Paris", "Oslo"]
    assert answer.response.finish.reason == "tool_calls"
    assert len({call.call.id for call in answer.calls}) == 2


@given(cuts=st.lists(st.integers(0, 1 << 12), max_size=6))
@settings(max_examples=20)
def test_streams_are_the_same_however_they_are_cut(cuts: list[int]) -> None:
    body = anthropic(before=TEXT, after=PARIS)
    normalizer = Normalizer("anthropic", text_format="hermes")
    stream = normalizer.stream(ASKED)
    places = [0, *sorted(cut % len(body) for cut in cuts), len(body)]
    segments = [segment for start, end in pairwise(places) for segment in stream.feed(body[start:end])]
    segments += stream.end()
    answer = stream.close()
    assert shown(answer.response.parts) == ["Let me see.", "Paris", "And now:", "Oslo", "Paris"]
    assert answer == normalizer.response(WireResponse(body=body, headers=SSE), ASKED)
    ended = [segment.call for segment in segments if getattr(segment, "call", None) is not None]
    assert {call.call.id for call in ended if call} == {call.call.id for call in answer.calls}


OSLO = PARIS.replace("Paris", "Oslo")
SPACED = OSLO.replace('{"city": "Oslo"}', '{ "city" : "\\u004fslo" }')


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(f"So. {OSLO}", "Done.", ["So.", "Oslo", "Done."], id="text-around"),
        pytest.param(f"So. {SPACED}", "", ["So.", "Oslo"], id="same-values-other-spelling"),
        pytest.param("So.", f"And {OSLO} Done.", ["So.", "Oslo", "And", "Done."], id="text-behind-first"),
        pytest.param(f"{OSLO}{PARIS}", "", ["Paris", "Oslo"], id="two-calls-one-structured"),
        pytest.param(f"{OSLO}{OSLO}", "", ["Oslo", "Oslo"], id="said-twice"),
        pytest.param(f"{OSLO}", OSLO, ["Oslo", "Oslo"], id="before-and-after"),
        pytest.param(PARIS, "", ["Paris", "Oslo"], id="another-call"),
        pytest.param(OSLO.replace('"Oslo"}', '"Oslo", "unit": "c"}'), "", ["Oslo", "Oslo"], id="more-arguments"),
    ],
)
def test_a_call_in_the_text_and_structured_is_one(before: str, after: str, expected: list[str]) -> None:
    body = anthropic(before=before, after=after)
    normalizer = Normalizer("anthropic", text_format="hermes")
    stream = normalizer.stream(ASKED)
    segments = [segment for at in range(len(body)) for segment in stream.feed(body[at : at + 1])] + stream.end()
    answer = stream.close()
    assert shown(answer.response.parts) == expected
    assert "toolu_b" in {call.call.id for call in answer.calls}
    ended = [segment.call for segment in segments if getattr(segment, "call", None) is not None]
    assert [call.call.id for call in ended if call] == [call.call.id for call in answer.calls]
    found = (before + after).count("<tool_call>") + 1
    assert [note.kind for note in answer.notes].count("repeated") == found - len(answer.calls)
    assert normalizer.response(WireResponse(body=body, headers=SSE), ASKED) == answer


def test_a_call_that_was_cut_repeats_none() -> None:
    cut = plain(f"So. {OSLO}", "length")
    cut["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = '{"city": "Os'
    answer = Normalizer("openai", text_format="hermes").response(cut, ASKED)
    assert [call.parameters for call in answer.calls] == [{"city": "Oslo"}]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(Request(messages=()), id="no-tools"),
        pytest.param(Request(messages=(), tools=ASKED.tools, tool_choice=ToolChoice(mode="none")), id="choice-none"),
    ],
)
def test_where_no_call_may_be_none_is_looked_for(asked: Request) -> None:
    answer = Normalizer("openai", text_format="auto").response(plain(), asked)
    assert answer.text == TEXT


def test_none_is_looked_for_unless_asked() -> None:
    assert Normalizer("openai").response(plain(), ASKED).text == TEXT
    with pytest.raises(NotRegistered, match="unknown text format: 'nonsense'"):
        Normalizer("openai", text_format="nonsense")


def test_a_call_that_is_cut_is_noted_and_never_given() -> None:
    cut = TEXT[: TEXT.index("Paris") + 3]
    answer = Normalizer("openai", text_format="hermes").response(plain(cut, "length"), ASKED)
    assert shown(answer.response.parts) == ["Let me see.", "Oslo"]
    assert [note.where for note in answer.notes if note.kind == "cut"] == ["", "/parts/1"]
    assert answer.calls == ()


REACT = 'Thought: I look.\nAction: get_weather\nAction Input: {"city": "Paris"}'
KIMI = '<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}'
CODER = "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>"


def streamed(text: str, *ends: str) -> bytes:
    chunks = [{"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}]
    return b"".join(b"data: " + exact_json.encode(chunk) + b"\n\n" for chunk in chunks) + "".join(ends).encode()


DONE = "data: [DONE]\n\n"


def finish(reason: str, then: str = DONE) -> str:
    return f'data: {{"choices": [{{"index": 0, "delta": {{}}, "finish_reason": "{reason}"}}]}}\n\n{then}'


ERROR = 'data: {"error": {"message": "overloaded", "type": "server_error"}}\n\n'


@pytest.mark.parametrize(
    ("text_format", "text", "held"),
    [("react", REACT, 1), ("kimi_k2", KIMI, 1), ("qwen3_coder", f"<think>Hm.\n{CODER}", 1), ("hermes", PARIS, 0)],
    ids=["bare", "unclosed", "reasoned", "whole"],
)
def test_the_end_of_an_answer_that_was_cut_completes_no_call(text_format: str, text: str, held: int) -> None:
    normalizer = Normalizer("openai", text_format=text_format)

    def calls(given: Any) -> list[int]:
        answers = [normalizer.response(given, ASKED)]
        if isinstance(given, WireResponse):
            stream = normalizer.stream(ASKED)
            segments = [*stream.feed(given.body), *stream.end()]
            answers.append(stream.close())
            calling = [segment for segment in segments if getattr(segment, "call", None) is not None]
            assert len(calling) == len(answers[-1].calls)
        assert answers.count(answers[0]) == len(answers)
        return [len(answer.calls) for answer in answers]

    def whole(reason: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        return {"choices": [{"index": 0, "message": message, "finish_reason": reason}]}

    assert calls(whole("stop")) == [1]
    assert calls(whole("length")) == [1 - held]
    notes = normalizer.response(whole("length"), ASKED).notes
    assert [note.kind for note in notes if note.kind != "generated"] == ["cut"] * held
    assert calls(WireResponse(body=streamed(text, finish("stop")), headers=SSE)) == [1, 1]
    behind = ("", ERROR, finish("length"), finish("content_filter"), "data: {broken\n\n")
    around = [end for event in behind[1:] for end in (finish("stop", event), event + finish("stop"))]
    for end in (*behind, *around):
        assert calls(WireResponse(body=streamed(text, end), headers=SSE)) == [1 - held, 1 - held]


@pytest.mark.parametrize(
    ("then", "found"),
    [
        pytest.param((), 1, id="nothing"),
        pytest.param(({"type": "error", "error": {"message": "gone"}},), 0, id="an-error"),
    ],
)
def test_what_comes_behind_the_finish_counts_where_that_comes_early(then: Any, found: int) -> None:
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"id": "m", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": REACT}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        *then,
        {"type": "message_stop"},
    ]
    body = b"".join(b"data: " + exact_json.encode(event) + b"\n\n" for event in events)
    normalizer = Normalizer("anthropic", text_format="react")
    stream = normalizer.stream(ASKED)
    segments = [*stream.feed(body), *stream.end()]
    assert stream.close() == normalizer.response(WireResponse(body=body, headers=SSE), ASKED)
    assert len(stream.close().calls) == found
    assert len([segment for segment in segments if getattr(segment, "call", None) is not None]) == found


def test_a_call_that_turns_out_to_be_a_draft_is_never_given() -> None:
    body = anthropic(before=f"Maybe {PARIS}? No.\n</think>\n\nI ask", after=f"and {OSLO} wait.")
    normalizer = Normalizer("anthropic", text_format="hermes")
    stream = normalizer.stream(ASKED)
    segments = [segment for place in range(0, len(body), 7) for segment in stream.feed(body[place : place + 7])]
    segments += stream.end()
    answer = stream.close()
    assert [part.text for part in answer.response.parts if isinstance(part, Reasoning)] == ["Maybe ", PARIS, "? No."]
    assert shown(answer.response.parts) == ["Maybe", PARIS, "? No.", "I ask", "Oslo", "and", "wait."]
    assert answer == normalizer.response(WireResponse(body=body, headers=SSE), ASKED)
    ended = [segment.call for segment in segments if getattr(segment, "call", None) is not None]
    assert [call.call.id for call in ended if call] == [call.call.id for call in answer.calls] == ["toolu_b"]
    content = [segment for segment in segments if isinstance(segment, SegmentContent)]
    thought = [segment.text for segment in content if segment.kind == "reasoning"]
    assert thought == [PARIS]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"A ` here.\n{PARIS}", id="stray-backtick"),
        pytest.param(PARIS.removesuffix("\n</tool_call>"), id="unclosed"),
        pytest.param(f"A < b. {PARIS}", id="stray-bracket"),
        pytest.param("No call <", id="half-a-marker"),
    ],
)
def test_ids_are_the_same_in_segments_and_in_the_answer(text: str) -> None:
    """Check the ids if a call in the text is found only after other calls have arrived."""
    normalizer = Normalizer("anthropic", text_format="hermes")
    body = anthropic(before=text, after="")
    stream = normalizer.stream(ASKED)
    segments = [segment for place in range(0, len(body), 9) for segment in stream.feed(body[place : place + 9])]
    segments += stream.end()
    answer = stream.close()
    ends = [segment for segment in segments if isinstance(segment, SegmentEnded)]
    ended = [segment.call.call for segment in ends if segment.call is not None]
    assert ended == [call.call for call in answer.calls]
    assert answer.calls[-1].call.id == "toolu_b"
    assert answer == normalizer.response(WireResponse(body=body, headers=SSE), ASKED)


def test_text_without_calls_stays_as_it_is() -> None:
    whole = plain("Nothing here.")
    assert Normalizer("openai", text_format="auto").response(whole, ASKED) == Normalizer("openai").response(
        whole, ASKED
    )


ANYTHING = Request(messages=(), tools=(ToolDefinition(name="add", parameters={"type": "object"}),))


@pytest.mark.parametrize(
    ("in_text", "structured", "calls"),
    [
        pytest.param('{"a": 1}', '{"a": true}', 2, id="boolean-or-number"),
        pytest.param('{"a": [false]}', '{"a": [0]}', 2, id="in-a-list"),
        pytest.param('{"a": "1"}', '{"a": 1}', 2, id="text-or-number"),
        pytest.param('{"a": 9007199254740993}', '{"a": 9007199254740992}', 2, id="large-integers"),
        pytest.param('{"a": 1e400}', '{"a": 1e401}', 2, id="large-exponents"),
        pytest.param('{"a": 20.00}', '{"a": 20.0}', 1, id="trailing-zero"),
        pytest.param('{"a": 1e3}', '{"a": 1000.0}', 1, id="exponent"),
        pytest.param('{"a": 0.10, "b": -0}', '{"b": 0, "a": 0.1}', 1, id="key-order"),
        pytest.param("{}", "", 1, id="empty"),
    ],
)
def test_a_call_given_twice_is_one_by_its_values_and_none_is_lost(in_text: str, structured: str, calls: int) -> None:
    call = {"id": "call_b", "type": "function", "function": {"name": "add", "arguments": structured}}
    text = f'<tool_call>\n{{"name": "add", "arguments": {in_text}}}\n</tool_call>'
    message = {"role": "assistant", "content": text, "tool_calls": [call]}
    came = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    answer = Normalizer("openai", text_format="hermes").response(came, ANYTHING)
    assert len(answer.calls) == calls
    assert ["repeated"] * (2 - calls) == [note.kind for note in answer.notes if note.kind == "repeated"]
