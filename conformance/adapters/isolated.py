"""Isolation of adapters in this process: each case has a copy of the process, with no state of an earlier case.

A copy is a fork of the process in which the adapter was loaded. It starts with the first call of a case and ends with
the case, and so does all state of the adapter. Needs POSIX: Linux, macOS.
"""

import os
import signal
import sys
import threading
import warnings
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection, Pipe
from typing import Any, Final, NoReturn, TypeAlias, cast

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.loading import REFERENCE, load_adapter
from conformance.adapters.process import Ended, how_it_ended
from conformance.adapters.stdio import OverStdio
from conformance.adapters.unsupported import Raised, Unsupported, crashed, message_of, raised
from conformance.adapters.wire import Reading, Talk, Task
from toolwire.model import ToolResult

_METHODS: Final = ("encode", "decode", "decode_request", "encode_response", "read_text")


class _Call(msgspec.Struct, frozen=True):
    """A method to call."""

    method: str
    positional: tuple[Any, ...]
    named: dict[str, Any]


class _Begin(msgspec.Struct, frozen=True):
    """A conversation to begin, and its number, which later messages refer to."""

    conversation: int
    task: Task


class _Continue(msgspec.Struct, frozen=True):
    """Results to send to a conversation."""

    conversation: int
    results: tuple[ToolResult, ...]


class _End(msgspec.Struct, frozen=True):
    """A conversation to end."""

    conversation: int


class _ListModules(msgspec.Struct, frozen=True):
    """A request for the modules that were imported since the copy was made."""


_Question: TypeAlias = _Call | _Begin | _Continue | _End | _ListModules


class _Gave(msgspec.Struct, frozen=True):
    """A value that the adapter returned or yielded."""

    value: Any


class _Declined(msgspec.Struct, frozen=True):
    """``Unsupported``, with its reason."""

    reason: str


class _Failed(msgspec.Struct, frozen=True):
    """Any other exception."""

    what: str
    bug: bool


class _NoMore(msgspec.Struct, frozen=True):
    """The conversation ended before the results were read."""


_Answer: TypeAlias = _Gave | _Declined | _Failed | _NoMore


class Isolated:
    """A proxy of an adapter: it has its attributes, and calls its methods in a copy of this process."""

    def __init__(self, adapter: Adapter, again: Callable[[], Adapter] | None = None) -> None:
        """``again``: loads the adapter in each copy, as a copy lacks the threads that loading started here."""
        self._adapter = adapter
        self._load = again or (lambda: adapter)
        self._copy: _Copy | None = None
        self._numbers = count()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._adapter, name)
        if name == "converse":
            return self._converse
        return partial(self._call, name) if name in _METHODS else found

    def forget(self) -> None:
        """End the copy. The modules that it imported are imported here, so that no later copy imports them again."""
        copy, self._copy = self._copy, None
        if copy is None:
            return
        try:
            imported = copy.ask(_ListModules())
        except Ended:
            imported = []
        finally:
            copy.stop()
        for module in imported:
            with suppress(Exception):
                import_module(module)

    def _call(self, method: str, *positional: Any, **named: Any) -> Any:
        return self._ask(_Call(method, positional, named))

    def _converse(self, task: Task) -> Talk:
        conversation = next(self._numbers)
        try:
            reading = self._ask(_Begin(conversation, task))
            while results := (yield cast("Reading", reading)):
                reading = self._ask(_Continue(conversation, results))
        except _Over:
            return
        finally:
            if self._copy is not None:
                self._ask(_End(conversation))

    def _ask(self, question: _Question) -> Any:
        """Ask the copy. Raises ``Unsupported``, ``Raised``, ``Ended`` if the copy is gone, and any interruption."""
        if self._copy is None:
            self._copy = _Copy(self._load)
        try:
            return self._copy.ask(question)
        except (Unsupported, Raised, _Over):
            raise
        except BaseException:
            self._copy.stop()
            self._copy = None
            raise


