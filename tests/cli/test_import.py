"""Tests of ``conformance import``: captures become a user's data, and no secret is written to the disk."""

import base64
import gzip
import json
import os
import re
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from conformance.cli import import_
from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit
from conformance.recording.lock import LOCK, alone
from conformance.recording.persister import write
from tests.recording.planted import Planted, planted
from toolwire.wire.exchange import Exchange

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather, as this client alone describes it.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
    },
}
ASKED: dict[str, Any] = {
    "model": "gpt-4.1",
    "temperature": 0.1,
    "messages": [
        {"role": "system", "content": "Answer."},
        {"role": "user", "content": "And in Berlin?"},
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": '{"place":"x"}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "Rain."},
    ],
    "tools": [WEATHER],
    "tool_choice": "auto",
}
ANSWER = {
    "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-4.1-2025-04-14",
    "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None,
                 "message": {"role": "assistant", "content": "It rains.", "refusal": None}}],
}  # fmt: skip


def vcr(asked: Any = ASKED, answer: Any = ANSWER, **beside: Any) -> dict[str, Any]:
    """Return the document of a vcrpy file with a single exchange."""
    request = {"uri": "https://api.openai.com/v1/chat/completions", "method": "POST",
               "headers": {"authorization": ["Bearer abc"], "user-agent": ["OpenAI/Python 1.0"]},
               "body": json.dumps(asked)} | beside  # fmt: skip
    headers = {"content-type": ["application/json"], "date": ["Tue, 03 Jun 2025 10:00:00 GMT"], "set-cookie": ["a=b"]}
    response = {"status": {"code": 200, "message": "OK"}, "headers": headers, "body": {"string": json.dumps(answer)}}
    return {"interactions": [{"request": request, "response": response}], "version": 1}


def archive() -> dict[str, Any]:
    entry = {
        "startedDateTime": "2025-06-03T10:00:00.000Z",
        "request": {
            "method": "POST",
            "url": "https://api.openai.com/v1/chat/completions",
            "headers": [{"name": "User-Agent", "value": "OpenAI/Python 1.0"}],
            "postData": {"mimeType": "application/json", "text": json.dumps(ASKED)},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Type", "value": "application/json"}],
            "content": {
                "mimeType": "application/json",
                "encoding": "base64",
                "text": base64.b64encode(json.dumps(ANSWER).encode()).decode(),
            },
        },
    }
    return {"log": {"version": "1.2", "entries": [entry]}}


def lines() -> str:
    record = {"url": "https://api.openai.com/v1/chat/completions", "method": "POST", "status": 200,
              "request_body": ASKED, "response_body": ANSWER, "response_content_type": "application/json"}  # fmt: skip
    return json.dumps(record) + "\n"


CAPTURES = {
    "a.yaml": lambda: yaml.dump(vcr()),
    "a.json": lambda: json.dumps(vcr()),
    "a.har": lambda: json.dumps(archive()),
    "a.jsonl": lines,
}


@pytest.mark.parametrize("name", CAPTURES)
def test_a_capture_becomes_data_that_run_and_lint_accept(name: str, tmp_path: Path, conformance: Any) -> None:
    (tmp_path / name).write_text(CAPTURES[name]())
    into = tmp_path / "mine"
    made = conformance("import", tmp_path / name, "--into", into)
    assert (made.exit_code, made.stdout) == (0, "1 cassette made, 0 existed already, 0 exchanges not imported\n")
    [cassette] = into.glob("cassettes/*/*/*.yaml")
    metadata = yaml.safe_load(cassette.read_text())["metadata"]
    assert (metadata["origin"], metadata["ids"]) == ("imported", "kept")
    assert metadata["sources"][0].startswith(f"{name}: ")
    assert (metadata["date"] == "2025-06-03") == (name != "a.jsonl")
    assert "Bearer" not in cassette.read_text()
    assert "a=b" not in cassette.read_text()
    assert conformance("lint", "--data", into).stdout == "nothing is wrong or missing\n"
    ran = conformance("run", "--data", into, "--provider", "imported-openai", "--results", tmp_path / "results")
    assert ran.exit_code == Exit.CONFORMANT
    assert re.search(r"Imported captures +\? +\n", ran.stdout)
    results = json.loads((tmp_path / "results" / "results.json").read_text())["results"]
    assert {result["origin"] for result in results} == {"imported"}
    assert {result["outcome"] for result in results} >= {"pass"}
    assert not {result["outcome"] for result in results} & {"fail", "warn"}


