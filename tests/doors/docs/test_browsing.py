"""Tests of the documentation in a browser: an empty console, no request to another host, and accessible pages."""

from ..site.looking import kept_out, looked_at


def test_nobody_is_kept_out(browser, site):
    """Check a single page. ``exhaustive`` has every kind of page."""
    assert kept_out(browser, site.parent, "docs/docs/gate.html") == []


def test_a_word_is_found_from_disk(browser, site):
    with looked_at(browser, site.parent, "docs/index.html") as page:
        page.fill("input[name=query]", "stand-ins")
        page.wait_for_selector(".md-search-result__link")
        assert page.locator(".md-search-result__link").count() > 1
