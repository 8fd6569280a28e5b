"""Serve model.gguf with llama.cpp's own HTTP server, on loopback.

When the server is ready, it prints a line with LISTENING and its address. It stops on SIGTERM, on SIGINT, and when its
standard input ends.
"""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

import xllamacpp

HERE = Path(__file__).parent
ALIAS = "tiny-toolcaller"
CONTEXT = 4096
SEED = 1


def parameters(port: int, verbosity: int, context: int) -> xllamacpp.CommonParams:
    """Return the parameters of llama.cpp's server."""
    params = xllamacpp.CommonParams()
    params.model.path = str(HERE / "model.gguf")
    params.model_alias = {ALIAS}
    params.chat_template = (HERE / "template.jinja").read_text(encoding="utf-8")
    params.use_jinja = True
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.sampling.temp = 0.0
    params.sampling.seed = SEED
    params.verbosity = verbosity
    return params


def wait_for_the_end() -> None:
    """Wait for SIGTERM, for SIGINT, or for the end of standard input."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())

    def drain() -> None:
        while os.read(sys.stdin.fileno(), 4096):
            pass
        ended.set()

    threading.Thread(target=drain, daemon=True).start()
    ended.wait()


def main() -> None:
    """Serve until the process is stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int, nargs="?", default=0, help="the port (default: 0, which means any free port)")
    parser.add_argument("--verbosity", type=int, default=0, help="llama.cpp's verbosity for its log on standard error")
    parser.add_argument(
        "--context", type=int, default=CONTEXT, help="the size of the context in tokens; agents need about 30,000"
    )
    options = parser.parse_args()
    server = xllamacpp.Server(parameters(options.port, options.verbosity, options.context))
    print(f"LISTENING {server.listening_address}", flush=True)
    wait_for_the_end()


if __name__ == "__main__":
    main()
