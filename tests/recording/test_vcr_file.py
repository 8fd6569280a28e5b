"""Tests of the reader of vcrpy files: every form that recorders write, and a clear error for any other file."""

import base64
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from toolwire.wire.exchange import Exchange

GOOD = "interactions:\n- request: {uri: 'https://h/v1', method: POST, body: '{}'}\n  response: {body: {string: '{}'}}\n"
LAUGHS = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
MERGES = "a0: &a0 {k: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [{','.join([f'*a{n - 1}'] * 10)}]}}\n" for n in range(1, 12))
DEEP = 10_000

BAD_FILES = {
    "empty": (b"", "expected a list of interactions"),
    "list": (b"- a\n", "expected a list of interactions"),
    "no-interaction": (b"interactions: []\n", "interactions: expected at least 1 interaction, got none"),
    "truncated": (GOOD[:60].encode(), r"line \d+ column \d+: "),
    "truncated-json": (b'{"interactions": [{"request": {"bo', "line 1 column 32"),
    "two-documents": (b"interactions: []\n---\n", "line 2 column 1: expected a single document, got a second document"),
    "python-tag": (b"interactions:\n- !!python/object/apply:os.system [exit 1]\n", r"line 2 column 3: .*constructor"),
    "python-name": (b"interactions: !!python/name:os.system\n", r"line 1 column 15: .*constructor"),
    "unknown-tag": (b"interactions: !x 1\n", "line 1 column 15"),
    "not-utf-8": (b"interactions: '\xff'\n", "not UTF-8: byte 16"),
    "control-character": (b'interactions: "\0"\n', "not YAML: .*x0000"),
    "long-integer": (b"interactions: " + b"9" * 5000, "a value cannot be read"),
    "keys-with-the-same-hash": (
        b"interactions: {" + b", ".join(b"%d: 1" % (n * (2**61 - 1)) for n in range(1001)) + b"}",
        "line 1 column 15: expected at most 1000 keys that are numbers, got 1001",
    ),
    "set-with-the-same-hash": (
        b"interactions: !!set {" + b", ".join(b"%d" % (n * (2**61 - 1)) for n in range(1001)) + b"}",
        "expected at most 1000 keys that are numbers, got 1001",
    ),
    "merged-keys-with-the-same-hash": (
        b"".join(b"%d: &a%d {%s}\n" % (m, m, b", ".join(b"%d: 1" % (m * 600 + n) for n in range(600))) for m in (0, 1))
        + b"interactions: {<<: [*a0, *a1]}\n",
        "line 3 column 15: expected at most 1000 keys that are numbers, got 1200",
    ),
    "many-tags": (
        b"".join(b"%%TAG !a%d! tag:x\n" % n for n in range(102)) + b"---\ninteractions: [1]\n",
        "expected at most 100 %TAG directives, got 101",
    ),
    "long-status": (b"interactions: [{response: {status: 0x" + b"f" * 20_000 + b"}}]", "a number is too long"),
    "repeated": (b"interactions: [1]\ninteractions: [2]\n", "expected the key 'interactions' once, got it 2 times"),
    "repeated-inside": (b"interactions: [{request: 1, request: 2}]\n", "expected the key 'request' once"),
    "empty-integer": (b"interactions: !!int ''", "a value cannot be read"),
    "integer-that-is-a-list": (b"interactions: !!int []", "line 1 column 15: expected a scalar node"),
    "date-that-is-a-list": (b"interactions: !!timestamp []", "line 1 column 15: expected a scalar node"),
    "no-boolean": (b"interactions: !!bool x", "a value cannot be read"),
    "unhashable": (b"interactions: {[1]: 2}\n", "line 1 column 16: found unhashable key"),
    "deep-flow": (b"interactions: " + b"[" * DEEP + b"]" * DEEP, "line 1 column .*: nested deeper than the 200 levels"),
    "deep-flow-unclosed": (b"interactions: " + b"{a: " * 300_000, "nested deeper than the 200 levels"),
    "deep-block": (b"interactions:\n  " + b"- " * 300_000, "line 2 column .*: nested deeper than the 200 levels"),
    "deep-json": (b'{"interactions": ' + b"[" * DEEP + b"]" * DEEP + b"}", "nested deeper than the 200 levels"),
    "laughs": (f"{LAUGHS}interactions: [*a11]\n".encode(), "line 6 column .*: more than the 1000000 values"),
    "merges": (f"{MERGES}interactions: [*a11]\n".encode(), "more than the 1000000 values"),
    "long-text-often": (
        b"a: &a " + b"x" * 100_000 + b"\ninteractions: [" + b"*a," * 1000 + b"]\n",
        "line 2 column .*: more than 64 MB after each alias",
    ),
    "many-values": (b'{"interactions": [' + b"[], " * 1_000_000 + b"[]]}", "more than the 1000000 values"),
    "endless": (b"interactions: &a [*a]\n", "line 1 column 19: found an alias inside its own value"),
    "unknown-alias": (b"interactions: *a\n", "line 1 column 15"),
    "truncated-gzip": (gzip.compress(GOOD.encode(), mtime=0)[:-12], "broken gzip"),
    "garbage-gzip": (b"\x1f\x8bgarbage", "broken gzip"),
    "wrong-checksum": (gzip.compress(GOOD.encode(), mtime=0)[:-8] + bytes(8), "broken gzip: .*incorrect data check"),
}


