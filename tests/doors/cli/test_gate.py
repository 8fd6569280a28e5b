"""Tests of ``conformance gate``: exit codes, the baseline in both directions, and the report."""

import json
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import msgspec
import pytest
import yaml

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.judge.exit_codes import Exit

HERE = __name__
FIRST = "conformance.adapters.broken:FirstCallOnly"
CASE = "openai/openai_chat/call-parallel/plain"


class NoStreams(ReferenceAdapter):
    """An adapter that declines streams."""

    name = "no-streams"

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        if request.stream:
            raise Unsupported("no streams")
        return super().encode(dialect, request, base_url)


class Other(ReferenceAdapter):
    """An adapter that fails in the same cases as ``FirstCallOnly``, but in another way."""

    name = "other"

    def decode(self, dialect: str, response: Any) -> Any:
        read = super().decode(dialect, response)
        renamed = [
            msgspec.structs.replace(part, name="x") if hasattr(part, "arguments") else part for part in read.parts
        ]
        return msgspec.structs.replace(read, parts=tuple(renamed))


@pytest.fixture
def gate(conformance: Any, tmp_path: Path) -> Any:
    def call(*arguments: object, adapter: str = "reference", scenarios: str = "call-parallel,call-single") -> Any:
        chosen = ("--providers", "openai", "--scenarios", scenarios, "--workers", 1)
        return conformance("gate", "--adapter", adapter, *chosen, *arguments)

    return call


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    return tmp_path / "known" / "baseline.yaml"


def explain(path: Path, reason: str = "the first alone", link: str = "https://bugs.example/1") -> None:
    document = yaml.safe_load(path.read_text())
    for entry in document["failures"]:
        entry |= {"reason": reason, "link": link}
    path.write_text(yaml.safe_dump(document))


def test_a_report_begins_with_the_scenarios_that_work_and_the_causes(gate: Any) -> None:
    shown = gate(adapter=FIRST).stdout.splitlines()
    assert shown[0] == "1 of 2 scenarios work. 1 root cause:"
    assert shown[2] == "call: a call or a result is lost, changed or invented"
    assert shown[3] == " 1. The adapter loses calls: expected 2 calls (get_weather, get_time), got 1"
    assert shown[5] == "    1 scenario, plain and streamed: openai/openai_chat/call-parallel/plain"
    assert f"A single case: conformance gate CASE --adapter {FIRST}" in shown
    assert f"  again: conformance gate {CASE}/calls --adapter {FIRST}" in shown


def test_the_issue_of_a_misread_stream_is_offered_at_the_end(gate: Any) -> None:
    streamed = gate("openai/openai_chat/call-parallel/stream", adapter=FIRST).stdout
    assert "--shrink FOLDER" in streamed.splitlines()[-2]
    assert "--shrink" not in gate("openai/openai_chat/call-parallel/plain", adapter=FIRST).stdout


def test_machines_get_every_cause(gate: Any) -> None:
    [cause] = json.loads(gate("--format", "json", adapter=FIRST).stdout)["causes"]
    assert (cause["id"], cause["effect"], cause["silent"]) == ("answer/calls/lost", "call", True)
    assert len(cause["cases"]) == 4
    assert cause["again"].startswith(f"conformance gate {cause['smallest']} --adapter {FIRST}")


def test_markdown_has_a_table_of_causes(gate: Any) -> None:
    shown = gate("--format", "markdown", adapter=FIRST).stdout
    assert "\n\n1 of 2 scenarios work.\n\n" in shown
    assert "| 1 | call, silently | `The adapter loses calls: expected 2 calls" in shown
    assert "#### 1. `answer/calls/lost`" in shown
    assert f"`{CASE}/calls` silently, and 2 alike: `openai/openai_chat/call-parallel/stream`, `openai/" in shown


def test_without_details_the_gravest_cause_fits_a_screen(gate: Any) -> None:
    shown = gate("--no-details", adapter=FIRST).stdout
    assert "All details: --details." in shown
    failure = shown.partition("FAIL ")[2].partition("Not tried")[0]
    assert "FAIL " not in failure
    assert len(failure.splitlines()) < 30
    assert "came back:" in failure
    assert gate("--details", adapter=FIRST).stdout == gate(adapter=FIRST).stdout


