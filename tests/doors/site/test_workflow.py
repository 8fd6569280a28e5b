"""Tests of the report workflow's artifact: the site with the documentation, and all published documents."""

import importlib.util
import json
import re
import tomllib

import pytest

from toolwire.providers import load, names

from .conftest import LIBRARIES, ROOT, steps

PUBLISHED = ROOT / "docs" / "published.md"


def addresses() -> list[str]:
    """Return the stable addresses on the page about published documents. ``<name>`` represents any name."""
    found = []
    for cell in re.findall(r"^\| (`(?:data|badges)/[^|]*) \|", PUBLISHED.read_text(encoding="utf-8"), re.M):
        first, *others = re.findall(r"`([^`]*)`", cell)
        found += [first, *(re.sub(r"\.\w+$", other, first) if other.startswith(".") else other for other in others)]
    return found


def test_what_it_installs_is_an_extra():
    [install] = [step["run"] for step in steps() if "pip install" in step.get("run", "")]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(re.search(r"\[(.*)\]", install)[1].split(",")) <= set(extras)


def test_what_is_uploaded_is_the_site(checkout, site):
    [upload] = [step["with"] for step in steps() if step.get("uses", "").startswith("actions/upload-artifact@")]
    assert checkout / upload["path"] == site
    assert (site / "index.html").is_file()


def test_every_address_that_the_page_promises_is_there_and_no_other(site):
    libraries = {path.stem for path in (site / "data" / "adapters").iterdir()}
    assert libraries >= {path.stem.partition("@")[0] for path in LIBRARIES.glob("*.json")} > {"litellm", "langchain"}
    promised = {address: re.compile(re.sub(r"<\w+>", r"[^/]+", address.replace(".", r"\."))) for address in addresses()}
    there = {
        path.relative_to(site).as_posix()
        for folder in ("data", "badges")
        for path in (site / folder).rglob("*")
        if path.is_file()
    }
    assert {address for address, form in promised.items() if not any(map(form.fullmatch, there))} == set()
    assert {path for path in there if not any(form.fullmatch(path) for form in promised.values())} == set()
    judged = {f"data/providers/{name}.json" for name in names()}
    judged |= {f"badges/providers/{name}/{dialect}.svg" for name in names() for dialect in load(name).dialects}
    assert judged <= there
    index = json.loads((site / "data" / "index.json").read_bytes())
    listed = re.findall(r'"((?:data|badges)/[^"]*)"', (site / "data" / "index.json").read_text(encoding="utf-8"))
    assert {f"data/providers/{name}.json" for name in names()} <= set(listed) <= there | {index["cases"]}


@pytest.mark.skipif(not importlib.util.find_spec("mkdocs"), reason="the documentation needs the extra docs")
def test_site_and_documentation_lead_to_each_other(site):
    assert 'href="docs/index.html"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="./../index.html"' in (site / "docs" / "index.html").read_text(encoding="utf-8")
    assert (site / "docs" / "docs" / "published.html").is_file()
