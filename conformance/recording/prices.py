"""Prices of requests, from the price list in the package genai-prices. Requests to local servers cost nothing."""

from decimal import Decimal
from math import ceil
from typing import Final

from toolwire.model import Usage
from toolwire.providers.addresses import is_local
from toolwire.wire.exchange import WireRequest

BYTES_A_TOKEN: Final = 3
"""The assumed size of a token in bytes. Real tokens are longer, so estimates of numbers of tokens are too high rather
than too low.
"""


class UnknownPrice(Exception):
    """An error for a model that the price list does not have. ``str()`` is a single line."""


def input_tokens(request: WireRequest) -> int:
    """Return an estimate of the number of tokens in a request."""
    return ceil(len(request.body) / BYTES_A_TOKEN)


def counted(usage: Usage | None, most: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of input and output tokens that an answer reports.

    If a number is missing or negative, return the number in ``most`` in its place.
    """
    if usage is None:
        return most
    read, wrote = usage.input_tokens, usage.output_tokens
    return (
        most[0] if read is None or read < 0 else read,
        most[1] if wrote is None or wrote < 0 else wrote,
    )


def price(provider: str, base_url: str, model: str, input_tokens: int, output_tokens: int) -> Decimal:
    """Return the price of a request and its answer, in US dollars.

    ``base_url``: the provider's own address. Raises ``UnknownPrice``, and ``ModuleNotFoundError`` if genai-prices is
    not installed.
    """
    if is_local(base_url):
        return Decimal(0)
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    tokens = Tokens(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        return calc_price(tokens, model, provider_api_url=base_url).total_price
    except LookupError:
        raise UnknownPrice(f"no price is known for {model} at {provider}") from None
