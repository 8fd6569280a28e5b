"""Tests of the published documents: each fits its schema and agrees with the others."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.report import adapters, badge, changes, matrix, published, published_schema, results, tabular
from conformance.report.badge import Badge
from conformance.report.cause_notes import CauseNote, CauseNotes
from conformance.report.mark import Verdict, kind
from conformance.report.matrix import Matrix

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def result(check: str = "calls", outcome: str = "pass", **changes: Any) -> Result:
    fields: dict[str, Any] = {
        "provider": "openai", "dialect": "openai_chat", "scenario": "call-single", "mode": "plain", "check": check,
        "capability": "single-call", "adapter": "some", "outcome": outcome, "origin": "documented",
        "date": "2026-01-02", "models": ("m-1",), "party": "provider" if check == "predicates" else "adapter",
    }  # fmt: skip
    if outcome == "fail":
        fields["findings"] = (Finding(path="calls", message="none"),)
    fields |= changes
    place = "/".join(fields[key] for key in ("provider", "dialect", "scenario", "mode", "check"))
    return Result(**({"id": place} | fields))


SOME = Results(
    adapter="=some <adapter> & \x1b[31m",
    results=(
        result(),
        result("predicates", models=('=HYPERLINK("x")',)),
        result("predicates", "fail", provider="llamacpp", origin="recorded-local"),
        result("predicates", provider="llamacpp", origin="recorded-local", scenario="call-parallel",
               capability="parallel-calls"),
        result("calls", "unsupported", provider="llamacpp", origin="recorded-local", declined="cannot"),
        result("calls", "fail", scenario="call-parallel-same-tool", capability="parallel-calls", silent=True),
        result("predicates", provider="groq", origin="by-dialect"),
        result("calls", "fail", provider="groq", origin="by-dialect"),
    ),
)  # fmt: skip


def documents(collected: Results, **more: Any) -> dict[str, bytes]:
    built, judged = matrix.build(collected), adapters.summarise_all(collected)
    return published.documents(published.Contents(results=collected, matrix=built, under_test=judged, **more))


@pytest.fixture(scope="module")
def libraries() -> tuple[adapters.Library, ...]:
    return adapters.read(ROOT / "reports" / "adapters")


@pytest.fixture(scope="module")
def found(libraries: tuple[adapters.Library, ...]) -> dict[str, bytes]:
    earlier = adapters.read_earlier(ROOT / "reports" / "adapters")
    return documents(SOME, libraries=libraries, changed=changes.of_libraries(libraries, earlier))


@pytest.fixture(scope="module")
def committed() -> Matrix:
    return msgspec.json.decode((ROOT / "reports" / "matrix.json").read_bytes(), type=Matrix)


def _kind(path: str) -> str:
    if path.startswith("badges/"):
        return "Endpoint"
    kinds = {"providers": "ProviderDocument", "adapters": "AdapterDocument", "dialects": "DialectDocument"}
    kinds["changes"] = "LibraryChanges"
    return (
        kinds.get(path.split("/")[1])
        or {
            published.INDEX: "Index",
            published.MATRIX: "Matrix",
            published.CAPABILITIES: "CapabilitiesDocument",
            published.RULES: "RulesDocument",
            published.CONTRADICTIONS: "ContradictionsDocument",
            published.SCENARIOS: "ScenariosDocument",
            published.TEXT_FORMATS: "TextFormatsDocument",
            published.UNDER_TEST: "UnderTestDocument",
            published.BREAKAGE: "BreakageDocument",
        }[path]
    )


def test_the_schema_is_the_published_one() -> None:
    assert published_schema.generate() == published_schema.published(), "run: tox -e reports"
    Draft202012Validator(json.loads(published_schema.published()))


def test_a_library_has_the_notes_on_its_causes(libraries: tuple[adapters.Library, ...]) -> None:
    note = CauseNote(cause="request/tool/lost", source=("agno/tools.py:7",), why="It is dropped.", repair="Keep it.")
    notes = {"agno": CauseNotes(version="3.1.10", notes=(note,))}
    found = documents(SOME, libraries=libraries, notes=notes)
    kinds = json.loads(published_schema.published())["$defs"]
    document = json.loads(found["data/adapters/agno.json"])
    Draft202012Validator({"$ref": "#/$defs/AdapterDocument", "$defs": kinds}).validate(document)
    assert msgspec.convert(document["notes"], CauseNotes) == notes["agno"]
    assert "notes" not in json.loads(found["data/adapters/litellm.json"])


def test_every_document_fits_the_schema(found: dict[str, bytes]) -> None:
    kinds = json.loads(published_schema.published())["$defs"]
    validators = {name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": kinds}) for name in kinds}
    paths = [path for path in found if path.endswith(".json") and path != published.SCHEMA]
    assert {_kind(path) for path in paths} == kinds.keys() & {each.__name__ for each in published_schema._DOCUMENTS} - {
        "Results", "CaseDocument", "FilesDocument"
    }  # fmt: skip
    for path in paths:
        validators[_kind(path)].validate(json.loads(found[path]))
    validators["Results"].validate(json.loads(results.write(SOME)))
    written = json.loads(published.files(["index.html", "data/index.json"]))
    validators["FilesDocument"].validate(written)
    assert written == {"files": ["data/index.json", "index.html"], "format": 1}


def test_the_index_leads_to_every_document(found: dict[str, bytes]) -> None:
    index = json.loads(found[published.INDEX])
    entries = [*index["providers"], *index["adapters"]]
    named = {entry[key] for entry in entries for key in ("document", "badge") if entry[key]}
    named |= {
        *index["dialects"].values(),
        index["capabilities"],
        index["rules"],
        index["contradictions"],
        index["scenarios"],
        index["text_formats"],
        index["under_test"],
        index["breakage"],
    }
    named |= {change["document"] for change in index["changes"]}
    assert named <= found.keys()
    named |= {published.INDEX, published.MATRIX, published.SCHEMA}
    documents = {path for path in found if path.endswith(".json") and path.startswith("data/")}
    assert documents == {path for path in named if path.startswith("data/")}
    assert index["played"] == {"by-dialect": 1, "documented": 2, "recorded-local": 2}
    assert index["cases"].startswith("data/cases/<provider>/<dialect>/")
    changed = {
        f"data/changes/{change['name']}@{change['before']}.json": change["document"] for change in index["changes"]
    }
    assert [*changed] == [*changed.values()]
    assert {path for path in found if path.startswith("data/changes/")} == changed.keys()


def test_a_provider_has_its_columns_of_the_matrix_and_no_other(found: dict[str, bytes]) -> None:
    whole = json.loads(found[published.MATRIX])
    for n, column in enumerate(whole["columns"]):
        own = json.loads(found[f"data/providers/{column['provider']}.json"])
        here = own["columns"].index(column)
        cells = {row["capability"]: row["cells"][here] for row in own["rows"]}
        assert cells == {row["capability"]: row["cells"][n] for row in whole["rows"] if row["capability"] in cells}
        assert {own_column["provider"] for own_column in own["columns"]} == {column["provider"]}
        assert all(note["id"].startswith(f"{column['provider']}/") for note in own["notes"])
    notes = [json.loads(found[f"data/providers/{name}.json"])["notes"] for name in ("groq", "llamacpp", "openai")]
    assert sum(map(len, notes)) == len(whole["notes"])


def test_the_table_holds_what_the_matrix_holds(committed: Matrix) -> None:
    lines = list(csv.DictReader(StringIO(tabular.to_csv(committed).decode())))
    cells = {
        (column.provider, column.dialect, row.capability): cell
        for row in committed.rows
        for column, cell in zip(committed.columns, row.cells, strict=True)
        if cell.is_known
    }
    assert [(line["provider"], line["dialect"], line["capability"]) for line in lines] == [*cells]
    for line, cell in zip(lines, cells.values(), strict=True):
        assert line["origin"] == (cell.evidence.origin if cell.evidence else "")
        assert line["elsewhere_borne_out"] == (str(cell.elsewhere.borne_out) if cell.elsewhere else "")


def test_the_table_of_adapters_holds_what_is_kept(libraries: tuple[adapters.Library, ...]) -> None:
    lines = list(csv.DictReader(StringIO(tabular.adapters_to_csv(libraries).decode())))
    assert [
        (line["adapter"], line["provider"], line["capability"], line["plain"], line["stream"]) for line in lines
    ] == [
        (library.name, judged.provider, name, *(kind(mark) if mark else "" for mark in (marks.plain, marks.stream)))
        for library in libraries
        for judged in library.judged
        for name, marks in judged.marks.items()
    ]


def test_no_spreadsheet_runs_what_a_server_calls_its_model(found: dict[str, bytes]) -> None:
    values = [value for line in csv.reader(StringIO(found["data/matrix.csv"].decode())) for value in line]
    assert '\'=HYPERLINK("x")' in values
    assert not [value for value in values if value.startswith(("=", "+", "-", "@"))]


def _message(found: dict[str, bytes], path: str) -> tuple[str, str]:
    document = json.loads(found[f"badges/{path}.json"])
    return document["message"], document["color"]


def test_badges_of_providers_say_what_was_counted(found: dict[str, bytes]) -> None:
    assert _message(found, "providers/llamacpp")[1] == "cf222e"
    assert re.match(r"\d+ of \d+ capabilities work, 2 broken, ", _message(found, "providers/llamacpp")[0])
    assert _message(found, "providers/openai/openai_chat") == _message(found, "providers/openai")


def test_documented_and_inferred_are_never_green_and_never_counted_as_observed(committed: Matrix) -> None:
    for column in committed.columns:
        shown = badge.of_provider(committed.of(column.provider, column.dialect))
        marks = [row.cells[0].marks.worst for row in committed.of(column.provider, column.dialect).played]
        if not {mark.evidence for mark in marks} & {"recorded", "surveyed"}:
            assert shown.color == "57606a"
            assert " work" not in shown.message
        assert "%" not in shown.message


def test_badges_of_adapters_count_what_is_declined_and_not_as_passed(
    found: dict[str, bytes], libraries: tuple[adapters.Library, ...]
) -> None:
    assert _message(found, "adapter") == ("1 of 3 capabilities work, 1 broken, 1 not supported", "cf222e")
    some = libraries[0].judged[0]
    asked, played = adapters.digests(some.subject)
    cases: dict[str, Verdict] = {"call-single/plain": "pass", "call-parallel/plain": "declined"}
    passing = msgspec.structs.replace(some, cases=cases, scenarios=asked, cassettes=played)
    library = msgspec.structs.replace(libraries[0], judged=(passing,))
    shown = badge.of_library(library)
    assert shown.message == "1 of 2 capabilities work, 1 not supported"
    assert shown.color == "9a6700"
    old = badge.of_library(msgspec.structs.replace(library, judged=(msgspec.structs.replace(passing, cassettes="0"),)))
    assert (old.message, old.color) == ("outdated: 1 of 2 capabilities work, 1 not supported", "57606a")
    alone = msgspec.structs.replace(passing, cases={"call-single/plain": "pass"})
    assert badge.of_library(msgspec.structs.replace(library, judged=(alone,))).color == "1a7f37"


def test_a_badge_is_a_picture_that_needs_nothing_else(found: dict[str, bytes]) -> None:
    for path, data in found.items():
        if path.endswith(".svg"):
            picture = ElementTree.fromstring(data)
            title = picture.find(f"{SVG}title")
            assert title is not None
            assert title.text
            assert picture.get("role") == "img"
            assert picture.get("aria-label") == title.text
            addresses = [value for element in picture.iter() for value in element.attrib.values() if "//" in value]
            assert addresses == []
            assert not [
                element
                for element in picture.iter()
                if element.tag.removeprefix(SVG) in ("script", "style", "image", "use")
            ]


@given(st.text())
def test_any_text_is_harmless_in_a_badge(text: str) -> None:
    made = Badge(label=text, message=text, color="57606a", sentence=text)
    picture = ElementTree.fromstring(badge.to_svg(made))
    shown = [element.text or "" for element in picture.iter(f"{SVG}text")]
    assert shown == ["".join(mark if mark.isprintable() else "\ufffd" for mark in text)] * 2
    json.loads(badge.to_json(made))


def test_the_same_results_in_any_order_give_the_same_documents(
    found: dict[str, bytes], libraries: tuple[adapters.Library, ...]
) -> None:
    again = documents(Results(adapter=SOME.adapter, results=SOME.results[::-1]), libraries=libraries)
    expected = {
        path: data for path, data in found.items() if not path.startswith("data/changes/") and path != published.INDEX
    }
    assert expected.items() <= again.items()