@pytest.mark.parametrize(("data", "why"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_one_line_that_names_file_and_place(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(data)
    with pytest.raises(CassetteError, match=why) as caught:
        vcr_file.read_document(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    assert path.read_bytes() == data


def test_what_is_called_gzip_and_is_none(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml.gz"
    path.write_bytes(gzip.compress(GOOD.encode())[1:])
    with pytest.raises(CassetteError, match="not gzip, and not UTF-8: byte 1"):
        vcr_file.read_document(path)


def test_times_stay_text_however_long(tmp_path: Path) -> None:
    time = "1" + ":59" * 300_000
    path = tmp_path / "times.yaml"
    path.write_text(f"{GOOD}times: [12:30, 12:30:45.5, {time}]\nnumbers: [1_000, 0x1F, -1.5, 1e+3]\n")
    document = vcr_file.read_document(path)
    assert document["times"] == ["12:30", "12:30:45.5", time]
    assert document["numbers"] == [1000, 31, -1.5, "1e+3"]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path, why in (
        (tmp_path, "not a regular file"),
        (tmp_path / "pipe.yaml", "not a regular file"),
        (tmp_path / "no", "No such file"),
    ):
        with pytest.raises(CassetteError, match=why):
            vcr_file.read_document(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(GOOD)
    path.chmod(0)
    with pytest.raises(CassetteError, match="Permission denied"):
        vcr_file.read_document(path)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)  # sparse: it takes no room
    with pytest.raises(CassetteError, match="expected at most 64 MB, got 200 MB"):
        vcr_file.read_document(path)


def test_a_file_that_swells_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.room.MAX_FILE", 10_000)
    path = tmp_path / "bomb.yaml.gz"
    path.write_bytes(gzip.compress(b"a" * 100_000, mtime=0))
    with pytest.raises(CassetteError, match="when decompressed"):
        vcr_file.read_document(path)


def read(tmp_path: Path, interaction: str, *, head: str = "") -> Exchange | CassetteError:
    path = tmp_path / "some.yaml"
    path.write_text(f"{head}interactions:\n- {interaction}\n")
    (found,) = vcr_file.exchanges(path, vcr_file.read_document(path))
    return found


def tagged(data: bytes) -> str:
    return f"!!binary {base64.b64encode(data).decode()}"


TEXT = '{"a": "é"}'
GZIPPED = gzip.compress(TEXT.encode(), mtime=0)
GZIPPED_TAIL = gzip.compress(TEXT[4:].encode(), mtime=0)
BROTLI_AND_ZIPPED = tagged(gzip.compress(b"\x8b\xff", mtime=0))
DEFLATED_AND_ZIPPED = gzip.compress(zlib.compress(TEXT.encode()), mtime=0)
BODIES = {
    "text": f"{{body: {{string: '{TEXT}'}}}}",
    "plain": f"{{body: '{TEXT}'}}",
    "content": f"{{content: '{TEXT}'}}",
    "binary": f"{{body: {{string: {tagged(TEXT.encode())}}}}}",
    "base64_string": f"{{body: {{base64_string: {base64.b64encode(TEXT.encode()).decode()}}}}}",
    "base64-encoding": f"{{body: {{encoding: base64, string: {base64.b64encode(TEXT.encode()).decode()}}}}}",
    "utf-8-encoding": f"{{body: {{encoding: utf-8, string: '{TEXT}'}}}}",
    "python-str": f"{{body: {{string: !!python/unicode '{TEXT}'}}}}",
    "gzip": f"{{headers: {{Content-Encoding: [gzip]}}, body: {{string: {tagged(GZIPPED)}}}}}",
    "gzip-members": f"{{body: {{string: {tagged(gzip.compress(TEXT[:4].encode(), mtime=0) + GZIPPED_TAIL)}}}}}",
    "gzip-unsaid": f"{{body: {{string: {tagged(GZIPPED)}}}}}",
    "gzip-undone": f"{{headers: {{content-encoding: gzip}}, body: {{string: '{TEXT}'}}}}",
    "deflate": f"{{headers: {{content-encoding: deflate}}, body: {{string: {tagged(zlib.compress(TEXT.encode()))}}}}}",
    "x-deflate": f"{{headers: {{content-encoding: X-Deflate}}, body: {tagged(zlib.compress(TEXT.encode()))}}}",
    "two-encodings": f"{{headers: {{content-encoding: 'deflate, gzip'}}, body: {tagged(DEFLATED_AND_ZIPPED)}}}",
    "two-encodings-undone": f"{{headers: {{content-encoding: 'deflate, gzip'}}, body: '{TEXT}'}}",
    "deflate-undone": f"{{headers: {{content-encoding: deflate}}, body: {{string: '{TEXT}'}}}}",
}


@pytest.mark.parametrize("response", BODIES.values(), ids=BODIES)
def test_every_way_to_keep_a_body(response: str, tmp_path: Path) -> None:
    found = read(tmp_path, f"{{request: {{}}, response: {response}}}")
    assert isinstance(found, Exchange)
    assert found.response.body == TEXT.encode()


def test_half_a_surrogate_pair_in_a_body_stays(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        r'{"interactions": [{"request": {"body": "\udc80"}, "response": {"body": "x\ud800"}}]}'
    )
    (found,) = vcr_file.exchanges(tmp_path, vcr_file.read_document(tmp_path / "a.json"))
    assert isinstance(found, Exchange)
    assert (found.request.body, found.response.body) == (b"\xed\xb2\x80", b"x\xed\xa0\x80")


def test_a_parsed_body_is_written_and_numbers_stay(tmp_path: Path) -> None:
    body = "{parsed_body: {n: 9007199254740993, when: 2026-01-02, none: null}}"
    found = read(tmp_path, f"{{request: {body}, response: {body}}}")
    assert isinstance(found, Exchange)
    assert found.request.body == found.response.body == b'{"n":9007199254740993,"when":"2026-01-02","none":null}'


def test_aliases_that_share_a_little_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, "{request: {headers: *h}, response: {headers: *h}}", head="h: &h {A: [b, c]}\n")
    assert isinstance(found, Exchange)
    assert found.request.headers == found.response.headers == {"a": "b"}


def test_json_and_gzip_files(tmp_path: Path) -> None:
    text = (
        '{"interactions": [{"request": {"uri": "u"}, "response": {"status": {"code": 404}, "body": {"string": "x"}}}]}'
    )
    zipped = gzip.compress(b"\xef\xbb\xbf" + text.encode(), mtime=0)
    for name, data in (("a.json", text.encode()), ("a.json.gz", zipped)):
        (tmp_path / name).write_bytes(data)
        (found,) = vcr_file.exchanges(tmp_path / name, vcr_file.read_document(tmp_path / name))
        assert isinstance(found, Exchange)
        assert (found.request.url, found.response.status, found.response.body) == ("u", 404, b"x")


@pytest.mark.parametrize(
    ("interaction", "why"),
    [
        ("3", "expected a request and a response"),
        ("[1]", "expected a request and a response"),
        ("{request: {}}", "expected a request and a response"),
        ("{request: 3, response: {}}", "expected a request and a response"),
        ("{request: {}, response: {status: abc}}", "response: expected a status code, got 'abc'"),
        ("{request: {}, response: {status: .nan}}", "response: expected a status code, got nan"),
        ("{request: {uri: 'http://[::1'}, response: {}}", "Invalid IPv6 URL"),
        ("{request: {}, response: {body: {base64_string: a}}}", "response body: "),
        ("{request: {parsed_body: {1: 2}}, response: {}}", "request body: "),
        ("{request: {parsed_body: !!set {a}}, response: {}}", "request body: set is not JSON"),
        (f"{{request: {{}}, response: {{body: {{string: {tagged(GZIPPED[:-12])}}}}}}}", "response body: broken gzip"),
        (
            f"{{request: {{}}, response: {{headers: {{content-encoding: 'br, gzip'}}, body: {BROTLI_AND_ZIPPED}}}}}",
            "response body: compressed with br, which is not supported",
        ),
        (
            f"{{request: {{}}, response: {{headers: {{content-encoding: 'gzip{', gzip' * 5}'}}, body: x}}}}",
            "response body: expected at most 5 content encodings, got 6",
        ),
    ],
)
def test_a_bad_interaction_is_one_line_and_the_others_are_read(interaction: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"interactions:\n- {interaction}\n- {{request: {{}}, response: {{body: x}}}}\n")
    bad, good = vcr_file.exchanges(path, vcr_file.read_document(path))
    assert isinstance(bad, CassetteError)
    assert str(bad).startswith(f"{path}: interactions[0]: ")
    assert why in str(bad)
    assert "\n" not in str(bad)
    assert isinstance(good, Exchange)


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, lambda data: gzip.compress(data)[:-8] + bytes(8)])
def test_bodies_that_swell_share_their_room(
    pack: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.room.MAX_FILE", 100_000)
    swelling = f"{{headers: {{content-encoding: deflate}}, body: {tagged(pack(b'a' * 60_000))}}}"
    zipped = swelling.replace("deflate", "gzip")
    path = tmp_path / "some.yaml"
    path.write_text(f"interactions:\n- &a {{request: {swelling}, response: {zipped}}}\n- *a\n- {GOOD[16:]}")
    *_, second, good = vcr_file.exchanges(path, vcr_file.read_document(path))
    assert isinstance(second, CassetteError)
    assert str(second).startswith(f"{path}: interactions[1]: re")
    assert isinstance(good, Exchange)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_body_that_swells_is_not_read(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.room.MAX_FILE", 10_000)
    body = tagged((gzip if encoding == "gzip" else zlib).compress(b"a" * 100_000))
    found = read(tmp_path, f"{{request: {{}}, response: {{headers: {{content-encoding: {encoding}}}, body: {body}}}}}")
    assert isinstance(found, CassetteError)
    assert "MB when decompressed" in str(found)
