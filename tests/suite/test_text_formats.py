"""Text formats in the suite: the reference passes, and each check has a reader that fails it."""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from conformance.model import Tool
from conformance.normalizer.text import FORMATS
from conformance.report.text_formats import TextResult, to_page
from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written
from conformance.suite.text_formats import Reference, Said, played, results

SOME = [one for one in played() if one.id in ("call-parallel", "call-with-reasoning", "call-nested-arguments")]
"""All of them stand in reports/text-formats.md, which is held against what it is made of."""
CALL = TurnCall(name="now", arguments="{}")


@pytest.fixture(scope="module")
def passed() -> list[TextResult]:
    return list(results(Reference(), SOME))


def test_every_format_is_written(passed: list[TextResult]) -> None:
    assert written().keys() == {one.name for one in FORMATS}
    assert {one.text_format for one in passed} == written().keys()
    assert len({one.id for one in passed}) == len(passed)


def test_the_reference_reads_what_is_written(passed: list[TextResult]) -> None:
    assert [f"{one.id}: {one.message}" for one in passed if one.outcome == "fail"] == []
    assert sum(one.outcome == "pass" for one in passed) > 500


def test_what_cannot_be_said_has_its_reason(passed: list[TextResult]) -> None:
    assert all(one.message for one in passed if one.outcome == "not-applicable")
    for name, turn in {
        "react": Turn(calls=(CALL, CALL)),
        "phi4": Turn(text="a", calls=(CALL,)),
        "hermes": Turn(calls=(TurnCall(name="now", arguments="x", custom=True),)),
        "sentinel": Turn(reasoning="a"),
        "glm": Turn(calls=(TurnCall(name="later", arguments="{}"),)),
    }.items():
        with pytest.raises(CannotSay):
            write(name, turn, ["now"])


class Broken:
    """The reference, with what it says changed."""

    def __init__(self, change: Callable[[Said, Sequence[str]], Said]) -> None:
        self._change = change

    def read(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Said:
        return self._change(Reference().read(text_format, pieces, tools), pieces)


def more(said: Said, pieces: Sequence[str]) -> Said:
    """Hands out a call wherever its name stands."""
    if said.calls or "get_weather" not in "".join(pieces):
        return said
    return msgspec.structs.replace(said, calls=(("get_weather", '{"city": "Berlin"}'),))


@pytest.mark.parametrize(("change", "checks"), [
    (lambda said, _: msgspec.structs.replace(said, calls=said.calls[:1]), {"calls"}),
    (lambda said, _: msgspec.structs.replace(said, calls=said.calls[::-1]), {"calls", "cut"}),
    (lambda said, _: msgspec.structs.replace(said, text=said.text.upper()), {"text"}),
    (lambda said, _: msgspec.structs.replace(said, reasoning=""), {"reasoning"}),
    (lambda said, pieces: msgspec.structs.replace(said, calls=()) if len(pieces) > 1 else said, {"calls"}),
    (more, {"cut", "quoted"}),
])  # fmt: skip
def test_each_check_fails_who_is_wrong(
    change: Callable[[Said, Sequence[str]], Said], checks: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.suite.text_formats.written", lambda: {"hermes": written()["hermes"]})
    failed = [one for one in results(Broken(change), played()) if one.outcome == "fail"]
    assert {one.check for one in failed} == checks
    assert all(one.message for one in failed)


def test_the_page_names_the_parsers_elsewhere(passed: list[TextResult]) -> None:
    page = to_page(passed)
    assert "| glm | GLM 4.5 and later | glm4, glm4_5, glm4_moe | glm45, glm47 | glm45, glm, glm47 |" in page
    assert "## Failed" not in page
    wrong = msgspec.structs.replace(passed[0], outcome="fail", message="calls <of> nothing")
    assert f"- {wrong.id}: calls \\<of\\> nothing" in to_page([wrong, *passed[1:]])
