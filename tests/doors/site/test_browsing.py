"""Tests of the site in a browser: with a mouse, with only the keyboard, in the dark scheme, and on a phone."""

import re

import pytest

from tests.doors.site.conftest import LIBRARIES
from tests.doors.site.kinds import FOLDERS, KINDS
from tests.doors.site.looking import highest, kept_out, looked_at, too_high

EARLIER = next(path.stem for path in (LIBRARIES / "earlier").glob("litellm@*.json")).partition("@")[2]


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS)
def opened(request, browser, site):
    """Return an open page of each kind. A message on the console is an error of the last test of the page."""
    with looked_at(browser, site, request.param) as page:
        yield page


def test_every_kind_of_page_has_a_heading_and_a_title(opened):
    assert opened.locator("h1").inner_text().strip()
    assert opened.title().endswith("toolcall-conformance")


def test_a_link_to_a_page_describes_it(opened, site):
    metadata = opened.evaluate("""() => Object.fromEntries([...document.querySelectorAll("meta[content]")].map(
        tag => [tag.getAttribute("property") || tag.getAttribute("name"), tag.content]))""")
    path = opened.url.removeprefix(f"{site.as_uri()}/")
    assert metadata["description"] == metadata["og:description"] != ""
    assert (site / path).parent.joinpath(metadata["og:image"]).is_file()


@pytest.mark.parametrize("name", ["About", "Gate your library", "Repository"])
def test_every_page_leads_on(opened, name):
    assert opened.locator("a", has_text=name).first.is_visible()


def test_on_a_phone_only_tables_and_code_go_past_the_edge(opened):
    opened.set_viewport_size({"width": 390, "height": 800})
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    assert opened.locator("nav[aria-label=Site] a").last.is_visible()


@pytest.mark.parametrize("kind", ["contents", "streamed exchange"])
def test_nobody_is_kept_out(browser, site, kind):
    """Check a page of each kind. ``exhaustive`` has all pages, in both colour schemes."""
    assert kept_out(browser, site, KINDS[kind]) == []


def test_columns_of_the_contents_keep_apart(browser, site):
    with looked_at(browser, site, "contents.html") as page:
        apart = page.evaluate("""() => [...document.querySelectorAll(".lists ul")].map(list => {
            const places = [...list.querySelectorAll("li")].map(one => one.getBoundingClientRect());
            const lefts = [...new Set(places.map(one => one.left))].sort((a, b) => a - b);
            const ends = [...list.querySelectorAll("a")].map(one => one.getBoundingClientRect().right);
            return Math.min(...lefts.slice(1).map(left => left - Math.max(...ends.filter(end => end <= left))));
        })""")
        assert min(apart) >= 32  # the bullet is there, too


def test_every_page_is_of_a_kind(site):
    assert {path.relative_to(site).parts[0] for path in site.rglob("*.html")} - {"docs"} == FOLDERS


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_what_is_long_is_folded(browser, site, folder):
    """Check the highest pages of every kind on a phone, where pages are highest. ``exhaustive`` has all pages."""
    assert too_high(browser, site, highest(site, folder), 390) == {}


FOLDED = {
    "rules": "contents.html#rules",
    "rules of a dialect": "dialects/openai_chat.html#rules",
    "libraries": "capabilities/parallel-calls.html#adapters",
    "exchange": "cases/openai/openai_chat/history-sequential-steps.plain.html#exchange-2",
    "case in text": "text-formats/hermes.html#call-parallel",
    "change": f"changes/litellm@{EARLIER}.html#better",
}


@pytest.mark.parametrize("address", FOLDED.values(), ids=FOLDED)
def test_a_link_to_what_is_folded_opens_it(browser, site, address):
    with looked_at(browser, site, address.partition("#")[0]) as page:
        heading = page.locator(f"#{address.partition('#')[2]}")
        assert not heading.locator("xpath=ancestor::details[1]").evaluate("one => one.open")
    with looked_at(browser, site, address) as page:
        heading = page.locator(f"#{address.partition('#')[2]}")
        assert heading.locator("xpath=ancestor::details[1]").evaluate("one => one.open")


def labels(cells):
    """Return the texts that a screen reader reads for the cells of a table."""
    return cells.evaluate_all("cells => cells.map(cell => cell.ariaLabel)")


def shown_rows(page):
    return page.locator("#matrix tbody tr:visible").count()


def shown_columns(page):
    return page.locator("#matrix thead th:visible").count() - 1


