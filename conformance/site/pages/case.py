"""The page of a case: the exchange itself, its verdicts, and the output of each adapter."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from conformance import __version__
from conformance.judge.checks import EVERY
from conformance.judge.result import Result, Seen
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName, Provenance
from conformance.recording.errors import CassetteError
from conformance.report import published
from conformance.report.documents import CaseDocument, ExchangeFacts, Recording, RuleBreaks
from conformance.scenarios import capabilities
from conformance.scenarios import load as load_scenario
from conformance.site import addresses, exchange
from conformance.site.exchange import ShownExchange
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages.scenario import marks
from toolwire.providers import load
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_TITLES: Final = {check.name: check.title for check in EVERY}
_FEW: Final = 12
"""The maximum number of differences from the right reading that are shown."""


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each played case of a provider.

    Cases in text formats have no pages.
    """
    for name in material.cases:
        yield partial(_page, material, name)


def _page(material: Material, name: CassetteName) -> Page:
    judged = material.cases[name]
    scenario = load_scenario(name.scenario)
    exchanges, provenance, trouble = _recorded(name, judged[0])
    document = published.case(name)
    beside = {document: _document(name, judged, exchanges, provenance)}
    for shown in exchanges:
        for side, body in (("request", shown.request), ("response", shown.response)):
            if body.whole is not None:
                beside[addresses.body(name, shown.number, side)] = body.whole
    return Page(
        path=addresses.case(name),
        title=f"{scenario.title}: {load(name.provider).title}, {name.mode}",
        template="case.html.jinja",
        beside=beside,
        variables={
            "name": name,
            "scenario": scenario,
            "provider": load(name.provider),
            "capability": capabilities()[scenario.capability],
            "first": judged[0],
            "adapter": material.results.adapter,
            "siblings": [
                (other, marks(material.cases[other])) for other in material.of_cell[name.subject, scenario.capability]
            ],
            "of_parties": marks(judged),
            "cell": material.cell_of[name.subject, scenario.capability],
            "checks": [_check(result) for result in judged],
            "exchanges": exchanges,
            "provenance": provenance,
            "trouble": trouble,
            "lender": _lender(material, name),
            "libraries": _libraries(material, name),
            "document": document,
            "command": _command(material, name),
            "report": report(material, name),
        },
    )


def _recorded(name: CassetteName, first: Result) -> tuple[tuple[ShownExchange, ...], Provenance | None, str]:
    """Return the exchanges of a case, their provenance, and the reason why the recording cannot be read.

    The reason is "" if the recording can be read. If not, there are no exchanges, and the provenance is None.

    A case with the origin ``by-dialect`` was inferred from a recording of the dialect's owner, so the case's provider
    was not recorded. For such a case, return no exchanges, None and "".
    """
    if first.origin == "by-dialect":
        return (), None, ""
    try:
        case = open_case(name)
    except CassetteError as error:
        return (), None, f"{error.why}"
    return exchange.shown(case), case.cassette.provenance, ""


def _document(
    name: CassetteName, judged: tuple[Result, ...], exchanges: tuple[ShownExchange, ...], provenance: Provenance | None
) -> bytes:
    """Return the case as a JSON document for programs, without the bodies of its exchanges."""
    document = CaseDocument(
        case=str(name),
        results=judged,
        recorded=_recording(provenance) if provenance else None,
        exchanges=tuple(map(_facts, exchanges)),
    )
    return msgspec.json.encode(document)


def _recording(provenance: Provenance) -> Recording:
    return Recording(
        date=provenance.date,
        sources=provenance.sources,
        asked=provenance.models.asked,
        served=provenance.models.served,
        caller=provenance.caller,
        server=provenance.server,
        times=provenance.timing.times,
        confirmed=provenance.confirmed,
    )


def _facts(shown: ShownExchange) -> ExchangeFacts:
    return ExchangeFacts(
        number=shown.number,
        url=shown.url,
        request_headers=len(shown.request_headers),
        request_bytes=shown.request.size,
        status=shown.status,
        response_headers=len(shown.response_headers),
        response_bytes=shown.response.size,
        events=shown.stream.times if shown.stream else None,
        rules=tuple(RuleBreaks(rule=looked.rule.id, broken=len(looked.findings)) for looked in shown.rules),
    )


def _lender(material: Material, name: CassetteName) -> dict[str, Any] | None:
    """Return facts about the dialect's owner if the case is inferred from the owner's exchange. Otherwise return None.

    The facts are the owner's title, the address of the owner's case or column, and the provider's known differences
    that were applied to the owner's exchange.
    """
    if material.cases[name][0].origin != "by-dialect":
        return None
    claims = load(name.provider).dialects[name.dialect]
    lender = CassetteName(claims.home, name.dialect, name.scenario, name.mode)
    address = addresses.case(lender) if lender in material.cases else addresses.column(claims.home, name.dialect)
    return {
        "address": address,
        "title": load(claims.home).title,
        "quirks": [quirk for quirk in claims.quirks if quirk.apply],
    }


def _check(result: Result) -> dict[str, Any]:
    return {
        "result": result,
        "title": _TITLES.get(result.check, result.check),
        "differences": _differences(result.seen) if result.seen else (),
    }


def _differences(seen: Seen) -> tuple[str, ...]:
    """Return the JSON Pointers to the differences between an adapter's output and the expected output, at most
    ``_FEW``.

    Return () if either is not valid JSON, for example because it was shortened.
    """
    try:
        expected, got = exact_json.loads(seen.expected), exact_json.loads(seen.got)
    except JsonError:
        return ()
    return tuple(exact_json.differences(expected, got))[:_FEW]


def _libraries(material: Material, name: CassetteName) -> list[dict[str, Any]]:
    """Return the verdict on each library for a case."""
    case = f"{name.scenario}/{name.mode}"
    entries = []
    for library, judged in material.of_libraries.get(name.subject, ()):
        trouble = next((trouble for trouble in judged.troubles if case in trouble.cases), None)
        declined = next((why for why, cases in judged.declined.items() if case in cases), "")
        entries.append(
            {
                "library": library,
                "trouble": trouble,
                "declined": declined,
                "verdict": judged.cases.get(case)
                or (trouble.verdict if trouble else "declined" if declined else "pass"),
                "is_outdated": (library.name, name.subject) in material.outdated,
            }
        )
    return entries


def _command(material: Material, name: CassetteName) -> str:
    adapter = material.results.adapter
    of = "" if adapter == "reference" else f" --adapter {adapter}"
    return f"conformance run --providers {name.provider} --scenarios {name.scenario}{of}"


def report(material: Material, name: CassetteName) -> dict[str, str]:
    """Return the fields of an issue that reports a wrong verdict, and the address that opens the issue.

    Fields that only the reporter can fill are left out. The address is "" if the site has no repository.
    """
    versions = f"toolcall-conformance {__version__}, adapter {material.results.adapter}"
    versions += "".join(
        f", {library.name} {library.version}" for library, _ in material.of_libraries.get(name.subject, ())
    )
    filled = {
        "title": f"Wrong verdict: {name}",
        "case": str(name),
        "versions": versions,
        "repro": _command(material, name),
    }
    query = urlencode({"template": "wrong-verdict.yml", **filled})
    address = material.origin.repository
    return {**filled, "address": f"{address}/issues/new?{query}" if address else ""}
