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
A number is the median of the repetitions. The least and the greatest value are in brackets. If all three are the same,
there was a single repetition, and the number is provisional.

## Decoding one streamed call

The numbers are multiples of the processor time of the floor. The floor only splits the lines, and parses each payload
with msgspec. In each repetition, all readers read the same stream in turn, from memory, in chunks of 64 KiB. Each
official SDK and each library runs in its own environment, with the HTTP client that it uses, and with a transport that
answers in the same process. The arguments that a reader returns are compared with the arguments in the stream. The
streams are made from the cassettes, with as many deltas as the size needs.

{_table(results.decoding)}

This table shows the processor time for a delta of the longest arguments, as a multiple of the time for a delta of the
shortest arguments. A reader reads both streams directly one after the other:

{_growth(results.growth)}

## Calls inside text

The reader of each format reads an answer of 1 MiB character by character, and returns a response. The numbers are
multiples of the processor time for a tenth of the answer: 10 means that the time is proportional to the length of the
text. For both lengths, the fastest repetition counts. The columns are the contents of the answers: text alone; text
full of beginnings of the format's markers; whole markers with no call behind them; and such markers behind backticks
that no other backticks close. Further columns are: reasoning; one call with a single long value; short calls with text
between them; the same calls as drafts, which the end of reasoning withdraws; and short calls alone.

{_texts(results.texts)}

## Commands

| `conformance check`, one core, without the start of the process | |
|---|---|
| read | {checking.exchanges} exchanges, {checking.megabytes} MB |
| megabytes per second | {_shown(checking.rate)} |
| time, as a multiple of the time for reading and decoding | {_shown(checking.times_decoding)} |
| the same, if the files were read before | {_shown(checking.judging_times_decoding)} |
| time, as a multiple of the time for reading and parsing | {_shown(checking.times_parsing)} |
{_copies(results)}
| speed of two workers, as a multiple of the speed of one (four copies) | {_shown(checking.two_workers)} |

| from a cold start | seconds on the clock | seconds of processor time |
|---|---|---|
| `conformance run` | {_shown(commands.run[0])} | {_shown(commands.run[1])} |
| `conformance --help` | {_shown(commands.help[0])} | {_shown(commands.help[1])} |
"""


def _shown(spread: Spread | str) -> str:
    return spread if isinstance(spread, str) else f"{spread.median:g} ({spread.least:g} to {spread.most:g})"


def _table(decoding: tuple[Decoding, ...]) -> str:
    columns = ("dialect", "size of arguments", "characters in a delta", "floor, µs for a delta", *_TITLES.values())
    lines = [
        f"| {' | '.join(columns)} |",
        "|---|---|---|" + "---|" * (len(_TITLES) + 1),
    ]
    for measured in decoding:
        case = measured.case
        cells = [_shown(measured.floor), *(_shown(measured.readers[name]) for name in _TITLES)]
        lines.append(f"| {case.dialect} | {_size(case.size)} | {case.delta} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _growth(growth: tuple[Growth, ...]) -> str:
    lines = [
        "| dialect | characters in a delta | from, to | floor | ours, to events | ours, to a response |",
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
        f"| time for {number} copies, as a multiple of the time for one | {_shown(times)} |"
        for number, times in results.checking.copies.items()
    )
