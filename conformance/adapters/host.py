"""The host: the process that loads an adapter in Python, and that is copied for each case.

The host reads commands on stdin and answers on stdout. A copy has two separate pipes, and no state of an earlier
case. All output of the adapter goes to stderr. The host and its copy end when the judge ends.
"""

import _thread
import ctypes
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, BinaryIO, Final, NoReturn

import msgspec

from conformance.adapters.adapter import Adapter, name_of
from conformance.adapters.children import CaseMark
from conformance.adapters.crossing import (
    GIVES,
    READY,
    Answer,
    Begin,
    Call,
    Close,
    Closed,
    Continue,
    Declined,
    Described,
    End,
    Failed,
    Gave,
    Left,
    Load,
    NoAdapter,
    NoMore,
    Open,
    Question,
    answer_line,
    given,
    question,
)
from conformance.adapters.loading import AdapterNotFound, load_adapter
from conformance.adapters.unsupported import Unsupported, crashed, message_of, raised
from conformance.adapters.wire import begun
from conformance.data import Data, all_data, use
from toolwire.model import to_builtins
from toolwire.wire.errors import JsonError

_DESCRIBED: Final = ("hello", "name", "exposes", "capabilities", "text_formats")
_ENDING: Final = 1.0
"""The time limit, in seconds, within which a forked copy must end after it has closed its pipes."""
_ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "1")
"""The environment variable that prevents numpy from starting threads when it is imported. No adapter needs these
threads.
"""
_LOADING_AGAIN: Final = 30.0
"""The time limit, in seconds, within which a forked copy must load an adapter again."""
_OURS: Final = ("conformance", "toolwire", "builtins")
_ASYNC: Final = ("anyio._backends._asyncio", "concurrent.futures.thread", "sniffio")
_NAMES: Final = ("encodings.idna", "stringprep")
_AHEAD: Final = {
    "httpx": ("httpcore", "h11", "certifi", *_ASYNC, *_NAMES),
    "httpx2": ("httpcore2", "h11", "truststore", *_ASYNC, *_NAMES),
}
"""The modules that each HTTP client imports at its first request. These imports have no side effects."""
_BROKEN: Final = 70
"""The exit code of this process if it cannot continue: ``EX_SOFTWARE`` of sysexits.h."""
_UNKNOWN: Final = 255
"""The exit code that is reported for a forked copy if the adapter's code has already waited for the copy, so that the
real exit code is lost.
"""
_DIES_WITH_PARENT: Final = 1
"""The option of Linux's ``prctl`` that kills a process when its parent ends (``PR_SET_PDEATHSIG``)."""


def main(control: int, *, collects: bool = True) -> NoReturn:
    """Answer commands until stdin ends. ``control`` is the descriptor of the socket over which file descriptors arrive.

    ``collects`` is false if the judge has switched off garbage collection. Then this process and its copy for each case
    do not collect garbage, either.
    """
    if not collects:
        gc.disable()
    commands, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.environ.setdefault(*_ONE_THREAD)
    host = _Host(commands, replies, socket.socket(fileno=control))
    try:
        replies.write(b"\n%b\n" % READY)  # earlier output may not end with a line end
        replies.flush()
        for line in commands:
            replies.write(answer_line(host.answer(*question(line))))
            replies.flush()
            host.serve_alone()
        host.kill()
        os._exit(0)
    except BaseException as error:  # the judge is gone, or the adapter has broken this process
        with suppress(BaseException):
            sys.stderr.write(f"the process that loads the adapter cannot continue: {raised(error)}\n")
        host.kill()
    finally:
        os._exit(_BROKEN)


