"""What was made of calls in text: a page with each format, who reads it elsewhere, and how the scenarios went."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from conformance.judge.finding import Outcome
from conformance.normalizer.text import FORMATS
from conformance.report.markdown import environment

TextCheck = Literal["calls", "text", "reasoning", "cut", "quoted"]


class TextResult(msgspec.Struct, frozen=True, kw_only=True):
    """One check of one scenario in one text format."""

    text_format: str
    scenario: str
    mode: Literal["plain", "stream"]
    check: TextCheck
    outcome: Outcome
    message: str = ""
    """What is wrong, or why the format cannot say the scenario."""

    @property
    def id(self) -> str:
        """``text/format/scenario/plain|stream/check``."""
        return f"text/{self.text_format}/{self.scenario}/{self.mode}/{self.check}"


def to_page(results: Sequence[TextResult]) -> str:
    """The page, as markdown."""
    outcomes: dict[tuple[str, str], list[TextResult]] = {}
    for one in results:
        outcomes.setdefault((one.text_format, one.scenario), []).append(one)
    reasons = {(one.text_format, one.message): None for one in results if one.outcome == "not-applicable"}
    return (
        environment()
        .get_template("text_formats.md.jinja")
        .render(
            formats=FORMATS,
            scenarios=list(dict.fromkeys(one.scenario for one in results)),
            marks={place: _mark(some) for place, some in outcomes.items()},
            reasons=list(reasons),
            failed=[one for one in results if one.outcome == "fail"],
            counts={word: sum(one.outcome == word for one in results) for word in ("pass", "fail", "not-applicable")},
        )
    )


def _mark(some: list[TextResult]) -> str:
    """The worst."""
    found = {one.outcome for one in some}
    return "✗" if "fail" in found else "x" if "not-applicable" in found else "✓"
