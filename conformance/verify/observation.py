"""An observation: the facts about a kept exchange that a study counts, such as measures and wire faults."""

from collections.abc import Iterator
from typing import Final

import msgspec

from conformance.judge import arguments, verdict
from conformance.judge.cause import causes
from conformance.judge.checks import (
    ANSWER_RULES,
    ARGUMENTS_SCHEMA,
    CALL_IDS,
    LEAKS,
    PREDICATES,
    RESPONSE_SCHEMA,
    SERVED,
)
from conformance.judge.finding import NotApplicable, Undecided
from conformance.judge.result import Result
from conformance.judge.trial import Declined, Disputed, Trial
from conformance.recording.consumers import tried
from conformance.recording.conversation import expected
from conformance.scenarios import Mode, Predicate
from conformance.verify.case_set import Case
from conformance.verify.record import Received, Record, answer_of
from conformance.verify.study import Endpoint
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import StreamOver
from toolwire.dialects.reading import read_answer
from toolwire.dialects.stream import ResponseStream
from toolwire.model import CallStarted, Expected, Reasoning, Request, Response
from toolwire.providers import rules, wire_format
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange

CHECKS: Final = (PREDICATES, RESPONSE_SCHEMA, ANSWER_RULES, ARGUMENTS_SCHEMA, SERVED, LEAKS, CALL_IDS)
"""The checks of the judge that are applied to an endpoint's answer."""
_NORMAL: Final = ("stop", "tool_calls")
_REFUSED: Final = ("refusal", "content_filter")
_FIRST_ERROR: Final = 400
_FIRST_FAULT: Final = 500
_AS_STOP: Final = ("stop", "end_turn", "completed", "STOP", "COMPLETE")


class Fault(msgspec.Struct, frozen=True):
    """A wire fault: the id of its root cause, and a statement about it."""

    cause: str
    statement: str


class Observation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts that an exchange shows, with its case, mode, repeat and line in the log."""

    case: str
    mode: Mode
    repeat: int
    bases: tuple[str, ...]
    """The bases (see ``Base``) that this exchange belongs to."""
    shows: tuple[str, ...] = ()
    """The names of the measures whose value for this exchange is yes."""
    faults: tuple[Fault, ...] = ()
    first_call: int | None = None
    """The milliseconds until the first call began in a stream, or until a plain answer ended. None without a call."""
    line: int = 0
    """The number of the exchange's line in the log, counted from 1."""


def observe(endpoint: Endpoint, case: Case, record: Record, line: int) -> Observation:
    """Judge a record, and return its observation. ``line``: the record's line in the log, counted from 1."""
    shows: set[str] = set()
    bases = ["exchanges", *(["labels"] if case.calls is not None else [])]
    exchange = record.exchange
    faults: tuple[Fault, ...] = ()
    first_call: int | None = None
    if record.faults or exchange is None or _broke(record.outcome):
        shows.add("failed")
    if exchange is not None:
        trial, read = _trial(endpoint, record, exchange)
        faults = _faults(trial, case)
        status = exchange.response.status
        if _FIRST_ERROR <= status < _FIRST_FAULT:
            shows.add("rejected")
        if status >= _FIRST_FAULT:
            shows.add("failed")
        if read is not None and read.error is None and status < _FIRST_ERROR:
            bases += ["answers", *(["calls"] if read.calls else [])]
            shows.update(_of_answer(trial, read))
            if read.calls:
                assert isinstance(record.outcome, Received)
                first_call = _first_call(endpoint, record.mode, record.outcome)
            if case.calls is not None and bool(read.calls) is not case.calls:
                shows.add("off-label")
    if faults:
        shows.add("wire-fault")
    if "answers" not in bases and "labels" in bases:
        bases.remove("labels")
    return Observation(
        case=record.case, mode=record.mode, repeat=record.repeat, bases=tuple(bases), shows=tuple(sorted(shows)),
        faults=faults, first_call=first_call, line=line,
    )  # fmt: skip


def _broke(outcome: object) -> bool:
    return isinstance(outcome, Received) and bool(outcome.broke_off)


def _trial(endpoint: Endpoint, record: Record, exchange: Exchange) -> tuple[Trial, Response | None]:
    spoken, whose = dialect(endpoint.dialect), endpoint.rules_of
    request = spoken.read_request(exchange.request)
    read: Response | None = None
    unread: str | None = None
    try:
        read = read_answer(spoken, exchange.response)
    except WireError as error:
        unread = str(error)
    trial = Trial(
        form=wire_format(whose, endpoint.dialect),
        rules=rules(whose, endpoint.dialect, request.model),
        tried=tried(endpoint.dialect, record.mode),
        mode=record.mode,
        expect=tuple(_owed(request)),
        request=request,
        recorded=exchange,
        right=Disputed(unread) if read is None else expected(read),
        live=True,
    )
    if _FIRST_ERROR <= exchange.response.status < _FIRST_FAULT:
        trial = msgspec.structs.replace(trial, attempt=Declined("the endpoint refuses the request"))
    return trial, read