def test_a_capture_keeps_its_limit_and_is_played_over_http(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(vcr(ASKED | {"max_completion_tokens": 300})))
    into = tmp_path / "mine"
    assert conformance("import", tmp_path / "a.yaml", "--into", into).exit_code == 0
    for adapter in ("reference", "conformance.adapters.reference_client:ReferenceClient"):
        chosen = ("--data", into, "--providers", "imported-openai", "--adapter", adapter)
        ran = conformance("run", *chosen, "--results", tmp_path / "results")
        assert ran.exit_code == Exit.CONFORMANT, ran.stderr
        results = json.loads((tmp_path / "results" / "results.json").read_text())["results"]
        judged = {result["check"]: result["outcome"] for result in results}
        assert judged["limit"] == "pass"
        assert "fail" not in judged.values()


def test_a_random_name_of_a_file_or_record_is_left_out(tmp_path: Path, conformance: Any) -> None:
    """Caches name their files by digests. Neither a digest nor a UUID is in the import, because it may be a secret."""
    digest, name = "7a085a368932ff2b2d409dd311ca8719", "9f2c41d7-6b0e-4a53-8e1d-c07a5b9f3e26"
    record = {
        "id": name,
        "url": "https://api.openai.com/v1/chat/completions",
        "request_body": ASKED,
        "response_body": ANSWER,
    }
    (tmp_path / f"{digest}.jsonl").write_text(json.dumps(record) + "\n")
    into = tmp_path / "mine"
    made = conformance("import", tmp_path / f"{digest}.jsonl", "--into", into)
    assert (made.exit_code, "1 cassette made" in made.stdout) == (0, True), made.output
    [path] = into.rglob("capture-*.plain.yaml")
    assert yaml.safe_load(path.read_text())["metadata"]["sources"][0].startswith("capture: line 1;")
    written = [*into.rglob("*.yaml")]
    assert not any(digest in f"{path}{path.read_text()}" or name in path.read_text() for path in written)


def test_nothing_is_overwritten(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(vcr()))
    into = tmp_path / "mine"
    conformance("import", tmp_path / "a.yaml", "--into", into)
    before = {path: path.read_bytes() for path in into.rglob("*") if path.is_file()}
    [cassette] = into.glob("cassettes/*/*/*.yaml")
    cassette.write_bytes(cassette.read_bytes() + b"# mine\n")
    again = conformance("import", tmp_path / "a.yaml", "--into", into)
    assert (again.exit_code, again.stdout) == (0, "0 cassettes made, 1 existed already, 0 exchanges not imported\n")
    after = {path: path.read_bytes() for path in into.rglob("*") if path.is_file()}
    assert after == before | {cassette: before[cassette] + b"# mine\n"}


def test_every_answer_to_the_same_request_is_imported_once(tmp_path: Path, conformance: Any) -> None:
    answers = [{**ANSWER, "id": f"chatcmpl-{n}"} for n in range(3)]
    exchanges = [exchange for answer in answers for exchange in vcr(answer=answer)["interactions"]]
    captures = tmp_path / "captures"
    for name in ("one.yaml", "again/one.yaml"):
        (captures / name).parent.mkdir(parents=True, exist_ok=True)
        (captures / name).write_text(json.dumps({"interactions": exchanges, "version": 1}))
    for made, there in ((3, 3), (0, 6)):
        done = conformance("import", captures, "--into", tmp_path / "mine", "--format", "json")
        found = json.loads(done.stdout)
        assert (done.exit_code, len(found["made"]), len(found["there"])) == (Exit.CONFORMANT, made, there)
        assert len({each["cassette"] for each in (*found["made"], *found["there"])}) == len(answers)
    kept = [path.read_text() for path in (tmp_path / "mine").rglob("*.plain.yaml")]
    assert all(any(str(answer["id"]) in text for text in kept) for answer in answers)
    assert conformance("lint", "--data", tmp_path / "mine").exit_code == Exit.CONFORMANT


