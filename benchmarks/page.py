"""The page of the results."""

from benchmarks.results import Decoding, Growth, Results, Spread, TextGrowth

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
    """Return the text of ``docs/benchmarks.md``."""
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

What a delta of the longest arguments costs, times what one of the shortest does; both are read right after each other:

{_growth(results.growth)}

## Calls inside text

Processor time of reading an answer of 1 MiB character by character, to a response, times that of a tenth of it: ten
where the time is proportional to the text. Of the repetitions the fastest counts, at either length. The answers
hold text alone, text full of the beginnings of the format's markers, or of whole markers with no call behind them,
which may stand behind backticks that close nothing. Others hold reasoning, one call with a single long value, short
calls with text between them, the same as drafts that the end of reasoning takes back, and short calls alone.

{_texts(results.texts)}

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


def _shown(spread: Spread | str) -> str:
    return spread if isinstance(spread, str) else f"{spread.median:g} ({spread.least:g} to {spread.most:g})"


def _table(decoding: tuple[Decoding, ...]) -> str:
    lines = [
        "| dialect | arguments | a delta | floor, µs a delta | " + " | ".join(_TITLES.values()) + " |",
        "|---|---|---|" + "---|" * (len(_TITLES) + 1),
    ]
    for measured in decoding:
        case = measured.case
        cells = [_shown(measured.floor), *(_shown(measured.readers[name]) for name in _TITLES)]
        lines.append(f"| {case.dialect} | {_size(case.size)} | {case.delta} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _growth(growth: tuple[Growth, ...]) -> str:
    lines = [
        "| dialect | a delta | from, to | floor | ours, to events | ours, to a response |",
        "|---|---|---|---|---|---|",
    ]
    for grown in growth:
        cells = [_shown(grown.readers[name]) for name in ("floor", "events", "response")]
        sizes = f"{_size(grown.shortest.size)}, {_size(grown.longest.size)}"
        lines.append(f"| {grown.longest.dialect} | {grown.longest.delta} | {sizes} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _texts(texts: tuple[TextGrowth, ...]) -> str:
    shapes = list(dict.fromkeys(shape for text in texts for shape in text.shapes))
    lines = [f"| format | {' | '.join(shapes)} |", "|---|" + "---:|" * len(shapes)]
    for text in texts:
        cells = [f"{text.shapes[shape]:.1f}" if shape in text.shapes else "–" for shape in shapes]
        lines.append(f"| {text.text_format} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _size(characters: int) -> str:
    return f"{characters // 1024} KiB" if characters < 1024**2 else f"{characters // 1024**2} MiB"


def _copies(results: Results) -> str:
    return "\n".join(
        f"| {number} copies, times one | {_shown(times)} |" for number, times in results.checking.copies.items()
    )
