"""Tests that a stranger's recording is shown but harmless: its markup, its control characters, its endless bodies."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.site.laid_out import MOST
from tests.doors.site.conftest import LIBRARIES, ROOT, conformance
from tests.doors.site.looking import looked_at

PLACE = Path("cassettes/openai/openai_chat")
MARKUP = '<script>alert("here")</script>'
TURNED = "safe\u202etxt.exe\u202c\u2066\u200b\ufeff\x07\x1b[31m"
SIZE = 5 * 1024 * 1024


def plant(folder: Path, name: str, change: Any) -> None:
    """Write a cassette of the project to a folder of user data, with a changed answer and without a right reading."""
    document = yaml.safe_load((ROOT / PLACE / name).read_text(encoding="utf-8"))
    response = document["interactions"][0]["response"]
    response["body"]["string"] = change(response["body"]["string"])
    document["metadata"]["expected"] = [{"answer": None, "agreed": [], "why": f"{MARKUP} {TURNED}"}]
    document["metadata"]["sources"] = [MARKUP]
    (folder / PLACE).mkdir(parents=True, exist_ok=True)
    (folder / PLACE / name).write_text(yaml.safe_dump(document), encoding="utf-8")


def renamed(body: str) -> str:
    answer = json.loads(body)
    call = answer["choices"][0]["message"]["tool_calls"][0]["function"]
    call["name"] = MARKUP
    call["arguments"] = json.dumps({"city": f"{TURNED}</pre></script><img src=x onerror=alert(1)>"}, ensure_ascii=False)
    answer["choices"][0]["message"]["content"] = "\u05d0\u05d1\u05d2 <b>bold</b> & javascript:alert(1)"
    return json.dumps(answer, ensure_ascii=False)


def long(body: str) -> str:
    answer = json.loads(body)
    answer["choices"][0]["message"]["content"] = "<i>" + "x" * SIZE
    return json.dumps(answer)


def many(body: str) -> str:
    head, *_ = body.split("\n\n")
    return f"{head}\n\n" * 3000 + "data: [DONE]\n\n"


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site of a few hostile cassettes."""
    folder = tmp_path_factory.mktemp("planted")
    data = folder / "data"
    plant(data, "call-single.plain.yaml", renamed)
    plant(data, "call-parallel.plain.yaml", long)
    plant(data, "call-single.stream.yaml", many)
    ran = conformance("run", "--data", data, "--provider", "openai", "--scenario", "call-single,call-parallel",
                      "--results", folder, "--workers", "1", "--output", folder / "shown.txt")  # fmt: skip
    assert ran.returncode in (0, 1), ran.stderr
    site = folder / "site"
    built = conformance("report", folder / "results.json", "--data", data, "--adapters", LIBRARIES, "--output", site)
    assert built.returncode == 0, built.stderr
    return site


def test_markup_is_text_and_runs_nothing(browser, planted):
    page_of = "cases/openai/openai_chat/call-single.plain.html"
    with looked_at(browser, planted, page_of) as page:
        text = page.locator(".exchange").first.inner_text()
        assert MARKUP.replace('"', '\\"') in text
        assert "<img src=x" in text
        assert page.locator(".exchange img, .exchange script, .exchange b:has-text('bold')").count() == 0
    html = (planted / page_of).read_text(encoding="utf-8")
    assert not re.search(r"<script(?! src=|( type=\"application/json\"))", html)


def test_what_turns_a_line_around_is_named(browser, planted):
    with looked_at(browser, planted, "cases/openai/openai_chat/call-single.plain.html") as page:
        text = page.content()
        shown = page.locator("main").inner_text()
    for code in ("202E", "202C", "2066", "200B", "FEFF"):
        assert f"⟨U+{code}⟩" in shown
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x07\x1b]", text)


def test_a_long_body_is_cut_with_its_size_and_is_there_whole(browser, planted):
    path = planted / "cases/openai/openai_chat/call-parallel.plain.html"
    assert path.stat().st_size < 8 * MOST
    with looked_at(browser, planted, path.relative_to(planted).as_posix()) as page:
        page.locator("summary", has_text="Answer, as it came").click()
        assert re.search(r"the first 20,000 of 5,\d\d\d,\d\d\d bytes", page.locator(".exchange").inner_text())
        link = page.locator("a", has_text=re.compile(r"All 5,\d\d\d,\d\d\d bytes"))
        whole = (path.parent / link.get_attribute("href").rpartition("/")[2]).read_bytes()
        assert whole.count(b"x") >= SIZE
        link.click()
        page.wait_for_url("**/call-parallel.plain.1.response.txt")
        assert page.evaluate("document.contentType") == "text/plain"


def test_of_many_events_the_first_are_shown_and_the_number_of_all(browser, planted):
    with looked_at(browser, planted, "cases/openai/openai_chat/call-single.stream.html") as page:
        assert "3001 events" in page.locator(".exchange").inner_text()
        assert page.locator(".stream li").count() == 400


def test_the_matrix_of_it_opens(browser, planted):
    with looked_at(browser, planted, "matrix.html") as page:
        assert page.locator("#matrix tbody tr").count() > 0
