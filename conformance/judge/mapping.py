"""Checks of the mapping: each canonical field is at the place that the claims about the provider state, with the right
value.

The checks use only pointers, not the normalizer. So they also find errors of the normalizer.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import chain, starmap
from typing import Final

import msgspec

from conformance.judge import arguments, strictness, wording
from conformance.judge.answer import STOPPED, has_cut_call, is_early_error
from conformance.judge.earlier import numbered
from conformance.judge.effect import OF_FIELD, gravity, wire_places
from conformance.judge.equal import ignored, normalised
from conformance.judge.equal.texts import result_text
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.schema_effect import SchemaEffect, of_schemas
from conformance.judge.trial import Trial
from conformance.plural import counted
from toolwire.model import (
    Candidate,
    Json,
    Message,
    Namespace,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolResult,
    own_functions,
    own_tools,
    walk,
)
from toolwire.providers.equal import FAILURE_KEY, Equal, Keep
from toolwire.providers.mapping import Mapping
from toolwire.wire import pointer, spelling
from toolwire.wire.errors import WireError
from toolwire.wire.pointer import Steps

_NO_PARAMETERS: Final[tuple[Json, ...]] = (None, {}, {"type": "object"})

_SHOWN: Final = {"finish": "finish", "call.id": "ids"}
"""Fields that not every adapter shows to its user, each with its word in ``Trial.shows``."""


def request_mapping(trial: Trial) -> Iterator[Finding]:
    """Check that every canonical field of the request is at its place in the mapping."""
    sent = trial.sent()
    if sent is None or trial.keeps_what_is_stored or trial.is_compacted:
        raise NotApplicable
    sent = trial.earlier.number(sent)
    wanted = _request_fields(trial.request, trial.calls_before)
    for field in trial.form.mapping.request:
        for finding in _of_request(field, trial, sent, wanted[field]):
            yield finding if finding.effect else msgspec.structs.replace(finding, effect=OF_FIELD[field])
    yield from _as_failures(trial, sent)
    for finding in strictness.differences(trial, sent):
        yield msgspec.structs.replace(finding, effect=OF_FIELD["tool.strict"])


def _of_request(field: str, trial: Trial, sent: Json, values: list[Json]) -> Iterator[Finding]:
    """Yield the findings on a canonical field of a request. ``sent``: the body of the request. ``values``: the expected
    values.
    """
    pointers = trial.form.mapping.request[field]
    there = _in_order(sent, pointers, trial.form.mapping)
    found = [value for value in there if value is not None and value is not False]
    expected = [value for value in values if value is not None]
    if trial.inexpressible and field in trial.inexpressible.fields and not found:
        return
    if field == "model" and not _in_order(trial.recorded_request(), pointers, trial.form.mapping):
        return  # the URL has the model, and request-matches compares the URL
    if field in ("text", "system", "result.text"):
        whole = "".join(value for value in found if isinstance(value, str))  # a text may be sent in pieces
        meaningless = ignored(trial.recorded_request(), trial.form.equal)
        there = list(map(str, (*found, *_wrapped(found), whole, *meaningless)))
        missing = [
            value
            for value in expected
            if not any(value in text for text in there) and not _occurs_in_order(value, whole)
        ]
        if missing:
            message = f"{field}: {wording.shown(missing[0])} is at none of its places"
            yield Finding(path=pointers[0], message=message, kind="lost")
    elif field in ("reasoning", "opaque"):
        # Rules check that this data is sent back. Here, only added data is wrong. If the user's request has none of
        # this data, an adapter that does not show the data may have kept it.
        for value in _unknown(found, expected):
            yield Finding(
                path=pointers[0],
                message=f"{field}: {wording.shown(value)} is in the request, but in no earlier message",
                kind="added",
            )
    elif field == "call.arguments":
        if not _values_at([sent], trial.form.mapping.unjoined.get(field, ()), trial.form.mapping):
            yield from _compare(field, pointers[0], _filled(expected), _filled(found))
    elif field == "tool.parameters":
        yield from _schemas(trial, pointers[0], sent, expected, found)
    elif field == "tool.description":
        yield from _compare(field, pointers[0], *(_unordered(list(filter(None, side))) for side in (expected, found)))
    elif field.startswith("tool.") or field in ("result.call_id", "result.name"):
        yield from _compare(field, pointers[0], _unordered(expected), _unordered(found))
    else:
        yield from _compare(field, pointers[0], expected, found)


def _as_failures(trial: Trial, sent: Json) -> Iterator[Finding]:
    """Yield a finding for each successful result that is sent as a failure: in an object with the key ``error``."""
    results = [part for message in trial.request.messages for part in message.parts if isinstance(part, ToolResult)]
    texts = {
        is_error: {_joined(result) for result in results if bool(result.is_error) == is_error}
        for is_error in (True, False)
    }
    faithful = {text: arguments.value(text) for text in texts[False]}
    fields = (field for field in wire_places(trial.form).fields if field.name == "result.text")
    for place in chain.from_iterable(field.places for field in fields):
        for value in place.pick(sent):
            text = _failed(value, faithful)
            if text is not None and text not in texts[True]:
                message = f"result.is_error: {wording.expected_got(text, value)}"
                where = place.at + place.take
                yield Finding(path=where, message=message, kind="added", effect=OF_FIELD["result.is_error"])


def _failed(value: Json, faithful: dict[str, Json]) -> str | None:
    """Return the text of a result that is sent as a failure, or None. ``faithful`` has the parsed value of each text.

    The text of a failure is the only member of an object, under the key ``error``. The object may be JSON text, and may
    be inside other objects. An object that equals a value in ``faithful`` is not a failure, because it was sent
    unchanged.
    """
    read = arguments.value(value) if isinstance(value, str) else value
    if not isinstance(read, dict) or any(arguments.same(read, own) for own in faithful.values()):
        return None
    if read.keys() == {FAILURE_KEY} and read[FAILURE_KEY] in faithful:
        return str(read[FAILURE_KEY])
    return next((text for inner in read.values() if (text := _failed(inner, faithful)) is not None), None)


def _joined(result: ToolResult) -> str:
    return "\n".join(part.text for part in result.parts if isinstance(part, Text))


def _occurs_in_order(text: Json, whole: str) -> bool:
    """Return whether the characters of ``text`` occur in order in ``whole``.

    Other characters may be between them, because the comparison of requests reports added text.
    """
    rest = iter(whole)
    return isinstance(text, str) and all(letter in rest for letter in text)


def _wrapped(results: list[Json]) -> Iterator[Json]:
    """Yield the texts of results, without the objects that wrap them."""
    for result in results:
        if isinstance(result, str):
            yield result_text(result)
        elif isinstance(result, dict):
            yield from (value for value in result.values() if isinstance(value, str))


def response_mapping(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter's reading has the values at the places of the mapping."""
    if trial.decoded is None or trial.cut or is_early_error(trial):
        raise NotApplicable
    try:
        documents = trial.documents()
    except WireError:
        raise NotApplicable from None
    # Some servers stream although no stream was requested.
    mapping, stream = trial.form.mapping, trial.mode == "stream" or len(documents) > 1
    is_cut = has_cut_call(trial)
    for finding in () if is_cut else _number_of_calls(trial, documents, stream=stream):
        yield msgspec.structs.replace(finding, effect="call")
    places = mapping.stream if stream else mapping.response
    if mapping.ordered and trial.is_shown("order") and not is_cut:
        for finding in _order(trial, documents, places):
            yield msgspec.structs.replace(finding, effect="context")
    read = _response_fields(trial.decoded)
    for field, pointers in places.items():
        if is_cut and field.startswith("call."):
            continue
        for finding in _of_response(field, pointers, trial, documents, read, stream=stream):
            yield msgspec.structs.replace(finding, effect=OF_FIELD[field])


