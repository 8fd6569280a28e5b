"""Cassettes by dialect: cassettes for a provider that uses another provider's dialect, made from the cassettes of the
dialect's owner.

The bytes come from the owner's cassette. The other provider, the borrower, has a different address and model, which
replace the owner's. The borrower's quirks (its known differences from the owner) change the answers.
"""

from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

import msgspec

from conformance.data import cassettes_folders, kept
from conformance.judge.origin import Origin
from conformance.mutants import Address, Change, Rename, Transform, read, renamed, write
from conformance.recording import cassette
from conformance.recording.cassette import Answered, Cassette, CassetteName, Models
from conformance.recording.errors import CassetteError
from conformance.scenarios import load as scenario
from toolwire.model import Expected
from toolwire.providers import ClaimError, DialectClaims, Quirk, load, load_all, provider_folder
from toolwire.providers.claim_file import explained
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange


def transforms(provider: str, dialect: str, quirk: Quirk) -> tuple[Transform, ...]:
    """Return the transforms that imitate a quirk in the owner's bytes. Raises ``ClaimError``."""
    try:
        return msgspec.convert(quirk.apply, tuple[Transform, ...])
    except msgspec.ValidationError as error:
        place = f"{provider_folder(provider) / 'profile.yaml'}: dialects.{dialect}.quirks: {quirk.id}"
        why = explained(str(error), quirk.apply, tuple[Transform, ...])
        raise ClaimError(f"{place}: apply: {why}") from None


class ByDialect(Cassette):
    """A cassette that nobody recorded: a cassette of the owner, changed in the way that the borrower's claims state."""

    def __init__(self, name: CassetteName, owner: Cassette) -> None:
        """Make the cassette of a borrower. Raises ``WireError`` if a transform cannot read the owner's bytes."""
        self.path = owner.path
        self.name = name
        self.claims = load(name.provider).dialects[name.dialect]
        self._owner = owner
        self._model = self.claims.model_of(name.scenario)
        self._owners_model = owner.claims.model_of(name.scenario)
        self._changed: dict[str, Quirk] = {}
        self._transforms = {quirk.id: transforms(name.provider, name.dialect, quirk) for quirk in self.claims.quirks}
        self._changes = {
            quirk: [change for change in applied if isinstance(change, Change)]
            for quirk, applied in self._transforms.items()
        }
        exchanges = self._moved(self._renamed())
        expected = owner.provenance.expected
        changed: list[tuple[Exchange, Answered]] = []
        for exchange, stated in zip(exchanges, expected, strict=True):
            changed.append(self._quirky(exchange, stated))
            if any(quirk.ends for quirk in self._changed.values()):
                break
        self.exchanges = tuple(exchange for exchange, _ in changed)
        self.provenance = msgspec.structs.replace(
            owner.provenance,
            models=Models(asked=self._model, served=(self._model,)),
            expected=tuple(stated for _, stated in changed),
        )

    @property
    def origin(self) -> Origin:
        return "by-dialect"

    @property
    def changed(self) -> tuple[str, ...]:
        """The ids of the quirks that changed the answers. Quirks that only change ids or addresses are left out."""
        return tuple(self._changed)

    def known(self, check: str) -> str | None:
        """Return the reason why the cassette's answers are known to fail a check, or None. The reason is a quirk of the
        borrower, or a deviation of the owner.
        """
        for quirk in self._changed.values():
            if check in quirk.breaks:
                return quirk.statement
        return self._owner.known(check)

    def _renamed(self) -> tuple[Exchange, ...]:
        """Return the owner's exchanges with the borrower's model and ids.

        Each old model name or id is replaced by the same new name or id everywhere.
        """
        owner = self._owner
        served = owner.provenance.models.served
        names = dict.fromkeys((self._owners_model, *served), self._model)
        calls = [
            [(call.id, call.name) for call in stated.answer.calls] if stated.answer else []
            for stated in owner.provenance.expected
        ]
        for transform in chain.from_iterable(self._transforms.values()):
            if isinstance(transform, Rename):
                names |= transform.names(owner.exchanges, calls)
        self._names = names
        return tuple(renamed(exchange, names) for exchange in owner.exchanges)

    def _moved(self, exchanges: tuple[Exchange, ...]) -> tuple[Exchange, ...]:
        """Return the exchanges with the borrower's address."""
        transforms = chain.from_iterable(self._transforms.values())
        addresses = [transform for transform in transforms if isinstance(transform, Address)]
        moved = []
        for exchange in exchanges:
            request, pending = exchange.request, exchange.pending
            path = request.url.removeprefix(self._owner.claims.base_url)
            path = path.replace(f"/{self._owners_model}:", f"/{self._model}:")
            request = msgspec.structs.replace(request, url=self.claims.base_url + path)
            for address in addresses:
                request = address.move(request, self.claims.base_url)
            if pending is not None:
                below = pending.poll.url.removeprefix(exchange.request.url)
                poll = msgspec.structs.replace(pending.poll, url=request.url + below)
                pending = msgspec.structs.replace(pending, poll=poll)
            moved.append(msgspec.structs.replace(exchange, request=request, pending=pending))
        return tuple(moved)

    def _quirky(self, exchange: Exchange, stated: Answered) -> tuple[Exchange, Answered]:
        """Return an exchange and its right reading, both with the changes that the quirks make."""
        text = exchange.response.body
        if any(self._changes.values()):
            answer = read(exchange)
            changed = [
                quirk for quirk, changes in self._changes.items() if sum(change.apply(answer) for change in changes)
            ]
            if changed:
                self._changed |= {quirk.id: quirk for quirk in self.claims.quirks if quirk.id in changed}
                exchange = msgspec.structs.replace(exchange, response=write(answer))
                text = exact_json.encode(answer.documents) if answer.framed else exchange.response.body
        right = stated.answer and self._read_right(stated.answer, text)
        return exchange, msgspec.structs.replace(stated, answer=right)

    def _read_right(self, answer: Expected, text: bytes) -> Expected:
        """Return the right reading ``answer``, with the new id of each call in place of the old id.

        ``text``: the answer's bytes after all changes. If a change has removed the id of a call from ``text``, this id
        is None in the reading.
        """
        calls = []
        for call in answer.calls:
            new = self._names.get(call.id, call.id) if call.id is not None else None
            is_present = new is not None and exact_json.encode(new) in text
            calls.append(msgspec.structs.replace(call, id=new if is_present else None))
        return msgspec.structs.replace(answer, calls=tuple(calls))


