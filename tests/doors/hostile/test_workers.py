"""Tests of worker processes under a hostile working directory, a closed terminal, and signals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.judge.exit_codes import Exit

ROOT = Path(__file__).resolve().parents[3]
HALF_WRITTEN = """
import os, time
from conformance.workers import workers

def half():
    write = os.write
    def cut(place, data):
        write(place, bytes(data)[:10])
        os._exit(130)
    os.write = cut
    return bytes(1_000_000)

if __name__ == "__main__":
    try:
        with workers(1) as pool:
            pool.submit(half)
            time.sleep(1)
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""

FAILS = """
import threading
from conformance.workers import workers

if __name__ == "__main__":
    try:
        with workers(1):
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        print([thread.name for thread in threading.enumerate()], flush=True)
"""


def test_no_thread_is_left_that_ends_while_python_ends(tmp_path: Path) -> None:
    script = tmp_path / "fails.py"
    script.write_text(FAILS)
    ran = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert (ran.stdout, ran.stderr) == (b"['MainThread']\n", b"")


def test_a_worker_that_ends_amid_a_result_holds_nobody_up(tmp_path: Path) -> None:
    script = tmp_path / "half.py"
    script.write_text(HALF_WRITTEN)
    ran = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert ran.stdout == b"stopped\n"


@pytest.mark.parametrize("name", ["signal", "struct", "select", "pickle"])
def test_a_module_in_the_working_directory_replaces_none_of_pythons(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("X = 1\n")
    chosen = ("--providers", "cohere", "--workers", "2", "--generate", "0", "--adapter", "reference")
    command = [Path(sys.executable).with_name("conformance"), "gate", *chosen]
    path = os.pathsep.join(place for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place)
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, capture_output=True, timeout=120, check=False
    )
    assert ran.returncode == Exit.CONFORMANT, ran.stderr
    assert b"Traceback" not in ran.stderr
