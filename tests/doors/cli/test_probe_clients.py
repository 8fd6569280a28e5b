"""Tests of ``conformance probe --clients`` with endpoints that accept agents' requests, refuse them, or drop a tool."""

import json
from typing import Any

import msgspec
import pytest

from conformance.clients import ClientRequest, load_all
from conformance.clients.offered_tools import offered_tools, without
from conformance.judge.exit_codes import Exit
from conformance.probe.clients import ClientPlayed, play_client
from conformance.probe.endpoint import Endpoint, Spoken
from conformance.recording.loopback import serving
from conformance.scenarios import load
from conformance.standins import Answer, Chunk
from toolwire.dialects.dialect import dialect
from toolwire.model import Finish, Response, Text, Usage
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

CLIENTS = {client.name: client for client in load_all()}
CODEX, FREEFORM, ADDED = (CLIENTS[name] for name in ("codex", "codex-freeform", "codex-additional-tools"))


class Counting:
    """An endpoint that counts ten tokens for each tool, except for tools of the kinds that it drops."""

    def __init__(self, *drops: str, refuses: int = 0, uncounted: bool = False, breaks: bool = False) -> None:
        self.drops, self.refuses, self.uncounted, self.breaks = drops, refuses, uncounted, breaks
        self.asked: list[dict[str, Any]] = []

    def __call__(self, request: WireRequest) -> Answer:
        body = exact_json.loads(request.body)
        self.asked.append(body)
        name = "openai_responses" if request.url.endswith("/responses") else "openai_chat"
        every = list(offered_tools(body))
        dropped = [tool.place for tool in every if tool.kind in self.drops]
        tools = [tool for tool in every if not any(tool.place[: len(place)] == place for place in dropped)]
        if self.refuses and tools:
            return self.answer(self.refuses, b'{"error": {"message": "unknown tool type"}}')
        if self.breaks:
            return self.answer(200, b'{"output": 5}')
        usage = None if self.uncounted else Usage(input_tokens=100 + 10 * len(tools), output_tokens=1)
        response = Response(id="1", model="m", parts=(Text(text="Done."),), finish=Finish(reason="stop"), usage=usage)
        if body.get("stream"):
            return self.answer(200, dialect(name).write_stream(response), "text/event-stream")
        return self.answer(200, exact_json.encode(dialect(name).write_response(response)))

    def answer(self, status: int, body: bytes, kind: str = "application/json") -> Answer:
        return Answer(status=status, headers={"content-type": kind}, chunks=(Chunk(0, body),), expected=None)


def played(server: Counting, client: ClientRequest) -> dict[str, ClientPlayed]:
    """Return the verdicts on a request, by mode."""
    with serving(server) as url, Endpoint(url, "m", None) as endpoint:
        spoken = Spoken(dialect=client.dialect, provider="openai", base_url=f"{url}/v1", why="")
        return {each.id.rpartition("/")[2]: each for each in play_client(endpoint, spoken, client)}


@pytest.mark.parametrize("name", CLIENTS)
def test_who_counts_every_tool_passes(name: str) -> None:
    server = Counting()
    verdicts = played(server, CLIENTS[name])
    assert {each.outcome for each in verdicts.values()} == {"pass"}
    assert {body["model"] for body in server.asked} == {"m"}
    assert [body["stream"] for body in server.asked].count(True) == 1


def test_an_answer_that_breaks_off_is_no_answer() -> None:
    class Cutting(Counting):
        def answer(self, status: int, body: bytes, kind: str = "application/json") -> Answer:
            return msgspec.structs.replace(super().answer(status, body, kind), drops=True)

    verdicts = played(Cutting(), CODEX)
    assert {each.outcome for each in verdicts.values()} == {"fail"}
    assert {each.findings[0].message for each in verdicts.values()} == {
        "the answer broke off: the connection was closed too early"
    }


def test_a_stream_without_its_end_is_no_answer() -> None:
    class Ending(Counting):
        def answer(self, status: int, body: bytes, kind: str = "application/json") -> Answer:
            return super().answer(status, body.partition(b"event: response.completed")[0], kind)

    verdicts = played(Ending(), CODEX)
    assert (verdicts["plain"].outcome, verdicts["stream"].outcome) == ("pass", "fail")
    assert verdicts["stream"].findings[0].message == "the answer broke off: nothing marks its end"


