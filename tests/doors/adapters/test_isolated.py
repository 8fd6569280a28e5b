"""Tests of adapters in Python, which run in a separate process. The judge sees everything that they do there."""

import _thread
import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from select import select
from typing import Any, Final

import httpx
import msgspec
import pytest

from conformance.adapters import children, host, isolated
from conformance.adapters.adapter import name_of, talks_http
from conformance.adapters.crossing import NotAnAnswer
from conformance.adapters.isolated import Isolated, forget, load_isolated
from conformance.adapters.loading import REFERENCE, AdapterNotFound
from conformance.adapters.process import Ended, NotStarted, TimedOut, TooLong
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Raised, Unsupported, crashed, raised
from conformance.adapters.wire import Hello, Reading, Talk, Task
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.model import ToolResult
from toolwire.wire.exchange import WireResponse

HERE: Final = __name__
TASK: Final = Task(provider="p", dialect="d", base_url="u", api_key="k", model="m", messages=())
RESULTS: Final = (ToolResult(call_id="1", parts=()),)
ANSWER: Final = WireResponse(body=b"{}")


class Client:
    """An adapter that returns the number of its earlier conversations, and the number of results that it got."""

    hello = Hello(name="counts", version="1", language="python", dialects=("openai_chat",))

    def __init__(self) -> None:
        self._before = 0

    def converse(self, _: Task) -> Talk:
        before, self._before = self._before, self._before + 1
        results = yield Reading(text=f"{before} before")
        yield Reading(text=f"{len(results)} result")


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, Any]]:
    """Yield the isolated adapters by class name. Each adapter is loaded once."""
    adapters: dict[str, Any] = {}
    yield adapters
    for adapter in adapters.values():
        adapter.stop()


@pytest.fixture
def make(made: dict[str, Any]) -> Iterator[Any]:
    """Yield a function that returns the isolated adapter of a class in this module. At the end, end the adapters'
    cases.
    """

    def make_adapter(name: str) -> Any:
        if name not in made:
            made[name] = load_isolated(f"{HERE}:{name}")
        return made[name]

    yield make_adapter
    for adapter in made.values():
        forget(adapter)


def test_it_stands_for_the_adapter(make: Any) -> None:
    adapter = make("Client")
    assert talks_http(adapter)
    assert name_of(adapter) == "counts"
    assert not hasattr(adapter, "decode")
    assert name_of(make("Codec")) == ReferenceAdapter().name


class Codec(ReferenceAdapter):
    pass


def test_a_case_ends_with_what_the_adapter_remembers(make: Any) -> None:
    adapter = make("Client")
    assert next(adapter.converse(TASK)).text == "0 before"
    assert next(adapter.converse(TASK)).text == "1 before", "the same case"
    forget(adapter)
    assert next(adapter.converse(TASK)).text == "0 before"


def test_conversations_of_one_case_may_be_interleaved(make: Any) -> None:
    adapter = make("Client")
    first, second = adapter.converse(TASK), adapter.converse(TASK)
    assert next(first).text == "0 before"
    assert next(second).text == "1 before"
    assert first.send(RESULTS).text == "1 result"
    with pytest.raises(StopIteration):
        first.send(RESULTS)
    assert second.send(RESULTS).text == "1 result"


class Does:
    """An adapter that runs the function of ``ACTS`` that the provider's name selects, in place of a conversation."""

    hello = Client.hello

    def converse(self, task: Task) -> Talk:
        gave = ACTS[task.provider]()
        yield gave if gave is not None else Reading()


def grandchild() -> None:
    subprocess.Popen(["sleep", "300"], start_new_session=True)


def daemon(*, program: bool) -> Reading:
    """Leave a process behind in a new session, as a daemon does."""
    out, into = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if (pid := os.fork()) == 0:
            if program:
                os.execlp("sleep", "sleep", "298")
            time.sleep(298)
        os.write(into, str(pid).encode())
        os._exit(0)
    os.wait()
    return Reading(text=os.read(out, 20).decode())


def group() -> Reading:
    """Leave a program behind in a new process group of the same session."""
    return Reading(text=str(subprocess.Popen(["sleep", "298"], process_group=0).pid))


def raises(error: BaseException) -> Any:
    raise error


def forks() -> Reading:
    os.fork()  # both answer
    return Reading(text="once")


def ignores_all() -> None:
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            time.sleep(10)
        except BaseException:
            continue


def imports() -> Reading:
    known = "this" in sys.modules
    __import__("this")
    return Reading(text=str(known))


