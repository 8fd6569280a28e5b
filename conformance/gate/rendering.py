"""Rendering of a verdict for people and for machines, as text, markdown and JSON."""

import textwrap
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import msgspec

from conformance.gate.editions import changes
from conformance.gate.failing import how
from conformance.gate.issue import Issue
from conformance.gate.page import GRAVEST, Page
from conformance.gate.sides import short
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.judge.wording import lines
from conformance.plural import counted
from conformance.report.canonical import indented

if TYPE_CHECKING:
    from jinja2 import Environment

_FORMAT: Final = 1
LOSSES: Final[dict[Effect, str]] = {
    "call": "a call or a result is lost, changed or invented",
    "rejected": "the provider refuses the request",
    "tools": "the model gets other tools, other schemas, or another tool choice",
    "context": "reasoning, text, flags or parts are lost",
    "form": "nothing, as far as we know: only the form is wrong",
    "advice": "nothing: only a recommendation (SHOULD) is not followed",
}
"""A description of each effect: what the user loses."""
NOTES: Final = {
    "right, and not answered": "Pass only for the request: these cases ended before the adapter returned the answer "
    "that the scenario is about, so only requests were judged. If such a case also fails, correct the failure first.",
    "not-observed": "Not-observed: the check could not judge. Either it had no answer, because the request differs "
    "from the recorded request or the conversation ended early, or the right reading of the answer is not known.",
}
"""Explanations of some keys of ``Page.counts``."""
_HERE: Final = "conformance.gate"
_WIDTH: Final = 80
_FEW: Final = 5
"""The maximum number of reasons of declined cases in a report without details."""
_CUT: Final = " ... "
_END: Final = 0.4
"""The fraction of the shown characters that come from the end of a text, if its middle is cut out."""


def to_text(page: Page) -> str:
    """Render a report as text, for a terminal or a log."""
    return templates(_HERE).get_template("verdict.txt.jinja").render(page=page, verdict=page.verdict).lstrip("\n")


def to_markdown(page: Page) -> str:
    """Render a report as markdown, for the summary of a CI job."""
    return templates(_HERE).get_template("verdict.md.jinja").render(page=page, verdict=page.verdict)


def to_json(page: Page) -> str:
    """Render a report for machines as JSON, with every failure in full and the outcome of every case."""
    verdict, scenarios = page.verdict, page.scenarios

    def all_of(results: tuple[Result, ...]) -> list[object]:
        return [
            {**msgspec.to_builtins(result), "fails": how(result), "again": page.again(result.id)} for result in results
        ]  # fmt: skip

    return indented(
        {
            "format": _FORMAT,
            "adapter": verdict.adapter,
            "code": int(page.code),
            "verdict": page.summary,
            "counts": page.counts,
            "scenarios": {"asked": scenarios.asked, **msgspec.to_builtins(scenarios)},
            "causes": [
                {
                    "id": cause.id,
                    "effect": cause.effect,
                    "silent": cause.silent,
                    "heading": cause.heading,
                    "checks": cause.checks,
                    "finding": msgspec.to_builtins(cause.finding),
                    "smallest": cause.smallest.id,
                    "cases": cause.cases,
                    "again": page.again(cause.smallest.id),
                }
                for cause in (shown.cause for shown in page.causes)
            ],
            "failed": all_of(verdict.failed),
            "declined": all_of(verdict.declined),
            "warned": all_of(verdict.warned),
            "known": [{"id": known.result.id, "reason": known.reason, "link": known.link} for known in verdict.known],
            "stale": msgspec.to_builtins(verdict.stale),
            "unscored": [{"id": result.id, "why": result.unscored} for result in verdict.unscored],
            "unreadable": list(verdict.unreadable),
            "outcomes": {result.id: result.outcome for result in verdict.results},
        }
    )


def to_issue(issue: Issue) -> str:
    """Render an issue as markdown."""
    return templates(_HERE).get_template("issue.md.jinja").render(issue=issue)


def to_editions() -> str:
    """Render every edition of the suite, with the requirements that it added, as markdown."""
    days = [
        (
            day,
            [
                (kind, [(name, title) for *_, name, title in kind_entries])
                for kind, kind_entries in groupby(day_entries, itemgetter(1))
            ],
        )
        for day, day_entries in ((day, list(entries)) for day, entries in groupby(changes(), itemgetter(0)))
    ]
    return templates(_HERE).get_template("editions.md.jinja").render(editions=days)


@cache
def templates(package: str) -> "Environment":
    """Return the Jinja environment with the templates of a package, which render text and markdown."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package),
        autoescape=False,  # noqa: S701 - text and markdown, not HTML; texts with any content are fenced
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "plain": plain, "block": block, "code": code, "short": short, "counted": counted, "within": within,
        "filled": filled,
    }  # fmt: skip
    environment.globals |= {"losses": LOSSES, "notes": NOTES, "gravest": GRAVEST, "few": _FEW}
    return environment


def plain(text: str) -> str:
    """Return a text on a single line, without control characters."""
    return " ".join(
        "".join(character if character.isprintable() or character.isspace() else "\ufffd" for character in text).split()
    )


def block(text: str, margin: str) -> str:
    """Return a text with ``margin`` before each line. Blanks are kept, and control characters are escaped."""
    return "\n".join(
        margin + "".join(character if character.isprintable() else repr(character)[1:-1] for character in line)
        for line in lines(text)
    )


def filled(text: str, margin: str, first: str | None = None) -> str:
    """Return a text in lines that fit a terminal, with ``margin`` before each line.

    ``first``: the margin of the first line, if it differs.
    """
    lines = textwrap.wrap(
        plain(text), _WIDTH, initial_indent=margin if first is None else first, subsequent_indent=margin,
        break_on_hyphens=False,
    )  # fmt: skip
    return "\n".join(lines)


def within(text: str, most: int, margin: str, first: str) -> str:
    """Return a text in at most ``most`` lines that fit a terminal. A longer text is cut in the middle.

    ``margin`` is before each line, except for the first line, which has ``first`` instead.
    """
    text = plain(text)
    left = len(text)
    made = filled(text, margin, first)
    while made.count("\n") >= most:
        left -= 4
        end = int(left * _END)
        made = filled(f"{text[: left - end]}{_CUT}{text[len(text) - end :]}", margin, first)
    return made


def code(text: str) -> str:
    """Return a text that can be put between backticks, also in a table."""
    return plain(text).replace("`", "'").replace("|", "\\|")
