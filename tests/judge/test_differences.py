"""Tests of the differences between two requests: each mistake is a single finding, with the wire's values."""

from typing import Final

import pytest

from conformance.judge.difference import Difference, compare
from conformance.judge.earlier import Earlier
from conformance.judge.effect import Losses, wire_places
from conformance.judge.marks import CallId
from conformance.judge.request_match import as_findings, differences, differing, in_words
from toolwire.json_value import Json
from toolwire.providers import owner, wire_format
from toolwire.providers.equal import Unify
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

CALL: Final = {"type": "tool_use", "id": "x", "name": "get_weather", "input": {"city": "Berlin"}}
TEXT: Final = {"type": "text", "text": "Let me look."}
NFD: Final = "Zu\u0308rich"


def described(expected: Json, actual: Json) -> list[str]:
    return [f"{finding.path}: {in_words(finding)}" for finding in compare(expected, actual)]


@pytest.mark.parametrize(
    ("expected", "actual", "findings"),
    [
        pytest.param([CALL], [TEXT, CALL], ['/0: unexpected item 0: {"type":"text","text":"Let me look."}'],
            id="unexpected"),
        pytest.param([TEXT, CALL], [CALL], ['/0: missing item 0: {"type":"text","text":"Let me look."}'], id="missing"),
        pytest.param([TEXT, CALL], [CALL, TEXT], ['/1: expected as item 1, got as item 0: {"type":"tool_use",'],
            id="order"),
        pytest.param([CALL], [TEXT, CALL | {"id": "y"}], ["/0: unexpected item 0: ", '/0/id: expected "x", got "y"'],
            id="unexpected-and-changed"),
        pytest.param([CALL], [TEXT], ['/0: expected {"type":"tool_use",'], id="type"),
        pytest.param([TEXT], [TEXT | {"text": "Hm."}], ['/0/text: expected "Let me look.", got "Hm."'], id="text"),
        pytest.param(["a", "b"], ["a", "x"], ['/1: expected "b", got "x"'], id="strings"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "c": 3}, ["/a: expected 1, got nothing", "/c: expected nothing, got 3"],
            id="keys"),
        pytest.param({"a": [TEXT], "b": 1}, {"b": True}, ['/a: expected [{"type":"text"', "/b: expected 1, got true"],
            id="type-and-value"),
        pytest.param({"b": 1, "a": [TEXT]}, {"b": True}, ['/a: expected [{"type":"text"', "/b: expected 1, got true"],
            id="value-and-type"),
        pytest.param({"a": 1.10}, {"a": 1.1}, [], id="same-number"),
        pytest.param({"a": {"b": 1}}, {"a": [1]}, ['/a: expected {"b":1}, got [1]'], id="object-or-list"),
    ],
)  # fmt: skip
def test_what_differs_is_one_finding_each(expected: Json, actual: Json, findings: list[str]) -> None:
    found = described(expected, actual)
    assert len(found) == len(findings), found
    assert all(message.startswith(begins) for message, begins in zip(found, findings, strict=True)), found


@pytest.mark.parametrize("place", [0, 1, 250, 499, 500])
def test_one_message_more_in_a_long_history_is_one_difference(place: int) -> None:
    history = [{"role": "user" if n % 2 else "assistant", "content": f"number {n % 7}"} for n in range(500)]
    more = {"role": "user", "content": "What else?"}
    [added] = compare(history, [*history[:place], more, *history[place:]])
    assert (added.kind, added.path, added.actual) == ("unexpected", f"/{place}", more)
    [lost] = compare([*history[:place], more, *history[place:]], history)
    assert (lost.kind, lost.path, lost.expected) == ("missing", f"/{place}", more)


