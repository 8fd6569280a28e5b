"""Writing of JSON values in a normal form, so that equal values get the same text."""

from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.numbers import exact


def spelled(value: Json) -> str:
    """Return a value as JSON text with sorted keys and exact numbers: 1.10, 11e-1 and 1.1 have the same text.

    True is not treated as the number 1. An object that repeats a key keeps its order of keys, so its text differs from
    that of any object without repeated keys.
    """
    return exact_json.dumps(_normal(value))


def _normal(value: Json) -> Json:
    if isinstance(value, dict):
        pairs = [(key, _normal(item)) for key, item in exact_json.pairs(value)]
        repeated = isinstance(value, exact_json.RepeatedKeys)
        return exact_json.RepeatedKeys(pairs) if repeated else dict(sorted(pairs, key=lambda pair: pair[0]))
    if isinstance(value, list | tuple):
        return [_normal(item) for item in value]
    number = exact(value)
    return value if number is None else exact_json.Number(str(number))