def test_no_causes_are_shown_where_all_is_well(gate: Any) -> None:
    assert "root cause" not in gate().stdout


def test_conformant(gate: Any) -> None:
    result = gate()
    assert (result.exit_code, result.stderr) == (Exit.CONFORMANT, "")
    assert "; 0 known failures in the baseline.\n" in result.stdout
    assert result.stdout.endswith("\nconformant (exit code 0)\n")


def test_a_failure_is_shown_with_both_sides_and_a_command(gate: Any, conformance: Any) -> None:
    result = gate(adapter=FIRST)
    assert result.exit_code == Exit.NOT_CONFORMANT
    failure = result.stdout.split("FAIL ")[1]
    assert failure.startswith(f"{CASE}/calls (silently: no error reached the user)\n")
    for part in (
        "MUST calls: expected 2 calls (get_weather, get_time), got 1 (get_weather)",
        "sent, exchange 1:\n    POST https://api.openai.com/v1/chat/completions\n",
        "came back:\n    200\n",
        '  expected:\n    {"calls":[{"name":"get_weather"',
        "  got:\n",
        "root cause 1: answer/calls/lost (call); failing checks: calls, ",
    ):
        assert part in failure
    command = failure.partition("again: conformance ")[2].partition("\n")[0].split()
    again = conformance(*command, "--workers", 1)
    assert again.stdout.count("FAIL ") == 1
    assert f"FAIL {CASE}/calls" in again.stdout


def test_a_broken_rule_is_shown_with_its_source(gate: Any) -> None:
    result = gate(adapter=f"{HERE}:Unanswered", scenarios="history-parallel-results")
    failure = result.stdout.partition("FAIL openai/openai_chat/history-parallel-results/plain/request-")[2]
    assert "rule openai_chat.calls-answered: " in failure


def test_what_explains_the_others_is_shown_first(gate: Any) -> None:
    text = gate(adapter=f"{HERE}:Unanswered", scenarios="history-parallel-results").stdout
    shown = [line.split()[1].rpartition("/")[2] for line in text.splitlines() if line.startswith("FAIL ")]
    assert shown.index("request-matches") == 0
    assert "/messages/3: missing item 3: {" in text.partition("/plain/request-matches")[2].partition("asked:")[0]


def test_a_failure_counts_the_findings_that_are_not_shown(gate: Any) -> None:
    result = gate(adapter=f"{HERE}:ManyKeys", scenarios="call-single")
    assert "  ... 7 more findings (--format json has all)\n" in result.stdout
    report = json.loads(gate("--format", "json", adapter=f"{HERE}:ManyKeys", scenarios="call-single").stdout)
    [first, *_] = [warning for warning in report["warned"] if warning["check"] == "request-round-trip"]
    assert len(first["findings"]) == 12


class ManyKeys(ReferenceAdapter):
    """An adapter that adds a dozen unexpected keys to its requests."""

    name = "many-keys"

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        sent = super().encode(dialect, request, base_url)
        more = {f"key_{n}": n for n in range(12)}
        return msgspec.structs.replace(sent, body=json.dumps(json.loads(sent.body) | more).encode())


class Unanswered(ReferenceAdapter):
    """An adapter that sends no results."""

    name = "unanswered"

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        messages = tuple(message for message in request.messages if message.role != "tool")
        return super().encode(dialect, msgspec.structs.replace(request, messages=messages), base_url)


