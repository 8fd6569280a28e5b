"""JSON values in one spelling: two that say the same are the same text."""

from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.numbers import exact


def spelled(value: Json) -> str:
    """The value as JSON text: keys in order, and numbers by what they are, so that 1.10, 11e-1 and 1.1 are one.

    True is no number. An object that repeats a key says what it says in its own order, and is no object that does not.
    """
    return exact_json.dumps(_one_way(value))


def _one_way(value: Json) -> Json:
    if isinstance(value, dict):
        pairs = [(key, _one_way(item)) for key, item in exact_json.pairs(value)]
        repeated = isinstance(value, exact_json.RepeatedKeys)
        return exact_json.RepeatedKeys(pairs) if repeated else dict(sorted(pairs, key=lambda pair: pair[0]))
    if isinstance(value, list | tuple):
        return [_one_way(item) for item in value]
    number = exact(value)
    return value if number is None else exact_json.Number(str(number))
