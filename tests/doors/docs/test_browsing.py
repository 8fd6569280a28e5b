"""The documentation in a browser: nothing on the console, nothing asked of anybody else, and nobody kept out."""

from ..site.looking import kept_out, looked_at


def test_nobody_is_kept_out(browser, site):
    """Every kind of page is in ``exhaustive``."""
    assert kept_out(browser, site.parent, "docs/docs/gate.html") == []


def test_a_word_is_found_from_disk(browser, site):
    with looked_at(browser, site.parent, "docs/index.html") as page:
        page.fill("input[name=query]", "stand-ins")
        page.wait_for_selector(".md-search-result__link")
        assert page.locator(".md-search-result__link").count() > 1
