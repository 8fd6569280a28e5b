"""Tests that every cell and number of the site equals the published documents, and that every link leads somewhere."""

import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
import yaml

from conformance.report.mark import SIGNS, WORDS
from conformance.site.cells import COUNTED
from tests.doors.site.conftest import ROOT
from tests.doors.site.looking import dead_links

SUBJECTS = ("provider", "adapter")
WORST = ("broken", "works-except", "unsupported", "unknown", "works")
INKED = {"recorded": "{}", "surveyed": "{}°", "documented": "({})", "inferred": "≈{}", None: "{}"}
CLAIMS = {"yes": "yes", "no": "no", "partly": "part", "unpublished": "n/p"}


class Table(HTMLParser):
    """A parser for the table with the id ``name``. A row has cells, with their attributes, link and texts by tag."""

    def __init__(self, name):
        super().__init__()
        self.name, self.rows, self.inside, self.tags = name, [], False, []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "table":
            self.inside = attrs.get("id") == self.name
        if not self.inside:
            return
        if tag == "tbody":
            self.group = attrs.get("data-g", "")
        if tag == "tr":
            self.rows.append({"attrs": attrs, "group": getattr(self, "group", ""), "cells": []})
        elif tag in ("td", "th"):
            self.rows[-1]["cells"].append({"tag": tag, "attrs": attrs, "link": "", "texts": {}})
            self.tags = [tag]
        elif self.rows and self.rows[-1]["cells"]:
            self.tags.append(tag)
            if tag == "a":
                self.rows[-1]["cells"][-1]["link"] = attrs.get("href")

    def handle_endtag(self, tag):
        if tag == "table":
            self.inside = False
        while tag in self.tags and self.tags:
            if self.tags.pop() == tag:
                break

    def handle_data(self, data):
        if self.inside and self.rows and self.rows[-1]["cells"] and self.tags:
            texts = self.rows[-1]["cells"][-1]["texts"]
            texts[self.tags[-1]] = texts.get(self.tags[-1], "") + data.strip()


def table(path, name="matrix"):
    parser = Table(name)
    parser.feed(path.read_text(encoding="utf-8"))
    return parser.rows


class Texts(HTMLParser):
    """A parser for the texts of cells. ``rows`` has the id of each row, and the texts of its cells.

    The rows are from all tables of a page, or only from the region with the label ``label``.
    """

    def __init__(self, label):
        super().__init__()
        self.label, self.inside, self.rows, self.cell = label, label is None, [], None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "div" and self.label is not None and "aria-label" in attrs:
            self.inside = attrs["aria-label"] == self.label
        if self.inside and tag == "tr":
            self.rows.append((attrs.get("id"), []))
        elif self.inside and tag in ("td", "th"):
            self.cell = ""

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell is not None:
            self.rows[-1][1].append(" ".join(self.cell.split()))
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


def texts(path, label=None):
    parser = Texts(label)
    parser.feed(path.read_text(encoding="utf-8"))
    return parser.rows


def bare(mark):
    """Return the sign of a mark as the site shows it. The notation shows the evidence: ``(✓)`` if documented."""
    return INKED[mark.get("evidence")].format(SIGNS[mark["mark"]])


def signs(marks):
    """Return the signs for plain and streamed answers, or a single sign if both are equal."""
    shown = list(dict.fromkeys(bare(mark) for mark in marks.values()))
    return "/".join(shown)


def deviations(marks):
    return sum(mark.get("deviations", 0) for mark in marks.values())


def test_every_cell_of_the_matrix_is_the_one_that_is_published(site):
    matrix = json.loads((site / "data" / "matrix.json").read_bytes())
    heads, *rows = table(site / "matrix.html")
    columns = [(cell["attrs"]["data-p"], cell["texts"]["small"]) for cell in heads["cells"][1:]]
    places = {place: n for place, n in places_of(matrix).items() if place[0] != "text"}
    assert sorted(columns) == sorted(places)
    assert [row["attrs"]["data-c"] for row in rows] == [row["capability"] for row in matrix["rows"]]
    cells_are_published(site / "matrix.html", rows, matrix["rows"], [places[column] for column in columns])


def test_every_cell_of_the_text_formats_is_the_one_that_is_published(site):
    matrix = json.loads((site / "data" / "matrix.json").read_bytes())
    heads, *rows = table(site / "text-formats.html")
    columns = [("text", cell["attrs"]["data-p"]) for cell in heads["cells"][1:]]
    places = {place: n for place, n in places_of(matrix).items() if place[0] == "text"}
    assert columns == [*places]
    assert [cell["link"] for cell in heads["cells"][1:]] == [f"text-formats/{name}.html" for _, name in columns]
    about = [row for row in matrix["rows"] if any(row["cells"][n] for n in places.values())]
    assert [row["attrs"]["data-c"] for row in rows] == [row["capability"] for row in about]
    cells_are_published(site / "text-formats.html", rows, about, [places[column] for column in columns])