def test_captures_beside_the_imported_data_are_imported(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "captures").mkdir()
    (tmp_path / "captures" / "one.yaml").write_text(json.dumps(vcr()))
    for path, made in ((tmp_path / "captures", 1), (tmp_path, 0)):
        done = conformance("import", path, "--into", tmp_path, "--format", "json")
        found = json.loads(done.stdout)
        assert (done.exit_code, len(found["made"]), len(found["there"])) == (Exit.CONFORMANT, made, 1 - made)
        assert not found["unreadable"]
    assert f"4 files not imported: already part of the data in {tmp_path}" in " ".join(done.stderr.split())


def test_another_capture_joins_what_is_there(tmp_path: Path, conformance: Any) -> None:
    into = tmp_path / "mine"
    for n, model in enumerate(("one", "two")):
        (tmp_path / f"{n}.yaml").write_text(yaml.dump(vcr(ASKED | {"model": model})))
        assert conformance("import", tmp_path / f"{n}.yaml", "--into", into).exit_code == 0
    profile = yaml.safe_load((into / "providers" / "imported-openai" / "profile.yaml").read_text())
    assert sorted(profile["dialects"]["openai_chat"]["models"].values()) == ["one", "two"]
    assert conformance("lint", "--data", into).exit_code == 0


GRAMMAR = {"type": "grammar", "grammar": {"syntax": "regex", "definition": "a+"}}
CONTINUED = {"model": "gpt-4.1", "input": "And now?", "previous_response_id": "resp_1"}
IN_CONVERSATION = {"model": "gpt-4.1", "input": "And now?", "conversation": {"id": "conv_1"}}
CONTINUATION = {"id": "resp_2", "object": "response", "model": "gpt-4.1", "status": "completed", "output": []}
IMAGE = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x/y.png"}}]}]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (vcr(ASKED | {"messages": IMAGE}), "a message of the role user with image: scenarios cannot express it"),
        (vcr(uri="https://api.openai.com/v1/embeddings"), "not an exchange of a known dialect"),
        (
            vcr(uri="https://api.openai.com/v1/chat/completions?v=2"),
            "no scenario can express the request: a request made from a scenario differs at url",
        ),
        (vcr(uri="https://api.openai.com:abc/v1/chat/completions"), "the address has an invalid port"),
        (vcr(uri="https://ü.example/v1/chat/completions"), "a profile does not allow the host of the address"),
        (vcr(uri="https://../v1/chat/completions"), "a profile does not allow the host of the address"),
        (vcr(uri=f"https://{'a' * 300}/v1/chat/completions"), "too long for a folder's name"),
        (vcr(ASKED | {"model": None}), "no model: scenarios cannot express it"),
        (
            vcr(ASKED | {"tools": [{"type": "custom", "custom": {"name": "a", "format": GRAMMAR}}]}),
            "a free-form tool with a grammar: imported scenarios cannot express it",
        ),
        (
            vcr(ASKED | {"functions": [{"name": "a"}]}),
            "no scenario can express the request: a request made from a scenario differs at /functions (",
        ),
        (
            vcr(ASKED | {"functions": [{"name": "call_s4WtvtSpYrp3Y3fwgRaFb9j3Qk2x"}]}),
            "no scenario can express the request: a request made from a scenario differs at /functions (not shown",
        ),
        (vcr(body=""), "the exchange has no request"),
        (
            vcr(ASKED | {"messages": [{"role": "user", "content": "Zk3Qw9LpT5vB2nXc8RyHj4MsD7gFa6Ue"}]}),
            "the exchange may contain a secret at /interactions/0/request/body#/messages/0/content: random text",
        ),
        (vcr(answer="{"), "the answer"),
        (
            vcr(CONTINUED, CONTINUATION, uri="https://api.openai.com/v1/responses"),
            "the request continues an earlier answer",
        ),
        (
            vcr(IN_CONVERSATION, CONTINUATION, uri="https://api.openai.com/v1/responses"),
            "the request continues a stored conversation",
        ),
    ],
    ids=[
        "image",
        "other endpoint",
        "query",
        "port",
        "host of other letters",
        "host of dots",
        "long host",
        "no model",
        "grammar",
        "functions",
        "functions with a secret",
        "no request",
        "secret",
        "broken answer",
        "continuation",
        "in a conversation",
    ],
)
def test_what_is_not_taken_has_a_reason(document: Any, why: str, tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(document))
    result = conformance("import", tmp_path / "a.yaml", "--into", tmp_path / "mine", "--format", "json")
    assert result.exit_code in (Exit.NOTHING_JUDGED, Exit.UNREADABLE)
    report = json.loads(result.stdout)
    [skipped] = report["not_taken"] + report["unreadable"]
    assert why in skipped["why"] or why == "the answer"
    assert not (tmp_path / "mine").exists()


