"""Checks that an adapter loses nothing when it reads a document and writes the document again."""

from collections.abc import Iterator

import msgspec

from conformance.judge import rules, schemas, wire_place, wording, written_stream
from conformance.judge.difference import compare
from conformance.judge.effect import REFUSAL, Losses, Places, answer_places, wire_places
from conformance.judge.finding import Effect, Finding, NotApplicable
from conformance.judge.marks import Written
from conformance.judge.request_match import as_findings, differences
from conformance.judge.request_reading import misread
from conformance.judge.trial import Read, ReplayedAnswer, RewrittenAnswer, RewrittenRequest, Trial, TripFailed
from conformance.plural import counted
from toolwire.model import Json, Response, ToolCall, fresh, to_builtins
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError, WireError
from toolwire.wire.exchange import WireResponse

_MOST = 60
"""The maximum number of differences that are listed. Further differences are only counted."""


def request_round_trip(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter loses nothing of the recorded request when it reads it and writes it again.

    There are three comparisons, and each is made only if the earlier comparisons find nothing:

    1. The rewritten request has the same JSON values as the recorded request.
    2. The reading, written without the keys that the adapter only carries along unread, means the same as the recorded
       request. A difference is ignored if the request that the adapter sent has it, too: other checks report it.
    3. The reading agrees with the user's request, if that is known (see ``misread``).
    """
    match trial.attempt:
        case Read(request_trip=TripFailed(why=why)):
            yield Finding(path="", message=why, effect="call")
        case Read(sent=sent, request_trip=RewrittenRequest() as trip):
            places = wire_places(trial.form)
            found = list(lost(trial.recorded.request.body, trip.request.body, places))
            recorded, equal = trial.recorded.request, trial.form.equal
            known = {(each.path, each.message) for each in differences(sent, recorded, equal, trial.earlier)}
            otherwise = differences(trip.understood, recorded, equal, places=places)
            found = found or [each for each in otherwise if (each.path, each.message) not in known]
            if found or not trip.asked:
                yield from found
                return
            limit, plan = trial.form.settings.limit, trial.form.mapping.plan
            requires_limit = limit is not None and limit.required
            yield from misread(
                trip.asked,
                trip.read,
                has_ids=trial.form.expresses.call_ids.needed,
                has_names="result.name" in wire_place.of_fields(trial.form),
                has_plan=bool(plan),
                requires_limit=requires_limit,
            )
        case _:
            raise NotApplicable


def response_round_trip(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter loses nothing when it reads the recorded answer and writes the answer again.

    A plain answer must have the same JSON values. A written stream must give the same reading as the recorded stream,
    and must be in the form of the dialect.
    """
    body = trial.recorded.response.body
    match trial.attempt:
        case Read(answer_trip=TripFailed(why=why)):
            yield Finding(path="", message=why, effect="call")
        case Read(answer_trip=RewrittenAnswer(body=rewritten)) if trial.mode == "plain" or trial.refused:
            yield from lost(body, rewritten, REFUSAL if trial.refused else answer_places(trial.form))
        case Read(response=read, answer_trip=ReplayedAnswer() as trip):
            found = list(unlike(_with_ids_of(body, fresh(read)), _with_ids_of(body, fresh(trip.response))))
            if found or trial.mode == "plain":
                yield from found
                return
            try:
                yield from _off_form(trip.written, trial)
                yield from written_stream.off_form(trip, trial)
            except WireError as error:
                yield Finding(
                    path="", message=f"the adapter wrote a stream that cannot be read: {error}", effect="call"
                )
        case _:
            raise NotApplicable


def _off_form(written: WireResponse, trial: Trial) -> Iterator[Finding]:
    """Yield the findings on the form of a stream that the adapter wrote. Findings that the recorded stream also has are
    left out, and so are findings about missing ids of calls.
    """
    found = msgspec.structs.replace(trial, recorded=msgspec.structs.replace(trial.recorded, response=written))
    for check in (schemas.response_schema, rules.answer_rules):
        try:
            known = {(finding.message, finding.rule) for finding in check(trial)}
            new = (each for each in check(found) if (each.message, each.rule) not in known and not _lacks_id(each))
            yield from (msgspec.structs.replace(each, effect=each.effect or "form", consumers=None) for each in new)
        except NotApplicable:
            continue


def _lacks_id(finding: Finding) -> bool:
    """Return whether a finding reports a call without an id. An id that was not read cannot be written."""
    return finding.kind == "lost" and finding.message.startswith('"id" ')


def _with_ids_of(body: bytes, read: Response) -> Response:
    """Return the reading without the ids that the adapter made up. Such an id may be different each time."""
    parts = tuple(
        msgspec.structs.replace(part, id=None)
        if isinstance(part, ToolCall) and part.id is not None and part.id.encode("utf-8", "surrogatepass") not in body
        else part
        for part in read.parts
    )
    return msgspec.structs.replace(read, parts=parts)


def lost(before: bytes, after: bytes, places: Places | None = None) -> Iterator[Finding]:
    """Yield the differences between two JSON documents as findings. ``places`` decide their effects.

    Numbers are compared by their text. The order of keys is ignored.
    """
    if exact_json.surely_same(before, after):
        return
    try:
        left, right = exact_json.loads(before), exact_json.loads(after)
    except JsonError as error:
        yield Finding(path="", message=f"not JSON: {error}", effect="call")
        return
    if exact_json.same(left, right):
        return
    found = compare(_by_text(left), _by_text(right))
    yield from as_findings(found, _MOST, Losses(places, left, right) if places else None)
    if not found:  # the difference is in an object that repeats a key
        for path in exact_json.differences(left, right):
            yield Finding(path=path, message="differs", effect="form")


def _by_text(value: Json) -> Json:
    """Return the value with each number replaced by its text, so that 1.0 and 1 differ."""
    match value:
        case exact_json.RepeatedKeys():
            return value
        case dict():
            return {key: _by_text(item) for key, item in value.items()}
        case list():
            return [_by_text(item) for item in value]
        case bool() | str() | None:
            return value
    return Written(exact_json.dumps(value))


def unlike(left: Response, right: Response) -> Iterator[Finding]:
    """Yield the differences between two readings of a stream."""
    for name in ("finish", "id", "model", "usage", "error", "provider_data", "alternatives"):
        if name == "finish" and left.finish.raw is None and left.finish.reason == right.finish.reason:
            continue
        if getattr(left, name) != getattr(right, name):
            yield Finding(path=name, message=_instead(getattr(left, name), getattr(right, name)), effect="context")
    if len(left.parts) != len(right.parts):
        message = f"expected {counted(len(left.parts), 'part')}, got {len(right.parts)}"
        effect: Effect = "context" if len(left.calls) == len(right.calls) else "call"
        yield Finding(path="parts", message=message, effect=effect)
    for n, (part, again) in enumerate(zip(left.parts, right.parts, strict=False)):
        if part != again and not _same_call(part, again):
            effect = "call" if isinstance(part, ToolCall) and isinstance(again, ToolCall) else "context"
            yield Finding(path=f"parts/{n}", message=_instead(part, again), effect=effect)


def _instead(left: object, right: object) -> str:
    return wording.expected_got(to_builtins(left), to_builtins(right))


def _same_call(part: msgspec.Struct, again: msgspec.Struct) -> bool:
    """Return whether two parts are the same call. Blanks in the arguments may differ."""
    if not (isinstance(part, ToolCall) and isinstance(again, ToolCall)):
        return False
    same = exact_json.same(part.arguments.value, again.arguments.value)
    return same and msgspec.structs.replace(part, arguments=again.arguments) == again
