"""Tests of clients that continue stored answers, although the recorded client sends whole conversations."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient, addressed, answered, read_whole, shown
from conformance.adapters.wire import Talk, Task
from conformance.callers.continuation import Continuation, messages_of
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.stored import answer_to, with_id
from conformance.suite.verdicts import judge
from toolwire.model import Message, Request, Response
from toolwire.wire import exact_json

replace = msgspec.structs.replace
SHARED = (
    "call-with-reasoning", "call-parallel-with-reasoning", "history-sequential-steps", "history-parallel-results",
    "history-long", "apart-same-names",
)  # fmt: skip


class Api(NamedTuple):
    """A dialect with stored answers, and the keys of its requests."""

    provider: str
    dialect: str
    previous: str
    prompt: str
    result: str
    scenarios: tuple[str, ...]


OPENAI = Api(
    "openai",
    "openai_responses",
    "previous_response_id",
    "instructions",
    "output",
    (*SHARED, "agent-codex", "tools-added", "history-compacted", "mcp-server-approval"),
)
GEMINI = Api("gemini", "gemini_interactions", "previous_interaction_id", "system_instruction", "result", SHARED)
each_api = pytest.mark.parametrize("api", [OPENAI, GEMINI], ids=lambda api: api.dialect)
Edit = Callable[[dict[str, Any], int, list[str | None]], None]


class Continues(ReferenceClient):
    """A client that stores every answer, and sends only new messages. ``edit`` changes the body of each request."""

    def __init__(self, edit: Edit = lambda body, turn, ids: None) -> None:
        self._edit = edit

    def converse(self, task: Task) -> Talk:
        request, ids = task.opening, list[str | None]()
        prompt = tuple(message for message in request.messages if message.role == "system")
        while True:
            read = self._exchange(task, request, ids)
            results = yield shown(read)
            if not results:
                return
            ids.append(read.id)
            messages = (*prompt, *messages_of(results))
            request = replace(request, messages=messages, continues=read.id)

    def _exchange(self, task: Task, request: Request, ids: list[str | None]) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        body = exact_json.loads(sent.body)
        body.pop("store", None)
        self._edit(body, len(ids), ids)
        return read_whole(task.dialect, *answered(replace(sent, body=exact_json.encode(body))))


def failed(scenario: str, client: ReferenceClient, mode: str = "plain", api: Api = OPENAI) -> dict[str, str]:
    """Return the failed checks of a case, each with its messages."""
    name = CassetteName(api.provider, api.dialect, scenario, mode)  # type: ignore[arg-type]
    results: tuple[Result, ...] = judge(open_case(name), client)
    assert results
    return {
        result.check: "; ".join(f"{finding.path}: {finding.message}" for finding in result.findings)
        for result in results
        if result.outcome in ("fail", "warn", "error")
    }


@pytest.mark.parametrize(
    ("api", "scenario"),
    [pytest.param(api, each, id=f"{api.dialect}-{each}") for api in (OPENAI, GEMINI) for each in api.scenarios],
)
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_any_conversation_may_be_stored(api: Api, scenario: str, mode: str) -> None:
    assert failed(scenario, Continues(), mode, api) == {}


class AddsNoTools(Continues):
    """A client that continues stored answers, and drops the tools that are added."""

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading = next(talk)
        while results := (yield reading):
            reading = talk.send(Continuation(results))


def test_a_stored_conversation_needs_the_added_tools_too() -> None:
    assert {"request-matches", "request-mapping"} <= failed("tools-added", AddsNoTools()).keys()


def approving_everything(body: dict[str, Any], _turn: int, _ids: object) -> None:
    for item in body["input"]:
        if item.get("type") == "mcp_approval_response":
            item["approve"] = True


def without_approvals(body: dict[str, Any], _turn: int, _ids: object) -> None:
    kept = [item for item in body["input"] if item.get("type") != "mcp_approval_response"]
    body["input"] = kept or [{"role": "user", "content": "Go on."}]


@pytest.mark.parametrize("edit", [approving_everything, without_approvals])
def test_a_stored_conversation_needs_the_right_approvals(edit: Edit) -> None:
    assert "request-matches" in failed("mcp-server-approval", Continues(edit))


def with_the_prompt_among_the_items(body: dict[str, Any], turn: int, _ids: object) -> None:
    prompt = body.pop("instructions", None)
    if prompt and not turn:
        body["input"] = [{"role": "system", "content": prompt}, *body["input"]]


def test_the_provider_keeps_a_prompt_among_the_items() -> None:
    assert failed("call-with-reasoning", Continues(with_the_prompt_among_the_items)) == {}


@each_api
def test_the_provider_keeps_no_instructions(api: Api) -> None:
    without = of_later_turns(lambda body: body.pop(api.prompt, None))
    assert f"/{api.prompt}: expected" in failed("call-with-reasoning", Continues(without), api=api)["request-matches"]


def of_later_turns(edit: Callable[[dict[str, Any]], Any]) -> Edit:
    """Return an edit of every request except the first."""
    return lambda body, turn, ids: edit(body) if turn else None


def exchange_results(body: dict[str, Any], api: Api) -> None:
    texts = [item[api.result] for item in body["input"]]
    for item, text in zip(body["input"], [*texts[1:], texts[0]], strict=True):
        item[api.result] = text


def add_a_message(body: dict[str, Any], api: Api) -> None:
    kind = {"type": "user_input"} if api is GEMINI else {"role": "user"}
    body["input"].append(kind | {"content": "Go on."})


LOSSES: dict[str, Callable[[dict[str, Any], Api], Any]] = {
    "a result is lost": lambda body, _: body["input"].pop(),
    "a result is sent twice": lambda body, _: body["input"].append(body["input"][0]),
    "results are exchanged": exchange_results,
    "another message": add_a_message,
}


@each_api
@pytest.mark.parametrize("mode", ["plain", "stream"])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_new_messages_are_judged(loss: str, mode: str, api: Api) -> None:
    edit = of_later_turns(lambda body: LOSSES[loss](body, api))
    assert "request-matches" in failed("history-parallel-results", Continues(edit), mode, api)


@each_api
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_another_stored_answer(mode: str, api: Api) -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body |= {api.previous: "of_another_conversation"} if turn == at else {}

    for at in (0, 1):
        found = failed("history-single-result", Continues(edit), mode, api)
        assert f"exchange {at + 1}: /{api.previous}: expected " in found["request-matches"]


@each_api
def test_the_first_answer_with_only_the_last_results(api: Api) -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body |= {api.previous: ids[0]} if turn else {}

    assert "missing item" in failed("history-sequential-steps", Continues(edit), api=api)["request-matches"]


def test_an_answer_that_is_not_stored() -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body["store"] = False

    found = failed("history-single-result", Continues(edit))
    assert "exchange 1: /store: expected true, got false" in found["request-matches"]


def test_an_answer_of_gemini_that_is_not_stored_has_no_id() -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        kept.append(ids[-1] if ids else None)
        body["store"] = False

    kept: list[str | None] = []
    assert "request-matches" in failed("history-single-result", Continues(edit), api=GEMINI)
    assert not any(kept)


def test_an_id_is_in_the_piece_in_which_the_empty_id_ends() -> None:
    case = open_case(CassetteName("gemini", "gemini_interactions", "history-single-result", "plain"))
    exchange = case.cassette.exchanges[0]
    stored = replace(exchange.request, body=exchange.request.body.replace(b'"store":false', b'"store":true'))
    body = exchange.response.body
    named = answer_to(case.form, exchange, stored).body
    letters = tuple(body[n : n + 1] for n in range(len(body)))
    pieces = with_id(case.form, exchange, stored, letters)
    assert b"".join(pieces) == named
    assert sum(map(len, pieces)) > len(body)
    assert len(pieces) == len(letters)
    assert with_id(case.form, exchange, exchange.request, letters) == letters


def test_an_answer_is_continued_in_a_conversation() -> None:
    found = failed("history-in-conversation", Continues())
    assert "exchange 2: /previous_response_id: expected nothing, got" in found["request-matches"]
    assert "request-rules" in found


@each_api
def test_all_messages_beside_a_stored_answer(api: Api) -> None:
    """Check a client that sends all messages again with the id of a stored answer. The model would see them twice."""

    class Repeats(ReferenceClient):
        def converse(self, task: Task) -> Talk:
            request = task.opening
            while True:
                read = self._send(task, request)
                results = yield shown(read)
                if not results:
                    return
                more = (self._echo(read), Message(role="tool", parts=results))
                request = replace(request, messages=(*request.messages, *more), continues=read.id)

    found = failed("history-single-result", Repeats(), api=api)
    assert "unexpected item" in found["request-matches"]