def test_differences_are_equal_whatever_the_order_of_keys() -> None:
    [finding] = compare([TEXT], [TEXT, {"a": 1, "b": 2.0}])
    [other] = compare([TEXT], [TEXT, {"b": 2, "a": 1}])
    assert finding.key == other.key
    assert len({finding.key, other.key, compare([TEXT], [TEXT, {"b": 2, "a": 2}])[0].key}) == 2


@pytest.mark.parametrize(
    ("expected", "actual", "shown"),
    [
        pytest.param(
            "Zürich",
            NFD,
            f'expected "Zürich", got "{NFD}" (character 2: expected "\\u00fcric", got "u\\u0308ri")',
            id="decomposed",
        ),
        pytest.param(
            "Oslo",
            "Oslo ",
            r'expected "Oslo", got "Oslo " (character 5: expected the end, got "\u0020")',
            id="trailing-space",
        ),
        pytest.param(
            "a b",
            "a\u00a0b",
            r'expected "a b", got "a\u00a0b" (character 2: expected "\u0020b", got "\u00a0b")',
            id="no-break-space",
        ),
        pytest.param(
            "ab",
            "a\u200bb",
            r'expected "ab", got "a\u200bb" (character 2: expected "b", got "\u200bb")',
            id="zero-width",
        ),
        pytest.param(
            "a\tb", "a b", r'expected "a\tb", got "a b" (character 2: expected "\u0009b", got "\u0020b")', id="tab"
        ),
        pytest.param("ab", "a\x1bc", r'expected "ab", got "a\u001bc"', id="escape"),
        pytest.param("🎉", "🎉\ufe0f\u200d", r'expected "🎉", got "🎉️\u200d"', id="joiner"),
    ],
)
def test_what_nobody_sees_is_shown(expected: str, actual: str, shown: str) -> None:
    assert described({"a": expected}, {"a": actual}) == [f"/a: {shown}".replace('Zürich" (', 'Zu\u0308rich" (')]


@pytest.mark.parametrize("place", [0, 599, 5000, 9999])
def test_the_part_that_differs_is_never_cut_off(place: int) -> None:
    long = "".join(chr(97 + n % 26) for n in range(10_000))
    other = f"{long[:place]}!{long[place + 1 :]}"
    for wrap in (lambda text: text, lambda text: {"deep": [text]}):
        [finding] = described({"a": [wrap(long)]}, {"a": [wrap(other)]})
        assert "!" in finding
        assert f"they differ from character {place + 1} on" in finding
        assert len(finding) < 1600


def request(body: Json) -> WireRequest:
    return WireRequest(url="https://api.example/v1/x", body=exact_json.encode(body))


def test_ids_are_described_in_words_and_what_was_read_as_it_is_on_the_wire() -> None:
    form = wire_format(owner("openai_chat"), "openai_chat")

    def body(call: str, answers: str, arguments: str) -> Json:
        called = {"id": call, "type": "function", "function": {"name": "f", "arguments": arguments}}
        return {
            "messages": [
                {"role": "assistant", "tool_calls": [called]},
                {"role": "tool", "tool_call_id": answers, "content": "1"},
            ]
        }

    recorded, earlier = request(body("call_abc", "call_abc", '{"a": 1250.10}')), Earlier(view=form.history, calls=9)
    [finding] = differences(request(body("mine", "call_9", '{"a": 1250.1}')), recorded, form.equal, earlier)
    assert finding.path == "/messages/1/tool_call_id"
    assert finding.message == 'expected the id of call 1 ("call_abc"), got "call_9", which no call of the request has'
    [finding] = differences(request(body("mine", "mine", '{"a": 1250.2}')), recorded, form.equal, earlier)
    assert finding.path == "/messages/0/tool_calls/0/function/arguments/a"
    assert finding.message == "expected 1250.10, got 1250.2"
    lost = request({"messages": body("mine", "mine", "{}")["messages"][1:]})
    finding, _ = differences(lost, recorded, form.equal, earlier)
    assert finding.message.startswith('missing item 0: {"role":"assistant","tool_calls":[{"id":"call_abc",')
    assert r'"arguments":"{\"a\": 1250.10}"' in finding.message


