"""Tests of ``conformance run`` with adapters that break, decline, print or do not exist. Each runs in a separate
process.
"""

import asyncio
import json
import sys
from typing import Any

import msgspec
import pytest

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.exit_codes import Exit

HERE = __name__


class Raises(ReferenceAdapter):
    name = "raises"

    def encode(self, *_: Any) -> Any:
        raise ZeroDivisionError("at once")


class Leaves(ReferenceAdapter):
    """An adapter that exits with code 0."""

    name = "leaves"

    def decode(self, *_: Any) -> Any:
        sys.exit(0)


class IsCancelled(ReferenceAdapter):
    """An adapter that raises a ``BaseException`` that is not an ``Exception``."""

    name = "is-cancelled"

    def decode(self, *_: Any) -> Any:
        raise asyncio.CancelledError


class SpeechlessError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Speechless(ReferenceAdapter):
    """An adapter whose exception has no text, because ``str()`` itself raises."""

    name = "speechless"

    def decode(self, *_: Any) -> Any:
        raise SpeechlessError


class RaisesOnce(ReferenceAdapter):
    name = "raises-once"

    def decode(self, dialect: str, response: Any) -> Any:
        if response.content_type == "text/event-stream":
            raise ZeroDivisionError("in streams")
        return super().decode(dialect, response)


class Nonsense(ReferenceAdapter):
    name = "nonsense"

    def decode(self, dialect: str, response: Any) -> Any:
        return {"calls": []}


class NoParts(ReferenceAdapter):
    """An adapter that returns None as the parts of streamed answers."""

    name = "no-parts"

    def decode(self, dialect: str, response: Any) -> Any:
        read = super().decode(dialect, response)
        plain = response.content_type != "text/event-stream"
        return read if plain else msgspec.structs.replace(read, parts=None)  # type: ignore[arg-type]


class WritesText(ReferenceAdapter):
    """An adapter that is right, but returns text in place of bytes when it writes an answer."""

    name = "writes-text"

    def encode_response(self, *given: Any, **named: Any) -> Any:
        return super().encode_response(*given, **named).decode()


class Declines(ReferenceAdapter):
    name = "declines"

    def encode(self, *_: Any) -> Any:
        raise Unsupported("not today")


class NeverStarts:
    def __init__(self) -> None:
        raise RuntimeError("no licence")


class Nameless:
    pass


@pytest.mark.parametrize(
    ("adapter", "code", "message"),
    [
        ("Raises", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("Leaves", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("IsCancelled", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("Speechless", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("Nonsense", Exit.ADAPTER_BROKE, "returned no usable answer"),
        ("NeverStarts", Exit.ADAPTER_BROKE, "does not start: RuntimeError: no licence"),
        ("Nameless", Exit.USAGE, "encode, decode, decode_request, encode_response and name"),
        ("RaisesOnce", Exit.NOT_CONFORMANT, ""),
        ("NoParts", Exit.NOT_CONFORMANT, ""),
        ("WritesText", Exit.NOT_CONFORMANT, ""),
        ("NotThere", Exit.USAGE, "cannot be loaded"),
    ],
)
def test_adapters_that_break(adapter: str, code: Exit, message: str, run: Any) -> None:
    result = run("--adapter", f"{HERE}:{adapter}")
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stderr.count("\n") == bool(message)
    if adapter in ("Raises", "RaisesOnce"):
        assert "call-parallel/stream/answered: ZeroDivisionError" in result.stdout
    if adapter == "NoParts":
        assert "answered: the adapter returned an invalid Response: /parts: expected tuple, got None" in result.stdout
    if adapter == "WritesText":
        failed = [line for line in result.stdout.splitlines() if line.startswith("FAIL")]
        assert len(failed) == 2
        assert all("response-round-trip: expected the adapter to return a bytes, got a str" in line for line in failed)


def test_an_adapter_that_declines_everything_is_not_green(run: Any) -> None:
    result = run("--adapter", f"{HERE}:Declines")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "unsupported" in result.stdout


@pytest.mark.parametrize("adapter", ["nope", "nope:Nope", "conformance:Nope"])
def test_unknown_adapters_are_a_usage_error(adapter: str, run: Any) -> None:
    result = run("--adapter", adapter)
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert adapter in result.stderr


class Prints(ReferenceAdapter):
    def decode(self, dialect: str, response: Any) -> Any:
        print("decoding")  # noqa: T201
        return super().decode(dialect, response)


def test_what_an_adapter_prints_is_not_in_the_document(run: Any) -> None:
    result = run("--adapter", f"{HERE}:Prints", "--format", "json", "--workers", 1)
    assert json.loads(result.stdout)
    assert "decoding" in result.stderr
