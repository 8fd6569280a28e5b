"""Tests of live recording, with imitated vendors on loopback that require a key."""

from pathlib import Path

import msgspec
import pytest
import yaml
from filelock import FileLock
from typer.testing import CliRunner

from conformance import data
from conformance.cli.app import app
from conformance.judge.exit_codes import STOPPED, Exit
from conformance.recording.cassette import Cassette
from conformance.recording.conversation import turn_of
from conformance.recording.live import Live
from conformance.recording.lock import LOCK
from conformance.scenarios import ScriptedTurn
from conformance.scenarios import load as load_scenario
from conformance.standins import Answer, Ids, stand_in
from toolwire.wire.exchange import WireRequest

from .conftest import DAY, EVERY, KEY, Bench

pytest.importorskip("anthropic", reason="a second reading needs the official SDKs: install the extra 'oracles'")
SOME = ("--scenario", "history-single-result")
MANY = ("call-parallel-same-tool", "history-sequential-steps", "call-with-reasoning")
LATER = "2026-12-09"


@pytest.mark.parametrize(
    ("provider", "dialect"), [home for home in EVERY if home[1] in ("anthropic_messages", "bedrock_converse")]
)
def test_recordings_replace_documented_cassettes_and_the_suite_stays_green(
    provider: str, dialect: str, bench: Bench
) -> None:
    all_recorded(provider, dialect, bench)


def all_recorded(provider: str, dialect: str, bench: Bench) -> None:
    """Record all scenarios of a dialect, and judge the new cassettes. ``exhaustive`` does this for every dialect."""
    _, address = bench.vendor(provider, dialect)
    made = bench.record(provider, dialect, address, "--only", "documented")
    assert made.exit_code == Exit.CONFORMANT, made.output
    cassettes = [Cassette(path) for path in bench.files()]
    assert all(answered.answer is not None for cassette in cassettes for answered in cassette.provenance.expected)
    assert {(cassette.origin, cassette.provenance.date) for cassette in cassettes} <= {
        ("recorded", DAY),
        ("recorded-local", DAY),
    }
    mine = bench.folder.parent
    command = ["run", "--provider", f"{provider}/{dialect}", "--data", str(mine), "--results", str(mine / "results")]
    judged = CliRunner().invoke(app, command)
    assert judged.exit_code == Exit.CONFORMANT, judged.output


@pytest.mark.parametrize(("provider", "dialect"), EVERY)
def test_an_equal_answer_changes_nothing_but_the_day_on_which_it_was_confirmed(
    provider: str, dialect: str, bench: Bench
) -> None:
    _, address = bench.vendor(provider, dialect)
    for scenario in MANY:
        made = bench.record(provider, dialect, address, "--scenario", scenario)
        if made.exit_code == Exit.NOTHING_JUDGED:
            continue  # the dialect cannot say it
        assert made.exit_code == Exit.CONFORMANT, made.output
    before = bench.files()

    _, address = bench.vendor(provider, dialect, "other")
    assert "2 confirmed" in bench.record(provider, dialect, address, "--scenario", MANY[0]).output
    assert bench.files() == before

    _, address = bench.vendor(provider, dialect, "more")
    for scenario in MANY:
        bench.record(provider, dialect, address, "--scenario", scenario, day=LATER)
    for path, was in before.items():
        document, old = yaml.safe_load(path.read_bytes()), yaml.safe_load(was)
        assert document["metadata"].pop("confirmed") == LATER
        assert document == old
        assert [line for line in path.read_bytes().splitlines() if b"confirmed" not in line] == was.splitlines()


def test_what_is_planned_is_what_is_asked(bench: Bench) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    planned = bench.record("openai", "openai_chat", address, *SOME, "--plan")
    assert "gpt-4.1-mini, 2 requests" in planned.output
    assert "$" in planned.output
    assert not vendor.asked
    assert not bench.files()
    bench.record("openai", "openai_chat", address, *SOME)
    assert len(vendor.asked) == 4  # plain and streamed


def test_no_call_is_made_that_might_pass_the_limit(bench: Bench) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    stopped = bench.record("openai", "openai_chat", address, "--only", "documented", "--max-usd", "0.01")
    assert stopped.exit_code == Exit.NOTHING_JUDGED
    assert " not asked: --max-usd 0.01: about $0.00" in stopped.output
    assert 4 < len(vendor.asked) < 110  # answers take less than they might
    assert all(Cassette(path).exchanges for path in bench.files())
    unknown = bench.record("openai", "openai_chat", address, "--model", "gpt-nobody-knows", "--max-usd", "1")
    assert unknown.exit_code == Exit.USAGE
    assert "no price is known for gpt-nobody-knows" in unknown.output