CALLS = ASKED | {
    "messages": [
        *ASKED["messages"],
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "call_2", "type": "function", "function": {"name": "get_weather", "arguments": "ARGUMENTS"}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_2", "content": "Rain."},
    ]
}


@pytest.mark.parametrize("word", ["weather", "function"])
def test_a_secret_that_is_also_a_name_changes_no_tool(word: str, tmp_path: Path, conformance: Any) -> None:
    arguments = json.dumps(json.dumps({"secret": word}))
    document = vcr(body=json.dumps(CALLS).replace('"ARGUMENTS"', arguments))
    (tmp_path / "a.json").write_text(json.dumps(document))
    result = conformance("import", tmp_path / "a.json", "--into", tmp_path / "mine", "--format", "json")
    assert result.exit_code in (Exit.NOTHING_JUDGED, Exit.UNREADABLE)
    assert "get_aaaaaaa" not in result.stdout
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("status", [199, 204, 302, 399])
def test_an_answer_with_a_status_that_no_cassette_has_is_not_taken(
    status: int, tmp_path: Path, conformance: Any
) -> None:
    document = vcr()
    document["interactions"][0]["response"]["status"]["code"] = status
    (tmp_path / "a.yaml").write_text(yaml.dump(document))
    result = conformance("import", tmp_path / "a.yaml", "--into", tmp_path / "mine")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert f"expected the status of an answer with content (200 to 203), got {status}" in result.stdout


def test_an_answer_with_a_header_that_no_server_can_send_is_not_taken(tmp_path: Path, conformance: Any) -> None:
    document = vcr()
    document["interactions"][0]["response"]["headers"]["content-type"] = "application/json; €"
    (tmp_path / "a.yaml").write_text(yaml.dump(document))
    result = conformance("import", tmp_path / "a.yaml", "--into", tmp_path / "mine")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "HTTP does not allow the value of the header 'content-type'" in result.stdout


def test_what_cannot_be_read_is_not_nothing(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(vcr()))
    (tmp_path / "b.yaml").write_text("a: [")
    result = conformance("import", tmp_path, "--into", tmp_path / "mine")
    assert result.exit_code == Exit.UNREADABLE
    assert result.stdout.startswith("1 cassette made, 0 existed already, 0 exchanges not imported\n")
    assert "b.yaml" in result.stdout


def test_a_folder_that_cannot_be_written_to_is_reported(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(vcr()))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "providers").write_text("in the way")
    result = conformance("import", tmp_path / "a.yaml", "--into", tmp_path / "mine")
    assert result.exit_code == Exit.UNREADABLE
    assert "cannot be written" in result.stdout


