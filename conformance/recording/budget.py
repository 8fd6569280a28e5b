"""A limit on the total price of requests. A request is not sent if the total price might then exceed the limit."""

from collections.abc import Callable, Iterable
from decimal import Decimal

from conformance.recording.background import POLL
from conformance.recording.live_case import LiveCase
from conformance.recording.prices import counted, input_tokens, price
from conformance.recording.recorder import Job, OverBudget
from conformance.recording.retrying import Ask
from conformance.scenarios import usual_limit
from conformance.standins import Answer
from toolwire.model import Response
from toolwire.wire.exchange import WireRequest


class Budget:
    """A counter of the price of requests.

    The price of a request is computed from the numbers of input and output tokens that its answer reports. If a number
    is missing or negative, the maximum for the request is used instead.
    """

    def __init__(self, limit: Decimal, cases: Iterable[LiveCase], job: Job) -> None:
        """Take the limit, the cases and the job. Raises ``UnknownPrice`` if no price is known for a model of a case."""
        self._limit = limit
        self._job = job
        self._spent = Decimal(0)
        self._case: LiveCase | None = None
        self._most = (0, 0)
        for case in cases:
            self._price(case, (1, 1))

    def of(self, ask: Ask) -> Callable[[LiveCase, WireRequest], Answer]:
        """Return a function that takes a case and a request, and calls ``ask`` with the request.

        The budget remembers the case, because the price depends on it.
        """

        def asking(case: LiveCase, request: WireRequest) -> Answer:
            self._case = case
            return ask(request)

        return asking

    def counting(self, ask: Ask) -> Ask:
        """Return a function that calls ``ask``, or raises ``OverBudget`` if the total price might exceed the limit.

        A poll for an answer in the background costs nothing.
        """

        def asking(request: WireRequest) -> Answer:
            if request.method == POLL:
                return ask(request)
            assert self._case is not None
            scenario = self._case.scenario
            limit = scenario.max_output_tokens or usual_limit(reasoning=scenario.reasoning)
            self._most = input_tokens(request), limit
            most = self._price(self._case, self._most)
            if self._spent + most > self._limit:
                raise OverBudget(
                    f"--max-usd {self._limit}: about ${self._spent:.4f} is spent, and this request may cost "
                    f"${most:.4f}. Raise the limit to send it"
                )
            self._spent += most
            return ask(request)

        return asking

    def used(self, read: Response) -> None:
        """Count the tokens that an answer reports, in place of the maximum numbers that were counted before."""
        if self._case is None:
            return
        used = counted(read.usage, self._most)
        self._spent += self._price(self._case, used) - self._price(self._case, self._most)

    def _price(self, case: LiveCase, tokens: tuple[int, ...]) -> Decimal:
        return price(case.name.provider, case.claims.base_url, self._job.asked(case).model, *tokens)
