"""Change the code of the reference, each time in a single place, and count the changes that the default gate finds.

``python tools/mutation/run.py [--each N] [--seed S] [DIALECT ...]`` draws N changes for each dialect and side (request,
response, stream). A change is ``killed`` if the default gate is red for the cases of the dialect's owner. It is
``advised`` if the gate gives advice that it does not give on the unchanged reference, for example on a deviation of
form. Otherwise the tool compares the changed reference with the unchanged reference in generated conversations. The
change ``survived`` if a conversation shows a difference. It is ``unasked`` if no conversation shows a difference.

The tool writes ``reports/mutation/``, and keeps the results of other dialects there. ``survivors.yaml`` has the reasons
why changes survive.
"""

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, suppress
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from changes import Change, changed, count
from loading import changed_reference
from results import SIDES, Mutation, Outcome, Run, Side, Tested, write

from conformance.adapters.reference import ReferenceAdapter
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed, is_generated
from conformance.scenarios import capabilities
from conformance.suite.run import results_of
from conformance.suite.selection import USUAL, Generated, Selection
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Request, Response, fresh
from toolwire.providers import owner
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = ROOT / "toolwire" / "src"
SECONDS: Final = 120
"""The number of seconds after which a change counts as hanging."""
MORE: Final = 100
OTHER_SEED: Final = 2
SIDE: Final[dict[str, Side]] = {
    "request": "request", "messages": "request", "message_items": "request", "tools": "request", "choice": "request",
    "results": "request", "media": "request", "endpoint": "request", "items": "request", "url": "request",
    "response": "response", "content": "response", "calls": "response", "parts": "response", "thinking": "response",
    "reasoning": "response", "sources": "response", "reasoning_details": "response", "repeated": "response",
    "signature": "response",
    "stream": "stream", "stream_writer": "stream", "blocks": "stream", "open_item": "stream",
    "frequent_events": "stream", "array": "stream", "partial_args": "stream",
}  # fmt: skip
"""The side of each module of a dialect, by the name of the module."""
_FORK: Final = get_context("fork")


class Drawn(NamedTuple):
    """A change that was drawn at random, with its dialect, side and module."""

    dialect: str
    side: Side
    module: str
    change: Change

    @property
    def id(self) -> str:
        """The module, the line, the kind of the change, and the original code."""
        return f"{self.module.removeprefix('toolwire.dialects.')}:{self.change.line} {self.change.words}"


