"""Tests that each failure of an adapter on stdio counts as a failure of this adapter, in the case that was played."""

import gc
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from conformance.adapters.adapter import Adapter, talks_http
from conformance.adapters.isolated import forget
from conformance.adapters.process import Ended, Misbehaved
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.stdio import over_stdio
from conformance.adapters.unsupported import Unsupported
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge

SCRIPT: Final = Path(__file__).parent / "misbehaving.py"
PLAIN: Final = CassetteName("openai", "openai_chat", "history-parallel-results", "plain")
STREAMED: Final = CassetteName("openai", "openai_chat", "history-parallel-results", "stream")
OTHER: Final = CassetteName("openai", "openai_chat", "call-single", "plain")

NO_OBJECT: Final = "NotAReply: expected a JSON object on a line of stdout, got"
PRINTED: Final = "(Expecting value: line 1 column 1); stdout belongs to the protocol: print logs to stderr"
VICES: Final = {
    "half-a-line": "Ended: the process ended with exit code 0, in the middle of the line '{",
    "half-a-line-for-ever": "TimedOut: no answer within 1 s, in the middle of the line '{",
    "no-json": f"{NO_OBJECT} 'Sure! Here is your answer:' {PRINTED}",
    "no-text": "(not UTF-8",
    "an-array": f"{NO_OBJECT} '[",
    "not-a-number": "(NaN is not JSON",
    "endless": "TooLong: expected an answer of at most 16 MB",
    "deep": "NotAReply: nested deeper than the 200 levels",
    "wrong-type": "NotAReply: Expected `object`, got `str` - at `$.result`",
    "misspelled": "NotAReply: Object contains unknown field `tool_calls` - at `$.result`",
    "result-and-error": "NotAReply: Object contains unknown field `result`",
    "a-key-again": "NotAReply: expected each key once, got result again",
    "no-seq": "NotAReply: Object missing required field `seq`",
    "late": "TimedOut: no answer within 1 s",
    "never": "TimedOut: no answer within 1 s",
    "prints-before": f"{NO_OBJECT} 'DEBUG sending' {PRINTED}",
    "prints-behind": f"{NO_OBJECT} 'DEBUG done' {PRINTED}",
    "a-blank-line": f"{NO_OBJECT} '' {PRINTED}",
    "crash": "Ended: the process ended with exit code 3; stderr: Traceback: | RuntimeError: the lid is off",
    "killed": "Ended: the process was ended by SIGKILL",
    "shuts-stdout": "Ended: the process closed its stdout",
    "leaves": "Ended: the process ended with exit code 0",
    "seq-ahead": "WrongSequence: expected a reply to message",
    "seq-again": ", which already has its reply",
    "seq-as-text": "NotAReply: Expected `int`, got `str` - at `$.seq`",
    "twice": ", which already has its reply",
    "twice-at-last": ", which already has its reply",
    "declines-and-leaves": "Ended: the process ended with exit code 0",
    "declines-and-prints": f"{NO_OBJECT} 'DEBUG done' {PRINTED}",
    "fails": "no route to anywhere",
    "fails-without-words": "the program reported a failure, and did not describe it in `error`",
}
"""The error message for each vice, which is a fault of the program ``misbehaving.py``."""
CODEC: Final = ("never", "wrong-type", "prints-behind", "crash", "leaves", "seq-ahead", "twice-at-last", "fails")
"""The vices that are also tried with codecs. A few are enough, because the code that reads the lines of clients also
reads the lines of codecs.
"""


def started(door: str, vice: str) -> Adapter:
    return over_stdio((sys.executable, str(SCRIPT), door, vice), limit=1)


def failure(name: CassetteName, adapter: Adapter) -> str:
    """Return the message of the check ``answered``, or "" if the adapter has no failure."""
    red = [result for result in judge(open_case(name), adapter) if result.red]
    messages = [finding.message for result in red if result.check == "answered" for finding in result.findings]
    assert bool(red) == bool(messages)
    return messages[0] if messages else ""


@pytest.mark.parametrize(
    ("door", "vice"), [*(("wire", vice) for vice in VICES), *(("codec", vice) for vice in CODEC)], ids=str
)
def test_what_goes_wrong_is_an_error_of_that_case(door: str, vice: str) -> None:
    if vice == "deep":
        gc.collect()  # what other tests left is not to be finalised where there is no room for a call
    adapter = started(door, vice)
    assert talks_http(adapter) == (door == "wire")
    assert failure(PLAIN, adapter) == ""
    message = failure(STREAMED, adapter)
    assert VICES[vice] in message
    assert "\n" not in message
    assert failure(OTHER, adapter) == ""


@pytest.mark.parametrize("door", ["wire", "codec"])
@pytest.mark.parametrize("vice", ["crash", "leaves", "wrong-type", "declines-and-leaves"])
def test_to_break_is_no_way_to_withhold_what_is_refused(door: str, vice: str) -> None:
    refused = CassetteName("openai", "openai_chat", "reject-missing-result", "stream")
    assert VICES[vice] in failure(refused, started(door, vice))


