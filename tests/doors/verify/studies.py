"""Studies of simulated endpoints over HTTP on loopback."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from conformance.recording.loopback import serving
from conformance.verify import case_set, simulated
from conformance.verify.folder import Folder, create
from conformance.verify.report import Report, report
from conformance.verify.run import Stopped, run
from conformance.verify.simulated import Behaviour, Kind, Simulated
from conformance.verify.study import read

SAME = Behaviour(seed=1, certain=True)
SHOWN: dict[Kind, str] = {"no-id": "wire-fault", "no-end": "wire-fault"}
"""For each planted fault whose measure has another name: the measure that shows the fault."""
CAUSES: dict[Kind, str] = {
    "no-id": "provider/call-ids/call.id/changed",
    "no-end": "provider/served/finish",
    "failed": "provider/served/status",
    "leaked-call": "provider/leaks/text",
}


@contextmanager
def opened(folder: Path, behaviours: dict[str, Behaviour], **more: Any) -> Iterator[Folder]:
    """Serve simulated endpoints, and yield the folder of a study of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        urls = {name: stack.enter_context(serving(Simulated(each))) for name, each in behaviours.items()}
        path = folder / "study.yaml"
        path.write_text(yaml.safe_dump(simulated.study(urls, **more)))
        study = read(path)
        cases = case_set.load(folder / study.cases) if study.cases != "scenarios" else case_set.of_scenarios()
        yield create(folder / "kept", study, cases)


def ran(folder: Path, behaviours: dict[str, Behaviour], **more: Any) -> tuple[Report, Stopped]:
    with opened(folder, behaviours, **more) as kept:
        stopped = run(kept, lambda *_: None)
    return report(kept), stopped


def many(path: Path, number: int) -> None:
    tool = {"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}}
    lines = [
        json.dumps({"messages": [{"role": "user", "content": f"Ping {n}."}], "tools": [tool]}) for n in range(number)
    ]
    path.write_text("\n".join(lines))
