"""Tests of a provider's hazards: observed faults, refusals, missing features and differences."""

from typing import Any

import pytest

from conformance.judge.effect import GRAVEST_FIRST
from conformance.judge.finding import Consumers, Finding
from conformance.judge.result import Result
from conformance.report.hazards import Hazard, Observed, Stated, hazards
from toolwire.providers import names


def failing(scenario: str, finding: Finding, **changed: Any) -> Result:
    check = changed.pop("check", "predicates")
    place = f"{changed.pop('subject', 'vllm/openai_chat')}/{scenario}/plain"
    provider, dialect, _, _ = place.split("/")
    return Result(
        **{
            "id": f"{place}/{check}", "provider": provider, "dialect": dialect, "scenario": scenario, "mode": "plain",
            "check": check, "capability": "single-call", "party": "provider", "adapter": "reference", "outcome": "fail",
            "findings": (finding,), "origin": "recorded-local", "date": "2026-11-22", "models": ("tiny",),
        }
        | changed
    )  # fmt: skip


LOST = Finding(path="calls", message="expected a call to get_time, got nothing", effect="call")
OFF = Finding(path="/id", message="expected text, got null", effect="form", consumers=Consumers(3, ("some 1.0",)))


def observed(*results: Result) -> list[Hazard]:
    return [hazard for hazard in hazards("vllm", results) if hazard.kind == "cause"]


def test_what_is_lost_stands_before_what_is_off_the_form() -> None:
    found = observed(failing("call-single", OFF, check="response-schema"), failing("call-parallel", LOST))
    assert [hazard.effect for hazard in found] == ["call", "form"]
    assert isinstance(found[0].evidence, Observed)
    assert (found[0].evidence.origin, found[0].evidence.date, found[0].evidence.cases) == (
        "recorded-local", "2026-11-22", ("vllm/openai_chat/call-parallel/plain",)
    )  # fmt: skip
    assert isinstance(found[1].evidence, Observed)
    assert found[1].evidence.consumers == ("this deviation breaks 1 of 3 libraries: some 1.0",)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"origin": "by-dialect"}, id="nobody recorded it"),
        pytest.param({"origin": "documented"}, id="it was only documented"),
        pytest.param({"outcome": "warn"}, id="it costs nobody anything"),
        pytest.param({"party": "adapter"}, id="it is the adapter's"),
        pytest.param({"subject": "llamacpp/openai_chat"}, id="it is another provider's"),
    ],
)
def test_only_what_the_provider_itself_was_seen_to_do_is_its_hazard(changed: dict[str, Any]) -> None:
    assert observed(failing("call-single", LOST, **changed)) == []


def test_known_failures_of_one_reason_are_one_in_the_words_of_the_reason() -> None:
    [found] = observed(
        failing("call-single", LOST, known="the tools stay in the prompt"),
        failing("call-parallel", LOST, known="the tools stay in the prompt", subject="vllm/openai_responses"),
    )
    assert found.heading == "The tools stay in the prompt"
    assert found.dialects == ("openai_chat", "openai_responses")
    assert isinstance(found.evidence, Observed)
    assert len(found.evidence.cases) == 2


def test_who_breaks_on_forms_that_come_together_is_counted_once() -> None:
    forms = (("/id", ("some 1.0", "other 2.0")), ("/object", ("some 1.0",)))
    [found] = observed(
        *(
            failing(
                "call-single",
                Finding(path=path, message="is missing", effect="form", consumers=Consumers(3, breaks)),
                check=f"check-{path[1:]}",
                known="keys are missing",
            )
            for path, breaks in forms
        )
    )
    assert isinstance(found.evidence, Observed)
    assert found.evidence.consumers == ("this deviation breaks 2 of 3 libraries: other 2.0, some 1.0",)


@pytest.mark.parametrize("provider", names())
def test_what_is_stated_has_a_source_and_stands_in_order(provider: str) -> None:
    found = hazards(provider, ())
    assert all(isinstance(hazard.evidence, Stated) and hazard.evidence.source for hazard in found)
    assert all((hazard.effect == "rejected") == (hazard.kind == "rule") for hazard in found)
    effects = [len(GRAVEST_FIRST) if hazard.effect is None else GRAVEST_FIRST.index(hazard.effect) for hazard in found]
    assert effects == sorted(effects)


def test_what_is_counted_and_quoted_goes_with_it() -> None:
    found = {hazard.id: hazard.evidence for hazard in hazards("groq", ())}
    whole = found["whole-calls"]
    assert isinstance(whole, Stated)
    assert (whole.origin, whole.seen, whole.of) == ("surveyed", 23, 23)
    refused = next(hazard.evidence for hazard in hazards("openai", ()) if hazard.kind == "rule")
    assert isinstance(refused, Stated)
    assert refused.origin == "quoted"
    assert refused.words
