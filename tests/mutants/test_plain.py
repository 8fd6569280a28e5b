"""Tests of mutants of plain answers: the changes, and the reference's readings."""

import json

import pytest

from conformance.judge.mutated import Reread, mutated
from conformance.mutants.plain import PLAIN_MUTANTS, plain_mutants
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes, mutants_of, usual_streams
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.providers import owner
from toolwire.wire.exchange import WireResponse

PLAIN = [
    name for name in cassettes() if name.mode == "plain" and name.provider == owner(name.dialect) and mutants_of(name)
]


def answer(name: CassetteName) -> WireResponse:
    return open_case(name).cassette.exchanges[0].response


@pytest.mark.parametrize("name", PLAIN, ids=str)
def test_the_reference_gives_every_verdict(name: CassetteName) -> None:
    case = open_case(name)
    recorded = case.cassette.exchanges[0].response
    before = read_answer(dialect(name.dialect), recorded)
    for mutant, body in plain_mutants(name.dialect, recorded.body):
        changed = WireResponse(status=200, headers=recorded.headers, body=body)
        reread = Reread(
            verdict=mutant.verdicts[name.dialect],
            expected=case.cassette.provenance.expected[0].answer,
            before=before,
            after=read_answer(dialect(name.dialect), changed),
        )
        assert not [*mutated(reread)], mutant.id


@pytest.mark.parametrize("mutant", PLAIN_MUTANTS, ids=lambda mutant: mutant.id)
def test_each_changes_an_answer_of_each_of_its_dialects(mutant: object) -> None:
    changed = {name.dialect for name in PLAIN for _ in plain_mutants(name.dialect, answer(name).body, (mutant,))}  # type: ignore[arg-type]
    assert changed == set(mutant.verdicts)  # type: ignore[attr-defined]


def test_one_edit() -> None:
    name = CassetteName("openai", "openai_chat", "call-parallel", "plain")
    edited = {mutant.id: json.loads(body) for mutant, body in plain_mutants("openai_chat", answer(name).body)}
    ids = [call["id"] for call in edited["plain-id-duplicated"]["choices"][0]["message"]["tool_calls"]]
    assert len(ids) == 2
    assert len({*ids}) == 1
    assert edited["plain-finish-length"]["choices"][0]["finish_reason"] == "length"


@pytest.mark.parametrize("spoken", DIALECTS)
def test_every_gate_does_one_usual_mutant_to_each_plain_answer(spoken: str) -> None:
    usual = {mutant.check for mutant in PLAIN_MUTANTS if mutant.usual and spoken in mutant.verdicts}
    done = [usual_streams(name) for name in PLAIN if name.dialect == spoken]
    assert all(len(checks) == 1 for checks in done)
    assert {check for checks in done for check in checks} == usual