def test_the_matrix_is_filtered_by_provider_capability_origin_and_outcome(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        every_row, every_column = shown_rows(page), shown_columns(page)
        page.select_option("[name=provider]", "azure")
        assert (shown_rows(page) <= every_row, shown_columns(page)) == (True, 3)
        page.select_option("[name=capability]", "parallel-calls")
        assert (shown_rows(page), shown_columns(page)) == (1, 3)
        page.click("text=Clear")
        page.wait_for_function(f"document.querySelectorAll('#matrix tbody tr:not([hidden])').length == {every_row}")
        page.select_option("[name=origin]", "recorded")
        assert 0 < shown_columns(page) < every_column
        page.select_option("[name=outcome]", "works")
        lit = page.locator("#matrix td:not(.dim) > a:visible")
        assert lit.count() > 0
        assert all("works" in label and "recorded" in label for label in labels(lit))
        page.select_option("[name=outcome]", "disagreement")
        assert all("disagreement" in label for label in labels(lit))


def test_what_is_searched_narrows_providers_or_capabilities(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        page.fill("[name=q]", "groq parallel")
        page.wait_for_function("location.hash.includes('groq')")
        assert shown_columns(page) == 1
        assert 0 < shown_rows(page) < 10
        page.fill("[name=q]", "groq tool_choice required")
        assert page.locator("#matrix tbody tr[data-c=choice-required]").is_visible()
        assert shown_rows(page) < 5
        page.fill("[name=q]", "nothing is called this")
        assert page.locator("#none").is_visible()
        page.fill("[name=q]", "")
        assert page.locator("#none").is_hidden()


def test_a_link_keeps_what_was_asked(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        page.fill("[name=q]", "mistral")
        page.select_option("[name=sort]", "name")
        page.select_option("[name=outcome]", "works")
        page.wait_for_function("location.hash.includes('outcome=works')")
        link = page.locator("#view").get_attribute("href")
        count = page.locator("#count").inner_text()
    with looked_at(browser, site, f"matrix.html{link}") as page:
        assert page.locator("#count").inner_text() == count
        assert page.input_value("[name=q]") == "mistral"
        assert page.input_value("[name=sort]") == "name"


def test_an_old_link_to_a_view_of_the_matrix_leads_there(browser, site):
    with looked_at(browser, site, "index.html#provider=groq") as page:
        page.wait_for_url("**/matrix.html#provider=groq")
        assert shown_columns(page) == 1


def test_the_first_page_names_who_is_affected_by_what_breaks_and_leads_to_an_exchange(browser, site):
    with looked_at(browser, site, "index.html") as page:
        faults = page.locator("#breaks-providers + ol > li")
        assert 0 < faults.count() <= 4
        for fault in faults.all():
            assert fault.locator("a[href^='providers/']").count() > 0
            assert fault.locator("a[href^='cases/']").count() == 1


def test_the_projects_own_normalizer_comes_last(browser, site):
    for path in ("index.html", "adapters.html"):
        with looked_at(browser, site, path) as page:
            links = page.locator("main a[href^='adapters/']")
            names = links.evaluate_all("links => [...new Set(links.map(one => one.pathname))]")
            assert names[-1].endswith("/adapters/reference.html")


def test_columns_and_rows_are_sorted(browser, site):
    def titles(page):
        return page.locator("#matrix thead th a").all_inner_texts()

    with looked_at(browser, site, "matrix.html") as page:
        usual = titles(page)
        page.select_option("[name=sort]", "name")
        assert titles(page) == sorted(titles(page), key=str.lower)
        page.select_option("[name=sort]", "failures")
        failing = page.evaluate(
            "[...document.querySelectorAll('#matrix thead th')].slice(1).map((_, n) =>"
            " document.querySelectorAll(`#matrix tbody td[class^=b]:nth-child(${n + 2})`).length)"
        )
        assert failing == sorted(failing, reverse=True)
        page.select_option("[name=sort]", "")
        assert titles(page) == usual


def test_the_age_of_evidence_is_counted_when_it_is_shown(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.clock.install(time="2027-11-23")
    page.goto(f"{site.as_uri()}/providers/openai.html#openai_chat.single-call")
    assert "12 months old" in page.locator("tr[id='openai_chat.single-call']").inner_text()
    page.goto(f"{site.as_uri()}/matrix.html")
    assert "12 months old" in page.locator("#matrix td a").first.get_attribute("aria-label")
    context.close()


def test_a_cell_leads_to_its_exchange_and_back(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        page.locator("#matrix td a[href='cases/gemini/gemini_generate/define-name-limits.plain.html']").click()
        page.wait_for_url("**/cases/gemini/gemini_generate/define-name-limits.plain.html")
        assert "functionCall" in page.locator(".exchange pre:visible").first.inner_text()
        assert "documented" in page.locator(".facts").first.inner_text()
        page.locator(".crumbs a").first.click()
        page.wait_for_url("**/matrix.html")


def test_a_mark_of_public_recordings_leads_to_them_and_a_case_shows_the_same(browser, site):
    with looked_at(browser, site, "index.html") as page:
        mark = page.locator("#providers ~ .wrap").first.locator("tr", has_text="openai_chat").locator("td a").first
        assert mark.inner_text() == "✓°"
        mark.click()
        page.wait_for_url("**/providers/openai.html#openai_chat.parallel-calls")
        row = page.locator("tr:target")
        assert "✓° works seen in public recordings" in " ".join(row.inner_text().split())
        assert int(row.locator("td").nth(2).inner_text().partition("/")[0].split()[-1]) > 0
        row.locator("td").nth(2).locator("summary").click()
        assert "/" in row.locator("td").nth(2).locator("details > small").inner_text()
        row.locator("a[href*='cases/']").first.click()
        facts = page.locator(".facts").first
        assert "✓° works" in facts.inner_text()
        facts.locator("a", has_text="public recordings").click()
        page.wait_for_url("**/providers/openai.html#openai_chat.parallel-calls")


def test_the_heads_of_a_row_that_is_jumped_to_stand_in_it(browser, site):
    with looked_at(browser, site, "providers/openai.html#openai_chat.single-call") as page:
        row = page.locator("tr:target")
        heads = row.locator("td").evaluate_all(
            "cells => cells.map(one => getComputedStyle(one, '::before').display !== 'none' && one.dataset.h)"
        )
        assert heads == ["Says", "Shows", "Elsewhere", "reference", "Exchanges"]
        assert row.bounding_box()["y"] >= 0


def test_a_failing_cell_leads_to_the_check_that_fails(browser, site):
    with looked_at(browser, site, "matrix.html#provider=vllm&outcome=broken") as page:
        page.locator("#matrix td[class^=b] a:visible").first.click()
        assert page.locator("#checks ~ div tbody tr .v.fail").count() > 0


def test_a_field_lights_up_on_both_sides(browser, site):
    with looked_at(browser, site, KINDS["plain exchange"]) as page:
        second = page.locator(".exchange").nth(1)
        second.locator("summary").first.click()
        second.locator("[data-show='call.arguments']").click()
        lit = second.locator(".pair").first.locator("mark.on").all_inner_texts()
        assert len(lit) >= 4
        assert second.locator("[data-show='call.arguments']").get_attribute("aria-pressed") == "true"


def test_a_stream_is_laid_out_on_its_time_line(browser, site):
    with looked_at(browser, site, KINDS["streamed exchange"]) as page:
        times = [int(re.match(r"\d+", text)[0]) for text in page.locator(".stream .ms").all_inner_texts()]
        assert len(times) > 5
        assert times == sorted(times)
        assert page.locator(".track i").count() == len(times)


SIDES = {
    "providers": ("providers", "openai/openai_chat", "vllm/openai_chat", "cases/vllm/openai_chat/"),
    "libraries": ("adapters", "litellm", "langchain", "adapters/langchain.html#"),
    "versions": ("adapters", "litellm", f"litellm@{EARLIER}", f"changes/litellm@{EARLIER}.html"),
}


@pytest.mark.parametrize("sides", SIDES)
def test_two_sides_show_first_what_differs(browser, site, sides):
    kind, first, other, leads = SIDES[sides]
    with looked_at(browser, site, "compare.html") as page:
        page.select_option("[name=kind]", kind)
        page.select_option("[name=a]", first)
        page.select_option("[name=b]", other)
        rows = page.locator("#comparison > .wrap tbody tr")
        assert rows.count() > 0
        assert all(len(set(row.locator("td").all_inner_texts())) == 2 for row in rows.all())
        assert rows.first.locator("td").nth(1).locator("a").first.get_attribute("href").startswith(leads)
        same = page.locator("#comparison details", has_text=re.compile(r"^\d+ (alike|with the same mark)")).first
        assert not same.locator("table").is_visible()
        same.locator("summary").click()
        assert same.locator("tbody tr").count() > 10
        count = page.locator("#count").inner_text()
        link = page.locator("#view").get_attribute("href")
    with looked_at(browser, site, f"compare.html{link}") as page:
        assert page.locator("#count").inner_text() == count


@pytest.mark.parametrize("sides", ["vllm/openai_chat|lmstudio/openai_chat", "vllm/openai_chat|llamacpp/openai_chat"])
def test_only_what_rests_on_the_same_evidence_is_alike(browser, site, sides):
    first, other = sides.split("|")
    nobody_recorded = other.startswith("lmstudio")
    with looked_at(browser, site, f"compare.html#kind=providers&a={first}&b={other}") as page:
        evidence = {}
        for group in page.locator("#comparison details").all():
            group.locator("summary").click()
            name = re.search(r"alike|different evidence|one side", group.locator("summary").inner_text())[0]
            evidence[name] = [
                [re.findall("recorded|documented|inferred", cell) for cell in row.locator("td").all_inner_texts()]
                for row in group.locator("tbody tr").all()
            ]
        assert all(left == right != [] for left, right in evidence["alike"])
        assert any(pair == [["recorded"], ["recorded"]] for pair in evidence["alike"]) != nobody_recorded
        assert all(left != right for left, right in evidence.get("different evidence", []))
        assert ("different evidence" in evidence) == nobody_recorded


def test_what_a_provider_cannot_be_asked_differs(browser, site):
    with looked_at(browser, site, "compare.html#kind=providers&a=openai/openai_responses&b=ollama/ollama_chat") as page:
        link = page.locator("a[href='scenarios/choice-forced-with-reasoning.html']")
        row = page.locator("#comparison tbody tr", has=link)
        cell = row.locator("td").last
        assert "not supported, documented" in cell.text_content()
        assert cell.locator("a").first.get_attribute("href") == "providers/ollama.html#ollama_chat"


def test_the_gravest_differences_come_first(browser, site):
    with looked_at(browser, site, "compare.html#kind=adapters&a=litellm&b=langchain") as page:
        grave = ["silently" in row for row in page.locator("#comparison > .wrap tbody tr").all_inner_texts()]
        assert grave[0]
        assert grave == sorted(grave, reverse=True)


def test_dark_and_light_are_chosen_and_kept(browser, site):
    def paper(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    with looked_at(browser, site, "matrix.html", color_scheme="light") as page:
        light = paper(page)
        page.click("#theme")
        dark = paper(page)
        assert dark != light
        page.goto(f"{site.as_uri()}/contents.html")
        assert paper(page) == dark
        page.click("#theme")
        assert paper(page) == light
    with looked_at(browser, site, "matrix.html", color_scheme="dark") as page:
        assert paper(page) == dark


def test_the_keyboard_alone_is_enough(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "text-formats.html"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('form, summary') !== null")
        page.locator("[name=q]").focus()
        page.keyboard.type("gemini")
        page.wait_for_function("location.hash.includes('gemini')")
        stops = 0
        while not page.evaluate("document.activeElement.closest('#matrix td') !== null"):
            page.keyboard.press("Tab")
            stops += 1
            assert stops < 80
        first = page.evaluate("document.activeElement.href")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        second = page.evaluate("document.activeElement.href")
        assert second != first
        assert page.locator("#peek.on").inner_text()
        page.keyboard.press("Home")
        page.keyboard.press("End")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/(cases|providers)/[^/]*(gemini|vertex)"))


def test_the_grid_is_one_stop_for_tab_and_nothing_is_hidden_under_sticky_heads(browser, site):
    with looked_at(browser, site, "matrix.html") as page:
        assert page.locator("#matrix td a[tabindex='0']").count() == 1
        page.locator("#matrix-region").evaluate("one => one.scrollTo(900, 700)")
        head = page.locator("#matrix thead th").nth(20).bounding_box()
        region = page.locator("#matrix-region").bounding_box()
        assert abs(head["y"] - region["y"]) < 3
        side = page.locator("#matrix tbody th").nth(20).bounding_box()
        assert abs(side["x"] - region["x"]) < 3


def test_adapters_are_filtered_by_adapter_provider_and_outcome(browser, site):
    with looked_at(
        browser, site, "adapters.html#provider=litellm&group=anthropic/anthropic_messages&outcome=broken"
    ) as page:
        assert shown_columns(page) == 1
        lit = page.locator("#matrix td a:visible")
        assert lit.count() > 0
        lit.first.click()
        page.wait_for_url("**/adapters/litellm.html#anthropic.anthropic_messages")


def test_without_scripts_it_is_all_there_to_read(browser, site):
    with looked_at(browser, site, "matrix.html", java_script_enabled=False) as page:
        assert page.locator("#matrix tbody tr").count() > 40
        page.locator("#matrix td a", has_text="✓°").first.click()
        page.locator("tr:target").wait_for()
        page.go_back()
        page.locator("#matrix td a[href^='cases/']").first.click()
        assert page.locator(".exchange").count() > 0


@pytest.mark.parametrize(
    "place",
    [
        "providers/openai.html#openai_chat.single-call",
        "providers/groq.html#openai_chat.quirk.whole-calls",
        "adapters/litellm.html#anthropic.anthropic_messages",
    ],
    ids=["a capability", "a difference on the wire", "the verdicts with a dialect"],
)
def test_a_link_opens_what_is_folded(browser, site, place):
    path, _, name = place.partition("#")
    for first in (place, path):
        with looked_at(browser, site, first) as page:
            page.evaluate(f"location.hash = {name!r}")
            target = page.locator(f"[id='{name}']")
            assert target.is_visible()
            assert target.evaluate("one => one.closest('details').open")
