"""Looking at pages: whatever the console says or the page asks elsewhere is kept, and must be nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def looked_at(browser: Any, folder: Path, path: str, **how: Any) -> Iterator[Any]:
    """A page of the site, open. Nothing may be on the console, and nothing may be asked of anybody else."""
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}} | how)
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("dialog", lambda dialog: trouble.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: is_ours(request.url, folder) or trouble.append(f"request: {request.url}"))
    page.on("requestfailed", lambda request: trouble.append(f"not there: {request.url}"))
    page.goto(f"{folder.as_uri()}/{path}")
    yield page
    page.wait_for_timeout(20)
    context.close()
    assert trouble == []


def is_ours(url: str, folder: Path) -> bool:
    """Whether something stands in the folder of the site."""
    return url.startswith(f"{folder.as_uri()}/")
