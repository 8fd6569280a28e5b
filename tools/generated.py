"""Play thousands of generated conversations with adapters that are known to be right, and list the red cases, which are
the cases that fail.

``python tools/generated.py [--each N] [--seed S] [DIALECT ...]`` plays N conversations of each dialect. Every
second conversation is streamed. The adapters are the reference as a codec and as a client, the vendor's SDK, and the
three example clients in ``examples/``, which speak only OpenAI's chat completions. Without S the seed is random. The
tool needs the extra ``oracles``, Node, and Nim. It writes ``reports/generated/results.md``. The exit code is 1 if a
case is red and no known fault of an SDK explains the case.
"""

import argparse
import os
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import redirect_stdout
from datetime import UTC, datetime
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

from conformance.adapters.adapter import Adapter
from conformance.adapters.loading import load_adapter
from conformance.adapters.official import OfficialSdk
from conformance.judge.cause import causes
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed
from conformance.scenarios import Mode
from conformance.scenarios.generated import GeneratedName
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "reports" / "generated" / "results.md"
EXAMPLES: Final = ROOT / "examples"
CHUNK: Final = 20
"""The number of conversations that a process plays before it returns their outcome."""
SDK: Final = "vendor's SDK"
PLAYERS: Final[dict[str, Callable[[str], Adapter]]] = {
    "reference": lambda _: load_adapter("reference"),
    "reference client": lambda _: load_adapter("conformance.adapters.reference_client:ReferenceClient"),
    SDK: OfficialSdk,
}
COPIED: Final[dict[str, Callable[[str], Adapter]]] = {
    "example-python": lambda _: load_adapter("adapter:Adapter"),
    "example-node": lambda _: load_adapter(f"command:node {EXAMPLES / 'node' / 'adapter.mjs'}"),
    "example-nim": lambda _: load_adapter(f"command:{os.environ['EXAMPLE_NIM']}"),
}
"""The example clients, which speak only OpenAI's chat completions."""
KNOWN: Final = {
    (SDK, "ollama_chat", "request/tool.parameters/"): "its types have no place for most keywords of a schema",
    (
        SDK,
        "ollama_chat",
        "request/tool/changed",
    ): "it cuts the schemas of several tools, and a cut schema is like the schema of another tool",
    (SDK, "ollama_chat", "raised/JSONDecodeError/"): "it splits a stream into lines at U+0085, also inside a value",
}
"""Known faults of an SDK. The key has the player, the dialect and the beginning of the cause's id; the value is the
reason.
"""


class Red(NamedTuple):
    """A root cause of red cases of a player (an adapter), and the first of these cases."""

    id: str
    case: str


class Played(NamedTuple):
    """The outcome of playing the conversations of a dialect.

    ``drawn`` conversations were generated, and ``playable`` of them could be played. ``outcomes`` and ``red`` have an
    entry for each player (an adapter): the count of each outcome, and the root causes of the red cases.
    """

    playable: int
    drawn: int
    outcomes: dict[str, Counter[str]]
    red: dict[str, tuple[Red, ...]]


