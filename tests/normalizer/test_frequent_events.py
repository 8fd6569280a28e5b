"""Tests that the fast reader of frequent events gives the same values as the full reader."""

from pathlib import Path
from typing import Any

import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette
from toolwire.dialects import frequent_events
from toolwire.dialects.dialect import dialect
from toolwire.model import Event
from toolwire.wire.errors import WireError

FOLDERS = ("openai/openai_chat", "openai/openai_responses", "anthropic/anthropic_messages", "mistral/mistral_chat",
           "llamacpp/openai_chat", "llamacpp/openai_responses", "llamacpp/anthropic_messages")  # fmt: skip
STREAMS = [path for folder in FOLDERS for path in sorted((cassettes_folder() / folder).glob("*.stream.yaml"))]


def events(spoken: str, body: bytes) -> list[Event] | str:
    decoder = dialect(spoken).stream_decoder()
    try:
        return [*decoder.feed(body), *decoder.close()]
    except WireError as error:
        return str(error)


def both_ways(spoken: str, body: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    quickly = events(spoken, body)
    with monkeypatch.context() as patched:
        patched.setattr(frequent_events, "reader", lambda decoder, limits: frequent_events._refuse)
        return quickly, events(spoken, body)


@pytest.mark.parametrize("path", STREAMS, ids=["/".join(path.parts[-3:]) for path in STREAMS])
def test_recorded_streams(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for exchange in Cassette(path).exchanges:
        quickly, wholly = both_ways(path.parent.name, exchange.response.body, monkeypatch)
        assert quickly == wholly
