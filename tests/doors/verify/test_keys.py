"""Tests with endpoints that repeat the API key: no study keeps the key, and no message shows it."""

import base64
import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.cli.app import app
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from tests.oracles.apart import apart
from toolwire.wire.exchange import WireRequest

KEY = "sk-ant-api03-Qw7Zx9Lm2Np4Rt6Vy8Bc1Df3Gh5Jk"
STUDY = """\
model: m
cases: cases.jsonl
repeats: 1
modes: [plain, stream]
endpoints:
  a: {{base_url: '{url}/v1', model: m, key: KEY, reference: true}}
  b: {{base_url: '{url}/v1', model: m, key: KEY}}
"""
ECHOED = {
    "plain": [KEY],
    "pieces": [KEY[n : n + 4] for n in range(0, len(KEY), 4)],
    "base64": [base64.b64encode(f"a key: {KEY}".encode()).decode()],
    "base64 of bytes like an image's": [base64.b64encode(f"GIF89a\0 x {KEY}".encode()).decode()],
    "base64 of UTF-16": [base64.b64encode(KEY.encode("utf-16-le")).decode()],
    "capitals": [KEY.upper()],
    "backwards": [KEY[::-1]],
    "escapes": ["".join(f"\\u{ord(each):04x}" for each in KEY)],
    "two words": [f"{KEY[:20]} and {KEY[20:]}"],
    "base64 of halves": [
        f"{base64.b64encode(KEY[:18].encode()).decode()} {base64.b64encode(KEY[18:].encode()).decode()}"
    ],
}


def answer(texts: list[str], stream: bool) -> Answer:
    if not stream:
        message = {"role": "assistant", "content": "".join(texts)}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        body = json.dumps({"object": "chat.completion", "choices": [choice]}).encode()
        return Answer(status=200, headers={"content-type": "application/json"}, chunks=(Chunk(0, body),), expected=None)
    events = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    body = b"".join(b"data: %s\n\n" % json.dumps(event).encode() for event in events) + b"data: [DONE]\n\n"
    return Answer(status=200, headers={"content-type": "text/event-stream"}, chunks=(Chunk(0, body),), expected=None)


def verified(folder: Path, code: int) -> str:
    """Run ``conformance verify`` in a new thread, which has its own event loop. Return its output."""
    command = ["verify", str(folder / "study.yaml"), "--folder", str(folder / "kept")]
    ran = apart(lambda: CliRunner().invoke(app, command, env={"KEY": KEY}))
    assert ran.exit_code == code, ran.output
    return ran.output


def written(folder: Path) -> str:
    return "".join(path.read_text() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("form", ECHOED)
def test_no_answer_with_the_key_is_kept(tmp_path: Path, form: str) -> None:
    texts = ECHOED[form]

    def repeats(request: WireRequest) -> Answer:
        return answer(texts, bool(json.loads(request.body).get("stream")))

    with serving(repeats) as url:
        (tmp_path / "study.yaml").write_text(STUDY.format(url=url))
        (tmp_path / "cases.jsonl").write_text('{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n')
        shown = verified(tmp_path, 5)
    kept = written(tmp_path / "kept") + shown
    assert KEY not in kept
    if form != "plain":
        assert "not kept, because it has a key or another secret in a form that cannot be masked" in kept
        assert json.dumps(texts[0])[1:-1] not in kept


def test_no_stream_with_a_key_of_others_in_pieces_is_kept(tmp_path: Path) -> None:
    with serving(lambda _: answer(["sk-ant-api03-", "Zk3Qw9", "LpT5vB2nXc8", "RyHj4MsD7gFa6Ue"], stream=True)) as url:
        (tmp_path / "study.yaml").write_text(STUDY.format(url=url))
        (tmp_path / "cases.jsonl").write_text('{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n')
        shown = verified(tmp_path, 5)
    kept = written(tmp_path / "kept") + shown
    assert "not kept, because it has a key or another secret in a form that cannot be masked" in kept
    assert "LpT5vB2nXc8" not in kept


def test_a_refusal_that_is_cut_shows_no_part_of_the_key(tmp_path: Path) -> None:
    body = json.dumps({"error": {"message": f"{'x' * 150} {KEY}"}}).encode()
    with serving(
        lambda request: Answer(
            status=401, headers={"content-type": "application/json"}, chunks=(Chunk(0, body),), expected=None
        )
    ) as url:
        (tmp_path / "study.yaml").write_text(STUDY.format(url=url))
        (tmp_path / "cases.jsonl").write_text('{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n')
        shown = verified(tmp_path, 6)
    assert "a: cannot be reached, so it gets no more requests: status 401: " in shown
    assert "sk-ant" not in written(tmp_path / "kept") + shown


def kept_and_shown(folder: Path, answered: Answer, code: int) -> str:
    """Return everything that a study writes and shows if the endpoint gives this answer to every request."""
    with serving(lambda _: answered) as url:
        (folder / "study.yaml").write_text(STUDY.format(url=url))
        (folder / "cases.jsonl").write_text('{"id": "a", "messages": [{"role": "user", "content": "Hello"}]}\n')
        shown = verified(folder, code)
    return written(folder / "kept") + shown


SPELLED = (base64.b64encode(f"a key: {KEY}".encode()).decode().rstrip("="), KEY[::-1], KEY[:20], KEY[20:])


def test_no_error_with_the_key_is_kept_or_shown(tmp_path: Path) -> None:
    body = json.dumps({"error": {"message": f"bad key {' '.join(SPELLED)}"}}).encode()
    headers = {"content-type": "application/json"}
    kept = kept_and_shown(tmp_path, Answer(status=500, headers=headers, chunks=(Chunk(0, body),), expected=None), 5)
    assert '"faults":["status 500: ' in kept
    assert not [spelled for spelled in SPELLED if spelled in kept]


def test_no_header_with_the_key_is_kept(tmp_path: Path) -> None:
    headers = {"content-type": f"application/json; x={' '.join(SPELLED)}"}
    kept = kept_and_shown(tmp_path, msgspec.structs.replace(answer(["Hello."], stream=False), headers=headers), 5)
    assert "not kept, because it has a key" in kept
    assert not [spelled for spelled in SPELLED if spelled in kept]


def test_no_redirect_with_the_key_is_shown(tmp_path: Path) -> None:
    headers = {"location": f"http://127.0.0.1:1/{'/'.join(SPELLED)}"}
    shown = kept_and_shown(tmp_path, Answer(status=302, headers=headers, chunks=(), expected=None), 6)
    assert "a: cannot be reached, so it gets no more requests: " in shown
    assert not [spelled for spelled in SPELLED if spelled in shown]
