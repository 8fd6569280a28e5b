"""Isolation of adapters in Python.

Each adapter is loaded in a separate process, and each case runs in a copy of this process. A copy is a fork
(``host.py``). It lacks the threads that the adapter has started while it was loaded. If a copy cannot start these
threads again, each case runs in a new process that loads the adapter.

No code of an adapter runs in the judge's process. The judge gets the adapter's values as JSON. The copy is made when
the judge first uses the adapter in a case. When the case ends, the copy ends with all state of the adapter. Needs
POSIX: Linux, macOS.
"""

import gc
import os
import socket
import sys
import time
import weakref
from contextlib import suppress
from functools import partial
from itertools import count
from selectors import BaseSelector
from typing import Any, Final, cast

from conformance.adapters import children
from conformance.adapters.adapter import Adapter
from conformance.adapters.crossing import (
    READY,
    Begin,
    Call,
    Close,
    Closed,
    Command,
    Continue,
    Declined,
    Described,
    End,
    Failed,
    Left,
    Load,
    NoAdapter,
    NoMore,
    NotAnAnswer,
    Open,
    Question,
    answer,
    question_line,
)
from conformance.adapters.gateway import GATEWAY
from conformance.adapters.loading import COMMAND, REFERENCE, AdapterNotFound, load_adapter
from conformance.adapters.process import Ended, Lines, Misbehaved, NotStarted, Process, TimedOut, how_it_ended, shown
from conformance.adapters.stdio import OverStdio
from conformance.adapters.unsupported import Escaped, Raised, Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.data import all_data
from conformance.judge.wording import visible
from conformance.leaks import AROUND, hidden

LIMIT: Final = 60.0
"""The time, in seconds, that a wire adapter may use for a conversation, or a codec for an operation."""
_LOADING: Final = 120.0
"""The time limit for loading an adapter, in seconds."""
_CONTROL: Final = 30.0
"""The time limit for making a forked copy that plays a case, and for ending the copy, in seconds."""
_START: Final = (
    "import sys; sys.path[:] = {path!r}; "
    "from conformance.adapters.host import main; main({control}, collects={collects})"
)
_PRINTED: Final = 1 << 16
"""The maximum number of characters of an adapter's own output that are shown for each case."""


class Isolated:
    """A proxy for an adapter that runs in another process.

    It has the adapter's attributes. It calls the adapter's methods in a fork of the process that loaded the adapter.
    """

    def __init__(self, name: str) -> None:
        """Load the adapter. Raises ``AdapterNotFound``, ``Misbehaved``, and ``Raised`` if the class itself raises."""
        self._name = name
        self._copy: _Copy | None = None
        self._numbers = count()
        self._stuck: TimedOut | None = None
        """The error if the process that loads the adapter did not end the latest case in time, else None. The next case
        raises the error.
        """
        self._host: _Host | None = _Host(name)
        self._described = self._host.load()

    def __getattr__(self, name: str) -> Any:
        described = self._described
        if name in described.methods:
            return self._converse if name == "converse" else partial(self._call, name)
        found = getattr(described, name, None)
        if found is None or name == "methods":
            raise AttributeError(name)
        return found

    def forget(self) -> None:
        """End the process in which the adapter plays the case, and all processes that the case has started."""
        copy, self._copy = self._copy, None
        if copy is None or self._host is None:
            return
        self._let_go(copy)
        if self._host is not None:
            children.end_strays_of_cases(self._host.mark)

    def stop(self) -> None:
        """End the process that loaded the adapter, the process that plays the case, and all processes that these have
        started.
        """
        if self._host is not None:
            self._host.end()
        self._host = self._copy = None

    def _call(self, method: str, *positional: Any, **named: Any) -> Any:
        return self._ask(Call(method, positional, named), LIMIT)

    def _converse(self, task: Task) -> Talk:
        conversation = next(self._numbers)
        left = LIMIT
        try:
            since = time.monotonic()
            reading = self._ask(Begin(conversation, task), left)
            left -= time.monotonic() - since
            while results := (yield reading):
                since = time.monotonic()
                reading = self._ask(Continue(conversation, results), left)
                left -= time.monotonic() - since
        except _Over:
            return
        except (Unsupported, Raised):
            with suppress(Unsupported, Raised):  # the first error is the cause
                self._ask(End(conversation), max(left, 1.0))
            raise
        finally:
            if self._copy is not None:
                self._ask(End(conversation), max(left, 1.0))

    def _ask(self, question: Question, limit: float) -> Any:
        """Send a question to the process that plays the case, and return the value in its answer.

        ``limit``: the time limit in seconds. Raises ``Unsupported``, ``Raised``, ``Misbehaved``, ``_Over``, and
        interruptions.
        """
        copy = self._running()
        try:
            copy.begin(limit)
            return copy.question(question)
        except (Unsupported, Raised, _Over):
            raise
        except Misbehaved:
            self._copy = None
            self._let_go(copy)
            raise
        except BaseException:  # an interruption, which waits for nothing
            self.stop()
            raise

    def _running(self) -> "_Copy":
        """Return the connection to the process that plays the case. If no case is played, begin a case. Raises
        ``Misbehaved``.
        """
        stuck, self._stuck = self._stuck, None
        if stuck is not None:
            raise stuck
        if self._copy is None:
            if self._host is None:
                self._host = _Host(self._name)
                try:
                    self._host.load(alone=self._described.alone)
                except BaseException:
                    self.stop()
                    raise
            try:
                self._copy = self._host.open(alone=self._described.alone)
            except BaseException:
                self.stop()
                raise
        return self._copy

    def _let_go(self, copy: "_Copy") -> None:
        """End the process of a case. If the process that loaded the adapter does not answer, or if it plays the case
        itself, end this process, too.
        """
        copy.shut()
        if self._described.alone:
            self.stop()
            return
        try:
            if self._host is not None:
                self._host.close()
        except TimedOut as error:
            self.stop()
            self._stuck = TimedOut(f"the process that loads the adapter did not end the previous case: {error}")
        except Misbehaved:
            self.stop()
        except BaseException:
            self.stop()
            raise


