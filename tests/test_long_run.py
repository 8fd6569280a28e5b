"""Tests that ``tools/long_run.py`` keeps a single row for each environment."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "long_run.py"


@pytest.fixture
def long_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("long_run", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "KEPT", tmp_path / "long-runs.md")
    return module


def test_the_newest_row_of_an_environment_is_kept(long_run: ModuleType) -> None:
    rows = ["| walks | day 1 | old | 9 | 1 failed |", "| access | day 1 | old | 9 | 2 passed |"]
    for row in (*rows, "| walks | day 2 | new | 8 | 3 passed |"):
        long_run.keep(row.split()[1], row)
    kept = long_run.KEPT.read_text()
    assert kept == long_run.HEAD + "| access | day 1 | old | 9 | 2 passed |\n| walks | day 2 | new | 8 | 3 passed |\n"


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("==== 12 passed, 3 skipped in 61.20s (0:01:01) ====", ["12 passed, 3 skipped"]),
        ("2 failed, 5 passed, 1 error in 3.00s", ["2 failed, 5 passed, 1 error"]),
        ("tests/test_one.py ....", []),
    ],
    ids=["framed", "plain", "none"],
)
def test_results_are_read_of_the_last_line(long_run: ModuleType, line: str, result: list[str]) -> None:
    assert long_run.SUMMARY.findall(line) == result