def prints() -> None:
    sys.__stdout__.write("\x1b[31mdunder\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]
    os.write(1, b"raw \xe2\x80\xae\n")
    print("plain")  # noqa: T201


class Unlike(str):
    """A text that raises an exception when it is compared, as objects of numpy do."""

    def __new__(cls, error: BaseException) -> "Unlike":
        made = str.__new__(cls)
        made._error = error
        return made

    def __ne__(self, _: object) -> bool:
        raise self._error

    __hash__ = str.__hash__
    _error: BaseException


class SilentError(Exception):
    def __str__(self) -> str:
        sys.exit()


class BadlyClosed(Generator[Any, Any, None]):
    """A generator whose cleanup fails. Its first reading is declined."""

    def send(self, _: Any) -> Any:
        raise Unsupported("no streams")

    def throw(self, *_: Any) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        raise AttributeError("no close")


def interrupts() -> None:
    """Raise an exception in the main thread soon, as a handler of a signal does."""

    def ring(*_: object) -> None:
        raise RuntimeError("late")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)


ACTS: Final[dict[str, Any]] = {
    "compares": lambda: Reading(text=Unlike(ValueError("ambiguous"))),
    "compares-os": lambda: Reading(text=Unlike(OSError("lost"))),
    "compares-exit": lambda: Reading(text=Unlike(SystemExit(0))),
    "no-words": lambda: raises(SilentError()),
    "interrupts": interrupts,
    "ValueError": lambda: raises(ValueError("no index")),
    "KeyError": lambda: raises(KeyError("index")),
    "SystemExit": lambda: raises(SystemExit(3)),
    "KeyboardInterrupt": lambda: raises(KeyboardInterrupt()),
    "declines": lambda: raises(Unsupported("no streams")),
    "exit-0": lambda: os._exit(0),
    "exit-3": lambda: os._exit(3),
    "SIGKILL": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "SIGSEGV": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "stops-parent": lambda: os.kill(os.getppid(), signal.SIGSTOP),
    "kills-parent": lambda: (os.kill(os.getppid(), signal.SIGKILL), time.sleep(10)),
    "no-reading": lambda: {"text": "a"},
    "no-text": lambda: Reading(text=5),  # type: ignore[arg-type]
    "hangs": ignores_all,
    "thread": lambda: threading.Thread(target=time.sleep, args=(300,)).start(),
    "grandchild": grandchild,
    "daemon": lambda: daemon(program=True),
    "daemon-without-program": lambda: daemon(program=False),
    "group": group,
    "forks": forks,
    "imports": imports,
    "prints": prints,
    "huge": lambda: Reading(text="x" * (65 << 20)),
    "long-error": lambda: raises(ValueError("x" * 100_000)),
    "well": lambda: Reading(text="well"),
}


def task(act: str) -> Task:
    return msgspec.structs.replace(TASK, provider=act)


@pytest.mark.parametrize(
    ("error", "what", "bug"),
    [
        ("ValueError", "no index", False),
        ("KeyError", "'index'", True),
        ("SystemExit", "3", False),
        ("KeyboardInterrupt", "", False),
    ],
)
def test_an_exception_is_seen_with_its_place(error: str, what: str, bug: bool, make: Any) -> None:
    with pytest.raises(Raised) as seen:
        next(make("Does").converse(task(error)))
    assert raised(seen.value).startswith(f"{error}: {what} (")
    assert "test_isolated.py:" in raised(seen.value)
    assert crashed(seen.value) is bug


@pytest.mark.parametrize(
    ("act", "what"),
    [("compares", "ValueError: ambiguous"), ("compares-os", "OSError: lost"), ("compares-exit", "SystemExit: 0")],
)
def test_an_exception_while_a_value_is_read_is_named(act: str, what: str, make: Any) -> None:
    with pytest.raises(Raised, match=f"the adapter returned a Reading that cannot be written as JSON: {what}"):
        next(make("Does").converse(task(act)))


def test_an_exception_whose_message_ends_the_process_is_named(make: Any) -> None:
    with pytest.raises(Raised, match="SilentError:"):
        next(make("Does").converse(task("no-words")))


