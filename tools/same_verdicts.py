"""Compare the verdicts in two commits: results of libraries and gateways, and the matrix.

``python tools/same_verdicts.py BEFORE [AFTER]`` takes commits. Without AFTER, it compares BEFORE with the working tree.
It ignores dates, versions and digests. It also ignores random values (ids and ports that libraries make up), and the
order of findings with random values. It prints each difference, and ends with 1 if the verdicts differ.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ("reports/adapters", "reports/matrix.json")
ASIDE: Final = frozenset({"by", "date", "installed", "version", "scenarios", "cassettes", "rests", "generated"})
"""Keys that are ignored, because their values are not verdicts. They are about the time, the tools or the code of a
run.
"""
RANDOM: Final = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f-]{1,35}(?= \.\.\. \()|127\.0\.0\.1:\d+|case-[0-9a-f]{16}"
)
"""The pattern of random values: whole ids, shortened ids in findings, and addresses of a run."""
PLACE: Final = re.compile(r"(?<=[/ ])\d+(?=[:/ ])")
"""The pattern of a position in a list. If a list is sorted by random ids, the positions differ from run to run."""


def main(before: str, after: str | None = None) -> int:
    """Compare the verdicts, print the differences, and return the exit code."""
    old, new = documents(before), documents(after)
    found = [*differences("", old, new)]
    for line in found:
        print(line)
    print(f"{len(old)} documents before, {len(new)} after: {len(found) or 'no'} differences")
    return 1 if found else 0


def documents(commit: str | None) -> dict[str, Any]:
    """Return the documents of a commit or of the working tree, by their paths."""
    if commit is None:
        paths = [path for kept in KEPT for path in ([ROOT / kept] if "." in kept else (ROOT / kept).rglob("*.json"))]
        return {path.relative_to(ROOT).as_posix(): json.loads(path.read_bytes()) for path in paths}
    listed = _git("ls-tree", "-r", "--name-only", commit, *KEPT).decode().split("\n")
    return {path: json.loads(_git("show", f"{commit}:{path}")) for path in listed if path.endswith(".json")}


def differences(place: str, old: Any, new: Any) -> Iterator[str]:
    """Yield a line for each difference between two values: the path to the difference, and what differs.

    ``place``: the path to ``old`` and ``new``. Each path in a line starts with it.
    """
    if place.endswith("/checks"):
        old, new = settled(old), settled(new)
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted((old.keys() | new.keys()) - ASIDE):
            if key not in old or key not in new:
                yield f"{place}/{key}: {'only in AFTER' if key in new else 'only in BEFORE'}"
            else:
                yield from differences(f"{place}/{key}", old[key], new[key])
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for n, (old_value, new_value) in enumerate(zip(old, new, strict=True)):
            yield from differences(f"{place}/{n}", old_value, new_value)
    elif old != new:
        yield f"{place}: {json.dumps(old)[:200]} became {json.dumps(new)[:200]}"


def settled(checks: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the findings of each check, with ``*`` in place of random values.

    If a check has random values, its findings are also sorted, without positions and duplicates.
    """
    found = {check: [RANDOM.sub("*", finding) for finding in findings] for check, findings in checks.items()}
    random = {check for check, findings in checks.items() if any(map(RANDOM.search, findings))}
    return {
        check: sorted({PLACE.sub("*", finding) for finding in findings}) if check in random else findings
        for check, findings in found.items()
    }


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