def test_the_last_words_are_kept() -> None:
    message = failure(STREAMED, started("wire", "crash"))
    assert message.endswith("; stderr: Traceback: | RuntimeError: the lid is off")
    assert "xxx" not in message, "a cut line is shown, although it may end in a part of a secret"


@pytest.mark.parametrize("door", ["wire", "codec"])
def test_what_is_written_on_stderr_is_no_failure(door: str) -> None:
    assert failure(STREAMED, started(door, "floods-stderr")) == ""


@pytest.mark.parametrize(
    ("vice", "message"),
    [
        ("other-version", "WrongGreeting: expected protocol 1.1 or 1.0, got '9.0'"),
        ("no-version", "NotAReply: Object missing required field `protocol` - at `$.result`"),
        ("dialects-as-text", "NotAReply: Expected `array`, got `str` - at `$.result.dialects`"),
        ("no-door", "NotAReply: Expected `array` of length >= 1 - at `$.result.doors`"),
        ("no-mode", "NotAReply: Expected `array` of length >= 1 - at `$.result.modes`"),
        ("banner", f"{NO_OBJECT} 'Listening on stdio' {PRINTED}"),
        (
            "ends-at-once",
            "Ended: the program ended before it replied to hello: the process ended with exit code 1; stderr: no key",
        ),
        ("declines-hello", "Unsupported: no greetings"),
    ],
)
def test_wrong_greetings(vice: str, message: str) -> None:
    with pytest.raises((Misbehaved, Unsupported)) as raised:
        started("wire", vice)
    assert f"{type(raised.value).__name__}: {raised.value}".startswith(message)


NODE: Final = """node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/home/me/missing.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v20.20.2
"""
PYTHON: Final = """Traceback (most recent call last):
  File "client.py", line 1, in <module>
    import acme
acme.errors.NoKey: no key
ModuleNotFoundError: No module named 'acme'
"""


@pytest.mark.parametrize(
    ("stderr", "shown"),
    [
        (NODE, "; stderr: Error: Cannot find module '/home/me/missing.mjs' (6 more lines: start the program yourself"),
        ("Error [ERR_X]: Cannot find package 'a'\n", "; stderr: Error [ERR_X]: Cannot find package 'a'"),
        (PYTHON, "; stderr: ModuleNotFoundError: No module named 'acme' (4 more lines: start the program yourself"),
        ("1\n2\n3\nusage: adapter KEY\n", "; stderr: 2 | 3 | usage: adapter KEY (1 more line: start"),
        ("", ""),
    ],
    ids=["Node file", "Node package", "Python", "no error", "nothing"],
)
def test_a_program_that_ends_at_once_is_explained_by_its_error(stderr: str, shown: str) -> None:
    with pytest.raises(Ended) as raised:
        over_stdio((sys.executable, "-c", f"import sys; sys.stderr.write({stderr!r}); sys.exit(7)"))
    why = "the program ended before it replied to hello: the process ended with exit code 7"
    assert str(raised.value).startswith(f"{why}{shown}")


def test_one_that_greets_otherwise_each_time() -> None:
    adapter = started("wire", "greets-otherwise")
    assert "WrongGreeting: the program's reply to hello differs from its earlier reply" in failure(OTHER, adapter)


@pytest.mark.parametrize("door", ["wire", "codec"])
def test_an_adapter_that_is_not_what_its_hello_names(door: str) -> None:
    assert failure(OTHER, started(door, "other-door")).startswith("UnexpectedMessage")


def test_nothing_is_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.adapters.stdio._START", 1.0)
    started = tmp_path / "pid"
    program = f"sleep 60 & echo $! > {started}; wait"
    with pytest.raises(Misbehaved, match="no answer within 1 s"):
        over_stdio(("sh", "-c", program))
    assert ends(started.read_text().strip())


def ends(pid: str) -> bool:
    child = Path("/proc") / pid / "stat"
    for _ in range(100):
        if not child.exists() or child.read_text().split()[2] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of a process")
def test_what_it_starts_in_another_session_ends_with_the_case(tmp_path: Path) -> None:
    started = tmp_path / "pids"
    answers = f"exec {sys.executable} -m conformance.adapters.answering {__name__}:Client"
    adapter = over_stdio(("sh", "-c", f"setsid sleep 297 & echo $! >> {started}; {answers}"))
    for times in (1, 2):
        judge(open_case(OTHER), adapter)
        pids = started.read_text().split()
        assert len(pids) >= times
        assert ends(pids[times - 1])
    forget(adapter)


class Client(ReferenceClient):
    pass


def test_each_case_has_a_start_of_the_program_of_its_own() -> None:
    remembers = over_stdio(
        (sys.executable, "-m", "conformance.adapters.answering", "tests.doors.adapters.test_isolated:Remembers")
    )
    for scenario in ("call-single", "call-parallel"):
        results = judge(open_case(CassetteName("openai", "openai_chat", scenario, "plain")), remembers)
        assert {result.outcome for result in results} <= {"pass", "not-applicable"}
