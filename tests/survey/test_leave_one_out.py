"""Tests of the comparison of claims with a project's recordings, without the evidence from this project."""

from pathlib import Path
from runpy import run_path
from typing import Any, Final

import pytest

from conformance.survey.sight import Remark, Shown, Sight
from toolwire.providers.evidence import Origin

ROOT: Final = Path(__file__).resolve().parents[2]
figures = run_path(str(ROOT / "tools" / "leave_one_out.py"))["figures"]
FORM = Shown(kind="form", id="/tool_choice type null", outcome="borne-out")


def seen(project: str, **more: Any) -> Sight:
    known = {"provider": "openai", "decoded": True, "request_kept": True} | more
    return Sight(where=project, dialect="openai_chat", origin=Origin(repository=project, path="a.yaml"), **known)


def remark(check: str, level: str) -> Remark:
    return Remark(where="a", check=check, path="", message="no", level=level)


@pytest.mark.parametrize(("others", "untried"), [((), 1), (("b",), 0)])
def test_what_only_one_project_shows_is_untried(others: tuple[str, ...], untried: int) -> None:
    found = figures([seen("a", shown=(FORM,)), *(seen(name, shown=(FORM,)) for name in others)])
    assert (found["a"].accepted, found["a"].alarms, found["a"].untried) == (1, 0, untried)


def test_another_provider_shows_nothing() -> None:
    assert figures([seen("a", shown=(FORM,)), seen("b", shown=(FORM,), provider="groq")])["a"].untried == 1


def test_a_must_about_an_accepted_request_is_a_false_alarm() -> None:
    found = figures(
        [
            seen("a", remarks=(remark("request-rules", "MUST"),)),
            seen("a", remarks=(remark("request-schema", "SHOULD"),)),
            seen("a", remarks=(remark("refusal", "MUST"),), refused=True),
        ]
    )
    assert (found["a"].accepted, found["a"].alarms) == (2, 1)


def test_answers_of_owners_are_counted() -> None:
    off = (remark("response-schema", "MUST"),)
    found = figures([seen("a", remarks=off), seen("a"), seen("a", remarks=off, provider="groq")])
    assert (found["a"].answers, found["a"].off_schema) == (2, 1)
