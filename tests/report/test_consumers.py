"""Tests of the kept reactions of libraries to deviations of form, and of their page."""

from pathlib import Path
from typing import Final

import msgspec
import pytest
import yaml

from conformance.data import DataError
from conformance.judge.finding import Finding
from conformance.judge.result import Result
from conformance.recording import deviated
from conformance.recording.consumers import Consumer, Reaction, read
from conformance.recording.deviations import deviations
from conformance.report import adapters, consumers, markdown
from conformance.report.canonical import to_json
from conformance.report.consumers import Sender

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = sorted((ROOT / "reports" / "consumers").glob("*.json"))
FIRST: Final = deviations()[0]
BLANK: Final = Reaction(
    deviation=FIRST.id, mode="stream", outcome="accepts", rests=consumers.rests(*deviated.bodies(FIRST, "stream"))
)
OTHER: Final = msgspec.structs.replace(BLANK, outcome="breaks", how="TypeError: a `thing` | <b>", asked="async")
NONE: Final = msgspec.structs.replace(BLANK, outcome="not-read", how="declines: no tools", rests="0")


def consumer(name: str, *reactions: Reaction) -> Consumer:
    return Consumer(
        name=name, version="1.2", language="python", date="2026-01-02", installed={name: "1.2"}, reactions=reactions
    )


def provider(name: str, line: str, **more: str) -> Result:
    values = {
        "id": f"{name}/openai_chat/call-single/stream/response-schema", "provider": name, "dialect": "openai_chat",
        "scenario": "call-single", "mode": "stream", "check": "response-schema", "capability": "single-call",
        "subject": "provider", "adapter": "reference", "outcome": "fail", "origin": "recorded", "date": "2026-01-02",
    }  # fmt: skip
    place, _, message = line.partition(": ")
    findings = [msgspec.to_builtins(Finding(path=place, message=message))]
    return msgspec.convert({**values, **more, "findings": findings, "models": ["m"]}, Result)


def test_what_is_kept_is_read(tmp_path: Path) -> None:
    kept = consumer("some", BLANK, OTHER)
    consumers.write(msgspec.structs.replace(kept, version="1.1"), tmp_path)
    assert consumers.write(kept, tmp_path).name == "some@1.2.json"
    assert read(tmp_path) == (kept,)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a@1.json", "{", "not a file of a library's reactions"),
        ("a@1.json", to_json(consumer("some")), "expected the name 'some@1.2.json' for a file with some 1.2"),
    ],
)
def test_what_is_none_is_refused(tmp_path: Path, name: str, text: str, why: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match=why):
        read(tmp_path)


def test_who_shows_a_deviation() -> None:
    line = '/0/choices/0: "finish_reason" is a required property'
    results = (
        provider("groq", line, origin="by-dialect"),
        provider("vllm", f"exchange 2: {line}"),
        provider("azure", "/0/choices/0: something else"),
        provider("xai", '/0/error/type: null is not of type "string"'),
        provider("xai", line),
    )
    row = consumers.rows((), results, ())[0]
    assert (row.deviation, row.senders) == (FIRST, (Sender("groq", by_dialect=True), Sender("vllm")))


def test_the_page() -> None:
    kept = (consumer("one", BLANK), consumer("other", OTHER), consumer("third", NONE))
    page = markdown.to_consumers(kept, (), ())
    assert f"(`{FIRST.id}`) | stream | **1 of 2**: other | " in page
    assert "- other 1.2 (only async): `TypeError: a 'thing' | <b>`" in page
    assert "- cannot read the unchanged answer: third 1.2" in page
    assert "| other | 1.2 | 2026-01-02 | 1 | 0 | 0 |" in page
    assert "(`chat-annotations-null`) | plain | no library was tested |" in page
    assert "none of 1" in markdown.to_consumers(kept[:1], (), ())
    old = msgspec.structs.replace(OTHER, rests="0")
    assert "- other 1.2 (only async) (outdated): " in markdown.to_consumers((consumer("other", old),), (), ())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_is_committed_is_of_a_known_library_and_of_what_is_there(path: Path) -> None:
    libraries = yaml.safe_load((ROOT / "tools" / "adapters" / "libraries.yaml").read_text(encoding="utf-8"))
    kept = msgspec.json.decode(path.read_bytes(), type=Consumer)
    assert path.read_text(encoding="utf-8") == to_json(kept)
    assert kept.name in libraries
    assert [reaction.deviation for reaction in kept.reactions if not consumers.is_current(reaction)] == []
    assert all(bool(reaction.how) != (reaction.outcome == "accepts") for reaction in kept.reactions)
    assert not any(mark in reaction.how for reaction in kept.reactions for mark in ("127.0.0.1", " at 0x", "/tmp/"))


def test_official_clients_of_every_deviation_were_asked() -> None:
    rows = consumers.rows(read(), (), ())
    assert [row.deviation.id for row in rows if row.asked == 0] == []


def test_gateways_that_are_kept_show_some() -> None:
    gateways = adapters.read(ROOT / "reports" / "adapters")
    shown = {row.deviation.id for row in consumers.rows((), (), gateways) if row.senders}
    assert {"messages-signature-null", "responses-summary-missing", "chat-call-index-shared"} <= shown
