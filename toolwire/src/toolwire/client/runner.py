"""Running the calls of answers, and going on until the model makes no more calls."""

import asyncio
import contextvars
import inspect
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from toolwire.client.answer import Answer, Call
from toolwire.model import Message, Request, ResultPart, Text, ToolResult

Function: TypeAlias = Callable[..., Any]
"""A tool's function, or coroutine function: it gets the arguments by name, of a free-form call the text."""
_LEAVING: Final = (SystemExit, GeneratorExit, BaseExceptionGroup)
"""No ``Exception``, and yet a failure of the tool: it may not end the program that runs it."""
_ENDS: Final = ("error", "interrupted", "malformed", "length", "content_filter", "refusal")
"""Finish reasons after which calls are not run: the answer is incomplete, or has what the model may not write."""


class ToolError(Exception):
    """Raised by a function to report to the model, in just these words, that it failed."""


class TooManyRounds(Exception):
    """The model still calls tools after the largest number of rounds."""

    def __init__(self, most: int, request: Request, answer: Answer) -> None:
        super().__init__(f"the model still calls tools after {most} rounds")
        self.request = request
        """The last request."""
        self.answer = answer
        """Its answer, whose calls were not run; ``following`` goes on with it."""


class ToolRunner:
    """Runs calls, one by one or all of an answer at once; results come in the order of the calls.

    An error that a function raises (``SystemExit`` is one), a call that does not fit its tool, a call to an unknown
    tool, and a call that takes too long become results that state this for the model, with the dialect's flag for a
    failure if it has one.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        *,
        parallel: bool = False,
        seconds: float | None = None,
        max_rounds: int = 10,
    ) -> None:
        """``functions``: by the names of their tools. ``parallel``: True to run all calls of an answer at once.

        ``seconds``: the time that a call may take; a function that takes longer is left to itself, for a thread cannot
        be stopped, and a coroutine is cancelled. ``max_rounds``: the number of rounds of tools before
        ``TooManyRounds``.
        """
        if max_rounds < 1:
            raise ValueError("max_rounds is at least 1")
        self._functions = dict(functions)
        self._parallel = parallel
        self._seconds = seconds
        self._max_rounds = max_rounds

    def run(self, calls: Sequence[Call]) -> tuple[ToolResult, ...]:
        """Run calls; return their results, in their order."""
        if not self._parallel:
            return tuple(self._settled(call, self._started(call)) for call in calls)
        started = [(call, self._started(call)) for call in calls]
        return tuple(self._settled(call, running) for call, running in started)

    async def arun(self, calls: Sequence[Call]) -> tuple[ToolResult, ...]:
        """The same, without blocking: coroutines are awaited, and functions run in threads."""
        if not self._parallel:
            return tuple([await self._awaited(call) for call in calls])
        return tuple(await asyncio.gather(*map(self._awaited, calls)))

    def rounds(self, ask: Callable[[Request], Answer], request: Request) -> Iterator[Answer]:
        """Ask, run the calls of the answer, send their results, and ask again; yield every answer as it comes.

        Ends with an answer that has no calls, was cut, or is an error of the provider's. Raises ``TooManyRounds``, and
        the errors that ``ask`` raises.
        """
        for left in range(self._max_rounds, -1, -1):
            answer = ask(request)
            yield answer
            if not _goes_on(answer):
                return
            if not left:
                raise TooManyRounds(self._max_rounds, request, answer)
            request = following(request, answer, self.run(answer.calls))

    async def arounds(self, ask: Callable[[Request], Awaitable[Answer]], request: Request) -> AsyncIterator[Answer]:
        """The same, without blocking."""
        for left in range(self._max_rounds, -1, -1):
            answer = await ask(request)
            yield answer
            if not _goes_on(answer):
                return
            if not left:
                raise TooManyRounds(self._max_rounds, request, answer)
            request = following(request, answer, await self.arun(answer.calls))

    def _work(self, call: Call) -> Callable[[], Any]:
        """The function to be run, with its arguments. Raises ``ToolError`` if there is none."""
        if call.faults:
            wrong = "; ".join(f"{note.where.partition('/arguments')[2]} {note.why}".strip() for note in call.faults)
            raise ToolError(f"the call was not run: {wrong}")
        function = self._functions.get(call.call.name)
        if function is None:
            raise ToolError(f"the call was not run: there is no function {call.call.name!r}")
        if call.call.kind == "custom":
            return partial(function, call.call.arguments.text)
        return partial(function, **call.parameters)

    def _started(self, call: Call) -> "Future[ToolResult]":
        """Start a call in a thread, if others run beside it, its time is limited or it has to be awaited.

        Else run it to its end.
        """
        try:
            work = self._work(call)
        except Exception as error:
            return _done(_error(call, error))
        if self._parallel or self._seconds is not None or self._is_coroutine(call):
            return _in_a_thread(partial(_run_call, call, work), self._seconds)
        return _done(_run_call(call, work))

    def _settled(self, call: Call, running: "Future[ToolResult]") -> ToolResult:
        try:
            return running.result()
        except TimeoutError as error:
            return _error(call, error)

    def _is_coroutine(self, call: Call) -> bool:
        return inspect.iscoroutinefunction(self._functions[call.call.name])

    async def _awaited(self, call: Call) -> ToolResult:
        try:
            work = self._work(call)
            if self._is_coroutine(call):
                async with asyncio.timeout(self._seconds):
                    return _result(call, await _uncancelled(work()))
            return await asyncio.wrap_future(_in_a_thread(partial(_run_call, call, work), self._seconds))
        except Exception as error:
            return _error(call, error)


def following(request: Request, answer: Answer, results: Sequence[ToolResult]) -> Request:
    """The request that continues a conversation: its messages, then the answer, then the results of its calls."""
    result_messages = (Message(role="tool", parts=tuple(results)),) if results else ()
    return msgspec.structs.replace(request, messages=(*request.messages, answer.message, *result_messages))


def _goes_on(answer: Answer) -> bool:
    """Return whether the conversation goes on: all calls are complete, or the provider has only paused."""
    if answer.response.finish.reason in _ENDS or any(not call.complete for call in answer.response.calls):
        return False
    return bool(answer.calls) or answer.response.finish.reason == "pause"


def _in_a_thread(work: Callable[[], ToolResult], seconds: float | None) -> "Future[ToolResult]":
    """Run work in a thread that nobody waits for at the program's end; if it takes too long, a ``TimeoutError``."""
    running: Future[ToolResult] = Future()
    context = contextvars.copy_context()

    def run() -> None:
        try:
            result = context.run(work)
        except BaseException as error:
            settle(partial(running.set_exception, error))
        else:
            settle(partial(running.set_result, result))

    def settle(how: Callable[[], None]) -> None:
        with suppress(InvalidStateError):  # its time was over, or nobody waits any more
            how()

    threading.Thread(target=run, daemon=True).start()
    if seconds is not None:
        clock = threading.Timer(seconds, settle, (partial(running.set_exception, TimeoutError()),))
        clock.daemon = True
        clock.start()
        running.add_done_callback(lambda _: clock.cancel())
    return running


