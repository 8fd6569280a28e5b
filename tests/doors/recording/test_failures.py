"""Tests of failures during recording: each gives a single clear line, and old cassettes stay unchanged."""

import base64
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest

from conformance.judge.exit_codes import Exit
from conformance.recording import live, persister
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from tests.doors.raw import raw

from .conftest import KEY, Bench, refusal

pytest.importorskip("anthropic", reason="a second reading needs the official SDKs: install the extra 'oracles'")
LATER = "2026-12-09"
SOME = ("--scenario", "history-single-result")
PAGE = Answer(
    status=502, headers={"content-type": "text/html"}, chunks=(Chunk(0, b"<html>Bad gateway"),), expected=None
)


@pytest.fixture
def recorded(bench: Bench) -> Bench:
    """Return a bench that already has cassettes."""
    _, address = bench.vendor("openai", "openai_chat")
    assert bench.record("openai", "openai_chat", address, *SOME).exit_code == Exit.CONFORMANT
    return bench


@pytest.mark.parametrize(
    ("answer", "asked", "message", "code"),
    [
        (refusal(401, "Incorrect API key provided"), 1, "the key is not accepted: 401", Exit.UNREADABLE),
        (refusal(402, "Insufficient balance"), 1, "no credit is left: 402", Exit.UNREADABLE),
        (refusal(429, "You exceeded your quota", retry_after="1"), 4, "no credit is left: 429", Exit.UNREADABLE),
        (refusal(429, "Come tomorrow", retry_after="86400"), 1, "too many requests", Exit.UNREADABLE),
        (refusal(404, "The model does not exist"), 1, "the model does not exist", Exit.UNREADABLE),
        (refusal(503, "Overloaded"), 8, "503: Overloaded", Exit.UNREADABLE),
        (refusal(400, "tools are not supported"), 2, "refused: 400: tools are not supported", Exit.NOT_CONFORMANT),
        (PAGE, 8, "a web page (status 502)", Exit.UNREADABLE),
        (refusal(302, "", location="http://127.0.0.1:1/elsewhere"), 1, "redirects to http", Exit.UNREADABLE),
        (refusal(308, "", location="/v2"), 1, "/v2. Use that address", Exit.UNREADABLE),
    ],
    ids=["key", "balance", "quota", "too long", "model", "busy", "refused", "page", "redirect", "beside"],
)  # fmt: skip
def test_what_is_answered_instead(answer: Answer, asked: int, message: str, code: Exit, recorded: Bench) -> None:
    before = recorded.files()
    vendor, address = recorded.vendor("openai", "openai_chat")
    vendor.instead = lambda _: answer
    made = recorded.record("openai", "openai_chat", address, *SOME, day=LATER)
    assert made.exit_code == code, made.output
    assert message in made.output
    assert len(vendor.asked) == asked
    assert len(made.output.splitlines()) <= 3
    assert recorded.files() == before


def test_what_the_limit_of_cost_stops_leaves_the_old_cassettes(recorded: Bench) -> None:
    before = recorded.files()
    vendor, address = recorded.vendor("openai", "openai_chat", "other")
    made = recorded.record("openai", "openai_chat", address, *SOME, "--max-usd", "0.000001", "--server", "x", day=LATER)
    assert made.exit_code == Exit.NOTHING_JUDGED, made.output
    assert "2 not asked: --max-usd" in made.output
    assert not vendor.asked
    assert recorded.files() == before


