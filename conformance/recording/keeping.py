"""Keeping what an endpoint answered: scrubbed, looked at by the leak guard, written beside, replayed, and only then in
place of what was there.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from conformance import __version__
from conformance.judge import request_match
from conformance.judge.earlier import Earlier
from conformance.recording import leaks, levels, spelling
from conformance.recording.cassette import Address, Answered, Cassette, Models, Provenance, Timing
from conformance.recording.choice import region_of
from conformance.recording.conversation import Exchanged, expected, hold
from conformance.recording.errors import CassetteError, RecordingError
from conformance.recording.live_case import LiveCase
from conformance.recording.persister import write
from conformance.recording.readers import SecondReader
from conformance.recording.scrubbing import Scrubber
from conformance.standins import Answer, Chunk
from toolwire.dialects.reading import read_answer
from toolwire.model import Expected
from toolwire.providers import DialectClaims
from toolwire.providers.addresses import is_local
from toolwire.wire.exchange import Exchange, WireRequest

CLIENT: Final = "toolcall-conformance"
"""Our own client, as the caller of cassettes: the reference normalizer writes what it sends."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Where a conversation was held, by whom and when."""

    base_url: str
    address: Address
    model: str
    today: str
    server: str | None
    secrets: frozenset[str]
    """What must not be kept: the key, names of the user's own in the address."""
    key: str = ""
    """The key alone, which stands nowhere for anything else."""


def keep(
    case: LiveCase, exchanged: Sequence[Exchanged], asked: Asked, folder: Path, second: SecondReader
) -> Literal["recorded", "confirmed"]:
    """Keep a conversation below a folder, or say in what is there that it was so again.

    Raises ``RecordingError``, ``LeakError`` and ``OSError``; then what was there is as it was.
    """
    kept, known = _scrubbed(case, exchanged, asked)
    path = case.name.under(folder)
    old = _there(path)
    if old is not None and _comparable(old, asked) and levels.same(old.exchanges, kept):
        if asked.today > (old.provenance.confirmed or old.provenance.date):
            provenance = msgspec.structs.replace(old.provenance, confirmed=asked.today)
            text = spelling.with_metadata(path.read_text(encoding="utf-8"), provenance)
            _put(case, path, text, old.exchanges, leaks.Known(key=asked.key))
        return "confirmed"
    leaks.refuse(path, [_told(exchange) for exchange in kept], known)  # libraries below may log what they are given
    agreed = second.agreed(case, [exchange.response for exchange in kept])
    _put(case, path, spelling.spelled(kept, _provenance(case.claims, exchanged, agreed, asked)), kept, known)
    return "recorded"


def _told(exchange: Exchange) -> dict[str, Any]:
    """All that an exchange says."""
    asked, answered = exchange.request, exchange.response
    return {
        "request": {"uri": asked.url, "headers": asked.headers, "body": asked.body},
        "response": {"headers": answered.headers, "body": answered.body},
    }


def _scrubbed(case: LiveCase, exchanged: Sequence[Exchanged], asked: Asked) -> tuple[tuple[Exchange, ...], leaks.Known]:
    """What is kept of the exchanges, at the provider's own address, and what the leak guard has to know of it.

    Raises ``RecordingError``.
    """
    raw = [Exchange(request=_at_home(one.request, case.claims, asked), response=one.response) for one in exchanged]
    scrubber = Scrubber(str(case.name), raw, asked.secrets)
    kept = tuple(scrubber.scrubbed(one) for one in raw)
    for n, (one, exchange) in enumerate(zip(exchanged, kept, strict=True), 1):
        read = read_answer(case.dialect, exchange.response)
        before = one.read and _hidden(expected(one.read), scrubber)
        if before != expected(read):
            raise RecordingError(f"what must not be kept stands in answer {n} where it means something")
    return kept, msgspec.structs.replace(scrubber.known, key=asked.key)


def _at_home(request: WireRequest, claims: DialectClaims, asked: Asked) -> WireRequest:
    return msgspec.structs.replace(request, url=claims.base_url + request.url.removeprefix(asked.base_url))


def _hidden(read: Expected, scrubber: Scrubber) -> Expected:
    """What was read, as it stands there after scrubbing."""
    calls = tuple(
        msgspec.structs.replace(call, id=call.id and scrubber.text(call.id), arguments=scrubber.text(call.arguments))
        for call in read.calls
    )
    error = read.error and msgspec.structs.replace(read.error, message=scrubber.text(read.error.message))
    return msgspec.structs.replace(read, calls=calls, text=scrubber.text(read.text), error=error)


def _there(path: Path) -> Cassette | None:
    """What stands there; None for nothing, and for what cannot be read: that is replaced, never taken for the same."""
    try:
        return Cassette(path)
    except CassetteError:
        return None


def _comparable(old: Cassette, asked: Asked) -> bool:
    """Whether what is there was recorded from the same model of the same endpoint."""
    was = old.provenance
    return (
        was.origin != "documented"
        and was.caller.startswith(CLIENT)
        and (was.models.asked, was.address, was.server) == (asked.model, asked.address, asked.server)
    )


def _provenance(
    claims: DialectClaims, exchanged: Sequence[Exchanged], agreed: tuple[Answered, ...], asked: Asked
) -> Provenance:
    local = is_local(claims.base_url)
    served = dict.fromkeys(one.read.model for one in exchanged if one.read and one.read.model)
    chunks = tuple(tuple((chunk.at, len(chunk.data)) for chunk in one.answer.chunks) for one in exchanged)
    return Provenance(
        origin="recorded-local" if local else "recorded",
        date=asked.today,
        sources=claims.sources if local else (),
        models=Models(asked=asked.model, served=tuple(served)),
        caller=f"{CLIENT} {__version__}",
        expected=agreed,
        timing=Timing(times="measured", chunks=chunks),
        ids="aliased",
        server=asked.server,
        address=asked.address,
        region=region_of(asked.base_url),
    )


def _put(case: LiveCase, path: Path, text: str, exchanges: tuple[Exchange, ...], known: leaks.Known) -> None:
    leaks.refuse(path, text.encode(), known)
    write(path, text, partial(_verify, case, path, exchanges))


def _verify(case: LiveCase, path: Path, exchanges: tuple[Exchange, ...], data: bytes) -> None:
    """That a file plays what was recorded: what our client asks is what was asked. Raises ``RecordingError``."""
    try:
        written = Cassette(path, data)
    except CassetteError as error:
        raise RecordingError(f"what was written cannot be read: {error.why}") from None
    if written.exchanges != exchanges:
        raise RecordingError("what was written is not what was recorded")
    played = list(_replayed(case, written))
    if len(played) != len(exchanges):
        raise RecordingError(f"played again, the conversation ends after {len(played)} of {len(exchanges)} exchanges")


def _replayed(case: LiveCase, written: Cassette) -> Iterator[Exchanged]:
    earlier = Earlier(view=case.form.history, calls=case.scenario.calls_before)
    left = iter(written.exchanges)

    def ask(request: WireRequest) -> Answer:
        recorded = next(left)
        if not request_match.matches(request, recorded.request, case.form.equal, earlier):
            raise RecordingError("played again, our client asks something else than was recorded")
        response = recorded.response
        chunks = (Chunk(0, response.body),)
        return Answer(status=response.status, headers=response.headers, chunks=chunks, expected=None)

    yield from hold(case, ask, model=written.provenance.models.asked)
