"""Requests of adapters that continue a stored answer, although the recorded request has the whole conversation.

A client may let the provider store any conversation. The client's next request then has only the new results, and the
id of the answer that the request continues. The recorded request is rewritten in this form, so that every check can
compare it with the client's request.
"""

from typing import Any, NamedTuple

import msgspec

from conformance.judge import request_match
from conformance.judge.trial import Trial
from conformance.recording.case import Case
from conformance.recording.stored import answer_id
from toolwire.model import Json, Message, Request
from toolwire.providers.equal import Hoist
from toolwire.wire import exact_json, pointer

replace = msgspec.structs.replace


class Continued(NamedTuple):
    """A trial whose recorded request was rewritten to continue an answer, and the number of that answer's turn."""

    trial: Trial
    turn: int


def continued(case: Case, earlier: list[Trial], trial: Trial, request: Request) -> Continued | None:
    """Rewrite the recorded request of ``trial`` so that it continues a stored answer, as the adapter's request does.

    Return the rewritten trial, and the number of the exchange with the stored answer, from 0. If the id in the
    adapter's request belongs to no answer of the conversation, the rewritten request continues the last answer.

    Return None if the adapter's request continues no answer, if the recorded request continues an answer itself or has
    nothing new, if there is no earlier exchange, or if the recorded answer has no id because the provider did not store
    the answer.

    ``earlier``: the trials of the earlier exchanges. ``request``: the canonical request with the whole conversation.
    """
    place = trial.form.expresses.continues
    named = [value for value in pointer.values(trial.sent(), place) if value] if place else []
    if case.scenario.stored or not named or not earlier:
        return None
    ids = [answer_id(trial.form, before.recorded.response) for before in earlier]
    since = ids.index(named[0]) if named[0] in ids else len(earlier) - 1
    new = _new_items(case, trial, since, len(earlier))
    if not new or not ids[since]:
        return None
    body: Any = exact_json.loads(trial.recorded.request.body)
    body |= {_key(trial): new, place.removeprefix("/"): ids[since]}
    _write_prompt(body, trial, earlier[since].sent())
    asked = replace(request, messages=_new_messages(case, request, since), continues=ids[since])
    recorded = replace(trial.recorded, request=replace(trial.recorded.request, body=exact_json.encode(body)))
    return Continued(replace(trial, recorded=recorded, request=asked), since)


def _new_messages(case: Case, request: Request, since: int) -> tuple[Message, ...]:
    """Return the messages that the provider has not stored: all messages after the answer with the number
    ``since``.
    """
    opening = len(case.opening().messages)
    answers = [n for n, message in enumerate(request.messages) if n >= opening and message.role == "assistant"]
    return request.messages[answers[since] + 1 :]


def _new_items(case: Case, trial: Trial, since: int, turn: int) -> list[Json]:
    """Return the items of a recorded request that the provider has not stored: the results of calls in the answer
    ``since``, and all items after the last of these results.

    ``since``, ``turn``: the numbers of the exchanges with the stored answer and with the request, from 0.
    """
    whole, first, following = (
        _items(case.cassette.exchanges[n].request.body, _key(trial)) for n in (turn, since, since + 1)
    )
    pickers = trial.form.history.results
    answered = whole[len(first) : len(following)]
    results = [n for n, item in enumerate(answered) if any(any(picker.find(item)) for picker in pickers)]
    added = answered[results[-1] + 1 :] if results else []
    return [*(answered[n] for n in results), *added, *whole[len(following) :]]


def _items(body: bytes, key: str) -> list[Json]:
    """Return the items of the history under ``key`` in a request's body. A text under ``key`` is a single item."""
    [items] = pointer.values(exact_json.loads(body), f"/{key}") or [[]]
    return items if isinstance(items, list) else [items]


def _key(trial: Trial) -> str:
    return trial.form.history.items.strip("/*")


def _write_prompt(body: dict[str, Json], trial: Trial, before: Json) -> None:
    """Write the recorded system prompt under its top-level key in ``body``, or remove this key.

    ``body``: the body of the rewritten request. ``before``: the client's earlier request, whose answer is continued.

    The key is written only if ``before`` has a prompt under this key. The provider does not store such a prompt, so the
    client must send it again. The provider does store a prompt that is an item of the history. If the dialect has no
    such key, ``body`` is not changed.
    """
    key = next((operation.to for operation in trial.form.equal if isinstance(operation, Hoist)), None)
    if key is None:
        return
    prompt = pointer.values(request_match.read_normalised(trial.recorded.request.body, trial.form.equal), f"/{key}")
    body.pop(key, None)
    if prompt and pointer.values(before, f"/{key}"):
        body[key] = prompt[0]
