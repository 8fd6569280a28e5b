"""Tests of the documentation as a site: valid links, nothing fetched from elsewhere, and complete references."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

from conformance.cli.lazy import COMMANDS
from conformance.judge.checks import EVERY
from conformance.judge.rules import BY_NAME
from conformance.scenarios import capabilities, names
from toolwire.providers import every_rule

ROOT: Final = Path(__file__).resolve().parents[3]
FETCHED: Final = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}
MATRIX: Final = "index.html"
"""The page to which the banner of each page leads: the matrix, in the folder above the folder of the documentation."""


class Links(HTMLParser):
    """The files that a page fetches, its links, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.led: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := given.get(key))}
        if (address := given.get(FETCHED.get(tag, ""))) and given.get("rel") != "canonical":
            self.fetched.append(address)
        if tag == "a" and (address := given.get("href")):
            self.led.append(address)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    found = (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")  # which only a server shows
    return {path: Links(path.read_text(encoding="utf-8")) for path in found}


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, Links]) -> None:
    assert pages
    for page, links in pages.items():
        for address in links.fetched:
            if not address.startswith("data:"):
                assert not urlsplit(address).netloc, (page, address)
                assert (page.parent / unquote(urlsplit(address).path)).is_file(), (page, address)
    for sheet in site.rglob("*.css"):
        assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def _broken(pages: dict[Path, Links], site: Path) -> Iterator[tuple[str, str]]:
    for page, links in pages.items():
        for address in links.led:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target == site.parent / MATRIX:
                continue
            if not target.is_file() or (
                parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors
            ):
                yield str(page.relative_to(site)), address


def test_every_link_leads_to_a_page_and_a_place_in_it(site: Path, pages: dict[Path, Links]) -> None:
    assert list(_broken(pages, site)) == []


def test_every_page_leads_to_the_matrix(site: Path, pages: dict[Path, Links]) -> None:
    for page, links in pages.items():
        home = "../" * len(page.relative_to(site).parts)
        assert f"{home}{MATRIX}" in links.led or f"./{home}{MATRIX}" in links.led, page


def test_every_page_of_the_documentation_stands_in_its_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    pages = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    assert [page for page in pages if f": {page}\n" not in contents] == []


@pytest.mark.parametrize(
    ("page", "known"),
    [
        ("rules", [rule.id for _, _, rule in every_rule()]),
        ("checks", [*BY_NAME, *(check.name for check in EVERY)]),
        ("scenarios", [*names(), *capabilities()]),
        ("commands", [f"conformance {name}" for name in COMMANDS]),
        (
            "canonical",
            ["ToolDefinition", "ToolChoice", "Request", "ToolCall", "Response", "CallStarted", "ExpectedCall"],
        ),
    ],
    ids=["rules", "checks", "scenarios", "commands", "canonical"],
)
def test_references_have_every_id(site: Path, page: str, known: list[str]) -> None:
    text = (site / "docs" / "reference" / f"{page}.html").read_text(encoding="utf-8")
    assert [name for name in known if not re.search(rf">{re.escape(name)}<", text)] == []
