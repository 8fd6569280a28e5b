"""Tests of the files with libraries' results, and of their table."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, Talk, Task
from conformance.judge.finding import Finding
from conformance.judge.subject import Dialect
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.report import adapters, markdown
from conformance.report.adapters import Judged, Library, summarise
from conformance.suite.verdicts import judge
from toolwire.model import ProviderError

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / "tools" / "adapters"
OPENAI = Dialect("openai", "openai_chat")


class LosesTheChoice(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield from super().converse(msgspec.structs.replace(task, tool_choice=None))


class Raises(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        raise KeyError("parameters")
        yield


class AnswersWithAnError(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        next(super().converse(task))
        yield Reading(finish="error", error=ProviderError(message="I cannot parse this.", status=503))


class Declines(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        raise Unsupported("no word for it")
        yield


class DeclinesResults(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield next(super().converse(task))
        raise Unsupported("no word for a result")


def _judged(adapter: ReferenceClient, *scenarios: str) -> Judged:
    names = [CassetteName("openai", "openai_chat", scenario, "plain") for scenario in scenarios]
    return summarise(
        OPENAI,
        [result for name in names for result in judge(open_case(name), adapter)],
        adapter.hello.modes,
    )


def _library(name: str, found: Judged) -> Library:
    return Library(name=name, version="1", language="python", date="2026-01-01", installed={}, judged=(found,))


def test_a_loss_an_exception_and_a_refusal_are_kept_apart() -> None:
    lost = _judged(LosesTheChoice(), "choice-required", "call-single")
    assert lost.capabilities == {"choice-required": "silent", "single-call": "pass"}
    assert [trouble.cases for trouble in lost.troubles] == [("choice-required/plain",)]
    assert "/tool_choice" in lost.troubles[0].checks["request-matches"][0]
    raised = _judged(Raises(), "call-single")
    assert raised.capabilities == {"single-call": "raised"}
    assert "KeyError" in raised.troubles[0].checks["answered"][0]
    assert _judged(AnswersWithAnError(), "call-single").capabilities == {"single-call": "raised"}
    declined = _judged(Declines(), "call-single")
    assert declined.capabilities == {"single-call": "declined"}
    assert declined.declined == {"no word for it": ("call-single/plain",)}


def test_a_case_whose_subject_was_not_exercised_is_no_pass() -> None:
    found = _judged(DeclinesResults(), "define-no-parameters", "result-json", "history-result-error", "call-single")
    assert found.cases == {
        "define-no-parameters/plain": "pass",  # the call was read; what is declined comes after it
        "call-single/plain": "pass",
        "history-result-error/plain": "declined",
        "result-json/plain": "declined",
    }
    assert found.capabilities["json-results"] == "declined"


def test_checks_of_a_case_whose_subject_was_not_exercised_do_not_pass() -> None:
    results = judge(open_case(CassetteName("openai", "openai_chat", "result-json", "plain")), DeclinesResults())
    mine = {result.check: result for result in results if result.party == "adapter"}
    assert {result.outcome for result in mine.values()} == {"unsupported"}
    assert all(result.unexercised for result in mine.values())
    assert mine["calls"].findings[0].line == "exchange 2: no word for a result"
    later = judge(open_case(CassetteName("openai", "openai_chat", "define-no-parameters", "plain")), DeclinesResults())
    assert {result.check: result.outcome for result in later}["arguments"] == "pass"
    assert not any(result.unexercised for result in later)


class DeclinesAnswers(ReferenceAdapter):
    """An adapter that writes requests, but declines to read answers."""

    def decode(self, *_: Any) -> Any:
        raise Unsupported("reads nothing")


def test_a_request_that_was_judged_passes_where_only_its_answer_is_declined() -> None:
    name = CassetteName("openai", "openai_chat", "call-single", "plain")
    results = judge(open_case(name), DeclinesAnswers())
    came = {result.check: result.outcome for result in results}
    assert (came["request-matches"], came["calls"]) == ("pass", "unsupported")
    assert summarise(OPENAI, results).capabilities == {"single-call": "declined"}


def test_the_table_has_the_marks_of_what_was_exercised() -> None:
    found = _judged(DeclinesResults(), "define-no-parameters", "result-json", "call-single")
    assert {name: marks.sign for name, marks in found.marks.items()} == {
        "tools-without-parameters": "✓",  # what is declined comes after it
        "json-results": "–",
        "single-call": "✓",
    }
    page = markdown.to_adapters((_library("lib", found),), frozenset())
    assert "| Tools without parameters | ✓ |" in page
    assert "| Results that are JSON | – |" in page
    assert "| One call | ✓ |" in page


def test_all_findings_of_a_check_that_differ_are_kept() -> None:
    first, second = (Finding(path=f"exchange {n}: /a", message="expected 1, got 2") for n in (1, 2))
    other = Finding(path="/b", message=f"expected {'x' * 5000}y, got {'x' * 5000}z")
    many = [Finding(path=f"/{n}", message="lost") for n in range(40)]
    (result, *_) = judge(open_case(CassetteName("openai", "openai_chat", "choice-required", "plain")), LosesTheChoice())

    def kept(*findings: Finding) -> tuple[str, ...]:
        failed = msgspec.structs.replace(
            result, check="calls", party="adapter", outcome="fail", findings=findings, silent=True
        )
        return summarise(OPENAI, [failed]).troubles[0].checks["calls"]

    assert kept(first, second) == ("exchange 1: /a: expected 1, got 2",)
    line = kept(first, other)[1]
    assert (line.startswith("/b: expected xxx"), line.endswith("xxz")) == (True, True)
    assert f"({len(other.line) - 2000} characters left out)" in line
    assert kept(*many)[29:] == ("/29: lost", "10 more findings, left out here")


def test_declined_ranks_below_every_pass_of_a_cell() -> None:
    found = _judged(DeclinesResults(), "call-parallel")
    assert found.capabilities == {"parallel-calls": "pass"}
    mixed = [judge(open_case(CassetteName("openai", "openai_chat", "call-parallel", mode)), adapter)
             for mode, adapter in (("plain", ReferenceClient()), ("stream", Declines()))]  # fmt: skip
    results = [result for of_case in mixed for result in of_case]
    assert summarise(OPENAI, results).capabilities == {"parallel-calls": "declined"}


def test_what_is_kept_is_read_again_in_place_of_other_versions(tmp_path: Path) -> None:
    library = _library("lib", _judged(ReferenceClient(), "call-single"))
    adapters.write(msgspec.structs.replace(library, version="0"), tmp_path)
    adapters.write(library, tmp_path)
    assert adapters.read(tmp_path) == (library,)


def test_earlier_versions_are_kept_beside_the_newest_and_each_other(tmp_path: Path) -> None:
    library = _library("lib", _judged(ReferenceClient(), "call-single"))
    older = [msgspec.structs.replace(library, version=version) for version in ("0.1", "0.2")]
    for earlier in older:
        adapters.write_earlier(earlier, tmp_path)
    adapters.write(library, tmp_path)
    assert adapters.read(tmp_path) == (library,)
    assert adapters.read_earlier(tmp_path) == tuple(older)
    assert adapters.read_earlier(tmp_path / "nowhere") == ()


def test_each_case_names_what_it_rests_on() -> None:
    found = _judged(LosesTheChoice(), "choice-required", "call-single", "call-parallel")
    assert found.cases == {
        "call-parallel/plain": "pass",
        "call-single/plain": "pass",
        "choice-required/plain": "silent",
    }
    assert found.rests.keys() == found.cases.keys()
    assert len(set(found.rests.values())) == 3


def test_the_marks_and_the_digests_of_a_library_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _judged(ReferenceClient(), "call-single")
    assert found.marks is found.marks
    assert found.is_current
    monkeypatch.setattr(adapters, "digest", lambda _: pytest.fail("the cassettes are read again"))
    assert found.is_current


def test_outdated_results_are_marked() -> None:
    now = _judged(ReferenceClient(), "call-single")
    assert now.is_current
    old = msgspec.structs.replace(now, cassettes="0")
    page = markdown.to_adapters((_library("new", now), _library("old", old)), frozenset({"old"}))
    assert "| new | old (outdated) |" in page
    assert "[notes](adapters/old.md)" in page


def test_every_committed_library_is_one_that_can_be_judged_again() -> None:
    libraries = yaml.safe_load((TOOLS / "libraries.yaml").read_text(encoding="utf-8"))
    gateways = yaml.safe_load((TOOLS / "gateways.yaml").read_text(encoding="utf-8"))
    known = libraries.keys() | {f"{name}-{front}" for name, gateway in gateways.items() for front in gateway["fronts"]}
    for library in adapters.read(ROOT / "reports" / "adapters"):
        assert library.name in known
    listed = {
        (name, requirement.replace("==", "@").rpartition("@")[2])
        for name, entry in libraries.items()
        for version in entry.get("earlier", ())
        for requirement in (version.get("packages") or version["requires"])[:1]
    }
    assert {
        (earlier.name, earlier.version) for earlier in adapters.read_earlier(ROOT / "reports" / "adapters")
    } <= listed


class LosesTheChoiceInAsync(LosesTheChoice):
    hello = msgspec.structs.replace(ReferenceClient.hello, modes=("sync", "async"))

    def converse(self, task: Task) -> Talk:
        yield from (super() if task.mode == "async" else ReferenceClient()).converse(task)


def test_what_is_wrong_in_one_mode_names_the_mode() -> None:
    found = _judged(LosesTheChoiceInAsync(), "choice-required", "call-single")
    assert found.modes == ("sync", "async")
    assert [(trouble.cases, trouble.mode) for trouble in found.troubles] == [(("choice-required/plain",), "async")]
    assert _judged(LosesTheChoice(), "choice-required").troubles[0].mode == "sync"


def test_cases_that_say_the_same_stand_together() -> None:
    found = _judged(Raises(), "call-single", "call-parallel")
    assert [trouble.cases for trouble in found.troubles] == [("call-parallel/plain", "call-single/plain")]


def test_every_folder_of_the_code_that_judges_is_there() -> None:
    assert [folder for folder in adapters._JUDGING if not any(folder.glob("*.py"))] == []
