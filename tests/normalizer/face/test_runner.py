"""Tests of the runner of calls: results in order, failures in words, and limits."""

import asyncio
import threading
from collections.abc import Callable
from concurrent import futures
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import Answer, Call, Normalizer, Note, ToolError, ToolRunner, TooManyRounds
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Arguments, Finish, Image, Message, Request, Response, Text, ToolCall, ToolResult
from toolwire.wire import exact_json

QUESTION = Request(messages=(Message(role="user", parts=(Text(text="Go."),)),), model="m")


def call(name: str, number: int = 0, arguments: str = "{}", **more: Any) -> Call:
    return Call(call=ToolCall(id=f"call_{number}", name=name, arguments=from_text(arguments)), **more)


def answering(*calls: Call, reason: Any = "tool_calls", text: str = "") -> Answer:
    parts = (*((Text(text=text),) if text else ()), *(answered.call for answered in calls))
    return Answer(response=Response(parts=parts, finish=Finish(reason=reason)), calls=calls)


def texts(results: tuple[ToolResult, ...]) -> list[str]:
    return ["".join(part.text for part in result.parts if isinstance(part, Text)) for result in results]


Run = Callable[[ToolRunner, list[Call]], tuple[ToolResult, ...]]


def sync(runner: ToolRunner, calls: list[Call]) -> tuple[ToolResult, ...]:
    return runner.run(calls)


def awaited(runner: ToolRunner, calls: list[Call]) -> tuple[ToolResult, ...]:
    return asyncio.run(runner.arun(calls))


either = pytest.mark.parametrize("run", [sync, awaited])


@either
@pytest.mark.parametrize("parallel", [False, True], ids=["in-turn", "at-once"])
@given(numbers=st.lists(st.integers(0, 9), max_size=6), seconds=st.sampled_from([None, 30.0]))
def test_results_stand_in_the_order_of_their_calls(
    run: Run, parallel: bool, numbers: list[int], seconds: float | None
) -> None:
    async def twice(n: int) -> int:
        await asyncio.sleep(0)
        return 2 * n

    def thrice(n: int) -> int:
        return 3 * n

    runner = ToolRunner({"twice": twice, "thrice": thrice}, parallel=parallel, seconds=seconds)
    calls = [call("twice" if n % 2 else "thrice", place, f'{{"n": {n}}}') for place, n in enumerate(numbers)]
    results = run(runner, calls)
    assert [result.call_id for result in results] == [f"call_{place}" for place in range(len(numbers))]
    assert texts(results) == [str(2 * n if n % 2 else 3 * n) for n in numbers]


def test_a_coroutine_is_run_to_its_end_also_where_a_loop_runs_already() -> None:
    async def go() -> str:
        await asyncio.sleep(0)
        return "gone"

    async def inside() -> tuple[ToolResult, ...]:
        return ToolRunner({"go": go}).run([call("go")])

    assert texts(asyncio.run(inside())) == ["gone"]


@either
def test_calls_that_run_at_once_may_wait_for_each_other(run: Run) -> None:
    both = threading.Barrier(2, timeout=30)
    runner = ToolRunner({"meet": lambda: both.wait() >= 0}, parallel=True)
    assert texts(run(runner, [call("meet"), call("meet", 1)])) == ["true", "true"]


@either
@pytest.mark.parametrize("parallel", [False, True], ids=["in-turn", "at-once"])
def test_what_takes_too_long_is_an_error_and_holds_nobody_up(run: Run, parallel: bool) -> None:
    never = threading.Event()

    async def sleep() -> None:
        await asyncio.Event().wait()

    runner = ToolRunner({"wait": never.wait, "sleep": sleep, "go": lambda: "gone"}, parallel=parallel, seconds=0.05)
    results = run(runner, [call("wait"), call("sleep", 1), call("go", 2)])
    never.set()
    assert texts(results) == ["the call took too long", "the call took too long", "gone"]
    assert [result.is_error for result in results] == [True, True, None]


