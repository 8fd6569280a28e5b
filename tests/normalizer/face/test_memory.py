"""Tests that data that only a provider understands goes back to this provider, and into no other conversation."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec.structs import replace

from toolwire import Normalizer
from toolwire.client.answer import Answer
from toolwire.client.memory import Memory
from toolwire.dialects.arguments import from_text
from toolwire.model import Finish, Message, Reasoning, Request, Response, Text, ToolCall, ToolDefinition, ToolResult

TOOL = ToolDefinition(name="pay", parameters={"type": "object"})
ALICE = (Message(role="user", parts=(Text(text="Pay Alice."),)),)
MALLORY = (Message(role="user", parts=(Text(text="Pay Mallory."),)),)


def signed(signature: str) -> Reasoning:
    return Reasoning(text="Hm.", provider_data={"signature": signature})


def call(arguments: str) -> ToolCall:
    return ToolCall(id="functions.pay:0", name="pay", arguments=from_text(arguments))


def answer(*parts: Any) -> Answer:
    response = Response(parts=parts, finish=Finish(reason="tool_calls"))
    return Normalizer("anthropic")._reader(Request(messages=(), tools=(TOOL,))).answer(response)


def repeated(shown: Answer, **more: Any) -> Message:
    """Return the message with which the application repeats an answer."""
    return Message(role="assistant", parts=(Text(text=shown.text), *(call.call for call in shown.calls)), **more)


def test_an_answer_is_put_back_as_it_was_given() -> None:
    memory, given = Memory(), answer(signed("s"), Text(text="So."), call('{"to": "A\\u001b", "sum": 1.50}'))
    memory.keep(given, ALICE)
    assert given.calls[0].parameters["to"] == "A"
    [_, again] = memory.restored((*ALICE, repeated(given)))
    assert again == given.message
    rewritten = replace(given.calls[0].call, arguments=from_text('{"sum":1.5,"to":"A"}'))
    spoken = Message(role="assistant", parts=(Text(text="So."), rewritten))
    assert memory.restored((*ALICE, spoken))[1] == given.message


def test_two_conversations_with_one_id() -> None:
    memory = Memory()
    alices, mallorys = answer(signed("a"), call('{"to": "Alice"}')), answer(signed("m"), call('{"to": "Mallory"}'))
    memory.keep(alices, ALICE)
    memory.keep(mallorys, MALLORY)
    assert memory.restored((*ALICE, repeated(alices)))[1] == alices.message
    assert memory.restored((*MALLORY, repeated(mallorys)))[1] == mallorys.message


def test_two_conversations_with_the_same_answer() -> None:
    memory, alices, mallorys = Memory(), answer(signed("1"), call("{}")), answer(signed("2"), call("{}"))
    memory.keep(alices, ALICE)
    memory.keep(mallorys, MALLORY)
    assert memory.restored((*ALICE, repeated(alices)))[1] == alices.message
    assert memory.restored((*MALLORY, repeated(mallorys)))[1] == mallorys.message
    bare = repeated(alices)
    assert memory.restored((bare,)) == (bare,), "a message of an unknown conversation got data"


def test_a_history_that_was_shortened() -> None:
    memory, first, second = Memory(), answer(signed("1"), call("{}")), answer(signed("2"), call('{"to": "B"}'))
    memory.keep(first, ALICE)
    result = Message(role="tool", parts=(ToolResult(call_id="functions.pay:0", parts=(Text(text="done"),)),))
    before = (*memory.restored((*ALICE, repeated(first))), result)
    memory.keep(second, before)
    assert memory.restored((*ALICE, repeated(first), result, repeated(second)))[3] == second.message
    assert memory.restored((repeated(second),)) == (repeated(second),), (
        "a call id that is not unique selected a message"
    )
    drawn = answer(signed("3"), replace(call("{}"), id="toolu_01Bc3fGh"))
    memory.keep(drawn, ALICE)
    assert memory.restored((repeated(drawn),)) == (drawn.message,)


def test_what_an_application_edits_is_the_applications() -> None:
    memory, given = Memory(), answer(signed("s"), Text(text="So."), call('{"to": "Alice"}'))
    memory.keep(given, ALICE)
    for parts in (
        (Text(text="So."), call('{"to": "Bob"}')),
        (Text(text="So."), replace(given.calls[0].call, name="give")),
        (Text(text="So."), replace(given.calls[0].call, id="other")),
        (Text(text="So."),),
    ):
        edited = Message(role="assistant", parts=parts)
        assert memory.restored((*ALICE, edited))[1] == edited


def test_memory_is_bounded() -> None:
    memory, given = Memory(), answer(signed("s"), call("{}"))
    memory.keep(given, ALICE)
    for number in range(1024):
        memory.keep(answer(call(f'{{"n": {number}}}')), MALLORY)
    assert memory.restored((*ALICE, repeated(given)))[1] == repeated(given)


def test_text_that_was_edited_or_left_out_stands_with_the_calls_as_they_were_given() -> None:
    memory, signature = Memory(), {"thoughtSignature": "c2ln"}
    given = answer(Text(text="So."), replace(call('{"to": "Alice"}'), provider_data=signature), Reasoning(text="Hm."))
    memory.keep(given, ALICE)
    for text in (Text(text="Edited."),), ():
        edited = Message(role="assistant", parts=(*text, given.calls[0].call))
        [_, again] = memory.restored((*ALICE, edited))
        assert again.parts == (*text, *given.message.parts[1:])


def test_ids_of_our_own_are_those_of_one_conversation() -> None:
    given = Response(parts=(replace(call("{}"), id=None),), finish=Finish(reason="tool_calls"))
    for provider in ("ollama", "gemini"):
        normalizer = Normalizer(provider)
        ids = {
            normalizer._reader(Request(messages=history, tools=(TOOL,))).answer(given).calls[0].call.id
            for history in (ALICE, MALLORY, ALICE)
        }
        assert len(ids) == 2


def test_signatures_go_back_call_by_call() -> None:
    memory = Memory()
    call_a, call_b = (
        replace(call("{}"), id=f"call_{mark}1Bc3fGhX", provider_data={"thoughtSignature": mark}) for mark in "ab"
    )
    given = answer(Reasoning(text="Hm."), call_a, call_b)
    memory.keep(given, ALICE)
    bare = [handed.call for handed in given.calls]
    result = Message(role="tool", parts=(ToolResult(call_id=call_a.id),))
    for first, second in (bare, bare[::-1]):
        apart = [Message(role="assistant", parts=(part,)) for part in (first, second)]
        [_, called, _, again] = memory.restored((*ALICE, apart[0], result, apart[1]))
        assert [part.provider_data for part in (*called.parts, *again.parts) if isinstance(part, ToolCall)] == [
            {"thoughtSignature": mark} for mark in ("ab" if first.id == call_a.id else "ba")
        ]
    [_, left] = memory.restored((*ALICE, Message(role="assistant", parts=(bare[1],))))
    assert left.parts == (call_b,)


def test_any_number_of_threads_may_ask() -> None:
    memory = Memory()

    def converse(number: int) -> None:
        for turn in range(60):
            given = answer(signed(f"{number}"), replace(call(f'{{"n": {turn}}}'), id=f"call_{number:08}{turn:08}"))
            memory.keep(given, ALICE)
            assert memory.restored((*ALICE, repeated(given)))[1] == given.message
            memory.restored((repeated(given),))

    with ThreadPoolExecutor(8) as threads:
        assert len(list(threads.map(converse, range(8)))) == 8


def test_a_call_that_something_stands_for_is_known_again() -> None:
    memory, given = Memory(), answer(signed("s"), call('{"a": x}'))
    memory.keep(given, ALICE)
    message = Message(role="assistant", parts=(call('{"arguments": "{\\"a\\": x}"}'),))
    assert memory.restored((*ALICE, message))[1] == given.message