def _of_response(
    field: str,
    pointers: tuple[str, ...],
    trial: Trial,
    documents: list[Json],
    read: dict[str, list[Json]],
    *,
    stream: bool,
) -> Iterator[Finding]:
    """Yield the findings on a canonical field of an answer.

    ``documents``: the documents of the recorded answer. ``pointers``: the places of the field in them. ``read``: the
    values in the adapter's reading, by field. ``stream``: true if the documents are the events of a stream.
    """
    mapping = trial.form.mapping
    if stream and _values_at(documents, mapping.unjoined.get(field, ()), mapping):
        return
    found = _values_at(documents, pointers, mapping)
    if not found and stream and field in mapping.instead:
        found = _values_at(documents, mapping.instead[field], mapping)
    if field in _SHOWN and not trial.is_shown(_SHOWN[field]):
        return
    if field == "finish":
        yield from _finish(trial, pointers[0], found)
    elif field == "reasoning":
        # Some answers have the reasoning at two places. An adapter may read it from either place.
        found_texts = [found, *(_values_at(documents, (at,), mapping) for at in pointers)]
        texts = [_unspaced([text]) for text in read[field]]
        if texts and not any(_make_up([_unspaced(text)], texts) for text in found_texts):
            yield Finding(path=pointers[0], message=f"{field}: {_instead(found, read[field])}")
    elif field == "opaque":
        for value in _unknown(found, read[field]):
            yield Finding(
                path=pointers[0],
                message=f"{field}: {wording.shown(value)} is in the answer, but the adapter did not keep it",
                kind="lost",
            )
    elif found and not read[field] and field.partition(".")[0] in trial.exposes:
        yield Finding(path=pointers[0], message=f"{field}: {wording.expected_got(found[-1], None)}")
    elif not _is_read(field, found, read, in_pieces=stream and mapping.arguments == "text"):
        yield Finding(path=pointers[0], message=f"{field}: {_instead(found, read[field])}")


