"""Tests of results, the matrix built from them, and the matrix for readers."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.report import markdown, matrix, results
from conformance.report.results import ResultsError
from conformance.report.terminal import summary, tables
from toolwire.providers.evidence import SeenCapability, SeenOfModel, Surveyed

HOSTILE = "a|b `c`\n# d <script>alert(1)</script> [e](http://f) *g* _h_ \\ \x1b[31m &lt; \ud800"


def result(check: str = "calls", outcome: str = "pass", **changes: Any) -> Result:
    given: dict[str, Any] = {
        "provider": "openai", "dialect": "openai_chat", "scenario": "call-single", "mode": "plain", "check": check,
        "capability": "single-call", "adapter": "some", "outcome": outcome, "origin": "documented",
        "date": "2026-01-02", "models": ("m-1",),
        "party": "provider" if check in ("predicates", "response-schema", "arguments-schema") else "adapter",
    }  # fmt: skip
    given |= changes
    place = "/".join(given[key] for key in ("provider", "dialect", "scenario", "mode", "check"))
    return Result(**({"id": place} | given))


def built(*some: Result, adapter: str = "some") -> matrix.Matrix:
    return matrix.build(Results(adapter=adapter, results=some))


@pytest.fixture(autouse=True)
def nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "surveyed", lambda provider: {})


def cell(*some: Result) -> matrix.Cell:
    return built(*some).rows[0].cells[0]


MIXED = (
    result("predicates"),
    result("response-schema", "warn", origin="recorded", date="2026-03-04", models=("m-2",)),
    result("calls", "fail", findings=(Finding(path="calls/0", message="lost"),)),
    result("text", "not-applicable"),
    result("finish", "fail", known="the vendor says so", scenario="call-parallel", capability="parallel-calls"),
)


def test_results_survive_writing_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    data = results.write(Results(adapter="some", results=MIXED))
    path.write_bytes(data)
    assert results.read(path) == Results(adapter="some", results=tuple(sorted(MIXED, key=lambda given: given.id)))
    assert results.write(Results(adapter="some", results=MIXED[::-1])) == data
    surrogate = result(findings=(Finding(path="", message="\ud800"),))
    assert b"\\ud800" in results.write(Results(adapter="some", results=(surrogate,)))


def _old(document: dict[str, Any]) -> None:
    document["format"] = 0


def _unknown_outcome(document: dict[str, Any]) -> None:
    document["results"][0]["outcome"] = "perfect"


def _unknown_origin(document: dict[str, Any]) -> None:
    document["results"][0]["origin"] = "dreamt"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_old, "expected results of format 2, got format 0"),
        (_unknown_outcome, r"Invalid enum value 'perfect' - at `\$.results\[0\].outcome`"),
        (_unknown_origin, r"Invalid enum value 'dreamt' - at `\$.results\[0\].origin`"),
        (lambda document: document.pop("adapter"), "missing required field `adapter`"),
        (lambda document: document.update(results=3), "Expected `array`, got `int`"),
    ],
    ids=["old format", "unknown outcome", "unknown origin", "no adapter", "results a number"],
)
def test_old_and_foreign_results_are_one_line(change: Any, why: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    document = json.loads(results.write(Results(adapter="some", results=MIXED)))
    change(document)
    path.write_text(json.dumps(document))
    with pytest.raises(ResultsError, match=why) as caught:
        results.read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("scenario", ["../call-single", "call\0single", "call-single\n", "", "a" * 241])
def test_results_of_a_scenario_that_can_have_no_file(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(results.write(Results(adapter="some", results=(result(scenario=scenario),))))
    with pytest.raises(ResultsError, match="expected the name of a scenario in an id") as error:
        results.read(path)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff", b"[]", b"null", b"[" * 100_000, b'{"rows": []}', None],
    ids=["empty", "cut", "bytes", "list", "null", "deep", "matrix", "no file"],
)
def test_what_is_no_results_file(data: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ResultsError, match=str(path)) as caught:
        results.read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "foreign",
    [{"provider": "nobody"}, {"dialect": "morse"}, {"capability": "telepathy"}, {"provider": "anthropic"}],
    ids=["provider", "dialect", "capability", "provider of another dialect"],
)
def test_results_of_what_is_not_known_are_not_dropped_in_silence(foreign: dict[str, str]) -> None:
    with pytest.raises(ResultsError, match="not in the data in use"):
        built(result(**foreign))


def test_the_matrix_of_some_scenarios_has_only_their_capabilities() -> None:
    some = Results(adapter="some", results=(result(),), scenarios=("call-single", "call-parallel"))
    assert [row.capability for row in matrix.build(some).rows] == ["single-call", "parallel-calls"]
    assert len(matrix.build(msgspec.structs.replace(some, scenarios=())).rows) > len(some.scenarios)


def test_the_same_results_in_any_order_give_the_same_matrix() -> None:
    first, second = built(*MIXED), built(*MIXED[::-1])
    assert matrix.to_json(first) == matrix.to_json(second)
    assert markdown.to_markdown(first) == markdown.to_markdown(second)


@pytest.mark.parametrize(
    ("outcomes", "sign"),
    [
        (("pass",), "✓"),
        (("not-applicable",), "?"),
        (("pass", "not-applicable"), "✓"),
        (("pass", "warn"), "✓¹"),
        (("warn", "not-observed"), "±¹"),
        (("pass", "error"), "±"),
        (("fail", "pass"), "±"),
        (("fail", "warn", "unsupported"), "±¹"),
        (("fail", "unsupported"), "✗"),
        (("unsupported", "unsupported"), "–"),
        (("unsupported", "pass"), "±"),
    ],
    ids=[
        "pass", "not-applicable", "pass and not-applicable", "pass and warn", "warn and not-observed", "pass and error",
        "one fails", "fails, warns and declines", "fails and declines", "all declined", "one declined",
    ],
)  # fmt: skip
def test_the_cases_of_a_cell_make_its_mark(outcomes: tuple[str, ...], sign: str) -> None:
    handled = cell(*(result("calls", outcome, scenario=f"s{n}") for n, outcome in enumerate(outcomes))).handled
    assert handled is not None
    assert handled.marks.sign == sign


def test_what_is_declined_behind_the_subject_leaves_the_mark() -> None:
    handled = cell(result("calls"), result("arguments", "unsupported"), result("text", declined="no")).handled
    assert handled is not None
    assert handled.marks.sign == "✓"
    handled = cell(
        result("request-matches", declined="no", unexercised=True), result("calls", "not-applicable")
    ).handled
    assert handled is not None
    assert handled.marks.sign == "–"


def test_a_known_failure_still_fails() -> None:
    handled = cell(result(outcome="fail", known="yes")).handled
    assert handled is not None
    assert handled.marks.sign == "✗"


def test_evidence_is_as_good_as_its_weakest_and_names_its_models() -> None:
    evidence = cell(*MIXED).evidence
    assert evidence is not None
    assert (evidence.origin, evidence.date, evidence.models) == ("documented", "2026-01-02", ("m-1", "m-2"))
    page = markdown.to_markdown(built(*MIXED))
    assert "- OpenAI, openai_chat: documented 2026-01-02, m-1, m-2\n" in page


def test_documented_is_never_called_observed() -> None:
    page = markdown.to_markdown(built(result("predicates")))
    assert "| One call | (✓) |" in page
    assert "observed" not in re.sub("not observed|What was not observed", "", page)
    console = Console(width=200)
    with console.capture() as captured:
        console.print(*tables(built(result("predicates"), result()), 200))
    assert b'"observed"' not in matrix.to_json(built(result("predicates")))
    assert "(✓)" in captured.get()
    assert "observed" not in captured.get().replace("not observed", "")


def lent(check: str = "predicates", outcome: str = "pass", **changes: Any) -> Result:
    return result(check, outcome, **({"provider": "groq", "origin": "by-dialect"} | changes))


def test_by_dialect_is_weaker_and_looks_it() -> None:
    whole = built(result("predicates"), result(), lent(provider="zai"), lent("calls", provider="zai"))
    assert [(column.provider, column.recorded) for column in whole.columns] == [("openai", True), ("zai", False)]
    page = markdown.to_markdown(whole)
    assert "| | OpenAI openai chat | Z.ai openai chat |" in page
    assert "| One call | (✓) | ≈✓/? |" in page
    overview = markdown.to_overview(whole)
    assert "| OpenAI, openai_chat | (✓) " in overview
    # the worse of plain and streamed
    assert re.search(r"\| Z\.ai, openai_chat \| \? \d+ \| ✓ 1 \|", overview)
    mixed = cell(lent(), lent(origin="documented", scenario="call-parallel"))
    assert mixed.evidence == matrix.Evidence(origin="by-dialect", date="2026-01-02", models=("m-1",))
    assert mixed.marks.sign == "(✓)/?"
    assert msgspec.convert(json.loads(matrix.to_json(whole)), matrix.Matrix) == whole


def test_in_its_dialect_the_owner_comes_first() -> None:
    whole = built(result(), lent("calls", origin="recorded-local"))
    assert [column.provider for column in whole.columns] == ["groq", "openai"]
    assert [column.provider for column in whole.speaking("openai_chat").columns] == ["openai", "groq"]
    assert whole.speaking("ollama_chat").columns == ()


def test_what_fails_alike_by_dialect_is_noted_once() -> None:
    failing = [
        lent("response-schema", "fail", scenario=name, known="so it is") for name in ("call-single", "choice-none")
    ]
    (note,) = built(*failing).notes
    assert (note.id, note.scenarios) == ("groq/openai_chat/*/plain/response-schema", 2)
    assert "(provider: fail; 2 scenarios)" in markdown.to_markdown(built(*failing))
    assert len(built(*(msgspec.structs.replace(result, origin="recorded") for result in failing)).notes) == 2


def test_many_that_are_by_dialect_are_a_line_each_in_the_terminal() -> None:
    names = ("azure", "cerebras", "databricks", "deepseek", "groq", "moonshot", "zai")
    some = [
        result
        for name in names
        for mode in ("plain", "stream")
        for result in (lent(provider=name, mode=mode), lent("calls", provider=name, mode=mode))
    ]
    console = Console(width=200)
    with console.capture() as captured:
        for table in tables(
            built(result("predicates"), result(), *some, lent("calls", "fail", scenario="choice-none")), 200
        ):
            console.print(table)
    main, _, lines = captured.get().partition("These dialects have no recordings")
    assert "(✓)" in main
    assert "groq" not in main
    cells = [re.split(r"\s{2,}", line.strip())[:3] for line in lines.splitlines()]
    assert any(line[:2] == ["zai", "openai_chat"] and line[2:] == ["≈✓ 1"] for line in cells)
    assert [line for line in cells if line[:2] == ["groq", "openai_chat"]][1:]  # and what the adapter made of it
    with console.capture() as captured:
        for table in tables(built(*some[:2]), 200):
            console.print(table)
    assert "≈✓ " in captured.get()


COMMITTED = Path(__file__).resolve().parents[2] / "reports" / "matrix.json"


@pytest.mark.parametrize("width", [60, 80, 120, 250])
def test_the_matrix_fits_the_screen_and_nothing_of_it_is_cut(width: int) -> None:
    whole = msgspec.json.decode(COMMITTED.read_bytes(), type=matrix.Matrix)
    console = Console(width=width)
    with console.capture() as captured:
        for table in tables(whole, width):
            console.print(table)
    text = captured.get()
    assert max(map(cell_len, text.splitlines())) <= width
    assert "…  " not in text
    recorded = whole.spoken.only(recorded=True)
    main = text.partition("✓ works")[0]
    signs = [cell.marks.sign for row in recorded.shown for cell in row.cells if cell.marks.modes]
    found = re.findall(r"(?<=\s)[✓±✗–?°()≈/¹²³⁴⁵⁶⁷⁸⁹⁰]+(?=\s)", main)
    assert sorted(sign for sign in found if sign != "?") == sorted(sign for sign in signs if sign != "?")
    silent = {row.title for row in recorded.played} - {row.title for row in recorded.shown}
    assert all(title in " ".join(text.split()) for title in silent)
    lines = [line.split()[:2] for line in text.partition("Calls in text")[2].splitlines()]
    assert all(["text", column.dialect] in lines for column in whole.in_text.columns)


def shown(some: matrix.Matrix) -> str:
    console = Console(width=80)
    with console.capture() as captured:
        for table in tables(some, 80):
            console.print(table)
    return captured.get()


def test_where_there_is_no_table_nothing_is_shown_of_it() -> None:
    assert shown(built()) == "Adapter: some\n"
    names = ("azure", "cerebras", "databricks", "deepseek", "groq", "moonshot", "zai")
    text = shown(built(*(lent(check, provider=name) for name in names for check in ("predicates", "calls"))))
    assert "unknown in every column" not in text
    assert "These dialects have no recordings" in text
    assert "\ncapability " in shown(built(result("predicates"), result()))


def test_what_nothing_is_known_of_takes_no_row() -> None:
    some = built(result("predicates"), result())
    unknown = len(some.played) - len(some.shown)
    assert f" and {unknown - 8} more" in " ".join(shown(some).split())
    capabilities = {row.capability for row in some.shown}
    assert "single-call" in capabilities  # it is judged
    assert "reasoning-with-calls" in capabilities  # the dialect has no word for it
    assert "parallel-calls" in capabilities  # it is declared
    assert "exact-numbers" not in capabilities


def test_what_others_recorded_is_observed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    of_model = {"plain": SeenOfModel(borne_out=8, otherwise=1), "stream": SeenOfModel(borne_out=3)}
    seen = SeenCapability(by_model={"m-9": of_model})
    known = Surveyed(date="2026-05-06", exchanges=20, capabilities={"single-call": seen}, rules={})
    monkeypatch.setattr(matrix, "surveyed", lambda provider: {"openai_chat": known})
    elsewhere = cell(result("predicates")).elsewhere
    assert elsewhere == matrix.Elsewhere(
        date="2026-05-06", borne_out=11, otherwise=1, models=("m-9",), contrary={"m-9": 1}
    )
    page = markdown.to_markdown(built(result("predicates")))
    assert "confirmed by 11 of 12 exchanges in public recordings (2026-05-06)" in page
    assert cell(result("predicates")).marks.sign == "±°/✓°"
    assert "documented" in page


def test_what_has_no_evidence_is_marked() -> None:
    (row,) = [row for row in built(result()).rows if row.capability == "exact-numbers"]
    assert (row.cells[0].evidence, row.cells[0].handled) == (None, None)
    assert row.cells[0].marks.sign == "?"


def test_json_and_markdown_say_the_same() -> None:
    whole = built(*MIXED)
    document = json.loads(matrix.to_json(whole))
    assert msgspec.convert(document, matrix.Matrix) == whole
    notes = [line for line in markdown.to_markdown(whole).splitlines() if line.startswith("- `")]
    assert sorted(line.split("`")[1] for line in notes) == [note["id"] for note in document["notes"]]


def test_hostile_text_stays_text() -> None:
    finding = Finding(path=HOSTILE, message=HOSTILE)
    hostile = result(
        "predicates", "fail", id=HOSTILE, date=HOSTILE, models=(HOSTILE, "m"), known=HOSTILE, findings=(finding,)
    )
    page = markdown.to_markdown(built(hostile, adapter=HOSTILE))
    safe = markdown.to_markdown(built(result("predicates", "fail", models=("n", "m"), known="x", findings=(finding,))))
    assert page.count("\n") == safe.count("\n")
    assert not [mark for mark in page if not mark.isprintable() and mark != "\n"]
    outside = page.replace("\\\\", "").replace("\\<", "").replace("\\[", "").replace("\\|", "").replace("\\`", "")
    code = next(line for line in outside.splitlines() if line.startswith("- `"))
    assert code.count("`") == 2
    assert "<script" not in outside.replace(code.split("`")[1], "")
    assert "[e]" not in outside.replace(code.split("`")[1], "")
    (row,) = [line for line in outside.splitlines() if line.startswith("| One call")]
    assert row.count("|") == 3
    console = Console(width=200)
    with console.capture() as captured:
        console.print(*tables(built(hostile, adapter="[red]some[/red] [/nothing]"), 200))
    assert "[red]some[/red] [/nothing]" in captured.get()


def test_the_summary_names_every_surprise() -> None:
    ran = Results(adapter="some", results=(*MIXED, result(outcome="pass", known="was broken"), result(outcome="error")))
    first, *surprises = summary(ran)
    assert first == (
        "7 results: 1 error, 2 fail, 1 not-applicable, 2 pass, 1 warn; known deviations among the failures: 1."
    )
    place = "openai/openai_chat/call-single/plain/calls"
    assert surprises[0] == f"FAIL {place}: calls/0: lost"
    assert surprises[1] == f"PASS {place}: does not fail, but is listed as a known deviation: was broken"
    assert surprises[2].startswith(f"ERROR {place}")


def test_what_is_taken_is_marked_and_what_waits_is_not() -> None:
    rows = {row.capability: row for row in built(result("predicates", provider="ollama", dialect="ollama_chat")).rows}
    taken = rows["broken-histories"].cells[0].marks
    assert taken.sign == "(–)"
    assert all(reason.endswith("is accepted, not refused") for reason in taken.reasons)
    assert rows["choice-named"].cells[0].marks.reasons == ("choice-named cannot be expressed",)
    waiting = {row.capability: row for row in built(result("predicates", provider="cohere", dialect="cohere_v2")).rows}
    assert waiting["wrong-definitions"].cells[0].excluded
    assert waiting["wrong-definitions"].cells[0].marks.sign == "?"


def test_what_is_not_published_is_listed() -> None:
    some = built(result("predicates", provider="groq", origin="by-dialect"))
    rows = {row.capability: row.cells[0] for row in some.rows}
    assert rows["most-tools"].marks.sign == "(✓)"
    assert rows["most-calls"].marks.sign == "?"
    text = markdown.to_markdown(some)
    assert (
        "- Groq, openai_chat, largest number of calls in one answer: not published. Looked for in: groq 1.7.0" in text
    )
