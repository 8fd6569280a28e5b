"""Tests of ``conformance report`` as a program: its inputs, its errors, and its reproducible output."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from conformance.cli.app import app
from conformance.site import feeds
from conformance.site.building import _written
from tests.doors.site.conftest import LIBRARIES, conformance
from tests.doors.site.looking import dead_links


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of a single provider."""
    folder = tmp_path_factory.mktemp("few")
    ran = conformance(
        "run", "--provider", "cohere", "--results", folder, "--workers", "1", "--output", folder / "shown"
    )
    assert ran.returncode in (0, 1), ran.stderr
    return folder / "results.json"


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the results of a few libraries, some with an earlier version.

    A site with the results of all libraries would take seconds.
    """
    folder = tmp_path_factory.mktemp("libraries")
    for name in ("anthropic", "cohere", "openai"):
        for path in LIBRARIES.rglob(f"{name}@*.json"):
            copy = folder / path.relative_to(LIBRARIES)
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, copy)
    return folder


def report(*words: str | Path) -> Result:
    """Run ``conformance report`` in this process."""
    return CliRunner().invoke(app, ["report", *map(str, words)])


def written(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def few(results: Path, libraries: Path) -> Path:
    """Return the site of these results and of the libraries' results."""
    folder = results.parent / "site"
    built = report(results, "--adapters", libraries, "--output", folder)
    assert built.exit_code == 0, built.stderr
    return folder


