"""Tests of mutants of streams in which the arguments of calls arrive value by value."""

from conformance.data import cassettes_folder
from conformance.mutants.streams import mutants
from conformance.recording.cassette import Cassette, CassetteName


def test_mutants_leave_these_arguments_alone() -> None:
    name = CassetteName("vertex", "gemini_generate", "call-arguments-streamed", "stream")
    body = Cassette(name.under(cassettes_folder())).exchanges[0].response.body
    assert b"partialArgs" in body
    made = {mutant.id: mutated for mutant, mutated in mutants("gemini_generate", body)}
    assert "arguments-null" not in made
    assert made
