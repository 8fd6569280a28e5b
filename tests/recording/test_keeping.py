"""Tests that no secret in an answer is kept: it is masked, or nothing is written."""

import base64
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance import leaks
from conformance.leaks import LeakError
from conformance.recording import keeping
from conformance.recording.cassette import Answered, CassetteName
from conformance.recording.conversation import Exchanged
from conformance.recording.errors import RecordingError
from conformance.recording.live_case import LiveCase
from conformance.standins import Answer, Chunk
from toolwire.dialects.reading import read_answer
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange

from .planted import planted, streamed

CASE = LiveCase.of(CassetteName("openai", "openai_chat", "call-single", "plain"))
ASKED = keeping.Asked(
    base_url="https://api.example/v1", address="own", model="m", today="2026-12-01", server=None, secrets=frozenset()
)


class NoSecondReader:
    def agreed(self, *_: object) -> tuple[Answered, ...]:
        return (Answered(answer=None, agreed=(), why="nobody else was asked"),)


def exchanged(exchange: Exchange) -> Exchanged:
    response = exchange.response
    answer = Answer(status=200, headers=response.headers, chunks=(Chunk(0, response.body),), expected=None)
    return Exchanged(request=exchange.request, answer=answer, read=read_answer(CASE.dialect, response))


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """Yield everything that is logged."""
    text = StringIO()
    root, handler = logging.getLogger(), logging.StreamHandler(text)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.setLevel(level)
    root.removeHandler(handler)


def test_no_secret_reaches_the_disk_or_a_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logged: StringIO, subtests: pytest.Subtests
) -> None:
    written: list[str] = []
    monkeypatch.setattr(keeping, "write", lambda path, text, verify: written.append(text))
    second: Any = NoSecondReader()
    refused = kept = 0
    for name, secret, exchange in planted():
        written.clear()
        try:
            keeping.keep(CASE, [exchanged(exchange)], ASKED, tmp_path, second)
        except WireError:
            continue  # an answer that nobody can read is never kept
        except (LeakError, RecordingError) as error:
            why = str(error)
        else:
            why = ""
        refused += bool(why)
        kept += len(written)
        with subtests.test(name):
            assert secret not in why
            assert secret not in logged.getvalue()
            assert bool(why) is not bool(written)
            for text in written:
                assert secret not in text
                assert base64.b64encode(secret.encode()).decode().rstrip("=") not in text
    assert refused > 10
    assert kept > 10
    assert not list(tmp_path.iterdir())


def test_the_key_is_found_in_pieces_whatever_it_looks_like(tmp_path: Path) -> None:
    second: Any = NoSecondReader()
    asked = msgspec.structs.replace(ASKED, secrets=frozenset({"open-sesame"}), key="open-sesame")
    for texts in (list("It is open-sesame now."), [{"strange": letter} for letter in "open-sesame"]):
        with pytest.raises((LeakError, RecordingError), match=r": .*the key that was sent|masking a secret"):
            keeping.keep(CASE, [exchanged(streamed(texts))], asked, tmp_path, second)
    assert not list(tmp_path.iterdir())


KEY = "sk-Zq8Lw3nT7xVb2KcR9mPd"
PARTS = {
    "cut": KEY[:20],
    "two words": f"{KEY[:12]} and {KEY[12:]}",
    "blanks": " ".join(KEY),
    "backwards in two words": f"{KEY[::-1][:12]} and {KEY[::-1][12:]}",
    "base64 of halves": " ".join(base64.b64encode(half.encode()).decode() for half in (KEY[:12], KEY[12:])),
}


@pytest.mark.parametrize("form", PARTS)
def test_no_part_of_the_key_is_kept(form: str, tmp_path: Path) -> None:
    second: Any = NoSecondReader()
    asked = msgspec.structs.replace(ASKED, secrets=frozenset({KEY}), key=KEY)
    with pytest.raises((LeakError, RecordingError), match=r": .*the key that was sent|masking a secret"):
        keeping.keep(CASE, [exchanged(streamed([f"Hello {PARTS[form]}."]))], asked, tmp_path, second)
    assert not list(tmp_path.iterdir())


def test_a_part_of_the_key_that_the_request_has_is_no_secret() -> None:
    known = leaks.Known(key="llama-3.1-8b-for-me-9", sent='{"model": "llama-3.1-8b"}')
    assert leaks.find('{"model": "llama-3.1-8b"}', known=known) == ()
    assert leaks.find('{"model": "3.1-8b-for-me-9"}', known=known)