@kept
@cache
def find() -> tuple[CassetteName, ...]:
    """Return the names of all borrowed cassettes. Each is made from a cassette of the dialect's owner.

    Cassettes that are made from the same cassette are next to each other. A provider that borrows the dialect gets a
    cassette for each cassette of the owner, with four exceptions: scenarios for which the borrower has its own
    cassette, scenarios that its claims list as unsupported or pending, scenarios that the owner's claims reserve for
    the owner (``own``), and scenarios whose request must be refused. Refusals are not borrowed, because each provider
    refuses different requests, in different words.
    """
    recorded = cassette.recorded()
    return tuple(
        borrowed
        for lender in sorted(recorded)
        if lender.scenario not in load(lender.provider).dialects[lender.dialect].own
        and not scenario(lender.scenario).refused
        for provider, claims in _borrowers(lender.provider, lender.dialect)
        for borrowed in [msgspec.structs.replace(lender, provider=provider)]
        if borrowed not in recorded and not {lender.scenario, "*"} & {*claims.unsupported, *claims.pending}
    )


@kept
@cache
def _names() -> frozenset[CassetteName]:
    return frozenset(find())


def is_played(name: CassetteName) -> bool:
    """Return whether the cassette with this name is borrowed: made from a cassette of the dialect's owner."""
    return name in _names()


@kept
@cache
def _borrowers(home: str, dialect: str) -> tuple[tuple[str, DialectClaims], ...]:
    """Return the providers that borrow a dialect from its owner, with their claims about the dialect."""
    spoken = [(name, profile.dialects[dialect]) for name, profile in load_all().items() if dialect in profile.dialects]
    return tuple((name, claims) for name, claims in spoken if claims.home == home != name)


def open_cassette(name: CassetteName) -> ByDialect:
    """Make the borrowed cassette with this name from the owner's cassette. Raises ``CassetteError``."""
    home = load(name.provider).dialects[name.dialect].home
    lender = _lender(msgspec.structs.replace(name, provider=home).among(cassettes_folders()))
    try:
        return ByDialect(name, lender)
    except (WireError, LookupError, TypeError, AttributeError) as error:  # a transform cannot read this document
        why = f"{type(error).__name__}: {error}"
        raise CassetteError(lender.path, f"cannot be changed into a cassette of {name.provider}: {why}") from None


@kept
@lru_cache(maxsize=2)
def _lender(path: Path) -> Cassette:
    """Read the cassette of the provider that owns the dialect.

    The result is cached, because the cassettes of many providers that use the dialect are made from it.
    """
    return Cassette(path)
