"""Run environments of tox that take minutes, and keep the result of each in ``docs/contributing/long-runs.md``.

Run ``python tools/long_run.py ENVIRONMENT ...`` at the root of a clean checkout. It ends with 1 if an environment
fails.
"""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "docs" / "contributing" / "long-runs.md"
HEAD: Final = """# Long runs

These tests take too long to run for every change. Each has its own environment of tox. The table shows the last run of
each, made with `python tools/long_run.py ENVIRONMENT`. [What they do](environments.md).

| environment | date | commit | seconds | result |
|---|---|---|---|---|
"""
SUMMARY: Final = re.compile(r"(\d+ (?:passed|failed|skipped|errors?)\b.*?) in [\d.]+s")
"""The pattern of the last line that a run of pytest prints."""


def main(environments: list[str]) -> int:
    """Run each environment, and return the exit code."""
    codes = [run(environment) for environment in environments]
    return 1 if any(codes) else 0


def run(environment: str) -> int:
    """Run an environment, keep its result, and return tox's exit code."""
    head = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    begun = monotonic()
    summaries: list[str] = []
    command = ["tox", "run", "-e", environment]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as tox:
        assert tox.stdout is not None
        for line in tox.stdout:
            print(line, end="", flush=True)
            summaries += SUMMARY.findall(line)
    result = "; ".join(summaries) or f"ended with {tox.returncode}"
    date = datetime.now(UTC).date().isoformat()
    keep(environment, f"| {environment} | {date} | {commit} | {monotonic() - begun:.0f} | {result} |")
    return tox.returncode


def keep(environment: str, row: str) -> None:
    """Replace the row of an environment in the page."""
    rows = KEPT.read_text(encoding="utf-8").removeprefix(HEAD).splitlines() if KEPT.exists() else []
    others = [other for other in rows if not other.startswith(f"| {environment} |")]
    KEPT.write_text(HEAD + "".join(f"{line}\n" for line in sorted([*others, row])), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
