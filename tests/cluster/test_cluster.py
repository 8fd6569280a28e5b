"""Tests of a survey on a genuine Dask cluster on loopback. The result is the same as in one process, also after a
crash.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="Dask comes with the extra 'cluster'")

from rich.console import Console

from conformance.data import cassettes_folder
from conformance.survey import cluster
from conformance.survey.errors import ClusterError
from conformance.survey.run import survey

SOME = [cassettes_folder() / "openai", cassettes_folder() / "bedrock"]


class Farm:
    """A scheduler and two workers. Each is a process."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        host = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._start("dask_scheduler", *host, "--port", "0", "--scheduler-file", self._file)
        while not self._file.exists() or not self._file.read_text().endswith("}"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address: str = json.loads(self._file.read_text())["address"]
        self.workers = [
            self._start(
                "dask_worker", self.address, *host, "--no-nanny", "--nthreads", "1", "--local-directory", folder
            )
            for _ in range(2)
        ]

    def _start(self, program: str, *arguments: Any) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", *map(str, arguments)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def farm(tmp_path: Path) -> Iterator[Farm]:
    started = Farm(tmp_path)
    yield started
    started.stop()


def test_a_cluster_finds_the_same_in_the_same_order(farm: Farm) -> None:
    assert list(survey(SOME, Console(), cluster=farm.address)) == list(survey(SOME, Console(), workers=1))


def test_a_lost_worker_loses_nothing(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_AHEAD", 20)
    results = cluster.spread(farm.address, slowly, iter(range(60)))
    found = [next(results)]
    farm.workers[0].kill()
    assert [*found, *results] == list(range(60))


def test_all_workers_lost_is_an_error_in_bounded_time(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    results = cluster.spread(farm.address, slowly, iter(range(200)))
    assert next(results) == 0
    for worker in farm.workers:
        worker.kill()
    monkeypatch.setattr(cluster, "_PATIENCE", 2)
    with pytest.raises(ClusterError, match="worker"):
        list(results)


def test_a_lost_scheduler_is_an_error_in_bounded_time(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    results = cluster.spread(farm.address, slowly, iter(range(200)))
    assert next(results) == 0
    monkeypatch.setattr(cluster, "_PATIENCE", 2)
    farm.scheduler.kill()
    with pytest.raises(ClusterError):
        list(results)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
@pytest.mark.parametrize("seconds", [0, 1], ids=["next-piece-running", "next-piece-done"])
def test_a_scheduler_that_answers_no_more_is_an_error_in_bounded_time(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 10)
    results = cluster.spread(farm.address, slowly, iter(range(2000)))
    assert next(results) == 0
    time.sleep(seconds)
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    farm.scheduler.send_signal(signal.SIGSTOP)
    with pytest.raises(ClusterError, match="the scheduler gave no answer for 1 seconds"):
        list(results)


def slowly(number: int) -> int:
    time.sleep(0.02)
    return number


def test_a_worker_of_another_version_is_refused(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "0")
    with pytest.raises(ClusterError, match=r"expected workers with version 0 of .*, got .*: install the same version"):
        list(cluster.spread(farm.address, slowly, [1]))


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    with pytest.raises(ClusterError, match=r"^127\.0\.0\.1:9: "):
        list(cluster.spread("127.0.0.1:9", slowly, [1]))