def test_the_same_results_make_the_same_site(results, libraries, few, tmp_path):
    ran = conformance("report", results, "--adapters", libraries, "--output", tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert written(tmp_path) == written(few)


def test_what_an_earlier_run_wrote_goes_and_nothing_else(results, libraries, few, tmp_path):
    site, fewer = tmp_path / "site", tmp_path / "results.json"
    shutil.copytree(few, site)
    (site / "cases" / "own.html").write_text("mine", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("mine", encoding="utf-8")
    files = site / "data" / "files.json"
    known = json.loads(files.read_bytes())
    known["files"].append("../outside.txt")
    files.write_text(json.dumps(known), encoding="utf-8")
    found = json.loads(results.read_bytes())
    found["results"] = [result for result in found["results"] if result["scenario"] == "call-single"]
    fewer.write_text(json.dumps(found), encoding="utf-8")
    assert report(fewer, "--adapters", libraries, "--output", site).exit_code == 0
    assert {path.stem for path in (site / "cases").rglob("*.html")} == {
        "own",
        "call-single.plain",
        "call-single.stream",
    }
    assert (tmp_path / "outside.txt").exists()
    assert {*written(site)} == {
        *json.loads(files.read_bytes())["files"],
        "data/files.json",
        "cases/own.html",
    }


def test_a_part_of_the_results_makes_a_site_without_dead_links(few):
    assert dead_links(few) == []


def test_documentation_that_stands_beside_the_pages_is_linked(results, libraries, few, tmp_path):
    without = (few / "index.html").read_text(encoding="utf-8")
    assert "docs/docs/verdicts.html" not in without
    assert 'href="docs/index.html"' not in without

    site = tmp_path / "site"
    shutil.copytree(few, site)  # it is made again in the folder where it was
    (site / "docs").mkdir()
    (site / "docs" / "index.html").write_text("documentation", encoding="utf-8")
    assert report(results, "--adapters", libraries, "--output", site).exit_code == 0
    beside = (site / "index.html").read_text(encoding="utf-8")
    assert "docs/docs/verdicts.html" in beside
    assert 'href="docs/index.html"' in beside


@pytest.mark.parametrize("scenario", ["no-such", "../../../outside"])
def test_an_unknown_scenario_is_refused_and_nothing_is_written(results, tmp_path, scenario):
    document = json.loads(results.read_bytes())
    document["results"][0]["scenario"] = scenario
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "results.json").write_text(json.dumps(document), encoding="utf-8")
    ran = report(tmp_path / "in" / "results.json", "--output", tmp_path / "in" / "deep" / "site")
    assert (ran.exit_code, len(ran.stderr.splitlines())) == (6, 1)
    assert scenario in ran.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["results.json"]


@pytest.mark.parametrize("text", ["{", "[]", '{"name": "../x"}', "\xff"])
def test_results_of_libraries_that_cannot_be_read_are_refused(results, tmp_path, text):
    (tmp_path / "some@1.json").write_bytes(text.encode("latin-1"))
    ran = report(results, "--adapters", tmp_path, "--output", tmp_path / "site")
    assert (ran.exit_code, len(ran.stderr.splitlines())) == (6, 1)
    assert "some@1.json" in ran.stderr


def test_libraries_need_not_be_there(results, tmp_path):
    built = report(results, "--adapters", tmp_path / "nowhere", "--output", tmp_path / "site")
    assert built.exit_code == 0, built.stderr
    assert "reference" in (tmp_path / "site" / "adapters.html").read_text(encoding="utf-8")


def test_what_is_no_results_file_is_refused(tmp_path):
    (tmp_path / "results.json").write_text("{}", encoding="utf-8")
    ran = report(tmp_path / "results.json", "--output", tmp_path / "site")
    assert (ran.exit_code, len(ran.stderr.splitlines())) == (6, 1)
    assert "results.json" in ran.stderr


def test_no_results_at_all_is_nothing_judged(results, libraries, tmp_path):
    empty = json.loads(results.read_bytes()) | {"results": []}
    (tmp_path / "results.json").write_text(json.dumps(empty), encoding="utf-8")
    ran = report(tmp_path / "results.json", "--output", tmp_path / "site", "--adapters", libraries)
    assert ran.exit_code == 5, ran.stderr


@pytest.mark.parametrize("option", ["--repository", "--address"])
def test_an_address_that_is_none_is_refused(results, tmp_path, option):
    ran = report(results, option, "javascript:alert(1)", "--output", tmp_path / "site")
    assert ran.exit_code == 2
    assert not (tmp_path / "site").exists()


def test_the_address_of_the_site_stands_in_every_page(results, tmp_path):
    site, address = tmp_path / "site", "https://who.example/what"
    few = (results, "--adapters", tmp_path / "nowhere")
    assert report(*few, "--address", f"{address}/", "--output", site).exit_code == 0
    for path in ("index.html", "providers/cohere.html"):
        page = (site / path).read_text(encoding="utf-8")
        assert f'"og:image" content="{address}/card.png"' in page
        assert f'"canonical" href="{address}/{path}"' in page


def test_where_nothing_can_be_written_one_line_is_shown(results, tmp_path):
    (tmp_path / "site").write_text("a file", encoding="utf-8")
    ran = report(results, "--output", tmp_path / "site")
    assert (ran.exit_code, len(ran.stderr.splitlines())) == (6, 1)


@pytest.mark.parametrize("path", ["index.html", "cases"])
def test_what_is_in_place_of_a_file_or_folder_is_named_and_nothing_is_written(path, results, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    if path == "cases":
        (site / path).write_text("a file", encoding="utf-8")
    else:
        (site / path).mkdir()
    ran = report(results, "--adapters", tmp_path / "nowhere", "--output", site)
    assert (ran.exit_code, [*site.iterdir()]) == (6, [site / path])
    assert f" at {path}, got a " in ran.stderr


@pytest.mark.parametrize("kind", ["deep", "pipe", "long"])
def test_a_list_of_files_that_cannot_be_read_is_replaced(kind, tmp_path):
    listed = tmp_path / "site" / "data" / "files.json"
    listed.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(listed)
    elif kind == "deep":
        listed.write_text('{"x":' + "[" * 100_000 + "]" * 100_000 + "}", encoding="utf-8")
    else:
        listed.write_text(json.dumps({"format": 1, "files": ["x" * 300]}), encoding="utf-8")
    assert _written(tmp_path / "site") == set()


def test_a_full_disk_leaves_the_earlier_site(results, libraries, tmp_path):
    site = tmp_path / "site"
    assert report(results, "--adapters", tmp_path / "nowhere", "--output", site).exit_code == 0
    before = written(site)
    size = max(map(len, before.values())) - 1
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    command = [sys.executable, "-B", "-c", f"{limited}; from conformance.cli import main; main()"]
    more = ["report", results, "--adapters", libraries, "--output", site]
    ran = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    assert ran.returncode == 6, ran.stderr
    assert "File too large" in ran.stderr
    assert written(site) == before


def test_two_results_of_an_adapter_show_what_got_better_and_worse(results, tmp_path):
    before = json.loads(results.read_bytes())
    judged = [result for result in before["results"] if result["subject"] == "adapter" and result["outcome"] == "pass"]
    judged[0]["outcome"] = "fail"
    judged[0]["findings"] = [{"path": "/calls", "message": "one was <lost>"}]
    gone = before["results"].pop()["id"]
    (tmp_path / "before.json").write_text(json.dumps(before), encoding="utf-8")
    for old, new, word in ((tmp_path / "before.json", results, "better"), (results, tmp_path / "before.json", "worse")):
        site = tmp_path / word
        made = report(new, "--before", old, "--adapters", tmp_path / "nowhere", "--output", site)
        assert made.exit_code == 0, made.stderr
        page = (site / "changes.html").read_text(encoding="utf-8")
        assert f'href="#{word}"><b>1</b>' in page
        assert judged[0]["id"] in page.replace("<wbr>", "")
        assert gone in page.replace("<wbr>", "")
        assert "one was &lt;lost&gt;" in page
        assert 'href="changes.html"' in (site / "index.html").read_text(encoding="utf-8")


def test_results_of_another_adapter_are_not_compared(results, tmp_path):
    other = json.loads(results.read_bytes()) | {"adapter": "another"}
    (tmp_path / "other.json").write_text(json.dumps(other), encoding="utf-8")
    ran = report(results, "--before", tmp_path / "other.json", "--output", tmp_path / "site")
    assert (ran.exit_code, len(ran.stderr.splitlines())) == (6, 1)
    assert "another" in ran.stderr


def test_feeds_lead_to_the_changes_of_each_library(few):
    feed = json.loads((few / feeds.JSON).read_bytes())
    atom = ElementTree.fromstring((few / feeds.ATOM).read_bytes())
    spaces = {"a": "http://www.w3.org/2005/Atom"}
    changes = sorted(path.name for path in (few / "changes").glob("*.html"))
    assert changes
    assert sorted(item["url"] for item in feed["items"]) == [f"../changes/{name}" for name in changes]
    assert len({item["id"] for item in feed["items"]}) == len(changes)
    days = [item["date_published"] for item in feed["items"]]
    assert days == sorted(days, reverse=True)
    assert [entry.findtext("a:id", namespaces=spaces) for entry in atom.findall("a:entry", spaces)] == [
        item["id"] for item in feed["items"]
    ]
    assert atom.findtext("a:updated", namespaces=spaces) == days[0]


def test_a_sitemap_names_every_page(results, libraries, tmp_path):
    site, address = tmp_path / "site", "https://who.example/what"
    built = report(results, "--adapters", libraries, "--address", address, "--output", site)
    assert built.exit_code == 0, built.stderr
    root = ElementTree.fromstring((site / feeds.SITEMAP).read_bytes())
    pages = {f"{address}/{path.relative_to(site).as_posix()}" for path in site.rglob("*.html")}
    assert {element.text for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")} == pages
