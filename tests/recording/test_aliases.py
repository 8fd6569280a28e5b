"""Tests of aliases for ids: they are the same in all recordings, and so similar to real ids that no verdict changes."""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conformance.recording.aliases import Aliases
from toolwire.wire import sse

TAIL = "aB3dE5gH7jK9mN1p"


def aliased(real: str, seed: str = "s") -> str:
    aliases = Aliases(seed)
    aliases.learn(json.dumps({"id": real}).encode())
    return aliases.of(real) or ""


@given(
    st.sampled_from(["chatcmpl-", "call_", "toolu_01", "", "msg_é-"]),
    st.text("0123456789", min_size=12) | st.from_regex(r"[0-9a-f]{12,30}|[A-Z]{12,30}|[a-z0-9]{12,30}", fullmatch=True)
    | st.from_regex(r"[A-Za-z0-9]{12,30}", fullmatch=True) | st.uuids().map(str),
    st.sampled_from(["", "_0", "-x"]),
)  # fmt: skip
@example("chatcmpl-", "AAAAAAAAAAAA", "")
@settings(max_examples=40, deadline=None)
def test_an_alias_keeps_prefix_length_and_alphabet(prefix: str, tail: str, end: str) -> None:
    real = prefix + tail + end
    alias = aliased(real)
    assert alias == aliased(real)
    assert len(alias) == len(real)
    assert alias.startswith(prefix.removesuffix("01"))
    assert alias.endswith(end)
    for alphabet in ("[0-9]+", "[0-9a-f]+", "[0-9a-f-]{36}", "[A-Z]+", "[a-z0-9]+", "[A-Za-z0-9]+"):
        if re.fullmatch(alphabet, tail) and prefix != "toolu_01":
            assert re.fullmatch(alphabet, alias[len(prefix) : len(alias) - len(end)])


@pytest.mark.parametrize("real", [f"call_{TAIL}", TAIL, "550e8400-e29b-41d4-a716-446655440000"])
def test_nothing_random_is_left_and_another_cassette_has_another_alias(real: str) -> None:
    alias = aliased(real)
    assert not any(piece in alias for piece in re.findall("[A-Za-z0-9]{8,}", real.removeprefix("call_")))
    assert aliased(real, "other") != alias


@pytest.mark.parametrize("real", ["", "call_1", "get_weather", "0"])
def test_ids_without_a_random_part_stay(real: str) -> None:
    assert aliased(real) == real
    assert Aliases("s").of(None) is None


def _event(value: Any) -> bytes:
    return sse.encode(json.dumps(value))


@pytest.mark.parametrize("body", [
    json.dumps([{"x": [{"id": f"r-{TAIL}"}]}, {"call_id": f"c-{TAIL[::-1]}"}]).encode(),
    _event({"id": f"r-{TAIL}"}) + b"data: [DONE]\n\n" + _event({"item": {"call_id": f"c-{TAIL[::-1]}"}}),
    b'{"id": "r-%s"}\n{"call_id": "c-%s"}\n{"cut' % (TAIL.encode(), TAIL[::-1].encode()),
], ids=["document", "events", "lines"])  # fmt: skip
def test_ids_are_learnt_from_documents_and_streams_and_replaced_everywhere(body: bytes) -> None:
    aliases = Aliases("s")
    aliases.learn(body)
    around = b"\xff %s" + b' {"text": "of c-%s"}' % TAIL[::-1].encode()
    again = aliases.apply(around % body)
    assert TAIL.encode() not in again
    assert TAIL[::-1].encode() not in again
    assert again.count((aliases.of(f"c-{TAIL[::-1]}") or "").encode()) == 2
    assert len(again) == len(around % body)
    assert again.startswith(b"\xff ")


def test_an_item_and_its_call_go_on_sharing_their_tail() -> None:
    aliases = Aliases("s")
    aliases.learn(json.dumps({"id": f"fc_{TAIL}", "call_id": f"call_{TAIL}"}).encode())
    assert (aliases.of(f"fc_{TAIL}") or "")[3:] == (aliases.of(f"call_{TAIL}") or "")[5:] != TAIL


def test_times_and_speeds_keep_their_length() -> None:
    body = b'{"created":1712345678, "created_at": 0.5, "timings":{"prompt_ms":1.25e-05,"n":7}, "x":"\\"created\\":12"}'
    same = b'{"created":1111111111, "created_at": 1.1, "timings":{"prompt_ms":1.11e-11,"n":7}, "x":"\\"created\\":12"}'
    assert Aliases("s").apply(body) == same


@pytest.mark.parametrize("prefix", ["", "resp_"])
def test_an_id_that_dashes_cut_into_short_runs_has_an_alias_too(prefix: str) -> None:
    alias = aliased(f"{prefix}aB3dE5g_H7jK9mN-1pQ2rS3")
    assert re.fullmatch(prefix + "[A-Za-z0-9]{7}_[A-Za-z0-9]{7}-[A-Za-z0-9]{7}", alias)
    assert not any(run in alias for run in ("aB3dE5g", "H7jK9mN", "1pQ2rS3"))


def test_a_word_and_a_part_of_a_number_are_no_ids() -> None:
    aliases = Aliases("x")
    body = b'{"id":"call_conversation","call_id":"123456789012","text":"the conversation of 91234567890120"}'
    aliases.learn(body)
    kept = aliases.apply(body)
    assert b"the conversation of 91234567890120" in kept
    assert b"call_conversation" in kept
    assert b'"123456789012"' not in kept
