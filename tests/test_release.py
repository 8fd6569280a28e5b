"""Tests of ``tools/release.py``: the tag, both versions and the changelog must agree."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHANGELOG = """\
# Changelog

## Unreleased

- New.

## 1.2.3 - 2026-01-02

### Added

- A thing.

## 1.2.2 - 2026-01-01

- Old.
"""


def tool() -> ModuleType:
    spec = spec_from_file_location("release", ROOT / "tools" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("tag", "versions", "message"),
    [
        ("v1.2.3", {"a": ["1.2.3"], "b": ["1.2.3"]}, None),
        ("1.2.3", {"a": ["1.2.3"]}, "1.2.3: expected a tag such as v1.2.3"),
        ("v1.2.3", {"a": ["1.2.3"], "b": ["1.2.2"]}, "b: expected version 1.2.3, got 1.2.2"),
        ("v1.2.3", {"a": []}, "a: expected version 1.2.3, got none"),
        ("v1.3.0", {"a": ["1.3.0"]}, "CHANGELOG.md: expected a section '## 1.3.0 - YYYY-MM-DD' with changes"),
    ],
    ids=["right", "tag", "version", "no-version", "changelog"],
)
def test_what_disagrees_is_named(tag: str, versions: dict[str, list[str]], message: str | None) -> None:
    assert tool().problems(tag, versions, CHANGELOG) == ([] if message is None else [message])


def test_the_notes_are_those_of_the_version() -> None:
    assert tool().notes("1.2.3", CHANGELOG) == "### Added\n\n- A thing."


def test_the_last_release_can_be_made() -> None:
    [version] = re.findall(r'__version__ = "(.*)"', (ROOT / "conformance" / "__init__.py").read_text())
    command = [sys.executable, ROOT / "tools" / "release.py", f"v{version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "### Added" in done.stdout
