"""Tests that tools and approvals which come with results reach adapters in each kind of process."""

from conformance.adapters import crossing
from conformance.adapters.protocol import Continue, message, to_line
from conformance.callers.continuation import Continuation, added_tools, approvals_of, messages_of
from toolwire.model import AddedTool, Approval, Message, Text, ToolDefinition, ToolResult

RESULT = ToolResult(call_id="call_1", name="get_weather", parts=(Text(text="fog"),))
LATER = ToolDefinition(name="get_time", parameters={"type": "object"})
BOTH = Continuation.of((RESULT,), (LATER,))
DENIED = Approval(request_id="mcpr_1", approve=False)
ALONE = Continuation.of((), approvals=(DENIED,))


def test_results_are_an_ordinary_tuple() -> None:
    assert BOTH == (RESULT,)
    assert (added_tools(BOTH), added_tools(tuple(BOTH)), Continuation((RESULT,)).tools) == ((LATER,), (), ())


def test_added_tools_follow_the_results() -> None:
    answered = Message(role="tool", parts=(RESULT,))
    assert messages_of(BOTH) == (answered, Message(role="system", parts=(AddedTool(tool=LATER),)))
    assert messages_of((RESULT,)) == (answered,)


def test_added_tools_reach_the_process_of_an_adapter_in_python() -> None:
    _, asked = crossing.question(crossing.question_line(3, crossing.Continue(1, BOTH)))
    assert (asked.results, asked.results.tools) == ((RESULT,), (LATER,))


def test_added_tools_are_in_the_message_of_the_protocol() -> None:
    assert message(to_line(Continue(seq=3, results=(RESULT,), tools=(LATER,)))) == Continue(
        seq=3, results=(RESULT,), tools=(LATER,)
    )
    assert b'"tools"' not in to_line(Continue(seq=3, results=(RESULT,)))


def test_approvals_go_on_without_results() -> None:
    assert ALONE
    assert not Continuation()
    assert (approvals_of(ALONE), approvals_of((RESULT,)), tuple(ALONE)) == ((DENIED,), (), ())
    assert messages_of(ALONE) == (Message(role="tool", parts=(DENIED,)),)


def test_approvals_reach_the_process_of_an_adapter_in_python() -> None:
    _, asked = crossing.question(crossing.question_line(3, crossing.Continue(1, ALONE)))
    assert approvals_of(asked.results) == (DENIED,)


def test_approvals_are_in_the_message_of_the_protocol() -> None:
    line = to_line(Continue(seq=3, results=(), approvals=(DENIED,)))
    assert message(line) == Continue(seq=3, results=(), approvals=(DENIED,))
    assert b'"approve":false' in line
    assert b'"approvals"' not in to_line(Continue(seq=3, results=(RESULT,)))
