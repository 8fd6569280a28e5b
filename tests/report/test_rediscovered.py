"""Tests of the listed public bugs that the gate finds again: the libraries' files must confirm each bug."""

from pathlib import Path

import pytest
import yaml

from conformance.report import markdown, rediscovered
from conformance.report.rediscovered import FILE, RediscoveryError
from toolwire.providers.errors import DataError

KEPT = Path(__file__).resolve().parents[2] / "reports"
FIRST = yaml.safe_load((KEPT / FILE).read_text(encoding="utf-8"))[0]


def test_every_listed_bug_is_there_at_one_version_and_gone_at_the_other() -> None:
    found = rediscovered.read(KEPT)
    assert len({each.bug.issue for each in found}) >= 8
    page = markdown.to_rediscovered(found)
    assert all(f"[{each.bug.number}]({each.bug.issue})" in page for each in found)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"affected": "0.0"}, "vercel-ai 0.0 was not judged"),
        ({"affected": FIRST["fixed"]}, "does not show the cause"),
        ({"case": "openai/openai_chat/call-single/plain"}, "does not show the cause"),
        ({"fixed": FIRST["affected"]}, "still shows the cause"),
        ({"issue": "https://example.org/1"}, "issue"),
        ({"note": "x"}, "note"),
    ],
)
def test_what_the_files_do_not_bear_out_is_refused(changes: dict[str, str], why: str, tmp_path: Path) -> None:
    for file in KEPT.glob("adapters/**/vercel-ai@*.json"):
        kept = tmp_path / file.relative_to(KEPT)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(file.read_bytes())
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(yaml.safe_dump([FIRST | changes]), encoding="utf-8")
    with pytest.raises(DataError, match=why) as refused:
        rediscovered.read(tmp_path)
    assert isinstance(refused.value, RediscoveryError) == (changes.keys() <= {"affected", "fixed", "case"})
