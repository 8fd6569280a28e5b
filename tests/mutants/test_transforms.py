"""Tests of transforms: the changes of bytes, and the unchanged meaning of answers."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.mutants import Address, CallIds, Change, Ids, Transform, read, renamed, write
from toolwire.dialects import arguments
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Finish, Response, Text, ToolCall
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse
from toolwire.wire.payloads import payloads

SSE = {"content-type": "text/event-stream; charset=utf-8"}
PLAIN = {"content-type": "application/json"}


def change(**data: Any) -> Any:
    return msgspec.convert(data, Transform)


def asked(response: WireResponse, **body: Any) -> Exchange:
    return Exchange(request=WireRequest(url="https://a/v1", body=exact_json.encode(body)), response=response)


def plain(document: Any) -> WireResponse:
    return WireResponse(body=exact_json.encode(document), headers=PLAIN)


def stream(*documents: Any, names: bool = False, done: bool = True) -> WireResponse:
    frames = [sse.encode(exact_json.dumps(document), document["type"] if names else None) for document in documents]
    return WireResponse(body=b"".join([*frames, b"data: [DONE]\n\n"] if done else frames), headers=SSE)


def changed(response: WireResponse, *transforms: Any, **body: Any) -> tuple[WireResponse, bool]:
    """Return the answer after some transforms, and True if any transform reports a change."""
    answer = read(asked(response, **body))
    changes = [transform.apply(answer) for transform in transforms]
    return write(answer), any(changes)


def delta(finish: Any = None, *, index: int = 0, usage: Any = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": index, "delta": fields, "finish_reason": finish}], "usage": usage}


def fragment(n: int, text: str, **more: Any) -> dict[str, Any]:
    function = {"name": more.pop("name"), "arguments": text} if "name" in more else {"arguments": text}
    return {"index": n, **more, "function": function}


USAGE = {"prompt_tokens": 1, "completion_tokens": 2}
COUNT = {"choices": [], "usage": USAGE}
CHUNKS = (
    delta(role="assistant", content=None, tool_calls=[fragment(0, "", id="a", type="function", name="f")]),
    delta(tool_calls=[fragment(0, '{"x":')]),
    delta(tool_calls=[fragment(0, "1}")]),
    delta(tool_calls=[fragment(1, "", id="b", type="function", name="g")]),
    delta(tool_calls=[fragment(1, "{")]),
    delta(tool_calls=[fragment(1, "}")]),
    delta("tool_calls"),
    COUNT,
)
BODY = {
    "object": "chat.completion",
    "choices": [
        {
            "index": 0,
            "message": {"content": None, "tool_calls": [fragment(0, "{}", id="a", name="f")]},
            "finish_reason": "stop",
        }
    ],
}


def calls(documents: list[Any]) -> list[list[tuple[int, str]]]:
    """Return the index and arguments of each call fragment, by choice."""
    return [
        [(call["index"], call["function"]["arguments"]) for call in choice["delta"].get("tool_calls", ())]
        for document in documents
        for choice in document["choices"]
    ]


@pytest.mark.parametrize(
    ("together", "expected"),
    [
        pytest.param(False, [[(0, '{"x":1}')], [(1, "{}")], []], id="apart"),
        pytest.param(True, [[(0, '{"x":1}'), (1, "{}")], []], id="together"),
    ],
)
def test_calls_come_whole(together: bool, expected: Any) -> None:
    whole = change(do="whole-calls", together=together)
    response, did = changed(stream(*CHUNKS), whole)
    found = payloads(response)
    assert did
    assert calls(found) == expected
    assert found[0]["choices"][0]["delta"]["role"] == "assistant"
    assert found[-1] == COUNT
    assert changed(response, whole) == (response, False)


def test_calls_of_two_choices_stay_apart() -> None:
    two = [delta(index=n, tool_calls=[fragment(0, text, id=f"i{n}", name="f")]) for n, text in ((0, "{"), (1, "["))]
    more = [delta(index=n, tool_calls=[fragment(0, text)]) for n, text in ((0, "}"), (1, "]"))]
    response, _ = changed(stream(*two, *more), change(do="whole-calls", together=True))
    assert calls(payloads(response)) == [[(0, "{}")], [(0, "[]")]]


@pytest.mark.parametrize(
    ("on", "expected"),
    [("finish", [None, USAGE]), ("every", [USAGE, USAGE]), ("choice", [None, None, USAGE])],
    ids=["finish", "every", "choice"],
)
def test_where_usage_stands(on: str, expected: list[Any]) -> None:
    response, did = changed(stream(delta(content="a"), delta("stop"), COUNT), change(do="usage", on=on))
    found = payloads(response)
    assert did
    assert [chunk.get("usage") for chunk in found] == expected
    assert found[-1]["choices"][0]["finish_reason"] == "stop"


def test_usage_that_is_not_there_is_not_moved() -> None:
    assert not changed(stream(delta(content="a"), delta("stop")), change(do="usage", on="finish"))[1]


def test_empty_arguments() -> None:
    expected = [[(0, "")], [(0, '{"x":')], [(0, "1}")], [(1, "")], [(1, "")], [(1, "")], []]
    response, did = changed(stream(*CHUNKS), change(do="empty-arguments"))
    assert (calls(payloads(response)), did) == (expected, True)
    (document,) = payloads(changed(plain(BODY), change(do="empty-arguments"))[0])
    assert document["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == ""
    assert not changed(stream(*CHUNKS[:3]), change(do="empty-arguments"))[1]


@pytest.mark.parametrize(
    ("given", "at", "expected"),
    [
        pytest.param({"becomes": "absent"}, "/a/*/k", [{}, {"t": 1}], id="absent"),
        pytest.param({"becomes": 5, "was": [None]}, "/a/*/k", [{"k": 5}, {"t": 1}], id="was-null"),
        pytest.param({"becomes": 5, "was": ["absent"]}, "/a/*/k", [{"k": None}, {"t": 1, "k": 5}], id="was-absent"),
        pytest.param({"becomes": 5, "beside": "t"}, "/a/*/k", [{"k": None}, {"t": 1, "k": 5}], id="beside"),
        pytest.param({"becomes": 5, "where": {"t": 1}}, "/a/*/k", [{"k": None}, {"t": 1, "k": 5}], id="where"),
        pytest.param({"copies": "/b"}, "/a/*/k", [{"k": 7}, {"t": 1, "k": 7}], id="copies"),
        pytest.param({"copies": "/no"}, "/a/*/k", [{}, {"t": 1}], id="copies-nothing"),
        pytest.param({"becomes": 5, "modes": ["stream"]}, "/a/*/k", None, id="other-mode"),
        pytest.param(
            {"becomes": 5, "when": {"/tool_choice/type": "function"}}, "/a/*/k", [{"k": 5}, {"t": 1, "k": 5}], id="when"
        ),
        pytest.param({"becomes": 5, "when": {"/tool_choice/type": "other"}}, "/a/*/k", None, id="when-not"),
        pytest.param({"becomes": None}, "/a/0/k", None, id="same"),
    ],
)
def test_a_key(given: dict[str, Any], at: str, expected: Any) -> None:
    before = {"a": [{"k": None}, {"t": 1}], "b": 7}
    transform = change(do="key", at=at, **given)
    response, did = changed(plain(before), transform, tool_choice={"type": "function"})
    assert did == (expected is not None)
    assert exact_json.loads(response.body) == (before | {"a": expected} if expected else before)


def test_places_and_shifts() -> None:
    response, did = changed(plain({"a": [{}, {"n": 7}]}), change(do="place", at="/a", key="n"))
    assert (exact_json.loads(response.body), did) == ({"a": [{"n": 0}, {"n": 1}]}, True)
    assert not changed(response, change(do="place", at="/a", key="n"))[1]
    shift = change(do="shift", at="/n", by=2, behind="/text")
    response, did = changed(stream({"n": 0}, {"text": "a"}, {"n": 0}), shift)
    assert ([payload.get("n") for payload in payloads(response)], did) == ([0, None, 2], True)
    assert not changed(stream({"n": 0}), shift)[1]


def test_framing() -> None:
    typed = stream({"type": "a"}, {"type": "b", "n": 1}, {"type": "c", "n": 2}, names=True, done=False)
    assert changed(typed, change(do="no-event-lines"))[0].body.count(b"event:") == 0
    response, did = changed(typed, change(do="drop-events", types=["b"], numbered="n"))
    assert (payloads(response), did) == ([{"type": "a"}, {"type": "c", "n": 1}], True)
    assert not changed(typed, change(do="drop-events", types=["z"], numbered="n"))[1]
    response, did = changed(typed, change(do="late", types=["a"], behind="b"))
    assert ([payload["type"] for payload in payloads(response)], did) == (["b", "a", "c"], True)
    assert not changed(typed, change(do="late", types=["c"], behind="b"))[1]
    assert changed(typed, change(do="done", present=True))[0].body.endswith(b"data: [DONE]\n\n")
    assert not changed(typed, change(do="done", present=False))[1]
    assert changed(typed, change(do="comments", lines=["WAIT"]))[0].body == b": WAIT\n\n" + typed.body
    assert payloads(changed(typed, change(do="prepend", document={"x": 1}))[0])[:2] == [{"x": 1}, {"type": "a"}]
    for name in ("no-event-lines", "aws-frames"):
        assert changed(plain({}), change(do=name)) == (plain({}), False)


def test_frames_of_aws() -> None:
    response, _ = changed(stream({"type": "ü"}, {"type": "b"}, done=False), change(do="aws-frames"))
    assert response.content_type == aws_event_stream.CONTENT_TYPE
    assert payloads(response) == [{"type": "ü"}, {"type": "b"}]


def test_ids_are_one_for_one_wherever_they_stand() -> None:
    first = asked(plain({"id": "r1", "calls": ["a", "b"], "said": "a b"}))
    second = asked(plain({"id": "r2"}), messages=[{"tool_call_id": "b"}, {"content": 'of "a"'}])
    called = [[("a", "f"), ("b", "g")], []]
    names = dict(CallIds(like="{name}:{count}-{place2}-{turn}-{hex4}").names([first, second], called))
    assert names["a"].startswith("f:0-00-0-")
    assert names["b"].startswith("g:1-01-0-")
    names |= Ids(like="{uuid}", at=("/id",), prefix="r").names([first, second], called)
    assert sorted(names) == ["a", "b", "r1", "r2"]
    former, latter = (renamed(exchange, names) for exchange in (first, second))
    answered = exact_json.loads(former.response.body)
    assert answered == {"id": names["r1"], "calls": [names["a"], names["b"]], "said": "a b"}
    assert exact_json.loads(latter.request.body)["messages"] == [{"tool_call_id": names["b"]}, {"content": 'of "a"'}]
    assert dict(CallIds(like="{lower9}").names([], [[(None, "f")]])) == {}


def test_ids_anew() -> None:
    response, did = changed(stream({"id": "a"}, {"id": "a"}, {}), change(do="ids-anew", at=["/id"], like="{alnum8}"))
    first, second, none = payloads(response)
    assert (did, none, first["id"] != second["id"], len(first["id"])) == (True, {}, True, 8)


@pytest.mark.parametrize("like", ["{what}", "{hex}", "{lower}-{name}", "{}"])
def test_an_id_of_what_is_no_field(like: str) -> None:
    with pytest.raises(ValueError, match="an id has no field"):
        CallIds(like=like)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=40, unique=True))
def test_ids_stay_different(olds: list[str]) -> None:
    for like in ("call_{alnum24}", "{lower9}", "call_{digits8}", "{uuid}", "functions.{name}:{count}"):
        names = dict(CallIds(like=like).names([], [[(old, "f") for old in olds]]))
        assert len(set(names.values())) == len(olds) == len(names)


@pytest.mark.parametrize(
    ("stream", "keeps", "url", "left"),
    [
        pytest.param(False, False, "https://b/model/m%3A1/invoke", {"x": 1, "v": 2}, id="plain"),
        pytest.param(True, False, "https://b/model/m%3A1/stream", {"x": 1, "v": 2}, id="stream"),
        pytest.param(True, True, "https://b/model/m%3A1/stream", {"x": 1, "v": 2, "stream": True}, id="stream-kept"),
    ],
)
def test_the_model_in_the_address(stream: bool, keeps: bool, url: str, left: dict[str, Any]) -> None:
    body = {"model": "m:1", "x": 1} | ({"stream": True} if stream else {})
    address = Address(plain="/model/{model}/invoke", stream="/model/{model}/stream", keeps_stream=keeps, adds={"v": 2})
    moved = address.move(WireRequest(url="https://a/v1", body=exact_json.encode(body)), "https://b")
    assert (moved.url, exact_json.loads(moved.body)) == (url, left)


def test_what_no_transform_reads() -> None:
    with pytest.raises(WireError, match="expected JSON or server-sent events, got application/x-ndjson"):
        read(asked(WireResponse(body=b"{}", headers={"content-type": "application/x-ndjson"})))


KEEPING: list[Change] = [
    change(do="whole-calls"),
    change(do="whole-calls", together=True),
    change(do="usage", on="finish"),
    change(do="usage", on="choice"),
    change(do="usage", on="every"),
    change(do="empty-arguments"),
    change(do="comments", lines=["WAIT"]),
    change(do="prepend", document={"choices": [], "id": ""}),
    change(do="done", present=False),
    change(do="shift", at="/choices/*/delta/tool_calls/*/index", by=1, behind="/choices/*/delta/content"),
    change(do="key", at="/choices/*/finish_reason", was=[None], becomes="absent"),
    change(do="key", at="/choices/*/finish_reason", was=["tool_calls"], becomes="stop"),
    change(do="key", at="/choices/*/delta/tool_calls/*/id", was=["absent"], becomes=""),
    change(do="key", at="/choices/*/delta/tool_calls/*/type", was=["absent"], becomes="function"),
    change(do="key", at="/choices/*/delta/role", was=["absent"], becomes="assistant"),
    change(do="key", at="/choices/*/delta/content", was=["absent"], becomes=None, beside="tool_calls"),
]
NAMES = st.text("abcdefgh_", min_size=1, max_size=8)
VALUES = st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=9) | st.none(), max_size=2)
CALLS = st.lists(
    st.builds(
        lambda name, value: ToolCall(id=None, name=name, arguments=arguments.from_text(exact_json.dumps(value))),
        NAMES,
        VALUES,
    ),
    max_size=3,
)


@given(st.text(max_size=20), CALLS, st.lists(st.sampled_from(KEEPING), max_size=5, unique_by=id))
def test_what_a_stream_means_is_the_same(text: str, drawn: list[ToolCall], transforms: list[Any]) -> None:
    """Check that calls, arguments, text and finish reason stay the same after any transforms in any order."""
    named = [msgspec.structs.replace(call, id=f"call_{n}") for n, call in enumerate(drawn)]
    parts = ((Text(text=text),) if text else ()) + tuple(named)
    reason = "tool_calls" if named else "stop"
    whole = Response(id="r", model="m", parts=parts, finish=Finish(reason=reason, raw=reason))  # type: ignore[arg-type]
    body = dialect("openai_chat").write_stream(whole)
    response, _ = changed(WireResponse(body=body, headers=SSE), *transforms)
    before, after = (
        read_answer(dialect("openai_chat"), answer) for answer in (WireResponse(body=body, headers=SSE), response)
    )
    assert after.finish.reason == before.finish.reason
    assert [part.text for part in after.parts if isinstance(part, Text)] == ([text] if text else [])
    assert [(call.id, call.name, call.arguments.value, call.complete) for call in after.calls] == [
        (call.id, call.name, call.arguments.value, True) for call in named
    ]
