"""Tests that probing genuine servers finds exactly their known faults (reports/probes/local-servers.md).

A test is skipped if its server is not installed. ``tox run -e record-local`` installs the servers.
"""

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest
from typer.testing import CliRunner

from conformance.cli.app import app
from conformance.clients import load_all as load_clients
from conformance.clients.offered_tools import offered_tools
from conformance.probe.clients import play_client
from conformance.probe.endpoint import Endpoint, Spoken
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName

TOOLS = Path(__file__).resolve().parents[3] / "tools"
CHAT, RESPONSES, MESSAGES = "openai_chat", "openai_responses", "anthropic_messages"
LLAMACPP = {
    (dialect, scenario, check)
    for dialect, scenario, checks in [
        *[(dialect, "choice-named", ["predicates"]) for dialect in (CHAT, RESPONSES, MESSAGES)],
        *[(dialect, "parallel-free", ["predicates"]) for dialect in (CHAT, RESPONSES, MESSAGES)],
        *[(dialect, "parallel-disabled", ["predicates"]) for dialect in (CHAT, RESPONSES, MESSAGES)],
        *[(dialect, "choice-none", ["predicates", "leaks"]) for dialect in (CHAT, RESPONSES)],
        (MESSAGES, "choice-none", ["predicates"]),
        *[(dialect, "choice-subset", ["predicates"]) for dialect in (CHAT, RESPONSES)],
        *[(dialect, "history-no-json", ["served"]) for dialect in (CHAT, RESPONSES)],
        (CHAT, "call-custom-tool", ["served"]),
        (RESPONSES, "call-cut-short", ["served"]),
    ]
    for check in checks
}
"""The checks that fail for llama.cpp, each with its dialect and scenario."""
DASLLAMA = {(CHAT, "call-cut-short", "leaks"), (CHAT, "parallel-free", "predicates")}
ANYWHERE = ("response-schema", "answer-rules")


def servers() -> ModuleType:
    found = importlib.util.spec_from_file_location("record_local", TOOLS / "record_local.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@contextmanager
def running(name: str) -> Iterator[str]:
    there = {
        "llamacpp": importlib.util.find_spec("xllamacpp") is not None,
        "dasllama": (Path(sys.executable).parent / "dasllama-server").exists(),
    }
    if not there[name]:
        pytest.skip(f"{name} is not installed")
    with servers().SERVERS[name]() as (address, _):
        yield address


def probed(address: str) -> dict[str, Any]:
    ran = CliRunner().invoke(
        app, ["probe", "--base-url", f"{address}/v1", "--model", "tiny-toolcaller", "--format", "json"]
    )
    document: dict[str, Any] = json.loads(ran.stdout)
    return document


def failing(document: dict[str, Any]) -> set[tuple[str, str, str]]:
    parts = [failure["id"].split("/") for failure in document["failed"]]
    return {(dialect, scenario, check) for _, dialect, scenario, _, check in parts}


def test_llamacpp() -> None:
    with running("llamacpp") as address:
        document = probed(address)
    assert [entry["dialect"] for entry in document["dialects"]] == [CHAT, RESPONSES, MESSAGES]
    assert {failure for failure in failing(document) if failure[2] not in ANYWHERE} == LLAMACPP
    messages = {
        (failure["id"], finding["message"]) for failure in document["failed"] for finding in failure["findings"]
    }
    assert (
        "endpoint/anthropic_messages/call-single/stream/response-schema",
        '"input" is a required property',
    ) in messages
    rules = {finding.get("rule") for failure in document["failed"] for finding in failure["findings"]}
    assert rules == {None, "openai_responses.arguments-done", "anthropic_messages.stream-order"}
    right = {(dialect, scenario) for dialect, scenario, check in failing(document) if dialect == CHAT}
    assert (CHAT, "call-single") not in right


def test_llamacpp_drops_tools_of_codex_silently() -> None:
    """Check a known bug (ggml-org/llama.cpp#24295): the server accepts the request, but hides some tools from the
    model.
    """
    with running("llamacpp") as address, Endpoint(f"{address}/v1", "tiny-toolcaller", "llamacpp") as endpoint:
        spoken = Spoken(dialect=RESPONSES, provider="llamacpp", base_url=f"{address}/v1", why="")
        played = {
            each.id: each
            for client in load_clients()
            if client.name in ("openai-agents-responses", "codex-additional-tools")
            for each in play_client(endpoint, spoken, client)
        }
        codex = next(client for client in load_clients() if client.name == "codex")
        [tool] = [tool for tool in offered_tools(codex.body) if tool.kind == "namespace"]
        body = {key: value for key, value in codex.body.items() if key not in ("tools", "input")}
        body |= {"input": "Hi", "tools": [codex.body["tools"][0], codex.body["tools"][tool.place[-1]]]}
        short = msgspec.structs.replace(codex, body=body)
        [plain, _] = play_client(endpoint, spoken, short)
    assert played["clients/openai-agents-responses/plain"].outcome == "pass"
    assert played["clients/codex-additional-tools/plain"].outcome == "unsupported"
    assert plain.outcome == "fail"
    assert "multi_agent_v1 (namespace)" in plain.findings[0].message


def test_dasllama() -> None:
    with running("dasllama") as address:
        document = probed(address)
    assert [entry["dialect"] for entry in document["dialects"]] == [CHAT]
    assert {failure for failure in failing(document) if failure[2] not in ANYWHERE} == DASLLAMA
    warned = {case.rpartition("/")[2] for case, outcome in document["outcomes"].items() if outcome == "warn"}
    assert warned == {"response-schema"}, "expected only warnings about missing keys"


@pytest.mark.parametrize(
    ("provider", "dialect", "path"), [("openai", RESPONSES, "/v1/responses"), ("anthropic", MESSAGES, "/v1/messages")]
)
def test_llamacpp_has_no_eyes(provider: str, dialect: str, path: str) -> None:
    case = open_case(CassetteName(provider, dialect, "result-image", "plain"))
    with running("llamacpp") as address:
        body = case.cassette.exchanges[-1].request.body
        answer = httpx.post(address + path, content=body, headers={"content-type": "application/json"}, timeout=60)
    assert (answer.status_code, answer.json()["error"]["type"]) == (500, "server_error")
    assert "image input is not supported" in answer.json()["error"]["message"]
