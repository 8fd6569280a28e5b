"""JSON as Python's own values, for functions of applications."""

from decimal import Decimal
from math import isfinite
from typing import Any

from toolwire.model import Json
from toolwire.wire.exact_json import Number


def plain(value: Json) -> Any:
    """A copy of ``value`` with Python's numbers: an ``int`` or ``float`` where it says the same, else a ``Decimal``.

    Of keys that an object repeats the last counts. Raises ``ValueError`` for a number with an exponent beyond all use.
    """
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return _number(value.text) if isinstance(value, Number) else value


def _number(text: str) -> int | float | Decimal:
    try:
        exact = Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{text[:40]} is beyond what numbers can be here") from None
    if text == "-0":
        return 0
    near = float(exact)
    return near if isfinite(near) and Decimal(repr(near)) == exact else exact
