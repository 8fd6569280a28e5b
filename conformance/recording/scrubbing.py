"""Scrubbing: a conversation with an endpoint loses everything private, and its verdicts stay the same.

Headers are kept by an allow-list. Secrets are masked, random ids get aliases and times are levelled, each to as many
letters of the same kinds, the same everywhere in a cassette, so that the sizes of chunks do not change.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from conformance.recording import headers
from conformance.recording.aliases import Aliases
from conformance.recording.leaks import Known, maskable, masked
from conformance.recording.outcome import Scrubbed
from toolwire.wire import aws_event_stream
from toolwire.wire.exchange import Exchange

Change = Callable[[bytes], bytes]


class Scrubber:
    """Scrubs the exchanges of one cassette. ``seed``: its name; ``secrets``: those already known."""

    def __init__(self, seed: str, exchanges: Sequence[Exchange], secrets: Iterable[str] = ()) -> None:
        self._aliases = Aliases(seed, exchanges[0].request.body)
        self._secrets = frozenset(secrets).union(*(_secrets_in(exchange) for exchange in exchanges))
        self._bodies = [
            body
            for exchange in exchanges
            for body in (exchange.request.url.encode(), exchange.request.body, exchange.response.body)
        ]
        for exchange in exchanges:
            self._aliases.learn(exchange.response.body)
            for name in sorted(headers.REQUEST_IDS & exchange.response.headers.keys()):
                self._aliases.learn_id(exchange.response.headers[name])

    @property
    def known(self) -> Known:
        """The leak guard's knowledge of the scrubbed exchanges."""
        return Known(without_ids=self._aliases.without, sent=self._aliases.kept)

    @property
    def counts(self) -> Scrubbed:
        """The number of secrets and ids that are changed; secrets given beforehand count where they occur."""
        masked = sum(any(secret.encode() in body for body in self._bodies) for secret in self._secrets)
        return Scrubbed(masked=masked, aliased=len(self._aliases))

    def scrubbed(self, exchange: Exchange) -> Exchange:
        """Return an exchange, scrubbed."""
        request, response = exchange.request, exchange.response
        return Exchange(
            request=msgspec.structs.replace(
                request,
                url=self._body(request.url.encode()).decode(),
                headers=headers.keep(request.headers, headers.REQUEST),
                body=self._body(request.body),
            ),
            response=msgspec.structs.replace(
                response,
                headers={
                    name: self.text(headers.steady(name, value))
                    for name, value in headers.keep(response.headers, headers.RESPONSE).items()
                },
                body=self._body(response.body),
            ),
        )

    def text(self, text: str) -> str:
        """Return a text of an answer, such as an id or a message, scrubbed."""
        hidden = masked(text.encode("utf-8", "surrogatepass"), self._secrets).decode("utf-8", "surrogatepass")
        return self._aliases.of(hidden)

    def _body(self, body: bytes) -> bytes:
        def hide(data: bytes) -> bytes:
            return masked(data, self._secrets)

        hidden = aws_event_stream.rewritten(body, hide) if aws_event_stream.starts(body) else hide(body)
        return self._aliases.apply(hidden)


def _secrets_in(exchange: Exchange) -> frozenset[str]:
    return maskable({"request": exchange.request.body, "response": exchange.response.body, "url": exchange.request.url})