def finish_words(trial: Trial) -> list[Json]:
    """Return the words of the recorded answer that state the finish reason. Raises ``WireError``."""
    documents, mapping = trial.documents(), trial.form.mapping
    places = mapping.stream if trial.mode == "stream" or len(documents) > 1 else mapping.response
    return _values_at(documents, places.get("finish", ()), mapping)


def further_answers(trial: Trial) -> int:
    """Return the number of further answers, such as ``choices`` after the first, in the recorded answer. Raises
    ``WireError``.

    A plain body has a list of answers. In a stream, each chunk has the index of its answer. An index that is an object
    or a list is ignored here, because the check of the schema reports it.
    """
    documents, places = trial.documents(), trial.form.mapping.beside.alternatives
    if trial.mode == "stream" or len(documents) > 1:
        found = (value for at in places for document in documents for value in pointer.values(document, at))
        return len({value for value in found if not isinstance(value, dict | list)} - {0})
    answers = (pointer.values(document, at.rpartition("/")[0]) for at in places for document in documents)
    return max((len(found) - 1 for found in answers if found), default=0)


def _values_at(documents: list[Json], pointers: tuple[str, ...], mapping: Mapping) -> list[Json]:
    """Return the values to which the pointers lead in the documents, without null and empty texts."""
    found = [value for document in documents for value in _in_order(document, pointers, mapping)]
    return [value for value in found if value not in (None, "")]


def _in_order(document: Json, pointers: tuple[str, ...], mapping: Mapping) -> list[Json]:
    """Return the values to which the pointers lead in a document, in the order of the document."""
    found = [place for at in pointers for place in _find(document, at, mapping)]
    if len(found) > 1:
        found.sort(key=lambda item: _indices(item[0]))
    return [value for _, value in found]


def _indices(path: Steps) -> list[int]:
    """Return the array indices in a path. The places of a document are sorted by these indices."""
    return [step for step in path if isinstance(step, int)]


def _find(document: Json, at: str, mapping: Mapping) -> list[tuple[Steps, Json]]:
    """Return the places to which a pointer leads, except places inside objects of ``mapping.aside``."""
    found = pointer.located(document, at)
    aside = {path for picker in mapping.aside for path in picker.find(document)} if found else ()
    if not aside:
        return found
    return [(path, value) for path, value in found if not any(path[:n] in aside for n in range(len(path)))]


def _number_of_calls(trial: Trial, documents: list[Json], *, stream: bool) -> Iterator[Finding]:
    """Check that the adapter read as many calls as the answer on the wire has.

    The calls on the wire are found with the pointers under ``calls`` in the dialect's format. If a call is cut, the
    numbers are not compared, because dialects differ in how much of a cut call they show. ``stream``: true if the
    documents are the events of a stream.
    """
    assert trial.decoded is not None
    answers: tuple[Response | Candidate, ...] = (trial.decoded, *trial.decoded.alternatives)
    calls = [part for answer in answers for part in answer.parts if isinstance(part, ToolCall)]
    number = trial.form.calls.count(documents, stream=stream)
    if len(calls) != number and all(call.complete for call in calls):
        yield Finding(path="calls", message=f"expected {counted(number, 'call')}, got {len(calls)}")


