"""Tests that a digest of claims changes exactly if a value that affects verdicts changes."""

from pathlib import Path

import pytest

from conformance.report.digests import digest_of_claims

RULE = """\
- id: acme.one-call
  statement: The provider accepts one call.
  source: docs.acme.example, Tools
  retrieved: "2026-11-21"
  level: MUST
  parameters: {title: {type: string}, limit: 1}
"""


def of(folder: Path, text: str, name: str = "rules.yaml") -> str:
    path = folder / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return digest_of_claims([path])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("The provider accepts one call.", "One call is accepted.", id="statement"),
        pytest.param("docs.acme.example, Tools", "docs.acme.example, Calls", id="source"),
        pytest.param("2026-11-21", "2026-11-28", id="retrieved"),
        pytest.param("- id", "# A comment\n- id", id="comment"),
        pytest.param("{title: {type: string}, limit: 1}", "{limit: 1, title: {type: string}}", id="order of keys"),
    ],
)
def test_prose_does_not_count(tmp_path: Path, old: str, new: str) -> None:
    assert of(tmp_path / "a", RULE) == of(tmp_path / "b", RULE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("MUST", "SHOULD", id="level"),
        pytest.param("limit: 1", "limit: 2", id="parameter"),
        pytest.param("title: {type: string}", "title: {type: number}", id="property with a name of prose"),
        pytest.param("acme.one-call", "acme.a-call", id="id"),
    ],
)
def test_everything_else_counts(tmp_path: Path, old: str, new: str) -> None:
    assert of(tmp_path / "a", RULE) != of(tmp_path / "b", RULE.replace(old, new))


def test_names_and_schemas_count(tmp_path: Path) -> None:
    assert of(tmp_path / "a", "{}") != of(tmp_path / "b", "{}", "format.yaml")
    schemas = ('{"title": "A"}', '{"title": "B"}')
    assert len({of(tmp_path / str(number), text, "request.schema.json") for number, text in enumerate(schemas)}) == 2
