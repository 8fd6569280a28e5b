"""The fixture of a browser, which opens the pages made for people."""

import shutil
from collections.abc import Iterator

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Yield Debian's Chromium, without a window.

    Until the fixture ends, Playwright's event loop counts as running in this thread, so ``asyncio.run`` fails there.
    The fixture therefore ends with the module.
    """
    api = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=BROWSER, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()
