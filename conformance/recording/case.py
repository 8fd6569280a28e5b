"""A case: a cassette, together with its scenario and the provider's claims about the dialect."""

from pathlib import Path

import msgspec

from conformance.callers.continuation import addition
from conformance.data import cassettes_folders
from conformance.judge.form import Tried
from conformance.judge.trial import Disputed, Trial
from conformance.recording import by_dialect
from conformance.recording.cassette import SCRIPT, Answered, Cassette, CassetteName
from conformance.recording.consumers import tried
from conformance.recording.conversation import opening
from conformance.recording.generated import generated_cassette, is_generated
from conformance.recording.stored import answer_id
from conformance.scenarios import Scenario
from conformance.scenarios import load as load_scenario
from toolwire.model import Expected, Request
from toolwire.providers import DialectClaims, Rule, WireFormat, rules, wire_format
from toolwire.providers.evidence import accepted


class Case(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A case: a scenario that was recorded with a provider in a mode. The ids of the case's checks begin with
    ``str(case)``.
    """

    cassette: Cassette
    scenario: Scenario
    claims: DialectClaims
    """The claims of the provider about the dialect."""
    form: WireFormat
    rules: tuple[Rule, ...]
    """The provider's rules for requests to the recorded model, and for this model's answers."""
    tried: tuple[Tried, ...]
    """The deviations of form for which we know whether libraries accept them."""

    @classmethod
    def of(cls, cassette: Cassette) -> "Case":
        """Make the case of a cassette. Raises ``ClaimError`` and ``ScenarioError``."""
        name = cassette.name
        return cls(
            cassette=cassette,
            scenario=load_scenario(name.scenario),
            claims=cassette.claims,
            form=wire_format(name.provider, name.dialect),
            rules=rules(name.provider, name.dialect, cassette.provenance.models.asked),
            tried=tried(name.dialect, name.mode),
        )

    def __str__(self) -> str:
        return str(self.name)

    @property
    def name(self) -> CassetteName:
        """The name of the cassette."""
        return self.cassette.name

    @property
    def turns(self) -> int:
        """The number of recorded exchanges."""
        return len(self.cassette.exchanges)

    def opening(self) -> Request:
        """Return the first request, in canonical form. Raises ``Inexpressible`` if the dialect cannot express it."""
        model = self.cassette.provenance.models.asked
        return opening(self.scenario, model, self.form, stream=self.name.mode == "stream")

    def trial(self, request: Request, turn: int) -> Trial:
        """Return the trial of an exchange: everything that the checks need to judge the exchange, except an adapter's
        attempt.

        ``turn`` is the index of the exchange.
        """
        stated = self.cassette.provenance.expected[turn]
        return Trial(
            form=self.form,
            rules=self.rules,
            tried=self.tried,
            accepted=accepted(self.name.provider, self.name.dialect),
            mode=self.name.mode,
            expect=self.scenario.expect[turn],
            request=request,
            recorded=self.cassette.exchanges[turn],
            before=tuple(earlier.response for earlier in self.cassette.exchanges[:turn]),
            right=_right(stated, self.form),
            calls_before=self.scenario.calls_before,
            orphans_before=self.scenario.orphans_before,
            not_offered=self.scenario.not_offered,
            stored=self.scenario.continues and turn + 1 < len(self.scenario.expect),
        )

    def answer_id(self, turn: int) -> str | None:
        """Return the id of a recorded answer, which a later request uses to continue this answer. None or "" if the
        answer has no id.
        """
        return answer_id(self.form, self.cassette.exchanges[turn].response)

    def untried(self) -> tuple[Trial, ...]:
        """Return the trials of all exchanges without an adapter, for the checks of the provider's own answers.

        The requests in these trials are incomplete. They offer the right tools, but contain neither the answers of
        earlier exchanges nor tool results.
        """
        request = self.opening()
        trials = []
        for turn in range(self.turns):
            trials.append(self.trial(request, turn))
            added = addition(self.scenario.added_after(turn))
            request = msgspec.structs.replace(request, messages=(*request.messages, *added))
        return tuple(trials)


def open_case(name: CassetteName, folder: Path | None = None) -> Case:
    """Open the case with this name.

    The cassette of a generated scenario is made in memory. Any other cassette is read from ``folder``. If ``folder`` is
    None, the cassette is read from the last data folder that has it, or is made from the cassette of the dialect's
    owner. Raises ``CassetteError``, and ``NotPlayed`` for a generated scenario that cannot be played.
    """
    if is_generated(name):
        return Case.of(generated_cassette(name))
    if folder is None and by_dialect.is_played(name):
        return Case.of(by_dialect.open_cassette(name))
    return Case.of(Cassette(name.among((folder,) if folder else cassettes_folders())))


def _right(stated: Answered, form: WireFormat) -> Expected | Disputed:
    """Return the right reading of an answer, or a ``Disputed`` with the reason why the answer has no right reading.

    If only the scenario's script confirms the reading, and the script has no reasoning, an answer must not have
    reasoning either. So the right reading gets "" as its reasoning. There are two exceptions, in which reasoning is not
    judged: error answers, and dialects with a plan (text before the calls). Scripts have no plan, and readers may take
    the plan for reasoning.
    """
    if stated.answer is None:
        return Disputed(stated.why)
    unstated = stated.answer.reasoning is None and stated.answer.error is None
    if stated.agreed == (SCRIPT,) and unstated and not form.mapping.plan:
        return msgspec.structs.replace(stated.answer, reasoning="")
    return stated.answer