def test_a_key_that_an_endpoint_sends_back_is_not_shown(recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    vendor.instead = lambda _: refusal(401, f"Incorrect API key provided: {KEY}, of org-Ab3De6Gh9Jk2Mn5Pq8St1Vw4")
    output = recorded.record("openai", "openai_chat", address, *SOME).output
    assert "Incorrect API key provided" in output
    assert KEY not in output
    assert "org-Ab3De6Gh9Jk2Mn5Pq8St1Vw4" not in output


@pytest.mark.parametrize(
    "spelled",
    [
        base64.urlsafe_b64encode(f"x{KEY}?>".encode()).decode(),
        KEY.encode().hex().upper(),
        KEY.upper(),
        KEY[::-1],
        KEY[:-4],
        "".join(f"&#{ord(each)};" for each in KEY),
    ],
    ids=["base64", "hexadecimal", "capitals", "backwards", "cut", "HTML"],
)
def test_a_key_is_not_shown_in_another_spelling(spelled: str, recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    vendor.instead = lambda _: refusal(401, f"Incorrect API key provided: {spelled}")
    output = recorded.record("openai", "openai_chat", address, *SOME).output
    assert "1 failed" in output
    assert spelled not in output
    assert KEY[10:20] not in output


def test_half_of_a_key_is_not_shown(recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    body = f"{'x' * 170}{KEY} is wrong".encode()
    vendor.instead = lambda _: Answer(status=401, headers={}, chunks=(Chunk(0, body),), expected=None)
    output = recorded.record("openai", "openai_chat", address, *SOME).output
    assert "xxx" in output
    assert KEY[:12] not in output


def test_an_address_that_is_none_is_a_usage_error(recorded: Bench) -> None:
    made = recorded.record("openai", "openai_chat", "http://[::1")
    assert made.exit_code == Exit.USAGE
    assert "--base-url: not an address" in made.output


def test_one_bad_answer_is_no_obstacle_to_the_rest(recorded: Bench) -> None:
    before = recorded.files()
    vendor, address = recorded.vendor("openai", "openai_chat")
    vendor.instead = lambda asked: None if b'"stream":true' in asked.body else refusal(500, "Internal error")
    made = recorded.record("openai", "openai_chat", address, *SOME, day=LATER)
    assert made.exit_code == Exit.UNREADABLE
    assert "plain: failed: 500: Internal error" in made.output
    assert "stream: confirmed" in made.output
    changed = {path.name for path, data in recorded.files().items() if data != before[path]}
    assert changed == {"history-single-result.stream.yaml"}


def test_an_answer_after_a_busy_moment_counts(recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    vendor.instead = lambda _: refusal(503, "Overloaded", retry_after="2") if len(vendor.asked) % 2 else None
    assert "2 confirmed" in recorded.record("openai", "openai_chat", address, *SOME, day=LATER).output


HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"


@pytest.mark.parametrize(
    ("answer", "hold", "scheme", "pattern"),
    [
        (b"", False, "http", "closed too early|reset by peer"),
        (b"", True, "http", "nothing arrived for 0.2 s"),
        (HEAD + b"content-length: 999\r\n\r\ndata: {}\n\n", False, "http", "the answer broke off"),
        (HEAD + b"content-length: 999\r\n\r\ndata: {}\n\n", True, "http", "nothing arrived for 0.2 s"),
        (b"no TLS", False, "https", "SSL"),
        (b"HTTP/1.1 304 Not Modified\r\n\r\n", False, "http", "got status 304 without an answer"),
        (HEAD + b"no header\r\n\r\n", False, "http", "the answer is not valid HTTP/1.1"),
        (HEAD + b"transfer-encoding: chunked\r\n\r\nz\r\n", False, "http", "broke off: the answer is not valid HTTP"),
    ],
    ids=["down", "silent", "cut", "slow", "tls", "unchanged", "not HTTP", "no chunk"],
)
def test_what_is_no_answer(
    answer: bytes, hold: bool, scheme: str, pattern: str, recorded: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.cli.record.Live", partial(live.Live, limits=live.Limits(piece=0.2)))
    before = recorded.files()
    with raw(answer, hold=hold) as place:
        made = recorded.record("openai", "openai_chat", f"{scheme}://{place}/api", *SOME, day=LATER)
    assert made.exit_code == Exit.UNREADABLE
    assert re.search(pattern, made.output)
    assert recorded.files() == before


def test_nobody_answers(recorded: Bench) -> None:
    before = recorded.files()
    made = recorded.record("openai", "openai_chat", "http://127.0.0.1:1/api", *SOME, day=LATER)
    assert made.exit_code == Exit.UNREADABLE
    assert "Connection refused" in made.output
    assert recorded.files() == before


def test_a_key_follows_no_redirect_and_goes_nowhere_unencrypted(recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    elsewhere: list[object] = []

    def note(request: object) -> Answer:
        elsewhere.append(request)
        return PAGE

    with serving(note) as other:
        vendor.instead = lambda _: refusal(307, "", location=other)
        recorded.record("openai", "openai_chat", address, *SOME)
    assert len(vendor.asked) == 1
    assert not elsewhere
    made = recorded.record("openai", "openai_chat", "http://api.example.com/v1", *SOME)
    assert "a key is sent only over https, or to this machine" in made.output


def test_a_full_disk(recorded: Bench) -> None:
    before = recorded.files()
    _, address = recorded.vendor("openai", "openai_chat", "other")
    scenario = ("--scenario", "result-large")
    made = subprocess.run(
        [sys.executable, "-m", "conformance", "record", "--provider", "openai", "--dialect", "openai_chat",
         "--base-url", address, "--folder", str(recorded.folder), *scenario],
        capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # half a file of bytecode would outlive the test
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )  # fmt: skip
    assert made.returncode == Exit.UNREADABLE, made.stderr
    assert "failed: the folder cannot be written: File too large" in made.stdout
    assert recorded.files() == before


SECRETS = {
    "key of the provider": '"echo":"sk-test-4f7Kq2Zx9Lw1Vb8Ns6Tj3Rm5"',
    "key of another": '"debug":"sk-ant-api03-Ab3De6Gh9Jk2Mn5Pq8St1Vw4Yz7Bc0Ef3Hi6Kl9No2"',
    "organization": '"organization":"org-Ab3De6Gh9Jk2Mn5Pq8St1Vw4"',
    "address": '"url":"https://bucket.example.com/a?X-Amz-Signature=0f4b8e2a6c1d9357f0a2b4c6d8e1f3a5b7c9d0e2f4a6b8c0"',
    "token": '"session":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"',
    "base64": '"blob":"c2stYW50LWFwaTAzLUFiM0RlNkdoOUprMk1uNVBxOFN0MVZ3NFl6N0JjMEVmM0hpNktsOU5vMg=="',
    "unknown": '"zeta":"q8Zr2Lw9Xk4Vt7Yb1Nc6Md3Jf5Hg0PsUeRaTiOo"',
}


@pytest.mark.parametrize("kind", SECRETS)
def test_no_secret_reaches_the_disk(kind: str, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = SECRETS[kind].split('":"')[1].rstrip('"').rpartition("=")[2] or SECRETS[kind][8:-3]
    vendor, _ = bench.vendor("openai", "openai_chat")
    served = vendor.answer

    def answer(request: object) -> Answer:
        response = served(request)  # type: ignore[arg-type]
        body = response.chunks[0].data.replace(b'{"id":', b"{%s," % SECRETS[kind].encode() + b'"id":', 1)
        headers = response.headers | {
            "set-cookie": f"session={planted}",
            "openai-organization": "org-Ab3De6Gh9Jk2Mn5Pq8St1Vw4",
        }
        return Answer(
            status=response.status, headers=headers, chunks=(Chunk(0, body), *response.chunks[1:]), expected=None
        )

    written: list[str] = []
    with serving(answer) as place:
        monkeypatch.setattr(persister.tempfile, "mkstemp", noting(persister.tempfile.mkstemp, written))
        made = bench.record("openai", "openai_chat", f"{place}/api", *SOME)
    assert planted not in made.output
    assert not any(planted.encode() in data for data in bench.files().values())
    assert made.exit_code in (Exit.CONFORMANT, Exit.UNREADABLE)
    if made.exit_code == Exit.UNREADABLE:
        assert "not written" in made.output
        withheld = [line.split(": ")[0].replace("/", ".") for line in made.output.splitlines() if "not written" in line]
        assert withheld
        assert not any(f".{name}." in path.replace("/", ".") for name in withheld for path in written)


def noting(make: Callable[..., tuple[int, str]], written: list[str]) -> Callable[..., tuple[int, str]]:
    def made(*args: object, **named: object) -> tuple[int, str]:
        handle, name = make(*args, **named)
        written.append(name.replace("/.", "/"))
        return handle, name

    return made
