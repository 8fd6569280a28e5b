"""The steps by which the answers of an endpoint become a cassette.

The answers are scrubbed, and the leak guard searches them. They are written to a new file, and the new file is
replayed. Only then does the new file replace the old cassette.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from conformance import __version__, leaks
from conformance.judge import request_match
from conformance.judge.earlier import Earlier
from conformance.recording import cassette_file, comparison, guarded
from conformance.recording.addresses import region_of
from conformance.recording.cassette import Address, Answered, Cassette, Connection, Models, Provenance, Timing
from conformance.recording.conversation import Exchanged, expected, hold
from conformance.recording.errors import CassetteError, RecordingError
from conformance.recording.live_case import LiveCase
from conformance.recording.outcome import Scrubbed
from conformance.recording.persister import write
from conformance.recording.scrubbing import Scrubber
from conformance.recording.second_reader import SecondReader
from conformance.standins import Answer, Chunk
from toolwire.dialects.reading import read_answer
from toolwire.model import Expected
from toolwire.providers import DialectClaims
from toolwire.providers.addresses import is_local
from toolwire.wire.exchange import Exchange, WireRequest

CLIENT: Final = "toolcall-conformance"
"""The name of our own client in cassettes. The reference writes the requests of this client."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The circumstances of a conversation: the endpoint, the model and the day."""

    base_url: str
    address: Address
    model: str
    today: str
    server: str | None
    connection: Connection = "http"
    secrets: frozenset[str]
    """Texts that must not be kept: the key, and the parts of the address that are private to the user."""
    key: str = ""
    """The key that was sent. It must not occur anywhere in the cassette."""


def keep(
    case: LiveCase, exchanged: Sequence[Exchanged], asked: Asked, folder: Path, second: SecondReader
) -> tuple[Literal["recorded", "confirmed"], Scrubbed]:
    """Write a conversation to a cassette below a folder. If the old cassette there has the same exchanges, from the
    same endpoint and model, keep it, and only update the day on which it was confirmed.

    ``second``: the second reader. An answer has a right reading only if this reader and the reference agree.

    Return "recorded" or "confirmed", and the numbers of scrubbed values. Raises ``RecordingError``, ``LeakError`` and
    ``OSError``. After an error the old cassette stays unchanged.
    """
    kept, known, scrubbed = _scrubbed(case, exchanged, asked)
    path = case.name.under(folder)
    old = _old(path)
    if old is not None and _comparable(old, asked) and comparison.same(old.exchanges, kept):
        if asked.today > (old.provenance.confirmed or old.provenance.date):
            provenance = msgspec.structs.replace(old.provenance, confirmed=asked.today)
            text = cassette_file.with_metadata(path.read_text(encoding="utf-8"), provenance)
            _put(case, path, text, old.exchanges, leaks.Known(key=asked.key))
        return "confirmed", scrubbed
    guarded.refuse(path, [_content(exchange) for exchange in kept], known)  # before a library can log a secret
    agreed = second.agreed(case, [exchange.response for exchange in kept])
    _put(case, path, cassette_file.to_yaml(kept, _provenance(case, exchanged, kept, agreed, asked)), kept, known)
    return "recorded", scrubbed


def _content(exchange: Exchange) -> list[dict[str, Any]]:
    """Return the addresses, headers and bodies of an exchange, in which the leak guard searches for secrets."""
    return [
        {
            "request": {"uri": request.url, "headers": request.headers, "body": request.body},
            "response": {"headers": response.headers, "body": response.body},
        }
        for request, response in exchange.sent
    ]


def _scrubbed(
    case: LiveCase, exchanged: Sequence[Exchanged], asked: Asked
) -> tuple[tuple[Exchange, ...], leaks.Known, Scrubbed]:
    """Return the scrubbed exchanges, the facts with which the leak guard recognises a leak, and the numbers of scrubbed
    values.

    In the exchanges, the provider's own address replaces the address of the endpoint. Raises ``RecordingError`` if
    scrubbing would change the reading of an answer.
    """
    raw = [_at_home(exchange.exchange, case.claims, asked) for exchange in exchanged]
    scrubber = Scrubber(str(case.name), raw, asked.secrets)
    kept = tuple(scrubber.scrubbed(exchange) for exchange in raw)
    for n, (before, after) in enumerate(zip(exchanged, kept, strict=True), 1):
        wanted = before.read and _hidden(expected(before.read), scrubber)
        if wanted != expected(read_answer(case.dialect, after.response)):
            raise RecordingError(f"answer {n} is not kept: masking a secret would change its calls, texts or error")
    return kept, msgspec.structs.replace(scrubber.known, key=asked.key), scrubber.counts