def places_of(matrix):
    """Return the index of the column of each provider and dialect."""
    return {(column["provider"], column["dialect"]): n for n, column in enumerate(matrix["columns"])}


def cells_are_published(page, rows, expected_rows, places):
    """Check that the cells of a page equal the cells of the matrix at ``places``."""
    kept = json.loads(re.search(r'id="states">(.*?)</script>', page.read_text())[1])
    words = kept["words"]
    states = [
        dict(zip("kgdlx", (*(words[n] for n in (k, g, d)), "; ".join(words[n] for n in label), *rest), strict=False))
        for k, g, d, label, *rest in kept["cells"]
    ]
    for shown, row in zip(rows, expected_rows, strict=True):
        assert shown["cells"][0]["texts"]["a"] == row["title"]
        for place, cell in zip(places, shown["cells"][1:], strict=True):
            expected = row["cells"][place]
            texts = cell["texts"]
            declared, marks = expected.get("declared", {}), expected.get("marks", {})
            number = str(declared.get("value", "")) or signs(marks)
            assert texts.get("a", texts.get("td", "")) == number, (row["capability"], place)
            assert texts.get("sup", "") == str(deviations(marks) or "")
            state = states[int(cell["attrs"].get("data-s", kept["usual"][cell["attrs"].get("class", "")]))]
            assert state.get("k", "").split() == list(dict.fromkeys(mark["mark"] for mark in marks.values()))
            inks = dict.fromkeys(mark["evidence"] for mark in marks.values() if "evidence" in mark)
            assert state.get("g", "").split() == list(inks)
            date = expected.get("evidence", expected.get("elsewhere", {})).get("date")
            assert state["d"] == (date or "")


def test_every_cell_of_the_adapters_is_the_one_that_is_published(site):
    published = {path.stem: json.loads(path.read_bytes()) for path in (site / "data" / "adapters").glob("*.json")}
    heads, *rows = table(site / "adapters.html")
    names = [head["attrs"]["data-p"] for head in heads["cells"][1:]]
    assert set(names) == {"reference", *published}
    expected = {
        (name, subject, capability): marks
        for name, library in published.items()
        for subject, capabilities in library["marks"].items()
        for capability, marks in capabilities.items()
    }
    seen = {}
    for row in rows:
        for name, cell in zip(names, row["cells"][1:], strict=True):
            if cell["texts"].get("a") and name != "reference" and "data-c" in row["attrs"]:
                marks = expected[name, row["group"], row["attrs"]["data-c"]]
                seen[name, row["group"], row["attrs"]["data-c"]] = marks
                assert cell["texts"]["a"] == signs(marks)
                assert cell["texts"].get("sup", "") == str(deviations(marks) or "")
                kinds = dict.fromkeys(mark["mark"] for mark in marks.values())
                assert cell["attrs"]["class"].split() == list(kinds)
    assert seen == expected


def test_the_reference_among_the_adapters_is_what_it_handled_in_the_matrix(site):
    matrix = json.loads((site / "data" / "matrix.json").read_bytes())
    handled = {
        (f"{column['provider']}/{column['dialect']}", row["capability"]): row["cells"][n]
        .get("handled", {})
        .get("marks", {})
        for n, column in enumerate(matrix["columns"])
        for row in matrix["rows"]
    }
    _, *rows = table(site / "adapters.html")
    shown = {
        (row["group"], row["attrs"]["data-c"]): row["cells"][-1]["texts"].get("a")
        for row in rows
        if "data-c" in row["attrs"]
    }
    for place, sign in shown.items():
        if sign:
            assert signs(handled[place]) == sign, place


def test_the_numbers_of_the_matrix_are_counted_in_what_is_published(made, site):
    matrix = json.loads((site / "data" / "matrix.json").read_bytes())
    results = json.loads((made / "results.json").read_bytes())["results"]
    text = re.sub(r"<[^>]+>", "", (site / "matrix.html").read_text(encoding="utf-8"))
    text = " ".join(text.split())
    spoken = [column for column in matrix["columns"] if column["provider"] != "text"]
    own = sum(column.get("recorded", True) for column in spoken)
    providers = {column["provider"] for column in spoken}
    assert f"{len(matrix['rows'])} capabilities of {len(providers)} providers. {own} of their dialects have" in text
    assert f"other {len(spoken) - own} are played" in text
    assert f"{len(matrix['columns']) - len(spoken)} formats" in text
    cases = {(result["id"].rpartition("/")[0], result["origin"]) for result in results if result["provider"] != "text"}
    assert f"{sum(origin == 'documented' for _, origin in cases)} written from the vendors" in text
    assert f"{sum(origin == 'recorded-local' for _, origin in cases)} recorded from genuine servers" in text
    assert f"from {len(results):,} results" in text


