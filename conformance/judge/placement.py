"""The placement of a client's requests in a recorded conversation: each request gets the answer of an exchange."""

from collections.abc import Iterator

from conformance.judge import request_match, rules
from conformance.judge.earlier import Earlier
from toolwire.model import Json
from toolwire.providers import Rule, WireFormat
from toolwire.wire import exact_json, payloads, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import Exchange, WireRequest


class Placement:
    """The recorded exchanges of a conversation, and the client's requests that each exchange has answered so far."""

    def __init__(
        self, exchanges: tuple[Exchange, ...], form: WireFormat, judged: tuple[Rule, ...], earlier: Earlier
    ) -> None:
        """Begin without answered requests.

        ``judged``: the provider's rules. ``earlier``: the calls in the first request, whose ids the client may replace.
        """
        self._exchanges = exchanges
        self._form = form
        self._rules = judged
        self._earlier = earlier
        self.answered: list[tuple[int, WireRequest]] = []
        """The numbers of the turns that were played, from 0, each with the request that got its answer, in order."""

    def place(self, request: WireRequest, next_turn: int | None = None) -> int | None:
        """Find the turn of a request, and count the turn as answered. Return its number, from 0. None if the request
        has no turn.

        ``next_turn``: the number of the next turn. Without it, the turn after the last answered turn is the next turn.

        If the request equals a recorded request, it belongs to the turn of the recorded request. Turns that were not
        played yet come first.

        Otherwise the request's history decides (the items of the conversation in the request):

        - A request without history belongs to no turn.
        - A request may have the same history as an earlier request of the client. Then it belongs to the turn of the
          earlier request. But if the recorded requests of that turn and of the next turn have the same history, it
          belongs to the next turn.
        - Every other request belongs to the next turn.

        The turn that the history decides counts only if the request also has the address of the turn's recorded
        request. If the provider refused the recorded request, the request must break a rule that the recorded request
        broke. Otherwise both requests must ask for a stream, or neither of them.
        """
        turn = next(self.equal(request), None)
        if turn is None:
            turn = self._belongs(request, next_turn)
        if turn is not None:
            self.answered.append((turn, request))
        return turn

    def equal(self, request: WireRequest) -> Iterator[int]:
        """Yield the number of each turn whose recorded request equals ``request``. Turns not played yet come first."""
        left = self.left()
        for turn in (*left, *(turn for turn in range(len(self._exchanges)) if turn not in left)):
            recorded = self._exchanges[turn].request
            if request_match.matches(request, recorded, self._form.equal, self._earlier):
                yield turn

    def left(self) -> list[int]:
        """Return the turns that are not played yet."""
        played = {turn for turn, _ in self.answered}
        return [turn for turn in range(len(self._exchanges)) if turn not in played]

    def _belongs(self, request: WireRequest, next_turn: int | None) -> int | None:
        history = self._history(request)
        if not history:
            return None
        if next_turn is None:
            next_turn = max((turn for turn, _ in self.answered), default=-1) + 1
        again = next((turn for turn, before in self.answered if self._history(before) == history), None)
        turn = next_turn if again is None or self._are_alike(again, next_turn) else again
        if turn == len(self._exchanges):
            return None
        recorded = self._exchanges[turn]
        if not request_match.goes_there(request, recorded.request, self._form.equal):
            return None
        if recorded.response.is_refusal:
            return turn if self._breaks_the_same(request, turn) else None
        return turn if request_match.asks_for_the_same_form(request, recorded.request, self._form.equal) else None

    def _are_alike(self, turn: int, next_turn: int) -> bool:
        """Return whether the recorded requests of two turns have the same history. False if there is no next turn.

        The first requests of separate conversations may have the same history.
        """
        if next_turn == len(self._exchanges):
            return False
        first, second = (self._history(self._exchanges[n].request) for n in (turn, next_turn))
        return first == second

    def _history(self, request: WireRequest) -> list[Json]:
        try:
            body = exact_json.loads(request.body)
        except JsonError:
            return []
        return [item for _, item in pointer.find(body, self._form.history.items)]

    def _breaks_the_same(self, request: WireRequest, turn: int) -> bool:
        """Return whether a request breaks any rule that the recorded request of a turn broke."""
        recorded = self._broken(self._exchanges[turn].request, turn)
        return bool(recorded & self._broken(request, turn))

    def _broken(self, request: WireRequest, turn: int) -> set[str]:
        before = payloads.of_all(exchange.response for exchange in self._exchanges[:turn])
        body = exact_json.loads(request.body)
        return {rule.id for rule in rules.broken_musts(body, self._form.history, self._rules, before)}