@either
def test_failures_are_results_in_words(run: Run) -> None:
    def fail() -> None:
        raise ToolError("unknown city: Atlantis")

    fault = Note(kind="invalid", where="/parts/0/arguments/city", why='3 is not of type "string"')
    runner = ToolRunner({"fail": fail, "divide": lambda: 1 / 0, "take": lambda city: city, "bytes": lambda: b""})
    results = run(
        runner,
        [
            call("fail"),
            call("divide", 1),
            call("nobody", 2),
            call("take", 3, '{"town": "Oslo"}'),
            call("take", 4, '{"city": 3}', faults=(fault,)),
            call("bytes", 5),
        ],
    )
    assert all(result.is_error for result in results)
    assert texts(results) == [
        "unknown city: Atlantis",
        "ZeroDivisionError: division by zero",
        "the call was not run: there is no function 'nobody'",
        "TypeError: test_failures_are_results_in_words.<locals>.<lambda>() got an unexpected keyword argument 'town'",
        'the call was not run: /city 3 is not of type "string"',
        "expected text, JSON or parts from the function, got bytes",
    ]


class Wordless(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


@either
@pytest.mark.parametrize("parallel", [False, True], ids=["in-turn", "at-once"])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StopIteration("over"), {"StopIteration: over", "RuntimeError: coroutine raised StopIteration"}),
        (StopAsyncIteration(), {"StopAsyncIteration", "RuntimeError: async generator raised StopAsyncIteration"}),
        (asyncio.CancelledError(), {"CancelledError"}),
        (futures.CancelledError(), {"CancelledError"}),
        (Wordless(), {"Wordless"}),
    ],
    ids=["StopIteration", "StopAsyncIteration", "asyncio.CancelledError", "futures.CancelledError", "Wordless"],
)
def test_whatever_a_function_raises_the_other_results_are_there(
    run: Run, parallel: bool, error: BaseException, words: set[str]
) -> None:
    def fail() -> None:
        raise error

    async def fail_later() -> None:
        await asyncio.sleep(0)
        raise error

    runner = ToolRunner({"fail": fail, "later": fail_later, "go": lambda: "gone"}, parallel=parallel)
    results = run(runner, [call("fail"), call("later", 1), call("go", 2)])
    assert {*texts(results)[:2]} <= words
    assert texts(results)[2] == "gone"
    assert [result.is_error for result in results] == [True, True, None]


@pytest.mark.parametrize("parallel", [False, True], ids=["in-turn", "at-once"])
@pytest.mark.parametrize("name", ["sleep", "wait"])
def test_who_awaits_may_be_cancelled(parallel: bool, name: str) -> None:
    started, never = threading.Event(), threading.Event()

    async def sleep() -> None:
        started.set()
        await asyncio.Event().wait()

    def wait() -> None:
        started.set()
        never.wait()

    async def cancel() -> None:
        runner = ToolRunner({"sleep": sleep, "wait": wait}, parallel=parallel)
        task = asyncio.create_task(runner.arun([call(name), call(name, 1)]))
        while not started.is_set():
            await asyncio.sleep(0)
        task.cancel()
        await task

    try:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(cancel())
    finally:
        never.set()


