"""Tests of the pages about changes in libraries: each row and number equals the published documents, and links work."""

import json
import re
from html import unescape

import pytest

from conformance.site.cells import WORDS
from tests.doors.site.conftest import ROOT
from tests.doors.site.looking import looked_at
from tests.doors.site.test_truth import texts

KEPT = sorted((ROOT / "reports" / "adapters" / "earlier").glob("*.json"))


def page_of(site, path):
    name, _, version = path.stem.partition("@")
    return site / "changes" / f"{name}@{version}.html"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_row_and_number_of_an_earlier_version_is_the_one_that_is_published(site, path):
    comparison = json.loads((site / "data" / "changes" / path.name).read_bytes())
    page = page_of(site, path)
    text = " ".join(unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))).split())
    assert f"{comparison['compared']:,} cases compared, {comparison['same']:,} without a change." in text
    for why, cases in comparison["incomparable"].items():
        assert f"{len(cases):,}: {why}" in text
    for direction, number in comparison["counts"].items():
        there = f'href="#{direction}"><b>{number}</b>' in page.read_text(encoding="utf-8")
        assert there == (number > 0)
    rows = [cells for _, cells in texts(page) if len(cells) == 3 and cells[0] != "Case"]
    assert [row[0] for row in rows] == [change["id"] for change in comparison["changes"]]
    for (_, *sides), change in zip(rows, comparison["changes"], strict=True):
        for side, came in zip(sides, (change["before"], change["after"]), strict=True):
            assert WORDS[came["outcome"]] in side


def test_libraries_and_the_comparison_lead_to_their_earlier_selves(browser, site):
    path = KEPT[0]
    name, _, version = path.stem.partition("@")
    counts = json.loads((site / "data" / "changes" / path.name).read_bytes())["counts"]
    with looked_at(browser, site, f"adapters/{name}.html") as page:
        page.click(f"text={counts['better']} better, {counts['worse']} worse")
        page.wait_for_url(f"**/changes/{name}@{version}.html")
        page.click(".crumbs a >> nth=1")
        page.wait_for_url(f"**/adapters/{name}.html")
    with looked_at(browser, site, "compare.html") as page:
        page.click("text=What changed in libraries")
        page.click(f"text={name} since {version}")
        page.wait_for_url(f"**/changes/{name}@{version}.html")


def test_the_overviews_speak_of_the_newest_alone(site):
    shown = (site / "adapters.html").read_text(encoding="utf-8")
    index = json.loads((site / "data" / "index.json").read_bytes())
    for path in KEPT:
        name, _, version = path.stem.partition("@")
        assert f"<b>{name}</b> <small>{version}</small>" not in shown
        assert [entry["title"] for entry in index["adapters"] if entry["name"] == name] != [f"{name} {version}"]
        assert (site / "badges" / "adapters" / f"{name}.svg").exists()


LITELLM = next(path.stem for path in KEPT if path.stem.startswith("litellm@"))
SIDED = ("compare.html#kind=adapters&a=litellm&b=langchain", f"changes/{LITELLM}.html")


@pytest.mark.parametrize("address", SIDED)
def test_a_comparison_scrolls_within_itself_under_its_first_column(browser, site, address):
    with looked_at(browser, site, address, viewport={"width": 320, "height": 800}, has_touch=True) as page:
        table = page.locator(".sided").first
        region = page.locator(".wrap:has(.sided)").first
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert table.bounding_box()["width"] > region.bounding_box()["width"]
        region.evaluate("one => one.scrollTo(90, 0)")
        first, second = (table.locator(f"tbody tr:first-child > :nth-child({n})") for n in (1, 2))
        assert abs(first.bounding_box()["x"] - region.bounding_box()["x"]) < 2
        assert second.bounding_box()["x"] < first.bounding_box()["x"] + first.bounding_box()["width"]


def test_rows_out_of_sight_are_not_laid_out_and_read_all_the_same(browser, site):
    with looked_at(browser, site, "adapters.html") as page:
        last = page.locator("#matrix tbody tr").last
        assert last.evaluate("one => getComputedStyle(one).contentVisibility") == "auto"
        widths = page.evaluate("[...document.querySelectorAll('#matrix tr')].map((one) => one.offsetWidth)")
        assert len(set(widths)) == 1
        last.scroll_into_view_if_needed()
        head = page.locator("#matrix thead th").nth(5).bounding_box()
        cell = last.locator("> :nth-child(6)").bounding_box()
        assert (cell["x"], cell["width"]) == (head["x"], head["width"])
        assert last.locator("th").inner_text()
