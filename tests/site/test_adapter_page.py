"""Tests of an adapter's page: the ways in which it changes calls (the gravest first), notes, and folded details."""

import re
from html import unescape
from pathlib import Path

import msgspec
import pytest

from conformance.judge.result import Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.report import causes, results
from conformance.report.adapters import Library, summarise_all, write
from conformance.report.cause_notes import file_of
from conformance.report.repro import kept
from conformance.site.building import rendered
from conformance.site.material import Material, Origin
from conformance.site.pages import adapter
from conformance.suite.verdicts import judge
from tests.doors.gate.clients import wrong

CASES = {
    "call-single": "reads-no-calls",
    "choice-required": "leaves-the-choice-out",
    "call-with-text": "drops-text-beside-calls",
}
"""Scenarios, each with a client that fails in it."""


@pytest.fixture(scope="module")
def judged() -> Results:
    names = (CassetteName("openai", "openai_chat", scenario, "plain") for scenario in CASES)
    found = (result for name in names for result in judge(open_case(name), wrong(CASES[name.scenario])))
    return Results(adapter="mine", results=tuple(found))


def library(judged: Results) -> Library:
    return Library(
        name="some",
        version="1.2.3",
        language="python",
        date="2026-11-24",
        installed={"some": "1.2.3", "openai": "3.54.0"},
        judged=summarise_all(judged),
        adapters=("some.module:Some",),
        causes=causes.of_results(judged.results),
    )


def page(folder: Path, judged: Results, kept: Library, name: str = "some", notes: str = "") -> str:
    (folder / "results.json").write_bytes(results.write(judged))
    write(kept, folder)
    if notes:
        (folder / "some.md").write_text(notes, encoding="utf-8")
    material = Material(Origin(results=folder / "results.json", libraries=folder))
    made = {made.path: made for make in adapter.pages(material) for made in [make()]}[f"adapters/{name}.html"]
    return rendered(made, material).decode()


def ways(html: str) -> list[str]:
    return re.findall(r'<li id="(cause\.[^"]*)">', html)


@pytest.mark.parametrize("name", ["some", "mine"], ids=["a library", "the adapter under test"])
def test_it_begins_with_the_ways_in_which_it_changes_tool_calls(tmp_path: Path, judged: Results, name: str) -> None:
    html = page(tmp_path, judged, library(judged), name)
    found = causes.of_results(judged.results)
    assert [cause.effect for cause in found] == ["call", "tools", "context"]
    assert ways(html) == [f"cause.{cause.id}" for cause in found]
    assert "3 ways it changes your tool calls" in html
    adapters = {"some": "some.module:Some", "mine": "mine"}
    for cause in found:
        case, _, _ = cause.smallest.rpartition("/")
        assert f'href="../cases/{case.removesuffix("/plain")}.plain.html"' in html
        assert f"conformance gate {cause.smallest} --adapter {adapters[name]}" in html
    assert ("pip install some==1.2.3 openai==3.54.0" in html) == (name == "some")
    assert '<mark>"tool_choice": "required"</mark>' in html
    assert "silently in 1 case, plain, with openai openai_chat" in html


def test_a_way_counts_the_cases_that_are_wrong_in_silence(tmp_path: Path, judged: Results) -> None:
    made = library(judged)
    first, *others = made.causes or ()
    silent = first.smallest.rpartition("/")[0]
    raised = "openai/openai_chat/choice-required/plain"
    of_both = msgspec.structs.replace(first, silent=True, cases=(silent, raised))
    [entry] = made.judged
    verdicts = entry.cases | {silent.removeprefix("openai/openai_chat/"): "silent", "choice-required/plain": "raised"}
    judged_so = (msgspec.structs.replace(entry, cases=verdicts),)
    html = page(tmp_path, judged, msgspec.structs.replace(made, causes=(of_both, *others), judged=judged_so))
    assert "silently in 1 of 2 cases" in html


def test_a_way_has_a_script_and_the_text_of_an_issue(tmp_path: Path, judged: Results) -> None:
    made = library(judged)
    first, second, _ = made.causes or ()
    proof = kept.Proof(file="a.py", evidence="The answers were recorded.")
    repros = kept.Repros(
        version="1.2.3", date="2026-11-25", proven={first.id: proof}, missing={second.id: "nobody <can>"}
    )
    kept.write(repros, {"a.py": "print('<so>')\n"}, tmp_path / kept.FOLDER / "some")
    html = page(tmp_path, judged, made)
    of_first, of_second, of_third = re.split(r'<li id="cause\.', html)[1:4]
    assert "print(&#39;&lt;so&gt;&#39;)" in of_first
    assert "The answers were recorded." in of_first
    assert f"# some 1.2.3: {first.fault}" in unescape(of_first)
    assert "With some 1.2.3, openai 3.54.0." in of_first
    assert "    print('<so>')" in unescape(of_first)
    assert "There is no script yet that needs only the library: nobody &lt;can&gt;." in of_second
    assert "The text of an issue" in of_second
    assert "The text of an issue" not in of_third
    older = page(tmp_path, judged, msgspec.structs.replace(made, version="1.2.4"))
    assert "The text of an issue" not in older