@pytest.mark.parametrize(
    ("client", "drops", "place"),
    [
        (CODEX, "namespace", "/tools/4"),
        (CODEX, "web_search", "/tools/8"),
        (FREEFORM, "custom", "/tools/3"),
        (ADDED, "custom", "/input/0/tools/0/tools/0"),
    ],
)
def test_who_drops_a_tool_silently_is_found(client: ClientRequest, drops: str, place: str) -> None:
    verdict = played(Counting(drops), client)["plain"]
    assert verdict.outcome == "fail"
    assert place in [finding.path for finding in verdict.findings]
    assert all("the endpoint drops it silently" in finding.message for finding in verdict.findings)
    assert all(drops in finding.message for finding in verdict.findings)


def test_who_refuses_drops_nothing() -> None:
    verdicts = played(Counting(refuses=400), CODEX)
    assert {each.outcome for each in verdicts.values()} == {"unsupported"}
    assert "unknown tool type" in verdicts["plain"].findings[0].message


def test_an_error_of_the_servers_own_is_a_failure() -> None:
    assert {each.outcome for each in played(Counting(refuses=500), CODEX).values()} == {"fail"}
    assert {each.outcome for each in played(Counting(breaks=True), CODEX).values()} == {"fail"}


def test_who_is_busy_is_not_judged() -> None:
    assert {each.outcome for each in played(Counting(refuses=429), CODEX).values()} == {"not-observed"}


def test_without_counts_nobody_knows() -> None:
    verdict = played(Counting("namespace", uncounted=True), CODEX)["plain"]
    assert verdict.outcome == "pass"
    assert "no count of input tokens" in verdict.findings[0].message


def test_the_report_has_the_agents(conformance: Any) -> None:
    case = load("call-single").id
    with serving(Counting("namespace")) as url:
        chosen = ("--base-url", f"{url}/v1", "--model", "m", "--scenarios", case, "--clients")
        ran = conformance("probe", *chosen)
        document = json.loads(conformance("probe", *chosen, "--format", "json").stdout)
        shown = conformance("probe", *chosen, "--format", "markdown").stdout
        tests = conformance("probe", *chosen, "--format", "junit").stdout
    assert ran.exit_code == Exit.NOT_CONFORMANT
    assert "FAIL clients/codex/plain (@openai/codex@" in ran.stdout
    assert "ok   clients/opencode/stream (opencode-ai@" in ran.stdout
    assert {each["id"]: each["outcome"] for each in document["clients"]}["clients/codex/plain"] == "fail"
    assert "### Requests of agents" in shown
    assert '<testsuite name="clients"' in tests


@pytest.mark.parametrize("name", CLIENTS)
def test_every_request_is_kept_whole(name: str) -> None:
    """Check that the normalizer reads a request, writes it again unchanged, and that its tools are found."""
    client = CLIENTS[name]
    body = exact_json.encode(client.body)
    read = dialect(client.dialect).read_request(WireRequest(url="http://localhost", body=body))
    assert exact_json.loads(dialect(client.dialect).write_request(read, "http://localhost").body) == client.body
    assert list(offered_tools(client.body))


def test_a_tool_is_taken_out_wherever_it_is() -> None:
    tools = list(offered_tools(ADDED.body))
    assert [tool.kind for tool in tools].count("namespace") == 3
    less = without(ADDED.body, tools[0])
    assert less is not None
    assert [str(tool) for tool in offered_tools(less)] == [str(tool) for tool in tools if tool.place[:4] != (
        "input", 0, "tools", 0,
    )]  # fmt: skip
    [alone] = offered_tools({"tools": [{"type": "function", "name": "x"}], "tool_choice": "auto"})
    assert without({"tools": [{"type": "function", "name": "x"}], "tool_choice": "auto", "model": "m"}, alone) == {
        "model": "m"
    }
    [_, inner] = offered_tools({"tools": [{"type": "namespace", "name": "n", "tools": [{"name": "x"}]}]})
    assert without({"tools": [{"type": "namespace", "name": "n", "tools": [{"name": "x"}]}]}, inner) is None


def test_a_refusal_with_the_key_backwards_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-planted-0123456789abcdef"
    monkeypatch.setenv("CONFORMANCE_PROBE_KEY", key)

    class Telling(Counting):
        def __call__(self, request: WireRequest) -> Answer:
            return self.answer(400, b'{"error": {"message": "bad key %s"}}' % key[::-1].encode())

    messages = [finding.message for each in played(Telling(), CODEX).values() for finding in each.findings]
    assert len(messages) == 2
    assert all("status 400: " in message and key[::-1][:16] not in message for message in messages)
