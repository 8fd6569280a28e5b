"""Probe llama.cpp's and dasLLAMA's servers, and keep the results in ``reports/probes``.

    python tools/probe_local.py [--check] [PROVIDER ...]

The tool starts the servers itself, on any machine. With ``--check`` it keeps nothing, and reports each server whose
results differ from the committed results. It needs the extras ``record`` and ``llamacpp``, and dasllama 0.6.6. Exit
codes: 0 the results are as committed, or were kept; 1 the results of a server differ; 6 a server does not start.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from record_local import HERE, SERVERS, NotThere

from conformance.report import servers
from conformance.report.servers import Server

KEPT = HERE.parent / "reports" / "probes"
MODEL = "tiny-toolcaller"


def probed(provider: str) -> Server:
    """Start a server, play every scenario to it, and return the verdicts.

    Raises ``NotThere`` if the server does not start, or if the probe writes no report.
    """
    with tempfile.TemporaryDirectory() as folder, SERVERS[provider]() as (address, server):
        report = Path(folder) / "probe.json"
        command = [sys.executable, "-m", "conformance", "probe", "--provider", provider, "--format", "json"]
        command += ["--base-url", f"{address}/v1", "--model", MODEL, "--output", str(report)]
        subprocess.run(command, check=False)
        if not report.exists():
            raise NotThere(f"{provider}: conformance probe wrote no report")
        return servers.of_probe(provider, server, HERE / provider / "model.gguf", report.read_bytes())


def main() -> int:
    """Probe the servers, and keep or compare the results. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("providers", nargs="*")
    options = parser.parse_args()
    committed = {server.name: server for server in servers.read(KEPT)}
    different = 0
    for provider in options.providers or SERVERS:
        try:
            found = probed(provider)
        except NotThere as error:
            sys.stderr.write(f"{error}\n")
            return 6
        if not options.check:
            print(servers.write(found, KEPT))
            continue
        before = committed.get(provider)
        same = before is not None and msgspec.structs.replace(before, date="") == msgspec.structs.replace(
            found, date=""
        )
        print(f"{provider}: {'as committed' if same else 'not as committed; to keep the results, run without --check'}")
        different += not same
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
