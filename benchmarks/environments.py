"""The environments of others, and a process in each that times their readers."""

import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
_FOLDER: Final = ROOT / ".benchmarks"
READERS: Final = {
    "events": "ours",
    "response": "ours",
    "sdk_raw": "{vendor}",
    "sdk_helper": "{vendor}",
    "litellm": "litellm",
    "pydantic_ai": "pydantic-ai",
    "langchain": "langchain",
}
"""The environment of each reader; ours is the one that this runs in."""


def requirements() -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "environments.toml").read_text())
    return found


def python(environment: str) -> str:
    """The interpreter of an environment, which is made where it is not there yet."""
    if environment == "ours":
        return sys.executable
    wanted = requirements()[environment]
    name = f"{environment}-{hashlib.sha256(' '.join(wanted).encode()).hexdigest()[:8]}"
    folder = _FOLDER / name
    executable = str(folder / "bin" / "python")
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        (folder / "ready").touch()
    return executable


class Worker:
    """A process in an environment."""

    def __init__(self, environment: str) -> None:
        self._process = subprocess.Popen(
            [python(environment), "-m", "benchmarks.worker"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, reader: str, dialect: str, file: Path, seconds: float) -> dict[str, Any]:
        """Have a reader timed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"reader": reader, "dialect": dialect, "file": str(file), "seconds": seconds}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("{"):  # libraries print things of their own
                said: dict[str, Any] = json.loads(line)
                return said
        return {"error": "it ended"}

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
