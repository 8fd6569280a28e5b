"""Tests of submitted bundles on their provider's page, next to the project's own cassette."""

from pathlib import Path

import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.bundle import submitted
from conformance.bundle.making import make
from conformance.data import cassettes_folder
from conformance.judge.result import Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.report import results
from conformance.site.building import rendered
from conformance.site.material import Material, Origin
from conformance.site.pages import provider
from conformance.suite.verdicts import judge

CASE = CassetteName("openai", "openai_chat", "call-single", "plain")


@pytest.fixture
def bundles(tmp_path: Path) -> Path:
    """Return a folder with two bundles of the same case. In the second bundle, another tool is called."""
    folder = tmp_path / "bundles"
    text = CASE.under(cassettes_folder()).read_text().replace("origin: documented", "origin: recorded")
    for name, submitter, tool in (("one", "octocat", "get_weather"), ("two", "<i>hexapus</i>", "get_whether")):
        path = CASE.under(folder / name / "cassettes")
        path.parent.mkdir(parents=True)
        path.write_text(text.replace("get_weather", tool))
        make(folder / name, submitter, "2026-12-01", {})
    return folder


def test_a_providers_page_has_bundles_and_what_they_disagree_on(
    bundles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submitted, "bundles_folder", lambda: bundles)
    judged = Results(adapter="mine", results=tuple(judge(open_case(CASE), ReferenceAdapter())))
    (tmp_path / "results.json").write_bytes(results.write(judged))
    material = Material(Origin(results=tmp_path / "results.json", libraries=tmp_path / "none"))
    made = {page.path: page for make_page in provider.pages(material) for page in [make_page()]}
    page = rendered(made["providers/openai.html"], material).decode()
    shown = page[page.index('id="submitted"') : page.index('id="about"')]
    for words in (
        "octocat",
        "&lt;i&gt;hexapus&lt;/i&gt;",
        "replace no other recordings",
        "Disagreements",
        "committed here (documented",
    ):
        assert words in shown
    assert 'id="submitted"' not in rendered(made["providers/cohere.html"], material).decode()
