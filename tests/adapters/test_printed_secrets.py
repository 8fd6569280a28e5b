"""Tests that secrets in the output and messages of adapters are masked, also if they are cut or arrive in pieces."""

import sys

import msgspec
import pytest

from conformance.adapters.adapter import name_of
from conformance.adapters.isolated import _PRINTED, _Printed
from conformance.adapters.process import Misbehaved, Process, shown
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Raised
from conformance.leaks import hidden

GITHUB = "ghp_" + "Zk3Qw9Lp" * 4 + "x7Yz"
LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"


def test_a_secret_that_an_adapter_prints_in_pieces_is_masked(capsys: pytest.CaptureFixture[str]) -> None:
    printed = _Printed()
    for piece in (f"start {GITHUB[:20]}", f"{GITHUB[20:]} end\n"):
        printed.keep(piece.encode())
    printed.show()
    assert capsys.readouterr().err == f"start {hidden(GITHUB)} end\n"


class Full:
    """A stream on a full disk."""

    def write(self, _: str) -> None:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("stderr", [None, Full()], ids=["closed", "full"])
def test_output_that_cannot_be_shown_is_discarded(stderr: Full | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict does not depend on the output of an adapter."""
    printed = _Printed()
    printed.keep(b"hello\n")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stderr)
        printed.show()


def test_a_secret_at_the_limit_of_what_is_shown_is_masked(capsys: pytest.CaptureFixture[str]) -> None:
    printed = _Printed()
    printed.keep(b" " * (_PRINTED - 39) + f"{GITHUB} and more\n".encode())
    assert printed.floods
    printed.show()
    assert GITHUB[4:30] not in capsys.readouterr().err


@pytest.mark.parametrize(
    "printed",
    [f"{GITHUB} " + "y " * 2036, f"-----BEGIN PRIVATE KEY-----\n{LINE}\n" + "K7" * 1200 + "\n" + "end\n" * 700],
)
def test_a_secret_at_the_cut_of_stderr_is_masked(printed: str) -> None:
    program = Process((sys.executable, "-c", f"import sys; sys.stderr.write({printed!r})"), 20.0)
    with pytest.raises(Misbehaved):
        program.ask(b"x\n")
    words = program.words()
    program.end()
    assert words
    assert GITHUB[-20:] not in words
    assert "K7K7" not in words


def test_secrets_are_masked_before_a_text_is_cut() -> None:
    assert GITHUB[4:20] not in shown(f"{'k' * 30} {GITHUB} {'k' * 30}".encode())
    assert GITHUB[4:20] not in str(Raised(f"{'k' * 9970} {GITHUB} {'k' * 30}", bug=False))


def test_the_name_of_an_adapter_shows_no_secret() -> None:
    client = ReferenceClient()
    client.hello = msgspec.structs.replace(ReferenceClient.hello, name=f"my {GITHUB}")
    assert name_of(client) == f"my {hidden(GITHUB)}"


def test_only_the_beginning_of_a_long_name_is_shown() -> None:
    client = ReferenceClient()
    client.hello = msgspec.structs.replace(ReferenceClient.hello, name="n" * 5_000_000)
    assert len(name_of(client)) < 2000
