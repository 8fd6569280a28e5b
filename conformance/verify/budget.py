"""The budget of a study: the estimated costs before the first request, and the costs of all requests so far."""

from decimal import Decimal
from typing import Final

import msgspec

from conformance.recording.prices import UnknownPrice, input_tokens, price
from conformance.verify.case_set import Case
from conformance.verify.errors import StudyError
from conformance.verify.study import Endpoint, Limits, Study
from toolwire.dialects.errors import Inexpressible

_MILLION: Final = 1_000_000


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """The maximum usage of the requests to an endpoint. Repeated tries of a failed request are not counted."""

    endpoint: str
    requests: int
    tokens: tuple[int, int]
    """The estimated number of input tokens, and the maximum number of output tokens."""
    usd: Decimal | None
    """The maximum price in US dollars, or None if no price is known."""


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the budget that was used."""

    requests: int = 0
    tokens: int = 0
    usd: Decimal = Decimal(0)


class Purse:
    """A counter of requests and costs. It refuses a request that might exceed a limit."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.spent = Spent()

    def take(self, endpoint: Endpoint, tokens: tuple[int, int]) -> bool:
        """Count a request at its maximum usage, and return True. If the budget does not allow the request, count
        nothing, and return False.

        ``tokens``: the maximum numbers of input and output tokens.
        """
        after = self._after(endpoint, 1, tokens)
        limits = self._limits
        if (
            (limits.requests is not None and after.requests > limits.requests)
            or (limits.tokens is not None and after.tokens > limits.tokens)
            or (limits.usd is not None and after.usd > limits.usd)
        ):
            return False
        self.spent = after
        return True

    def settle(self, endpoint: Endpoint, most: tuple[int, int], used: tuple[int, int]) -> None:
        """Replace the maximum usage of a request in the counts by its actual usage.

        ``most``, ``used``: the maximum and the actual numbers of input and output tokens.
        """
        more, before = self._after(endpoint, 0, used), self._after(endpoint, 0, most)
        self.spent = Spent(
            requests=self.spent.requests,
            tokens=self.spent.tokens + sum(used) - sum(most),
            usd=self.spent.usd + more.usd - before.usd,
        )

    def add(self, endpoint: Endpoint, requests: int, tokens: tuple[int, int]) -> None:
        """Add the usage of an earlier run to the counts."""
        self.spent = self._after(endpoint, requests, tokens)

    def _after(self, endpoint: Endpoint, requests: int, tokens: tuple[int, int]) -> Spent:
        return Spent(
            requests=self.spent.requests + requests,
            tokens=self.spent.tokens + sum(tokens),
            usd=self.spent.usd + (cost(endpoint, tokens) or Decimal(0)),
        )


def cost(endpoint: Endpoint, tokens: tuple[int, int]) -> Decimal | None:
    """Return the price of input and output tokens in US dollars, or None if it is not known."""
    if endpoint.price is not None:
        return (endpoint.price.input * tokens[0] + endpoint.price.output * tokens[1]) / _MILLION
    try:
        return price(endpoint.rules_of, endpoint.base_url, endpoint.model, *tokens)
    except (UnknownPrice, ModuleNotFoundError):
        return None


def estimates(study: Study, cases: tuple[Case, ...]) -> tuple[Estimate, ...]:
    """Return the estimated usage of each endpoint: requests, tokens, and the price if it is known.

    Raises ``StudyError`` if the study has a limit in dollars, but the price of an endpoint is not known.
    """
    found = tuple(_estimate(study, endpoint, cases) for endpoint in study.endpoints)
    missing = [each.endpoint for each in found if each.usd is None]
    if study.budget.usd is not None and missing:
        raise StudyError(
            f"budget: no price is known for {', '.join(missing)}: "
            "add `price: {input: …, output: …}` to each of these endpoints, or remove `usd` from `budget`"
        )
    return found


def _estimate(study: Study, endpoint: Endpoint, cases: tuple[Case, ...]) -> Estimate:
    read = wrote = asked = 0
    for case in cases:
        for mode in study.modes:
            try:
                request = case.written(endpoint, mode, study.max_output_tokens)
            except Inexpressible:
                continue
            asked += study.repeats
            read += input_tokens(request) * study.repeats
            wrote += case.limit(study.max_output_tokens) * study.repeats
    return Estimate(endpoint=endpoint.name, requests=asked, tokens=(read, wrote), usd=cost(endpoint, (read, wrote)))
