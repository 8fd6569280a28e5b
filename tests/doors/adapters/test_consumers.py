"""Tests of ``tools/consumers``, which plays deviations of form to libraries in their environments."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from conformance.recording.consumers import read

TOOLS = Path(__file__).resolve().parents[3] / "tools"
LIBRARY: dict[str, Any] = {
    "adapters": ["conformance.adapters.reference_client:ReferenceClient"], "requires": ["msgspec==0"],
}  # fmt: skip


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"consumers_{name}", TOOLS / "consumers" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def react(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [*sys.path])
    module = tool("react")
    chosen = [deviation for deviation in module.deviations() if deviation.dialect == "anthropic_messages"]
    monkeypatch.setattr(module, "described", lambda made: (made, LIBRARY))
    monkeypatch.setattr(module, "deviations", lambda: chosen)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "reports").mkdir()
    return module


def test_the_reference_reads_deviations_of_form_alike(react: ModuleType, tmp_path: Path) -> None:
    react.main("fake")
    (kept,) = read(tmp_path / "reports" / "consumers")
    assert (kept.name, kept.language, list(kept.installed)) == ("fake", "python", ["msgspec"])
    assert {reaction.outcome for reaction in kept.reactions} == {"accepts"}
    assert len(kept.reactions) == sum(len(deviation.modes) for deviation in react.deviations())


def test_nothing_is_written_without_a_deviation(react: ModuleType, tmp_path: Path) -> None:
    react.deviations = lambda: ()
    react.main("fake")
    assert list((tmp_path / "reports").iterdir()) == []


def test_messages_without_traces_of_this_machine(react: ModuleType) -> None:
    how = "E: <f at 0x7f00>\n at http://127.0.0.1:8080/case-0a1b/v1 (/home/me/.adapters/x/y.py:1)"
    assert react.short(how) == "E: <f> at http://127.0.0.1/v1 (.adapters/x/y.py:1)"
    python = "the adapter returned an invalid Reading: /text: expected str, got [1]"
    node = "NotAReply: Expected `str`, got `array` - at `$.result.text`: '{\"seq\":2 ...'"
    assert (react.short(python), react.short(node)) == ("text: expected str, got [1]", "text: expected str, got array")
    assert react.short("b" * 1000 + "e") == f"{'b' * 200} ... {'b' * 299}e"


def test_an_unknown_name_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("run", "libraries", "environments"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert tool("run").main(["nosuch"]) == 2
    assert "unknown library: nosuch" in capsys.readouterr().err
    assert tool("run").main(["openai==2.21.0"]) == 2
    assert "only the newest version" in capsys.readouterr().err
