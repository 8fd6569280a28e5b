"""Tests of ``conformance verify`` with endpoints that hang."""

import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("statsmodels", reason="verify is an extra")

from conformance.judge.exit_codes import Exit
from conformance.recording import live
from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk
from conformance.verify import asking, simulated
from conformance.verify.simulated import Simulated
from tests.doors.verify.studies import SAME, many
from toolwire.wire.exchange import WireRequest


@pytest.mark.parametrize("begins", [False, True], ids=["no answer", "an answer without an end"])
def test_an_endpoint_that_hangs_is_given_up(
    begins: bool, tmp_path: Path, conformance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, lock = threading.Event(), threading.Lock()
    tried: list[WireRequest] = []

    def hangs(request: WireRequest) -> Answer:
        with lock:
            tried.append(request)
        over.wait(0 if begins else 60)
        endless = (Chunk(0, b"{"), Chunk(60_000, b"}"))
        return Answer(status=200, headers={"content-type": "application/json"}, chunks=endless, expected=None)

    monkeypatch.setattr(asking, "AsyncLive", partial(live.AsyncLive, limits=live.Limits(piece=0.3)))
    monkeypatch.setattr("random.uniform", lambda *_: 0)
    many(tmp_path / "cases.jsonl", 30)
    study = tmp_path / "study.yaml"
    with serving(Simulated(SAME)) as url, serving(hangs, paced=True) as hanging:
        urls = {"official": url, "stuck": hanging}
        study.write_text(yaml.safe_dump(simulated.study(urls, repeats=1, cases="cases.jsonl", modes=["plain"])))
        ran = conformance("verify", study, "--folder", tmp_path / "kept")
        over.set()
    assert ran.exit_code == Exit.ADAPTER_BROKE
    assert "stuck: did not answer in time for many requests in a row, so it gets no more requests" in ran.stderr
    assert 10 <= len(tried) < 10 + 4
