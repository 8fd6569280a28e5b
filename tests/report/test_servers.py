"""Tests of the kept results of genuine servers, their digests, and their page."""

import ast
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.report import markdown, servers
from conformance.report.digests import digest
from conformance.report.servers import Failing, Server

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "reports" / "probes"
PROBE: dict[str, Any] = {
    "model": "tiny <b>", "date": "2026-01-02", "more": "is not kept",
    "table": [
        {"capability": "single-call", "title": "One call", "openai_chat/plain": "pass", "openai_chat/stream": "fail"},
        {"capability": "choice-none", "title": "No tool", "openai_chat/plain": None, "openai_chat/stream": "unreached"},
    ],
    "failed": [
        {"id": "llamacpp/openai_chat/call-single/stream/leaks", "check": "leaks",
         "findings": [{"path": "text", "message": "a call | stands in it"}, {"path": "", "message": "more"}]},
        {"id": "llamacpp/openai_chat/call-parallel/stream/leaks", "check": "leaks",
         "findings": [{"path": "", "message": "another"}]},
    ],
    "outcomes": {
        "llamacpp/openai_chat/call-single/plain/leaks": "pass",
        "llamacpp/openai_chat/call-single/stream/leaks": "fail",
        "llamacpp/openai_chat/call-parallel/stream/leaks": "fail",
    },
}  # fmt: skip


@pytest.fixture
def server(tmp_path: Path) -> Server:
    weights = tmp_path / "model.gguf"
    weights.write_bytes(b"weights")
    return servers.of_probe("llamacpp", "llama.cpp 1", weights, json.dumps(PROBE).encode())


def test_what_is_kept_of_a_probe(server: Server, tmp_path: Path) -> None:
    (probe,) = server.probed
    assert (server.model, server.date, server.weights) == ("tiny <b>", "2026-01-02", digest([tmp_path / "model.gguf"]))
    assert probe.outcomes == {"fail": 2, "pass": 1}
    assert probe.capabilities == {
        "single-call": {"plain": "pass", "stream": "fail"},
        "choice-none": {"stream": "unreached"},
    }
    failing = Failing(
        check="leaks", cases=("call-single/stream", "call-parallel/stream"), finding="text: a call | stands in it"
    )
    assert probe.failing == (failing,)
    servers.write(server, tmp_path)
    assert servers.read(tmp_path) == (server,)


def test_what_rests_on_something_else_is_outdated(server: Server) -> None:
    (probe,) = server.probed
    assert server.is_current(probe)
    old = msgspec.structs.replace(server, probed=(msgspec.structs.replace(probe, asked="0"),))
    assert not old.is_current(old.probed[0])
    assert "Outdated" not in markdown.to_servers((server,))
    assert "**Outdated** in openai_chat" in markdown.to_servers((old,))


def test_other_weights_and_other_names_have_another_digest(tmp_path: Path) -> None:
    for name, data in (("a", b"1"), ("b", b"1"), ("c", b"2")):
        (tmp_path / name).write_bytes(data)
    assert len({digest([tmp_path / name]) for name in "abc"}) == 3


def test_the_page_shows_what_is_kept(server: Server) -> None:
    page = markdown.to_servers((server,))
    assert "| One call | ✓ / **✗** |" in page
    assert "| No tool may be called | – / – |" in page
    assert "| openai_chat | `leaks` | 2 | text: a call \\| stands in it |" in page
    assert "tiny \\<b\\>" in page


def test_each_that_is_kept_can_be_probed_again() -> None:
    tool = ast.parse((ROOT / "tools" / "record_local.py").read_text(encoding="utf-8"))
    started = {key.value for node in ast.walk(tool) if isinstance(node, ast.Dict) for key in node.keys
               if isinstance(key, ast.Constant)}  # fmt: skip
    kept = servers.read(KEPT)
    assert {server.name for server in kept} == {"dasllama", "llamacpp"} <= started
    for server in kept:
        assert server.weights == digest([ROOT / "tools" / server.name / "model.gguf"])


def test_the_page_is_fresh() -> None:
    assert (ROOT / "reports" / "servers.md").read_text(encoding="utf-8") == markdown.to_servers(servers.read(KEPT))
