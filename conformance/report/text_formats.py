"""What was made of calls in text: a page with each format, who reads it elsewhere, and how the scenarios went."""

from collections.abc import Iterable
from typing import Final

import msgspec

from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.judge.text_checks import SAID
from conformance.recording.text_answers import TEXT, answer, names
from conformance.report.documents import TextFormatEntry, TextFormatsDocument
from conformance.report.markdown import environment
from conformance.report.matrix import Matrix, why
from conformance.standins.text_formats import CannotSay, written
from toolwire.text import FORMATS, TextFormat

_WORST_FIRST: Final[tuple[Outcome, ...]] = (
    "error", "fail", "unsupported", "not-observed", "warn", "pass", "not-applicable",
)  # fmt: skip
_MARKS: Final[dict[Outcome, str]] = {
    "error": "✗", "fail": "✗", "unsupported": "u", "not-observed": "?", "warn": "!", "pass": "✓", "not-applicable": "x",
}  # fmt: skip


class Overview(msgspec.Struct, frozen=True):
    """The results as people look at them."""

    scenarios: tuple[str, ...]
    verdicts: dict[tuple[str, str], Outcome]
    """The worst, by format and scenario; ``not-applicable`` where the format cannot say it."""
    reasons: tuple[tuple[str, str], ...]
    """What a format cannot say, and why."""
    failed: tuple[Result, ...]
    counts: dict[Outcome, int]


def overview(results: Iterable[Result]) -> Overview:
    """The sum of those results that are about text formats."""
    of_text = sorted((one for one in results if one.provider == TEXT), key=lambda one: one.id)
    found: dict[tuple[str, str], set[Outcome]] = {}
    for one in of_text:
        found.setdefault((one.dialect, one.scenario), set()).add(one.outcome)
    unsaid = [one for one in of_text if one.check == SAID and one.outcome == "not-applicable"]
    return Overview(
        scenarios=tuple(sorted({one.scenario for one in of_text})),
        verdicts={place: next(word for word in _WORST_FIRST if word in some) for place, some in found.items()},
        reasons=tuple(dict.fromkeys((one.dialect, why(one)) for one in unsaid)),
        failed=tuple(one for one in of_text if one.outcome in ("fail", "error")),
        counts={word: sum(one.outcome == word for one in of_text) for word in _WORST_FIRST},
    )


def document(built: Matrix, results: Iterable[Result]) -> TextFormatsDocument:
    """All that is told of text formats."""
    own = built.in_text
    of_text = tuple(sorted((one for one in results if one.provider == TEXT), key=lambda one: one.id))
    return TextFormatsDocument(
        **msgspec.structs.asdict(msgspec.structs.replace(own, notes=())),
        formats=tuple(map(_entry, FORMATS)),
        counts=overview(of_text).counts,
        results=of_text,
    )


def _entry(one: TextFormat) -> TextFormatEntry:
    scenarios = dict.fromkeys(name.scenario for name in names() if name.dialect == one.name)
    answers = {scenario: answer(one.name, scenario) for scenario in scenarios}
    return TextFormatEntry(
        name=one.name,
        title=one.title,
        source=written()[one.name].source,
        retrieved=written()[one.name].retrieved,
        aliases=one.aliases,
        markers=one.markers,
        vllm=one.vllm,
        sglang=one.sglang,
        llama_cpp=one.llama_cpp,
        in_part=one.in_part,
        written={scenario: text for scenario, text in answers.items() if isinstance(text, str)},
        cannot_say={scenario: str(why) for scenario, why in answers.items() if isinstance(why, CannotSay)},
    )


def to_page(results: Iterable[Result]) -> str:
    """The page, as markdown."""
    template = environment().get_template("text_formats.md.jinja")
    return template.render(formats=FORMATS, seen=overview(results), marks=_MARKS)
