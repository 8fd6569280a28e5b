"""The report on calls in text: each text format, its parsers in other projects, and the verdicts on its scenarios."""

from collections.abc import Iterable
from typing import Final

import msgspec

from conformance.judge import subject
from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.judge.text_checks import EXPRESSED
from conformance.recording.text_answers import answer, names
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
    """A summary of the results about text formats."""

    scenarios: tuple[str, ...]
    verdicts: dict[tuple[str, str], Outcome]
    """The worst outcome by text format and scenario. It is ``not-applicable`` if the format cannot express the
    scenario.
    """
    reasons: tuple[tuple[str, str], ...]
    """Pairs of a text format and a reason why the format cannot express a scenario."""
    failed: tuple[Result, ...]
    counts: dict[Outcome, int]


def overview(results: Iterable[Result]) -> Overview:
    """Summarise the results about text formats. All other results in ``results`` are ignored."""
    of_text = sorted(filter(_is_in_text, results), key=lambda result: result.id)
    outcomes: dict[tuple[str, str], set[Outcome]] = {}
    for result in of_text:
        outcomes.setdefault((result.dialect, result.scenario), set()).add(result.outcome)
    unsaid = [result for result in of_text if result.check == EXPRESSED and result.outcome == "not-applicable"]
    return Overview(
        scenarios=tuple(sorted({result.scenario for result in of_text})),
        verdicts={case: next(worst for worst in _WORST_FIRST if worst in some) for case, some in outcomes.items()},
        reasons=tuple(dict.fromkeys((result.dialect, why(result)) for result in unsaid)),
        failed=tuple(result for result in of_text if result.outcome in ("fail", "error")),
        counts={outcome: sum(result.outcome == outcome for result in of_text) for outcome in _WORST_FIRST},
    )


def _is_in_text(result: Result) -> bool:
    return isinstance(result.subject, subject.TextFormat)


def document(built: Matrix, results: Iterable[Result]) -> TextFormatsDocument:
    """Return the published document of text formats."""
    own = built.in_text
    of_text = tuple(sorted(filter(_is_in_text, results), key=lambda result: result.id))
    return TextFormatsDocument(
        **msgspec.structs.asdict(msgspec.structs.replace(own, notes=())),
        formats=tuple(map(_entry, FORMATS)),
        counts=overview(of_text).counts,
        results=of_text,
    )


def _entry(text_format: TextFormat) -> TextFormatEntry:
    scenarios = dict.fromkeys(name.scenario for name in names() if name.dialect == text_format.name)
    answers = {scenario: answer(text_format.name, scenario) for scenario in scenarios}
    return TextFormatEntry(
        name=text_format.name,
        title=text_format.title,
        source=written()[text_format.name].source,
        retrieved=written()[text_format.name].retrieved,
        aliases=text_format.aliases,
        markers=text_format.markers,
        vllm=text_format.vllm,
        sglang=text_format.sglang,
        llama_cpp=text_format.llama_cpp,
        in_part=text_format.in_part,
        written={scenario: text for scenario, text in answers.items() if isinstance(text, str)},
        cannot_say={scenario: str(why) for scenario, why in answers.items() if isinstance(why, CannotSay)},
    )


def to_page(results: Iterable[Result]) -> str:
    """Return the report on calls in text as a page of markdown."""
    template = environment().get_template("text_formats.md.jinja")
    return template.render(formats=FORMATS, seen=overview(results), marks=_MARKS)
