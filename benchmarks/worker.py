"""A process that times the readers of its environment: JSON lines in, JSON lines out.

In: ``{"reader": .., "dialect": .., "file": .., "seconds": ..}``. Out: processor seconds for one reading, and a hash of
the arguments that were read; or ``{"error": ..}``.
"""

import gc
import hashlib
import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import readers

_CHUNK = 64 * 1024


@cache
def _reader(name: str, dialect: str) -> readers.Reader:
    made: readers.Reader = getattr(readers, name)(dialect)
    return made


@cache
def _chunks(file: str) -> list[bytes]:
    data = Path(file).read_bytes()
    return [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]


def _timed(reader: readers.Reader, chunks: list[bytes], least: float) -> dict[str, Any]:
    """Read again and again for at least so many seconds."""
    gc.collect()
    times, start = 0, time.process_time()
    while True:
        read = reader(chunks)
        times, taken = times + 1, time.process_time() - start
        if taken >= least:
            return {"seconds": taken / times, "read": read and hashlib.sha256(read.encode()).hexdigest()}


def main() -> None:
    """Answer each line of standard input."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            reader = _reader(question["reader"], question["dialect"])
            answer = _timed(reader, _chunks(question["file"]), question["seconds"])
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(answer), flush=True)


main()
