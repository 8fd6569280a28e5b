"""A runner for the calls in answers. It runs calls and sends their results until the model makes no more calls."""

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
"""A tool's function or coroutine function. It gets the arguments by name. For a free-form call it gets the text."""
_LEAVING: Final = (SystemExit, GeneratorExit, BaseExceptionGroup)
"""The errors that ``except Exception`` does not catch, except ``KeyboardInterrupt`` and ``CancelledError``.

If a tool raises such an error, only the tool has failed, and the program continues.
"""
_ENDS: Final = ("error", "interrupted", "malformed", "length", "content_filter", "refusal")
"""The finish reasons after which calls are not run.

After these reasons, the answer is incomplete, was stopped by a content filter, or is a refusal.
"""


class ToolError(Exception):
    """An error that a function raises to report a failure to the model. The model gets exactly the error's text."""


class TooManyRounds(Exception):
    """An error after the last allowed round, if the model still calls tools."""

    def __init__(self, most: int, request: Request, answer: Answer) -> None:
        super().__init__(f"the model still calls tools after {most} rounds: allow more with max_rounds")
        self.request = request
        """The last request."""
        self.answer = answer
        """The answer to the last request. Its calls were not run.

        To continue the conversation, run these calls and pass their results to ``following``.
        """


class ToolRunner:
    """A runner of an answer's calls, one after another or all together. Results have the order of the calls.

    A failure becomes a result that states the failure to the model, with the flag for a failure if the dialect has such
    a flag. Failures are errors that a function raises (also ``SystemExit``), calls that do not fit their tools, calls
    to unknown tools, and calls that take too long.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        *,
        parallel: bool = False,
        seconds: float | None = None,
        max_rounds: int = 10,
    ) -> None:
        """Start a runner. ``functions`` are the functions by the names of their tools.

        ``parallel``: run all calls of an answer together. ``seconds``: the time that a call may take. After this time,
        ``arun`` cancels a coroutine. Anything that runs in a thread continues without anybody waiting for it, because a
        thread cannot be stopped. ``max_rounds``: the largest number of rounds of calls. If the model then still calls
        tools, ``TooManyRounds`` is raised. Raises ``ValueError`` if ``max_rounds`` is below 1.
        """
        if max_rounds < 1:
            raise ValueError(f"expected max_rounds of at least 1, got {max_rounds}")
        self._functions = dict(functions)
        self._parallel = parallel
        self._seconds = seconds
        self._max_rounds = max_rounds

    def run(self, calls: Sequence[Call]) -> tuple[ToolResult, ...]:
        """Run calls. Return their results in the order of the calls."""
        if not self._parallel:
            return tuple(self._settled(call, self._started(call)) for call in calls)
        started = [(call, self._started(call)) for call in calls]
        return tuple(self._settled(call, running) for call, running in started)

    async def arun(self, calls: Sequence[Call]) -> tuple[ToolResult, ...]:
        """Run calls as ``run`` does, without blocking: coroutines are awaited, and functions run in threads."""
        if not self._parallel:
            return tuple([await self._awaited(call) for call in calls])
        return tuple(await asyncio.gather(*map(self._awaited, calls)))

    def rounds(self, ask: Callable[[Request], Answer], request: Request) -> Iterator[Answer]:
        """Send the request and yield its answer. While an answer has calls, run the calls, send their results in the
        next request, and yield the next answer. If the provider only paused an answer, send a request to continue it.

        The last answer has no calls, was cut, is a refusal or is a provider's error. Raises ``TooManyRounds``, and the
        errors that ``ask`` raises.
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
        """Yield answers as ``rounds`` does, but asynchronously. Raises the errors of ``rounds``."""
        for left in range(self._max_rounds, -1, -1):
            answer = await ask(request)
            yield answer
            if not _goes_on(answer):
                return
            if not left:
                raise TooManyRounds(self._max_rounds, request, answer)
            request = following(request, answer, await self.arun(answer.calls))

    def _work(self, call: Call) -> Callable[[], Any]:
        """Return the function to run, with its arguments. Raises ``ToolError`` if no function can be run."""
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
        """Start a call, and return the future of its result. The call runs in a thread if other calls run at the same
        time, if its time is limited, or if it must be awaited. Otherwise, it runs to its end before this method
        returns.
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
    """Return the next request of a conversation: ``request`` with a message for the answer, and a message for the
    results of its calls.
    """
    result_messages = (Message(role="tool", parts=tuple(results)),) if results else ()
    return msgspec.structs.replace(request, messages=(*request.messages, answer.message, *result_messages))


def _goes_on(answer: Answer) -> bool:
    """Return whether the conversation continues after an answer.

    It continues if the answer has calls, or if the provider only paused the answer. It ends if a call is cut, or if the
    finish reason is in ``_ENDS``.
    """
    if answer.response.finish.reason in _ENDS or any(not call.complete for call in answer.response.calls):
        return False
    return bool(answer.calls) or answer.response.finish.reason == "pause"


def _in_a_thread(work: Callable[[], ToolResult], seconds: float | None) -> "Future[ToolResult]":
    """Start a function in a thread, and return the future of its result. If the function takes longer than ``seconds``,
    the future raises ``TimeoutError``.

    The thread does not keep the program from ending.
    """
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
        with suppress(InvalidStateError):  # a result or an error was already set, or nobody waits any more
            how()

    threading.Thread(target=run, daemon=True).start()
    if seconds is not None:
        clock = threading.Timer(seconds, settle, (partial(running.set_exception, TimeoutError()),))
        clock.daemon = True
        clock.start()
        running.add_done_callback(lambda _: clock.cancel())
    return running


def _whole(work: Callable[[], Any]) -> Any:
    """Return the result of a function. If the function returns a coroutine, run it to its end and return its result."""
    value = work()
    return asyncio.run(_awaitable(value)) if inspect.isawaitable(value) else value


async def _awaitable(awaitable: Awaitable[Any]) -> Any:
    """Return the result of an awaitable. Raise ``ToolError`` in place of an error in ``_LEAVING``."""
    try:
        return await awaitable
    except _LEAVING as error:
        raise ToolError(_words(error)) from error


async def _uncancelled(awaitable: Awaitable[Any]) -> Any:
    """Return the result of a coroutine. If the coroutine raises ``CancelledError`` although nothing cancelled it, raise
    ``ToolError``.
    """
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
    """Run a call, and return its result.

    An exception of the function becomes a result, because a future cannot store every exception.
    """
    try:
        return _result(call, _whole(work))
    except (Exception, *_LEAVING, asyncio.CancelledError) as error:
        return _error(call, error)


def _result(call: Call, value: Any) -> ToolResult:
    return _answering(call, _parts(value), is_error=None)


def _error(call: Call, error: BaseException) -> ToolResult:
    return _answering(call, (Text(text=_words(error)),), is_error=True)


def _words(error: BaseException) -> str:
    """Return the text that reports a failure to the model. For a ``ToolError``, the error's own text is returned."""
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
    """Return a function's value as parts of a result.

    Raises ``ToolError`` for a value that is neither a part nor JSON.
    """
    match value:
        case None:
            return ()
        case str():
            return (Text(text=value),)
        case bytes() | bytearray():
            raise ToolError("expected text, JSON or parts from the function, got bytes")
    if isinstance(value, ResultPart):
        return (value,)
    if isinstance(value, list | tuple) and value and all(isinstance(part, ResultPart) for part in value):
        return tuple(value)
    try:
        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ToolError(f"expected text, JSON or parts from the function, got a non-JSON value: {error}") from None
    return (Text(text=text),)
