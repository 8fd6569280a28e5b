"""Recording live: our own client holds a scenario's conversation with an endpoint, and what came back is kept.

Nothing takes the place of an old cassette before it was scrubbed, looked at by the leak guard, written beside and
replayed.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from conformance.judge import predicates, promises
from conformance.recording.cassette import Address
from conformance.recording.conversation import Exchanged, expected, hold, opening
from conformance.recording.errors import RecordingError
from conformance.recording.keeping import Asked, keep
from conformance.recording.leaks import LeakError, maskable, masked
from conformance.recording.live import NoAnswer, Redirected, TlsFailed, Unreachable, Unsafe
from conformance.recording.live_case import LiveCase
from conformance.recording.outcome import Outcome
from conformance.recording.patience import BUSY
from conformance.recording.readers import SecondReader
from conformance.scenarios import Scenario
from conformance.standins import Answer
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Request, Response
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

TRIES: Final = 3
"""How often a model is asked to play a scenario."""
_IN_A_ROW: Final = 3
"""So many failures one after the other, and the endpoint is left alone."""
_SHOWN: Final = 200
_FIRST_ERROR: Final = 400
_UNKNOWN: Final = 404
_DENIED: Final = {
    401: "the key is not taken",
    402: "nothing is left to pay with",
    403: "the key may not do this",
    407: "the proxy wants to know who asks",
    429: "too many requests, or nothing left to pay with",
}
_BROKEN: Final = ("interrupted", "malformed", "error")


class Failed(Exception):
    """No answer that could be kept. ``str()`` is one line."""


class Denied(Failed):
    """No answer, and none to be had to anything else."""


class OverBudget(Denied):
    """A call might cost more than is left."""


class _NoModel(Failed):
    """The endpoint does not know the model."""


class _Otherwise(Exception):
    """The model did something else than the scenario is about."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, where, and where it is kept."""

    addresses: dict[str, tuple[str, Address]]
    """By dialect: where the endpoint is, and who that is."""
    folder: Path
    today: str
    model: str | None = None
    server: str | None = None
    secrets: frozenset[str] = frozenset()
    """What must not be kept."""
    key: str = ""
    """The key, which is one of them."""

    def asked(self, case: LiveCase) -> Asked:
        """The endpoint and the model that a case is played with."""
        base_url, address = self.addresses[case.name.dialect]
        return Asked(
            base_url=base_url,
            address=address,
            model=self.model or case.claims.model_of(case.scenario.id),
            today=self.today,
            server=self.server,
            secrets=self.secrets,
            key=self.key,
        )


