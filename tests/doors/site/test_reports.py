"""Tests that the committed reports equal the reports that are made from the site's results."""

import subprocess
import sys
from pathlib import Path

from .conftest import ROOT


def test_the_committed_reports_are_fresh(made: Path) -> None:
    command = [sys.executable, "tools/regenerate.py", "--check", "--results", str(made / "results.json")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