def main() -> int:
    """Play the conversations, print the progress, and write the report."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("dialects", nargs="*", default=DIALECTS, metavar="DIALECT")
    asked.add_argument(
        "--each",
        type=int,
        default=2000,
        metavar="N",
        help="the number of conversations of each dialect (default: 2000)",
    )
    asked.add_argument("--seed", type=int, default=SystemRandom().randrange(2, 10**6), metavar="S")
    options = asked.parse_args()
    begun = monotonic()
    print(f"seed {options.seed}", flush=True)
    with TemporaryDirectory() as folder:
        nim = Path(folder) / "adapter"
        source = str(EXAMPLES / "nim" / "adapter.nim")
        subprocess.run(["nim", "compile", "--hints:off", f"--out:{nim}", source], check=True)
        with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), prepare, (str(nim),)) as pool:
            found = {dialect: played(pool, dialect, options.each, options.seed) for dialect in options.dialects}
    KEPT.write_text("\n".join(report(found, options.seed, monotonic() - begun)) + "\n", encoding="utf-8")
    return 1 if any(unknown(found)) else 0


def prepare(nim: str) -> None:
    """Prepare a process so that it can import the example in Python and start the example in Nim."""
    sys.path.append(str(EXAMPLES / "python"))
    os.environ["EXAMPLE_NIM"] = nim


def played(pool: ProcessPoolExecutor, dialect: str, each: int, seed: int) -> Played:
    """Play conversations of a dialect in the processes of ``pool``, until at least ``each`` were playable. Return the
    outcome.
    """
    outcomes: dict[str, Counter[str]] = {player: Counter() for player in players(dialect)}
    red: dict[str, dict[str, Red]] = {player: {} for player in players(dialect)}
    playable = drawn = 0
    numbers = count(step=CHUNK)
    waiting: deque[Future[Played]] = deque()
    while playable < each:
        while len(waiting) < 2 * (os.cpu_count() or 1):
            waiting.append(pool.submit(play, dialect, seed, next(numbers)))
        part = waiting.popleft().result()
        playable, drawn = playable + part.playable, drawn + part.drawn
        for player, counts in part.outcomes.items():
            outcomes[player] += counts
            for cause in part.red[player]:
                if red[player].setdefault(cause.id, cause) is cause:
                    print(f"\n{player}: {cause.id} in {cause.case}", flush=True)
        print(f"\r{dialect}: {playable} of {each}", end="", flush=True)
    for future in waiting:
        future.cancel()
    print()
    return Played(playable, drawn, outcomes, {player: tuple(kept.values()) for player, kept in red.items()})


def play(dialect: str, seed: int, first: int) -> Played:
    """Play ``CHUNK`` conversations, beginning with number ``first``, to every player of the dialect."""
    outcomes: dict[str, Counter[str]] = {player: Counter() for player in players(dialect)}
    failed: dict[str, list[Result]] = {player: [] for player in players(dialect)}
    playable = 0
    for number in range(first, first + CHUNK):
        mode: Mode = "stream" if number % 2 else "plain"
        name = CassetteName(owner(dialect), dialect, str(GeneratedName(seed, number)), mode)
        try:
            case = open_case(name)
        except NotPlayed:
            continue
        playable += 1
        for player in players(dialect):
            with redirect_stdout(sys.stderr):
                results = judge(case, adapter(player, dialect))
            red = [result for result in results if result.red]
            failed[player] += red
            declined = any(result.declined is not None for result in results)
            outcomes[player]["red" if red else "declined" if declined else "works"] += 1
    kept = {
        player: tuple(Red(cause.id, cause.cases[0]) for cause in causes(results)) for player, results in failed.items()
    }
    return Played(playable, CHUNK, outcomes, kept)


def players(dialect: str) -> dict[str, Callable[[str], Adapter]]:
    """Return the adapters that play the conversations of a dialect, by name."""
    return PLAYERS | (COPIED if dialect == "openai_chat" else {})


@cache
def adapter(player: str, dialect: str) -> Adapter:
    """Return the adapter with the name ``player``. An adapter that is a program is started once in each process."""
    return players(dialect)[player](dialect)


def reason(player: str, dialect: str, cause: str) -> str | None:
    """Return the reason why a cause is a known fault, or None if the cause is not a known fault."""
    known = (
        why
        for (who, where, begins), why in KNOWN.items()
        if (who, where) == (player, dialect) and cause.startswith(begins)
    )
    return next(known, None)


def unknown(found: dict[str, Played]) -> Iterator[Red]:
    """Yield the red causes that are not known faults."""
    for dialect, part in found.items():
        for player, red in part.red.items():
            yield from (cause for cause in red if reason(player, dialect, cause.id) is None)


def report(found: dict[str, Played], seed: int, seconds: float) -> Iterator[str]:
    """Yield the lines of the report on all conversations."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True).stdout
    yield "# Generated conversations, played by right adapters"
    yield ""
    made = f"{datetime.now(UTC).date()}, commit {commit.strip()}, seed {seed}, {seconds / 60:.0f} minutes"
    yield f"Made by `python tools/generated.py` ({made})."
    yield "Every second conversation is streamed. Conversations that the dialect cannot express are not played."
    yield "*Declined*: the player declines a part of the conversation, and the rest works."
    yield ""
    yield "| dialect | player | played (of all generated) | works | declined | red |"
    yield "|---|---|---:|---:|---:|---:|"
    for dialect, part in found.items():
        for player, counts in part.outcomes.items():
            of = f"{part.playable} ({part.drawn})"
            who = shown(player, dialect)
            yield f"| {dialect} | {who} | {of} | {counts['works']} | {counts['declined']} | {counts['red']} |"
    listed = [
        f"- {player}, `{cause.case}`: `{cause.id}` ({reason(player, dialect, cause.id) or 'not known'})"
        for dialect, part in found.items()
        for player, red in part.red.items()
        for cause in red
    ]
    if listed:
        yield from ("", "## Red", "", *listed)


def shown(player: str, dialect: str) -> str:
    """Return the name of a player for the table. For an SDK, it is the name and the version of the SDK."""
    if player != SDK:
        return player
    hello = OfficialSdk(dialect).hello
    return f"{hello.name.partition('/')[0]} {hello.version}"


if __name__ == "__main__":
    sys.exit(main())