def test_a_baseline_is_written_explained_and_kept(gate: Any, baseline: Path) -> None:
    written = gate("--baseline", baseline, "--write-baseline", adapter=FIRST)
    assert (written.exit_code, written.stdout) == (Exit.NOT_CONFORMANT, "")
    assert "10 known failures, 10 of them still need a reason and a link" in written.stderr
    refused = gate("--baseline", baseline, adapter=FIRST)
    assert (refused.exit_code, refused.stdout) == (Exit.USAGE, "")
    assert f"{baseline}: {CASE}/calls: the reason or the link still has its placeholder" in refused.stderr
    explain(baseline)
    green = gate("--baseline", baseline, adapter=FIRST)
    assert green.exit_code == Exit.CONFORMANT
    assert "10 known failures in the baseline" in green.stdout
    again = gate("--baseline", baseline, "--write-baseline", adapter=FIRST)
    assert again.exit_code == Exit.CONFORMANT
    assert "10 known failures, nothing is left to explain" in again.stderr
    assert baseline.read_text().count("reason: the first alone") == len(
        yaml.safe_load(baseline.read_text())["failures"]
    )


def test_a_baseline_and_reports_of_the_same_run(gate: Any, baseline: Path, tmp_path: Path) -> None:
    junit, page = tmp_path / "j.xml", tmp_path / "page.json"
    options = ("--also", f"junit={junit}", "--format", "json", "--output", page)
    result = gate("--baseline", baseline, "--write-baseline", *options, adapter=FIRST)
    assert (result.exit_code, result.stdout) == (Exit.NOT_CONFORMANT, "")
    assert baseline.exists()
    assert "<failure " in junit.read_text()
    assert json.loads(page.read_text())["verdict"] == "not conformant: 1 new root cause of 10 failing checks"


def test_a_new_failure_is_red(gate: Any, baseline: Path) -> None:
    gate("--baseline", baseline, "--write-baseline", adapter=FIRST)
    document = yaml.safe_load(baseline.read_text())
    document["failures"] = document["failures"][1:]
    baseline.write_text(yaml.safe_dump(document))
    explain(baseline)
    result = gate("--baseline", baseline, adapter=FIRST)
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert f"FAIL {CASE}/calls" in result.stdout


def test_an_entry_that_passes_or_fails_otherwise_is_stale(gate: Any, baseline: Path) -> None:
    gate("--baseline", baseline, "--write-baseline", adapter=FIRST)
    explain(baseline)
    result = gate("--baseline", baseline)
    assert result.exit_code == Exit.STALE
    assert f"STALE {CASE}/calls: does not fail any more" in result.stdout
    other = gate("--baseline", baseline, adapter=f"{HERE}:Other")
    assert (
        f"STALE {CASE}/calls: fails differently: expected 'calls', as in the baseline, got 'calls/*/name'"
        in other.stdout
    )
    unasked = gate("--baseline", baseline, scenarios="call-single")
    assert unasked.exit_code == Exit.CONFORMANT, "a case that was not played counts as stale"
    kept = gate("--baseline", baseline, "--write-baseline", scenarios="call-single")
    assert (kept.exit_code, "10 known failures" in kept.stderr) == (Exit.CONFORMANT, True)
    gone = gate("--baseline", baseline, "--write-baseline")
    assert "0 known failures" in gone.stderr


def test_an_entry_of_a_dialect_that_is_not_spoken_is_stale(gate: Any, baseline: Path) -> None:
    baseline.parent.mkdir()
    entry = {"ids": [f"{CASE}/calls"], "fails": "calls", "reason": "r", "link": "https://bugs.example/1"}
    baseline.write_text(yaml.safe_dump({"format": 1, "failures": [entry]}))
    result = gate("--baseline", baseline, adapter=f"{HERE}:ResponsesOnly")
    assert result.exit_code == Exit.STALE
    assert "was not judged" in result.stdout


def test_what_is_declined_is_never_green(gate: Any, baseline: Path) -> None:
    result = gate(adapter=f"{HERE}:NoStreams")
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "UNSUPPORTED openai/openai_chat/call-parallel/stream/answered: no streams" in result.stdout
    gate("--baseline", baseline, "--write-baseline", adapter=f"{HERE}:NoStreams")
    assert {entry["fails"] for entry in yaml.safe_load(baseline.read_text())["failures"]} == {"unsupported"}
    explain(baseline, reason="streams come later")
    green = gate("--baseline", baseline, adapter=f"{HERE}:NoStreams")
    assert green.exit_code == Exit.CONFORMANT
    assert "64 unsupported; 4 known failures in the baseline" in green.stdout