def isolated(load: Callable[[], Adapter]) -> Adapter:
    """Load an adapter with isolated cases. Raises what ``load`` raises.

    A program on stdio is restarted for each case instead. A gateway is returned unchanged, and so is every adapter on
    systems without fork (Windows). An adapter that starts threads while it is loaded is loaded again for each case, as
    a copy of the process lacks them.
    """
    threads = {*threading.enumerate()}
    adapter = load()
    if isinstance(adapter, OverStdio | Gateway) or not hasattr(os, "fork"):
        return adapter
    started = {*threading.enumerate()} - threads
    return cast("Adapter", Isolated(adapter, load if started else None))


def load_isolated(name: str) -> Adapter:
    """Load the adapter of that name, see ``isolated``; the reference has no state. Raises as ``load_adapter``."""
    return load_adapter(name) if name == REFERENCE else isolated(partial(load_adapter, name))


def forget(adapter: Adapter) -> None:
    """End a case: where possible, the next call finds the adapter as it was loaded."""
    if isinstance(adapter, Isolated | OverStdio):
        adapter.forget()


class _Over(Exception):
    """The adapter ended the conversation."""


class _Copy:
    """A fork of this process that answers for an adapter. It ends with its owner at the latest."""

    def __init__(self, load: Callable[[], Adapter]) -> None:
        self._pipe, theirs = Pipe()
        with warnings.catch_warnings():
            # From Python 3.12 on, a fork of a process with threads warns. The suite's only thread is the replay
            # server, and the copy does not use it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process = os.fork()
        if self._process == 0:
            self._pipe.close()
            _serve(load, theirs)
        theirs.close()
        self.stop = weakref.finalize(self, _stop, self._process, self._pipe)

    def ask(self, question: _Question) -> Any:
        """Send a question and wait for the answer. Raises ``Unsupported``, ``Raised``, ``Ended``."""
        try:
            self._pipe.send(question)
            answer: _Answer = self._pipe.recv()
        except (EOFError, ConnectionError):
            self.stop.detach()
            raise Ended(_ended(self._process, self._pipe)) from None
        match answer:
            case _Gave(value):
                return value
            case _Declined(reason):
                raise Unsupported(reason)
            case _Failed(what, bug):
                raise Raised(what, bug=bug)
            case _NoMore():
                raise _Over


def _serve(load: Callable[[], Adapter], pipe: Connection) -> NoReturn:
    """Answer for an adapter until the other end closes the pipe."""
    try:
        os.setpgid(0, 0)
        os.dup2(2, 1)  # the adapter's own output must not get into this process's stdout
        sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
        _answer_all(load(), pipe)
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def _answer_all(adapter: Any, pipe: Connection) -> NoReturn:
    talks: dict[int, Any] = {}
    modules = {*sys.modules}
    while True:
        question: _Question = pipe.recv()
        answer = _answer(adapter, question, talks, modules)
        try:
            pipe.send(answer)
        except OSError:
            raise
        except Exception as error:  # it cannot be pickled
            kind = type(answer.value).__name__ if isinstance(answer, _Gave) else "value"
            pipe.send(_Failed(f"the adapter gave a {kind} that cannot be copied: {error}", bug=True))


def _answer(adapter: Any, question: _Question, talks: dict[int, Any], modules: set[str]) -> _Answer:
    try:
        match question:
            case _Call(method, positional, named):
                return _Gave(getattr(adapter, method)(*positional, **named))
            case _Begin(conversation, task):
                talks[conversation] = adapter.converse(task)
                return _next(partial(next, talks[conversation]))
            case _Continue(conversation, results):
                return _next(partial(talks[conversation].send, results))
            case _End(conversation):
                return _Gave(talks.pop(conversation).close() if conversation in talks else None)
            case _ListModules():
                return _Gave([name for name in sys.modules if name not in modules])
    except Unsupported as why:
        return _Declined(message_of(why))
    except BaseException as error:  # an exit and a cancellation are the adapter's failures, too
        return _Failed(raised(error), crashed(error))


def _next(step: partial[Any]) -> _Answer:
    try:
        return _Gave(step())
    except StopIteration:
        return _NoMore()


def _stop(process: int, pipe: Connection) -> None:
    """Kill a copy and its children."""
    pipe.close()
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(process, 0)


def _ended(process: int, pipe: Connection) -> str:
    """Describe how a copy ended by itself."""
    pipe.close()
    _, status = os.waitpid(process, 0)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    return how_it_ended(os.waitstatus_to_exitcode(status))
