"""Check a release, and print its notes.

``python tools/release.py v0.2.0`` checks that the tag, the versions of both distributions and a dated section of the
changelog agree. It prints the section, or prints the disagreements and ends with 1.
"""

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
VERSIONED: Final = ("conformance/__init__.py", "toolwire/src/toolwire/__init__.py")
VERSION: Final = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
SECTION: Final = re.compile(
    r"^## (?P<version>\S+) - \d{4}-\d\d-\d\d\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)


def main(tag: str) -> int:
    """Print the notes or the problems, and return the exit code."""
    versions = {file: VERSION.findall((ROOT / file).read_text(encoding="utf-8")) for file in VERSIONED}
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    wrong = problems(tag, versions, changelog)
    print("\n".join(wrong) if wrong else notes(tag.removeprefix("v"), changelog))
    return 1 if wrong else 0


def problems(tag: str, versions: dict[str, list[str]], changelog: str) -> list[str]:
    """Return a line for each disagreement with the tag. ``versions``: the versions that each file states."""
    version = tag.removeprefix("v")
    found = [f"{tag}: expected a tag such as v1.2.3"] if not re.fullmatch(r"v\d+\.\d+\.\d+", tag) else []
    found += [
        f"{file}: expected version {version}, got {', '.join(stated) or 'none'}"
        for file, stated in versions.items()
        if stated != [version]
    ]
    if not notes(version, changelog):
        found.append(f"CHANGELOG.md: expected a section '## {version} - YYYY-MM-DD' with changes")
    return found


def notes(version: str, changelog: str) -> str:
    """Return the changelog's section for a version, or "" if it has none."""
    sections = {section["version"]: section["text"].strip() for section in SECTION.finditer(changelog)}
    return sections.get(version, "")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
