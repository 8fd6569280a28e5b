"""Exact numbers, in any spelling and of any size."""

import re
from decimal import MAX_PREC, Context, Decimal
from typing import Final, NamedTuple

from toolwire.json_value import Json
from toolwire.wire.exact_json import Number

_WRITTEN: Final = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_WHOLE: Final = Context(prec=MAX_PREC)
_PLAIN_DIGITS: Final = 40
_MOST_DIGITS: Final = 4000
_FARTHEST: Final = 10**9


class Exact(NamedTuple):
    """A number: its digits, times a power of ten.

    The digits neither begin nor end with a zero. The number zero has no digits.
    """

    sign: str
    digits: str
    power: Decimal
    """The exponent of ten. It is a ``Decimal``, because ``int`` limits the number of digits in a text."""

    def __str__(self) -> str:
        """Return the number in its only spelling: 1.10, 11e-1 and 1.1 all become 1.1."""
        if not self.digits:
            return "0"
        adjusted = _WHOLE.add(self.power, len(self.digits) - 1)
        if -_PLAIN_DIGITS < adjusted < _PLAIN_DIGITS:
            return f"{Decimal(f'{self.sign}{self.digits}e{self.power}'):f}"
        fraction = f".{self.digits[1:]}" if self.digits[1:] else ""
        return f"{self.sign}{self.digits[0]}{fraction}e{adjusted:+f}"

    def near(self) -> Decimal:
        """Return the number, or a number near it that validators can handle.

        A very long integer is cut to its first digits, and a huge exponent is limited.
        """
        kept = self.digits[:_MOST_DIGITS] if self.power >= 0 else self.digits
        power = _WHOLE.add(self.power, len(self.digits) - len(kept))
        return Decimal(f"{self.sign}{kept or 0}e{min(max(power, -_FARTHEST), _FARTHEST)}")


def exact(value: Json) -> Exact | None:
    """Return a value as an exact number; None if the value is not a number."""
    match value:
        case bool():
            return None
        case int() | Decimal():
            text = str(Decimal(value))
        case float():
            text = repr(float(value))
        case Number():
            text = value.text
        case _:
            return None
    written = _WRITTEN.fullmatch(text)
    if written is None:
        return None
    sign, whole, fraction, exponent = written.groups(default="")
    counted = (whole + fraction).lstrip("0")
    digits = counted.rstrip("0")
    if not digits:
        return Exact("", "", Decimal(0))
    return Exact(sign, digits, _WHOLE.add(Decimal(exponent or 0), len(counted) - len(digits) - len(fraction)))