def main() -> int:
    """Test the changes, as many at a time as there are processors, and write their outcomes."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("dialects", nargs="*", default=DIALECTS, metavar="DIALECT")
    asked.add_argument("--each", type=int, default=16, metavar="N")
    asked.add_argument("--seed", type=int, default=1, metavar="S")
    options = asked.parse_args()
    chosen = [drawn for dialect in options.dialects for drawn in draw(dialect, options.each, options.seed)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = []
        for number, (drawn, outcome) in enumerate(zip(chosen, pool.map(test, chosen), strict=True), 1):
            outcomes.append(outcome)
            print(f"[{number}/{len(chosen)}] {outcome:<9} {drawn.id}", flush=True)
    tested = [
        Tested(dialect=drawn.dialect, side=drawn.side, change=drawn.id, outcome=outcome)
        for drawn, outcome in zip(chosen, outcomes, strict=True)
    ]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True).stdout
    ran = Run(date=datetime.now(UTC).date().isoformat(), commit=commit.strip())
    runs = dict.fromkeys(options.dialects, ran)
    write(Mutation(seed=options.seed, more=MORE, runs=runs, tested=tuple(tested)), ROOT / "reports" / "mutation")
    return 0


def draw(dialect: str, each: int, seed: int) -> Iterator[Drawn]:
    """Draw changes of a dialect's modules, up to ``each`` for each side."""
    modules: dict[Side, list[str]] = {side: [] for side in SIDES}
    for path in sorted((CODE / "toolwire" / "dialects" / dialect).glob("*.py")):
        side = SIDE.get(path.stem)
        if side is not None:
            modules[side].append(f"toolwire.dialects.{dialect}.{path.stem}")
    for side, names in modules.items():
        sources = {name: (CODE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8") for name in names}
        every = [(name, number) for name, source in sources.items() for number in range(count(source))]
        for name, number in Random(f"{seed}/{dialect}/{side}").sample(every, min(each, len(every))):
            yield Drawn(dialect, side, name, changed(sources[name], number))


def test(drawn: Drawn) -> Outcome:
    """Test a change in a separate process, and return the outcome.

    A change that hangs counts as killed, because the gate is red for an adapter that hangs.
    """
    receives, sends = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_test, args=(drawn, sends))
    process.start()
    outcome: Outcome = receives.recv() if receives.poll(SECONDS) else "killed"
    process.kill()
    process.join()
    return outcome


def _test(drawn: Drawn, sends: Connection) -> None:
    with redirect_stderr(io.StringIO()):
        try:
            adapter = changed_reference(drawn.module, drawn.change.tree)
            adapter.capabilities = tuple(capabilities())  # a case fails if the adapter declines a claimed capability
            advice = advice_on(adapter, drawn.dialect)
        except Exception:  # the changed reference does not start
            advice = None
    if advice is None:
        sends.send("killed")
    elif advice - (advice_on(ReferenceAdapter(), drawn.dialect) or frozenset()):
        sends.send("advised")
    else:
        sends.send("survived" if _differs(adapter, drawn.dialect) else "unasked")


def advice_on(adapter: Any, dialect: str) -> frozenset[tuple[str, str]] | None:
    """Return the default gate's advice on the dialect's cases, by case and message. Return None if the gate is red.

    Generated cases are played first, because they have values of every kind and so find most changes.
    """
    gate = Selection(providers=(owner(dialect),), deliveries="usual", generated=USUAL)
    names = [name for name in gate.names if name.dialect == dialect]
    advice = set[tuple[str, str]]()
    for name in sorted(names, key=lambda name: not is_generated(name)):
        for result in results_of(name, adapter, gate):
            if result.red:
                return None
            if result.outcome == "warn":
                advice.update((result.id, finding.message) for finding in result.findings)
    return frozenset(advice)


def _differs(adapter: Any, dialect: str) -> bool:
    """Return whether the changed reference differs from the reference in any of ``MORE`` generated conversations."""
    names = [name for name in Generated(MORE, OTHER_SEED).names() if name.dialect == dialect]
    return any(_done(adapter, case) != _done(ReferenceAdapter(), case) for name in names for case in _open(name))


def _open(name: CassetteName) -> Iterator[Case]:
    with suppress(NotPlayed):
        yield open_case(name)


def _done(adapter: Any, case: Case) -> list[Any]:
    """Return everything that an adapter reads and writes in a case, with JSON documents as values.

    Canonical values also contain data that the adapter needs to write them again. This data is left out, because it is
    internal to the adapter, and its effect shows in the documents that the adapter writes.
    """
    dialect, base_url = case.name.dialect, case.claims.base_url
    done = [_tried(adapter.encode, dialect, case.opening(), base_url)]
    write = partial(adapter.encode_response, stream=case.name.mode == "stream")
    for exchange in case.cassette.exchanges:
        asked = _tried(adapter.decode_request, dialect, exchange.request)
        read = _tried(adapter.decode, dialect, exchange.response)
        done += [fresh(each) if isinstance(each, Request | Response) else each for each in (asked, read)]
        if isinstance(asked, Request):
            done += [_tried(adapter.encode, dialect, each, base_url) for each in (asked, fresh(asked))]
        if isinstance(read, Response):
            done.append(_tried(write, dialect, read))
    return done


def _tried(method: Callable[..., Any], *given: Any) -> Any:
    """Call ``method``, and return its result. Return the name of the exception's class if it raises an exception.

    For a request, only the body is returned. Bytes that are JSON are returned as the JSON value.
    """
    try:
        gave = method(*given)
    except Exception as error:
        return type(error).__name__
    body = gave.body if isinstance(gave, WireRequest) else gave
    if not isinstance(body, bytes):
        return gave
    try:
        return exact_json.loads(body)
    except JsonError:
        return body


if __name__ == "__main__":
    sys.exit(main())
