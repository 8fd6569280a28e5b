"""Conversion of JSON values to plain Python values, for the functions of applications."""

from decimal import Decimal
from math import isfinite
from typing import Any

from toolwire.model import Json
from toolwire.wire.exact_json import Number


def plain(value: Json) -> Any:
    """Return a copy of ``value`` with Python's numbers: an ``int`` or ``float`` if it has exactly this value, else a
    ``Decimal``. If an object has a key several times, the copy has the key's last value. Raises ``ValueError`` for a
    number whose exponent is out of range.
    """
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    return _number(value.text) if isinstance(value, Number) else value


def _number(text: str) -> int | float | Decimal:
    try:
        exact = Decimal(text)
    except ArithmeticError:
        raise ValueError(f"the number {text[:40]} is out of range") from None
    if text == "-0":
        return 0
    near = float(exact)
    return near if isfinite(near) and Decimal(repr(near)) == exact else exact
