"""Tests of clients that fetch answers in the background: what is found if they do not fetch the right answer."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient, addressed, answered, read_whole, shown
from conformance.adapters.wire import Talk, Task
from conformance.callers.continuation import messages_of
from conformance.recording.background import poll_of
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.model import Message, Request, Response
from toolwire.providers import wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

replace = msgspec.structs.replace
SPEAKERS = [("openai", "openai_responses"), ("gemini", "gemini_interactions")]
each_api = pytest.mark.parametrize(("provider", "dialect"), SPEAKERS)
Fetch = Callable[[WireRequest, str], WireResponse]
"""A function that fetches the answer to a request, with the id in the first response."""


def send(request: WireRequest) -> WireResponse:
    return answered(request)[0]


def polls(request: WireRequest, answer_id: str) -> WireResponse:
    """Poll until the answer is there, at most five times. Return the last response."""
    for _ in range(5):
        got = send(poll_of(request, answer_id))
        if exact_json.loads(got.body)["status"] not in ("queued", "in_progress"):
            break
    return got


class Fetches(ReferenceClient):
    """A client that fetches answers with ``fetch``, and sends requests that ``edit`` changes.

    If ``stores`` is false, it sends all messages in each request.
    """

    def __init__(self, fetch: Fetch = polls, edit: Callable[[Any], Any] = lambda body: body, *, stores: bool = True):
        self._fetch, self._edit, self._stores = fetch, edit, stores

    def converse(self, task: Task) -> Talk:
        request = task.opening
        while True:
            read = self._exchange(task, request)
            results = yield shown(read)
            if not results:
                return
            new = messages_of(results)
            if self._stores:
                request = replace(request, messages=new, continues=read.id)
            else:
                echo = Message(role="assistant", parts=read.parts, provider_data=read.provider_data)
                request = replace(request, messages=(*request.messages, echo, *new))

    def _exchange(self, task: Task, request: Request) -> Response:
        sent = addressed(task, request, task.provider, {"authorization": f"Bearer {task.api_key}"})
        sent = replace(sent, body=exact_json.encode(self._edit(exact_json.loads(sent.body))))
        first = send(sent)
        option = wire_format(task.provider, task.dialect).expresses.background
        assert option is not None
        answer_id = option.id_of(first)
        return read_whole(task.dialect, first if answer_id is None else self._fetch(sent, answer_id), None)


def found(provider: str, dialect: str, client: ReferenceClient, mode: str = "plain") -> dict[str, str]:
    """Return the failed checks, each with its messages."""
    name = CassetteName(provider, dialect, "call-in-background", mode)  # type: ignore[arg-type]
    return {
        result.check: "; ".join(f"{finding.path}: {finding.message}" for finding in result.findings)
        for result in judge(open_case(name), client)
        if result.outcome in ("fail", "warn", "error")
    }


@each_api
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_the_answer_is_fetched(provider: str, dialect: str, mode: str) -> None:
    assert found(provider, dialect, Fetches(), mode) == {}


@each_api
def test_more_polls_than_needed(provider: str, dialect: str) -> None:
    def again(request: WireRequest, answer_id: str) -> WireResponse:
        return [polls(request, answer_id) for _ in range(7)][-1]

    assert found(provider, dialect, Fetches(again)) == {}


@each_api
def test_a_poll_may_have_a_query(provider: str, dialect: str) -> None:
    def with_query(request: WireRequest, answer_id: str) -> WireResponse:
        return polls(replace(request, url=f"{request.url}?include=nothing"), answer_id)

    assert found(provider, dialect, Fetches(with_query)) == {}


@each_api
def test_the_client_may_send_all_messages_again(provider: str, dialect: str) -> None:
    assert found(provider, dialect, Fetches(stores=False)) == {}


@each_api
def test_the_first_response_is_not_the_answer(provider: str, dialect: str) -> None:
    taken = found(provider, dialect, Fetches(lambda request, _: send(request)))
    assert {"calls", "finish", "response-mapping"} <= taken.keys()
    assert "played" in taken  # the request went out twice


@each_api
def test_the_first_poll_does_not_get_the_answer(provider: str, dialect: str) -> None:
    taken = found(provider, dialect, Fetches(lambda request, answer_id: send(poll_of(request, answer_id))))
    assert {"calls", "finish", "response-mapping"} <= taken.keys()
    assert "played" not in taken


@each_api
def test_a_poll_for_another_answer(provider: str, dialect: str) -> None:
    taken = found(provider, dialect, Fetches(lambda request, answer_id: send(poll_of(request, f"{answer_id}x"))))
    assert {"calls", "finish"} <= taken.keys()


@each_api
@pytest.mark.parametrize("mode", ["plain", "stream"])
def test_a_request_that_does_not_ask_for_it(provider: str, dialect: str, mode: str) -> None:
    for lost in (lambda body: body | {"background": False}, lambda body: exclude(body, "background")):
        taken = found(provider, dialect, Fetches(edit=lost), mode)
        assert taken.keys() == {"request-matches"}
        assert "/background: expected true, got nothing" in taken["request-matches"]


def exclude(body: Any, key: str) -> Any:
    return {name: value for name, value in body.items() if name != key}


@each_api
def test_the_whole_request_is_sent_again(provider: str, dialect: str) -> None:
    def again(request: WireRequest, answer_id: str) -> WireResponse:
        send(request)
        return polls(request, answer_id)

    assert found(provider, dialect, Fetches(again)).keys() == {"played"}


@each_api
def test_only_an_adapter_that_claims_it_gets_the_task(provider: str, dialect: str) -> None:
    client = Fetches()
    client.hello = replace(client.hello, capabilities=("stored-answers",))
    assert found(provider, dialect, client) == {}
    results = judge(open_case(CassetteName(provider, dialect, "call-in-background", "plain")), client)
    assert "the adapter does not claim background-answers" in {result.declined for result in results}


def test_a_request_that_keeps_nothing_about_storage() -> None:
    taken = found("openai", "openai_responses", Fetches(edit=lambda body: exclude(body, "store")))
    assert taken.keys() == {"request-rules"}
