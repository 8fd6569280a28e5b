"""What was made of calls in text: a page with each format, who reads it elsewhere, and how the scenarios went."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Outcome
from conformance.normalizer.text import FORMATS
from conformance.report.markdown import environment

TextCheck = Literal["calls", "text", "reasoning", "cut", "quoted"]
_WORST_FIRST: Final[tuple[Outcome, ...]] = ("fail", "not-applicable", "pass")
_MARKS: Final = {"fail": "✗", "not-applicable": "x", "pass": "✓"}


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


class Overview(msgspec.Struct, frozen=True):
    """The results as people look at them."""

    scenarios: tuple[str, ...]
    verdicts: dict[tuple[str, str], Outcome]
    """The worst, by format and scenario."""
    reasons: tuple[tuple[str, str], ...]
    """What a format cannot say, and why."""
    failed: tuple[TextResult, ...]
    counts: dict[Outcome, int]


def overview(results: Sequence[TextResult]) -> Overview:
    """The sum of some results."""
    found: dict[tuple[str, str], set[Outcome]] = {}
    for one in results:
        found.setdefault((one.text_format, one.scenario), set()).add(one.outcome)
    reasons = {(one.text_format, one.message): None for one in results if one.outcome == "not-applicable"}
    return Overview(
        scenarios=tuple(dict.fromkeys(one.scenario for one in results)),
        verdicts={place: next(word for word in _WORST_FIRST if word in some) for place, some in found.items()},
        reasons=tuple(reasons),
        failed=tuple(one for one in results if one.outcome == "fail"),
        counts={word: sum(one.outcome == word for one in results) for word in _WORST_FIRST},
    )


def to_page(results: Sequence[TextResult]) -> str:
    """The page, as markdown."""
    template = environment().get_template("text_formats.md.jinja")
    return template.render(formats=FORMATS, seen=overview(results), marks=_MARKS)