def test_a_call_without_an_id_has_none_in_words() -> None:
    [finding] = compare([CallId("call 1", None, 1)], [CallId("no call", "call_9")])
    assert in_words(finding) == 'expected the id of call 1, or none, got "call_9", which no call of the request has'
    [finding] = compare([CallId("call 1", "a", 1)], [CallId("call 2", "b", 2, "which another call also has")])
    assert in_words(finding) == 'expected the id of call 1 ("a"), got that of call 2 ("b", which another call also has)'


def test_a_text_that_was_compared_with_another_message_is_moved() -> None:
    at_a, at_b, text = ({"role": "user", "content": text} for text in ("a", "b", "c"))
    found = [
        Difference(kind="unexpected", path="/messages/0", actual=at_a, is_item=True),
        Difference(kind="changed", path="/messages/1/content", expected="a", actual="b"),
        Difference(kind="missing", path="/messages/2", expected=at_b, is_item=True),
        Difference(kind="changed", path="/messages/3/content", expected="c", actual="d"),
    ]
    sent, recorded = {"messages": [at_a, at_b, text]}, {"messages": [at_b, text]}
    losses = Losses(wire_places(wire_format("openai", "openai_chat")), recorded, sent)
    assert [finding.kind for finding in as_findings(found, None, losses)] == ["", "moved", "", ""]


def test_many_differences_are_counted_and_none_is_lost_from_the_data() -> None:
    recorded, sent = ({f"k{n}": n + more for n in range(100)} for more in (0, 1))
    found = list(differences(request(sent), request(recorded), ()))
    assert found[-1].message == "40 more differences"
    assert len(found) == 61
    assert len(list(differing(request(sent), request(recorded), ()))) == 100


def test_what_is_no_json_is_data_too() -> None:
    sent = WireRequest(url="https://other.example/", body=b"{")
    found = [(finding.path, finding.expected) for finding in differing(sent, request({"a": 1}), ())]
    assert found == [("url", "https://api.example/v1/x"), ("", '{"a":1}')]
    messages = [finding.message for finding in differences(sent, request({"a": 1}), ())]
    assert messages[-1].startswith("the body is not JSON: ")


UNIFIED: Final = (
    Unify(at="/tool_choice", values=("absent", "auto"), why="the default"),
    Unify(at="/a/mode", values=("ANY", "any"), why="spelled either way"),
)


@pytest.mark.parametrize(
    ("recorded", "sent", "message"),
    [
        ({"tool_choice": "none"}, {"tool_choice": "auto"}, 'expected "none", got "auto"'),
        ({"tool_choice": "auto"}, {"tool_choice": "none"}, 'expected "auto", got "none"'),
        ({"tool_choice": "none"}, {}, 'expected "none", got nothing'),
        ({}, {"tool_choice": "none"}, 'expected nothing, got "none"'),
        ({"a": {"mode": "any"}}, {"a": {"mode": "x"}}, 'expected "any", got "x"'),
    ],
    ids=["removed from ours", "removed from theirs", "never sent", "never expected", "replaced"],
)
def test_values_are_shown_as_they_stand_on_the_wire(recorded: Json, sent: Json, message: str) -> None:
    [finding] = differences(request(sent), request(recorded), UNIFIED)
    assert finding.message == message


def test_what_means_the_same_is_no_difference_whatever_stands_on_the_wire() -> None:
    assert list(differences(request({"tool_choice": "auto"}), request({}), UNIFIED)) == []
    gone = {"a": {"mode": "any"}, "b": [{"c": 1}, {"d": 2}]}
    [finding] = differences(request({"a": {"mode": "ANY"}, "b": [{"d": 2}]}), request(gone), UNIFIED)
    assert (finding.path, finding.message) == ("/b/0", 'missing item 0: {"c":1}')
