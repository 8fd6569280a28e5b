"""Measure how well dialects and text formats are detected, with recordings that other projects collected.

``python tools/detection.py FOLDER`` writes docs/detection.md. FOLDER has ``corpus/`` (exchanges with their dialect),
``vcr/`` (cassettes), ``local-servers/`` (bytes of genuine servers) and ``text-formats/`` (model outputs). The page has
only counts.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import Any

from conformance.survey.sources import Found, Source, content, find, read
from conformance.survey.text_records import TextRecord
from toolwire import registry
from toolwire.detection import text_format_of
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Text, ToolDefinition
from toolwire.providers import dialects_at, provider_at
from toolwire.text import parse
from toolwire.wire.errors import WireError
from toolwire.wire.recognition import Recognised, dialect_of, dialect_of_exchange

PAGE = Path(__file__).resolve().parent.parent / "docs" / "detection.md"
REFUSED = 400
_ABOUT = """\
`conformance detect` and `conformance check` recognise a dialect by the address, or by the shape of the answer.
They recognise a text format by the signs that begin a call
([text_signs.yaml](../toolwire/src/toolwire/wire/text_signs.yaml)), outside of code, fences and reasoning. A call, whole
or cut, must follow the signs. If several dialects or formats are possible, or if the text may be an ordinary answer,
the result is *unknown*, with the possible names. For example, Mistral's answers differ from OpenAI's only in their ids.
An object with a name and parameters is a call only if a tool of that name was offered.""".splitlines()
Table = Counter[tuple[str, str]]
_SUBFORMATS = {"x-llama-json": "llama3_json", "x-llama-pythonic": "pythonic"} | {
    f"x-deepseek-{version}": f"deepseek_{version}" for version in ("v3", "v31", "v32", "v4", "v41")
}
_FAMILIES = {"qwen3-hermes": "hermes", "mistral": "mistral"}
_PATHS = {
    "/v1/chat/completions": "openai_chat",
    "/v1/responses": "openai_responses",
    "/v1/messages": "anthropic_messages",
}


def recordings(folder: Path) -> Iterator[Found | TextRecord]:
    """Yield all recordings below a folder."""
    for source in find([folder]):
        held = content(source) if isinstance(source, Source) else b""
        if isinstance(source, Source) and isinstance(held, bytes):
            yield from (record for record in read(source, held) if isinstance(record, Found | TextRecord))


def labels(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the records in the JSON lines files below a folder, by id. Each record states its dialect or family."""
    lines = (line for path in sorted(folder.rglob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return {record["id"]: record for record in map(json.loads, lines)}


def describe(found: Recognised | None) -> str:
    """Return the recognised name. If no name is certain, return ``unknown``, with the possible names if there are any,
    such as ``unknown (a or b)``.
    """
    if found is None:
        return "unknown"
    return found.name or f"unknown ({' or '.join(found.names)})"


def by_address_and_by_body(corpus: Path) -> tuple[Table, Table]:
    """Count the exchanges of the corpus by their true dialect, which the corpus states, and by the detected dialect.
    Return two tables.

    In the first table, the dialect is detected from whole exchanges. In the second table, it is detected only from the
    bytes of answers. The second table has no refusals.
    """
    known, whole, bytes_alone = labels(corpus), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for recording in recordings(corpus):
        if isinstance(recording, Found):
            label = known[recording.where.rpartition("(")[2].rstrip(")")]["dialect"]
            spoken = dialects_at(provider_at(recording.exchange.request.url))
            whole[label, describe(dialect_of_exchange(recording.exchange, spoken))] += 1
            if recording.exchange.response.status < REFUSED:
                bytes_alone[label, describe(dialect_of(recording.exchange.response.body))] += 1
    return whole, bytes_alone


def cassettes(folder: Path) -> Table:
    """Count the answers in cassettes by two dialects: detected from the whole exchange, and from the bytes alone."""
    table: Table = Counter()
    for recording in recordings(folder):
        if isinstance(recording, Found) and recording.exchange.response.status < REFUSED:
            spoken = dialects_at(provider_at(recording.exchange.request.url))
            address = dialect_of_exchange(recording.exchange, spoken)
            table[
                describe(address) if address else "other", describe(dialect_of(recording.exchange.response.body))
            ] += 1
    return table


def servers(folder: Path) -> Table:
    """Count the answers of genuine servers by two dialects: the dialect of the path, and the dialect of the bytes
    alone.
    """
    table: Table = Counter()
    for path in sorted(folder.rglob("*.response.bin")):
        asked = path.with_name(path.name.replace(".response.", ".request.")).read_bytes().split(b" ", 2)[1].decode()
        response = HTTPResponse(_Bytes(path.read_bytes()))  # type: ignore[arg-type]
        response.begin()
        body = response.read()
        if response.status < REFUSED:
            table[_PATHS[asked.partition("?")[0]], describe(dialect_of(body))] += 1
    return table


class _Bytes:
    """A substitute for a socket, from which ``HTTPResponse`` reads the data of a file."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, mode: str) -> BytesIO:
        del mode
        return BytesIO(self._data)


def outputs(folder: Path, *, with_tools: bool) -> Table:
    """Count model outputs by the text format that the record states and by the detected text format.

    ``with_tools``: true if the detection gets the tools that were offered.
    """
    known, table = labels(folder), Counter[tuple[str, str]]()
    for recording in recordings(folder):
        if isinstance(recording, TextRecord):
            record = known[recording.where.rpartition("(")[2].rstrip(")")]
            own = next((_SUBFORMATS[tag] for tag in record["tags"] if tag in _SUBFORMATS), None)
            label = own or _FAMILIES[record["family"]]
            calls = bool((record.get("expected") or {}).get("tool_calls")) or "expected_error" in record
            found = text_format_of(recording.raw_output, recording.tools if with_tools else ())
            table[label if calls else f"{label}, no call", describe(found)] += 1
    return table


def plain_answers(corpus: Path) -> tuple[int, list[str]]:
    """Return the number of answers that have text and no calls, although their requests offer tools.

    Also return the places of the recordings of those answers in whose text the reader finds a call.
    """
    auto, number, found = registry.text_format("auto"), 0, []
    for recording in recordings(corpus):
        if (
            not isinstance(recording, Found)
            or not recording.has_request
            or recording.exchange.response.status >= REFUSED
        ):
            continue
        name = dialect_of_exchange(recording.exchange, dialects_at(provider_at(recording.exchange.request.url)))
        if name is None or name.names[0] not in DIALECTS:
            continue
        spoken = dialect(name.names[0])
        try:
            tools = spoken.read_request(recording.exchange.request).tools
            answer = read_answer(spoken, recording.exchange.response)
        except WireError:
            continue
        text = "".join(part.text for part in answer.parts if isinstance(part, Text))
        if not text or answer.calls or not any(isinstance(tool, ToolDefinition) for tool in tools):
            continue
        number += 1
        if parse(text, auto, tools).calls:
            found.append(recording.where)
    return number, found


def wrong(table: Table) -> int:
    """Count the texts and exchanges in a table that were recognised wrongly. The result ``unknown`` is not wrong."""
    return sum(
        times
        for (label, named), times in table.items()
        if not named.startswith("unknown") and named != label.removesuffix(", no call")
    )


def shown(title: str, table: Table) -> list[str]:
    """Format a table as markdown, with a row for each pair of a stated and a detected name."""
    rows = ["", f"## {title}", "", "| stated | detected | times |", "|---|---|---:|"]
    rows += [f"| {label} | {named} | {times} |" for (label, named), times in sorted(table.items())]
    unknown = sum(times for (_, named), times in table.items() if named.startswith("unknown"))
    return [*rows, "", f"{sum(table.values())} in all, {unknown} unknown, {wrong(table)} wrong."]


def page(folder: Path) -> str:
    """Make the text of the page ``docs/detection.md``."""
    whole, bytes_alone = by_address_and_by_body(folder / "corpus")
    number, read_as_calls = plain_answers(folder / "corpus")
    today = datetime.now(UTC).date().isoformat()
    lines = [
        "# Detection, measured on recordings",
        "",
        f"Made on {today} by `tools/detection.py` from collections of other projects. Only counts are kept here.",
        "",
        *_ABOUT,
        *shown("Exchanges, by address and answer", whole),
        *shown("The same answers, without the address", bytes_alone),
        *shown("Cassettes of two projects, without the address", cassettes(folder / "vcr")),
        *shown("Genuine servers on loopback, without the address", servers(folder / "local-servers")),
        *shown("Model outputs, with the tools that were offered", outputs(folder / "text-formats", with_tools=True)),
        *shown("Model outputs, without the tools", outputs(folder / "text-formats", with_tools=False)),
        "",
        "## Plain answers",
        "",
        f"{number} answers have text and no calls, although their requests offer tools. In {len(read_as_calls)} of "
        "them, the reader finds a call in the text." + "".join(f"\n- {where}" for where in read_as_calls),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Make the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder with the four collections")
    PAGE.write_text(page(parser.parse_args().folder), encoding="utf-8")
    print(f"{PAGE.name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
