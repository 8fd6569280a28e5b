"""Checks of wire documents and arguments with JSON Schemas."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import msgspec
from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

from conformance.judge import arguments, wording
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.form import with_consumers
from conformance.judge.trial import Trial
from conformance.leaks import beginning, part
from toolwire.json_value import type_name
from toolwire.model import CustomTool, ExpectedCall, Json, ToolDefinition, own_tools
from toolwire.providers import Rule, Taken, WireFormat
from toolwire.wire import pointer
from toolwire.wire.exact_json import Number
from toolwire.wire.numbers import exact

_LONE: Final = re.compile("[\ud800-\udfff]")
_VALUE: Final = "\ufdd0"
"""The placeholder for the value in a validator's messages. No text contains the placeholder, because its code point is
never a character.
"""
_BEGINS: Final = 80
"""The number of characters that are shown from the beginning of a large value."""
_LONGEST: Final = 400
_NAMED: Final = re.compile(r"(/properties|/\$defs|/definitions)/[^/]+")
"""A pattern for those parts of a place that are names chosen by users."""
_LONGEST_WORD: Final = 40
"""The maximum length of a wrong text that a deviation quotes. For a longer text, the deviation has only its type."""
_END: Final = 150
"""The number of characters that are shown from the end of a message longer than ``_LONGEST``."""
_DEEPEST: Final = 4
_TAGS: Final = (["type"], ["role"])
"""The places of keys that give the kind of an object."""
_KINDS: Final = {
    "type": "retyped",
    "required": "lost",
    "additionalProperties": "added",
    "unevaluatedProperties": "added",
}
"""The kind of the difference that breaks a keyword, by keyword. Any other broken keyword means a changed value.
"""
_OFFSET: Final = 0x10F800 - 0xD800
"""The number that is added to half a surrogate pair to get its replacement in the private use area.

