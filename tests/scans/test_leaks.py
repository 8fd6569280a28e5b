"""Tests of the leak guard: it finds every secret, names its place without showing it, and ignores other text."""

import base64
import gzip
import json
import random
import string
import struct
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
import yaml

from conformance import leaks
from conformance.leaks import Leak, LeakError, Unseen
from conformance.leaks.search import look
from conformance.leaks.shapes import described, is_placeholder
from conformance.recording import guarded, vcr_file
from tests.recording.planted import Planted, drawn, planted
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.exchange import Exchange

PLANTED = list(planted())
each_planted = pytest.mark.parametrize("secret", PLANTED, ids=lambda secret: secret.name)


def document(exchange: Exchange) -> dict[str, Any]:
    """Return an exchange as vcrpy keeps it."""
    return {
        "interactions": [
            {
                "request": {
                    "uri": exchange.request.url,
                    "method": "POST",
                    "headers": {name: [value] for name, value in exchange.request.headers.items()},
                    "body": exchange.request.body,
                },
                "response": {
                    "status": {"code": 200, "message": "OK"},
                    "headers": {name: [value] for name, value in exchange.response.headers.items()},
                    "body": {"string": exchange.response.body},
                },
            }
        ],
        "version": 1,
    }


@each_planted
def test_what_is_planted_is_found_and_not_shown(secret: Planted) -> None:
    found = leaks.find(document(secret.exchange))
    assert found
    assert all(isinstance(leak, Leak) for leak in found)
    assert all(leak.place.startswith("/interactions/0/re") for leak in found)
    shown = " ".join(map(str, found)) + repr(found) + repr(list(look(document(secret.exchange))))
    assert secret.secret not in shown


@each_planted
def test_what_is_planted_is_found_in_a_file(secret: Planted, tmp_path: Path) -> None:
    written = yaml.dump(document(secret.exchange)).encode()
    whole = leaks.find(document(secret.exchange))
    assert guarded.in_file(Path("a.yaml"), written) == whole
    zipped = tmp_path / "a.yaml.gz"
    zipped.write_bytes(gzip.compress(written))
    assert guarded.in_file(zipped, vcr_file.content(zipped)) == whole
    assert guarded.in_file(Path("broken.yaml"), b"{ " + written)
    with pytest.raises(LeakError) as refused:
        guarded.refuse(Path("a.yaml"), written)
    assert str(whole[0]) in str(refused.value)


@pytest.mark.parametrize(
    "exchange",
    [secret.exchange for secret in PLANTED if "key of" not in secret.name],
    ids=[secret.name for secret in PLANTED if "key of" not in secret.name],
)
def test_lines_are_looked_at_one_by_one(exchange: Exchange) -> None:
    line = {"url": exchange.request.url, "headers": dict(exchange.response.headers),
            "asked": dict(exchange.request.headers), "request_body": _text(exchange.request.body),
            "response_body": _text(exchange.response.body)}  # fmt: skip
    lines = exact_json.encode({"url": "https://api.example"}) + b"\n" + exact_json.encode(line) + b"\n"
    found = guarded.in_file(Path("a.jsonl"), lines)
    assert found
    assert all(leak.place.startswith("line 2") for leak in found)


def _text(body: bytes) -> str:
    return base64.b64encode(body).decode() if aws_event_stream.starts(body) else body.decode()


def test_twenty_kinds_are_planted() -> None:
    assert len({secret.name for secret in PLANTED}) == len(PLANTED) > 60
    found = [leak for secret in PLANTED for leak in leaks.find(document(secret.exchange))]
    kinds = {leak.kind for leak in found if isinstance(leak, Leak)}
    assert len(kinds) >= 20, kinds


