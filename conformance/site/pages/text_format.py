"""The page of a text format: the text that models write in the format for each scenario, and the verdicts on the
adapter's readings of these texts.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.judge import subject
from conformance.judge.result import Result
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import answer
from conformance.report.explanation.cases import text_titles
from conformance.scenarios import capabilities, load
from conformance.site import addresses
from conformance.site.laid_out import laid_out
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages.case import report
from conformance.standins.text_formats import CannotSay, written
from toolwire.model import to_builtins
from toolwire.text import FORMATS, TextFormat


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each text format, also for text formats without results."""
    for text_format in FORMATS:
        yield partial(_page, material, text_format)


def _page(material: Material, text_format: TextFormat) -> Page:
    about = subject.TextFormat(text_format.name)
    scenarios: dict[str, dict[CassetteName, tuple[Result, ...]]] = defaultdict(dict)
    for name, judged in material.judged.items():
        if name.subject == about:
            scenarios[name.scenario][name] = judged
    order = list(capabilities())
    cases = [
        _case(material, scenarios[name])
        for name in sorted(scenarios, key=lambda name: order.index(load(name).capability))
    ]
    played = [case for case in cases if not case["unsaid"]]
    failing = [case for case in played[1:] if any(result.outcome in ("fail", "error") for result in case["results"])]
    return Page(
        path=addresses.text_format(text_format.name),
        title=f"Calls in text: {text_format.name}",
        template="text_format.html.jinja",
        variables={
            "format": text_format,
            "how": written()[text_format.name],
            "adapter": material.results.adapter,
            "libraries": material.of_libraries.get(about, ()),
            "titles": text_titles(),
            "example": played[:1],
            "failing": failing,
            "right": [case for case in played[1:] if case not in failing],
            "unsaid": [case for case in cases if case["unsaid"]],
        },
    )


def _case(material: Material, judged: dict[CassetteName, tuple[Result, ...]]) -> dict[str, Any]:
    name = min(judged)
    text = answer(name.dialect, name.scenario)
    return {
        "scenario": load(name.scenario),
        "unsaid": str(text) if isinstance(text, CannotSay) else "",
        "text": text,
        "expected": laid_out(to_builtins(load(name.scenario).script[0]))[0],
        "results": [result for results in judged.values() for result in results],
        "report": report(material, name),
    }
