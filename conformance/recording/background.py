"""Answers in the background.

If a request asks for such an answer, the provider responds at once, but only with an id. The client then polls: it
sends GET requests with this id until it gets the answer.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import urlsplit, urlunsplit

from conformance.standins import Answer
from toolwire.providers import BackgroundOption
from toolwire.wire import exact_json
from toolwire.wire.exchange import Pending, WireRequest, WireResponse

T = TypeVar("T")

POLL: Final = "GET"
"""The method of a poll."""
MOST_POLLS: Final = 300
"""The maximum number of polls for an answer."""


def poll_of(request: WireRequest, answer_id: str) -> WireRequest:
    """Return the poll for the answer to ``request``: a GET request without a body, with the same query.

    Its path is the path of ``request``, followed by ``/`` and ``answer_id``.
    """
    url = urlsplit(request.url)
    headers = {name: value for name, value in request.headers.items() if name != "content-type"}
    return WireRequest(
        url=urlunsplit(url._replace(path=f"{url.path}/{answer_id}")), method=POLL, body=b"", headers=headers
    )


def is_poll_of(poll: WireRequest, request: WireRequest) -> bool:
    """Return whether a request is a poll for the answer to another request."""
    place, _, answer_id = urlsplit(poll.url).path.rpartition("/")
    return poll.method == POLL and answer_id != "" and place == urlsplit(request.url).path


def fetched(first: T, is_pending: Callable[[T], bool], poll: Callable[[], T], pause: float) -> T:
    """Poll for an answer, and return it. ``first`` is the response to the request: the answer, or a response with only
    an id.

    ``poll`` sends a poll, and ``is_pending`` returns whether a response is not the answer yet. ``pause``: the seconds
    between two polls. After ``MOST_POLLS`` polls, return the last response.
    """
    response = first
    for number in range(MOST_POLLS):
        if not is_pending(response):
            break
        if number:
            time.sleep(pause)
        response = poll()
    return response


def ask_and_fetch(
    request: WireRequest,
    option: BackgroundOption | None,
    ask: Callable[[WireRequest], T],
    response_of: Callable[[T], WireResponse],
    pause: float,
) -> tuple[T, Pending | None]:
    """Send a request, and poll for its answer if the first response is not the answer yet.

    Return the answer, and a ``Pending`` with the first response and the poll. The ``Pending`` is None if the first
    response is the answer.

    ``option``: the dialect's option for answers in the background, or None for a request that asks for no such answer.
    ``ask`` sends a request. ``response_of`` gets the value that ``ask`` returned, and returns the response in it.
    ``pause``: see ``fetched``.
    """
    first = ask(request)
    answer_id = option.id_of(response_of(first)) if option else None
    if option is None or answer_id is None:
        return first, None
    poll = poll_of(request, answer_id)
    answer = fetched(first, lambda got: option.id_of(response_of(got)) is not None, lambda: ask(poll), pause)
    return answer, Pending(response=response_of(first), poll=poll)


class Background:
    """An answerer of requests, and of polls for answers in the background. The first poll gets the answer."""

    def __init__(self, answerer: Callable[[WireRequest], Answer]) -> None:
        """Take the function that answers all requests except polls, such as a stand-in that may answer in the
        background.
        """
        self._answerer = answerer
        self._answers: dict[str, Answer] = {}
        """The answers that clients may fetch, by the path of the poll."""

    def answer(self, request: WireRequest) -> Answer:
        """Return the answer to a poll, or the first response to any other request. If a poll has an unknown id, the
        status is 404.
        """
        path = urlsplit(request.url).path
        if request.method == POLL:
            return self._answers.get(path) or Answer(status=404, headers={}, chunks=(), expected=None)
        answer = self._answerer(request)
        if answer.pending is None:
            return answer
        self._answers[f"{path}/{exact_json.loads(answer.pending.body)['id']}"] = answer
        return answer.pending
