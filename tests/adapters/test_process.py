"""Tests of the end of programs that cannot be killed, for example because they have changed their user."""

import os
import sys

import pytest

from conformance.adapters import process
from conformance.adapters.process import Process


@pytest.mark.parametrize("code", ["import sys; sys.stdin.read()", "import time; time.sleep(60)"])
def test_a_program_that_cannot_be_killed_is_left(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int, number: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    program = Process((sys.executable, "-c", code), 20.0)
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", refuse)
        patch.setattr(process, "_ENDING", 1.0)
        program.end()
    program._program.kill()
    program._program.wait()
