"""The documentation in a browser: nothing on the console, nothing asked of anybody else, and nobody kept out."""

import pytest

from ..site.looking import looked_at

KINDS = {
    "overview": "index.html",
    "long": "docs/contributing/profiles.html",
    "getting started": "docs/start/add-a-provider.html",
    "python": "docs/library.html",
    "shell and yaml": "docs/gate.html",
    "markup": "docs/published.html",
    "rules": "docs/reference/rules.html",
    "types": "docs/reference/canonical.html",
    "report": "reports/servers.html",
}
"""A page of each kind, and of each language that is shown in colours."""


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_nobody_is_kept_out_and_nothing_is_on_the_console(browser, site, path):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    for scheme, asked in (("light", tags), ("dark", ["color-contrast"])):  # the rest does not depend on colours
        with looked_at(browser, site.parent, f"docs/{path}", color_scheme=scheme, bypass_csp=True) as page:
            assert page.locator("h1").first.inner_text().strip()
            found = axe.run(page, options={"runOnly": asked, "preload": False}).response["violations"]
        told = [(one["id"], one["impact"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]
        assert [one for one in told if one[1] in ("serious", "critical")] == [], scheme


def test_a_word_is_found_from_disk(browser, site):
    with looked_at(browser, site.parent, "docs/index.html") as page:
        page.fill("input[name=query]", "stand-ins")
        page.wait_for_selector(".md-search-result__link")
        assert page.locator(".md-search-result__link").count() > 1