def test_an_exception_between_the_questions_is_shown(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    adapter = make("Does")
    talk = adapter.converse(task("interrupts"))
    next(talk)
    time.sleep(1)
    with pytest.raises(Ended, match="the process ended with exit code 70"):
        talk.close()
    forget(adapter)
    assert "the process that plays the case cannot continue: RuntimeError: late" in capsys.readouterr().err


class YieldsNothing:
    """An adapter whose conversations are no generators, so that they cannot be closed."""

    hello = Client.hello

    def converse(self, _: Task) -> Any:
        return BadlyClosed()


def test_an_error_of_the_cleanup_hides_no_earlier_error(make: Any) -> None:
    with pytest.raises(Unsupported, match="no streams"):
        next(make("YieldsNothing").converse(TASK))


def test_a_long_message_is_cut(make: Any) -> None:
    with pytest.raises(Raised) as seen:
        next(make("Does").converse(task("long-error")))
    assert len(str(seen.value)) < 20_000


def test_what_is_declined_is_declined(make: Any) -> None:
    with pytest.raises(Unsupported, match="no streams"):
        next(make("Does").converse(task("declines")))


@pytest.mark.parametrize(
    ("act", "how"),
    [
        ("exit-0", "the process ended with exit code 0"),
        ("exit-3", "the process ended with exit code 3"),
        ("SIGKILL", "the process was ended by SIGKILL"),
        ("SIGSEGV", "the process was ended by SIGSEGV"),
        ("kills-parent", "SIGKILL"),
    ],
)
def test_an_adapter_that_ends_its_process_fails_its_case_alone(act: str, how: str, make: Any) -> None:
    adapter = make("Does")
    for _ in range(2):
        with pytest.raises(Ended, match=how):
            next(adapter.converse(task(act)))
        forget(adapter)
        assert next(adapter.converse(task("well"))).text == "well"
        forget(adapter)


@pytest.mark.parametrize(
    ("act", "what"),
    [
        ("no-reading", "expected the adapter to yield a Reading, got a dict"),
        ("no-text", "the adapter returned an invalid Reading: /text: expected str, got 5"),
    ],
)
def test_a_value_of_another_type_is_a_failure(act: str, what: str, make: Any) -> None:
    with pytest.raises(Raised) as seen:
        next(make("Does").converse(task(act)))
    assert str(seen.value) == what
    assert crashed(seen.value)


def test_an_endless_value_is_not_read(make: Any) -> None:
    with pytest.raises(TooLong):
        next(make("Does").converse(task("huge")))


def test_an_adapter_that_hangs_is_ended_whatever_it_ignores(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated, "LIMIT", 0.5)
    adapter = make("Does")
    with pytest.raises(TimedOut):
        next(adapter.converse(task("hangs")))
    monkeypatch.undo()
    assert next(adapter.converse(task("well"))).text == "well"


def test_a_host_that_does_not_end_a_case_fails_the_next(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing reported this, each case could take half a minute, and the run would not end."""
    adapter = make("Does")
    next(adapter.converse(task("stops-parent")))
    monkeypatch.setattr(isolated, "_CONTROL", 0.5)
    forget(adapter)
    monkeypatch.undo()
    with pytest.raises(TimedOut, match="did not end the previous case"):
        next(adapter.converse(task("well")))
    assert next(adapter.converse(task("well"))).text == "well"


def test_a_thread_that_a_case_leaves_behind_harms_no_other(make: Any) -> None:
    adapter = make("Does")
    next(adapter.converse(task("thread")))
    forget(adapter)
    assert next(adapter.converse(task("well"))).text == "well"


def test_an_answer_that_comes_twice_is_a_failure(make: Any) -> None:
    adapter = make("Does")
    talk = adapter.converse(task("forks"))
    next(talk)
    time.sleep(1)  # the second answer comes from another process
    with pytest.raises(NotAnAnswer, match="expected an answer to question"):
        talk.close()
    assert next(adapter.converse(task("well"))).text == "well"


LINUX: Final = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of a process")


def sleeping(seconds: int = 300) -> set[str]:
    found = set()
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_bytes() == b"sleep\x00%d\x00" % seconds:
                found.add(file.parent.name)
        except OSError:
            continue
    return found


@LINUX
def test_a_grandchild_in_a_session_of_its_own_is_ended(make: Any) -> None:
    before = sleeping()
    adapter = make("Does")
    next(adapter.converse(task("grandchild")))
    assert comes_true(lambda: bool(sleeping() - before))  # a process has no arguments for a moment
    forget(adapter)
    assert comes_true(lambda: not sleeping() - before)


@LINUX
@pytest.mark.parametrize("act", ["daemon", "daemon-without-program", "group"])
def test_a_program_that_a_case_leaves_behind_ends_with_the_case(act: str, make: Any) -> None:
    adapter = make("Does")
    pid = int(next(adapter.converse(task(act))).text)
    assert runs(pid)
    forget(adapter)
    assert comes_true(lambda: not runs(pid))


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class HasHelpers:
    """An adapter that starts a program in a new session when it is loaded. Each conversation makes the program start
    another program.
    """

    hello = Client.hello

    def __init__(self) -> None:
        line = "while read line; do sleep 299 & echo $!; done"
        pipe = subprocess.PIPE
        self._shell = subprocess.Popen(["sh", "-c", line], stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)

    def converse(self, _: Task) -> Talk:
        assert self._shell.stdin
        assert self._shell.stdout
        self._shell.stdin.write(b"\n")
        yield Reading(text=self._shell.stdout.readline().decode().strip())


@LINUX
def test_a_program_that_loading_starts_lives_as_long_as_the_host() -> None:
    before = sleeping(299)
    adapter: Any = load_isolated(f"{HERE}:HasHelpers")
    try:
        for started in range(1, 4):
            pid = int(next(adapter.converse(TASK)).text)
            forget(adapter)
            assert runs(pid)
            assert comes_true(lambda started=started: len(sleeping(299) - before) == started)  # type: ignore[misc]
    finally:
        adapter.stop()
    assert comes_true(lambda: not sleeping(299) - before)


@LINUX
def test_a_new_host_finds_no_program_of_the_host_before() -> None:
    adapter: Any = load_isolated(f"{HERE}:HasHelpers")
    try:
        pid = int(next(adapter.converse(TASK)).text)
        os.kill(adapter._host._program.pid, signal.SIGKILL)
        forget(adapter)
        assert int(next(adapter.converse(TASK)).text) != pid
        assert comes_true(lambda: not runs(pid))
    finally:
        adapter.stop()


RESPAWNING: Final = """
import os, time
end = time.monotonic() + 60
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
    os.setsid()
    try:
        os.write(1, b"started\\n")
    except OSError:
        pass
"""
"""A program that starts itself again and ends, for a minute. Each process has a new session."""
WITH_RESPAWNING: Final = f"""
import sys
from conformance.adapters.process import Process
for _ in range(5):
    Process((sys.executable, "-c", {RESPAWNING!r}), 30, shared=(int(sys.argv[1]),)).ask(b"\\n")
"""


@LINUX
def test_programs_that_start_themselves_again_end_with_the_run() -> None:
    out, into = os.pipe()
    command = [sys.executable, "-c", WITH_RESPAWNING, str(into)]
    subprocess.run(command, pass_fds=(into,), timeout=60, check=True)
    os.close(into)
    assert select([out], [], [], 10)[0], "a process still has the other end of the pipe"
    assert os.read(out, 1) == b""
    os.close(out)


def comes_true(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()


def test_what_an_adapter_prints_is_shown_without_what_nobody_sees(
    make: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    adapter = make("Does")
    next(adapter.converse(task("prints")))
    forget(adapter)
    shown = capsys.readouterr()
    assert (shown.out, sorted(shown.err.splitlines())) == ("", ["\\u001b[31mdunder", "plain", "raw \\u202e"])


class ExitsAtOnce:
    def __init__(self) -> None:
        os._exit(0)


class ExitsAtExit(ReferenceAdapter):
    """An adapter whose process would end with exit code 0 after loading."""

    def __init__(self) -> None:
        import atexit

        atexit.register(os._exit, 0)
        threading.Thread(target=time.sleep, args=(300,)).start()


def test_an_exit_while_it_is_loaded_is_seen(make: Any) -> None:
    with pytest.raises(Ended, match="the process ended with exit code 0"):
        make("ExitsAtOnce")


class HangsWhenMade:
    def __init__(self) -> None:
        Path(os.environ["PID_FILE"]).write_text(str(os.getpid()))
        time.sleep(300)


@LINUX
def test_a_process_that_hangs_while_it_loads_ends_with_the_judge(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    script = f"from {HERE} import load_isolated; load_isolated('{HERE}:HangsWhenMade')"
    judge = subprocess.Popen([sys.executable, "-c", script], env={**os.environ, "PID_FILE": str(file)})
    assert comes_true(lambda: file.exists() and bool(file.read_text()))
    judge.kill()
    judge.wait()
    assert comes_true(lambda: not runs(int(file.read_text())))


def test_output_before_the_host_begins_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('a banner', end='\\x1b')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    adapter = Isolated(f"{HERE}:Client")
    try:
        assert next(adapter.converse(TASK)).text == "0 before"
    finally:
        adapter.stop()
    assert "a banner\\u001b" in capsys.readouterr().err


def test_entries_of_the_path_that_are_not_strings_are_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [tmp_path, *sys.path])
    adapter = Isolated(f"{HERE}:Client")
    adapter.stop()
    assert adapter.hello.name == "counts"


def test_a_python_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(NotStarted, match=r"^Python cannot be started for the adapter: .+ \(''\)$"):
        Isolated(f"{HERE}:Client")


def test_a_sandbox_without_proc_shows_no_threads_and_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(path: str) -> list[str]:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "listdir", absent)
    assert host._native_threads() == 0
    children.end_strays(children.new_mark())


def test_its_exit_is_not_ours(make: Any) -> None:
    with pytest.raises(Raised):
        make("ExitsAtExit").decode("openai_chat", ANSWER)


def test_a_name_that_there_is_not(make: Any) -> None:
    with pytest.raises(AdapterNotFound, match="has no Nope"):
        make("Nope")


class Works:
    """An adapter whose work is done by a thread."""

    hello = Client.hello

    def __init__(self) -> None:
        self._work: SimpleQueue[SimpleQueue[str]] = SimpleQueue()
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            self._work.get().put("done")

    def converse(self, _: Task) -> Talk:
        answer: SimpleQueue[str] = SimpleQueue()
        self._work.put(answer)
        yield Reading(text=answer.get(timeout=10))


def test_an_adapter_that_starts_threads_is_loaded_again(make: Any) -> None:
    adapter = make("Works")
    for _ in range(2):
        assert next(adapter.converse(TASK)).text == "done"
        forget(adapter)


def test_a_case_does_not_have_the_modules_that_another_imported(make: Any) -> None:
    adapter = make("Does")
    seen = []
    for _ in range(2):
        seen.append(next(adapter.converse(task("imports"))).text)
        forget(adapter)
    assert seen == ["False", "False"]
    assert "this" not in sys.modules


class ImportsInPlainAlone(ReferenceClient):
    """An adapter that imports a module only before plain requests, although streams need it, too."""

    def converse(self, task: Task) -> Talk:
        if not task.stream:
            __import__("xml.sax.expatreader")
        assert "xml.sax.expatreader" in sys.modules
        return super().converse(task)


def test_an_import_in_a_plain_case_hides_nothing_in_streams(make: Any) -> None:
    adapter = make("ImportsInPlainAlone")
    for name in cassettes("openai", "call-single"):
        failed = "fail" in {result.outcome for result in judge(open_case(name), adapter)}
        assert failed is (name.mode == "stream")


class ImportsForRequests(ReferenceClient):
    """An adapter that returns the names of the modules that its HTTP client imports for a request."""

    def converse(self, task: Task) -> Talk:
        before = {*sys.modules}
        for send in (self._plain, self._async):
            with suppress(httpx.ConnectError):
                send()
        new = {module.partition(".")[0] for module in {*sys.modules} - before}
        yield Reading(text=" ".join(new - sys.stdlib_module_names))

    def _plain(self) -> None:
        httpx.get("http://127.0.0.1:9/", trust_env=False)

    def _async(self) -> None:
        async def get() -> None:
            async with httpx.AsyncClient(trust_env=False) as client:
                await client.get("http://127.0.0.1:9/")

        asyncio.run(get())


def test_an_http_client_imports_nothing_more_in_a_case(make: Any) -> None:
    assert next(make("ImportsForRequests").converse(TASK)).text == ""


class WorksInALowThread(Works):
    """An adapter with a thread that the module ``threading`` does not know, like a thread of native code."""

    def __init__(self) -> None:
        self._work = SimpleQueue()
        _thread.start_new_thread(self._answer, ())


class WorksElsewhere:
    """An adapter with a thread that another package started at import. It also returns the id of its process."""

    hello = Client.hello

    def __init__(self) -> None:
        os.environ["LOADED"] = str(int(os.environ.get("LOADED", 0)) + 1)
        self._worker = import_module("starts_a_thread").worker

    def converse(self, task: Task) -> Talk:
        if task.provider == "exits":
            os._exit(5)
        if task.provider == "hangs":
            ignores_all()
        yield Reading(text=f"{next(self._worker.converse(task)).text} {os.getpid()} {os.environ['LOADED']}")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows threads that Python does not know")
def test_a_thread_that_python_does_not_know_is_there_in_each_case(make: Any) -> None:
    adapter = make("WorksInALowThread")
    for _ in range(2):
        assert next(adapter.converse(TASK)).text == "done"
        forget(adapter)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: Any) -> Iterator[Any]:
    (tmp_path / "starts_a_thread.py").write_text(f"from {HERE} import Works\n\nworker = Works()\n")
    monkeypatch.syspath_prepend(tmp_path)
    adapter: Any = load_isolated(f"{HERE}:WorksElsewhere")
    yield adapter
    adapter.stop()


def test_each_case_has_its_process_if_a_copy_lacks_threads(elsewhere: Any) -> None:
    seen = set()
    for _ in range(2):
        done, pid, loaded = next(elsewhere.converse(TASK)).text.split()
        assert (done, loaded) == ("done", "1")
        seen.add(pid)
        forget(elsewhere)
        assert comes_true(lambda pid=pid: not runs(int(pid)))  # type: ignore[misc]
    assert len(seen) == 2


def test_a_process_for_one_case_ends_as_a_copy_does(elsewhere: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Ended, match="the process ended with exit code 5"):
        next(elsewhere.converse(task("exits")))
    forget(elsewhere)
    with monkeypatch.context() as patched:
        patched.setattr(isolated, "LIMIT", 0.5)
        with pytest.raises(TimedOut):
            next(elsewhere.converse(task("hangs")))
    assert next(elsewhere.converse(TASK)).text.startswith("done")


@LINUX
def test_a_process_for_one_case_ends_with_the_judge(tmp_path: Path) -> None:
    (tmp_path / "starts_a_thread.py").write_text(f"from {HERE} import Works\n\nworker = Works()\n")
    script = (
        f"import os, sys; sys.path.insert(0, {str(tmp_path)!r}); from {HERE} import TASK, load_isolated, task; "
        f"adapter = load_isolated('{HERE}:WorksElsewhere'); next(adapter.converse(TASK)); "
        "print(adapter._host._program.pid, flush=True); next(adapter.converse(task('hangs')))"
    )
    judge = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert judge.stdout
    pid = int(judge.stdout.readline())
    assert runs(pid)
    judge.kill()
    judge.communicate()
    assert comes_true(lambda: not runs(pid))


@dataclass
class HasNoHash(ReferenceClient):
    """An adapter without ``__hash__``, because it defines ``__eq__``."""

    retries: int = 0


def test_an_adapter_needs_no_hash(make: Any) -> None:
    results = judge(open_case(CassetteName("openai", "openai_chat", "call-single", "plain")), make("HasNoHash"))
    assert {result.outcome for result in results} <= {"pass", "not-applicable"}


class Remembers(ReferenceClient):
    """An adapter that fails in every conversation except the first."""

    hello = msgspec.structs.replace(ReferenceClient.hello, modes=("sync",))

    def __init__(self) -> None:
        self._began = False

    def converse(self, task: Task) -> Talk:
        if self._began:
            raise ValueError("a second conversation")
        self._began = True
        return super().converse(task)


def test_verdicts_do_not_depend_on_the_cases_before(make: Any) -> None:
    first, second = (
        CassetteName("openai", "openai_chat", scenario, "plain") for scenario in ("call-single", "call-parallel")
    )
    apart = make("Remembers")
    assert {result.outcome for name in (first, second) for result in judge(open_case(name), apart)} <= {
        "pass",
        "not-applicable",
    }
    together = Remembers()
    judge(open_case(first), together)
    assert "fail" in {result.outcome for result in judge(open_case(second), together)}


def test_the_reference_is_not_copied() -> None:
    assert not isinstance(load_isolated(REFERENCE), Isolated)


class Collects(Client):
    """An adapter that returns whether its process collects garbage."""

    def converse(self, _: Task) -> Talk:
        yield Reading(text=str(gc.isenabled()))


@pytest.mark.parametrize("collects", [True, False])
def test_an_adapter_has_the_garbage_collection_of_the_judge(collects: bool) -> None:
    """Check that an adapter's process collects garbage only if the judge's process does.

    A library that leaves its streams open may hang if garbage collection closes them.
    """
    if not collects:
        gc.disable()
    try:
        adapter: Any = load_isolated(f"{HERE}:Collects")
    finally:
        gc.enable()
    assert next(adapter.converse(TASK)).text == str(collects)
    adapter.stop()