def load_isolated(name: str) -> Adapter:
    """Load the adapter with this name, and isolate its cases. Raises the errors of ``load_adapter``, and ``Raised``.

    Some adapters need no isolation: the reference has no state, a program on stdio is restarted for each case, and a
    gateway is a separate process anyway. On systems without fork (Windows), an adapter is loaded in this process.
    """
    if name == REFERENCE or name.startswith((COMMAND, GATEWAY)) or not hasattr(os, "fork"):
        return load_adapter(name)
    return cast("Adapter", Isolated(name))


def forget(adapter: Adapter) -> None:
    """Discard the state that the adapter keeps from a case: end its process, so that the next case gets a new process.

    For an adapter that the suite did not start, such as a gateway, and for an adapter in this process, do nothing.
    """
    if isinstance(adapter, Isolated | OverStdio):
        adapter.forget()


class _Over(Exception):
    """An exception: the adapter ended the conversation."""


class _Printed:
    """A filter of an adapter's own output. The output of a case is shown on stderr when the case ends, up to a limit.

    Secrets are masked, and invisible characters are escaped. The output is kept until the end of the case, because a
    secret may arrive in several pieces.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin a case: forget the output of the previous case."""
        self._left = _PRINTED
        self._kept = bytearray()

    @property
    def floods(self) -> bool:
        """True if there is more output than is shown."""
        return len(self._kept) > self._left

    def keep(self, data: bytes) -> None:
        """Keep the output that ``show`` needs: the output up to the limit, and ``AROUND`` more bytes. Drop the rest."""
        self._kept += data[: max(self._left + AROUND - len(self._kept), 0)]

    def show(self) -> None:
        """Write the kept output to stderr, up to the limit. If stderr cannot be written, discard the output."""
        text = hidden(self._kept.decode(errors="backslashreplace"))
        shown_text = "".join(f"{visible(line)}{end}" for line, end in _lines(text[: max(self._left, 0)]))
        more = "\n(more output of the adapter is not shown)\n" if 0 <= self._left < len(text) else ""
        if sys.stderr is not None:
            with suppress(OSError):  # the verdict does not depend on messages
                sys.stderr.write(f"{shown_text}{more}")
        self._left -= len(text)
        self._kept.clear()


def _lines(text: str) -> list[tuple[str, str]]:
    *whole, last = text.split("\n")
    return [*((line, "\n") for line in whole), (last, "")]


