"""The comparison of two recordings of the same conversation.

Ids, times and other values that differ in every recording are first replaced by fixed values.
"""

import re
from typing import Final

from conformance.volatile import COUNTS, PADDINGS, SEALS, TIMES, is_arguments, is_id
from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireResponse
from toolwire.wire.payloads import frames

_PREFIX: Final = re.compile(r"(?:[a-z]+[_-])*(?=[A-Za-z0-9]{9,}$)")
_COUNTED: Final = re.compile("[0-9]+")
_NUMBERED: Final = re.compile(r"(?:[A-Za-z]+[_-])*[0-9]{1,8}(?:[_-][0-9]{1,8})*")
"""The pattern of ids of a server that numbers its answers, such as chatcmpl-131."""
_LONG: Final = 12


def same(old: tuple[Exchange, ...], new: tuple[Exchange, ...]) -> bool:
    """Return whether two recordings are the same. Values that differ in every recording are ignored."""
    return bool(_levelled(old) == _levelled(new))


def answers(exchanges: tuple[Exchange, ...]) -> Json:
    """Return the status, the content type and the decoded body of each answer.

    Values that differ in every recording are replaced by fixed values.
    """
    return _answers(exchanges, {})


def _levelled(exchanges: tuple[Exchange, ...]) -> Json:
    ids: dict[str, str] = {}
    answered = _answers(exchanges, ids)
    # ids are known from the answers; a request sends them back
    requests = [exchange.request for exchange in exchanges]
    asked = [(request.method, request.url, _level(_body(request.body), ids)) for request in requests]
    return exact_json.dumps([answered, asked])


def _answers(exchanges: tuple[Exchange, ...], ids: dict[str, str]) -> list[Json]:
    responses = [exchange.response for exchange in exchanges]
    return [[response.status, response.content_type, _level(_read(response), ids)] for response in responses]


def _read(response: WireResponse) -> Json:
    try:
        return frames(response)
    except WireError:
        return response.body.decode("latin-1")


def _body(body: bytes) -> Json:
    try:
        return exact_json.loads(body)
    except WireError:
        return body.decode("latin-1")


def _level(value: Json, ids: dict[str, str], *, counts: bool = False) -> Json:
    match value:
        case dict():
            return {key: _member(key, item, ids, counts=counts) for key, item in sorted(value.items())}
        case list():
            return [_level(item, ids, counts=counts) for item in value]
        case str():
            return ids.get(value, value)
    return 0 if counts and value is not None and not isinstance(value, bool) else value


def _member(key: str, value: Json, ids: dict[str, str], *, counts: bool) -> Json:
    if is_arguments(key, value):
        return value
    if key in PADDINGS | SEALS and isinstance(value, str):
        return key
    if key in TIMES and not isinstance(value, dict | list):
        return None if value is None else key
    if is_id(key) and isinstance(value, str):
        return ids.setdefault(value, f"{_shape(value)}, id {len(ids)}")
    return _level(value, ids, counts=counts or key in COUNTS)


def _shape(value: str) -> str:
    """Return a text that is the same for all ids of the same form.

    Usually the text has the prefix and the length of the id. For a short id without a random part, or an id of words
    and numbers, the text is the id with ``<number>`` in place of each number.
    """
    prefix = _PREFIX.match(value)
    if prefix is None and (len(value) < _LONG or _NUMBERED.fullmatch(value)):
        return _COUNTED.sub("<number>", value)
    return f"{prefix[0] if prefix else ''}... ({len(value)} characters)"
