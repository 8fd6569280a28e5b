"""Tests of the committed capability feed: its schema, and its values compared with the matrix."""

import json
from pathlib import Path

import msgspec
import pytest
from jsonschema_rs import validator_for

from conformance.report import mark
from conformance.report.feed import document
from conformance.report.matrix import Matrix

ROOT = Path(__file__).resolve().parents[2]
FEED = ROOT / "reports" / "capabilities.json"
SUBJECTS = document.read(FEED).subjects


def test_it_fits_the_committed_schema() -> None:
    schema = json.loads((ROOT / "conformance" / "report" / "feed" / document.SCHEMA_FILE).read_bytes())
    written = json.loads(FEED.read_bytes())
    assert validator_for(schema).is_valid(written)
    assert not validator_for(schema).is_valid(written | {"format": 2})


def test_a_value_of_a_dialect_is_the_mark_of_its_cell() -> None:
    built = msgspec.json.decode((ROOT / "reports" / "matrix.json").read_bytes(), type=Matrix)
    cells = {
        (column.provider, column.dialect, row.capability, mode): (mark.kind(found), found.evidence)
        for row in built.rows
        for column, cell in zip(built.columns, row.cells, strict=True)
        if column.provider != "text"
        for mode, found in cell.marks.modes.items()
        if mark.kind(found) != "unknown"
    }
    feed = {
        (subject.provider, subject.dialect, capability, mode): (fact.value, fact.evidence)
        for subject in SUBJECTS
        if subject.model is None
        for capability, facts in subject.capabilities.items()
        for mode, fact in facts.items()
    }
    assert feed == cells


@pytest.mark.parametrize("subject", [each for each in SUBJECTS if each.model], ids=lambda each: str(each.model))
def test_a_model_has_observed_values_alone(subject: document.Subject) -> None:
    facts = [fact for modes in subject.capabilities.values() for fact in modes.values()]
    assert facts
    assert all(fact.is_observed for fact in facts)
