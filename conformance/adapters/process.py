"""A program that replies to lines on stdin with lines on stdout."""

import os
import re
import selectors
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from typing import Final, cast

from conformance.adapters import children
from conformance.leaks import AROUND, beginning, hidden
from conformance.plural import counted

_SHOWN: Final = 60
_KEPT: Final = 4096
"""The maximum number of characters of stderr that are shown."""
_SEARCHED: Final = _KEPT + AROUND
"""The maximum number of bytes of stderr that are kept, and searched for secrets."""
_PIECE: Final = 1 << 16
_LONGEST: Final = 16 << 20
"""The maximum length of a line, in bytes. A reply of this length needs up to 500 MB in memory."""
_SLICE: Final = 1.0
"""The maximum length of a wait, in seconds.

If a wait takes longer, for instance because the machine was suspended, only this length counts towards the time limit.
"""
_ERROR: Final = re.compile(r"(?:Caused by: |Uncaught )?(?:[\w.]*(?:[Ee]rror|Exception)|panic|fatal)\b[^:]{0,60}: ?\S")
"""The beginning of a line that names an error in Python, JavaScript, Java, Go and other languages."""
_LAST_LINES: Final = 3
"""The number of last lines that are shown if no line names an error."""
_LAST_WORDS: Final = 1.0
"""The time limit for reading the rest of stderr after the process has ended, in seconds."""
_ENDING: Final = 10.0
"""The time within which the program must end after it was killed, in seconds. A program that has changed its user
cannot be killed.
"""


class Misbehaved(Exception):
    """An error: the program broke the protocol on stdio. ``str()`` has the reason."""


class NotStarted(Misbehaved):
    """An error: the system cannot start the program, for example because no such program exists."""


class Ended(Misbehaved):
    """An error: the program ended, or closed its stdout, before it replied."""


class TimedOut(Misbehaved):
    """An error: the program or the server did not reply in time."""


class TooLong(Misbehaved):
    """An error: a line or an answer is longer than the limit."""


