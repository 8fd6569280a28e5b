"""Field mappings: the wire holds each canonical field where the claims say, with the right value.

Uses pointers alone, so that an error of a normalizer cannot hide here.
"""

from collections.abc import Iterator

from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.trial import Trial
from conformance.model import Json, Message, Request, Response, Text, ToolCall, ToolDefinition, ToolResult
from conformance.wire import exact_json, pointer
from conformance.wire.errors import JsonError


def request_mapping(trial: Trial) -> Iterator[Finding]:
    """Every canonical field of the request stands where the mapping says."""
    sent = trial.sent()
    if sent is None:
        raise NotApplicable
    wanted = _request_fields(trial.request)
    for field, pointers in trial.form.mapping.request.items():
        found = [value for at in pointers for value in pointer.values(sent, at) if value is not None]
        due = wanted[field]
        if field in ("text", "system"):
            missing = [value for value in due if value not in found]
            if missing:
                yield Finding(path=pointers[0], message=f"{field}: {missing[0]!r} stands at none of its places")
        elif field.endswith("arguments"):
            yield from _compare(field, pointers[0], [_value(value) for value in due], [_value(v) for v in found])
        else:
            yield from _compare(field, pointers[0], due, found)


def response_mapping(trial: Trial) -> Iterator[Finding]:
    """What the adapter read is what stands where the mapping says."""
    if trial.decoded is None:
        raise NotApplicable
    read = _response_fields(trial.decoded)
    mapping = trial.form.mapping
    documents = trial.documents()
    for field, pointers in (mapping.stream if trial.mode == "stream" else mapping.response).items():
        found = [value for document in documents for at in pointers for value in pointer.values(document, at)]
        found = [value for value in found if value not in (None, "")]
        if field == "finish":
            yield from _finish(trial, pointers[0], found)
        elif field == "text" or (field == "call.arguments" and mapping.arguments == "text" and trial.mode == "stream"):
            yield from _compare(field, pointers[0], ["".join(found)], ["".join(read[field])])
        elif field == "call.arguments":
            yield from _compare(field, pointers[0], [_value(v) for v in found], [_value(v) for v in read[field]])
        elif field in ("id", "model"):
            yield from _compare(field, pointers[0], list(dict.fromkeys(found)), read[field])
        else:
            yield from _compare(field, pointers[0], found, read[field])


def _finish(trial: Trial, at: str, found: list[Json]) -> Iterator[Finding]:
    """The adapter's reason agrees with the provider's word; a normal end with calls is always ``tool_calls``."""
    assert trial.decoded is not None
    reason = trial.decoded.finish.reason
    meanings = {trial.form.mapping.finish.get(str(word), "other") for word in found}
    if reason in ("stop", "tool_calls"):
        if not meanings & {"stop", "tool_calls"}:
            yield Finding(path=at, message=f"finish: {reason} was read where the wire says {found!r}")
    elif reason not in meanings:
        yield Finding(path=at, message=f"finish: {reason} was read where the wire says {found!r}")


def _compare(field: str, at: str, due: list[Json], found: list[Json]) -> Iterator[Finding]:
    if not exact_json.same(due, found):
        yield Finding(path=at, message=f"{field}: {_words(due)} is due, found {_words(found)}")


def _words(values: list[Json]) -> str:
    return ", ".join(exact_json.dumps(value) for value in values) or "nothing"


def _value(value: Json) -> Json:
    """Arguments as a value, whether the wire has text or an object."""
    if not isinstance(value, str):
        return value
    try:
        return exact_json.loads(value or "{}")
    except JsonError:
        return value


def _request_fields(request: Request) -> dict[str, list[Json]]:
    tools = [tool for tool in request.tools if isinstance(tool, ToolDefinition)]
    calls = [part for message in request.messages for part in message.parts if isinstance(part, ToolCall)]
    results = [part for message in request.messages for part in message.parts if isinstance(part, ToolResult)]
    talk = [message for message in request.messages if message.role != "system"]
    return {
        "model": [request.model],
        "tool.name": [tool.name for tool in tools],
        "tool.description": [tool.description for tool in tools],
        "tool.parameters": [tool.parameters for tool in tools],
        "system": [text for message in request.messages if message.role == "system" for text in _texts(message)],
        "text": [text for message in talk for text in _texts(message)],
        "call.id": [call.id for call in calls],
        "call.name": [call.name for call in calls],
        "call.arguments": [call.arguments.text for call in calls],
        "result.call_id": [result.call_id for result in results],
        "result.name": [result.name for result in results],
        "result.text": [part.text for result in results for part in result.parts if isinstance(part, Text)],
        "result.is_error": [True for result in results if result.is_error],
    }


def _texts(message: Message) -> list[str]:
    return [part.text for part in message.parts if isinstance(part, Text)]


def _response_fields(response: Response) -> dict[str, list[Json]]:
    usage = response.usage
    return {
        "id": [response.id] if response.id is not None else [],
        "model": [response.model] if response.model is not None else [],
        "text": [part.text for part in response.parts if isinstance(part, Text)],
        "call.id": [call.id for call in response.calls if call.id is not None],
        "call.name": [call.name for call in response.calls],
        "call.arguments": [call.arguments.text for call in response.calls],
        "usage.input_tokens": [usage.input_tokens] if usage else [],
        "usage.output_tokens": [usage.output_tokens] if usage else [],
    }
