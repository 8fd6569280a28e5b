"""Tests of case sets, whose lines have the project's form or the form of two vendors' verifiers."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.verify import case_set
from conformance.verify.errors import StudyError
from conformance.verify.study import Endpoint
from toolwire.dialects.dialect import DIALECTS

TOOLS = [{"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}}]
ASKED = {"messages": [{"role": "user", "content": "Ping it."}], "tools": TOOLS}


def written(path: Path, *lines: Any) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def sent(case: case_set.Case, dialect: str = "openai_chat") -> Any:
    endpoint = Endpoint(name="e", base_url="http://127.0.0.1/v1", model="m", dialect=dialect)
    return json.loads(case.written(endpoint, "stream", 99).body)


def test_a_line_is_a_request_body(tmp_path: Path) -> None:
    (case,) = case_set.load(written(tmp_path / "c.jsonl", {**ASKED, "id": "a", "temperature": 0.6, "model": "x"}))
    body = sent(case)
    assert case.id == "a"
    assert body["messages"] == ASKED["messages"]
    assert body["tools"] == TOOLS
    assert (body["model"], body["temperature"], body["stream"]) == ("m", 0.6, True)
    assert 99 in (body.get("max_tokens"), body.get("max_completion_tokens"))


def test_moonshots_input_is_sent_as_system(tmp_path: Path) -> None:
    line = {**ASKED, "messages": [{"role": "_input", "content": "x"}, *ASKED["messages"]]}  # type: ignore[misc]
    (case,) = case_set.load(written(tmp_path / "c.jsonl", line))
    assert [message["role"] for message in sent(case)["messages"]] == ["system", "user"]


def test_minimax_labels_are_read_and_not_sent(tmp_path: Path) -> None:
    line = {**ASKED, "expected_tool_call": False, "check_type": ["repeat_n_gram"]}
    (case,) = case_set.load(written(tmp_path / "c.jsonl", line))
    assert case.calls is False
    assert not {"expected_tool_call", "check_type", "id"} & sent(case).keys()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_our_own_set_is_written_in_every_dialect(dialect: str) -> None:
    cases = {case.id: case for case in case_set.of_scenarios()}
    assert sent(cases["call-single"], dialect)


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    cases = case_set.of_scenarios()
    path = tmp_path / "c.jsonl"
    path.write_bytes(case_set.to_lines(cases))
    assert case_set.load(path) == cases


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("{", ":1: not JSON", id="no-json"),
        pytest.param('{"prompt": "x"}', ":1: expected the body", id="no-messages"),
        pytest.param("", "empty", id="empty"),
        pytest.param('{"id": 1, "messages": []}\n{"id": "1", "messages": []}', "two cases have the id 1", id="twice"),
    ],
)
def test_what_is_no_case_set_is_named(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text)
    with pytest.raises(StudyError, match=why):
        case_set.load(path)