def _order(trial: Trial, documents: list[Json], places: dict[str, tuple[str, ...]]) -> Iterator[Finding]:
    """Check that text and calls have the same order as on the wire. Other checks compare the texts and calls
    themselves.

    ``documents``: the documents of the recorded answer. ``places``: the places of the fields in them.
    """
    assert trial.decoded is not None
    wire: list[tuple[str, Json]] = []
    for document in documents:
        found = [
            (place, kind, value)
            for kind, field in (("text", "text"), ("call", "call.name"))
            for at in places[field]
            for place, value in _find(document, at, trial.form.mapping)
            if value
        ]
        wire += [(kind, value) for _, kind, value in sorted(found, key=lambda item: _indices(item[0]))]
    read = [
        ("text", part.text) if isinstance(part, Text) else ("call", part.name)
        for part in trial.decoded.parts
        if isinstance(part, ToolCall) or (isinstance(part, Text) and part.text)
    ]
    if _by_kind(wire) != _by_kind(read):
        return
    if trial.contradiction:
        yield Finding(path="parts", message=trial.contradiction)
    elif _kinds(wire) != _kinds(read):
        yield Finding(
            path="parts", message=f"expected the order {', '.join(_kinds(wire))}, got {', '.join(_kinds(read))}"
        )


def _by_kind(pieces: list[tuple[str, Json]]) -> dict[str, str]:
    return {kind: "".join(str(value) for own, value in pieces if own == kind) for kind in ("text", "call")}


def _kinds(pieces: list[tuple[str, Json]]) -> list[str]:
    """Return the kinds of the pieces, in order. Consecutive pieces of text are a single text."""
    kinds = [kind for kind, _ in pieces]
    return [kind for n, kind in enumerate(kinds) if kind == "call" or kinds[n - 1 : n] != ["text"]]


def _is_read(field: str, found: list[Json], read: dict[str, list[Json]], *, in_pieces: bool) -> bool:
    """Return whether the reading of a field equals the value on the wire.

    ``found``: the values on the wire. ``read``: the values in the adapter's reading, by field. ``in_pieces``: the
    arguments on the wire are pieces of a text.

    If the value of a text on the wire is not a string, return True, because the check of the schema reports this value.
    """
    if field == "text" or (field == "call.arguments" and in_pieces):
        expected = ["".join(read["text"])] if field == "text" else read[field]
        if not all(isinstance(piece, str) for piece in found) or _make_up(found, expected):
            return True
        if field == "text":
            return False
        # Calls that a server runs itself may be there, too. The number of calls shows that no client's call is lost.
        values, given = [arguments.value(value) for value in found], [arguments.value(v) for v in read[field]]
        return _same_documents(found, read[field]) or _contains(values, given)
    match field:
        case "call.arguments":
            values, given = [arguments.value(value) for value in found], [arguments.value(v) for v in read[field]]
            return _contains(values, given) or arguments.same(_filled(values), _filled(given))
        case "call.id":
            # Where the wire has no ids, adapters may make them up.
            return not found or _contains(found, read[field])
        case "call.name":
            return _contains(found, read[field])
        case "id" | "model":
            # Not every adapter shows the id or the model.
            return not read[field] or any(value in found for value in read[field])
        case "usage.input_tokens" | "usage.output_tokens":
            # Some providers send the usage in several chunks. The last value is the usage of the whole answer.
            return not read[field] or arguments.same(found[-1:], read[field])
    return not read[field] or arguments.same(found, read[field])


def _contains(found: list[Json], read: list[Json]) -> bool:
    """Return whether the values on the wire, ``found``, contain the values in the adapter's reading, ``read``, in
    order.

    Additional values on the wire may be repetitions, or may not belong to the client.
    """
    if len(found) <= len(read):
        return arguments.same(found, read)
    rest = iter(found)
    return all(any(arguments.same(value, other) for other in rest) for value in read)


def _make_up(pieces: list[str], texts: list[str]) -> bool:
    """Return whether the pieces make up the texts. For several texts, the same letters in any order suffice.

    The order is ignored because the pieces of several calls may alternate, and pointers cannot assign a piece to its
    call. The check of arguments can assign the pieces.
    """
    found, expected = "".join(pieces), "".join(texts)
    return found == expected or (len(texts) > 1 and Counter(found) == Counter(expected))