FLAGS: dict[str, Callable[[Any], Any]] = {
    "anthropic_messages": lambda body: body["messages"][-1]["content"][0]["is_error"] is True,
    "bedrock_converse": lambda body: body["messages"][-1]["content"][0]["toolResult"]["status"] == "error",
    "gemini_generate": lambda body: body["contents"][-1]["parts"][0]["functionResponse"]["response"] == {"error": "no"},
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_failure_is_sent_in_the_dialects_own_way(dialect: str) -> None:
    def fail() -> None:
        raise ToolError("no")

    bodies: list[Any] = []

    def ask(request: Request) -> Answer:
        bodies.append(Normalizer(dialect).request(request).body)
        return answering(call("fail")) if len(bodies) == 1 else answering(reason="stop", text="Sorry.")

    assert len([*ToolRunner({"fail": fail}).rounds(ask, QUESTION)]) == 2
    body = bodies[1]
    assert '"no"' in exact_json.dumps(body)
    flag = FLAGS.get(dialect)
    assert flag is None or flag(body)


@pytest.mark.parametrize(
    "given_back",
    [
        pytest.param("text", id="text"),
        pytest.param({"a": [1, 2.5, None]}, id="object"),
        pytest.param(None, id="null"),
        pytest.param([], id="empty-list"),
        pytest.param(Image(data="aa", media_type="image/png"), id="image"),
    ],
)
def test_what_functions_give_becomes_parts(given_back: Any) -> None:
    (result,) = ToolRunner({"give": lambda: given_back}).run([call("give")])
    match given_back:
        case Image():
            assert result.parts == (given_back,)
        case None:
            assert result.parts == ()
        case str():
            assert texts((result,)) == [given_back]
        case _:
            assert exact_json.loads(texts((result,))[0]) == given_back


def test_numbers_come_as_pythons_own() -> None:
    got: list[Any] = []
    text = '{"a": 1.10, "b": 9007199254740993, "c": 0.1234567890123456789, "d": 1e2}'
    ToolRunner({"take": lambda **all_: got.append(all_)}).run([call("take", arguments=text)])
    assert {key: str(value) for key, value in got[0].items()} == {
        "a": "1.1", "b": "9007199254740993", "c": "0.1234567890123456789", "d": "100.0",
    }  # fmt: skip


def test_rounds_end_with_an_answer_without_calls() -> None:
    asked: list[Request] = []

    def ask(request: Request) -> Answer:
        asked.append(request)
        return (
            answering(call("go", len(asked)), text="so") if len(asked) < 3 else answering(reason="stop", text="Done.")
        )

    answers = [*ToolRunner({"go": lambda: "gone"}).rounds(ask, QUESTION)]
    assert [answer.text for answer in answers] == ["so", "so", "Done."]
    assert [message.role for message in asked[-1].messages] == ["user", "assistant", "tool", "assistant", "tool"]


def test_rounds_end_after_so_many() -> None:
    ran: list[int] = []
    runner = ToolRunner({"go": lambda: ran.append(1)}, max_rounds=3)
    rounds = runner.rounds(lambda request: answering(call("go")), QUESTION)
    answers = [next(rounds) for _ in range(4)]
    with pytest.raises(TooManyRounds, match="after 3 rounds") as raised:
        next(rounds)
    assert len(ran) == 3
    assert raised.value.answer is answers[-1]


@pytest.mark.parametrize("reason", ["error", "interrupted", "malformed", "length", "content_filter", "refusal"])
def test_nothing_is_run_of_an_answer_that_did_not_end_well(reason: str) -> None:
    ran: list[int] = []
    runner = ToolRunner({"go": lambda: ran.append(1)})
    assert len([*runner.rounds(lambda request: answering(call("go"), reason=reason), QUESTION)]) == 1
    assert ran == []


def test_a_turn_that_was_paused_goes_on() -> None:
    asked: list[Request] = []

    async def ask(request: Request) -> Answer:
        asked.append(request)
        return answering(reason="pause" if len(asked) == 1 else "stop", text="…")

    async def hold() -> int:
        return len([answer async for answer in ToolRunner({}).arounds(ask, QUESTION)])

    assert asyncio.run(hold()) == 2
    assert [message.role for message in asked[1].messages] == ["user", "assistant"]


def test_a_call_that_is_cut_is_not_run_nor_sent_back() -> None:
    cut = ToolCall(id="a", name="go", arguments=Arguments(text="{", form="invalid"), complete=False)
    answer = Answer(response=Response(parts=(Text(text="so"), cut), finish=Finish(reason="tool_calls")))
    assert answer.message.parts == (Text(text="so"),)
    assert [*ToolRunner({}).rounds(lambda request: answer, QUESTION)] == [answer]
