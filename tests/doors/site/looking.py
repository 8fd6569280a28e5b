"""Functions that open pages and follow links. Console messages and requests to other hosts fail the test."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

_RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_FOLDS: Final = re.compile(r"(<details\b[^>]*>|</details>|</?summary>)")
_SCROLLING: Final = re.compile(r"<pre\b.*?</pre>|<ol class=\"stream\".*?</ol>", re.S)
_LINE: Final = re.compile(r"<(?:p|li|tr|h[1-6]|div|dt|br|summary)\b")
_TAG: Final = re.compile(r"<[^>]*>")
HIGHEST: Final = 3000
"""The maximum height of a page when it opens, in pixels."""
ELSEWHERE: Final = "https://git.example/"
"""The address for reports of wrong verdicts in the tests. No page links to another address outside the site."""


@contextmanager
def looked_at(browser: Any, folder: Path, path: str, **how: Any) -> Iterator[Any]:
    """Yield an open page of the site. A console message or a request to another host fails the test."""
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}} | how)
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("dialog", lambda dialog: trouble.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: is_ours(request.url, folder) or trouble.append(f"request: {request.url}"))
    page.on("requestfailed", lambda request: was_left(request) or trouble.append(f"not there: {request.url}"))
    page.goto(f"{folder.as_uri()}/{path}")
    yield page
    page.wait_for_timeout(20)
    context.close()
    assert trouble == [], trouble


def kept_out(browser: Any, folder: Path, path: str, scheme: str = "light") -> list[tuple[str, str, list[str]]]:
    """Return axe-core's serious and critical findings on a page: the rule, the impact and the first elements.

    Skip the test if axe is not installed.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with looked_at(browser, folder, path, color_scheme=scheme, bypass_csp=True) as page:
        assert page.locator("h1").first.inner_text().strip()
        for details in page.locator("details:not([open]) > summary").all()[:12]:
            if details.is_visible():
                details.click()
        asked = _RULES if scheme == "light" else ["color-contrast"]  # the rest does not depend on colours
        found = axe.run(page, options={"runOnly": asked, "preload": False}).response["violations"]
    violations = [
        (violation["id"], violation["impact"], [node["html"][:200] for node in violation["nodes"][:3]])
        for violation in found
    ]
    return [violation for violation in violations if violation[1] in ("serious", "critical")]


def unfolded(html: str) -> int:
    """Return the approximate size of the unfolded content of a page: its characters, and an amount for each line.

    A box that scrolls counts as a few lines.
    """
    folds: list[bool] = []
    in_summary = False
    size = 0
    for part in _FOLDS.split(_SCROLLING.sub("<p>" * 9, html)):
        if part.startswith("<details"):
            folds.append(" open" not in part)
        elif part == "</details>":
            folds.pop()
        elif part in ("<summary>", "</summary>"):
            in_summary = part == "<summary>"
        elif not any(folds[:-1]) and (in_summary or not any(folds)):
            size += len(_TAG.sub("", part)) + 40 * len(_LINE.findall(part))
    return size


def highest(folder: Path, kind: str, number: int = 8) -> list[Path]:
    """Return the pages of a kind with the most unfolded content."""
    home = folder / kind
    pages = home.rglob("*.html") if home.is_dir() else [home]
    return sorted(pages, key=lambda page: unfolded(page.read_text(encoding="utf-8")), reverse=True)[:number]


def too_high(browser: Any, folder: Path, pages: list[Path], width: int) -> dict[str, int]:
    """Return the pages that are higher than 3,000 px when they open, with their heights."""
    found = {}
    with looked_at(browser, folder, "about.html", viewport={"width": width, "height": 800}) as page:
        for path in pages:
            page.goto(path.as_uri())
            found[path.relative_to(folder).as_posix()] = page.evaluate("document.documentElement.scrollHeight")
    return {path: height for path, height in found.items() if height > HIGHEST}


def was_left(request: Any) -> bool:
    """Return True if a request failed only because its page was left, as may happen to the request for an icon."""
    return bool(request.failure == "net::ERR_ABORTED")


def is_ours(url: str, folder: Path) -> bool:
    """Return True if an address is in the folder of the site."""
    return url.startswith(f"{folder.as_uri()}/")


def dead_links(folder: Path) -> list[tuple[str, str]]:
    """Return the links that lead to no file of the site, or to no place in it, each with its page.

    ``tests/doors/docs`` checks the links of the documentation.
    """
    there = {os.path.normpath(path) for path in folder.rglob("*")}
    texts = {os.path.normpath(path): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    places = {page: set(re.findall(r' id="([^"]*)"', text)) for page, text in texts.items()}
    dead = []
    documentation = os.path.normpath(folder / "docs")
    for page, text in texts.items():
        if page.startswith(documentation):
            continue
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            target, _, place = link.partition("#")
            leads = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page  # noqa: PTH118, PTH120
            is_there = leads in there and (not place or "=" in place or place in places[leads])
            if not is_there and not link.startswith(ELSEWHERE):
                dead.append((os.path.relpath(page, folder), link))
    return dead