class Lines:
    """Communication with a process that replies to each line with a line. Needs POSIX: Linux, macOS."""

    def __init__(self, into: int, out: int, err: int, limit: float) -> None:
        """Use the pipes ``into`` to the process, ``out`` from the process, and ``err`` from its stderr. The first
        operation may take ``limit`` seconds.
        """
        self._in, self._out, self._err = into, out, err
        self._selector = selectors.DefaultSelector()
        weakref.finalize(self, self._selector.close)
        for place in (into, out, err):
            os.set_blocking(place, False)
        for place in (out, err):
            self._selector.register(place, selectors.EVENT_READ)
        self._read = bytearray()
        self._searched = 0
        self.begin(limit)

    def begin(self, limit: float) -> None:
        """Begin an operation. Set its time limit, in seconds, and forget the stderr output of earlier operations."""
        self._stderr = b""
        self._limit = self._left = limit

    def ask(self, line: bytes) -> bytes:
        """Write a line, and return the line with which the process replies. Raises ``Misbehaved``."""
        left = memoryview(line)
        self._since = time.monotonic()
        self._selector.register(self._in, selectors.EVENT_WRITE)
        try:
            while left or not self._has_line():
                for key, _ in self._ready():
                    if key.fd == self._in:
                        left = self._write(left)
                    else:
                        self._take(key.fd)
        finally:
            with suppress(KeyError):
                self._selector.unregister(self._in)
        return self._line()

    def printed(self, data: bytes) -> None:
        """Add data that the process has written to stderr, and keep only the end of all such data."""
        self._stderr = (self._stderr + data)[-_SEARCHED:]

    def ended(self) -> str:
        """Describe how the process ended after it closed its stdout or its stdin."""
        raise NotImplementedError

    def _ready(self) -> list[tuple[selectors.SelectorKey, int]]:
        if self._left <= 0:
            raise TimedOut(f"no answer within {self._limit:g} s{self._unfinished()}")
        ready = self._selector.select(min(self._left, _SLICE))
        now = time.monotonic()
        self._left -= min(now - self._since, _SLICE)
        self._since = now
        return ready

    def _write(self, left: memoryview) -> memoryview:
        try:
            left = left[os.write(self._in, left) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:
            raise self._gone() from None
        if not left:
            self._selector.unregister(self._in)
        return left

    def _take(self, place: int) -> None:
        data = os.read(place, _PIECE)
        if not data:
            self._selector.unregister(place)
        if place == self._err:
            self.printed(data)
        elif data:
            self._read += data
        else:
            raise self._gone()

    def _has_line(self) -> bool:
        end = self._read.find(b"\n", self._searched)
        if max(end, len(self._read)) > _LONGEST:
            raise TooLong(f"expected an answer of at most {_LONGEST >> 20} MB, got more")
        self._searched = len(self._read) if end < 0 else end
        return end >= 0

    def _line(self) -> bytes:
        """Return the next line of stdout without its line end. The whole line must have arrived."""
        line = bytes(self._read[: self._searched])
        del self._read[: self._searched + 1]
        self._searched = 0
        return line

    def last_words(self, seconds: float) -> None:
        """Read stderr to its end, or until ``seconds`` have passed."""
        until = time.monotonic() + seconds
        while self._err in self._selector.get_map() and time.monotonic() < until:
            ready = [key for key, _ in self._selector.select(max(0.0, until - time.monotonic()))]
            for key in ready:
                if key.fd == self._err:
                    self._take(key.fd)
            if not ready:
                return

    def _gone(self) -> Ended:
        return Ended(f"{self.ended()}{self._unfinished()}")

    def _unfinished(self) -> str:
        return f", in the middle of the line {shown(bytes(self._read))}" if self._read else ""

    def words(self) -> str:
        """Return the end of stderr as a clause for a message, on one line, or an empty text if nothing was written.

        Secrets of known shapes are masked. If there is too much output, the first lines are left out.
        """
        text = " | ".join(self._stderr_lines())
        return f"; stderr: {text}" if text else ""

    def last_error(self) -> str:
        """Return the last line of stderr that has the form of an error, such as ``TypeError: ...``, or else the last
        lines. The number of all other lines follows. Secrets of known shapes are masked.

        The text is a clause for a message. Return an empty text if nothing was written.
        """
        lines = self._stderr_lines()
        errors = [line for line in lines if _ERROR.match(line)]
        chosen = errors[-1:] or lines[-_LAST_LINES:]
        left = len(lines) - len(chosen)
        more = f" ({counted(left, 'more line')}: start the program yourself to see all)" if left else ""
        return f"; stderr: {' | '.join(chosen)}{more}" if chosen else ""

    def _stderr_lines(self) -> list[str]:
        """Return the last lines of stderr, without empty lines and lines that have only ``^`` and ``~``.

        Secrets are masked before the text is cut, because a part of a secret has no known shape.
        """
        whole = hidden(self._stderr.decode(errors="replace"))
        if len(whole) > _KEPT:
            whole = whole[-_KEPT:]
            whole = whole.partition("\n")[2] or whole
        lines = (line.strip() for line in whole.splitlines())
        return [line for line in lines if line.strip("^~ ")]


class Process(Lines):
    """A running program, in a separate session."""

    def __init__(self, command: tuple[str, ...], limit: float, *, shared: tuple[int, ...] = ()) -> None:
        """Start the program. Its first operation may take ``limit`` seconds. The program inherits the descriptors
        ``shared``.

        Raises ``OSError`` if the program cannot be started.
        """
        pipe = subprocess.PIPE
        self.mark = children.new_mark()
        self._program = subprocess.Popen(  # noqa: S603 - judging an adapter means running it
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=True,
            pass_fds=shared,
            env=children.environment(self.mark),
        )
        self.stop = weakref.finalize(self, _stop, self._program)
        """Kill the program and its children. This also happens when this object is garbage-collected."""
        children.running(self)
        into, out, err = (
            cast("int", stream.fileno())  # type: ignore[union-attr]
            for stream in (self._program.stdin, self._program.stdout, self._program.stderr)
        )
        super().__init__(into, out, err, limit)

    def end(self) -> None:
        """Kill the program, and all processes that it has started, also those in other sessions."""
        self.stop()
        children.end_strays(self.mark)

    def ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._program.wait(_LAST_WORDS)
        self.last_words(_LAST_WORDS)
        code = self._program.returncode
        return "the process closed its stdout" if code is None else how_it_ended(code)


def how_it_ended(code: int) -> str:
    """Describe how a process with this exit code ended. A negative code means a signal. The signal is shown by its name
    or, if it has no name, by its number.
    """
    if code >= 0:
        return f"the process ended with exit code {code}"
    named = {each.value: each.name for each in signal.Signals}
    return f"the process was ended by {named.get(-code, f'signal {-code}')}"


def shown(data: bytes) -> str:
    """Return the beginning of the data in quotes, for a message. Secrets of known shapes are masked before the text is
    cut.
    """
    return repr(beginning(hidden(data[: _SHOWN + AROUND].decode(errors="replace")), _SHOWN))


def _stop(program: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    for stream in (program.stdin, program.stdout, program.stderr):
        if stream:
            stream.close()
    with suppress(subprocess.TimeoutExpired):
        program.wait(_ENDING)
