"""Tests of studies and folders that were written by hand or changed: mistakes are named, and nothing is judged."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.verify import case_set, study
from conformance.verify.errors import StudyError
from conformance.verify.folder import create, open_folder

TWO = "{a: {base_url: 'http://127.0.0.1/v1', model: m, reference: true}, b: {base_url: 'http://127.0.0.1/v1', model: m"
WHOLE = f"model: m\nendpoints: {TWO}}}}}\n"


def with_(**more: str) -> str:
    return f"model: m\nendpoints: {TWO}, {', '.join(f'{key}: {value}' for key, value in more.items())}}}}}\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("model: m\nendpoints: {a: 5}", "Expected `object`, got `int`", id="no-endpoint"),
        pytest.param("[" * 3000, "nested deeper", id="deep"),
        pytest.param("model: !!int x", "a value cannot be read", id="tag"),
        pytest.param(f"model: 0x{'f' * 5000}", "expected at most 3500 digits, got 5002", id="digits"),
        pytest.param(with_(body="{x: .nan}"), "body: not JSON", id="body"),
        pytest.param(with_(price="{input: sNaN, output: 1}"), "price: expected 0 dollars or more", id="no-price"),
        pytest.param(with_(price="{input: -1, output: 1}"), "price: expected 0 dollars or more", id="negative-price"),
        pytest.param(with_(key="sk-Zk3Qw9Lp"), "key: expected the name of the environment variable", id="key"),
        pytest.param(with_(requests_a_minute=".nan"), "requests_a_minute: expected a finite number above 0", id="pace"),
        pytest.param(WHOLE + "seed: 1\nseed: 2", "seed: expected each key once, got this key again", id="repeated"),
        pytest.param(WHOLE + "seed: -5", "seed: expected 0 or more", id="seed"),
        pytest.param(WHOLE + "budget: {usd: NaN}", "budget.usd: expected 0 or more", id="budget"),
    ],
)
def test_a_study_that_cannot_be_held_is_named(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(text)
    with pytest.raises(StudyError, match=r"study\.yaml.*") as found:
        study.read(tmp_path / "study.yaml")
    assert why in str(found.value)
    assert "Zk3Qw9Lp" not in str(found.value)
    assert "\n" not in str(found.value)


def one_alone(document: dict[str, Any]) -> None:
    del document["endpoints"][1]


def one_name(document: dict[str, Any]) -> None:
    document["endpoints"][1] = document["endpoints"][0]


def no_reference(document: dict[str, Any]) -> None:
    del document["endpoints"][0]["reference"]


def outside(document: dict[str, Any]) -> None:
    document["endpoints"][1]["name"] = "../../b"


@pytest.mark.parametrize("change", [one_alone, one_name, no_reference, outside])
def test_a_kept_study_that_was_changed_is_not_judged(change: Callable[[Any], None], tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(WHOLE)
    create(tmp_path / "kept", study.read(tmp_path / "study.yaml"), case_set.of_scenarios()[:1])
    document = json.loads((tmp_path / "kept/study.json").read_bytes())
    change(document)
    (tmp_path / "kept/study.json").write_text(json.dumps(document))
    with pytest.raises(StudyError, match=r"study\.json"):
        open_folder(tmp_path / "kept")