class _Host(Process):
    """The process that loads an adapter, and that is copied for each case."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seq = 0
        self._control, theirs = socket.socketpair()
        weakref.finalize(self, self._control.close)
        self._printed = _Printed()
        start = _START.format(path=_path(), control=theirs.fileno(), collects=gc.isenabled())
        try:
            super().__init__((sys.executable, "-c", start), _LOADING, shared=(theirs.fileno(),))
        except OSError as error:
            raise NotStarted(
                f"Python cannot be started for the adapter: {error.strerror} ({sys.executable!r})"
            ) from None
        finally:
            theirs.close()

    def load(self, *, alone: bool = False) -> Described:
        """Load the adapter, and return its description. Raises ``AdapterNotFound``, ``Raised``, ``Misbehaved``.

        ``alone`` is true if the process that loads the adapter will play a case itself, and not in a forked copy.
        """
        try:
            while (line := self.ask(b"")) != READY:
                self.printed(line + b"\n" if line else b"")
            described: Described = self._command(Load(self._name, tuple(_path()), all_data(), alone), Described)
        except BaseException:
            self.stop()
            raise
        finally:
            self._printed.show()
        return described

    def open(self, *, alone: bool) -> "_Copy":
        """Begin a case: fork the process, and return the connection to the fork, which plays the case.

        If ``alone`` is true, there is no fork: the process plays the case itself. Raises ``Misbehaved``.
        """
        theirs_in, into = os.pipe()
        out, theirs_out = os.pipe()
        self._printed.show()
        self._printed.begin()
        try:
            self.begin(_CONTROL)
            socket.send_fds(self._control, [b"c"], [theirs_in, theirs_out])
            self._command(Open(all_data(), alone), None)
        except BaseException as error:
            os.close(into)
            os.close(out)
            if isinstance(error, OSError):
                raise Ended(self.ended()) from None
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        return _Copy(self, into, out, self._err, alone=alone)

    def close(self, *, ends: bool = False) -> int | None:
        """End the process that plays the case. Return its exit code if it has ended by itself, otherwise None.

        For ``ends``, see ``Close``. Raises ``Misbehaved``.
        """
        self.begin(_CONTROL)
        code: int | None = self._command(Close(ends), None)
        return code

    @property
    def floods(self) -> bool:
        """True if the adapter has printed more in this case than is shown."""
        return self._printed.floods

    def printed(self, data: bytes) -> None:
        self._printed.keep(data)

    def show_printed(self) -> None:
        """Show on stderr the output of the adapter that has arrived."""
        self._printed.show()

    def end(self) -> None:
        super().end()
        self._printed.show()

    def _command(self, command: Command, kind: Any) -> Any:
        self._seq += 1
        return _value(self.ask(question_line(self._seq, command)), self._seq, kind)


class _Copy(Lines):
    """The judge's connection to the process in which the adapter plays a case. The process is a fork of a host, or the
    host itself if ``alone`` is true.
    """

    def __init__(self, host: _Host, into: int, out: int, err: int, *, alone: bool) -> None:
        self._host = host
        self._alone = alone
        self._seq = 0
        super().__init__(into, out, err, LIMIT)
        self._shut = weakref.finalize(self, _shut, self._selector, into, out)

    def question(self, question: Question) -> Any:
        """Send a question to the process, and return the value in its answer.

        Raises ``Unsupported``, ``Raised``, ``Misbehaved`` and ``_Over``.
        """
        self._seq += 1
        return _value(self.ask(question_line(self._seq, question)), self._seq, question.gives)

    def printed(self, data: bytes) -> None:
        self._host.printed(data)

    def ended(self) -> str:
        if self._alone:
            return self._host.ended()
        code = self._host.close(ends=True)
        return "the process of the adapter closed its pipe to the judge" if code is None else how_it_ended(code)

    def shut(self) -> None:
        """Show on stderr the rest of the adapter's output, and close the pipes."""
        with suppress(BlockingIOError):
            while data := os.read(self._err, _PRINTED):
                self.printed(data)
                if self._host.floods:
                    break
        self._host.show_printed()
        self._shut()


def _path() -> list[str]:
    """Return the strings in ``sys.path``. Python ignores other entries, such as a ``Path``, too."""
    return [entry for entry in sys.path if isinstance(entry, str)]


def _shut(selector: BaseSelector, into: int, out: int) -> None:
    selector.close()
    os.close(into)
    os.close(out)


def _value(line: bytes, seq: int, kind: Any) -> Any:
    """Return the value in an answer, or raise the exception that the answer reports."""
    try:
        read = answer(line, seq, kind)
    except NotAnAnswer as error:
        raise NotAnAnswer(f"{error}: {shown(line)}") from None
    match read:
        case NoMore():
            raise _Over
        case Declined(reason=reason):
            raise Unsupported(reason)
        case Failed(what=what, bug=bug):
            raise Raised(what, bug=bug)
        case Left(what=what):
            raise Escaped(what, bug=False)
        case NoAdapter(why=why):
            raise AdapterNotFound(why)
        case Closed(code=code):
            return code
    return read.value
