"""Reduction of a canonical request to the smallest request that still shows the root cause of a failure.

The reference is the project's own normalizer. A failure counts only if the reference passes the same check of the same
request.
"""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Final, cast

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.cause import Cause, causes
from conformance.judge.checks import by_name
from conformance.judge.fault import side
from conformance.judge.finding import Finding
from conformance.judge.result import Result
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.readings import next_request
from conformance.suite.shrink import Repro, shortest
from conformance.suite.verdicts import judge_check
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.transplant import fitted
from toolwire.model import Json, Message, Request, Tool, to_builtins
from toolwire.wire import exact_json
from toolwire.wire.exchange import Exchange, WireRequest

_MOST: Final = 400
"""The maximum number of requests that are tried for a cause."""
_SHORT: Final = 40
"""Texts of at most this number of characters are not shortened."""
_KEPT: Final = ("type", "role", "name", "id", "call_id", "stream", "model", "max_output_tokens")
"""Members that are never removed. They state the kind of a message, part or tool, or connect it with another object."""


def shrink_request(cause: Cause, adapter: Adapter) -> Repro | None:
    """Reduce a request that shows a root cause of failures to the smallest request that still shows the cause.

    Return None if the cause is not about a request that the adapter sends, or if the adapter is a gateway. Return None
    also if the right reading of an earlier answer is not known, if the cause disappears when the request is sent
    without the turns before it, or if the reference does not pass. Raises ``CassetteError``.
    """
    result = cause.smallest
    seen = result.seen_in(cause.finding)
    if side(result) != "request" or seen is None or isinstance(adapter, Gateway):
        return None
    case = open_case(CassetteName(result.provider, result.dialect, result.scenario, result.mode))
    again = _Again(case, cause, adapter, seen.exchange - 1)
    request = _asked(case, seen.exchange - 1)
    whole = again.failure(request) if request else None
    if request is None or whole is None:
        return None
    small = _smallest(request, again)
    failed = again.failure(small)
    assert failed is not None
    assert failed.seen is not None
    return Repro(
        request=exact_json.dumps(to_builtins(small)),
        body=None,
        size=len(again.written(small).body),
        of=len(again.written(request).body),
        unit="bytes of a request",
        expected=failed.seen.recorded,
        got=failed.seen.sent,
        findings=again.of_cause(failed),
    )


def _asked(case: Case, turn: int) -> Request | None:
    """Return the canonical request of the exchange with the number ``turn``, from 0. Its history has the right readings
    of the earlier answers.

    Return None if the right reading of an earlier answer is not known.
    """
    request = case.opening()
    for before in range(turn):
        expected = case.trial(request, before).expected
        if expected is None:
            return None
        request = next_request(case, request, expected, before)
    return request


class _Again:
    """A root cause, and the search for the same cause in other requests."""

    def __init__(self, case: Case, cause: Cause, adapter: Adapter, turn: int) -> None:
        self._case, self._cause, self._adapter, self._turn = case, cause, adapter, turn
        self._check = by_name(cause.smallest.check)
        self._reference = ReferenceAdapter()
        self._tried = 0

    def shows(self, request: Request) -> bool:
        """Return whether a request shows the cause.

        Return False for all requests after the first ``_MOST`` requests.
        """
        self._tried += 1
        return self._tried <= _MOST and self.failure(request) is not None

    def failure(self, request: Request) -> Result | None:
        """Play a request to the adapter, and return the failing result if it shows the cause.

        Return None if the result does not show the cause, or if the reference does not pass or cannot write the
        request.
        """
        try:
            case = self._alone(request)
            if judge_check(case, self._reference, self._check).outcome != "pass":
                return None
        except Inexpressible:
            return None
        failed = judge_check(case, self._adapter, self._check)
        return failed if failed.outcome == "fail" and self.of_cause(failed) else None

    def of_cause(self, failed: Result) -> tuple[Finding, ...]:
        """Return the findings of the cause in ``failed``, or () if ``failed`` has a different cause."""
        return tuple(cause.finding for cause in causes((failed,)) if cause.id == self._cause.id)

    def written(self, request: Request) -> WireRequest:
        """Return the request as the reference writes it. Raises ``Inexpressible``."""
        name = self._case.name
        return dialect(name.dialect).write_request(
            fitted(request, name.dialect, name.provider), self._case.claims.base_url
        )

    def _alone(self, request: Request) -> Case:
        """Return a case with a single exchange: this request, and the recorded answer. Raises ``Inexpressible``."""
        case, turn = self._case, self._turn
        cassette = copy(case.cassette)
        stated = case.cassette.provenance
        timing = msgspec.structs.replace(stated.timing, chunks=(stated.timing.of(turn),))
        cassette.provenance = msgspec.structs.replace(stated, expected=stated.expected[turn : turn + 1], timing=timing)
        response = case.cassette.exchanges[turn].response
        cassette.exchanges = (Exchange(request=self.written(request), response=response),)
        scenario = msgspec.structs.replace(
            case.scenario,
            tools=request.tools,
            tool_choice=request.tool_choice,
            parallel_tool_calls=request.parallel_tool_calls,
            opening=request.messages,
            expect=case.scenario.expect[turn : turn + 1],
            replies=(),
            script=(),
            beside=(),
            exercised_by=1,
        )
        return msgspec.structs.replace(case, cassette=cassette, scenario=scenario)


def _smallest(request: Request, again: _Again) -> Request:
    """Return the smallest request that still shows the cause of ``again``.

    Tools and messages are left out first, then members, items and halves of long texts.
    """

    def with_tools(tools: list[Tool]) -> Request:
        return msgspec.structs.replace(request, tools=tuple(tools))

    if again.shows(with_tools([])):
        request = with_tools([])
    else:
        request = with_tools(shortest(list(request.tools), lambda tools: again.shows(with_tools(tools))))

    def with_messages(messages: list[Message]) -> Request:
        return msgspec.structs.replace(request, messages=tuple(messages))

    request = with_messages(shortest(list(request.messages), lambda messages: again.shows(with_messages(messages))))
    document = cast("Json", to_builtins(request))
    while (smaller := next(_showing(document, again.shows), None)) is not None:
        document = smaller
    return msgspec.convert(document, Request)


def _showing(document: Json, shows: Callable[[Request], bool]) -> Iterator[Json]:
    """Yield each smaller document that is still a request and still shows the cause.

    A smaller document lacks a member, an item or half of a text.
    """
    for smaller in _less(document):
        try:
            request = msgspec.convert(smaller, Request)
        except msgspec.ValidationError:
            continue
        if shows(request):
            yield smaller


def _less(value: Json) -> Iterator[Json]:
    """Yield variants of a value that lack a member, an item or half of a text. Changes of outer values come first."""
    if isinstance(value, dict):
        yield from ({key: value[key] for key in value if key != gone} for gone in value if gone not in _KEPT)
        yield from ({**value, key: less} for key, item in value.items() for less in _less(item))
    elif isinstance(value, list):
        yield from (value[:n] + value[n + 1 :] for n in range(len(value)) if len(value) > 1)
        yield from ([*value[:n], less, *value[n + 1 :]] for n, item in enumerate(value) for less in _less(item))
    elif type(value) is str and len(value) > _SHORT:
        yield value[: len(value) // 2]
