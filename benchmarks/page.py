"""The results for people."""

from benchmarks.results import Decoding, Results, Spread

_TITLES = {
    "events": "ours, to events",
    "response": "ours, to a response",
    "sdk_raw": "official SDK, raw stream",
    "sdk_helper": "official SDK, stream helper",
    "litellm": "litellm, stream_chunk_builder",
    "pydantic_ai": "pydantic-ai",
    "langchain": "langchain",
}


def page(results: Results) -> str:
    """``docs/benchmarks.md``."""
    checking, commands = results.checking, results.commands
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    return f"""# Benchmarks

Made by `python -m benchmarks --commit` ({results.date}; {results.machine}; Python {results.python}; {versions}).
A number is the median of the repetitions, in brackets the least and the most; where all three are the same there was
one repetition, and the figure is provisional.

## Decoding one streamed call

Processor time, times that of the floor: split the lines, parse each payload with msgspec, nothing else. In each
repetition everybody reads the same stream in turn, from memory, in chunks of 64 KiB; the official SDKs and the
libraries each in an environment of its own, through the HTTP client that they use, with a transport that answers in
process. The arguments that come out are compared with those that went in. The streams are those of the cassettes, with
as many deltas as it takes.

{_table(results.decoding)}

How the cost of a delta grows from the shortest to the longest stream:

{_growth(results.decoding)}

## Commands

| `conformance check`, one core, start excluded | |
|---|---|
| read | {checking.exchanges} exchanges, {checking.megabytes} MB |
| megabytes a second | {_shown(checking.rate)} |
| times reading and decoding the same | {_shown(checking.times_decoding)} |
| the same, files read beforehand | {_shown(checking.judging_times_decoding)} |
| times reading and parsing the same | {_shown(checking.times_parsing)} |
{_copies(results)}
| two workers, times the speed of one, on four copies, start included | {_shown(checking.two_workers)} |

| from cold | seconds on the clock | of processor time |
|---|---|---|
| `conformance run` | {_shown(commands.run[0])} | {_shown(commands.run[1])} |
| `conformance --help` | {_shown(commands.help[0])} | {_shown(commands.help[1])} |
"""


def _shown(found: Spread | str) -> str:
    return found if isinstance(found, str) else f"{found.median:g} ({found.least:g} to {found.most:g})"


def _table(decoding: tuple[Decoding, ...]) -> str:
    lines = [
        "| dialect | arguments | a delta | floor, µs a delta | " + " | ".join(_TITLES.values()) + " |",
        "|---|---|---|" + "---|" * (len(_TITLES) + 1),
    ]
    for one in decoding:
        cells = [_shown(one.floor), *(_shown(one.readers[name]) for name in _TITLES)]
        size = f"{one.case.size // 1024} KiB" if one.case.size < 1024**2 else f"{one.case.size // 1024**2} MiB"
        lines.append(f"| {one.case.dialect} | {size} | {one.case.delta} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _growth(decoding: tuple[Decoding, ...]) -> str:
    lines = ["| dialect | a delta | floor | ours, to events | ours, to a response |", "|---|---|---|---|---|"]
    for dialect, delta in dict.fromkeys((one.case.dialect, one.case.delta) for one in decoding):
        some = [one for one in decoding if (one.case.dialect, one.case.delta) == (dialect, delta)]
        first, last = some[0], some[-1]
        grown = [last.floor.median / first.floor.median]
        for name in ("events", "response"):
            one, other = first.readers[name], last.readers[name]
            assert isinstance(one, Spread)
            assert isinstance(other, Spread)
            grown.append(grown[0] * other.median / one.median)
        lines.append(f"| {dialect} | {delta} | {' | '.join(f'{times:.2f}' for times in grown)} |")
    return "\n".join(lines)


def _copies(results: Results) -> str:
    return "\n".join(
        f"| {number} copies, times one | {_shown(times)} |" for number, times in results.checking.copies.items()
    )
