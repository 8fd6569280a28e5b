"""Tests at the doors: sites stay together, and a browser looks at what is made for people."""

import shutil
from collections.abc import Iterator

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a site in one process: the site is built once, and no other process waits for it."""
    for item in items:
        if isinstance(item, pytest.Function) and {"site", "checkout"} & set(item.fixturenames):
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Debian's Chromium, without a window."""
    api = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=BROWSER, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()