def _same_documents(pieces: list[Json], texts: list[Json]) -> bool:
    """Return whether the joined pieces contain the same JSON documents as the texts, in any spelling.

    If the joined pieces are not JSON documents, return True, because pieces of several calls may alternate. The check
    of arguments can assign such pieces to calls.
    """
    found = arguments.documents("".join(pieces))
    return found is None or arguments.same(_filled(found), _filled(texts))


def _schemas(trial: Trial, at: str, request: Json, expected: list[Json], found: list[Json]) -> Iterator[Finding]:
    """Yield a finding if a sent schema differs from the user's schema. Keys that the dialect drops may be missing.

    ``expected``: the schemas of the user's tools. ``found``: the schemas in ``request``, at ``at``.
    """
    if arguments.same(expected, found):
        return
    equal = _of_schemas(trial.form.equal, at)
    whole = tuple(operation for operation in equal if not isinstance(operation, Keep))
    wanted, sent = _one_way(expected, whole), _one_way(found, whole)
    least = _one_way(expected, equal)
    known = {spelling.spelled(schema) for schema in (*wanted, *least)}
    if not arguments.same(least, _one_way(found, equal)) or not known.issuperset(map(spelling.spelled, sent)):
        loss = _loss_of_schemas(trial, request, whole)
        message = f"tool.parameters: {_instead(wanted, sent)}"
        yield Finding(path=at, message=message, effect=loss.effect, meaning=loss.meaning)


def _loss_of_schemas(trial: Trial, request: Json, equal: tuple[Equal, ...]) -> SchemaEffect:
    """Return the gravest effect of the differences between the sent tool schemas and the user's schemas, with its
    meaning. Schemas are compared if their tools have the same name. If no compared schemas differ, the effect is
    ``tools``.
    """
    offered = wire_places(trial.form).schemas(request)
    asked = {tool.name: tool.parameters for tool in own_functions(trial.request.offered_tools)}
    found = [
        of_schemas(*schemas)
        for name, parameters in asked.items()
        if name in offered
        for schemas in [[next(iter(_one_way([schema], equal)), None) for schema in (parameters, offered[name])]]
        if not arguments.same(*schemas)
    ]
    return min(found, key=lambda loss: gravity(loss.effect), default=SchemaEffect("tools", ""))


@lru_cache(maxsize=64)
def _of_schemas(equal: tuple[Equal, ...], at: str) -> tuple[Equal, ...]:
    """Return the operations that work on the schemas at ``at``, changed to work on the schemas in a list of the form
    ``[{"schema": ...}, ...]``.
    """
    return tuple(
        msgspec.structs.replace(operation, at=f"/*/schema{operation.at.removeprefix(at)}")
        for operation in equal
        if operation.at == at or operation.at.startswith(f"{at}/")
    )


def _one_way(schemas: list[Json], equal: tuple[Equal, ...]) -> list[Json]:
    """Return schemas in the common form, in sorted order. Schemas without parameters are left out, because a request
    need not have such schemas.
    """
    places = normalised([{"schema": deepcopy(schema)} for schema in schemas], equal)
    return _unordered([place["schema"] for place in places if place.get("schema") not in _NO_PARAMETERS])


def _unknown(found: list[Json], known: list[Json]) -> list[str]:
    """Return the found strings that occur in no known string. Blanks are ignored. If there are no known strings, return
    no strings.
    """
    whole = list(filter(None, map(_unspaced, ([value] for value in _strings(known)))))
    return [value for value in _strings(found) if whole and not any(_unspaced([value]) in text for text in whole)]


def _strings(values: list[Json]) -> list[str]:
    return [value for value in pointer.within(values) if isinstance(value, str)]


def _unspaced(values: list[Json]) -> str:
    return "".join("".join(value.split()) for value in _strings(values))


def _unordered(values: list[Json]) -> list[Json]:
    """Return the values in sorted order, for values whose order has no meaning."""
    return sorted(values, key=spelling.spelled)


def _filled(values: list[Json]) -> list[Json]:
    """Return the arguments, parsed if they are JSON text. Empty arguments are left out, because requests and answers
    need not have them.
    """
    return [value for value in map(arguments.value, values) if value != {}]


