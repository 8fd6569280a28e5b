"""The rendering of a report as text, markdown, HTML, CSV and JSON."""

import csv
import errno
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from conformance import __version__
from conformance.files import walk
from conformance.gate.rendering import templates
from conformance.recording.persister import check_writable, write
from conformance.site.building import style
from conformance.site.text import visible
from conformance.verify.errors import StudyError
from conformance.verify.inference import Rate
from conformance.verify.measure import title
from conformance.verify.plot import interval
from conformance.verify.report import Report

_HERE: Final = "conformance.verify"
_COLUMNS: Final = (
    "endpoint", "measure", "reference", "events", "trials", "rate", "low", "high", "difference", "difference_low",
    "difference_high", "cases", "p_adjusted", "power_different", "power_same", "cases_needed", "repeats_needed",
    "verdict",
)  # fmt: skip


def to_text(report: Report) -> str:
    """Return a report as text for a terminal."""
    return templates(_HERE).get_template("verify.txt.jinja").render(**_given(report))


def to_markdown(report: Report) -> str:
    """Return a report as markdown, for publication."""
    return templates(_HERE).get_template("verify.md.jinja").render(**_given(report))


def to_html(report: Report) -> str:
    """Return a report as an HTML page in the style of the site. The page needs no other file."""
    return _html().get_template("verify.html.jinja").render(**_given(report), style=Markup(style()))  # noqa: S704


def to_json(report: Report) -> str:
    """Return a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"


def to_csv(report: Report) -> str:
    """Return the numbers of a report as CSV. Each line is about a measure of an endpoint."""
    page = StringIO()
    table = csv.DictWriter(page, _COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    compared = {
        (each.endpoint, measured.measure): measured for each in report.comparisons for measured in each.compared
    }
    for column in report.columns:
        names = [*column.rates, *(() if column.reference else ("agreement", "stream-plain"))]
        for name in names:
            row: dict[str, Any] = {"endpoint": column.name, "measure": name, "reference": column.reference}
            if (found := column.rates.get(name)) is not None:
                row |= {"events": found.events, "trials": found.trials, "rate": found.value, "low": found.low,
                        "high": found.high}  # fmt: skip
            if (measured := compared.get((column.name, name))) is not None:
                effect = measured.effect
                row |= {
                    "difference": effect.value, "difference_low": effect.low, "difference_high": effect.high,
                    "cases": effect.cases, "p_adjusted": measured.p_adjusted, "power_different": effect.power_different,
                    "power_same": effect.power_same, "cases_needed": effect.cases_needed,
                    "repeats_needed": effect.repeats_needed, "verdict": measured.verdict,
                }  # fmt: skip
            table.writerow(row)
    return page.getvalue()


def write_all(report: Report, folder: Path) -> None:
    """Write a report in all formats, and a plot for each comparison.

    Every path is checked before the first file is written. Raises ``OSError`` if a path cannot be written. Raises
    ``StudyError`` if the folder has a symbolic link, because a link may leave the folder.
    """
    inside = (place / name for place, *names in walk(folder, _raised) for name in chain.from_iterable(names))
    for place in chain((folder,), inside):
        if place.is_symlink():
            raise StudyError(
                f"{place} is a symbolic link, which may leave the folder. No report was written: remove the link"
            )
    files = {
        "report.md": to_markdown(report), "index.html": to_html(report), "report.json": to_json(report),
        "report.csv": to_csv(report),
    } | {
        plot_path(comparison.endpoint, measured.measure): effect_plot(measured)
        for comparison in report.comparisons for measured in comparison.compared
    }  # fmt: skip
    for name in files:
        check_writable(folder / name)
    for name, text in files.items():
        write(folder / name, text)


def _raised(error: OSError) -> None:
    if error.errno != errno.ENOENT:  # the folder of a first report is not there yet
        raise error


def plot_path(endpoint: str, measure: str) -> str:
    """Return the path of a plot, relative to the report."""
    return f"plots/{endpoint.replace('/', '-')}-{measure}.svg"


def effect_plot(measured: Any) -> Markup:
    """Return the plot of a measure's difference from the reference, with its interval and the margin.

    ``measured``: a ``Compared``.
    """
    effect = measured.effect
    most = max(4 * measured.margin, abs(effect.low), abs(effect.high))
    return interval(effect.value, effect.low, effect.high, least=-most, most=most, margin=measured.margin)


def percent(value: float) -> str:
    """Return a rate in percent, as text."""
    return f"{100 * value:.1f} %"


def points(value: float) -> str:
    """Return a difference of rates in percentage points, as text."""
    return f"{100 * value:+.1f}"


def rate_text(found: Rate | None) -> str:
    """Return a rate with its counts and its interval, as text."""
    if found is None:
        return "–"
    return f"{percent(found.value)} ({found.events}/{found.trials}; {percent(found.low)} to {percent(found.high)})"


def chance(value: float) -> str:
    """Return a p-value or a power as text."""
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}" if value < 0.01 else f"{value:.2f}"


def _given(report: Report) -> dict[str, Any]:
    return {
        "report": report, "version": __version__, "title": title, "percent": percent, "points": points,
        "rate_text": rate_text, "chance": chance, "effect_plot": effect_plot, "plot_path": plot_path,
        "rate_plot": lambda found: interval(found.value, found.low, found.high, least=0, most=1),
    }  # fmt: skip


@cache
def _html() -> Environment:
    return Environment(
        loader=PackageLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined,
        finalize=lambda value: visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value,
    )  # fmt: skip