def _kept(exchange: Exchange) -> dict[str, Any]:
    def text(body: bytes) -> str | bytes:
        try:
            return body.decode()
        except UnicodeDecodeError:
            return body

    request, response = exchange.request, exchange.response
    return {"interactions": [{
        "request": {"uri": request.url, "method": "POST", "body": text(request.body),
                    "headers": {name: [value] for name, value in request.headers.items()}},
        "response": {"status": {"code": 200, "message": "OK"}, "body": {"string": text(response.body)},
                     "headers": {name: [value] for name, value in response.headers.items()}},
    }], "version": 1}  # fmt: skip


def _spelled(secret: str) -> list[bytes]:
    based = [base64.b64encode(b"x" * n + secret.encode())[4:-8] for n in range(3)]
    return [secret.encode(), json.dumps(secret)[1:-1].encode(), quote(secret).encode(), *based]


@pytest.mark.parametrize("secret", [*planted()], ids=lambda secret: secret.name)
def test_no_secret_reaches_the_disk(secret: Planted, tmp_path: Path, conformance: Any) -> None:
    captures, into = tmp_path / "captures", tmp_path / "mine"
    captures.mkdir()
    (captures / "a.yaml.gz").write_bytes(gzip.compress(yaml.dump(_kept(secret.exchange)).encode()))
    result = conformance("import", captures, "--into", into)
    assert "1 cassette made" in result.stdout or "1 exchange not imported" in result.stdout
    written = [path.read_bytes() for path in into.rglob("*") if path.is_file()]
    for spelled in _spelled(secret.secret):
        output = (*written, result.stdout.encode(), result.stderr.encode())
        assert all(spelled not in data for data in output)
    if secret.name == "several events":
        assert not written


@pytest.mark.parametrize("moment", ["../../../etc", "\x1b[31m2026-", "2026-13-01T10:00:00Z", 5])
def test_a_day_that_is_none_is_left_out(moment: Any, tmp_path: Path, conformance: Any) -> None:
    document = archive()
    document["log"]["entries"][0]["startedDateTime"] = moment
    (tmp_path / "a.har").write_text(json.dumps(document))
    assert conformance("import", tmp_path / "a.har", "--into", tmp_path / "mine").exit_code == Exit.CONFORMANT
    [made] = (tmp_path / "mine/cassettes").rglob("*.yaml")
    assert date.fromisoformat(yaml.safe_load(made.read_text())["metadata"]["date"])


def test_a_lone_surrogate_takes_no_other_exchange_with_it(tmp_path: Path, conformance: Any) -> None:
    asked = ASKED | {"messages": [{"role": "user", "content": "half \ud800"}]}
    (tmp_path / "a.json").write_text(json.dumps(vcr(asked)))
    (tmp_path / "b.json").write_text(json.dumps(vcr()))
    done = conformance("import", tmp_path, "--into", tmp_path / "mine")
    assert done.exit_code == Exit.UNREADABLE
    assert done.stdout.startswith("1 cassette made")
    assert "a.json: interactions[0]" in done.stdout


