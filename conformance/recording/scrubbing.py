"""Scrubbing: the removal of everything private from a conversation.

The verdicts on the conversation stay the same. Only the headers on an allow-list are kept. Secrets are masked, random
ids get aliases, and all digits of times become 1. Every replacement has as many characters of each kind as the replaced
text, so the sizes of chunks do not change. The same text gets the same replacement everywhere in a cassette.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from conformance.leaks import Known, maskable, masked
from conformance.leaks.words import Words
from conformance.recording import headers
from conformance.recording.aliases import Aliases
from conformance.recording.outcome import Scrubbed
from toolwire.wire import aws_event_stream
from toolwire.wire.exchange import Exchange, Pending, WireRequest, WireResponse

Change = Callable[[bytes], bytes]


class Scrubber:
    """A scrubber for the exchanges of a cassette.

    ``seed``: the name of the cassette. ``secrets``: secrets that are already known.
    """

    def __init__(self, seed: str, exchanges: Sequence[Exchange], secrets: Iterable[str] = ()) -> None:
        self._aliases = Aliases(seed, exchanges[0].request.body)
        self._secrets = frozenset(secrets).union(*(_secrets_in(exchange) for exchange in exchanges))
        self._bodies = [
            body
            for exchange in exchanges
            for body in (exchange.request.url.encode(), exchange.request.body, *(got.body for _, got in exchange.sent))
        ]
        for response in (got for exchange in exchanges for _, got in exchange.sent):
            self._aliases.learn(response.body)
            for name in sorted(headers.REQUEST_IDS & response.headers.keys()):
                self._aliases.learn_id(response.headers[name])

    @property
    def known(self) -> Known:
        """The facts about the scrubbed exchanges that the leak guard needs."""
        return Known(without_ids=self._aliases.without, sent=self._aliases.kept)

    @property
    def counts(self) -> Scrubbed:
        """The numbers of secrets and ids that scrubbing changes.

        A secret that the caller has given counts only if it occurs in an exchange.
        """
        found = Words(secret.encode() for secret in self._secrets).within(self._bodies)
        return Scrubbed(masked=len(found), aliased=len(self._aliases))

    def scrubbed(self, exchange: Exchange) -> Exchange:
        """Return an exchange after secrets, random ids and times are replaced, and most headers are removed."""
        pending = exchange.pending and Pending(
            response=self._response(exchange.pending.response), poll=self._request(exchange.pending.poll)
        )
        return Exchange(
            request=self._request(exchange.request), response=self._response(exchange.response), pending=pending
        )

    def _request(self, request: WireRequest) -> WireRequest:
        return msgspec.structs.replace(
            request,
            url=self._body(request.url.encode()).decode(),
            headers=headers.keep(request.headers, headers.REQUEST),
            body=self._body(request.body),
        )

    def _response(self, response: WireResponse) -> WireResponse:
        kept = headers.keep(response.headers, headers.RESPONSE)
        steady = {name: self.text(headers.steady(name, value)) for name, value in kept.items()}
        return msgspec.structs.replace(response, headers=steady, body=self._body(response.body))

    def text(self, text: str) -> str:
        """Return a text from an answer, such as an id or a message, in its scrubbed form."""
        hidden = masked(text.encode("utf-8", "surrogatepass"), self._secrets).decode("utf-8", "surrogatepass")
        return self._aliases.of(hidden)

    def _body(self, body: bytes) -> bytes:
        def hide(data: bytes) -> bytes:
            return masked(data, self._secrets)

        hidden = aws_event_stream.rewritten(body, hide) if aws_event_stream.starts(body) else hide(body)
        return self._aliases.apply(hidden)


def _secrets_in(exchange: Exchange) -> frozenset[str]:
    bodies = [response.body for _, response in exchange.sent]
    return maskable({"request": exchange.request.body, "response": bodies, "url": exchange.request.url})
