"""``python -m benchmarks``: measure and show the results; with ``--commit``, keep them."""

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
    """Measure the chosen parts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--recordings", type=Path, nargs="+", help="what `check` reads; the cassettes if not given")
    parser.add_argument("--largest", type=int, default=decoding.SIZES[-1], help="characters of the longest arguments")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="the others stay as they were kept")
    parser.add_argument("--commit", action="store_true", help="keep the results and docs/benchmarks.md")
    options = parser.parse_args()
    measured: dict[str, Callable[[], object]] = {
        "checking": lambda: checking.measured(
            options.recordings or [cassettes_folder()], options.repetitions, commands.on_the_clock
        ),
        "commands": lambda: commands.measured(options.repetitions),
        "growth": lambda: tuple(decoding.grown(options.largest, options.repetitions)),
        "texts": lambda: tuple(texts.grown(options.repetitions)),
        "decoding": lambda: tuple(decoding.measured(options.largest, options.repetitions)),
    }
    new = {part: measured[part]() for part in PARTS if part in options.parts}
    kept = {} if len(new) == len(PARTS) else msgspec.structs.asdict(_kept())
    versions = _versions() if "decoding" in new else kept["versions"]
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {_processor()}, {platform.system()}",
        "python": platform.python_version(),
        "versions": versions,
    }
    results = Results(**(kept | machine | new))
    text = msgspec.json.format(msgspec.json.encode(results), indent=1).decode() + "\n"
    print(text if options.format == "json" else page(results), end="")
    if options.commit:
        FILE.write_text(text)
        (ROOT / "docs" / "benchmarks.md").write_text(page(results))


def _kept() -> Results:
    return msgspec.json.decode(FILE.read_bytes(), type=Results)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    versions = {"toolcall-conformance": version("toolcall-conformance"), "msgspec": version("msgspec")}
    for environment, required in requirements().items():
        for requirement in required:
            name = requirement.partition("==")[0].partition("[")[0]
            command = f"import importlib.metadata as m; print(m.version({name!r}))"
            ran = subprocess.run([python(environment), "-c", command], capture_output=True, text=True, check=True)
            versions[name] = ran.stdout.strip()
    return versions


main()
