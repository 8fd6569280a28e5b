"""Start the genuine llama.cpp server with our model, and record every scenario from it.

This tool needs the extras ``llamacpp`` and ``oracles``.
"""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Start the server, record from it, and stop it. Return the exit code."""
    server = subprocess.Popen(
        [sys.executable, str(HERE / "serve.py"), "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    assert server.stdin is not None
    try:
        line = next((line for line in server.stdout if line.startswith("LISTENING ")), None)
        if line is None:
            sys.stderr.write("llama.cpp's server did not start; the lines above show why\n")
            return 1
        name = f"llama.cpp server of xllamacpp {version('xllamacpp')}"
        command = [sys.executable, "-m", "conformance", "record", "--provider", "llamacpp", "--server", name]
        command += ["--base-url", line.split()[1], *sys.argv[1:]]
        return subprocess.run(command, check=False).returncode
    finally:
        server.stdin.close()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