def test_every_case_has_its_page_and_its_verdicts(made, site):
    results = json.loads((made / "results.json").read_bytes())["results"]
    cases = {}
    for result in results:
        if result["provider"] == "text":
            continue
        cases.setdefault((result["provider"], result["dialect"], f"{result['scenario']}.{result['mode']}"), []).append(
            result
        )
    pages = {path.relative_to(site / "cases").with_suffix("").as_posix() for path in (site / "cases").rglob("*.html")}
    assert pages == {"/".join(case) for case in cases}
    for case, judged in cases.items():
        text = (site / "cases" / ("/".join(case) + ".html")).read_text(encoding="utf-8")
        for subject in ("provider", "adapter"):
            outcomes = [entry["outcome"] for entry in judged if entry["subject"] == subject]
            counts = f"{outcomes.count('pass')} passed, {outcomes.count('not-applicable')} had nothing to judge"
            assert counts in text, case
        for result in judged:
            if result["outcome"] not in ("pass", "not-applicable"):
                assert f'<tr id="{result["check"]}">' in text, case


def of_rows(site):
    """Yield every published cell with its column and row."""
    matrix = json.loads((site / "data" / "matrix.json").read_bytes())
    for row in matrix["rows"]:
        for column, cell in zip(matrix["columns"], row["cells"], strict=True):
            yield column, row, cell


def words(marks):
    """Return the texts that a cell shows for its marks, such as ``✓ works``.

    If the signs of the marks are equal, return only the text of the worst mark.
    """
    shown = list(dict.fromkeys(bare(mark) for mark in marks.values()))
    each = list(marks.values()) if len(shown) > 1 else [min(marks.values(), key=lambda mark: WORST.index(mark["mark"]))]
    return [f"{bare(mark)} {WORDS[mark['mark']]}" for mark in each]


def expected_of(cell):
    """Return the expected texts of a cell: the claim, the marks, other people's counts, and the adapter's marks."""
    declared, elsewhere = (cell.get(key) or {} for key in ("declared", "elsewhere"))
    of = f"{elsewhere['borne_out']}/{elsewhere['borne_out'] + elsewhere['otherwise']}" if elsewhere else ""
    claim = f"{declared['claim']}{': ' + str(declared['value']) if 'value' in declared else ''}" if declared else ""
    handled = cell.get("handled", {}).get("marks", {})
    return claim, words(cell["marks"]) if cell.get("marks") else [], of, words(handled) if handled else []


def test_every_cell_of_a_provider_s_page_is_the_one_that_is_published(site):
    pages = {path.stem: dict(texts(path)) for path in (site / "providers").glob("*.html")}
    for column, row, cell in of_rows(site):
        if column["provider"] == "text":
            continue
        shown = pages[column["provider"]].get(f"{column['dialect']}.{row['capability']}")
        if shown is None:
            assert not cell.get("evidence")
            assert not cell.get("declared")
            continue
        claim, marks, of, handled = expected_of(cell)
        assert shown[0] == row["title"]
        assert shown[1].startswith(claim), shown
        assert all(mark in shown[2] for mark in marks), shown
        assert shown[3].split(" ")[0] == of, shown
        assert all(mark in shown[4] for mark in handled), shown


def test_the_marks_at_a_glance_are_counted_in_what_is_published(site):
    expected = {}
    for column, _, cell in of_rows(site):
        counts = expected.setdefault((column["provider"], column["dialect"]), Counter())
        if cell.get("marks"):
            counts[bare(min(cell["marks"].values(), key=lambda mark: WORST.index(mark["mark"])))] += 1
    shown = {}
    for path in (site / "providers").glob("*.html"):
        sections = re.findall(r"<section>.*?</section>", path.read_text(encoding="utf-8"), re.S)
        for section in sections:
            name = re.search(r'<h2 id="(\w+)">', section)[1]
            for line in re.findall(r"capabilities at a glance: ([^<]*)<", section):
                shown[path.stem, name] = {sign: int(number) for number, sign in map(str.split, line.split(", "))}
    assert shown == {place: dict(counts) for place, counts in expected.items() if place[0] != "text"}