@pytest.mark.parametrize(
    "text", ["[]", "x", "1", "title: x", "title: x\ntitle: y", "dialects: 1", "dialects: {openai_chat: {models: 1}}"]
)
def test_a_profile_that_was_edited_by_hand_is_named(text: str, tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.json").write_text(json.dumps(vcr()))
    profile = tmp_path / "mine/providers/imported-openai/profile.yaml"
    profile.parent.mkdir(parents=True)
    profile.write_text(text)
    done = conformance("import", tmp_path / "a.json", "--into", tmp_path / "mine")
    assert done.exit_code == Exit.UNREADABLE
    assert f"{profile}: " in done.stderr
    assert profile.read_text() == text


def test_what_was_imported_is_not_imported_again(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.yaml").write_text(yaml.dump(vcr()))
    first = conformance("import", tmp_path, "--into", tmp_path / "mine", "--format", "json")
    again = conformance("import", tmp_path, "--into", tmp_path / "mine", "--format", "json")
    assert first.exit_code == again.exit_code == Exit.CONFORMANT
    assert len(list((tmp_path / "mine" / "cassettes").rglob("*.yaml"))) == 1


def test_a_file_whose_name_is_not_utf_8_is_imported(tmp_path: Path, conformance: Any) -> None:
    path = tmp_path / os.fsdecode(b"a\xff.yaml")
    path.write_text(yaml.dump(vcr()))
    assert conformance("import", path, "--into", tmp_path / "mine").exit_code == Exit.CONFORMANT


def test_an_import_that_stops_at_any_file_leaves_a_folder_that_can_be_read(
    tmp_path: Path, conformance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.json").write_text(json.dumps(vcr()))
    for most in range(4):
        into = tmp_path / str(most)
        written: list[Path] = []

        def stopping(path: Path, text: str, written: list[Path] = written, most: int = most) -> None:
            if len(written) == most:
                raise KeyboardInterrupt
            written.append(path)
            write(path, text)

        with monkeypatch.context() as patched:
            patched.setattr(import_, "write", stopping)
            stopped = conformance("import", tmp_path / "a.json", "--into", into)
        assert (stopped.exit_code, len(written)) == (130, most)
        if written:
            assert conformance("lint", "--data", into).exit_code == Exit.CONFORMANT
        assert conformance("import", tmp_path / "a.json", "--into", into).stdout.startswith(
            "1 cassette made, 0 existed"
        )


def test_two_imports_do_not_write_to_a_folder_at_the_same_time(tmp_path: Path, conformance: Any) -> None:
    (tmp_path / "a.json").write_text(json.dumps(vcr()))
    into = tmp_path / "into"
    into.mkdir()
    with alone(into):
        ended = conformance("import", str(tmp_path / "a.json"), "--into", str(into))
    assert ended.exit_code == Exit.UNREADABLE
    assert "another command is writing to this folder" in ended.output
    assert list(into.iterdir()) == []
    assert conformance("import", str(tmp_path / "a.json"), "--into", str(into)).exit_code == 0
    assert not (into / LOCK).exists()


def test_profiles_are_written_seldom(tmp_path: Path, conformance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = [ASKED | {"messages": [{"role": "user", "content": f"Question {n}"}]} for n in range(60)]
    url = "https://api.openai.com/v1/chat/completions"
    lines = [{"url": url, "request_body": asked, "response_body": ANSWER} for asked in (*questions, questions[0])]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    written: list[str] = []

    def counting(path: Path, text: str) -> None:
        written.append(path.name)
        write(path, text)

    monkeypatch.setattr(import_, "write", counting)
    done = conformance("import", tmp_path / "a.jsonl", "--into", tmp_path / "mine")
    assert done.stdout.startswith("60 cassettes made, 1 existed already")
    assert written.count("profile.yaml") < 40
    assert written.count("capabilities.yaml") == 1
    assert conformance("lint", "--data", tmp_path / "mine").exit_code == Exit.CONFORMANT


@pytest.mark.parametrize("part", ["cassettes", "providers", "scenarios"])
def test_a_link_in_a_circle_is_named(part: str, tmp_path: Path, conformance: Any) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / part).symlink_to(part)
    capture = cassettes_folder() / "openai" / "openai_chat" / "call-single.plain.yaml"
    result = conformance("import", capture, "--into", mine)
    assert result.exit_code == Exit.UNREADABLE
    assert "cannot be written: Too many levels of symbolic links" in result.stdout + result.stderr


def test_a_file_of_a_bundle_whose_name_is_not_utf_8_is_named(tmp_path: Path, conformance: Any) -> None:
    capture = cassettes_folder() / "openai" / "openai_chat" / "call-single.plain.yaml"
    mine = tmp_path / "mine"
    assert conformance("import", capture, "--into", mine, "--submitter", "me").exit_code == Exit.CONFORMANT
    (mine / os.fsdecode(b"\xff.yaml")).write_text("a: 1\n")
    judged = conformance("bundle", "judge", mine)
    assert judged.exit_code == Exit.UNREADABLE
    assert f"{mine}/\\udcff.yaml: expected a name in UTF-8: rename the file, or remove it" in judged.stderr
