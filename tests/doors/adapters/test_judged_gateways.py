"""Tests of ``tools/adapters/gateways.py``, which installs gateways, names them as adapters and judges them."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from conformance.scenarios import load, names

TOOL = Path(__file__).resolve().parents[3] / "tools" / "adapters" / "gateways.py"
GATEWAYS = yaml.safe_load((TOOL.parent / "gateways.yaml").read_text(encoding="utf-8"))
NPM = """#!/bin/sh
echo "$@" > "$LOG"
"""


@pytest.fixture
def gateways(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("judge_gateways", TOOL)
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.syspath_prepend(str(TOOL.parent))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_scenario_is_judged_in_one_round(gateways: ModuleType) -> None:
    rounds = gateways.rounds()
    assert sorted(scenario for scenarios in rounds for scenario in scenarios) == sorted(names())
    ordinary, refused, beside = (list(map(load, scenarios)) for scenarios in rounds)
    assert not any(scenario.refused or scenario.beside for scenario in ordinary)
    assert all(scenario.refused for scenario in refused)
    assert all(scenario.beside for scenario in beside)


@pytest.mark.parametrize("name", GATEWAYS)
def test_commands_name_what_was_installed(name: str) -> None:
    program = GATEWAYS[name]["command"][0]
    assert program.startswith("$FOLDER/"), "no report names the version of a program outside $FOLDER"


def test_each_upstream_has_its_own_headers(gateways: ModuleType) -> None:
    gateway = {
        "address": "http://127.0.0.1:8787",
        "fronts": {"openai_chat": {"path": "/v1", "upstreams": {"mistral": {"x-to": "mistral-ai"}, "cohere": {}}}},
    }
    to_mistral = gateways.spec(gateway, "openai_chat", "mistral")
    assert to_mistral.startswith("gateway:http://127.0.0.1:8787/v1")
    assert "x-to" in to_mistral
    assert "mistral-ai" not in to_mistral
    assert "x-to" not in gateways.spec(gateway, "openai_chat", "cohere")


def test_npm_installs_pinned_packages_with_overrides(
    gateways: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(NPM)
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    folder = tmp_path / "environment"
    versions = gateways.install(
        folder, {"packages": ["@some/gateway@1.2", "node@22.1"], "overrides": {"@some/server": "3.4"}}
    )
    assert list(versions.items()) == [("@some/gateway", "1.2"), ("node", "22.1"), ("@some/server", "3.4")]
    assert json.loads((folder / "package.json").read_text()) == {
        "dependencies": {"@some/gateway": "1.2", "node": "22.1"},
        "overrides": {"@some/server": "3.4"},
    }
    assert f"--prefix {folder}" in (tmp_path / "log").read_text()
