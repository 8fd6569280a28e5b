"""A reader of a page, who runs each command of the page in order, in a copy of the repository.

tests/docs/commands.yaml has the expected exit code of each command, or the reason why it is not run.
"""

import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from ...docs.shown import Entry, walks
from .preparing import PREPARED, Replaced, environment, explained, written

WALKS: Final = walks()
LONG: Final = (
    "README.md", "docs/bundles.md", "docs/gate.md", "docs/protocol.md", "docs/published.md", "docs/recording.md",
    "docs/site.md", "docs/start/add-a-scenario.md", "docs/start/evidence-from-vcr.md", "docs/start/gate-a-gateway.md",
    "docs/start/gate-a-javascript-library.md", "docs/start/gate-my-adapter.md",
    "docs/start/read-the-matrix.md", "docs/start/record-again.md", "docs/text-formats.md",
    "docs/verify.md",
)  # fmt: skip
"""Pages that take minutes. Their commands judge an adapter with all scenarios, in some cases several times, or record
it.
"""
SHORT: Final = tuple(
    page for page, walk in WALKS.items() if page not in LONG and any(not command.why_not for command in walk.commands)
)
_FILES: Final = {"docs/your-own-data.md": "acme-data"}
"""The folder for the files that a page shows, if the page does not name the folder."""
_SECONDS: Final = 600.0


def follow(page: str, clone: Path) -> None:
    """Run the commands of a page. If some cannot run on this machine, run all others, and then skip the test."""
    walk = Walking(clone)
    with ExitStack() as stack:
        walk.prepare(stack, WALKS[page].needs)
        written(clone / page, clone / _FILES.get(page, ""))
        left = [f"{entry.run}: {why}" for entry in WALKS[page].commands if (why := walk.run(stack, entry))]
    if left:
        pytest.skip("; ".join(left))


class Walking:
    """A reader who runs commands in sequence."""

    def __init__(self, clone: Path) -> None:
        self._clone = clone
        self._exported: list[str] = []
        self._ready: dict[str, Replaced | str] = {}

    def prepare(self, stack: ExitStack, names: tuple[str, ...]) -> str:
        """Prepare everything in ``names`` that is not prepared yet. Return the reason if this fails, else ""."""
        for name in names:
            if name not in self._ready:
                try:
                    self._ready[name] = stack.enter_context(PREPARED[name](self._clone))
                except pytest.skip.Exception as missing:
                    self._ready[name] = str(missing)
            if isinstance(why := self._ready[name], str):
                return why
        return ""

    def run(self, stack: ExitStack, entry: Entry) -> str:
        """Run a command. Return the reason if it cannot run on this machine, else ""."""
        if entry.why_not:
            return ""
        if why := self.prepare(stack, entry.needs):
            return why
        command = entry.instead or entry.run
        for replaced in (self._ready[name] for name in entry.needs):
            assert not isinstance(replaced, str)
            for word, other in replaced.items():
                command = command.replace(word, other)
        if command.startswith("export "):
            self._exported.append(command)
            return ""
        script = "\n".join([*self._exported, command])
        code, output = self._interrupted(script, entry.until) if entry.until else self._finished(script)
        assert code == entry.ends, f"{command}\nended with {code}\n{output[-4000:]}"
        assert entry.shows in output
        if (self._clone / "conformance.yaml").exists():
            explained(self._clone / "conformance.yaml")
        return ""

    def _finished(self, script: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", script], cwd=self._clone, env=environment(self._clone), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def _interrupted(self, script: str, until: str) -> tuple[int, str]:
        """Start a command, wait for ``until`` in its output, and interrupt it. Return the exit code and the output."""
        log = self._clone.parent / "log"
        start = ["env", "--default-signal=INT", "bash", "-c", f"exec {script}"]  # which some runs of tests ignore
        with log.open("w") as output:
            running = subprocess.Popen(start, cwd=self._clone, env=environment(self._clone), stdout=output)
            try:
                ends = time.monotonic() + _SECONDS
                while until not in log.read_text() and running.poll() is None and time.monotonic() < ends:
                    time.sleep(0.1)
                assert until in log.read_text()
                running.send_signal(signal.SIGINT)
                return running.wait(_SECONDS), log.read_text()
            finally:
                running.kill()
