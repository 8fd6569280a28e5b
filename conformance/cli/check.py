"""``conformance check``: judge other people's recordings."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli import names, overlay
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, conclude, console, fail, give, given_path, one_line, remark, writable
from conformance.files import RECORDINGS
from conformance.judge.checks import (
    ANSWER_RULES,
    REFUSAL,
    REQUEST_ROUND_TRIP,
    REQUEST_RULES,
    REQUEST_SCHEMA,
    RESPONSE_ROUND_TRIP,
    RESPONSE_SCHEMA,
)
from conformance.judge.exit_codes import Exit, applying, concluded, worst
from conformance.leaks import hidden
from conformance.plural import counted
from conformance.report.canonical import indented
from conformance.survey.errors import ClusterError
from conformance.survey.evidence import gather
from conformance.survey.run import Seen
from conformance.survey.run import survey as surveyed
from conformance.survey.sight import CARRIED, DECODED, REFUSED_REQUEST, REQUEST, RETURNED_CALLS, WHOLE, Remark
from conformance.survey.sources import Unreadable, files_read, is_data, passed_over, passed_over_line
from conformance.survey.summary import Kept, Summary, Totals, summarise
from toolwire.wire import pointer


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(parser=given_path, help="Files or folders: vcrpy cassettes, HTTP archives, JSON lines."),
    ],
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    survey: Annotated[
        Path | None,
        typer.Option(
            callback=writable,
            help="Write what the recordings show about each provider to this JSON file: counts, and the names of "
            "models and of deviations. A deviation may name a key, or a value of at most 40 characters in place of a "
            "fixed word.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, help="The number of processes. By default 1, or the number of cores if the files are large."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Read on the workers of this Dask scheduler. Needs the extra 'cluster'."),
    ] = None,
    text_format: Annotated[
        str, typer.Option(help="The text format of model outputs. 'auto' recognises it from the outputs.")
    ] = "auto",
    *,
    data: overlay.Folders,
) -> None:
    """Judge recordings of other people, such as vcrpy cassettes. The command finds the dialect and provider of each
    exchange, decodes and judges it, and encodes it again to find losses.

    It reads vcrpy cassettes (YAML or JSON, also gzipped; bodies as text, binary or parsed_body), HTTP archives (*.har,
    also gzipped), session records of Azure's and OpenAI's SDKs for .NET, recordings of LangChain's test packages, of
    Llama Stack and of OGX, and JSON lines with request_body and response_body. A stream may be a JSON array. If a
    recording has no address, the bodies show the dialect. The command also reads model outputs: JSON lines with the
    keys raw_output, tools, and expected or expected_error. It lists what it could not read, and why. It also lists
    exchanges of other APIs, and files in folders that are no recordings: they do not change the exit code. To leave
    files out, name the other files or folders. Exit code 1: something was lost or misread; 5: no exchange of a known
    dialect and no model output was found; 6: a file, or an exchange of a known dialect, could not be read.
    """
    overlay.use(data)

    check_apart({"--output": output, "--survey": survey}, paths)
    if cluster is not None:
        _check_cluster(workers, data)
    text_format = names.text_format(text_format)
    reading = surveyed(paths, console(), workers=workers, cluster=cluster, text_format=text_format)
    try:
        with closing(reading):
            sights = reading if survey is None else list(reading)  # only a survey needs the results of all exchanges
            summary = summarise(sights)
    except ClusterError as error:
        fail(str(error), Exit.UNREADABLE)
    if passed := passed_over(paths):
        remark(passed_over_line(passed))
    for path in filter(is_data, paths):
        remark(
            f"{path} has data of your own, of which only the cassettes are recordings. Check {path / 'cassettes'}; "
            f"'conformance lint --data {path}' checks the other files"
        )
    if survey is not None:
        _keep(sights, survey)
    if format is Data.json:
        give(_masked(indented(msgspec.to_builtins(summary))), output)
    else:
        give(hidden(_text(summary, paths)), output)
    codes = _codes(summary)
    conclude(_verdict(summary), codes, output)
    raise typer.Exit(worst(codes))


def _masked(document: str) -> str:
    """Return a JSON document with its secrets masked, a few thousand lines at a time.

    Masking takes many times the memory of its text. No string of the document continues on another line.
    """
    lines = document.split("\n")
    parts = ("\n".join(lines[n : n + _LINES]) for n in range(0, len(lines), _LINES))
    return "\n".join(map(hidden, parts))


def _check_cluster(workers: int | None, data: overlay.Folders) -> None:
    """End the command if ``--cluster`` is given with ``--data`` or ``--workers``, or without the extra ``cluster``."""
    if data:
        fail(
            "--data cannot be used with --cluster: the cluster's workers cannot read a folder of this machine",
            Exit.USAGE,
        )
    if workers is not None:
        fail("use either --workers (this machine) or --cluster (other machines)", Exit.USAGE)
    if find_spec("distributed") is None:
        fail("--cluster needs the extra 'cluster': in a clone, run pip install '.[cluster]'", Exit.USAGE)


def _keep(sights: "Iterable[Seen]", path: Path) -> None:
    evidence = gather(sights, datetime.now(UTC).date().isoformat())
    give(_masked(indented(msgspec.to_builtins(evidence))), path)


def _codes(summary: "Summary") -> tuple[Exit, ...]:
    """Return the exit code of each problem in a summary: nothing judged, something lost, something unreadable."""
    return applying(
        {
            Exit.NOTHING_JUDGED: not summary.recognised and not summary.text_records,
            Exit.NOT_CONFORMANT: bool(_lost(summary)),
            Exit.UNREADABLE: bool(summary.unreadable),
        }
    )


def _lost(summary: "Summary") -> int:
    """Return the number of requests, answers, returned calls and model outputs that were lost or misread."""
    trips = (summary.request_round_trips, summary.response_round_trips)
    calls = summary.returned_calls
    return sum(kept.of - kept.ok for kept in trips) + calls.compared - calls.equal + len(summary.different)


def _verdict(summary: "Summary") -> str:
    """Return the verdict on all recordings as a line of text, such as ``2 lost or misread; 1 not read``."""
    if not summary.recognised and not summary.text_records:
        verdict = "nothing was judged"
    else:
        verdict = f"{_lost(summary) or 'nothing'} lost or misread"
    return f"{verdict}; {len(summary.unreadable)} not read" if summary.unreadable else verdict


def _text(summary: "Summary", paths: list[Path]) -> str:
    if not summary.exchanges and not summary.text_records:
        lines = [*_not_read(summary), *_nothing(paths)]
    else:
        lines = _exchanges(summary) if summary.exchanges else []
        lines += _outputs(summary) if summary.text_records else []
    verdict = concluded(_verdict(summary), _codes(summary))
    return "\n".join([*lines, "", verdict]).lstrip() + "\n"


def _nothing(paths: list[Path]) -> list[str]:
    """Return the lines for a check that found no exchange and no model output: what was read, and what to do next."""
    endings = ", ".join(ending for ending in RECORDINGS if not ending.endswith(".gz"))
    return [
        f"No exchange was found. Files read: {files_read(paths)}. In folders, files are read if their names end with "
        f"{endings}, also followed by .gz.",
        "Next: name a file or a folder with recordings. 'conformance check --help' lists the kinds that are read.",
    ]


def _outputs(summary: "Summary") -> list[str]:
    lines = ["family               outputs  equal  but for white space  different  recognised as"]
    for name, family in (*summary.by_family.items(), ("all", None)):
        counts = family or summary
        different = family.different if family else len(summary.different)
        formats = family.recognised.items() if family else ()
        names = ", ".join(f"{text_format} {number}" for text_format, number in sorted(formats))
        row = f"{one_line(name):20} {counts.text_records:7}  {counts.equal:5}  {counts.soft:19}  {different:9}  {names}"
        lines.append(row.rstrip())
    lines += [f"  {one_line(f'{record.where}: {record.why}')}" for record in summary.different]
    return [*lines, *_not_read(summary)] if not summary.exchanges else lines


def _exchanges(summary: "Summary") -> list[str]:
    lines = _counts(summary) if summary.decoded else [_undecoded(summary)]
    lines += _found(summary)
    lines += _not_read(summary)
    not_read = {unreadable.where for unreadable in summary.unreadable}
    worth_showing = [
        finding
        for finding in summary.findings
        if finding.check in _LOSSES and not (finding.check == DECODED and finding.where in not_read)
    ]
    if worth_showing:
        lines += ["", "Lost or misread:"]
        lines += [
            f"  {one_line(f'{finding.where}: {finding.check}: {finding.path}: {finding.message}')}"
            for finding in worth_showing
        ]
    if summary.findings:
        rules = any(finding.rule for finding in summary.findings)
        explain = "; 'conformance explain RULE' explains a rule" if rules else ""
        lines += ["", f"'--format json' lists every finding{explain}."]
    return [*lines, ""] if summary.text_records else lines


def _undecoded(summary: "Summary") -> str:
    """Return the line that replaces the table if no exchange could be decoded."""
    number = counted(summary.exchanges, "exchange")
    return f"{number} found, and none could be decoded. The reasons are below, each with the first file or record."


def _counts(summary: "Summary") -> list[str]:
    """Return the table of dialects, and the lines below it that explain what was compared."""
    lines = ["dialect              exchanges  with tools  decoded  requests kept  plain answers kept  bytes unread"]
    lines += [_row(name, totals) for name, totals in summary.by_dialect.items()]
    lines += [_row("all", summary), "", *_LEGEND, ""]
    without = summary.recognised - summary.request_round_trips.of
    if without:
        lines.append(f"{counted(without, 'exchange')} without a recorded request: only the answer was judged.")
    returned = summary.returned_calls
    if returned.compared:
        lines.append(
            f"Streamed calls that a request in the same folder sends back with the same id: {returned.compared}. "
            f"Of these, {returned.equal} with the same name and arguments."
        )
    return lines


def _found(summary: "Summary") -> list[str]:
    """Return the lines about findings that mean no loss, grouped by check.

    Each kind of finding has a line, with the first place where it occurs. The most frequent kind comes first.
    """
    lines: list[str] = []
    for check, heading in _HEADINGS.items():
        kinds: dict[str, list[str]] = {}
        for finding in summary.findings:
            if finding.check == check:
                kinds.setdefault(_kind_of(finding), []).append(finding.where)
        if not kinds:
            continue
        exchanges = len({where for places in kinds.values() for where in places})
        lines += ["", f"{heading} ({counted(exchanges, 'exchange')}):"]
        ranked = sorted(kinds.items(), key=lambda item: -len(item[1]))
        lines += [one_line(f"{len(places):6} x {kind}; first in {places[0]}") for kind, places in ranked[:_SHOWN]]
        lines += [f"         and {len(kinds) - _SHOWN} more kinds"] if len(kinds) > _SHOWN else []
    return lines


def _kind_of(finding: Remark) -> str:
    """Return the text by which findings are grouped: the broken rule with its level, such as ``tool-name (MUST)``.

    For a finding without a rule, the text is the JSON Pointer and the message.
    """
    if finding.rule is not None:
        return f"{finding.rule} ({finding.level})"
    path = pointer.general(finding.path)
    return f"{path}: {finding.message}" if path else finding.message


def _not_read(summary: "Summary") -> list[str]:
    covered = [f"{number:6} records not judged: each is {what}" for what, number in sorted(summary.not_covered.items())]
    return [*covered, *_foreign(summary), *_unreadable(summary)]


def _foreign(summary: "Summary") -> list[str]:
    """Return the lines about documents and records that are neither exchanges of a known dialect nor model outputs.

    Only the most frequent reasons are shown.
    """
    if not summary.foreign:
        return []
    reasons = _reasons(summary.foreign)
    more = [f"  and {len(reasons) - _SHOWN} more reasons: --format json"] if len(reasons) > _SHOWN else []
    heading = (
        f"Exchanges of other APIs, and files that are no recordings: {len(summary.foreign)}. They are not judged, and "
        "do not change the exit code."
    )
    return ["", heading, *reasons[:_SHOWN], *more]


def _unreadable(summary: "Summary") -> list[str]:
    if not summary.unreadable:
        return []
    advice = "Correct these files, or leave them out: run the command with only the other files or folders."
    return ["", f"Not read: {len(summary.unreadable)}. {advice}", *_reasons(summary.unreadable)]


def _reasons(unread: "Sequence[Unreadable]") -> list[str]:
    """Return a line for each reason, the most frequent reason first, such as ``a.yaml, and 2 more: not UTF-8``.

    A line names the first file or record that could not be read for this reason, and counts all others.
    """
    places: dict[str, list[str]] = {}
    for item in unread:
        places.setdefault(item.why, []).append(item.where)
    ranked = sorted(places.items(), key=lambda item: -len(item[1]))
    first = ((where[0] if len(where) == 1 else f"{where[0]}, and {len(where) - 1} more", why) for why, where in ranked)
    return [f"  {one_line(f'{where}: {why}')}" for where, why in first]


_LEGEND = (
    "Kept: a request or answer that was read and written again has the same JSON values. A dash: there was nothing to "
    "compare.",
    "Bytes unread: the share of the bytes of requests and plain answers that has no canonical form. These bytes are "
    "kept unchanged, so they are no loss.",
)
"""The explanation of the columns of the table."""
_LINES = 10_000
"""The number of lines of a JSON document that are masked together."""
_SHOWN = 4
"""The maximum number of kinds of findings that are shown for a check, and of reasons why documents were not judged."""
_HEADINGS = {
    REQUEST_SCHEMA.name: "Accepted requests that differ from the documented form",
    REQUEST_RULES.name: "Accepted requests that break a rule",
    REFUSAL.name: "Refusals that a rule predicted",
    REFUSED_REQUEST: "Refused requests that break a rule, but the rule does not quote the refusal",
    RESPONSE_SCHEMA.name: "Answers that differ from the form of the dialect's owner",
    ANSWER_RULES.name: "Answers that break a rule",
    WHOLE: "Answers that break off, or have calls without valid arguments",
    CARRIED: "Keys that toolwire does not read, and that are not on the reviewed list",
}
"""The headings of the checks whose findings do not mean that data is lost."""
_LOSSES = (
    REQUEST,
    REQUEST_ROUND_TRIP.name,
    RESPONSE_ROUND_TRIP.name,
    DECODED,
    RETURNED_CALLS,
)


def _row(name: str, totals: "Totals") -> str:
    requests, answers = totals.request_round_trips, totals.response_round_trips
    return (
        f"{name:20} {totals.exchanges:9}  {totals.tool_exchanges:10}  {totals.decoded:7}  "
        f"{_share(requests):>13}  {_share(answers):>18}  {totals.carried:12.1%}"
    )


def _share(kept: "Kept") -> str:
    return f"{kept.ok} of {kept.of}" if kept.of else "-"