def test_a_model_that_does_something_else_is_asked_again_and_then_not_observed(bench: Bench) -> None:
    _, address = bench.vendor("openai", "openai_chat")
    scenario = ("--scenario", "call-parallel")
    assert bench.record("openai", "openai_chat", address, *scenario).exit_code == Exit.CONFORMANT
    before = bench.files()
    vendor, address = bench.vendor("openai", "openai_chat")
    parallel = load_scenario("call-parallel")
    single = msgspec.structs.replace(parallel, script=(ScriptedTurn(parallel.script[0].calls[:1]),))
    vendor.instead = lambda asked: stand_in("openai_chat").answer(asked, turn_of(single, 0), Ids("single"))
    made = bench.record("openai", "openai_chat", address, *scenario, day=LATER)
    assert made.exit_code == Exit.NOTHING_JUDGED
    assert made.output.count("not observed: ") == 2
    assert len(vendor.asked) == 2 * 3
    assert bench.files() == before


def test_what_stands_in_for_a_vendor_is_no_evidence_of_ours(bench: Bench) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    command = ["record", "--provider", "openai", "--dialect", "openai_chat", "--base-url", address]
    refused = CliRunner().invoke(app, [*command, "--folder", str(data.ours().cassettes)])
    assert refused.exit_code == Exit.USAGE
    assert "may not be the provider" in refused.output
    assert not vendor.asked
    bench.record("openai", "openai_chat", address, *SOME)
    assert {Cassette(path).provenance.address for path in bench.files()} == {"loopback"}


def test_recordings_go_into_the_last_folder(bench: Bench, tmp_path: Path) -> None:
    _, address = bench.vendor("openai", "openai_chat")
    for folder in ("first", "last"):
        (tmp_path / folder / "cassettes").mkdir(parents=True)
    overlays = ("--data", str(tmp_path / "first"), "--data", str(tmp_path / "last"))
    command = ["record", "--provider", "openai", "--dialect", "openai_chat", "--base-url", address, *SOME, *overlays]
    assert CliRunner().invoke(app, command).exit_code == Exit.CONFORMANT
    assert not list(tmp_path.glob("first/cassettes/**/*.yaml"))
    assert len(list(tmp_path.glob("last/cassettes/openai/openai_chat/*.yaml"))) == 2


def test_one_recording_at_a_time(bench: Bench) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    bench.folder.mkdir(parents=True)
    with FileLock(bench.folder / LOCK):
        other = bench.record("openai", "openai_chat", address, *SOME)
    assert other.exit_code == Exit.UNREADABLE
    assert "another command is writing to this folder" in other.output
    assert not vendor.asked


def test_stopped_at_the_keyboard(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    ask = Live.ask

    def stopping(live: Live, request: WireRequest) -> Answer:
        if len(vendor.asked) == 5:
            raise KeyboardInterrupt
        return ask(live, request)

    monkeypatch.setattr(Live, "ask", stopping)
    stopped = bench.record("openai", "openai_chat", address, "--only", "documented")
    assert stopped.exit_code == STOPPED
    assert "every written file is complete" in stopped.output
    kept = bench.files()
    assert kept
    assert all(Cassette(path).exchanges for path in kept)


def test_a_folder_that_cannot_be_written_is_reported_before_anything_is_asked(bench: Bench, tmp_path: Path) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    (tmp_path / "mine").write_text("a file")
    made = bench.record("openai", "openai_chat", address, *SOME)
    assert made.exit_code == Exit.UNREADABLE
    assert "cannot be written" in made.output
    assert not vendor.asked


def test_what_becomes_of_each_has_to_have_a_place_before_anything_is_asked(bench: Bench, tmp_path: Path) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    (tmp_path / "a").write_text("a file")
    for output in (tmp_path, tmp_path / "a" / "b.txt", tmp_path / "a" / "b" / "c.txt"):
        made = bench.record("openai", "openai_chat", address, *SOME, "--output", str(output))
        assert made.exit_code == Exit.UNREADABLE
        assert f"{output}: cannot be written: " in made.output
    assert not vendor.asked


def test_no_key_no_question(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    vendor, address = bench.vendor("openai", "openai_chat")
    for value in ("", "two words"):
        monkeypatch.setenv("OPENAI_API_KEY", value)
        made = bench.record("openai", "openai_chat", address, *SOME)
        assert made.exit_code == Exit.USAGE
        assert "OPENAI_API_KEY" in made.output
        assert "two words" not in made.output
    assert not vendor.asked


def test_the_key_is_in_no_line_and_no_file(bench: Bench) -> None:
    _, address = bench.vendor("openai", "openai_chat")
    made = bench.record("openai", "openai_chat", address, *SOME)
    assert KEY not in made.output
    assert all(KEY.encode() not in data for data in bench.files().values())