GOOD = {"ids": [f"{CASE}/calls"], "fails": "calls", "reason": "r", "link": "https://bugs.example/1"}
WRONG: dict[str, tuple[Any, str]] = {
    "unknown": ({**GOOD, "ids": ["openai/openai_chat/nope/plain/calls"]}, "failures.0.ids.0: unknown case"),
    "unknown-check": ({**GOOD, "ids": [f"{CASE}/nope"]}, "failures.0.ids.0: unknown case"),
    "unknown-mutant": (
        {**GOOD, "ids": ["openai/openai_chat/call-single/stream/mutant-nope"]},
        "failures.0.ids.0: unknown case",
    ),
    "twice": ({**GOOD, "ids": [f"{CASE}/calls"] * 2}, "failures.0.ids.1: "),
    "no-ids": ({**GOOD, "ids": []}, "failures.0.ids: "),
    "an-id": ({**GOOD, "ids": f"{CASE}/calls"}, "failures.0.ids: "),
    "no-reason": ({key: value for key, value in GOOD.items() if key != "reason"}, "failures.0: "),
    "empty-reason": ({**GOOD, "reason": ""}, "failures.0.reason: "),
    "blank-reason": ({**GOOD, "reason": "  "}, "failures.0.reason: "),
    "placeholder": ({**GOOD, "reason": "to be explained"}, "still has its placeholder"),
    "no-link": ({**GOOD, "link": "later"}, "failures.0.link: "),
    "link-placeholder": ({**GOOD, "link": "to be explained"}, "still has its placeholder"),
    "other-key": ({**GOOD, "why": "x"}, "failures.0: "),
}


@pytest.mark.parametrize(("entry", "place"), WRONG.values(), ids=WRONG)
def test_baselines_that_say_nothing_right(entry: Any, place: str, gate: Any, baseline: Path) -> None:
    baseline.parent.mkdir()
    baseline.write_text(yaml.safe_dump({"format": 1, "failures": [entry]}))
    result = gate("--baseline", baseline)
    assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
    assert result.stderr.startswith(f"conformance: {baseline}: ")
    assert place in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"failures: 3", b"format: 2", b"\xff\xfe\x00", b"failures: [", b"!!python/object/apply:os.system [x]",
     b"failures: " + b"[" * 100_000, b"format: 1\nentries: []", b"\x00" * 100], ids=[
    "empty", "list", "number", "other format", "bytes", "cut", "tag of YAML", "deep", "unknown key", "zeros",
]
)  # fmt: skip
def test_files_that_are_no_baseline(data: bytes, gate: Any, baseline: Path) -> None:
    baseline.parent.mkdir()
    baseline.write_bytes(data)
    for more in ((), ("--write-baseline",)):
        result = gate("--baseline", baseline, *more)
        assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
        assert result.stderr.startswith(f"conformance: {baseline}: ")
        assert baseline.read_bytes() == data


def test_usage(gate: Any, conformance: Any, tmp_path: Path) -> None:
    absent = gate("--baseline", tmp_path / "none.yaml")
    assert (absent.exit_code, "--write-baseline makes it" in absent.stderr) == (Exit.USAGE, True)
    assert gate("--baseline", tmp_path).exit_code == Exit.USAGE
    assert gate("--write-baseline").exit_code == Exit.USAGE
    assert gate("--command", "node x.mjs").exit_code == Exit.USAGE
    assert conformance("gate").exit_code == Exit.USAGE
    for names in (("--providers", "openai,nope"), ("--scenarios", "nope"), ("openai/nope",)):
        result = conformance("gate", "--adapter", "reference", *names)
        assert (result.exit_code, result.stdout) == (Exit.USAGE, "")
        assert "nope'" in result.stderr
    assert gate(adapter="nope:Nope").exit_code == Exit.USAGE


