"""The shipped suite as part of the project's own tests, with a test for each cassette.

Each failure is a subtest under its case id. A cassette with known deviations is expected to fail, and a cassette with
undecided checks is skipped. ``pytest --pyargs conformance.suite`` has a test for each check, and takes pytest twice as
long.
"""

from collections import defaultdict
from collections.abc import Iterable

import pytest

from conformance.adapters.adapter import Adapter
from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.checks import CHECKS
from conformance.judge.result import Result
from conformance.mutants import Address, Rename
from conformance.recording.by_dialect import open_cassette, transforms
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.text_case import open_text_case
from conformance.suite import text_formats
from conformance.suite.cases import borrowed, cassettes, strays, texts
from conformance.suite.conftest import adapter, shut_network
from conformance.suite.test_conformance import verdict
from conformance.suite.verdicts import judge
from toolwire.providers import load_all

__all__ = ["adapter", "shut_network"]

TELLING: dict[str, tuple[str, ...]] = {
    "call-single": tuple(load_all()),
    "call-with-text": ("anthropic-openai",),
    "choice-named": ("azure", "groq", "openrouter", "xai"),
    "define-no-parameters": ("dasllama", "databricks", "transformers", "vllm"),
}
"""Scenarios that show all quirks. With each scenario: the providers whose quirks only this scenario shows. For
call-single: all providers. ``conformance run``, which makes the reports, plays the other scenarios.
"""


def report(results: Iterable[Result], subtests: pytest.Subtests) -> None:
    """Fail a subtest for each red result. For other results that did not pass, expect the test to fail, or skip it."""
    others = []
    for result in results:
        if result.red:
            with subtests.test(result.id):
                verdict(result)
        elif result.outcome not in ("pass", "warn", "not-applicable"):
            others.append(result)
    if others:
        reasons = "; ".join(f"{result.check}: {result.known or result.declined or result.outcome}" for result in others)
        (pytest.xfail if any(result.outcome == "fail" for result in others) else pytest.skip)(reasons)


PLAYED = [name for name in borrowed() if name.provider in TELLING.get(name.scenario, ())]
TEXTS = [name for name in texts() if name.dialect in ReferenceAdapter.text_formats]
TELLING_TEXTS = [name for name in TEXTS if name.scenario in ("call-single", "call-parallel", "call-with-text")]
"""Texts that show how a format writes a single call, several calls, and text beside a call. The scans play the others.
"""


@pytest.mark.parametrize("name", cassettes(), ids=str)
def test_cassette(name: CassetteName, adapter: Adapter, subtests: pytest.Subtests) -> None:
    report(judge(open_case(name), adapter), subtests)


@pytest.mark.parametrize("name", PLAYED, ids=str)
def test_by_dialect(name: CassetteName, adapter: Adapter, subtests: pytest.Subtests) -> None:
    report([result for result in judge(open_case(name), adapter) if result.red or result.outcome != "fail"], subtests)


@pytest.mark.parametrize("name", TELLING_TEXTS, ids=str)
def test_call_in_text(name: CassetteName, adapter: Adapter, subtests: pytest.Subtests) -> None:
    report(text_formats.judge(open_text_case(name), adapter), subtests)


def test_no_file_has_a_name_without_a_meaning() -> None:
    assert strays() == ()


def test_every_quirk_that_is_applied_shows_in_what_is_played() -> None:
    """Check that every quirk changes a played cassette, and that each quirk breaks only existing checks."""
    played = defaultdict(list)
    for name in PLAYED:
        played[name.provider, name.dialect].append(name)
    checks = {*(check.name for check in CHECKS), "sdk-reads"}
    idle = []
    for provider, profile in load_all().items():
        for dialect, claims in profile.dialects.items():
            expected = {
                quirk.id
                for quirk in claims.quirks
                if not all(
                    isinstance(transform, Rename | Address) for transform in transforms(provider, dialect, quirk)
                )
            }
            assert {check for quirk in claims.quirks for check in quirk.breaks} <= checks
            for name in played[provider, dialect]:
                if not expected:
                    break
                for changed in open_cassette(name).changed:
                    expected.discard(changed)
            if played[provider, dialect]:
                idle += [f"{provider}/{dialect}: {quirk}" for quirk in sorted(expected)]
    assert idle == []
