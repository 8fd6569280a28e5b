"""Tests of the search: questions in people's words, and the right page among the first results."""

import pytest

from conformance.site.text import visible
from tests.doors.site.looking import looked_at

QUESTIONS = {
    "does Groq's `tool_choice: required` hold?": ("providers/groq.html#openai_chat.choice-required", 1),
    "which providers stream parallel calls?": ("capabilities/parallel-calls.html", 1),
    "what goes wrong with llama.cpp's server?": ("providers/llamacpp.html", 1),
    "is LiteLLM safe over Cohere?": ("adapters/litellm.html#cohere.cohere_v2", 1),
    "tool_choice": ("capabilities/choice-required.html", 1),
    "toolChoice": ("capabilities/choice-required.html", 1),
    "tool choice required": ("capabilities/choice-required.html", 1),
    "required": ("capabilities/choice-required.html", 1),
    "any": ("capabilities/choice-required.html", 2),
    "forced": ("capabilities/choice-required.html", 6),
    "parallel_tool_calls": ("capabilities/parallel-calls.html", 2),
    "disable parallel_tool_use": ("capabilities/parallel-off.html", 2),
    "streaming": ("capabilities/streamed-calls.html", 1),
    "strict": ("capabilities/strict-tools.html", 1),
    "function calling required": ("capabilities/choice-required.html", 2),
    "does Claude do strict": ("providers/anthropic.html#anthropic_messages.strict-tools", 2),
    "gemini ANY": ("providers/gemini.html#gemini_generate.choice-required", 4),
    "litellm": ("adapters/litellm.html", 1),
    "vercel ai sdk": ("adapters/vercel-ai.html", 1),
    "big integers": ("scenarios/call-big-numbers.html", 2),
    "max_tokens": ("capabilities/cut-calls.html", 1),
    "openai_chat.calls-answered": ("rules/openai_chat.calls-answered.html", 1),
    "calls-answered": ("rules/openai_chat.calls-answered.html", 8),
    "hermes": ("text-formats/hermes.html", 1),
    "gate ci": ("about.html#gate", 1),
}
"""The page that answers each question, and the number of first results that must contain this page."""


SLIPS = {
    "tool_choise": ("tool_choice", "capabilities/choice-required.html"),
    "requierd": ("required", "capabilities/choice-required.html"),
    "paralel_tool_calls": ("parallel_tool_calls", "capabilities/parallel-calls.html"),
    "is litelm safe over coheer": ("is litellm safe over cohere", "adapters/litellm.html#cohere.cohere_v2"),
    "antropic strict": ("anthropic strict", "providers/anthropic.html#anthropic_messages.strict-tools"),
}
"""Questions with slips, each with its corrected text and the page that must be the first result."""


def results(page):
    return page.locator("#found li > a").evaluate_all("links => links.map(link => link.getAttribute('href'))")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_answered_among_the_first_results(browser, site, question):
    link, most = QUESTIONS[question]
    with looked_at(browser, site, "search.html") as page:
        page.fill("[name=q]", question)
        assert link in results(page)[:most]
        assert "read as" not in page.locator("#found-count").inner_text()
        assert (site / link.partition("#")[0]).is_file()


@pytest.mark.parametrize("question", SLIPS)
def test_a_slip_is_read_as_the_nearest_word_which_the_page_shows(browser, site, question):
    read, link = SLIPS[question]
    with looked_at(browser, site, "search.html") as page:
        page.fill("[name=q]", question)
        assert results(page)[0] == link
        assert page.locator("#found-count").inner_text().endswith(f"read as “{read}”")


def test_a_search_on_the_first_page_leads_to_its_results_and_they_lead_on(browser, site):
    with looked_at(browser, site, "index.html") as page:
        page.fill("[name=q]", "groq required")
        page.press("[name=q]", "Enter")
        page.wait_for_url("**/search.html?q=groq+required")
        answer = page.locator("#found li").first
        assert "Groq" in answer.inner_text()
        assert "claim: " in answer.inner_text()
        answer.locator("a").click()
        page.wait_for_url("**/providers/groq.html#openai_chat.choice-required")
        assert page.locator("tr:target, li:target, :target").first.is_visible()


@pytest.mark.parametrize("question", ["<img src=x onerror=alert(1)>", "qqqq zzzz", "'s", "​\u202e", "(((", "\\"])
def test_what_is_not_found_is_no_trouble(browser, site, question):
    with looked_at(browser, site, "search.html") as page:
        page.fill("[name=q]", visible(question))
        page.fill("[name=q]", question)
        assert page.locator("#found img").count() == 0


def test_without_scripts_the_words_of_the_apis_lead_to_capabilities(browser, site):
    with looked_at(browser, site, "search.html", java_script_enabled=False) as page:
        word = page.locator("#words dd", has_text="parallel_tool_calls").first
        assert word.is_visible()
        page.locator("#words dt a").first.click()
        page.wait_for_url("**/capabilities/*.html")
