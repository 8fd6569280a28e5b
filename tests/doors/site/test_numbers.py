"""Tests that every number on a page is in the document that is published for the page."""

import html
import json
import re
from collections import Counter

import pytest
from jsonschema_rs import Draft202012Validator

SHOWN_AS_EVIDENCE = re.compile(r"<(pre|code|script|style|option|time|title)\b.*?</\1>", re.S)
EXAMPLES = re.compile(
    r'capabilities at a glance: [^<]*|<details class="legend">.*?</details>|<section class="notes">.*?</section>'
    r'|<h2 id="example-.*?(?=<h2 id="(?!example-))',
    re.S,
)
"""Parts of pages whose numbers are not compared: counts of marks (see ``test_truth``), examples of cells, written
notes, and exchanges that are also on the page of a case.
"""
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def read(site, path):
    return json.loads((site / "data" / path).read_bytes())


def main_of(path):
    return re.search(r"<main.*</main>", path.read_text(encoding="utf-8"), re.S)[0]


def text_of(markup):
    """Return the text of a page, or of a part of it, without markup and with single blanks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def part(markup, begin, end):
    """Return the part of ``markup`` between two marks."""
    return markup.partition(begin)[2].partition(end)[0]


def items(markup):
    return [text_of(item) for item in re.findall(r"<li[^>]*>(.*?)</li>", markup, re.S)]


def test_what_was_seen_of_a_rule_is_published(site):
    checked = 0
    for entry in read(site, "rules.json")["rules"]:
        name = re.sub(r"[^A-Za-z0-9._-]", "_", entry["rule"]["id"])
        page = main_of(site / "rules" / f"{name}.html")
        expected = []
        for seen in entry["seen"]:
            confirm = "exchange confirms" if seen["borne_out"] == 1 else "exchanges confirm"
            line = f"{seen['provider']}, {seen['dialect']}: {seen['borne_out']} {confirm} it"
            line += f", {seen['broken_and_accepted']} break it and were accepted" if seen["broken_and_accepted"] else ""
            line += f", {seen['broken_and_refused']} break it and were refused" if seen["broken_and_refused"] else ""
            expected.append(f"{line} {seen['date']}")
        assert items(part(page, "<h2>Seen elsewhere</h2>", "</ul>")) == expected, entry["rule"]["id"]
        checked += len(expected)
    assert checked > 100
    assert len(list((site / "rules").glob("*.html"))) == len(read(site, "rules.json")["rules"])


def test_what_was_surveyed_and_what_differs_of_a_provider_is_published(site):
    checked = 0
    for path in sorted((site / "data" / "providers").glob("*.json")):
        provider = json.loads(path.read_bytes())
        page = main_of(site / "providers" / f"{path.stem}.html")
        sections = re.findall(r"<section>.*?</section>", page, re.S)
        for section, (dialect, claims) in zip(sections, provider["profile"]["dialects"].items(), strict=True):
            survey = provider["surveyed"].get(dialect)
            line = (
                survey
                and f"{survey['exchanges']:,} exchanges in other people's public recordings, read on {survey['date']}"
            )
            first = text_of(part(section, "<p>", "</p>"))
            assert (line or "") in first
            assert ("public recordings" in first) == bool(survey)
            quirks = items(part(section, "<h3>Differences on the wire</h3>", "</ul>"))
            for shown, quirk in zip(quirks, claims["quirks"], strict=True):
                seen = f", {quirk['seen']} of {quirk['of']}" if quirk["of"] is not None else ""
                assert f"{quirk['evidence']}{seen};" in shown, (path.stem, quirk["id"])
                checked += bool(seen)
    assert checked > 20
    assert {path.stem for path in (site / "providers").glob("*.html")} == {
        path.stem for path in (site / "data" / "providers").glob("*.json")
    }


def test_the_numbers_of_a_dialect_are_published(site):
    for name, address in read(site, "index.json")["dialects"].items():
        dialect = json.loads((site / address).read_bytes())
        page = main_of(site / "dialects" / f"{name}.html")
        ids = dialect["expresses"]["call_ids"]
        shown = text_of(part(page, "<dt>Ids of calls</dt><dd>", "</dd>"))
        assert shown.endswith(f"{ids['length']} letters and digits" if ids.get("prefix") else "needed")
        speakers = items(part(page, 'id="speakers"', "</ul>"))
        expected = {n for who, n in dialect["differences"].items() if n and who != dialect["owner"]}
        assert {int(NUMBER.search(speaker)[0]) for speaker in speakers if "known difference" in speaker} == expected
        assert len(re.findall(r"<tr>", part(page, 'id="rules"', "</table>"))) - 1 == len(dialect["rules"])


def test_every_place_where_a_field_stands_is_on_the_page_of_its_dialect(site):
    for name, address in read(site, "index.json")["dialects"].items():
        mapping = json.loads((site / address).read_bytes())["mapping"]
        rows = part(main_of(site / "dialects" / f"{name}.html"), 'id="fields"', "</table>").split("<tr>")[2:]
        shown = {}
        for row in rows:
            field = text_of(part(row, '<th scope="row">', "</th>"))
            shown[field] = {*re.findall(r"<code>(.*?)</code>", row)}
        expected = {}
        for of in ("request", "response", "stream", "beside"):
            for field, places in mapping.get(of, {}).items():
                expected.setdefault(field, set()).update(places)
        assert shown == {field: places for field, places in expected.items() if places}


def test_the_numbers_of_every_exchange_are_published(site):
    checked = 0
    schema = read(site, "report.schema.json")
    document = Draft202012Validator({"$ref": "#/$defs/CaseDocument", "$defs": schema["$defs"]})
    for path in sorted((site / "data" / "cases").rglob("*.json")):
        case = json.loads(path.read_bytes())
        document.validate(case)
        page = main_of(site / "cases" / path.relative_to(site / "data" / "cases").with_suffix(".html"))
        sections = re.findall(r'<section class="exchange">.*?</section>', page, re.S)
        for section, exchange in zip(sections, case["exchanges"], strict=True):
            checked += 1
            bodies = re.findall(r'as it came <span class="muted">([\d,]+) bytes', section)
            assert bodies == [f"{exchange['request_bytes']:,}", f"{exchange['response_bytes']:,}"], path
            heads = re.findall(r'Headers <span class="muted">(\d+)</span>', section)
            assert heads == [str(exchange["request_headers"]), str(exchange["response_headers"])], path
            assert f"<code>{exchange['status']}</code>" in section
            if exchange["events"] is not None:
                times = exchange["events"]
                known = [at for at in times if at is not None]
                line = text_of(part(section, '<p class="muted">', "</p>"))
                assert line.startswith(f"{len(times)} events"), path
                assert not known or f"the last {max(known)} ms after the request" in line, path
                moments = re.findall(r'<span class="ms">(.*?)</span>', section, re.S)
                before = [0, *(at or 0 for at in times)]
                expected = [
                    f"{at} ms +{at - before[n]}" if at is not None else f"{n + 1}" for n, at in enumerate(times)
                ]
                assert [text_of(moment) for moment in moments] == expected[: len(moments)], path
            if exchange["rules"]:
                broken = sum(bool(rule["broken"]) for rule in exchange["rules"])
                line = text_of(re.search(r"<summary>(\d+ rules apply to it.*?)</summary>", section, re.S)[1])
                assert line == f"{len(exchange['rules'])} rules apply to it" + (
                    f", {broken} broken" if broken else ""
                ), path
    assert checked > 1000


def test_every_result_of_a_text_format_is_published(site):
    document = read(site, "text-formats.json")
    assert [(entry["name"], entry["title"]) for entry in document["formats"]] == [
        (column["dialect"], column["title"]) for column in document["columns"]
    ]
    counted = document["counts"]
    line = text_of(part(main_of(site / "text-formats.html"), "<h1>Calls in text</h1>", "</p>"))
    failed = counted["fail"] + counted["error"]
    assert f"{len(document['formats'])} formats" in line
    assert f"{counted['pass']:,} checks pass, {failed} fail, {counted['unsupported']} are declined" in line
    assert f"{counted['not-applicable']} times a format cannot express" in line
    for text_format in document["formats"]:
        page = main_of(site / "text-formats" / f"{text_format['name']}.html")
        assert f"{text_format['retrieved']}" in page
        shown = re.findall(
            r"<li><span class=\"v \w+\"><span[^>]*>.</span> ([\w-]+)</span> <code>([\w-]+)</code> (\w+):", page
        )
        results = [
            r for r in document["results"] if r["dialect"] == text_format["name"] and r["outcome"] != "not-applicable"
        ]
        expected = [(r["outcome"], r["check"], r["mode"]) for r in results]
        assert sorted(shown) == sorted(expected), text_format["name"]
        for scenario, why in text_format["cannot_say"].items():
            assert why in text_of(part(page, f'id="{scenario}"', "</section>"))
        for scenario, text in text_format["written"].items():
            assert text.strip() in html.unescape(part(page, f'id="{scenario}"', "</section>")), (
                text_format["name"],
                scenario,
            )


def test_the_canonical_form_of_every_scenario_is_published(site):
    for scenario in read(site, "scenarios.json")["scenarios"]:
        page = main_of(site / "scenarios" / f"{scenario['id']}.html")
        shown = NUMBER.findall(text_of(part(page, '<pre class="json" tabindex="0">', "</pre>")))
        published = set(NUMBER.findall(json.dumps(scenario, ensure_ascii=False)))
        assert set(shown) <= published, scenario["id"]


KINDS = {
    "index.html": ["matrix.json", "index.json", "breakage.json"],
    "matrix.html": ["matrix.json", "index.json"],
    "compare.html": ["matrix.json", "index.json"],
    "text-formats.html": ["text-formats.json"],
    "contradictions.html": ["contradictions.json"],
    "contents.html": ["index.json", "rules.json", "scenarios.json"],
    "providers/*.html": ["providers/{}.json", "matrix.json", "rules.json"],
    "capabilities/*.html": ["matrix.json", "scenarios.json"],
    "scenarios/*.html": ["scenarios.json", "index.json", "providers/*.json", "text-formats.json"],
    "dialects/*.html": ["dialects/{}.json", "rules.json", "matrix.json"],
    "rules/*.html": ["rules.json", "providers/*.json"],
    "adapters/*.html": ["adapters/{}.json", "matrix.json", "adapter.json", "index.json", "changes/{}@*.json"],
    "changes/*.html": ["changes/{}.json"],
}


def numbers(document):
    """Return every number in a document and in its texts, the lengths of its lists, and its counts of exchanges."""
    found = set(NUMBER.findall(json.dumps(document, ensure_ascii=False)))

    def lengths(value):
        if isinstance(value, dict | list):
            found.add(str(len(value)))
            if isinstance(value, dict) and {"borne_out", "otherwise"} <= value.keys():
                found.add(str(value["borne_out"] + value["otherwise"]))
            for inner in value.values() if isinstance(value, dict) else value:
                lengths(inner)

    lengths(document)
    return found | tallies(document)


def tallies(document):
    """Return the counts of a library's cases by verdict: for each provider, in total, and for each root cause."""
    verdicts = {
        f"{column['provider']}/{column['dialect']}/{case}": verdict
        for column in document.get("judged", ())
        for case, verdict in column["cases"].items()
    }
    judged = [Counter(column["cases"].values()) for column in document.get("judged", ())]
    caused = [Counter(verdicts.get(case) for case in cause["cases"]) for cause in document.get("causes") or ()]
    counts = (*judged, sum(judged, Counter()), *caused)
    return {str(number) for of in counts for number in (of.total(), *of.values())}


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_shows_a_number_that_is_not_published(site, made, kind):
    """Check the words of each page, except shown wire data and counts of results."""
    results = json.loads((made / "results.json").read_bytes())["results"]
    outcomes = [result["outcome"] for result in results]
    known = {str(len(results)), *(str(outcomes.count(outcome)) for outcome in outcomes[:1])}
    paths = sorted(site.glob(kind))
    assert paths
    cache, data = {}, site / "data"
    for path in paths:
        published = set(known)
        for document in (pattern.format(path.stem) for pattern in KINDS[kind]):
            if document not in cache:
                cache[document] = set().union(*(numbers(json.loads(file.read_bytes())) for file in data.glob(document)))
            published |= cache[document]
        shown = text_of(SHOWN_AS_EVIDENCE.sub(" ", EXAMPLES.sub(" ", main_of(path))))
        strange = {number for number in NUMBER.findall(shown) if not published & {number, number.replace(",", "")}}
        assert not strange, (path.name, [shown[max(0, shown.find(number) - 60) :][:100] for number in sorted(strange)])