def _owed(request: Request) -> Iterator[Predicate]:
    """Yield the conditions that every answer to a request must fulfil, such as ``no_calls`` for a request without
    tools.

    The conditions follow from the request's tools, its tool choice, and its setting for parallel calls.
    """
    choice = request.tool_choice
    if not request.offered_tools or (choice is not None and choice.mode == "none"):
        yield Predicate(name="no_calls", value=True)
    elif choice is not None and choice.mode == "required":
        yield Predicate(name="some_call", value=True)
    elif choice is not None and choice.mode == "named":
        yield Predicate(name="calls_tools", value=list(choice.names))
        yield Predicate(name="only_tools", value=list(choice.names))
    elif choice is not None and choice.mode == "allowed":
        yield Predicate(name="only_tools", value=list(choice.names))
    if request.parallel_tool_calls is False:
        yield Predicate(name="number_of_calls", value=1)


def _faults(trial: Trial, case: Case) -> tuple[Fault, ...]:
    """Return the faults of an answer. They are the root causes of its failing checks."""
    results = []
    for check in CHECKS:
        decided = verdict.of_conversation(check, (trial,), 1, 1)
        if decided.outcome == "fail":
            results.append(
                Result(
                    id=f"endpoint/{trial.form.dialect}/{case.id}/{trial.mode}/{check.name}",
                    provider="endpoint",
                    dialect=trial.form.dialect,
                    scenario=case.id,
                    mode=trial.mode,
                    check=check.name,
                    capability="",
                    party="provider",
                    adapter="",
                    outcome="fail",
                    findings=decided.findings,
                    origin="recorded",
                    date="",
                    models=(),
                )
            )
    return tuple(Fault(cause.id, cause.heading) for cause in causes(results)) if results else ()


def _of_answer(trial: Trial, read: Response) -> Iterator[str]:
    right = trial.expected
    assert right is not None
    if right.calls:
        yield "called"
        yield from _of_calls(trial, right)
    reasons = any(isinstance(part, Reasoning) for part in read.parts)
    silent = not right.calls and not right.text.strip()
    if silent and right.finish in _NORMAL:
        yield "reasoning-only" if reasons else "empty"
    if right.finish in _REFUSED:
        yield "refused"
    if right.finish == "length":
        yield "cut"
    if _finish_differs(trial, read, right):
        yield "finish-mismatch"
    try:
        if LEAKS.look(trial):
            yield "leaked-call"
    except (NotApplicable, Undecided):
        pass


def _finish_differs(trial: Trial, read: Response, right: Expected) -> bool:
    """Return whether the finish reason contradicts the answer: it announces calls although there is no call, or it
    announces a normal end although there are calls.

    ``right``: the right reading of the answer. Return False for a named tool choice, and for dialects whose finish
    reasons do not announce calls.
    """
    if right.finish not in _NORMAL or trial.form.dialect not in ("openai_chat", "mistral_chat", "anthropic_messages"):
        return False
    choice = trial.request.tool_choice
    if choice is not None and choice.mode == "named":
        return False  # OpenAI itself ends answers to a named choice with "stop"
    word = read.finish.raw
    says_calls = word in ("tool_calls", "tool_use", "function_call")
    return (bool(right.calls) and word in _AS_STOP) or (not right.calls and says_calls)


def _of_calls(trial: Trial, right: Expected) -> Iterator[str]:
    """Yield the names of the measures of wrong calls, such as ``invalid-json``, that apply to this answer.

    ``right``: the right reading of the answer. The judge's check of arguments is applied even if the endpoint does not
    promise valid arguments.
    """
    if any(call.complete and isinstance(arguments.value(call.arguments), str) and call.kind != "custom"
           for call in right.calls):  # fmt: skip
        yield "invalid-json"
    try:
        findings = ARGUMENTS_SCHEMA.look(msgspec.structs.replace(trial, live=False))
    except (NotApplicable, Undecided):
        return
    for finding in findings:
        steps = finding.path.split("/")
        if steps[2:3] == ["name"]:
            yield "unknown-name"
        elif not isinstance(arguments.value(right.calls[int(steps[1])].arguments), str):
            yield "schema-mismatch"


def _first_call(endpoint: Endpoint, mode: Mode, received: Received) -> int:
    chunks = answer_of(received).chunks
    if mode == "plain":
        return chunks[-1].at
    stream = ResponseStream(dialect(endpoint.dialect))
    try:
        for chunk in chunks:
            if any(isinstance(event, CallStarted) for event in stream.feed(chunk.data)):
                return chunk.at
    except (WireError, StreamOver):
        pass
    return chunks[-1].at
