"""Record llama.cpp's and dasLLAMA's servers, and report answers that differ from the committed cassettes.

    python tools/record_local.py [PROVIDER ...]

The tool starts the servers itself, on any machine. It needs the extras ``record`` and ``llamacpp``, and dasllama 0.6.6.
It changes no committed file. Exit codes: 0 the answers are the same; 1 some answers differ; 6 a server does not start
or answer.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path

from deepdiff import DeepDiff

from conformance.data import cassettes_folder
from conformance.recording import cassette, comparison
from conformance.recording.cassette import Cassette, CassetteName

HERE = Path(__file__).resolve().parent
SECONDS = 60.0
FEW = 5


class NotThere(Exception):
    """An error for a server that did not start, or that could not be recorded or probed. ``str()`` is the reason."""


@contextmanager
def llamacpp() -> Iterator[tuple[str, str]]:
    """Run llama.cpp's server with the model in ``tools/llamacpp`` until the ``with`` block ends. Yield the server's
    address and description. Raises ``NotThere``.
    """
    with _started([sys.executable, str(HERE / "llamacpp" / "serve.py"), "0"]) as server:
        assert server.stdout is not None
        line = next((line for line in server.stdout if line.startswith("LISTENING ")), None)
        if line is None:
            raise NotThere("llama.cpp's server did not start: run tools/llamacpp/serve.py to see the reason")
        yield line.split()[1], f"llama.cpp server of xllamacpp {version('xllamacpp')}"


@contextmanager
def dasllama() -> Iterator[tuple[str, str]]:
    """Run dasLLAMA's server with the model in ``tools/dasllama`` until the ``with`` block ends. Yield the server's
    address and description. Raises ``NotThere``.
    """
    home, model, port = Path(sys.executable).parent.parent, HERE / "dasllama" / "model.gguf", _free_port()
    with _started(["sh", str(HERE / "dasllama" / "serve.sh"), str(home), str(model), str(port)]) as server:
        ends = time.monotonic() + SECONDS
        while not _listens(port):
            if server.poll() is not None or time.monotonic() > ends:
                raise NotThere("dasLLAMA's server did not start: run tools/dasllama/serve.sh to see the reason")
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", f"dasLLAMA {version('dasllama')}"


SERVERS: dict[str, Callable[[], AbstractContextManager[tuple[str, str]]]] = {
    "llamacpp": llamacpp,
    "dasllama": dasllama,
}


@contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        try:
            yield server
        finally:
            server.terminate()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def committed(provider: str) -> list[CassetteName]:
    """Return the names of a provider's committed cassettes, sorted."""
    return [name for name in sorted(cassette.recorded()) if name.provider == provider]


def recorded(provider: str, address: str, server: str, folder: Path) -> dict[str, str]:
    """Record every scenario of a provider in ``folder``. Return the outcome of each cassette, by the cassette's id."""
    command = [sys.executable, "-m", "conformance", "record", "--provider", provider, "--format", "json"]
    command += ["--base-url", address, "--server", server, "--folder", str(folder)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    try:
        cassettes = json.loads(ran.stdout)["cassettes"]
    except ValueError:
        raise NotThere(f"{provider}: nothing was recorded (exit code {ran.returncode})") from None
    return {entry["id"]: ": ".join(filter(None, [entry["outcome"], entry["why"]])) for entry in cassettes}


def differences(name: CassetteName, folder: Path) -> list[str]:
    """Return the differences between a new recording's answers and the committed answers.

    Values that differ in each recording are left out. If an SDK could not read an answer, the committed conversation
    ends with that answer. The client of the new recording continues, but its further turns are not compared.
    """
    old, new = (comparison.answers(Cassette(name.under(root)).exchanges) for root in (cassettes_folder(), folder))
    found = DeepDiff(old, new[: len(old)], verbose_level=2)
    return [f"{kind} {place}" for kind, places in found.to_dict().items() for place in places]


def compared(provider: str, outcomes: dict[str, str], folder: Path) -> int:
    """Compare a provider's committed cassettes with the new recordings in ``folder``. Print the differences, and return
    the number of cassettes that differ.

    ``outcomes``: the outcome of each recording, by the cassette's id. It is printed if the recording does not exist.
    """
    names, different = committed(provider), 0
    for name in names:
        found = differences(name, folder) if name.under(folder).exists() else [outcomes.get(str(name), "not recorded")]
        different += bool(found)
        for difference in found[:FEW]:
            print(f"{name}: {difference}")
        if len(found) > FEW:
            print(f"{name}: and {len(found) - FEW} more differences")
    print(f"{provider}: {different} of {len(names)} cassettes differ from the new recordings")
    return different


def main() -> int:
    """Record each server and compare its answers. Return the exit code."""
    different = 0
    for provider in sys.argv[1:] or SERVERS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                with SERVERS[provider]() as (address, server):
                    outcomes = recorded(provider, address, server, Path(folder))
            except NotThere as error:
                sys.stderr.write(f"{error}\n")
                return 6
            different += compared(provider, outcomes, Path(folder))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
