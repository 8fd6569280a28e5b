"""Tests of ``conformance detect``: recognition of answers, and proposal of a profile from a few answers."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.cli import detect
from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit
from conformance.survey.detected import Detected
from conformance.survey.seen_quirks import like
from tests.cli.conftest import Conformance
from tests.cli.test_text_records import CALL, STOCK, record
from toolwire.wire import limited_file, sse

OPENAI = cassettes_folder() / "openai" / "openai_chat"


def body(text: str | None, **message: Any) -> dict[str, Any]:
    assistant = {"role": "assistant", "content": text, **message}
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": assistant, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "acme-1", "choices": [choice],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}  # fmt: skip


def detected(conformance: Conformance, *arguments: object, **how: Any) -> dict[str, Any]:
    result = conformance("detect", *arguments, "--format", "json", **how)
    assert result.exit_code == Exit.CONFORMANT, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_stdin_that_is_too_long_is_not_read_whole(conformance: Conformance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_file, "MAX_FILE", 1000)
    result = conformance("detect", "-", stdin=b"x" * 1001)
    assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
    assert "stdin cannot be read: expected at most 0 MB, got more" in result.stderr


def test_a_text_from_stdin(conformance: Conformance) -> None:
    result = conformance("detect", "-", stdin=f"Well. {CALL}".encode())
    assert result.exit_code == Exit.CONFORMANT
    assert result.stdout == "-: text format hermes (certain: <tool_call> and an object)\n"


def test_an_answer_and_the_calls_in_its_text(conformance: Conformance) -> None:
    found = detected(conformance, "-", stdin=json.dumps(body(f"Well. {CALL}")).encode())
    [answer] = found["answers"]
    assert (answer["dialect"]["name"], answer["dialect"]["confidence"]) == ("openai_chat", "likely")
    assert (answer["text_format"]["name"], answer["text_format"]["confidence"]) == ("hermes", "certain")


@pytest.mark.parametrize(("stdin", "why"), [
    (b"Hello.", "-: unknown\n"),
    (b"", "-: unknown\n"),
    (b"\xff\xfe\x00", "-: unknown\n"),
    (b'{"name": "stock", "parameters": {}}', "-: text format unknown, llama3_json (possible: "),
    (b"<tool_call>\n", "-: text format unknown, hermes or qwen3_coder or glm or granite (likely: "),
])  # fmt: skip
def test_what_is_not_known_is_not_guessed(conformance: Conformance, stdin: bytes, why: str) -> None:
    result = conformance("detect", "-", stdin=stdin)
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert result.stdout.startswith(why)


def test_mistral_or_openai(conformance: Conformance) -> None:
    response = body("Hello.") | {"id": "0123456789abcdef" * 2, "model": "mistral-small-latest"}
    result = conformance("detect", "-", stdin=json.dumps(response).encode())
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "dialect unknown, openai_chat or mistral_chat (likely: key choices; an id of 32" in result.stdout
    assert conformance("decode", "-", stdin=json.dumps(response).encode()).exit_code == Exit.CONFORMANT


def test_files_folders_recordings_and_model_outputs(conformance: Conformance, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(json.dumps(body("a")))
    (tmp_path / "lines.jsonl").write_text(
        json.dumps({"model": "m", "message": {"content": "a"}, "done": False}) + "\n{}"
    )
    (tmp_path / "outputs.jsonl").write_text(json.dumps(record(CALL)))
    cassette = OPENAI / "call-single.plain.yaml"
    names = ("answer.json", "lines.jsonl", "outputs.jsonl")
    found = detected(conformance, *(tmp_path / name for name in names), cassette)
    dialects = [answer["dialect"] and answer["dialect"]["name"] for answer in found["answers"]]
    assert dialects == ["openai_chat", "ollama_chat", None, "openai_chat"]
    assert found["answers"][2]["text_format"]["name"] == "hermes"
    assert found["answers"][3]["dialect"]["evidence"] == ["an address with /chat/completions"]
    missing = conformance("detect", tmp_path / "nothing")
    assert missing.exit_code == Exit.UNREADABLE
    assert "not read: there is no such file or folder" in missing.stdout


def test_answers_in_a_folder_are_those_that_are_named(conformance: Conformance, tmp_path: Path) -> None:
    for name, text in {
        "a.json": json.dumps(body("a"), indent=1),
        "b.jsonl": f"{json.dumps(body('a'))}\n\n{json.dumps(body(CALL))}\n",
        "c.json": json.dumps([{"candidates": [{"content": {"parts": [{"text": "a"}]}}]}]),
        "d.json": '{"name": "acme"}',
    }.items():
        (tmp_path / name).write_text(text)
    found = detected(conformance, tmp_path)
    named = detected(conformance, *sorted(tmp_path.iterdir()))
    assert found == named
    dialects = [answer["dialect"] and answer["dialect"]["name"] for answer in found["answers"]]
    assert dialects == ["openai_chat", "openai_chat", "openai_chat", "gemini_generate", None]
    assert [answer["where"] for answer in found["answers"]][1:3] == [f"{tmp_path}/b.jsonl: line {n}" for n in (1, 3)]
    assert found["answers"][2]["text_format"]["name"] == "hermes"


def test_what_is_no_answer_in_a_folder_is_not_passed_over(conformance: Conformance, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text(json.dumps(body("a"))[:-1])
    (tmp_path / "compose.yaml").write_text("services: {}")
    (tmp_path / "empty.json").write_text('{"interactions": []}')
    result = conformance("detect", tmp_path)
    assert result.exit_code == Exit.UNREADABLE
    shown = [line.removeprefix(f"{tmp_path}/") for line in result.stdout.splitlines()]
    assert shown[0] == "compose.yaml: not read: not a vcrpy cassette: expected a list of interactions"
    assert shown[1].startswith("cut.json: not read: Expecting")
    assert shown[2] == "empty.json: not read: interactions: expected at least 1 interaction, got none"


def lines(path: Path, *answers: tuple[Any, bool], url: str = "https://llm.acme.example/v1/chat/completions") -> Path:
    request = {"model": "acme-1", "messages": [{"role": "user", "content": "a"}], "tools": [STOCK]}
    path.write_text("".join(
        json.dumps({
            "url": url, "status": 200, "request_body": request | ({"stream": True} if stream else {}),
            "response_body": answer if stream else json.dumps(answer),
            "response_content_type": "text/event-stream" if stream else "application/json",
        }) + "\n" for answer, stream in answers
    ))  # fmt: skip
    return path


def streamed(*deltas: dict[str, Any], finish: str = "stop") -> str:
    whole = [*({"index": 0, "delta": delta, "finish_reason": None} for delta in deltas),
             {"index": 0, "delta": {}, "finish_reason": finish}]  # fmt: skip
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "acme-1"}
    return b"".join(sse.encode(json.dumps(chunk | {"choices": [choice]})) for choice in whole).decode()


def call(call_id: str, **more: Any) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "stock", "arguments": "{}"}, **more}


def test_model_outputs_need_no_expectation(conformance: Conformance, tmp_path: Path) -> None:
    path = tmp_path / "outputs.jsonl"
    records = [{"raw_output": f"Well. {CALL}", "tools": [STOCK]}, {"id": "b", "raw_output": "Hello."}]
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    found = detected(conformance, path)
    assert [answer["where"] for answer in found["answers"]] == [f"{path}: line 1", f"{path}: line 2 (b)"]
    assert [answer["text_format"] and answer["text_format"]["name"] for answer in found["answers"]] == ["hermes", None]


def test_records_from_stdin_and_in_any_file_are_read_line_by_line(conformance: Conformance, tmp_path: Path) -> None:
    records = [{"raw_output": f"Well. {CALL}"}, {"id": "b", "raw_output": "Hello."}, {"tools": []}]
    data = "\n" + "".join(json.dumps(line) + "\n" for line in records)
    (tmp_path / "outputs.txt").write_text(data)
    for file, how in (("-", {"stdin": data.encode()}), (str(tmp_path / "outputs.txt"), {})):
        result = conformance("detect", file, "--format", "json", **how)
        assert result.exit_code == Exit.UNREADABLE
        found = json.loads(result.stdout)
        assert [answer["where"] for answer in found["answers"]] == [f"{file}: line 2", f"{file}: line 3 (b)"]
        assert [skipped["where"] for skipped in found["unreadable"]] == [f"{file}: line 4"]
        assert found["answers"][0]["text_format"]["name"] == "hermes"


def test_texts_in_a_folder_are_looked_at_and_what_is_not_is_counted(conformance: Conformance, tmp_path: Path) -> None:
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "one.txt").write_text(f"Well. {CALL}")
    (tmp_path / "answer.txt").write_text(json.dumps(body("a")))
    (tmp_path / "outputs.jsonl").write_text(json.dumps(record(CALL)))
    for name in ("README.md", "a.py", "b.py", "LICENSE"):
        (tmp_path / name).write_text(CALL)
    found = detected(conformance, tmp_path)
    names = [Path(answer["where"].partition(":")[0]).name for answer in found["answers"]]
    assert names == ["answer.txt", "one.txt", "outputs.jsonl"]
    assert found["passed_over"] == {".md": 1, ".py": 2, "LICENSE": 1}
    last = conformance("detect", tmp_path).stdout.splitlines()[-1]
    assert last == (
        "files not read, because their endings show that they are neither recordings nor texts: 2 .py, 1 LICENSE, 1 .md"
    )
    assert "not read, because" not in conformance("detect", tmp_path / "outputs").stdout


def test_a_few_answers_become_a_profile_that_lint_accepts(conformance: Conformance, tmp_path: Path) -> None:
    plain = body(None, tool_calls=[call("fc_0a1b2c3d4")])
    del plain["choices"][0]["message"]["content"]
    plain["choices"][0]["finish_reason"] = "stop"
    stream = streamed(
        {"role": "assistant", "reasoning_content": "Hm."}, {"tool_calls": [call("fc_ffff00001", index=0)]}
    )
    file = lines(tmp_path / "answers.jsonl", (plain, False), (stream, True))
    found = detected(conformance, file, "--provider", "acme", "--into", tmp_path / "data")
    path = tmp_path / "data" / "providers" / "acme" / "profile.yaml"
    profile = yaml.safe_load(path.read_text())
    assert profile == found["profile"]
    claims = profile["dialects"]["openai_chat"]
    assert (claims["home"], claims["base_url"], claims["model"]) == ("openai", "https://llm.acme.example/v1", "acme-1")
    quirks = {quirk["id"]: quirk for quirk in claims["quirks"]}
    assert quirks["ids"]["apply"] == [{"do": "call-ids", "like": "fc_{hex9}"}]
    assert quirks.keys() >= {"ids", "whole-calls", "content-absent", "finish", "done", "reasoning"}
    assert (quirks["whole-calls"]["seen"], quirks["whole-calls"]["of"]) == (1, 1)
    proposed = claims["proposed"]
    assert (proposed["answers"], proposed["confidence"], proposed["parser"]) == (2, "certain", "openai_chat")
    assert proposed["example"] == "stock {}"
    assert "JSON Schema" in proposed["schema_style"]
    assert "auth: no request shows how a key is sent, so bearer is assumed" in found["remarks"]
    lint = conformance("lint", "--data", tmp_path / "data")
    assert (lint.exit_code, lint.stdout) == (Exit.CONFORMANT, "nothing is wrong or missing\n")
    again = conformance("detect", file, "--provider", "acme", "--into", tmp_path / "data")
    assert again.exit_code == Exit.USAGE
    assert "the file exists already, and is not overwritten" in again.stderr


def test_calls_in_the_text_name_the_parsers_elsewhere(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "answers.jsonl", (body(CALL), False))
    found = detected(conformance, file, "--provider", "acme", "--into", tmp_path / "data")
    proposed = found["profile"]["dialects"]["openai_chat"]["proposed"]
    assert proposed["text_format"] == "hermes"
    assert "hermes" in proposed["parsers"]["vllm"]
    assert proposed["example"] == CALL
    assert conformance("lint", "--data", tmp_path / "data").exit_code == Exit.CONFORMANT


def test_what_nothing_shows_is_assumed_and_named(conformance: Conformance, tmp_path: Path) -> None:
    found = detected(conformance, "-", "--provider", "acme", "--into", tmp_path / "data", stdin=CALL.encode())
    claims = found["profile"]["dialects"]["openai_chat"]
    assert (claims["base_url"], claims["model"]) == ("https://acme.example", "unknown")
    assert (claims["proposed"]["confidence"], claims["proposed"]["text_format"]) == ("possible", "hermes")
    remarks = " ".join(found["remarks"])
    for part in ("auth", "base_url", "model", "dialects", "schema_style", "example"):
        assert f"{part}: " in remarks
    assert conformance("lint", "--data", tmp_path / "data").exit_code == Exit.CONFORMANT


def test_who_is_known_at_the_address_is_beside(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "answers.jsonl", (body("a"), False), url="https://api.groq.com/openai/v1/chat/completions")
    found = detected(conformance, file, "--provider", "acme", "--into", tmp_path / "data")
    assert found["profile"]["beside"] == "groq"


def test_exchanges_from_several_addresses_are_asked_about(conformance: Conformance, tmp_path: Path) -> None:
    first = lines(tmp_path / "one.jsonl", (body("a"), False), (body("b"), False))
    second = lines(tmp_path / "other.jsonl", (body("a"), False), url="http://me:hush@b.example:8/v1/chat/completions")
    found = detected(conformance, second, first, "--provider", "acme", "--into", tmp_path / "data")
    assert found["profile"]["dialects"]["openai_chat"]["base_url"] == "https://llm.acme.example/v1"
    [question] = [remark for remark in found["remarks"] if remark.startswith("base_url: ")]
    assert question == ("base_url: the exchanges come from 2 addresses, https://llm.acme.example/v1 (2 answers), "
                    "http://b.example:8/v1 (1 answer). Do all of them belong to acme?")  # fmt: skip
    assert conformance("lint", "--data", tmp_path / "data").exit_code == Exit.CONFORMANT


def test_no_profile_is_written_of_several_providers(conformance: Conformance, tmp_path: Path) -> None:
    groq = lines(tmp_path / "groq.jsonl", (body("a"), False), url="https://api.groq.com/openai/v1/chat/completions")
    claude = {"type": "message", "role": "assistant", "content": [], "model": "m", "stop_reason": "end_turn"}
    record = {"url": "https://api.anthropic.com/v1/messages", "request_body": {"model": "m", "messages": []},
              "response_body": claude}  # fmt: skip
    (tmp_path / "claude.jsonl").write_text(json.dumps(record))
    result = conformance("detect", groq, tmp_path / "claude.jsonl", "--provider", "acme", "--into", tmp_path / "data")
    assert result.exit_code == Exit.USAGE
    assert ("several providers answer at https://api.groq.com/openai/v1 (groq), https://api.anthropic.com (anthropic)"
            ) in result.stderr  # fmt: skip
    assert not (tmp_path / "data").exists()


def test_who_is_known_at_the_address_without_a_profile_keeps_the_name(conformance: Conformance, tmp_path: Path) -> None:
    file = lines(tmp_path / "answers.jsonl", (body("a"), False), url="https://api.venice.ai/api/v1/chat/completions")
    result = conformance("detect", file, "--provider", "acme", "--into", tmp_path / "data")
    assert (result.exit_code, "use --provider venice" in result.stderr) == (Exit.USAGE, True)
    assert "beside" not in detected(conformance, file, "--provider", "venice", "--into", tmp_path / "data")["profile"]
    assert conformance("lint", "--data", tmp_path / "data").exit_code == Exit.CONFORMANT


@pytest.mark.parametrize(("options", "code", "why"), [
    (("--provider", "acme"), Exit.USAGE, "a profile needs both"),
    (("--into", "DATA"), Exit.USAGE, "a profile needs both"),
    (("--base-url", "http://x"), Exit.USAGE, "a profile needs both"),
    (("--provider", "Acme!", "--into", "DATA"), Exit.USAGE, "expected a provider's name of lower-case letters"),
    *((("--provider", name, "--into", "DATA"), Exit.USAGE, "provider another name")
      for name in ("groq", "google", "openai_chat", "text")),
    *((("--provider", "acme", "--into", "DATA", "--base-url", url), Exit.USAGE, why) for url, why in (
        ("acme.example/v1", "--base-url: write http:// or https://"), ("http://[::1", "--base-url: not an address"),
        ("https://me:hush@a.example", "without user, query"), ("http://[::1]:80/v1", "expected http:// or https://"),
    )),
    (("--provider", "acme", "--into", "DATA"), Exit.NOTHING_JUDGED, "found no answer"),
], ids=[
    "provider alone", "folder alone", "address alone", "name", "a provider's name", "an alias", "a dialect's name",
    "text", "address without a scheme", "broken address", "address with a password", "address of an IP", "no answer",
])  # fmt: skip
def test_what_makes_no_profile(
    conformance: Conformance, tmp_path: Path, options: tuple[str, ...], code: Exit, why: str
) -> None:
    given = [str(tmp_path / "data") if option == "DATA" else option for option in options]
    result = conformance("detect", "-", *given, stdin=b"Hello.")
    assert result.exit_code == code
    assert why in result.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(("ids", "pattern"), [
    (["call_abcdefghijABCDEFGHIJ1234", "call_zbcdefghijABCDEFGHIJ1234"], "call_{alnum24}"),
    (["123456789", "000000001"], "{digits9}"),
    (["0a1b2c3d4", "ffff00001"], "{hex9}"),
    (["zz0000001", "qq0000002"], "{lower9}"),
    (["123e4567-e89b-12d3-a456-426614174000"], "{uuid}"),
    (["tool-123e4567-e89b-12d3-a456-426614174000"], "tool-{uuid}"),
    (["a", "bb"], None),
    (["", "a"], None),
], ids=[
    "prefix and letters", "digits", "hexadecimal digits", "small letters", "UUID", "prefix and UUID",
    "other lengths", "empty",
])  # fmt: skip
def test_the_pattern_of_ids(ids: list[str], pattern: str | None) -> None:
    assert like(ids) == pattern


def test_the_bytes_of_answers_are_kept_only_for_a_profile(
    conformance: Conformance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Detected] = []

    def shown(answers: list[Detected], *_: object) -> str:
        seen.extend(answers)
        return ""

    monkeypatch.setattr(detect, "_text", shown)
    path = lines(tmp_path / "a.jsonl", (body("Hi."), False), (body("Hi."), False))
    conformance("detect", path)
    assert [answer.found for answer in seen] == [None, None]
    conformance("detect", path, "--provider", "acme", "--into", tmp_path / "data")
    assert None not in [answer.found for answer in seen[2:]]