def _at_home(exchange: Exchange, claims: DialectClaims, asked: Asked) -> Exchange:
    """Return an exchange whose requests have the provider's own address in place of the endpoint's address."""

    def moved(request: WireRequest) -> WireRequest:
        return msgspec.structs.replace(request, url=claims.base_url + request.url.removeprefix(asked.base_url))

    pending = exchange.pending and msgspec.structs.replace(exchange.pending, poll=moved(exchange.pending.poll))
    return msgspec.structs.replace(exchange, request=moved(exchange.request), pending=pending)


def _hidden(read: Expected, scrubber: Scrubber) -> Expected:
    """Return the reading ``read`` in its scrubbed form: ``scrubber`` changes the ids and arguments of its calls, its
    text, and the message of its error.
    """
    calls = tuple(
        msgspec.structs.replace(call, id=call.id and scrubber.text(call.id), arguments=scrubber.text(call.arguments))
        for call in read.calls
    )
    error = read.error and msgspec.structs.replace(read.error, message=scrubber.text(read.error.message))
    return msgspec.structs.replace(read, calls=calls, text=scrubber.text(read.text), error=error)


def _old(path: Path) -> Cassette | None:
    """Read the cassette that is to be replaced. Return None if it does not exist or cannot be read."""
    try:
        return Cassette(path)
    except CassetteError:
        return None


def _comparable(old: Cassette, asked: Asked) -> bool:
    """Return whether our own client recorded the old cassette, from the same endpoint and the same model."""
    provenance = old.provenance
    return (
        provenance.origin != "documented"
        and provenance.caller.startswith(CLIENT)
        and (provenance.models.asked, provenance.address, provenance.server, provenance.connection)
        == (asked.model, asked.address, asked.server, asked.connection)
    )


def _provenance(
    case: LiveCase,
    exchanged: Sequence[Exchanged],
    kept: Sequence[Exchange],
    agreed: tuple[Answered, ...],
    asked: Asked,
) -> Provenance:
    local = is_local(case.claims.base_url)
    read = (read_answer(case.dialect, exchange.response).model for exchange in kept)
    served = dict.fromkeys(model for model in read if model)
    chunks = tuple(tuple((chunk.at, len(chunk.data)) for chunk in exchange.answer.chunks) for exchange in exchanged)
    return Provenance(
        origin="recorded-local" if local else "recorded",
        date=asked.today,
        sources=case.claims.sources if local else (),
        models=Models(asked=asked.model, served=tuple(served)),
        caller=f"{CLIENT} {__version__}",
        expected=agreed,
        timing=Timing(times="measured", chunks=chunks),
        ids="aliased",
        server=asked.server,
        address=asked.address,
        region=region_of(asked.base_url),
        connection=asked.connection,
    )


def _put(case: LiveCase, path: Path, text: str, exchanges: tuple[Exchange, ...], known: leaks.Known) -> None:
    guarded.refuse(path, text.encode(), known)
    write(path, text, partial(check_replay, case, path, exchanges))


def check_replay(case: LiveCase, path: Path, exchanges: tuple[Exchange, ...], data: bytes) -> None:
    """Check that a written file can be replayed: our client sends the recorded requests again, and gets the recorded
    answers.

    ``data``: the bytes of the file. ``exchanges``: the exchanges that it must have. Raises ``RecordingError``.
    """
    try:
        written = Cassette(path, data)
    except CassetteError as error:
        raise RecordingError(f"the written file cannot be read: {error.why}") from None
    if written.exchanges != exchanges:
        raise RecordingError("the written file differs from the recorded exchanges")
    played = list(_replayed(case, written))
    if len(played) != len(exchanges):
        raise RecordingError(f"in the replay, the conversation ends after {len(played)} of {len(exchanges)} exchanges")


def _replayed(case: LiveCase, written: Cassette) -> Iterator[Exchanged]:
    scenario = case.scenario
    earlier = Earlier(view=case.form.history, calls=scenario.calls_before, orphans=scenario.orphans_before)
    left = (sent for exchange in written.exchanges for sent in exchange.sent)

    def ask(request: WireRequest) -> Answer:
        recorded, response = next(left)
        is_same = (
            request_match.matches(request, recorded, case.form.equal, earlier)
            if recorded.body
            else (request.method, request.url) == (recorded.method, recorded.url)
        )
        if not is_same:
            raise RecordingError("in the replay, our client's request differs from the recorded request")
        chunks = (Chunk(0, response.body),)
        return Answer(status=response.status, headers=response.headers, chunks=chunks, expected=None)

    yield from hold(case, ask, model=written.provenance.models.asked)
