"""Live recording: our own client holds the conversations of cases with an endpoint, and the answers are kept."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from conformance.judge import predicates, promises
from conformance.judge.checks import PREDICATES
from conformance.leaks import LeakError, masked, shown
from conformance.recording.cassette import Address, Connection
from conformance.recording.conversation import Exchanged, expected, hold, opening
from conformance.recording.errors import RecordingError
from conformance.recording.keeping import Asked, keep
from conformance.recording.live import NoAnswer, Redirected, TlsFailed, Unreachable, Unsafe
from conformance.recording.live_case import LiveCase
from conformance.recording.outcome import Outcome
from conformance.recording.retrying import BUSY
from conformance.recording.second_reader import SecondReader
from conformance.scenarios import Scenario
from conformance.standins import Answer
from toolwire.dialects.errors import Inexpressible
from toolwire.model import Request, Response
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

TRIES: Final = 3
"""The number of tries that a model gets for a scenario. A try fails if the model does not do what the scenario is
about.
"""
_IN_A_ROW: Final = 3
"""The number of failures in a row after which no more requests are sent."""
_LOOKED_AT: Final = 10_000
"""The number of bytes of a masked answer that are decoded. Only the beginning of the decoded text is shown."""
_SHOWN: Final = 200
_FIRST_ERROR: Final = 400
_UNKNOWN: Final = 404
_DENIED: Final = {
    401: "the key is not accepted",
    402: "no credit is left",
    403: "the key has no permission for this request",
    407: "the proxy needs authentication",
    429: "too many requests, or no credit is left",
}
_BROKEN: Final = ("interrupted", "malformed", "error")


class Failed(Exception):
    """An error for a request without an answer that can be kept. ``str()`` is a single line."""


class Denied(Failed):
    """An error after which all further requests would fail, too. For example, the endpoint does not accept the key."""


class OverBudget(Denied):
    """An error for a request that was not sent, because the total price might then exceed the limit."""


class _NoModel(Failed):
    """An error for a model that the endpoint does not know."""


class _OffScenario(Exception):
    """An error for an answer in which the model did not do what the scenario is about."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """The task of a recording: the endpoint, the model, and the folder to write to."""

    addresses: dict[str, tuple[str, Address]]
    """The base URL of the endpoint and the kind of this address, by dialect."""
    folder: Path
    today: str
    model: str | None = None
    server: str | None = None
    connection: Connection = "http"
    secrets: frozenset[str] = frozenset()
    """Texts that must not be kept."""
    key: str = ""
    """The key that is sent. It is also one of ``secrets``."""

    def asked(self, case: LiveCase) -> Asked:
        """Return the endpoint, the model and the secrets for a case."""
        base_url, address = self.addresses[case.name.dialect]
        return Asked(
            base_url=base_url,
            address=address,
            model=self.model or case.model,
            today=self.today,
            server=self.server,
            connection=self.connection,
            secrets=self.secrets,
            key=self.key,
        )


class Recorder:
    """A recorder of cases, which records them in sequence.

    ``ask`` sends a request of a case. ``used`` is called with the reading of each answer.
    """

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
        """Yield the outcome of each case, in order.

        Secrets in the outcomes are masked, because an endpoint may repeat secrets in its messages.
        """
        for outcome in self._outcomes(cases):
            why = masked(outcome.why.encode("utf-8", "surrogatepass"), self._job.secrets)
            yield msgspec.structs.replace(outcome, why=shown(why.decode("utf-8", "surrogatepass"), self._job.key))

    def _outcomes(self, cases: Sequence[LiveCase]) -> Iterator[Outcome]:
        stopped: str | None = None
        unknown: set[str] = set()
        in_a_row = 0
        for case in cases:
            name, model = case.name, self._job.asked(case).model
            if stopped is not None or model in unknown:
                yield Outcome(name=name, kind="not asked", why=stopped or f"the model {model} does not exist")
                continue
            try:
                outcome = self._outcome(case)
            except _OffScenario as why:
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
            except _OffScenario as departure:
                why = str(departure)
                continue
            last = exchanged[-1]
            refusal = last.read.error if last.read is not None else None
            is_refusal_expected = any(
                predicate.name == "refused" for predicate in case.scenario.expect[len(exchanged) - 1]
            )
            if refusal is not None and not is_refusal_expected and case.deviation(PREDICATES.name) is None:
                return Outcome(name=name, kind="refused", why=f"{last.answer.status}: {refusal.message}")
            if refusal is None and is_refusal_expected:
                return Outcome(
                    name=name, kind="taken", why="the provider answers a request that its profile lists as refused"
                )
            kind, scrubbed = keep(case, exchanged, self._job.asked(case), self._job.folder, self._second)
            return Outcome(name=name, kind=kind, scrubbed=scrubbed)
        raise _OffScenario(why)

    def _held(self, case: LiveCase) -> list[Exchanged]:
        """Hold a conversation to its end, and return its exchanges.

        Raises ``Failed``, ``_OffScenario`` and every exception of ``hold``.
        """
        asked = self._job.asked(case)
        request = opening(case.scenario, asked.model, case.form, stream=case.stream)
        exchanged: list[Exchanged] = []
        for exchange in hold(case, partial(self._ask, case), base_url=asked.base_url, model=asked.model):
            exchanged.append(exchange)
            read = _usable(exchange, self._job.secrets)
            self._used(read)
            departure = _departure(case.scenario, len(exchanged) - 1, request, read)
            if departure is not None and case.deviation(PREDICATES.name) is None:
                raise _OffScenario(departure)
        return exchanged


def _usable(exchanged: Exchanged, secrets: frozenset[str]) -> Response:
    """Return the reading of an answer. Raises ``Failed`` if the answer cannot be kept."""
    status, read = exchanged.answer.status, exchanged.read
    message = read.error.message if read is not None and read.error is not None else ""
    why = f"{status}: {message or _beginning(exchanged, secrets)}"
    if status in _DENIED:
        raise Denied(f"{_DENIED[status]}: {why}")
    if status == _UNKNOWN:
        raise _NoModel(f"the model does not exist, or nothing is at this address: {why}")
    if status in BUSY:
        raise Failed(why)
    if read is None:
        raise Failed(f"the answer cannot be read: {exchanged.unread}")
    if status < _FIRST_ERROR and read.finish.reason in _BROKEN:
        raise Failed(f"the answer broke off: {message or read.finish.reason}")
    return read


def _beginning(exchanged: Exchanged, secrets: frozenset[str]) -> str:
    """Return the beginning of an answer, with its secrets masked.

    The answer is masked before it is cut, because half a secret would not be found.
    """
    text = masked(exchanged.response.body, secrets)[:_LOOKED_AT].decode("utf-8", "replace")
    return shown(text)[:_SHOWN]


def _departure(scenario: Scenario, turn: int, request: Request, read: Response) -> str | None:
    """Return a message about the first condition of the scenario that the answer does not meet. Return None if the
    answer can be kept.

    An answer is also kept if it is a refusal, or if it does not meet a condition that the endpoint, not the model, must
    ensure.
    """
    answer = expected(read)
    if read.error is not None:
        return None
    conditions = [predicate for predicate in scenario.expect[turn] if predicate.name != "refused"]
    violations = [(predicate, list(predicates.violations(answer, (predicate,)))) for predicate in conditions]
    if any(found and promises.promised(predicate, request, answer) for predicate, found in violations):
        return None
    return next((found[0].message for _, found in violations if found), None)
