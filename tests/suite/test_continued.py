"""Clients that let the provider store conversations that the recorded client sends whole."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient, addressed, answered, read_whole, shown
from conformance.adapters.wire import Talk, Task
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.model import Message, Request, Response
from toolwire.wire import exact_json

replace = msgspec.structs.replace
SCENARIOS = (
    "call-with-reasoning", "call-parallel-with-reasoning", "history-sequential-steps", "history-parallel-results",
    "history-long", "apart-same-names", "agent-codex",
)  # fmt: skip
Edit = Callable[[dict[str, Any], int, list[str | None]], None]


class Continues(ReferenceClient):
    """A client that stores every answer, and sends only what is new. ``edit`` changes the body of each request."""

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
            messages = (*prompt, Message(role="tool", parts=results))
            request = replace(request, messages=messages, continues=read.id)

    def _exchange(self, task: Task, request: Request, ids: list[str | None]) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        body = exact_json.loads(sent.body)
        body.pop("store", None)
        self._edit(body, len(ids), ids)
        return read_whole(task.dialect, *answered(replace(sent, body=exact_json.encode(body))))


def failed(scenario: str, client: ReferenceClient, mode: str = "plain") -> dict[str, str]:
    """The failed checks of a case, each with its messages."""
    name = CassetteName("openai", "openai_responses", scenario, mode)  # type: ignore[arg-type]
    results: tuple[Result, ...] = judge(open_case(name), client)
    assert results
    return {
        result.check: "; ".join(f"{finding.path}: {finding.message}" for finding in result.findings)
        for result in results
        if result.outcome in ("fail", "warn", "error")
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_any_conversation_may_be_stored(scenario: str, mode: str) -> None:
    assert failed(scenario, Continues(), mode) == {}


def with_the_prompt_among_the_items(body: dict[str, Any], turn: int, _ids: object) -> None:
    prompt = body.pop("instructions", None)
    if prompt and not turn:
        body["input"] = [{"role": "system", "content": prompt}, *body["input"]]


def test_the_provider_keeps_a_prompt_among_the_items() -> None:
    assert failed("call-with-reasoning", Continues(with_the_prompt_among_the_items)) == {}


def without_the_prompt(body: dict[str, Any], turn: int, _ids: object) -> None:
    if turn:
        body.pop("instructions", None)


def test_the_provider_keeps_no_instructions() -> None:
    found = failed("call-with-reasoning", Continues(without_the_prompt))
    assert "/instructions: expected" in found["request-matches"]


def of_later_turns(edit: Callable[[dict[str, Any]], Any]) -> Edit:
    """An edit of every request but the first."""
    return lambda body, turn, ids: edit(body) if turn else None


def exchange_results(body: dict[str, Any]) -> None:
    texts = [item["output"] for item in body["input"]]
    for item, text in zip(body["input"], [*texts[1:], texts[0]], strict=True):
        item["output"] = text


LOSSES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a result is lost": lambda body: body["input"].pop(),
    "a result is sent twice": lambda body: body["input"].append(body["input"][0]),
    "results are exchanged": exchange_results,
    "another message": lambda body: body["input"].append({"role": "user", "content": "Go on."}),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_new_messages_are_judged(loss: str) -> None:
    assert "request-matches" in failed("history-parallel-results", Continues(of_later_turns(LOSSES[loss])))


def test_another_stored_answer() -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body |= {"previous_response_id": "of_another_conversation"} if turn == at else {}

    for at in (0, 1):
        found = failed("history-single-result", Continues(edit))
        assert f"exchange {at + 1}: /previous_response_id: expected " in found["request-matches"]


def test_the_first_answer_with_only_the_last_results() -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body |= {"previous_response_id": ids[0]} if turn else {}

    assert "missing item" in failed("history-sequential-steps", Continues(edit))["request-matches"]


def test_an_answer_that_is_not_stored() -> None:
    def edit(body: dict[str, Any], turn: int, ids: list[str | None]) -> None:
        body["store"] = False

    found = failed("history-single-result", Continues(edit))
    assert "exchange 1: /store: expected true, got false" in found["request-matches"]


def test_all_messages_beside_a_stored_answer() -> None:
    """The provider has the messages already, so the model would see them twice."""

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

    found = failed("history-single-result", Repeats())
    assert "unexpected item" in found["request-matches"]
