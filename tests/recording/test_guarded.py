"""A short sample of ``tests/recording/fuzz``, with each kind of secret in at least one place."""

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.leaks import Leak, find, shown
from conformance.recording.guarded import in_file

from .guarded import CASES, OF_NO_SHAPE, SHAPES, is_found, is_found_in_pieces


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape(shape: str) -> None:
    is_found((shape, "sentence", "plain"), 1)
    is_found_in_pieces(shape, [3, 9, 20, 31], 1)


@pytest.mark.parametrize("shape", OF_NO_SHAPE)
def test_what_only_looks_random_is_found_nearly_always(shape: str) -> None:
    drawn = [OF_NO_SHAPE[shape](random.Random(seed)) for seed in range(200)]
    assert sum(find({"note": f"It is {secret} now."}) != () for secret in drawn) >= 195


@pytest.mark.parametrize("shape", ["password of an address", "key in a query", "password that is assigned", "Basic"])
def test_cut_anywhere(shape: str) -> None:
    for cut in range(1, 80):
        is_found_in_pieces(shape, [cut], 0)
        is_found_in_pieces(shape, [cut], 1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("before", [b"GIF89a\0", b"%PDF-1.7\n", b"RIFF", b"PNG\0ftypavif\0"])
def test_text_in_media_is_searched_for_known_shapes(before: bytes, shape: str) -> None:
    secret = SHAPES[shape](random.Random(1))
    assert find({"url": f"data:image/x;base64,{base64.b64encode(before + b' ' + secret.encode()).decode()}"}) != ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# OPENAI_API_KEY={}\na: b\n", id="comment"),
        pytest.param("a: &{} b\n", id="anchor"),
        pytest.param("a: {}\na: b\n", id="repeated"),
    ],
)
def test_what_is_no_value_of_a_document(text: str) -> None:
    assert [leak.place for leak in in_file(Path("a.yaml"), text.format(KEY).encode()) if isinstance(leak, Leak)]
    assert in_file(Path("a.yaml"), text.format("OPENAI_API_KEY").encode()) == ()


def test_a_stream_that_breaks_off_is_read_as_one() -> None:
    lines = "\n".join(json.dumps({"message": {"content": event["choices"][0]["delta"]["content"]}}) for event in EVENTS)
    assert any(isinstance(leak, Leak) for leak in find({"body": f"{lines}\n{{"}))


@pytest.mark.parametrize("text", ["org-YvAypeafvxksyyXenkngbxZv", "proj_QmWzReTyuIoPasDfGhjKlZxc"])
def test_ids_of_letters_alone(text: str) -> None:
    assert find(f"It belongs to {text}.") != ()


KEY = "sk-ant-api03-Qm7Zr4TyuIoPasDfGhjKlZxcVbnM2Qw8RtYuIoPasDf1GhJkL"
EVENTS = [{"choices": [{"delta": {"content": KEY[n : n + 6]}}]} for n in range(0, len(KEY), 6)]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"password": "aB3[x9!Kq&2zR#7m"}, id="with-a-bracket"),
        pytest.param({"api_key": "Xy7{kQ!z9-bb4"}, id="with-a-brace"),
        pytest.param({"headers": [{"name": "X-Api-Key", "value": "aZ3k9Qp7Lm2x"}]}, id="header-of-an-archive"),
        pytest.param({"queryString": [{"name": "api_key", "value": "aZ3k9Qp7Lm2x"}]}, id="query-of-an-archive"),
        pytest.param({"parsed_body": EVENTS[:5] + EVENTS[5:]}, id="list-of-events"),
        pytest.param(EVENTS, id="list-alone"),
        pytest.param(
            {
                "_webSocketMessages": [
                    {"opcode": 1, "data": json.dumps({"delta": KEY[n : n + 9]})} for n in range(0, len(KEY), 9)
                ]
            },
            id="frames",
        ),
        pytest.param('It says {\\"password\\":\\"Hunter2x9Qw\\"}.', id="escaped-in-a-sentence"),
        pytest.param("password\t=\tHunter2x9Qw", id="tabs"),
        pytest.param(base64.encodebytes(json.dumps({"password": "Hunter2x9Qw"} | {"x": "y" * 90}).encode()).decode(),
                     id="base64-in-lines"),
        pytest.param("wss://api.corp.net/live?token=Hunter2x9Qw", id="other-scheme"),
        pytest.param("redis://:Hunter2x9Qw@cache.corp.net", id="without-a-user"),
        pytest.param("https://app.corp.net/#token=Hunter2x9Qw", id="fragment"),
        pytest.param({"password": 48151623}, id="number"),
        pytest.param('apiKey := "Hunter2x9Qw"', id="in-go"),
        pytest.param("$config = ['api_key' => 'Hunter2x9Qw'];", id="in-php"),
        pytest.param("if password == 'Hunter2x9Qw':", id="compared"),
        pytest.param({"properties": {"password": {"type": "string", "default": "Hunter2x9Qw"}}}, id="default"),
        pytest.param({"properties": {"api_key": {"const": "Hunter2x9Qw"}}}, id="constant"),
        pytest.param({"properties": {"apiKey": {"type": "string", "examples": ["a", "Hunter2x9Qw"]}}}, id="example"),
    ],
)  # fmt: skip
def test_by_the_name_beside_it(value: Any) -> None:
    assert any(isinstance(leak, Leak) for leak in find(value))


@given(CASES, st.integers(0, 2**32))
def test_places_and_encodings(case: tuple[str, str, str], seed: int) -> None:
    is_found(case, seed)


@pytest.mark.parametrize(
    "text",
    [
        "basic understanding of things", "Basic Authentication is needed", "basic authenticationScheme",
        "password: example-password", "api-key: your-api-key-here", "AKIAIOSFODNN7EXAMPLE", "token=<your-token-1>",
        "api_key: test-key-12345678", "password: ********", "the hidden-layer-2 of the net",
        r"a pattern '[^\\x00-\\x1f\\u2028]{1,100}$(?!\\n)' in a message", r"C:\\new\\names and 100% &#x; =20",
        "org-internal-documentation", "org-internationalisation", "proj_InternationalTrade",
        "Bearer {token}", "api_key: ${MY_SECRET_1}", "password: [your 1st password]",
    ],
)  # fmt: skip
def test_ordinary_text_is_printed_as_it_is(text: str) -> None:
    assert find(text) == ()
    assert shown(text) == text


@pytest.mark.parametrize("text", ["fw_xu1fAKEMIZiKcNApbyylulyq", "fw_7FQmOckRTwqLsdfghZxcvbnM"])
def test_letters_that_spell_a_word_by_chance_are_no_placeholder(text: str) -> None:
    assert find({"note": f"It is {text} now."}) != ()


@pytest.mark.parametrize("value", ["none", "true", "string", "null"])
def test_a_word_for_a_missing_value_is_no_secret(value: str) -> None:
    assert find({"authorization": value, "password": value}) == ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_bytes_with_a_byte_order_mark_are_text(encoding: str) -> None:
    secret, plain = (f"It is {text}.".encode(encoding) for text in ("ghp_NIgfPQIyBhrtJD0Bcn4G6iyQOl6mu4ZTHeit", "rain"))
    for written in (secret, base64.b64encode(secret).decode()):
        (leak,) = find({"note": written})
        assert isinstance(leak, Leak)
        assert leak.kind == "GitHub Token"
    assert find({"note": plain}) == ()


def test_names_in_a_short_list_are_not_read_as_one() -> None:
    assert find({"cassettes": [{"case": f"imported-openai/openai_chat/a-b{n}.plain"} for n in range(9)]}) == ()