Validators do not accept half a surrogate pair.
"""
_REPLACEMENT: Final = re.compile("[\U0010f800-\U0010ffff]")


def validator(schema: dict[str, Any] | bool) -> Draft202012Validator:
    """Return a validator whose error messages have the placeholder ``_VALUE`` instead of the wrong value.

    ``_in_words`` replaces the placeholder with the value as JSON. Findings then show values in the same way with any
    version of jsonschema-rs. Raises ``ValueError`` for an invalid schema, and for a schema that refers to another
    document, which is not fetched.
    """
    try:
        return Draft202012Validator(schema, mask=_VALUE, retriever=_nowhere)
    except ValidationError as error:
        raise ValueError(f"not a valid JSON Schema: {_in_words(error)}") from None


def _nowhere(uri: str) -> Any:
    """Raise ``ValueError``, because a document to which a schema refers is not fetched."""
    raise ValueError(f"{uri} is not fetched")


@lru_cache(maxsize=64)
def _validator(form: WireFormat, document: str) -> Draft202012Validator:
    return validator(form.schema(document))


def request_schema(trial: Trial) -> Iterator[Finding]:
    """Check that the adapter's request fits the dialect's schema."""
    if trial.encoded is None:
        raise NotApplicable
    yield from request_violations(trial.form, trial.sent(), trial.rules, trial.accepted)


def response_schema(trial: Trial) -> Iterator[Finding]:
    """Check that the provider's answer fits the dialect's schema."""
    # The libraries were run on documents. How they read a stream instead of a document is unknown.
    yield from with_consumers(_off_schema(trial), () if trial.is_unasked_stream else trial.tried)


def _off_schema(trial: Trial) -> Iterator[Finding]:
    document = "error" if trial.refused else "event" if trial.mode == "stream" else "response"
    documents = trial.documents()
    day = answered_on(trial.form, documents)
    if not documents:
        yield Finding(path="", message="expected a JSON document, got none")
    elif document == "response" and trial.recorded.response.body.lstrip()[:1] == b"[":
        yield Finding(path="", message="expected one JSON object, got an array")
    for n, payload in enumerate(documents):
        where = f"/{n}" if trial.mode == "stream" else ""
        yield from (finding for _, finding in deviating(trial.form, document, payload, where=where, day=day))


def arguments_schema(trial: Trial) -> Iterator[Finding]:
    """Check that every call names an offered tool, fits the kind of the tool, and has arguments that obey the tool's
    schema. Arguments of cut calls are not checked.

    An endpoint promises only that calls obey the schemas of strict tools, and fit the kinds of their tools. In the
    answer of a live model, only broken promises are findings. Other faults of the model raise ``Undecided``.
    """
    if trial.expected is None:
        raise Undecided
    if not trial.expected.calls:
        raise NotApplicable
    found = list(_against_schemas(trial, trial.expected.calls))
    owed = [finding for finding, strict in found if strict or not trial.live]
    if found and not owed:
        raise Undecided(f"the model broke a schema that the endpoint does not enforce: {found[0][0].line}")
    yield from owed


def _against_schemas(trial: Trial, calls: tuple[ExpectedCall, ...]) -> Iterator[tuple[Finding, bool]]:
    """Yield the findings on calls, each with True if the call breaks a promise of the endpoint (see
    ``arguments_schema``).
    """
    holds = trial.form.expresses.strict != "none"
    tools = {tool.name: tool for tool in own_tools(trial.request.offered_tools)}
    for n, call in enumerate(calls):
        tool = tools.get(call.name)
        if tool is None and call.name in trial.not_offered:
            continue
        if tool is None:
            yield (
                Finding(path=f"calls/{n}/name", message=f"expected an offered tool, got {wording.quoted(call.name)}"),
                False,
            )
        elif isinstance(tool, CustomTool) is not (call.kind == "custom"):
            kind = "custom" if isinstance(tool, CustomTool) else "function"
            message = f"expected a {kind} call to {call.name}, got a {call.kind} call"
            yield Finding(path=f"calls/{n}/kind", message=message), True
        elif isinstance(tool, ToolDefinition) and call.complete:
            value, where = arguments.value(call.arguments), f"calls/{n}/arguments"
            found = [Finding(path=where, message=f"no JSON object: {wording.shown(call.arguments)}")]
            if isinstance(value, dict):
                found = list(violations(_of_tool(tool), value, where))
            yield from ((finding, holds and tool.strict is True) for finding in found)


def _of_tool(tool: ToolDefinition) -> Draft202012Validator:
    try:
        return validator(tool.parameters or {})
    except ValueError as error:
        raise Undecided(f"{tool.name}: {error}") from None


def violations(
    by: Draft202012Validator, document: Json, where: str = "", taken: tuple[Taken, ...] = ()
) -> Iterator[Finding]:
    """Yield a validator's findings on a document, without the deviations that the provider's rules allow (``taken``).

    ``where``: the place of the document. The paths of the findings begin with this place.
    """
    return (_finding(error, where) for error in _errors(by, document, taken))


def _errors(by: Draft202012Validator, document: Json, taken: tuple[Taken, ...]) -> Iterator[ValidationError]:
    held = _validatable(document)
    if by.is_valid(held):
        return
    for error in by.iter_errors(held):
        keyword, keys = str(error.schema_path[-1]), _keys(error)
        if not any(exception.covers(_place(error), keyword, keys) for exception in taken):
            yield error


def _place(error: ValidationError) -> str:
    return _shown("".join(f"/{step}" for step in error.instance_path))


def _finding(error: ValidationError, where: str) -> Finding:
    place = where + _place(error)
    if (forbidden := _forbidden(error)) is None:
        return Finding(path=place, message=_in_words(error), kind=_kind(error))
    key, value = forbidden
    path = f"{place}/{pointer.escape(key)}"
    return Finding(path=path, message=f"expected nothing, got {wording.shown(value)}", kind="added")


def fits(by: Draft202012Validator, document: Json) -> bool:
    """Return whether a validator accepts a document."""
    return by.is_valid(_validatable(document))


def _forbidden(error: ValidationError) -> tuple[str, Json] | None:
    """Return the forbidden key that an error reports, and its value. None for any other error."""
    instance: Json = error.instance
    if not isinstance(instance, dict):
        return None
    match error.kind:
        case ValidationErrorKind.Not(schema={"required": [str(key)], **others}) if not others and key in instance:
            return key, instance[key]
    return None


def _kind(error: ValidationError, depth: int = 0) -> str:
    """Return the kind of the difference, by the broken keyword. If no alternative of ``anyOf`` or ``oneOf`` fits, the
    nearest alternative decides. ``depth``: the number of alternatives around the error.
    """
    match error.kind:
        case ValidationErrorKind.AnyOf(context=context) | ValidationErrorKind.OneOfNotValid(context=context):
            nearest = _nearest(context)
            return "changed" if nearest is None or depth >= _DEEPEST else _kind(nearest, depth + 1)
    return _KINDS.get(str(error.schema_path[-1]), "changed")


def _keys(error: ValidationError) -> set[str]:
    """Return the keys that an error reports as missing or not allowed."""
    details = error.kind.as_dict()
    return {details["property"]} if "property" in details else set(details.get("unexpected", ()))


def _in_words(error: ValidationError, depth: int = 0) -> str:
    """Return the message of an error. A large value is shown only in part, so that the reason stays visible.

    If no alternative fits, the message includes the error of the nearest alternative. ``depth``: the number of
    alternatives around the error.
    """
    value = json.dumps(error.instance, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)
    message = error.message.replace(_VALUE, beginning(value, _BEGINS))
    message = _shortened(wording.visible(_shown(" ".join(message.split()))))
    match error.kind:
        case ValidationErrorKind.AnyOf(context=context) | ValidationErrorKind.OneOfNotValid(context=context):
            nearest = _nearest(context)
            if nearest is not None and depth < _DEEPEST:
                place = "".join(f"/{step}" for step in nearest.instance_path[len(error.instance_path) :])
                reason = _in_words(nearest, depth + 1)
                return f"{message}; the nearest alternative fails{place and ' at '}{place}: {reason}"
    return message


def _nearest(alternatives: list[list[ValidationError]]) -> ValidationError | None:
    """Return the first error of the alternative that fits the value best. Errors about the tag come first. None if no
    alternative has an error.

    An alternative for values of the same type fits best, then an alternative for objects with the same tag, then the
    alternative with the fewest errors. The tag is the key that gives the kind of an object.
    """
    top = min((len(error.instance_path) for errors in alternatives for error in errors), default=0)

    def distance(errors: list[ValidationError]) -> tuple[bool, bool, int]:
        another_type = any(error.schema_path[-1] == "type" and len(error.instance_path) == top for error in errors)
        return another_type, any(_is_tag(error) for error in errors), len(errors)

    errors = min((errors for errors in alternatives if errors), key=distance, default=[])
    return next((error for error in errors if _is_tag(error)), next(iter(errors), None))


def _is_tag(error: ValidationError) -> bool:
    """Return whether an error is about the tag of an object (``type`` or ``role``)."""
    return error.instance_path[-1:] in _TAGS


def _shortened(message: str) -> str:
    """Return a message. If the message is too long, return only its beginning and its end."""
    if len(message) <= _LONGEST:
        return message
    last = part(message, len(message) - _END, len(message))
    return f"{beginning(message, _LONGEST - _END - 5)} {last}"


def _validatable(document: Json) -> Any:
    """Return the document in a form that a validator accepts.

    Nearly all documents already have this form. If msgspec can encode a document, it has this form. This test is fast.
    """
    try:
        msgspec.json.encode(document)
    except (TypeError, UnicodeEncodeError):
        return _plain(document)
    return document


def _plain(value: Json) -> Any:
    """Return a value with numbers that a validator can compare, and with texts that a validator accepts."""
    if isinstance(value, Number):
        number = exact(value)
        return number and number.near()
    if isinstance(value, str):
        return _LONE.sub(lambda half: chr(ord(half.group()) + _OFFSET), value)
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def _shown(text: str) -> str:
    return _REPLACEMENT.sub(lambda found: f"\\u{ord(found.group()) - _OFFSET:04x}", text)


def request_violations(
    form: WireFormat, value: Json, judged: tuple[Rule, ...], accepted: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """Yield a finding for each deviation of a request from the documented form that is not in ``accepted``.

    ``judged``: the provider's rules. ``accepted``: the deviations that the provider is known to accept.
    """
    return unaccepted(deviating(form, "request", value, judged), accepted)


def unaccepted(found: Iterable[tuple[frozenset[str], Finding]], accepted: frozenset[str]) -> Iterator[Finding]:
    """Yield the findings of ``deviating``, except for those whose deviations the provider is known to accept.

    Each finding is a SHOULD, because no provider was seen to refuse a request for a deviation alone. If a provider
    refuses a deviation, a separate rule covers it and quotes the refusal.
    """
    for deviations, finding in found:
        if not deviations <= accepted:
            yield msgspec.structs.replace(finding, level="SHOULD")


def deviating(
    form: WireFormat,
    document: str,
    value: Json,
    judged: tuple[Rule, ...] = (),
    where: str = "",
    day: str | None = None,
) -> Iterator[tuple[frozenset[str], Finding]]:
    """Yield the findings of the dialect's schema on a value, each with its deviations.

    ``document``: request, response, event or error. The rules in ``judged`` may allow deviations from the schema.
    ``where``: the place of the value, with which the paths of the findings begin. ``day``: the day of an answer, if the
    day is known. An answer may lack keys that were added after that day.

    A deviation is a text such as ``/tool_choice type null``. It has three parts: the place (with ``*`` for any number),
    the keyword of JSON Schema, and the key or type that is missing, not allowed or different. It does not depend on the
    document.
    """
    taken = tuple(exception for rule in judged for exception in rule.takes)
    later = {key.deviation for key in form.since if key.document == document and day is not None and day < key.day}
    for error in _errors(_validator(form, document), value, taken):
        if not (deviations := _deviations(error)) <= later:
            yield deviations, _finding(error, where)


def answered_on(form: WireFormat, documents: list[Json]) -> str | None:
    """Return the day (UTC) of the first time that an answer states, as ``2026-11-30``. None if it states no time."""
    places = (pointer.values(document, place) for document in documents for place in form.dated)
    moment = next((value for found in places for value in found if isinstance(value, int | float) and value > 0), None)
    try:
        return None if moment is None else datetime.fromtimestamp(moment, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def _deviations(error: ValidationError, depth: int = 0) -> frozenset[str]:
    match error.kind:
        case ValidationErrorKind.AnyOf(context=context) | ValidationErrorKind.OneOfNotValid(context=context):
            nearest = _nearest(context)
            if nearest is not None and depth < _DEEPEST:
                return _deviations(nearest, depth + 1)
    forbidden = _forbidden(error)
    keyword, place = str(error.schema_path[-1]), _place(error)
    if isinstance(error.kind, ValidationErrorKind.FalseSchema):
        place, _, key = place.rpartition("/")
        keyword, subjects = "additionalProperties", {key}
    elif forbidden is not None:
        keyword, subjects = "additionalProperties", {forbidden[0]}
    elif keyword == "type":
        subjects = {type_name(error.instance)}
    elif keyword in ("enum", "const"):
        value: Json = error.instance
        subjects = {value if isinstance(value, str) and len(value) <= _LONGEST_WORD else type_name(value)}
    else:
        subjects = _keys(error) or {""}
    place = _NAMED.sub(r"\1/*", pointer.general(place))
    return frozenset(f"{place} {keyword} {subject}".rstrip() for subject in subjects)


def document_violations(form: WireFormat, document: str, value: Json, where: str = "") -> Iterator[Finding]:
    """Yield the findings of the dialect's schema on a value. ``document``: response, event or error.

    ``where``: the place of the value, with which the paths of the findings begin.
    """
    yield from violations(_validator(form, document), value, where)
