"""Adapters that do harm. The name of a class describes its harm."""

import asyncio
import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient


class ExitsWhenMade(ReferenceAdapter):
    def __init__(self) -> None:
        os._exit(0)


class ExitsWhenAsked(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        os._exit(0)


class ExitsAtExit(ReferenceAdapter):
    def __init__(self) -> None:
        atexit.register(os._exit, 0)

    def decode(self, dialect: str, response: Any) -> Any:
        raise RuntimeError("no")


class Crashes(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        os.kill(os.getpid(), signal.SIGSEGV)


class KillsItsParent(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(10)


class PatchesTheJudge(ReferenceAdapter):
    def __init__(self) -> None:
        import conformance.cli.judging as judging
        import conformance.gate.verdict as verdict
        from conformance.judge.exit_codes import Exit

        verdict.to_explain = lambda _: []  # type: ignore[assignment,return-value]
        judging.code = lambda _: Exit.CONFORMANT  # type: ignore[assignment]

    def decode(self, dialect: str, response: Any) -> Any:
        raise RuntimeError("no")


class LeavesAThread(ReferenceAdapter):
    def __init__(self) -> None:
        threading.Thread(target=time.sleep, args=(1000,)).start()


class ChangesItsSurroundings(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        os.chdir("/")
        os.environ.clear()
        os.umask(0o777)
        os.write(1, b"written to 1\n")
        sys.__stdout__.write("printed\x1b[31m\n")  # type: ignore[union-attr]
        return super().decode(dialect, response)


class Hangs(ReferenceAdapter):
    def __init__(self) -> None:
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)

    def decode(self, dialect: str, response: Any) -> Any:
        while True:
            try:
                time.sleep(10)
            except BaseException:
                continue


class NamesItselfOddly(ReferenceAdapter):
    name = "\x1b[31m\u202ename"


class ExitsWhileItClearsUp(ReferenceClient):
    def converse(self, task: Any) -> Any:
        try:
            yield from super().converse(task)
        finally:
            sys.exit(0)


class IsCancelledWhileItClearsUp(ReferenceClient):
    def converse(self, task: Any) -> Any:
        try:
            yield from super().converse(task)
        finally:
            raise asyncio.CancelledError


class DiesWhileItClearsUp(ReferenceClient):
    """An adapter whose process dies during cleanup, by a real-time signal that has no name in Python."""

    def converse(self, task: Any) -> Any:
        try:
            yield from super().converse(task)
        finally:
            os.kill(os.getpid(), signal.SIGRTMIN + 1)


class StartsAProgram(ReferenceClient):
    def converse(self, task: Any) -> Any:
        subprocess.Popen(["sleep", "1000"], process_group=0)
        yield from super().converse(task)


class IgnoresItsChildren(ReferenceAdapter):
    """An adapter that ignores SIGCHLD, so the system reaps its children, and that ends with exit code 3."""

    def __init__(self) -> None:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        os._exit(3)


class ClosesEverything(ReferenceAdapter):
    """An adapter that closes every descriptor, as a daemon does when it starts."""

    def __init__(self) -> None:
        os.closerange(3, 256)


KEY = "sk-proj-" + "Zk3Qw9LpT5vB" * 6


class ShowsAKey(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        sys.stderr.write(f"using {KEY}\n")
        raise RuntimeError(f"401 for {KEY}")

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        sent = super().encode(dialect, request, base_url)
        return msgspec.structs.replace(sent, url=f"{sent.url}?key={KEY}")
