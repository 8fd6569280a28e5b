"""The reading and judging of an exchange in somebody else's recording."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, Literal

import msgspec

from conformance.judge import checks, round_trip, schemas, wording
from conformance.judge.finding import Finding
from conformance.judge.rules import answer as answer_sent
from conformance.judge.rules import asked, checked, foretells, held, texts
from conformance.scenarios import Mode
from conformance.survey.shown import capabilities, of_refusal, of_stream
from conformance.survey.sight import (
    CARRIED,
    DECODED,
    REFUSED_REQUEST,
    REQUEST,
    WHOLE,
    Remark,
    ReturnedCall,
    Shown,
    Sight,
)
from conformance.survey.sources import Found
from toolwire.dialects.dialect import DIALECTS, Dialect, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.dialects.reviewed import carried_bytes, unreviewed
from toolwire.dialects.stream import ResponseStream
from toolwire.model import Event, Json, Request, Response, ToolCall, ToolResult, Unknown, walk
from toolwire.providers import Rule, WireFormat, dialects_at, owner, provider_at, rules_at, speaker, wire_format
from toolwire.providers.evidence import accepted
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse
from toolwire.wire.payloads import DONE, frames
from toolwire.wire.recognition import framed, recognise, unframed

_NOT_THE_REQUEST: Final = (401, 403, 408, 429)
"""The statuses of refusals whose cause is the caller (such as a missing key) and not the request."""
_CUT: Final = {"interrupted": "the answer breaks off", "error": "the answer ends with an error"}
"""The finish reasons of incomplete answers, each with a description. Rules about answers do not apply to such answers.
"""
_AT_ONCE: Final = 64 * 1024
"""The number of bytes of a stream that are read in one step."""
_IN_LINES: Final = "ollama_chat"
_IN_ARRAYS: Final = "gemini_generate"
_IN_FRAMES: Final = "bedrock_converse"
_OF_EVENTS: Final = re.compile("\ufeff?(?:(?:data|event|id|retry)(?:$|:)|:)")
"""The pattern of the beginning of a line of server-sent events. Readers of streams ignore all other lines."""
_FRAMED: Final = {"content-type": "text/event-stream"}


def sight(found: Found) -> Sight:
    """Read and judge an exchange, and return the facts about it. No content of an exchange raises an exception."""
    who = provider_at(found.exchange.request.url) or found.provider
    name = recognise(found.exchange, dialects_at(who))
    response = found.exchange.response
    try:
        if name != _IN_FRAMES:
            unwrapped = _unwrapped(response)
            if unwrapped is not response:
                response = unwrapped
                name = recognise(msgspec.structs.replace(found.exchange, response=response), dialects_at(who))
        response = _framed(name, response)
    except WireError as error:
        return Sight(where=found.where, dialect=name, provider=who, why=str(error))
    seen = Sight(where=found.where, dialect=name, provider=who, origin=found.origin)
    if name is None:
        method, url = found.exchange.request.method, found.exchange.request.url or "an unknown address"
        return msgspec.structs.replace(seen, why=f"not an exchange of a known dialect: {method} {url}")
    if name not in DIALECTS:
        return msgspec.structs.replace(seen, why=f"{name} is a known dialect, but cannot be read yet")
    return _judged(seen, found, name, response)


def _unwrapped(response: WireResponse) -> WireResponse:
    """Convert an AWS event stream into server-sent events. Return any other answer unchanged.

    Raises ``WireError`` for a frame that cannot be read.
    """
    if response.content_type != aws_event_stream.CONTENT_TYPE:
        return response
    try:
        body = b"".join(sse.encode(payload.decode()) for payload in aws_event_stream.payloads(response.body))
    except UnicodeDecodeError as error:
        raise WireError(f"a frame of the AWS event stream is not UTF-8: byte {error.start + 1}") from None
    return msgspec.structs.replace(response, headers=_FRAMED, body=body)


def _framed(name: str | None, response: WireResponse) -> WireResponse:
    """Put a stream that lost its framing into the frames of the dialect ``name``. Return any other answer unchanged."""
    is_array = response.body.lstrip()[:1] == b"["
    if name not in DIALECTS or (name == _IN_ARRAYS and is_array) or (payloads := unframed(response)) is None:
        return response
    if name == _IN_LINES:
        return msgspec.structs.replace(response, headers={}, body=b"\n".join((*payloads, b"")))
    if name == _IN_FRAMES:
        return msgspec.structs.replace(response, headers={}, body=aws_event_stream.framed(b"\n".join(payloads)))
    return WireResponse(status=response.status, headers=_FRAMED, body=framed(payloads))


def _judged(seen: Sight, found: Found, name: str, response: WireResponse) -> Sight:
    spoken, form = dialect(name), wire_format(owner(name), name)
    remarks: list[Remark] = []

    def remark(check: str, findings: Iterator[Finding]) -> None:
        for finding in findings:
            remarks.append(
                Remark(where=seen.where, check=check, path=finding.path, message=finding.message,
                       level=finding.level, rule=finding.rule)
            )  # fmt: skip

    shown: list[Shown] = []
    request: Request | None = None
    sent: tuple[msgspec.Struct, ...] = ()
    judged = rules_at(seen.provider, name)
    is_known = name in dialects_at(seen.provider)
    request_kept: bool | None = None
    if found.has_request and found.exchange.request.body:
        try:
            request = spoken.read_request(found.exchange.request)
            sent = tuple(walk(request))
            lost = list(_lost_request(spoken, request, found.exchange.request))
            request_kept = not lost
            remark(checks.REQUEST_ROUND_TRIP.name, iter(lost))
            body = exact_json.loads(found.exchange.request.body)
            judged = rules_at(seen.provider, name, request.model)
            off_form = list(schemas.deviating(form, "request", body, judged))
            if not response.is_refusal:
                known = accepted(speaker(seen.provider, name), name) if is_known else frozenset()
                remark(checks.REQUEST_SCHEMA.name, schemas.unaccepted(off_form, known))
            if response.status not in _NOT_THE_REQUEST:
                spoken_of = asked(body, form.history, judged)
                refused = response.is_refusal
                shown += _shown_deviations("form", off_form, refused=refused)
                refusal_texts = _words(response, refused=refused)
                foretold = list(_broken(spoken_of, refusal_texts, foretold=True))
                remark(checks.REFUSAL.name, iter(foretold))
                shown += _shown_capabilities(of_refusal(foretold))
                remark(
                    REFUSED_REQUEST if refused else checks.REQUEST_RULES.name,
                    _broken(spoken_of, refusal_texts, foretold=False),
                )
                shown += _shown_rules(spoken_of, refused=refused)
            remark(CARRIED, _unlisted(sent, name))
        except WireError as error:
            request_kept = False
            remark(REQUEST, iter([Finding(path="", message=str(error))]))
    answer: Response | None = None
    brought: tuple[msgspec.Struct, ...] = ()
    response_kept: bool | None = None
    why: str | None = None
    stream = False
    try:
        stream = not response.is_refusal and spoken.is_stream(response)
        read_so_far = read_answer(spoken, response)
        if read_so_far.finish.reason == "malformed":
            raise WireError(read_so_far.finish.why)
        answer = read_so_far
        brought = tuple(walk(answer))
        received = frames(response)
        documents = [frame for frame in received if frame != DONE]
        if not stream:
            lost = list(_lost_response(spoken, answer, response.body))
            response_kept = not lost
            remark(checks.RESPONSE_ROUND_TRIP.name, iter(lost))
        document = "error" if response.is_refusal else "event" if stream else "response"
        day = schemas.answered_on(form, documents) or found.day
        off_answer = [
            off
            for n, payload in enumerate(documents)
            for off in schemas.deviating(form, document, payload, where=f"/{n}" if stream else "", day=day)
        ]
        violations = (finding for _, finding in off_answer)
        remark(checks.RESPONSE_SCHEMA.name, violations if is_known else map(_advised, violations))
        if is_known and not response.is_refusal:
            shown += _shown_deviations("answer", off_answer)
        # Rules of answers apply only to whole answers whose address shows the provider. Answers in records without an
        # address are often trimmed or joined.
        whole = not response.is_refusal and answer.finish.reason not in _CUT
        if whole and name in dialects_at(provider_at(found.exchange.request.url)):
            answered = _answered(response, form, judged, "stream" if stream else "plain")
            remark(checks.ANSWER_RULES.name, (finding for _, findings in answered for finding in findings))
            shown += _shown_rules(answered, refused=False)
        remark(WHOLE, _incomplete(answer, response))
        why = _miscounted(form, documents, answer, found.known_calls, stream=stream)
        remark(CARRIED, _unlisted(brought, name))
    except WireError as error:
        why = str(error)
    remark(DECODED, iter([Finding(path="", message=why)] if why else []))
    sizes = [len(found.exchange.request.body)] if request else []
    sizes += [len(response.body)] if answer and not stream else []
    if why is not None or answer is None or request is None:
        shown = []
    elif not response.is_refusal:
        streamed = of_stream(request, _events(spoken, response)) if stream and answer.calls else ()
        shown += _shown_capabilities(chain(capabilities(name, request, answer), streamed))
    return msgspec.structs.replace(
        seen,
        decoded=why is None,
        why=why,
        has_tools=_has_tools(request, sent, answer),
        request_kept=request_kept,
        response_kept=response_kept,
        read_bytes=sum(sizes),
        carried_bytes=carried_bytes(sent if stream else sent + brought),
        remarks=tuple(remarks),
        returned=tuple(
            chain(
                _returned(found, sent, "request"),
                _returned(found, brought, "stream" if stream else "plain"),
            )
        ),
        model=request.model if request else None,
        streamed=stream,
        refused=response.is_refusal,
        shown=tuple(shown),
    )


def _incomplete(answer: Response, response: WireResponse) -> Iterator[Finding]:
    """Yield the findings on an answer that is not a refusal. Yield nothing for a refusal.

    A finding is yielded for text outside the events of a stream, and for an answer that breaks off or ends with an
    error. If the answer is complete, each call with invalid arguments is a finding, too.
    """
    if response.is_refusal:
        return
    if response.content_type == _FRAMED["content-type"]:
        lines = (line for line in response.body.decode(errors="replace").splitlines() if line.strip("\ufeff \t"))
        outside = next((line for line in lines if not _OF_EVENTS.match(line)), None)
        if outside is not None:
            yield Finding(
                path="", message=f"text outside the events of the stream: {wording.shown(outside)}", level="SHOULD"
            )
    if answer.finish.reason in _CUT:
        why = f": {answer.finish.why}" if answer.finish.why else ""
        yield Finding(path="", message=f"{_CUT[answer.finish.reason]}{why}", level="SHOULD")
    elif any(call.kind == "function" and call.complete and call.arguments.form == "invalid" for call in answer.calls):
        yield Finding(path="", message="a call has arguments that are not a JSON object", level="SHOULD")


def _shown_capabilities(found: Iterable[tuple[str, bool]]) -> Iterator[Shown]:
    for name, borne in sorted(set(found)):
        yield Shown(kind="capability", id=name, outcome="borne-out" if borne else "otherwise")


def _events(spoken: Dialect, response: WireResponse) -> Iterator[Event]:
    """Yield the events of a stream that was read before without an error."""
    stream = ResponseStream(spoken)
    for start in range(0, len(response.body), _AT_ONCE):
        yield from stream.feed(response.body[start : start + _AT_ONCE])
    yield from stream.end()


def _words(response: WireResponse, *, refused: bool) -> list[str]:
    """Return every text in a refusal, or an empty list if the request was accepted.

    The list is also empty if the answer cannot be read. The check ``decoded`` reports such an answer.
    """
    try:
        return texts(frames(response)) if refused else []
    except WireError:
        return []


def _broken(asked: list[tuple[Rule, list[Finding]]], refusal_texts: list[str], *, foretold: bool) -> Iterator[Finding]:
    """Yield the findings of rules on a request. ``asked``: the rules, each with its findings.

    If ``foretold`` is true, yield only the findings of rules that quote words of the refusal. Otherwise yield only the
    findings of the other rules. ``refusal_texts``: the texts in the refusal.
    """
    for rule, findings in asked:
        if foretells(rule, refusal_texts) == foretold:
            yield from findings


def _answered(
    response: WireResponse, form: WireFormat, judged: tuple[Rule, ...], mode: Mode
) -> list[tuple[Rule, list[Finding]]]:
    """Return the rules that apply to the content of an answer, each with findings about its violations.

    ``judged``: the rules from which these are chosen.
    """
    return held(checked(judged, mode), answer_sent(response, mode, form.history))


def _advised(finding: Finding) -> Finding:
    """Return a finding with the level SHOULD instead of MUST.

    The schema of the dialect's owner is only advice, because nobody knows if the provider follows the owner.
    """
    return msgspec.structs.replace(finding, level="SHOULD")


def _shown_deviations(
    kind: Literal["form", "answer"], found: list[tuple[frozenset[str], Finding]], *, refused: bool = False
) -> Iterator[Shown]:
    """Yield a fact for each deviation from the documented form. ``kind``: ``form`` for a request, else ``answer``.

    ``found``: pairs with the ids of deviations, and the finding that names them. ``refused``: True if the provider
    refused the request.
    """
    names = {name for deviations, _ in found for name in deviations}
    yield from (Shown(kind=kind, id=name, outcome="refused" if refused else "borne-out") for name in sorted(names))


def _shown_rules(asked: list[tuple[Rule, list[Finding]]], *, refused: bool) -> Iterator[Shown]:
    """Yield each rule with its outcome: kept, broken but accepted, or broken and refused. ``asked``: the rules, each
    with its findings. If the request was refused, rules that it keeps are left out.
    """
    for rule, findings in asked:
        if not refused:
            yield Shown(kind="rule", id=rule.id, outcome="otherwise" if findings else "borne-out")
        elif findings:
            yield Shown(kind="rule", id=rule.id, outcome="refused")


def _lost_request(spoken: Dialect, request: Request, wire: WireRequest) -> Iterator[Finding]:
    try:
        yield from round_trip.lost(wire.body, spoken.write_request(request, "http://localhost").body)
    except Inexpressible as error:
        yield Finding(path="", message=f"the document can be read, but not written: {error}")


def _lost_response(spoken: Dialect, answer: Response, body: bytes) -> Iterator[Finding]:
    try:
        yield from round_trip.lost(body, exact_json.encode(spoken.write_response(answer)))
    except Inexpressible as error:
        yield Finding(path="", message=f"the document can be read, but not written: {error}")


def _unlisted(parts: tuple[msgspec.Struct, ...], name: str) -> Iterator[Finding]:
    for kind, key in unreviewed(parts, name):
        yield Finding(
            path=key,
            message=f"expected a known key in a {kind}, got a key that toolwire does not read and that reviewed.yaml "
            f"does not list",
            level="SHOULD",
        )


def _miscounted(
    form: WireFormat, documents: list[Json], answer: Response, known: int | None, *, stream: bool
) -> str | None:
    """Return an error if a reading has a wrong number of calls, or a part of an unknown kind. Otherwise return None.

    The right number of calls is the number that the JSON Pointers in ``format.yaml`` find in ``documents``. It must
    also equal ``known``, the number that the record states, unless ``known`` is None.
    """
    parts = [*answer.parts, *(part for other in answer.alternatives for part in other.parts)]
    read = sum(isinstance(part, ToolCall) for part in parts)
    counted = form.calls.count(documents, stream=stream)
    if read != counted:
        return f"calls: expected {counted}, as counted with the JSON Pointers in format.yaml, got {read}"
    if known is not None and read != known:
        return f"calls: expected {known}, as the record states, got {read}"
    unknown = [part.kind for part in parts if isinstance(part, Unknown)]
    if unknown:
        return f"expected parts of known kinds, got {unknown[0]}"
    return None


def _has_tools(request: Request | None, sent: tuple[msgspec.Struct, ...], answer: Response | None) -> bool:
    if request is not None and (request.offered_tools or any(isinstance(part, ToolCall | ToolResult) for part in sent)):
        return True
    return answer is not None and bool(answer.calls)


def _returned(found: Found, parts: tuple[msgspec.Struct, ...], kind: str) -> Iterator[ReturnedCall]:
    for part in parts:
        if isinstance(part, ToolCall) and part.id and part.complete:
            yield ReturnedCall(
                folder=found.folder,
                id=part.id,
                name=part.name,
                arguments=part.arguments.text,
                kind=kind,
                where=found.where,
            )
