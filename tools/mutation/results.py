"""The outcomes of changes to the reference's code, and the page that shows these outcomes.

``run.py`` makes the changes. ``reports/mutation/results.json`` has the outcomes.
"""

from collections import Counter
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

import msgspec
import yaml

Side: TypeAlias = Literal["request", "response", "stream"]
"""The documents that a module reads and writes: requests, plain answers (``response``), or streams."""
Outcome: TypeAlias = Literal["killed", "advised", "survived", "unasked"]
"""The outcome of a change.

``killed``: the default gate is red. ``advised``: the gate only gives advice, for example on a deviation of form.
``survived``: the gate finds nothing, although the changed reference behaves differently. ``unasked``: the changed
reference behaved like the unchanged reference in all conversations that were tried.
"""
SIDES: Final[tuple[Side, ...]] = get_args(Side)
_REASONS: Final = Path(__file__).with_name("survivors.yaml")


class Tested(msgspec.Struct, frozen=True, kw_only=True):
    """A change that was tested, and its outcome."""

    dialect: str
    side: Side
    change: str
    """The module, the line, the kind of the change, and the code that was changed."""
    outcome: Outcome


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The last test of a dialect's changes: the day, and the commit that was tested."""

    date: str
    commit: str


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """The outcomes of the last run of each dialect."""

    seed: int
    more: int
    """The number of further conversations in which a change is tried if the gate does not find it."""
    runs: dict[str, Run]
    """The last run of each dialect, by dialect."""
    tested: tuple[Tested, ...]

    def count(self, dialect: str, side: Side) -> Counter[Outcome]:
        """Return the number of changes with each outcome, in the modules of a dialect and a side."""
        return Counter(each.outcome for each in self.tested if (each.dialect, each.side) == (dialect, side))


def write(run: Mutation, folder: Path) -> None:
    """Write ``results.json`` and ``results.md``. Dialects that this run did not test keep their results."""
    if (folder / "results.json").exists():
        run = _beside(run, msgspec.json.decode((folder / "results.json").read_bytes(), type=Mutation))
    written = msgspec.json.format(msgspec.json.encode(run), indent=1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_bytes(written + b"\n")
    (folder / "results.md").write_text(page(run), encoding="utf-8")


def _beside(run: Mutation, kept: Mutation) -> Mutation:
    tested = (each for each in kept.tested if each.dialect not in run.runs)
    return msgspec.structs.replace(
        run, runs=kept.runs | run.runs, tested=tuple(sorted((*tested, *run.tested), key=lambda each: each.dialect))
    )


def page(run: Mutation) -> str:
    """Return the page. It has the share of killed changes by dialect and side, and each survivor with the reason."""
    reasons = yaml.safe_load(_REASONS.read_text(encoding="utf-8")) or {}
    rows = [
        f"| {dialect} | {' | '.join(_cell(run.count(dialect, side)) for side in SIDES)} | {ran.date} | {ran.commit} |"
        for dialect, ran in sorted(run.runs.items())
    ]
    survivors = [
        f"- `{each.change}`: {reasons.get(each.change, 'no reason is known yet')}"
        for each in run.tested
        if each.outcome == "survived"
    ]
    total = Counter(each.outcome for each in run.tested)
    return _PAGE.format(
        run=run,
        more=run.more,
        killed=total["killed"],
        advised=total["advised"],
        asked=total.total() - total["unasked"],
        unasked=total["unasked"],
        heads=" | ".join(SIDES),
        lines="|".join(["---:"] * len(SIDES)),
        rows="\n".join(rows),
        survivors="\n".join(survivors) or "None.",
    )


def _cell(counts: Counter[Outcome]) -> str:
    asked = counts.total() - counts["unasked"]
    advised = f" and {counts['advised']}" if counts["advised"] else ""
    return f"{counts['killed']}{advised} of {asked}" if asked else "none"


_PAGE: Final = """\
# Changes of the reference that the gate finds

Made by `python tools/mutation/run.py` (seed {run.seed}).
The reference's code is changed in one place, and the default gate judges the changed reference as a codec.
{killed} of {asked} changes make the gate red, and {advised} only get advice, because they only change the form.
{unasked} more changes had no effect in the gate, and none in {more} other conversations, which were read and written,
plain and streamed. The table leaves them out.

| red (and advised), of the changes with an effect | {heads} | date | commit |
|---|{lines}|---|---|
{rows}

## Not found

{survivors}
"""
