"""The check that opaque data is sent back to the provider unaltered."""

from collections.abc import Iterator

from conformance.judge import arguments, request_match, wording
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.trial import Trial
from toolwire.model import Json
from toolwire.providers.equal import Drop, Equal, Ignore
from toolwire.providers.wire_format import Returned
from toolwire.wire.errors import JsonError


def returned(trial: Trial) -> Iterator[Finding]:
    """Check that reasoning, signatures and runs of the provider's own tools are in the request, unaltered."""
    if trial.encoded is None or not trial.form.returned:
        raise NotApplicable
    try:
        bodies = [_sides(trial, trial.encoded.body, place) for place in trial.form.returned]
    except JsonError:
        raise NotApplicable from None
    judged = False
    lost = trial.inexpressible.returned if trial.inexpressible else ()
    for place, sides in zip(trial.form.returned, bodies, strict=True):
        expected, found = (_there(body, place) for body in sides)
        for path, value in expected.items():
            whole = path in found and arguments.same(_without_nulls(value), _without_nulls(found[path]))
            if path not in found and place.what in lost:
                continue
            judged = True
            if not whole:
                got = wording.expected_got(value, found[path]) if path in found else _gone(value)
                yield Finding(path=path, message=f"{got}: it was not sent back unaltered", level=place.level)
    if not judged:
        raise NotApplicable


def _sides(trial: Trial, sent: bytes, place: Returned) -> tuple[Json, Json]:
    """Return the recorded body and the sent body without items that clients may drop. The data of ``place``, which
    must be sent back to the provider, stays.

    If a client drops an item, the later items of the list get other indices. After the removal, equal items have the
    same index in both bodies.
    """
    kept = tuple(operation for operation in trial.equal if not _drops(operation, place))
    return request_match.read_normalised(trial.recorded.request.body, kept), request_match.read_normalised(sent, kept)


def _without_nulls(value: Json) -> Json:
    """Return a value without null members of objects. A null member has the same meaning as a missing member."""
    match value:
        case dict():
            return {key: _without_nulls(member) for key, member in value.items() if member is not None}
        case list():
            return [_without_nulls(member) for member in value]
    return value


def _gone(value: Json) -> str:
    return f"expected {wording.shown(value)}, got nothing"


def _drops(operation: Equal, place: Returned) -> bool:
    """Return whether an operation removes data of ``place``, which should be sent back to the provider.

    The comparison of requests may ignore such data, because its loss breaks only a SHOULD.
    """
    match operation:
        case Ignore(at=at):
            return f"{place.what.at}{place.what.take}/".startswith(f"{at}/")
        case Drop(items=items):
            return any(place.what.where.get(key) in values for key, values in items.items())
    return False


def _there(body: Json, place: Returned) -> dict[str, Json]:
    there = {path: value for path, value in place.what.find(body) if value is not None}
    if not place.joined:
        return there
    texts = {path: _text(content) for path, content in there.items()}
    return {path: text for path, text in texts.items() if text}


def _text(content: Json) -> str:
    """Return the text of a message's content, which is a string or a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))
