"""Tests of studies of simulated endpoints on loopback: a planted fault is found, and an equal endpoint is not
different.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

pytest.importorskip("statsmodels", reason="statistics come with the extra 'verify'")

from conformance.recording.loopback import serving
from conformance.verify import case_set, rendering, simulated
from conformance.verify.errors import StudyError
from conformance.verify.folder import create, open_folder
from conformance.verify.report import pair, report
from conformance.verify.run import run
from conformance.verify.simulated import Behaviour, Kind, Simulated
from conformance.verify.study import read
from tests.doors.verify.studies import CAUSES, SAME, SHOWN, many, ran


@pytest.mark.parametrize("kind", [kind for kind in simulated.KINDS if kind != "failed"])
def test_a_planted_fault_is_found_by_its_name(tmp_path: Path, kind: Kind) -> None:
    planted = Behaviour(seed=1, certain=True, faults={kind: 1.0})
    made, _ = ran(tmp_path, {"official": SAME, "vendor": planted}, repeats=2)
    (comparison,) = made.comparisons
    assert comparison.verdict == "different"
    assert SHOWN.get(kind, kind) in [each.measure for each in comparison.compared if each.verdict == "different"]
    official, vendor = made.columns
    assert not official.faults
    if kind in CAUSES:
        assert [fault for fault in vendor.faults if fault.cause.startswith(CAUSES[kind])]
        assert all(fault.shown.sent and fault.shown.received for fault in vendor.faults)


def test_an_endpoint_that_answers_the_same_is_not_different(tmp_path: Path) -> None:
    made, _ = ran(tmp_path, {"official": Behaviour(seed=1), "good": Behaviour(seed=2)})
    (comparison,) = made.comparisons
    assert comparison.verdict != "different"
    assert all(each.effect.low <= each.effect.value <= each.effect.high for each in comparison.compared)


def test_one_repeat_acquits_nobody(tmp_path: Path) -> None:
    many(tmp_path / "cases.jsonl", 300)
    made, _ = ran(tmp_path, {"official": SAME, "good": SAME}, repeats=1, cases="cases.jsonl", modes=["plain"])
    (comparison,) = made.comparisons
    assert comparison.verdict == "inconclusive"
    assert comparison.untested["agreement"] == "needs 2 repeats or more"


def test_the_budget_is_kept_and_the_rest_is_called_not_tested(tmp_path: Path) -> None:
    made, stopped = ran(tmp_path, {"official": SAME, "good": SAME}, budget={"requests": 50})
    assert stopped.over_budget
    assert stopped.spent.requests == sum(column.kept for column in made.columns) == 50
    assert any("good:" in line and "were not sent" in line for line in made.not_tested)


def test_an_endpoint_that_is_not_there_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    with serving(Simulated(SAME)) as url:
        path.write_text(yaml.safe_dump(simulated.study({"official": url, "gone": "http://127.0.0.1:9"}, repeats=1)))
        kept = create(tmp_path / "kept", read(path), case_set.of_scenarios())
        stopped = run(kept, lambda *_: None)
    assert list(stopped.given_up) == ["gone"]
    (comparison,) = report(kept).comparisons
    assert comparison.verdict == "inconclusive"


def test_a_folder_is_judged_again_to_the_same_report_and_two_recordings_are_compared(tmp_path: Path) -> None:
    bad = Behaviour(seed=1, certain=True, faults={"invalid-json": 1.0})
    first, _ = ran(tmp_path / "one", {"official": SAME, "vendor": SAME}, repeats=2)
    ran(tmp_path / "two", {"official": SAME, "vendor": bad}, repeats=2)
    kept = tmp_path / "one/kept"
    rendering.write_all(first, tmp_path / "shown")
    assert rendering.to_json(report(open_folder(kept))) == (tmp_path / "shown/report.json").read_text()
    made = pair(tmp_path / "two/kept/vendor", kept / "vendor")
    assert made.comparisons[0].verdict == "different"
    assert "invalid-json" in made.comparisons[0].why
    assert any("recorded in different studies" in line for line in made.not_tested)
    assert pair(kept / "vendor", kept / "official").comparisons[0].verdict != "different"


def test_another_study_does_not_go_on_in_a_folder(tmp_path: Path) -> None:
    ran(tmp_path, {"official": SAME, "vendor": SAME}, repeats=1)
    kept = open_folder(tmp_path / "kept")
    with pytest.raises(StudyError, match="belongs to a different study"):
        create(kept.path, msgspec.structs.replace(kept.study, repeats=2), kept.cases)


def test_a_key_is_sent_and_kept_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-planted-0123456789abcdef"
    monkeypatch.setenv("VENDOR_KEY", key)
    seen: list[str] = []
    inner = Simulated(SAME)

    def answer(request: Any) -> Any:
        seen.append(request.headers.get("authorization", ""))
        return inner(request)

    path = tmp_path / "study.yaml"
    with serving(answer) as url:
        study = simulated.study({"official": url, "vendor": url}, repeats=1, modes=["plain"])
        study["endpoints"]["vendor"]["key"] = "VENDOR_KEY"
        path.write_text(yaml.safe_dump(study))
        kept = create(tmp_path / "kept", read(path), case_set.of_scenarios()[:3])
        run(kept, lambda *_: None)
    assert f"Bearer {key}" in seen
    assert not [file for file in kept.path.rglob("*") if file.is_file() and key in file.read_text()]