def _whole(work: Callable[[], Any]) -> Any:
    """Return the result of a function; a coroutine is run to its end."""
    value = work()
    return asyncio.run(_awaitable(value)) if inspect.isawaitable(value) else value


async def _awaitable(awaitable: Awaitable[Any]) -> Any:
    """Return the result of a coroutine. One that ends the program failed, and the event loop goes on."""
    try:
        return await awaitable
    except _LEAVING as error:
        raise ToolError(_words(error)) from error


async def _uncancelled(awaitable: Awaitable[Any]) -> Any:
    """Return the result of a coroutine. If it raises ``CancelledError`` while nobody cancels the task, it failed."""
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    try:
        return await _awaitable(awaitable)
    except asyncio.CancelledError as error:
        if task.cancelling() > before:
            raise
        raise ToolError(_words(error)) from error


def _done(result: ToolResult) -> "Future[ToolResult]":
    done: Future[ToolResult] = Future()
    done.set_result(result)
    return done


def _run_call(call: Call, work: Callable[[], Any]) -> ToolResult:
    """Run a call; return its result. Futures get no exceptions of functions: there are some that they cannot hold."""
    try:
        return _result(call, _whole(work))
    except (Exception, *_LEAVING, asyncio.CancelledError) as error:
        return _error(call, error)


def _result(call: Call, value: Any) -> ToolResult:
    return _answering(call, _parts(value), is_error=None)


def _error(call: Call, error: BaseException) -> ToolResult:
    return _answering(call, (Text(text=_words(error)),), is_error=True)


def _words(error: BaseException) -> str:
    """The words for a failure; those of a ``ToolError`` as they are."""
    name = type(error).__name__
    try:
        text = str(error)
    except (Exception, *_LEAVING):
        return name
    match error:
        case ToolError():
            return text
        case TimeoutError() if not text:
            return "the call took too long"
    return f"{name}: {text}" if text else name


def _answering(call: Call, parts: tuple[ResultPart, ...], *, is_error: bool | None) -> ToolResult:
    tool_call = call.call
    return ToolResult(call_id=tool_call.id, name=tool_call.name, kind=tool_call.kind, parts=parts, is_error=is_error)


def _parts(value: Any) -> tuple[ResultPart, ...]:
    """The value of a function as parts of a result. Raises ``ToolError`` for a value that is no part and no JSON."""
    match value:
        case None:
            return ()
        case str():
            return (Text(text=value),)
        case bytes() | bytearray():
            raise ToolError("the function gave bytes, which are no result: text, JSON or parts are")
    if isinstance(value, ResultPart):
        return (value,)
    if isinstance(value, list | tuple) and value and all(isinstance(part, ResultPart) for part in value):
        return tuple(value)
    try:
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ToolError(f"the function gave what is no JSON: {error}") from None
    return (Text(text=text),)
