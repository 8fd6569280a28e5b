"""Tests that the page of mutants is up to date."""

from pathlib import Path

from conformance.mutants.streams import MUTANTS
from conformance.report import markdown

PAGE = Path(__file__).resolve().parents[2] / "reports" / "mutants.md"


def test_the_page_is_fresh_and_has_every_mutant() -> None:
    text = markdown.to_mutants()
    assert PAGE.read_text(encoding="utf-8") == text
    assert len({mutant.id for mutant in MUTANTS}) == len(MUTANTS)
    assert all(f"| `{mutant.id}` | {mutant.statement} | {mutant.bug} |" in text for mutant in MUTANTS)