def test_the_adapter_broke_nothing_was_judged_something_is_unreadable(
    gate: Any, conformance: Any, baseline: Path, tmp_path: Path
) -> None:
    broke = gate("--baseline", baseline, "--write-baseline", adapter=f"{HERE}:Raises")
    assert broke.exit_code == Exit.ADAPTER_BROKE
    assert not baseline.exists()
    assert gate(adapter=f"{HERE}:Declines").exit_code == Exit.NOTHING_JUDGED
    nothing = conformance("gate", "--adapter", f"{HERE}:ResponsesOnly", "--providers", "mistral")
    assert nothing.exit_code == Exit.NOTHING_JUDGED
    assert nothing.stderr.endswith(
        "nothing was judged: the adapter speaks these dialects: openai_responses; "
        "the chosen cases need mistral/mistral_chat (exit code 5)\n"
    )
    data = tmp_path / "data"
    path = data / "cassettes" / "openai" / "openai_chat" / "call-single.plain.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("interactions: [")
    assert gate("--data", data).exit_code == Exit.UNREADABLE


def test_an_error_of_the_suite_is_no_declined_case(gate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> Any:
        raise OSError(24, "Too many open files")
        yield

    monkeypatch.setattr("conformance.suite.verdicts.replaying", breaks)
    result = gate("--workers", "1")
    assert result.exit_code == Exit.NOTHING_JUDGED
    assert "nothing was judged: no case could be judged: an error of the suite" in result.stderr
    assert "Too many open files" in result.stderr
    assert "declined" not in result.stderr


def test_an_error_of_the_system_is_not_about_a_port(gate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("conformance.suite.run.results_of", full)
    with pytest.raises(OSError, match="No space left on device"):  # ``main`` reports it
        gate("--workers", "1")


class Raises(ReferenceAdapter):
    name = "raises"

    def encode(self, *_: Any) -> Any:
        raise ZeroDivisionError("at once")


class ResponsesOnly(ReferenceClient):
    """An adapter that speaks a single dialect."""

    hello = msgspec.structs.replace(ReferenceClient.hello, name="responses", dialects=("openai_responses",))


class Declines(ReferenceAdapter):
    name = "declines"

    def encode(self, *_: Any) -> Any:
        raise Unsupported("not today")


def test_formats(gate: Any, tmp_path: Path) -> None:
    report = json.loads(gate("--format", "json", adapter=FIRST).stdout)
    assert (report["code"], report["format"], report["adapter"]) == (1, 1, "first-call-only")
    assert report["counts"]["fail, silently"] == len(report["failed"]) == 10
    assert report["outcomes"][f"{CASE}/calls"] == "fail"
    failure = next(failure for failure in report["failed"] if failure["id"] == f"{CASE}/calls")
    assert (failure["silent"], failure["fails"], failure["seen"]["exchange"]) == (True, "calls", 1)
    page = gate("--format", "markdown", adapter=FIRST).stdout
    assert page.startswith(
        "## Tool calling of `first-call-only`: not conformant: 1 new root cause of 10 failing checks\n"
    )
    out = tmp_path / "junit.xml"
    assert gate("--format", "junit", "--output", out, adapter=f"{HERE}:NoStreams").stdout == ""
    suites = ElementTree.fromstring(out.read_text())
    assert {suite.get("name"): suite.get("failures") for suite in suites} == {
        "root causes": "1", "openai/openai_chat": "0", "openai/openai_responses": "0",
    }  # fmt: skip
    cases = [case.get("name") for case in suites.iter("testcase")]
    assert len(cases) == len(set(cases)) == len(report["outcomes"]) - 4 + 1
    [declined] = suites.iter("failure")
    assert declined.text is not None
    assert declined.text.splitlines()[1:] == [
        f"openai/openai_{dialect}/call-{calls}/stream"
        for dialect in ("chat", "responses")
        for calls in ("parallel", "single")
    ]


def test_warnings_are_shown_and_do_not_count(gate: Any) -> None:
    case = "openai/openai_chat/results-out-of-order/plain/request-rules"
    result = gate(case, adapter=f"{HERE}:AsGiven", scenarios="results-out-of-order")
    assert result.exit_code == Exit.CONFORMANT
    assert result.stdout.startswith("1 of 1 scenario works. Below: 1 warning (not counted).\n\nWARN ")
    finding = "SHOULD exchange 2: /messages/3: expected results in the order of their calls"
    excuse = "only a recommendation (SHOULD) is not followed"
    assert f"WARN {case} (does not count: {excuse})\n  {finding}" in result.stdout
    more = {"adapter": f"{HERE}:AsGiven", "scenarios": "results-out-of-order"}
    assert f"\n1 warning not counted, because {excuse}: --details.\n" in gate(case, "--no-details", **more).stdout
    markdown = gate(case, "--format", "markdown", **more).stdout
    assert f"` (does not count: {excuse})\n" in markdown


class AsGiven(ReferenceAdapter):
    """An adapter that swaps the last two results."""

    name = "as-given"

    def encode(self, dialect: str, request: Any, base_url: str) -> Any:
        wire = super().encode(dialect, request, base_url)
        body = json.loads(wire.body)
        messages = body.get("messages", [])
        if [line["role"] for line in messages[-2:]] == ["tool", "tool"]:
            body["messages"] = [*messages[:-2], messages[-1], messages[-2]]
        return msgspec.structs.replace(wire, body=json.dumps(body).encode())


def test_of_many_that_are_alike_few_are_shown(gate: Any) -> None:
    calls = ("single", "parallel", "no-arguments", "with-text", "nested-arguments", "unicode-arguments", "unknown-tool")
    result = gate(adapter=f"{HERE}:NoStreams", scenarios=",".join(f"call-{call}" for call in calls))
    assert result.stdout.count("UNSUPPORTED ") == 1
    assert result.stdout.count("  and 13 alike: openai/openai_chat/") == 1
    assert result.stdout.count(" ...\n") == 1


def test_several_formats_at_once(gate: Any, tmp_path: Path) -> None:
    junit, page = tmp_path / "junit.xml", tmp_path / "page.md"
    result = gate("--also", f"junit={junit}", "--also", f"markdown={page}")
    assert result.stdout.endswith("conformant (exit code 0)\n")
    assert ElementTree.fromstring(junit.read_text()).tag == "testsuites"
    assert page.read_text().startswith("## Tool calling")
    for wrong in ("junit", "junit=", "pdf=x", "junit=-"):
        assert gate("--also", wrong).exit_code == Exit.USAGE
    for same in (("--output", page), ("--also", f"json={page}")):
        twice = gate("--also", f"junit={page}", *same)
        assert (twice.exit_code, "expected different files" in twice.stderr) == (Exit.USAGE, True)
    cannot = gate("--also", f"json={page}/inside.json")
    assert (cannot.exit_code, "inside.json: cannot be written" in cannot.stderr) == (Exit.UNREADABLE, True)


def test_what_raises_is_kept_apart_from_silent_losses(gate: Any) -> None:
    report = json.loads(gate("--format", "json", adapter=f"{HERE}:RaisesInStreams").stdout)
    assert report["counts"]["fail, silently"] == 0
    assert report["counts"]["fail, with an error"] > 0
    assert {failure.get("silent", False) for failure in report["failed"]} == {False}


class RaisesInStreams(ReferenceAdapter):
    name = "raises-in-streams"

    def decode(self, dialect: str, response: Any) -> Any:
        if response.content_type == "text/event-stream":
            raise ZeroDivisionError("in streams")
        return super().decode(dialect, response)


ODD: Final = "A\u2028B\x85C\u202e"


class RaisesOddly(ReferenceAdapter):
    """An adapter whose exceptions have a name with characters that YAML and terminals change."""

    name = "raises-oddly"

    def decode(self, dialect: str, response: Any) -> Any:
        if response.content_type == "text/event-stream":
            raise type(ODD, (Exception,), {})(ODD)
        return super().decode(dialect, response)


def test_a_baseline_with_odd_characters_is_read_as_it_was_written(gate: Any, baseline: Path, tmp_path: Path) -> None:
    junit = tmp_path / "junit.xml"
    gate("--baseline", baseline, "--write-baseline", "--also", f"junit={junit}", adapter=f"{HERE}:RaisesOddly")
    assert "\\u202e" in junit.read_text()
    assert not {*ODD} - {*"ABC"} & {*junit.read_text()}
    explain(baseline)
    assert gate("--baseline", baseline, adapter=f"{HERE}:RaisesOddly").exit_code == Exit.CONFORMANT


def test_editions(gate: Any) -> None:
    young = gate("--edition", "2026-11-21", adapter=FIRST, scenarios="call-parallel-with-reasoning")
    assert young.exit_code == Exit.NOTHING_JUDGED
    assert "every chosen case is newer than 2026-11-21" in young.stderr
    assert (
        "NOT SCORED openai/openai_responses/call-parallel-with-reasoning/plain/calls: fail; the scenario"
        in young.stdout
    )
    both = gate("--edition", "2026-11-21", adapter=FIRST, scenarios="call-parallel-with-reasoning,call-single")
    assert both.exit_code == Exit.CONFORMANT
    assert gate("--edition", "2026-11-22", adapter=FIRST, scenarios="call-parallel-with-reasoning").exit_code == 1
    for day in ("first", "2026-13-99", "20261121"):
        assert gate("--edition", day).exit_code == Exit.USAGE


def test_a_folder_for_each_case(conformance: Any, tmp_path: Path) -> None:
    chosen = ("--providers", "openai", "--scenarios", "call-parallel", "--workers", 1)
    result = conformance(
        "gate", "--adapter", "conformance.adapters.broken:FirstCallOnly", *chosen, "--shrink", tmp_path
    )
    assert result.exit_code == 1
    home = tmp_path / "answer" / "calls" / "lost"
    assert f"{home}: 3 of 17 events of a stream are enough to show the failure" in result.stderr
    assert {path.name for path in home.iterdir()} == {"request.json", "stream", "expected.json", "got.txt", "issue.md"}
    issue = (home / "issue.md").read_text()
    assert issue.startswith("# first-call-only: The adapter loses calls: expected 2 calls")
    assert "conformance gate openai/openai_chat/call-parallel/stream/calls --adapter " in issue
    assert (home / "stream").read_bytes().count(b"data: ") == 3


def test_a_root_cause_without_a_smaller_case_is_named(conformance: Any, tmp_path: Path) -> None:
    case = "openai/openai_chat/call-parallel/plain"
    result = conformance(
        "gate", case, "--adapter", "conformance.adapters.broken:FirstCallOnly", "--shrink", tmp_path / "made"
    )
    assert "answer/calls/lost: no files, because only wrong requests and misread streams can be made" in result.stderr
    assert not (tmp_path / "made").exists()


def test_a_folder_that_cannot_be_written_ends_the_gate_at_once(conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    adapter = ("--adapter", "conformance.adapters.broken:FirstCallOnly")
    result = conformance("gate", "openai/openai_chat/call-parallel/plain", *adapter, "--shrink", tmp_path / "file")
    assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
    assert "cannot be written: Not a directory" in result.stderr


def test_the_baseline_to_copy_explains_what_the_client_to_copy_declines(
    conformance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(__file__).parents[3] / "examples" / "python"
    monkeypatch.syspath_prepend(folder)
    chosen = ("--providers", "openai", "--scenarios", "call-custom-tool,choice-subset,call-single", "--workers", 1)
    command = ("gate", "--adapter", "client:Client", *chosen)
    assert conformance(*command, "--baseline", folder / "conformance.yaml").exit_code == Exit.CONFORMANT
    unexplained = conformance(*command)
    assert unexplained.exit_code == Exit.NOT_CONFORMANT
    assert "1 of 1 scenario works, 2 more scenarios declined." in unexplained.stdout
    assert unexplained.stdout.splitlines()[-2].endswith("--baseline FILE --write-baseline writes the entries.")