def test_notes_follow_the_ways_and_details_come_last_and_folded(tmp_path: Path, judged: Results) -> None:
    begin, end = "<!-- root causes: generated -->\n", "<!-- end of root causes -->\n"
    html = page(tmp_path, judged, library(judged), notes=f"# Some\n\n{begin}a table\n{end}\nIt is *slow*.\n")
    assert html.index('id="causes"') < html.index("It is <em>slow</em>") < html.index('id="openai.openai_chat"')
    assert "a table" not in html
    assert '<details class="judged" id="openai.openai_chat"><summary>' in html


def test_a_note_stands_at_its_cause_and_names_where_it_was_read(tmp_path: Path, judged: Results) -> None:
    kept = library(judged)
    _, second, _ = kept.causes or ()
    path = file_of("some", tmp_path)
    path.parent.mkdir()
    path.write_text(
        f"version: 1.1.0\nnotes:\n- cause: {second.id}\n  source: [some/tools.py:7]\n"
        "  why: The list<str> of `tool_choice` is __dropped__.\n  repair: Hand *it* on.\n",
        encoding="utf-8",
    )
    html = page(tmp_path, judged, kept)
    of_cause = html.partition(f'id="cause.{second.id}"')[2].partition("<li")[0]
    assert "The list&lt;str&gt; of <code>tool_choice</code> is __dropped__." in of_cause
    assert "Read in some 1.1.0: <code>some/tools.py:7</code>" in of_cause
    assert "Hand *it* on." in of_cause
    assert html.count("Why:") == 1
    assert "Why:" not in page(tmp_path, judged, kept, "mine")


def test_a_file_that_keeps_no_causes_claims_nothing(tmp_path: Path, judged: Results) -> None:
    html = page(tmp_path, judged, msgspec.structs.replace(library(judged), causes=None))
    assert 'id="causes"' not in html
    assert 'id="openai.openai_chat"' in html


def test_an_adapter_without_failures_is_shown_to_change_nothing(tmp_path: Path, judged: Results) -> None:
    html = page(tmp_path, judged, msgspec.structs.replace(library(judged), causes=()))
    assert "No way is known in which it changes your tool calls" in html


@pytest.mark.parametrize("effect", ["form", "advice"])
def test_what_costs_nothing_is_no_way(tmp_path: Path, judged: Results, effect: str) -> None:
    kept = library(judged)
    changed = [msgspec.structs.replace(cause, effect=effect) for cause in kept.causes or ()]
    html = page(tmp_path, judged, msgspec.structs.replace(kept, causes=tuple(changed[:1])))
    assert "No way is known in which it changes your tool calls" in html
    assert "1 more that cost nothing" in html


@pytest.mark.parametrize("adapter", ["command:node some.mjs", "gateway:http://127.0.0.1:4000?speaks=openai_chat"])
def test_what_is_no_package_of_python_is_not_installed_so(tmp_path: Path, judged: Results, adapter: str) -> None:
    html = page(tmp_path, judged, msgspec.structs.replace(library(judged), adapters=(adapter,)))
    assert "pip install" not in html
    assert "--adapter &#39;" in html


def test_many_ways_are_folded(tmp_path: Path, judged: Results) -> None:
    kept = library(judged)
    [first, *_] = kept.causes or ()
    many = tuple(msgspec.structs.replace(first, id=f"{first.id}.{n}") for n in range(14))
    html = page(tmp_path, judged, msgspec.structs.replace(kept, causes=many))
    assert "<summary>11 more</summary>" in html
    assert len(ways(html)) == 14


def test_many_subjects_are_folded(tmp_path: Path, judged: Results) -> None:
    kept = library(judged)
    many = tuple(msgspec.structs.replace(kept.judged[0], provider=f"provider-{n}") for n in range(12))
    html = page(tmp_path, judged, msgspec.structs.replace(kept, judged=many))
    shown, _, folded = html.partition("<summary>9 more</summary>")
    assert (shown.count('<details class="judged"'), folded.count('<details class="judged"')) == (3, 9)
    assert html.count("<details") == html.count("</details>")