def _finish(trial: Trial, at: str, found: list[Json]) -> Iterator[Finding]:
    """Check that the adapter's finish reason agrees with the provider's word.

    ``stop`` and ``tool_calls`` count as equal here, and so do ``content_filter`` and ``refusal``. Words that the claims
    about the provider do not list are ignored.
    """
    assert trial.decoded is not None
    reason = trial.decoded.finish.reason
    words = trial.form.mapping.finish
    meanings = {words[word] for word in map(str, found) if word in words}
    if "stop" in meanings or "tool_calls" in meanings:
        meanings |= {"stop", "tool_calls"}
    if meanings & STOPPED:
        meanings |= STOPPED  # many libraries have the same word for both, which the check ``finish`` reports
    if meanings and reason not in meanings:
        yield Finding(path=at, message=f"finish: the wire says {wording.listed(found)}, got {reason}")


def _compare(field: str, at: str, expected: list[Json], found: list[Json]) -> Iterator[Finding]:
    if not arguments.same(expected, found):
        yield Finding(path=at, message=f"{field}: {_instead(expected, found)}")


def _instead(expected: list[Json], found: list[Json]) -> str:
    """Return a message with the expected and the found values.

    If both lists have the same length, values that are equal at the same index are left out.
    """
    if len(expected) == len(found):
        apart = [(left, right) for left, right in zip(expected, found, strict=True) if not arguments.same(left, right)]
        if apart:
            return "; ".join(starmap(wording.expected_got, apart))
    if expected and found:
        return wording.expected_got(expected, found)
    return f"expected {wording.listed(expected)}, got {wording.listed(found)}"


def _request_fields(request: Request, calls_before: int) -> dict[str, list[Json]]:
    own = own_tools(request.offered_tools)
    spaces = [tool for tool in request.offered_tools if isinstance(tool, Namespace)]
    calls = [part for message in request.messages for part in message.parts if isinstance(part, ToolCall)]
    results = [part for message in request.messages for part in message.parts if isinstance(part, ToolResult)]
    talk = [message for message in request.messages if message.role != "system"]
    earlier = {call.id: numbered(n, call.id) for n, call in enumerate(calls[:calls_before], 1)}
    return {
        "model": [request.model],
        "tool.name": [tool.name for tool in (*own, *spaces, *_provider_tools(request))],
        "tool.description": [tool.description for tool in (*own, *spaces)],
        "tool.parameters": [tool.parameters for tool in own_functions(request.offered_tools)],
        "system": [text for message in request.messages if message.role == "system" for text in _texts(message)],
        "text": [text for message in talk for text in _texts(message)],
        "reasoning": ["".join(part.text for message in talk for part in message.parts if isinstance(part, Reasoning))],
        "opaque": _opaque(request),
        "call.id": [earlier.get(call.id, call.id) for call in calls],
        "call.name": [call.name for call in calls],
        "call.arguments": [call.arguments.text for call in calls],
        "result.call_id": [earlier.get(result.call_id, result.call_id) for result in results],
        "result.name": [result.name for result in results],
        "result.text": [text for result in results for text in _texts(result)],
        "result.is_error": [True for result in results if result.is_error],
    }


def _provider_tools(request: Request) -> list[ProviderTool]:
    return [tool for tool in request.offered_tools if isinstance(tool, ProviderTool)]


def _opaque(holder: Request | Response) -> list[Json]:
    """Return the provider's opaque data of a request or an answer, and of all their parts."""
    return [data for node in walk(holder) if (data := getattr(node, "provider_data", None))]


def _texts(holder: Message | ToolResult) -> list[str]:
    """Return the texts of a message or a result. Empty texts are left out, because they need not be sent."""
    return [part.text for part in holder.parts if isinstance(part, Text) and part.text]


def _response_fields(response: Response) -> dict[str, list[Json]]:
    usage = response.usage
    return {
        "id": [response.id] if response.id is not None else [],
        "model": [response.model] if response.model is not None else [],
        "text": [part.text for part in response.parts if isinstance(part, Text)],
        "reasoning": [part.text for part in response.parts if isinstance(part, Reasoning)],
        "opaque": _opaque(response),
        "call.id": [call.id for call in response.calls if call.id is not None],
        "call.name": [call.name for call in response.calls],
        "call.arguments": [call.arguments.text for call in response.calls],
        "usage.input_tokens": [usage.input_tokens] if usage and usage.input_tokens is not None else [],
        "usage.output_tokens": [usage.output_tokens] if usage and usage.output_tokens is not None else [],
    }