@each_planted
def test_a_mask_changes_a_secret_and_nothing_else(secret: Planted) -> None:
    secrets = leaks.maskable(document(secret.exchange))
    body = secret.exchange.response.body
    masked = leaks.masked(body, secrets)
    assert len(masked) == len(body)
    assert leaks.masked(masked, secrets) == masked
    if secrets and not aws_event_stream.starts(body):
        assert leaks.masked(b"Nothing.", secrets) == b"Nothing."
        with suppress(ValueError):
            assert json.loads(masked).keys() == json.loads(body).keys()


@each_planted
def test_what_is_masked_is_no_secret_any_more(secret: Planted) -> None:
    secrets = leaks.maskable(document(secret.exchange))
    hidden = {"event", "frame", "base64", "escaped", "several", "private key in"}
    if not secrets or any(word in secret.name for word in hidden):
        return  # what nobody can put back into what it was encoded in is refused
    written = json.dumps(document(secret.exchange), default=bytes.decode).encode()
    assert guarded.in_file(Path("a.json"), leaks.masked(written, secrets)) == ()


INNOCENT = {
    "ids": {"id": f"call_{drawn(24)}", "tool_use_id": f"toolu_01{drawn(22)}", "x-request-id": f"req_{drawn(32)}"},
    "an id in a text": [{"id": f"chatcmpl-{drawn(24)}"}] * 2,
    "signatures": {"thoughtSignature": drawn(400), "signature": drawn(300), "encrypted_content": "gAAAAAB" + drawn(99)},
    "an image": {"url": "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256))).decode()},
    "numbers": {"max_tokens": 1024, "prompt_tokens": 12, "account": 123456789012},
    "words": "The quick brown fox, candidatesTokenCount, claude-3-5-sonnet-20241022-v2, /v1/chat/completions?alt=sse",
    "a model's name": {"model": "accounts/fireworks/models/llama-v3p1-405b-instruct"},
    "tokens": {"logprobs": [{"token": "Hello", "logprob": -0.1, "bytes": [72]}]},
    "a schema": {"properties": {"password": {"type": "string"}, "api_key": {"type": "string", "description": "Key."}}},
    "placeholders": {
        "authorization": "Bearer REDACTED",
        "x-api-key": "<key>",
        "api_key": "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "aws": "AKIAIOSFODNN7EXAMPLE",
    },
    "what a vendor masked": "Incorrect API key provided: sk-proj-********************************abcd.",
    "empty": {"password": "", "api_key": None, "cookie": []},
    "accounts of a tool's customers": {"account_id": "acct-2041", "accountId": 7731},
    "the folder that a shell is in": "PWD=/home/builder/project7 make test",
    "a path in camel case": [
        "See com/acme/Http2Client/V3Controller/Sha256Digest/Utf8Reader.",
        {"file": "src/app/OAuth2TokenProvider/Base64Encoder/UserProfile2Details"},
    ],
    "ids of a database": {
        "user_id": "65f2c8a91d4e7b3f0a6c5d82",
        "customerId": "507f1f77bcf86cd799439011",
        "order_ids": ["6650b1c2d3e4f5a6b7c8d9e0"],
        "_id": {"$oid": "65f2c8a91d4e7b3f0a6c5d82"},
    },
    "names of caches and files": {
        "cachedContent": "cachedContents/4f8d0b2c9a7e1x3yk2j9",
        "filename": "cfile_6a1b2c3d4e5f60718293a4b5.png",
    },
    "sortable ids": {"order": "01J9ZQ4T7M3KXB8W2N5RVCYHDG", "items": [{"ref": "01HV8K2Q9W4T6Y7N3M5PXRBZCD"}]},
    "places in a list": {
        "page_token": "CAUSBhIECgZ4Zk3Qw9LpT5vB2nXc8RyHj4MsD7gFa6Ue",
        "nextPageToken": f"{drawn(60)}==",
        "next_page_token": drawn(40),
        "NextToken": drawn(80),
        "continuation_token": drawn(60),
        "next_cursor": drawn(40),
        "endCursor": drawn(36),
        "url": f"https://api.example/v1/files?pageToken={drawn(40)}",
    },
    "names of secrets in XML": "<apiKey>string</apiKey> <password>your-password</password> <token>hidden</token>",
    "options without secrets": "run --token-limit 100000000 --api-key-file key-2026.txt --api-key $KEY",
    "calls that look a secret up": "getSecret('prod/service-1'); x.get_api_key('user-2041'); HasPassword('user-77')",
    "calls without secrets": 'SetApiKey(os.environ["OPENAI_KEY_2"]); setTimeout("12345678"); tokenize("gpt-4o-2024")',
    "expressions in a program": [
        "secret_key = base64.b64decode(raw1)",
        "session_token = str(uuid.uuid4())",
        "auth_token = generate_token_v2(user_id)",
        "private_key = serialization.load_pem_private_key(data1, None)",
        "let secret = crypto::sha256(seed1).to_string();",
        "password: bcrypt.hashpw(raw1, salt2)",
        'headers["x-api-key"] = self.api_key2',
        "aws_secret_access_key=credentials.secret_key2,",
        "client_secret = config.get_client_secret(env2)",
    ],
    "prose": "The password must be eight letters long; the token: limit is 4096; api_key=string is required.",
}


@pytest.mark.parametrize("name", INNOCENT)
def test_innocents(name: str) -> None:
    assert leaks.find(INNOCENT[name]) == ()


@pytest.mark.parametrize(
    "value",
    [
        {"session_id": "65f2c8a91d4e7b3f0a6c5d82"}, {"note": "It is 65f2c8a91d4e7b3f0a6c5d82."},
        {"session": "01J9ZQ4T7M3KXB8W2N5RVCYHDG"}, {"order": f"J7{drawn(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}"},
        {"access_token": "01J9ZQ4T7M3KXB8W2N5RVCYHDG"}, {"page_token": f"sk-ant-api03-{drawn(93)}AA"},
        "password = Kx9mPq2wT8(vR", "password: Monday12.Sunday34", "secret_key = 'base64.b64decode(raw1)'",
        f"api_key = settings.{drawn(24)}", f"token = call(secret={drawn(24)})",
        "password = decode(api_key=Hunter2x9Qw)", "run --password decode(Hunter2x9Qw)", "run --token self.secret12",
        {"token": drawn(40)}, {"path": f"src/app/Http2Client/{drawn(32)}"}, {"page_tokens": {"x": drawn(40)}},
    ],
)  # fmt: skip
def test_words_beside_the_innocents_are_found(value: dict[str, Any]) -> None:
    assert leaks.find(value)


@pytest.mark.parametrize(
    "arguments",
    [["--api-key", "Hunter2x9Qw"], ["-y", "--token", "Hunter2x9Qw"], {"args": ["--password", "correct horse"]}],
)
def test_an_option_names_the_next_argument_of_a_list(arguments: Any) -> None:
    assert leaks.find(arguments)
    assert leaks.find({"args": ["--verbose", "Hunter2x9Qw"]}) == ()


def test_keys_with_slashes_are_no_paths() -> None:
    keys = [drawn(40, string.ascii_letters + string.digits + "+/") for _ in range(1000)]
    assert sum(leaks.find({"note": f"It is {key} now."}) != () for key in keys) >= 990


def test_no_path_takes_long() -> None:
    word = drawn(40)
    for name in ("a" * 300, "a_" * 300, "next_page_" * 60, "01J9ZQ4T7M" * 60):
        assert leaks.find({name: {name: word}})


def test_an_id_may_be_repeated_in_a_text() -> None:
    name = f"req_{drawn(32)}"
    assert leaks.find({"request_id": name, "message": f"Failed. Give us {name}."}) == ()
    assert leaks.find({"request_id": "req_1", "message": f"Failed. Give us {name}."})


def test_an_id_may_be_a_step_of_an_address() -> None:
    name, key = f"resp_{drawn(32)}", drawn(40)
    polled = f"https://api.example.com/v1/responses/{name}"
    assert leaks.find({"request": {"uri": polled}, "response": {"id": name}}) == ()
    assert leaks.find({"request": {"uri": polled}, "response": {"id": "resp_1"}})
    assert leaks.find({"request": {"uri": f"{polled}/{key}"}, "response": {"id": name}})


def test_a_shape_is_never_allowed_whatever_the_key() -> None:
    assert leaks.find({"id": f"sk-ant-api03-{drawn(95)}"})
    assert leaks.find({"signature": f"ghp_{drawn(36)}"})


@pytest.mark.parametrize(
    "data",
    [gzip.compress(b"a" * 100)[:20], aws_event_stream.event("x", b"{}")[:-3] + b"abc", bytes(range(128, 256))],
    ids=["gzip", "frames", "bytes"],
)
def test_what_cannot_be_looked_into_is_not_nothing(data: bytes) -> None:
    found = leaks.find({"body": {"string": data}})
    assert [type(leak) for leak in found] == [Unseen]


def test_every_exception_has_its_reason() -> None:
    assert all(exception.why and exception.at and exception.word for exception in described().allowed)
    assert all(described().without.values())


def test_what_stands_under_a_secret_does_not_say_it() -> None:
    key = drawn(40)
    [first, second] = leaks.find({key: {"password": "hunter2"}, "url": f"https://x/?{key}=1&b=2"})[:2]
    assert str(first) == " (a key): random text"
    assert str(second) == "/*/password: password"
    assert key not in " ".join(map(str, leaks.find(f"https://x/?{key}=1&b=2")))


def test_a_text_that_may_hold_a_secret_is_not_shown() -> None:
    assert leaks.safe("a.yaml: line 2: no YAML") == "a.yaml: line 2: no YAML"
    key = drawn(40)
    assert key not in leaks.safe(f"cannot read {key}")


@pytest.mark.parametrize(
    "text", ["A1b" * 2_000, "a-" * 3_000, "sk-" * 2_000, "eyJ" * 2_000, "key=" * 1_500, "a=b&" * 1_500,
             "%41" * 2_000, "-----BEGIN " * 1_000, "{" * 2_000, "[" * 150 + "]" * 150, "data: x\n" * 5_000,
             "\\" * 200_000, "http://" * 10_000, "//" * 30_000, "&#" * 20_000,
             "--key " * 10_000, "<password>" * 5_000, "<password " * 5_000, "> " * 20_000, ">key</a><b>" * 5_000,
             "setPassword(" * 5_000, ' key="apiKey"' * 5_000, "A1b/" * 10_000, "%25" * 20_000, "%" + "25" * 50_000,
             "&amp;" * 20_000, "\\\\n" * 50_000, "\\\\u0041" * 10_000, "=41" * 20_000, "%ff" * 20_000], ids=[
    "letters", "hyphens", "sk-", "eyJ", "key=", "form", "escapes", "BEGIN", "open objects", "arrays", "events",
    "backslashes", "addresses", "slashes", "entities",
    "options", "elements", "tags", "closed tags", "neighbours", "calls", "attributes", "path", "quoted signs",
    "quoted many times", "marks of HTML", "ends of lines", "quoted letters", "mail", "bytes",
]
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    leaks.hidden(text)
    leaks.find(text)  # what grows with the square of a text would take minutes


@pytest.mark.parametrize(
    "text",
    [
        "It has\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow7Zx9Lm2Np4Rt6Vy8Bc1Df\n-----END RSA PRIVATE KEY-----\n",
        base64.b64encode(b"key sk-ant-api03-MIIEow7Zx9Lm2Np4Rt6Vy8Bc1Df3Gh5").decode(),
    ],
    ids=["in-lines", "base64"],
)
def test_lines_to_print_have_no_secret_of_a_known_shape(text: str) -> None:
    shown = leaks.hidden(text)
    assert leaks.find(shown) == ()
    assert len(shown) == len(text)


def test_words_that_only_look_random_are_printed() -> None:
    text = "expected call_Zk3Qw9LpT5vB2nXc8RyHj4Ms, got 8f3a9c1b7e5d2046af81c3e97b5d60aa"
    assert leaks.hidden(text) == text


def test_what_is_masked_passes_for_a_placeholder() -> None:
    assert not is_placeholder(drawn(32))
    assert all(is_placeholder(text) for text in ("aaaaaa", "000000000000", "AaA0aAa0A0-aaAA_000", "a-0"))


@pytest.mark.parametrize("before", ["key is ", "x=", "see /a?k=", "=="])
def test_a_random_word_is_found_whatever_stands_before_it(before: str) -> None:
    assert leaks.find({"message": f"{before}Zk3Qw9LpT5vB2nXc8RyHj4MsD7gFa6Ue"})


@pytest.mark.parametrize("before", ["RIFF", "ID3", "GIF8", "%PDF-1.7", "let ftyp"])
def test_text_that_begins_like_media_is_searched_like_text(before: str) -> None:
    data = f"{before} note: 8f3a9c1b7e5d2046af81c3e97b5d60aa".encode()
    assert any(isinstance(leak, leaks.Leak) for leak in leaks.find(data))


def zipped(content: bytes, comment: bytes = b"") -> bytes:
    """Return a ZIP archive with a file and a comment."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr("file", content)
        archive.comment = comment
    return made.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, zipped, lambda data: zipped(gzip.compress(data))])
def test_archives_share_the_room_for_decompressed_bytes(pack: Any, monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr("conformance.room.MAX_FILE", 100_000)
    bomb = base64.b64encode(pack(b"a " * 20_000)).decode()
    assert not leaks.find([bomb])
    unseen = [found.place for found in leaks.find([bomb] * 9) if isinstance(found, Unseen)]
    assert {place.split("#")[0] for place in unseen} == {f"/{n}" for n in range(2, 9)}
    lines = "".join(f"{json.dumps({'a': bomb})}\n" for _ in range(9)).encode()
    assert len([leak for leak in guarded.in_file(tmp_path / "x.jsonl", lines) if isinstance(leak, Unseen)]) >= 7
    assert leaks.hidden(f"{bomb} " * 9) == f"{bomb} " * 9


def with_header(text: bytes, secret: bytes) -> dict[str, bytes]:
    """Return gzip with a secret in each place of a header, and in the header of a second member."""
    begin, rest = b"\x1f\x8b\x08", gzip.compress(text, mtime=0)[4:]
    head = rest[:6]
    named = begin + b"\x08" + head + secret + b"\0" + rest[6:]
    return {
        "name": named,
        "comment": begin + b"\x18" + head + b"a.json\0" + secret + b"\0" + rest[6:],
        "extra": begin + b"\x04" + head + len(secret).to_bytes(2, "little") + secret + rest[6:],
        "second": gzip.compress(b"", mtime=0) + bytes(3) + named,
    }


@pytest.mark.parametrize("place", with_header(b"", b""))
def test_a_secret_in_a_header_of_gzip_is_found(place: str, tmp_path: Path) -> None:
    secret = PLANTED[0].secret
    data = with_header(b'{"a": 1}', secret.encode())[place]
    assert gzip.decompress(data) == b'{"a": 1}'
    (found,) = leaks.find({"a": base64.b64encode(data).decode()})
    assert str(found) == "/a#base64 (a header of gzip): Anthropic key"
    path = tmp_path / "a.json.gz"
    path.write_bytes(data)
    assert [str(leak) for leak in guarded.at(path)] == ["a header of gzip: Anthropic key"]
    path.write_bytes(with_header(b"{}", b"captures-8f3a9c1b7e5d2046af81c3e97b5d60aa.json")[place])
    assert guarded.at(path) == ()


def test_a_secret_in_the_comment_or_the_extra_fields_of_an_archive_is_found() -> None:
    secret = next(iter(PLANTED)).secret
    assert leaks.find(zipped(b"nothing", comment=f"api_key={secret}".encode()))
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        member = ZipInfo("file")
        member.extra = b"ab" + len(secret).to_bytes(2, "little") + secret.encode()
        archive.writestr(member, b"nothing")
    assert leaks.find(made.getvalue())


@pytest.mark.parametrize(
    ("begin", "secret"),
    [
        ("glpat-", "Zq8xT3vLm9Kd2RwN5yBc"),
        ("__cf_bm=", "Zq8xT3vLm9Kd2RwN5yBc7H"),
        ("arn:aws:bedrock:us-east-1:", "491827365019"),
        ("/accounts/", "9f86d081884c7d659a2feaa0c55ad015"),
    ],
)
def test_a_letter_of_another_script_ends_a_secret(begin: str, secret: str) -> None:
    assert secret not in leaks.hidden(f"密钥{begin}{secret}结束")


NUMBERS = random.Random(1)
SOUND = b"".join(struct.pack("<h", int(NUMBERS.gauss(0, 3000))) for _ in range(600))
VECTOR = struct.pack("<64f", *(NUMBERS.gauss(0, 0.03) for _ in range(64)))
SENTENCE = b"it is api_key=Hunter2x9Qw here "


def text_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    ("members", "key"),
    [
        ({"type": "audio", "mimeType": "audio/pcm"}, "data"),
        ({"mime_type": "audio/l16; rate=16000"}, "data"),
        ({"type": "input_audio"}, "input_audio"),
        ({"type": "response.output_audio.delta"}, "delta"),
        ({"type": "input_audio_buffer.append"}, "audio"),
        ({"contentType": "image/x-raw"}, "blob"),
    ],
)
def test_sound_and_images_of_a_stated_type_are_no_random_text(members: dict[str, str], key: str) -> None:
    assert leaks.find(members | {key: text_of(SOUND)}) == ()
    for held in (SOUND + SENTENCE + SOUND, SENTENCE * 9):
        assert Leak(f"/{key}#base64", "key") in leaks.find(members | {key: text_of(held)})
    for other in (members | {"upload": text_of(SOUND)}, {"type": "text", key: text_of(SOUND[:600])}):
        assert [str(leak) for leak in leaks.find({"a": other})][-1].endswith("random text")
    assert leaks.find(members | {key: text_of(NUMBERS.randbytes(60))}), (
        "a short value, which may be a key, is not found"
    )


@pytest.mark.parametrize(
    "value", [{"embedding": text_of(VECTOR)}, {"base64": [text_of(VECTOR)]}, f"got {text_of(VECTOR)}"]
)
def test_an_embedding_is_no_random_text(value: Any) -> None:
    assert leaks.find(value) == ()
    assert leaks.find({"embedding": text_of(NUMBERS.randbytes(256))})
    assert leaks.find({"embedding": text_of(VECTOR + SENTENCE + b" ")})


NONCE, DIGEST, REPORT = (text_of(NUMBERS.randbytes(size)) for size in (18, 32, 90))
PUBLIC = {
    "Report-To": f'{{"endpoints": [{{"url": "https://a.example.net/v4?s={REPORT}"}}], "group": "nel"}}',
    "reporting-endpoints": f'nel="https://nel.example.net/reports?s={REPORT}"',
    "Content-Security-Policy": f"script-src 'nonce-{NONCE}' 'sha256-{DIGEST}'",
    "content-security-policy-report-only": f"script-src 'nonce-{NONCE}'",
}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_header_that_a_server_sends_to_everybody_has_no_random_text(name: str) -> None:
    for headers in ({name: PUBLIC[name]}, {name: [PUBLIC[name]]}, [{"name": name, "value": PUBLIC[name]}]):
        assert leaks.find({"headers": headers}) == ()
    for secret in ("https://h.example.net/?token=Hunter2x9Qw", f"ghp_{drawn(36)}"):
        assert leaks.find({"headers": {name: f"{PUBLIC[name]} {secret}"}})
    assert leaks.find({"headers": {f"x-{name}": PUBLIC[name]}})
