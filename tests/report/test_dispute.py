"""Tests that all false claims planted in a package are found, and that only observed evidence disputes a claim."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.report.feed.claim import PackageError, claims_of
from conformance.report.feed.dispute import again, disputes, issue
from conformance.report.feed.document import CapabilitiesDocument, CaseSource, Fact, RecordingSource, Subject
from conformance.report.feed.exports import to_litellm, to_models_dev, to_pydantic_ai

CASE = CaseSource(case="groq/openai_chat/call-single/plain")
RECORDING = RecordingSource(repository="a/b", path="c/d.yaml", commit="0" * 40, exchanges=2, shows="counterexample")
WORKS = Fact(value="works", evidence="recorded", date="2026-11-01", sources=(CASE,))
BROKEN = Fact(
    value="broken", evidence="surveyed", date="2026-11-02", reasons=("2 of 2 show the contrary",), sources=(RECORDING,)
)
DOCUMENTED = Fact(value="works", evidence="documented", sources=(CASE,))


def subject(provider: str, model: str | None, **capabilities: Any) -> Subject:
    named = {name.replace("_", "-"): facts for name, facts in capabilities.items()}
    return Subject(provider=provider, dialect="openai_chat", model=model, capabilities=named)


FEED = CapabilitiesDocument(
    subjects=(
        subject("groq", None, single_call={"plain": WORKS}),
        subject("groq", "good", single_call={"plain": WORKS}, parallel_calls={"plain": BROKEN, "stream": WORKS}),
        subject("groq", "bad", single_call={"plain": BROKEN, "stream": BROKEN}),
        subject("groq", "documented", single_call={"plain": DOCUMENTED}),
        subject("openai", "gpt-x", single_call={"plain": WORKS}),
    )
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that installs a package called litellm with a table."""

    def install(table: Any) -> None:
        folder = tmp_path / "litellm"
        folder.mkdir()
        (folder / "model_prices_and_context_window_backup.json").write_text(json.dumps(table))
        info = tmp_path / "litellm-9.9.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: litellm\nVersion: 9.9.0\n")
        monkeypatch.syspath_prepend(tmp_path)

    return install


def entry(provider: str = "groq", **claims: bool) -> dict[str, Any]:
    return {"litellm_provider": provider, "input_cost_per_token": 1e-7, **claims}


def test_planted_false_claims_are_found_and_no_other(package: Any) -> None:
    package(
        {
            "sample_spec": "no model",
            "groq/good": entry(supports_function_calling=False, supports_parallel_function_calling=True),
            "groq/bad": entry(supports_function_calling=True),
            "groq/documented": entry(supports_function_calling=False),
            "groq/unseen": entry(supports_function_calling=False),
            "gpt-x": entry("openai", supports_function_calling=True, supports_tool_choice=False),
        }
    )
    claims = claims_of("litellm", FEED).claims
    assert len(claims) == 6  # those of a model that nobody looked at are none
    found = {(each.claim.model, each.claim.name, each.claim.value): each for each in disputes(claims, FEED)}
    assert found.keys() == {
        ("good", "supports_function_calling", False),
        ("bad", "supports_function_calling", True),
    }
    assert again(found["good", "supports_function_calling", False].evidence) == f"conformance explain {CASE.case}"
    text = issue(found["bad", "supports_function_calling", True])
    assert text.startswith("### groq's bad: supports_function_calling is true, but single-call does not work\n")
    assert "litellm 9.9.0, litellm/model_prices_and_context_window_backup.json: groq/bad." in text
    assert f"https://github.com/a/b/blob/{'0' * 40}/c/d.yaml" in text


def test_a_package_that_is_not_known_or_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"\(litellm, pydantic-ai\), got 'another'"):
        claims_of("another", FEED)
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    with pytest.raises(PackageError, match="litellm is not installed here"):
        claims_of("litellm", FEED)


def test_a_table_that_cannot_be_read(package: Any, tmp_path: Path) -> None:
    package({})
    (tmp_path / "litellm" / "model_prices_and_context_window_backup.json").write_text("{")
    with pytest.raises(PackageError, match=r"litellm 9\.9\.0: .* cannot be read"):
        claims_of("litellm", FEED)


def test_the_shapes_of_other_projects_have_what_was_observed_alone() -> None:
    assert to_litellm(FEED) == {
        "groq/bad": {"litellm_provider": "groq", "supports_function_calling": False},
        "groq/good": {
            "litellm_provider": "groq",
            "supports_function_calling": True,
            "supports_parallel_function_calling": True,
        },
        "openai/gpt-x": {"litellm_provider": "openai", "supports_function_calling": True},
    }
    assert to_pydantic_ai(FEED)["groq:bad"] == {"supports_tools": False}
    assert to_models_dev(FEED)["openai"] == {
        "id": "openai",
        "models": {"gpt-x": {"id": "gpt-x", "tool_call": True}},
    }
