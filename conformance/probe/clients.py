"""Requests of agents such as Codex, which are sent to an endpoint.

A good endpoint accepts the requests, answers in the dialect, and drops no tool silently.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from conformance.clients import ClientRequest
from conformance.clients.offered_tools import OfferedTool, offered_tools, without
from conformance.judge.finding import Finding, Outcome
from conformance.judge.seen import cut
from conformance.probe.endpoint import FEW_TOKENS, FIRST_ERROR, REFUSES, SERVER_ERROR, Endpoint, Spoken
from conformance.recording.live import NoAnswer
from conformance.scenarios import Mode
from toolwire.dialects.dialect import Dialect, dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Json, Response
from toolwire.providers import owner, wire_format
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


class ClientPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on the answer of an endpoint to an agent's request, in one mode."""

    id: str
    """The id of the result: ``clients/NAME/plain|stream``."""
    package: str
    dialect: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()


def play_client(endpoint: Endpoint, spoken: Spoken, sent: ClientRequest) -> Iterator[ClientPlayed]:
    """Send an agent's request to the endpoint, plain and streamed, and yield the verdict on each answer. Raises
    ``NoKey``.

    The plain request is also sent again without each of its tools in turn. If the endpoint then counts as many input
    tokens as before, it drops the tool.
    """
    player = _Player(endpoint, spoken, sent)
    for mode in _MODES:
        yield player.played(mode)


class _Refused(Exception):
    """An error for a request that the endpoint refuses. ``str()`` is the endpoint's message."""


class _Broken(Exception):
    """An error for a request to which the endpoint gives no complete answer that can be read."""


class _Player:
    def __init__(self, endpoint: Endpoint, spoken: Spoken, sent: ClientRequest) -> None:
        self._endpoint = endpoint
        self._spoken = spoken
        self._sent = sent
        self._dialect: Dialect = dialect(sent.dialect)

    def played(self, mode: Mode) -> ClientPlayed:
        """Return the verdict on the answer in a mode. Dropped tools are searched for only in the plain answer."""
        found: tuple[Finding, ...] = ()
        outcome: Outcome = "pass"
        try:
            answer = self._ask(self._sent.body, mode)
            if mode == "plain":
                found = tuple(self._dropped(answer))
                outcome = "fail" if any(finding.level == "MUST" for finding in found) else "pass"
        except _Refused as why:
            outcome, found = "unsupported", (Finding(path="", message=str(why)),)
        except _Broken as why:
            outcome, found = "fail", (Finding(path="", message=str(why)),)
        except NoAnswer as why:
            outcome, found = "not-observed", (Finding(path="", message=str(why)),)
        return ClientPlayed(
            id=f"clients/{self._sent.name}/{mode}", package=self._sent.package, dialect=self._sent.dialect,
            outcome=outcome, findings=self._endpoint.shown_findings(found),
        )  # fmt: skip

    def _dropped(self, answer: Response) -> Iterator[Finding]:
        """Yield a finding for each tool that the endpoint drops silently. ``answer``: the answer to the whole request.

        The endpoint drops a tool if it counts as many input tokens without the tool as with it. If the answer has no
        count, yield a single finding about this.
        """
        if answer.usage is None or answer.usage.input_tokens is None:
            message = "the answer has no count of input tokens, so dropped tools cannot be detected"
            yield Finding(path="", message=message, level="MAY")
            return
        whole = answer.usage.input_tokens
        dropped: list[OfferedTool] = []
        for tool in offered_tools(self._sent.body):
            if any(tool.place[: len(other.place)] == other.place for other in dropped):
                continue  # it is in a namespace that is dropped
            if self._without(tool) == whole:
                dropped.append(tool)
                message = (
                    f"expected the tool {tool} to reach the model, or a refusal; got {whole} input tokens with and "
                    f"without the tool: the endpoint drops it silently"
                )
                yield Finding(path="/".join(("", *map(str, tool.place))), message=message)

    def _without(self, tool: OfferedTool) -> int | None:
        """Return the number of input tokens that the endpoint counts if the request is sent without a tool.

        Return None if the number is not known.
        """
        less = without(self._sent.body, tool)
        if less is None:
            return None
        try:
            answer = self._ask(less, "plain")
        except (_Refused, _Broken, NoAnswer):
            return None
        return None if answer.usage is None else answer.usage.input_tokens

    def _ask(self, body: dict[str, Json], mode: Mode) -> Response:
        asked = {key: value for key, value in body.items() if key != "stream_options" or mode == "stream"}
        asked |= {"model": self._endpoint.model, "stream": mode == "stream"}
        asked |= {self._limit(body): FEW_TOKENS}
        usual = self._dialect.write_request(self._dialect.read_request(_wire(asked)), self._spoken.base_url)
        request = msgspec.structs.replace(usual, body=exact_json.encode(asked))
        received = self._endpoint.ask(self._sent.dialect, request)
        got = received.answer
        data = got.body
        if got.status in REFUSES:
            raise NoAnswer(f"status {got.status}: {cut(data.decode(errors='backslashreplace'))}")
        if got.status >= FIRST_ERROR:
            words = f"status {got.status}: {cut(data.decode(errors='backslashreplace'))}"
            raise _Refused(words) if got.status < SERVER_ERROR else _Broken(f"expected an answer, got {words}")
        answer = WireResponse(status=got.status, headers=got.headers, body=data)
        try:
            read = read_answer(self._dialect, answer)
        except WireError as error:
            raise _Broken(f"expected an answer in {self._sent.dialect}, got {error}") from None
        if read.finish.reason == "malformed":
            raise _Broken(f"expected an answer in {self._sent.dialect}, got {read.finish.why}")
        if received.lost is not None or read.finish.reason == "interrupted":
            raise _Broken(received.lost or "the answer broke off: nothing marks its end")
        return read

    def _limit(self, body: dict[str, Json]) -> str:
        """Return the key of the token limit in a request.

        If the request has no limit, return the dialect's oldest key for the limit, which every server knows.
        """
        places = wire_format(owner(self._sent.dialect), self._sent.dialect).settings.limit
        assert places is not None
        names = [place.removeprefix("/") for place in places.at]
        return next((name for name in names if name in body), names[-1])


def _wire(body: dict[str, Json]) -> WireRequest:
    return WireRequest(url="http://localhost", body=exact_json.encode(body))
