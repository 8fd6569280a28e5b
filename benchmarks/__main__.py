"""``python -m benchmarks``: measure, show the table; with ``--commit`` keep both."""

import argparse
import os
import platform
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks import checking, commands, decoding, texts
from benchmarks.environments import ROOT, python, requirements
from benchmarks.page import page
from benchmarks.results import Results
from conformance.data import cassettes_folder

PARTS = ("checking", "commands", "growth", "texts", "decoding")
FILE = ROOT / "benchmarks" / "results.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--recordings", type=Path, nargs="+", help="what `check` reads; the cassettes if not given")
    parser.add_argument("--largest", type=int, default=decoding.SIZES[-1], help="characters of the longest arguments")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="the others stay as they were kept")
    parser.add_argument("--commit", action="store_true", help="keep the results and docs/benchmarks.md")
    asked = parser.parse_args()
    measured: dict[str, Callable[[], object]] = {
        "checking": lambda: checking.measured(
            asked.recordings or [cassettes_folder()], asked.repetitions, commands.on_the_clock
        ),
        "commands": lambda: commands.measured(asked.repetitions),
        "growth": lambda: tuple(decoding.grown(asked.largest, asked.repetitions)),
        "texts": lambda: tuple(texts.grown(asked.repetitions)),
        "decoding": lambda: tuple(decoding.measured(asked.largest, asked.repetitions)),
    }
    found = {part: measured[part]() for part in PARTS if part in asked.parts}
    kept = {} if len(found) == len(PARTS) else msgspec.structs.asdict(_kept())
    versions = _versions() if "decoding" in found else kept["versions"]
    where = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {_processor()}, {platform.system()}",
        "python": platform.python_version(),
        "versions": versions,
    }
    results = Results(**(kept | where | found))
    text = msgspec.json.format(msgspec.json.encode(results), indent=1).decode() + "\n"
    print(text if asked.format == "json" else page(results), end="")
    if asked.commit:
        FILE.write_text(text)
        (ROOT / "docs" / "benchmarks.md").write_text(page(results))


def _kept() -> Results:
    return msgspec.json.decode(FILE.read_bytes(), type=Results)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    found = {"toolcall-conformance": version("toolcall-conformance"), "msgspec": version("msgspec")}
    for environment, wanted in requirements().items():
        for requirement in wanted:
            name = requirement.partition("==")[0].partition("[")[0]
            asked = f"import importlib.metadata as m; print(m.version({name!r}))"
            said = subprocess.run([python(environment), "-c", asked], capture_output=True, text=True, check=True)
            found[name] = said.stdout.strip()
    return found


main()
