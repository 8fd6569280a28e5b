"""The environments of other libraries, and a process in each that times its readers."""

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
"""The environment of each reader; ``ours`` is the running one."""


def requirements() -> dict[str, list[str]]:
    """Read the requirements of each environment."""
    required: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "environments.toml").read_text())
    return required


def python(environment: str) -> str:
    """Return the interpreter of an environment, and make the environment if it is missing."""
    if environment == "ours":
        return sys.executable
    required = requirements()[environment]
    name = f"{environment}-{hashlib.sha256(' '.join(required).encode()).hexdigest()[:8]}"
    folder = _FOLDER / name
    executable = str(folder / "bin" / "python")
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([executable, "-m", "pip", "install", "--quiet", *required], check=True)
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
        """Time a reader, and return the worker's answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        question = {"reader": reader, "dialect": dialect, "file": str(file), "seconds": seconds}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("{"):  # libraries print other lines
                answer: dict[str, Any] = json.loads(line)
                return answer
        return {"error": "it ended"}

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
