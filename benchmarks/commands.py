"""The time of whole commands, with a cold start."""

import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from tempfile import TemporaryDirectory

from benchmarks.results import Commands, Spread, spread


def on_the_clock(arguments: Iterable[str]) -> tuple[float, float]:
    """Run a command, and return its seconds, and those of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "conformance", *arguments]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    taken, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(repetitions: int) -> Commands:
    """Measure ``conformance run`` and ``conformance --help``."""
    with TemporaryDirectory() as folder:
        return Commands(
            run=_several(["run", "--results", folder], repetitions), help=_several(["--help"], 2 * repetitions)
        )


def _several(arguments: list[str], repetitions: int) -> tuple[Spread, Spread]:
    taken = [on_the_clock(arguments) for _ in range(repetitions)]
    return spread(wall for wall, _ in taken), spread(processor for _, processor in taken)