class Recorder:
    """Records one cassette after the other. ``ask`` sends a request; ``used`` is told what each answer took."""

    def __init__(
        self,
        job: Job,
        second: SecondReader,
        ask: Callable[[LiveCase, WireRequest], Answer],
        used: Callable[[Response], None],
    ) -> None:
        self._job = job
        self._second = second
        self._ask = ask
        self._used = used

    def record(self, cases: Sequence[LiveCase]) -> Iterator[Outcome]:
        """What became of each, in order; endpoints say back what they were given, and no secret of it is told."""
        for outcome in self._outcomes(cases):
            secrets = self._job.secrets | maskable(outcome.why)
            yield msgspec.structs.replace(outcome, why=masked(outcome.why.encode(), secrets).decode())

    def _outcomes(self, cases: Sequence[LiveCase]) -> Iterator[Outcome]:
        stopped: str | None = None
        unknown: set[str] = set()
        in_a_row = 0
        for case in cases:
            name, model = case.name, self._job.asked(case).model
            if stopped is not None or model in unknown:
                yield Outcome(name=name, kind="not asked", why=stopped or f"there is no model {model}")
                continue
            try:
                outcome = self._outcome(case)
            except _Otherwise as why:
                outcome = Outcome(name=name, kind="not observed", why=str(why))
            except _NoModel as why:
                unknown.add(model)
                outcome = Outcome(name=name, kind="failed", why=str(why))
            except (Denied, Unreachable, TlsFailed, Redirected, Unsafe) as why:
                stopped = str(why)
                outcome = Outcome(name=name, kind="not asked" if isinstance(why, OverBudget) else "failed", why=stopped)
            except OSError as error:
                stopped = f"the folder cannot be written: {error.strerror or error}"
                outcome = Outcome(name=name, kind="failed", why=stopped)
            except Inexpressible as why:
                outcome = Outcome(name=name, kind="unsupported", why=str(why))
            except (Failed, NoAnswer, RecordingError, WireError, LeakError) as why:
                outcome = Outcome(name=name, kind="failed", why=str(why))
            in_a_row = in_a_row + 1 if outcome.kind == "failed" else 0
            if in_a_row == _IN_A_ROW and stopped is None:
                stopped = f"{in_a_row} failures in a row"
            yield outcome

    def _outcome(self, case: LiveCase) -> Outcome:
        name, why = case.name, ""
        for _ in range(TRIES):
            try:
                exchanged = self._held(case)
            except _Otherwise as otherwise:
                why = str(otherwise)
                continue
            last = exchanged[-1]
            refusal = last.read.error if last.read is not None else None
            due = any(predicate.name == "refused" for predicate in case.scenario.expect[len(exchanged) - 1])
            if refusal is not None and not due and case.deviation("predicates") is None:
                return Outcome(name=name, kind="refused", why=f"{last.answer.status}: {refusal.message}")
            if refusal is None and due:
                return Outcome(name=name, kind="taken", why="what is said to be refused is answered")
            kind = keep(case, exchanged, self._job.asked(case), self._job.folder, self._second)
            return Outcome(name=name, kind=kind)
        raise _Otherwise(why)

    def _held(self, case: LiveCase) -> list[Exchanged]:
        """A conversation, held to its end. Raises ``Failed``, ``_Otherwise`` and whatever ``hold`` raises."""
        asked = self._job.asked(case)
        request = opening(case.scenario, asked.model, case.form, stream=case.stream)
        exchanged: list[Exchanged] = []
        for exchange in hold(case, partial(self._ask, case), base_url=asked.base_url, model=asked.model):
            exchanged.append(exchange)
            read = _usable(exchange, self._job.secrets)
            self._used(read)
            left = _left(case.scenario, len(exchanged) - 1, request, read)
            if left is not None and case.deviation("predicates") is None:
                raise _Otherwise(left)
        return exchanged


def _usable(one: Exchanged, secrets: frozenset[str]) -> Response:
    """What was read of an answer that can be kept. Raises ``Failed``."""
    status, read = one.answer.status, one.read
    said = read.error.message if read is not None and read.error is not None else ""
    why = f"{status}: {said or _beginning(one, secrets)}"
    if status in _DENIED:
        raise Denied(f"{_DENIED[status]}: {why}")
    if status == _UNKNOWN:
        raise _NoModel(f"there is no such model, or nothing at this address: {why}")
    if status in BUSY:
        raise Failed(why)
    if read is None:
        raise Failed(f"the answer cannot be read: {one.unread}")
    if status < _FIRST_ERROR and read.finish.reason in _BROKEN:
        raise Failed(f"the answer broke off: {said or read.finish.reason}")
    return read


def _beginning(one: Exchanged, secrets: frozenset[str]) -> str:
    """How an answer begins of which nothing is understood; half a secret is one that nobody finds, so masked first."""
    return masked(one.response.body, secrets)[:_SHOWN].decode("utf-8", "replace")


def _left(scenario: Scenario, turn: int, request: Request, read: Response) -> str | None:
    """What the model did otherwise that was left to it; None where it did what the scenario is about, or where the
    endpoint did not do what was asked of it, which is worth keeping.
    """
    said = expected(read)
    if read.error is not None:
        return None
    owed = [one for one in scenario.expect[turn] if one.name != "refused"]
    broken = [(one, list(predicates.violations(said, (one,)))) for one in owed]
    if any(found and promises.promised(one, request, said) for one, found in broken):
        return None
    return next((found[0].message for _, found in broken if found), None)