class _Host:
    def __init__(self, commands: BinaryIO, replies: BinaryIO, control: socket.socket) -> None:
        self._judge = (commands, replies, control)
        self._copy: int | None = None
        self._alone: tuple[int, int, tuple[Data, ...]] | None = None
        """The descriptors of the pipes, and the data folders, for a case that this process plays itself. None if a
        forked copy plays the case.
        """
        self._load: Callable[[], Adapter]
        self._adapter: Adapter
        self._on_child: Any = signal.SIG_DFL
        """The adapter's handler of the signal SIGCHLD. None if the handler was not installed from Python."""
        self._mark = CaseMark()
        self._dies = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def answer(self, seq: int, asked: Load | Open | Close) -> Answer:
        match asked:
            case Load():
                return self._loaded(seq, asked)
            case Open(data, alone):
                self._open(data, alone=alone)
                return Gave(seq, None)
            case Close(ends):
                code = self._ended() if ends else None
                self.kill()
                return Closed(seq, code)

    def _loaded(self, seq: int, asked: Load) -> Answer:
        sys.path[:] = asked.path
        use(*asked.data)
        threads, natives = threading.active_count(), _native_threads()
        self._end_with_parent(signal.SIGKILL)  # an adapter that hangs here does not let this process read its stdin
        try:
            adapter = load_adapter(asked.adapter)
            described = _described(adapter)
        except AdapterNotFound as why:
            return NoAdapter(seq, str(why))
        except BaseException as error:  # an exit and a cancellation are the adapter's failures, too
            return Failed(seq, raised(error), crashed(error))
        finally:
            self._end_with_parent(0)  # from here on, the thread of the judge that started this process may end
        _import_ahead()
        # This process itself waits for the end of its copies. Only the copies use the adapter's handler of SIGCHLD.
        self._on_child = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # A copy lacks the threads that loading started here, so it loads the adapter and its modules again. If that
        # does not start the threads again, no copies are made: the judge starts a process for each case.
        self._adapter = adapter
        self._load = lambda: adapter
        if not asked.alone and _native_threads() > natives:
            described = msgspec.structs.replace(described, alone=True)
        elif not asked.alone and (running := threading.active_count()) > threads:
            self._load = partial(_load_again, asked.adapter, type(adapter).__module__)
            described = msgspec.structs.replace(described, alone=not self._starts_in_a_copy(running))
        gc.freeze()  # else a collection in a copy writes to all memory that it shares with the host, and so copies it
        return Gave(seq, to_builtins(described))

    def _starts_in_a_copy(self, threads: int) -> bool:
        """Load the adapter again in a forked copy of this process. Return whether the copy then has at least
        ``threads`` threads.
        """
        pid = os.fork()
        if pid == 0:
            try:
                os.setpgid(0, 0)
                self._mark.set()
                self._load()
                os._exit(0 if threading.active_count() >= threads else 1)
            finally:
                os._exit(1)
        self._copy = pid
        started = self._ended(_LOADING_AGAIN) == 0
        self.kill()
        return started

    def _open(self, data: tuple[Data, ...], *, alone: bool) -> None:
        _, (into, out), _, _ = socket.recv_fds(self._judge[2], 1, 2)
        os.set_inheritable(into, False)
        os.set_inheritable(out, False)
        if alone:
            self._alone = into, out, data
            return
        host = os.getpid()
        self._copy = os.fork()
        if self._copy == 0:
            for each in self._judge:
                each.close()
            self._become_copy(host, into, out, data)
        os.close(into)
        os.close(out)

    def _become_copy(self, host: int, into: int, out: int, data: tuple[Data, ...]) -> NoReturn:
        try:
            os.setpgid(0, 0)
            self._end_with_parent(signal.SIGKILL)
            if os.getppid() != host:
                os._exit(0)
            self._mark.set()
            self._play(self._load, into, out, data)
        finally:
            os._exit(0)

    def _end_with_parent(self, number: int) -> None:
        """Let the operating system send this process a signal when its parent ends. 0 means no signal. Linux only."""
        if self._dies is not None:
            self._dies(_DIES_WITH_PARENT, number)

    def serve_alone(self) -> None:
        """If the judge asked for a case without a forked copy, play the case in this process, and then end the process.

        Otherwise do nothing.
        """
        if self._alone is not None:
            _thread.start_new_thread(_end_with, (self._judge[0],))
            self._play(lambda: self._adapter, *self._alone)

    def _play(self, load: Callable[[], Adapter], into: int, out: int, data: tuple[Data, ...]) -> NoReturn:
        """Play a case: answer the judge's questions to the adapter until the case ends. Then end this process.

        ``load``: a function that returns the adapter. ``into``, ``out``: the descriptors of the pipes for questions and
        answers. ``data``: the folders with claims about providers, scenarios and cassettes.
        """
        try:
            if data != all_data():
                use(*data)
            if self._on_child is not None:
                signal.signal(signal.SIGCHLD, self._on_child)
            _serve(load(), os.fdopen(into, "rb"), os.fdopen(out, "wb"))
        except (EOFError, BrokenPipeError):  # the case has ended, or the judge is gone
            os._exit(0)
        except BaseException as error:
            with suppress(BaseException):
                sys.stderr.write(f"the process that plays the case cannot continue: {raised(error)}\n")
        finally:
            os._exit(_BROKEN)

    def _ended(self, limit: float = _ENDING) -> int | None:
        """Wait until the forked copy of this process ends by itself, and return its exit code. Then kill its children.

        If a signal ended the copy, return the negative number of the signal. Return ``_UNKNOWN`` if the exit code is
        lost. Return None if no copy runs, or if the copy does not end in time.
        """
        until = time.monotonic() + limit
        while self._copy is not None:
            try:
                pid, status = os.waitpid(self._copy, os.WNOHANG)
            except ChildProcessError:
                self._copy = None
                return _UNKNOWN
            if pid:
                with suppress(OSError):
                    os.killpg(pid, signal.SIGKILL)
                self._copy = None
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > until:
                break
            time.sleep(0.001)
        return None

    def kill(self) -> None:
        """Kill the forked copy that plays the case, and its children. If no copy runs, do nothing."""
        copy, self._copy = self._copy, None
        if copy is None:
            return
        with suppress(OSError):
            os.kill(copy, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(copy, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(copy, 0)


def _native_threads() -> int:
    """Return the number of threads of this process that Python's ``threading`` does not know. Only Linux shows such
    threads. On other systems, and in a sandbox without ``/proc``, return 0.
    """
    try:
        return len(os.listdir("/proc/self/task")) - threading.active_count()  # noqa: PTH208
    except OSError:
        return 0


def _end_with(commands: BinaryIO) -> NoReturn:
    """Wait until the judge closes the pipe ``commands``. Then kill this process and its children."""
    commands.read()
    os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _load_again(name: str, module: str) -> Adapter:
    """Load an adapter again, and return it. All modules of its package are loaded again, too, because they may have
    started threads. Modules of the suite are not loaded again.
    """
    package = module.partition(".")[0]
    if package not in _OURS:
        for other in [other for other in sys.modules if other.partition(".")[0] == package]:
            del sys.modules[other]
    return load_adapter(name)


def _import_ahead() -> None:
    """Import the modules that the HTTP clients in this process would import at their first request, so that the forked
    copies need not import them.

    No other module is imported in advance. Otherwise an adapter that forgets to import a module would work anyway.
    """
    for client, modules in _AHEAD.items():
        for module in modules if client in sys.modules else ():
            with suppress(Exception):
                import_module(module)


def _described(adapter: Adapter) -> Described:
    str(name_of(adapter))
    own = {name: getattr(adapter, name) for name in _DESCRIBED if hasattr(adapter, name)}
    own |= {name: tuple(value) for name, value in own.items() if isinstance(value, list)}
    methods = tuple(name for name in GIVES if hasattr(adapter, name))
    return Described(methods=methods, **own)


def _serve(adapter: Any, questions: BinaryIO, answers: BinaryIO) -> NoReturn:
    """Answer questions to the adapter until the judge closes the pipe. Then raise ``EOFError``."""
    talks: dict[int, Any] = {}
    deepest = sys.getrecursionlimit()
    while True:
        line = questions.readline()
        if not line:
            raise EOFError
        seq, asked = question(line)
        gave = _answer(adapter, seq, asked, talks)
        sys.setrecursionlimit(deepest)
        answers.write(_line(gave, asked))
        answers.flush()


def _line(gave: Answer, asked: Question) -> bytes:
    """Return an answer as a line. If the answer's value has the wrong type for the method, or cannot be written as
    JSON, the line reports a failure of the adapter.
    """
    if not isinstance(gave, Gave):
        return answer_line(gave)
    try:
        return answer_line(Gave(gave.seq, given(gave.value, asked.gives)))
    except TypeError as wrong:
        return answer_line(Failed(gave.seq, str(wrong), bug=True))
    except BaseException as error:  # an object of the adapter may raise anything while it is read
        kind = type(gave.value).__name__
        why = str(error) if isinstance(error, JsonError) else raised(error)
        return answer_line(
            Failed(gave.seq, f"the adapter returned a {kind} that cannot be written as JSON: {why}", bug=True)
        )


def _answer(adapter: Any, seq: int, asked: Question, talks: dict[int, Any]) -> Answer:
    try:
        match asked:
            case Call(method, positional, named):
                return Gave(seq, getattr(adapter, method)(*positional, **named))
            case Begin(conversation, task):
                talks[conversation] = begun(adapter, task)
                return _next(seq, partial(next, talks[conversation]))
            case Continue(conversation, results):
                return _next(seq, partial(talks[conversation].send, results))
            case End(conversation):
                return Gave(seq, talks.pop(conversation).close() if conversation in talks else None)
    except Unsupported as why:
        return Declined(seq, message_of(why))
    except Exception as error:
        return Failed(seq, raised(error), crashed(error))
    except BaseException as error:
        return Left(seq, raised(error))


def _next(seq: int, step: partial[Any]) -> Answer:
    try:
        return Gave(seq, step())
    except StopIteration:
        return NoMore(seq)