def test_every_cell_of_a_capability_s_page_is_the_one_that_is_published(site):
    checked = 0
    pages = {path.stem: dict(keyed(path)) for path in (site / "capabilities").glob("*.html")}
    for column, row, cell in of_rows(site):
        shown = pages[row["capability"]].get(f"{column['title']} {column['dialect']}")
        claim, marks, of, handled = expected_of(cell)
        assert shown is not None or not any((claim, of, handled)), (row["capability"], column)
        if shown is not None:
            checked += 1
            assert (shown[1], shown[3]) == (claim, of)
            assert all(mark in shown[2] for mark in marks), shown
            assert all(mark in shown[4] for mark in handled), shown
    assert checked == sum(len(page) for page in pages.values())


def keyed(path):
    """Return the rows of a page's table of providers, each with the text of its first cell."""
    return [(cells[0], cells) for _, cells in texts(path, "Providers")[1:]]


def test_every_verdict_of_a_scenario_s_page_is_the_worst_of_its_results(made, site):
    results = json.loads((made / "results.json").read_bytes())["results"]
    judged = {}
    for result in results:
        place = result["scenario"], f"{result['provider']} {result['dialect']}", result["mode"], result["subject"]
        lost = any(finding.get("effect") not in ("form", "advice") for finding in result.get("findings", ()))
        off_form = result["outcome"] == "fail" and not lost  # it works, and clients break on its form
        judged.setdefault(place, set()).add("warn" if off_form else result["outcome"])
    checked = 0
    for path in sorted((site / "scenarios").glob("*.html")):
        (_, heads), *rows = texts(path, "Providers that played it")
        heads = [text.partition(":")[0] for text in heads[1:]]
        for _, cells in rows:
            for mode, cell in zip(heads, cells[1:], strict=True):
                outcomes = [judged.get((path.stem, cells[0], mode, subject), set()) for subject in SUBJECTS]
                if not cell:
                    assert outcomes in ([set(), set()], [{"not-applicable"}, set()]), (path.stem, cells[0], mode)
                    continue
                for word, of in zip(cell.split(", ", 1), outcomes, strict=True):
                    checked += bool(of)
                    assert "✗" not in word or "fail" in of, (path.stem, cells[0], mode, cell, of)
                    assert "✓" not in word or of <= {"pass", "warn", "not-applicable"}, (
                        path.stem,
                        cells[0],
                        mode,
                        cell,
                    )
    unsaid = {
        place for place, outcomes in judged.items() if place[1].startswith("text ") and outcomes == {"not-applicable"}
    }
    assert checked == len(judged) - len([place for place in unsaid if place[3] == "provider"])


def test_every_number_of_an_adapter_s_page_is_the_one_that_is_published(site):
    for path in (site / "data" / "adapters").glob("*.json"):
        library = json.loads(path.read_bytes())
        page = (site / "adapters" / f"{path.stem}.html").read_text(encoding="utf-8")
        text = " ".join(re.sub(r"<[^>]+>", "", page).split())
        judged = [list(column["cases"].values()) for column in library["judged"]]
        for verdicts in (*judged, [verdict for each in judged for verdict in each]):
            counts = "; ".join(f"{verdicts.count(key):,} {word}" for key, word in COUNTED.items() if key in verdicts)
            assert f"{len(verdicts):,} case{'s' * (len(verdicts) != 1)}: {counts}" in text


def test_every_link_leads_to_a_place_of_the_site(site):
    assert dead_links(site) == []


@pytest.mark.parametrize("page", ["index.html", "matrix.html"])
def test_the_first_pages_are_small(site, page):
    assert sum((site / name).stat().st_size for name in (page, "style.css", "site.js", "icon.svg")) < 300_000


def test_a_wrong_verdict_is_reported_with_its_case_versions_and_repro(site):
    page = (site / "cases/openai/openai_chat/call-single.plain.html").read_text(encoding="utf-8")
    link = re.search(r'href="(https://git\.example/who/what/issues/new\?[^"]*)"', page)[1]
    for field in (
        "template=wrong-verdict.yml",
        "case=openai%2Fopenai_chat%2Fcall-single%2Fplain",
        "versions=toolcall-conformance",
        "repro=conformance+run+--providers+openai+--scenarios+call-single",
    ):
        assert field in link


def test_the_issue_template_asks_for_what_is_filled_in():
    asked = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-verdict.yml").read_text(encoding="utf-8"))
    assert {"case", "versions", "repro"} <= {field["id"] for field in asked["body"]}
