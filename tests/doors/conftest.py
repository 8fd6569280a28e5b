"""The fixture of a browser, which opens the pages made for people."""

import shutil
from collections.abc import Iterator

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Yield Debian's Chromium, without a window."""
    api = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=BROWSER, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()
