"""Tests of the exit codes of commands to which several codes apply."""

import pytest

from conformance.judge.exit_codes import Exit, in_words, worst


@pytest.mark.parametrize(
    ("codes", "code", "words"),
    [
        ((), Exit.CONFORMANT, "exit code 0"),
        ((Exit.NOT_CONFORMANT,), Exit.NOT_CONFORMANT, "exit code 1"),
        ((Exit.NOT_CONFORMANT, Exit.UNREADABLE), Exit.UNREADABLE, "exit code 6, which precedes 1"),
        ((Exit.NOT_CONFORMANT, Exit.STALE, Exit.UNREADABLE), Exit.UNREADABLE, "exit code 6, which precedes 4, 1"),
    ],
)
def test_the_code_and_the_codes_that_it_precedes(codes: tuple[Exit, ...], code: Exit, words: str) -> None:
    assert (worst(codes), in_words(codes)) == (code, words)
