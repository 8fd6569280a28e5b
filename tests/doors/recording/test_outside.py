"""Tests of recording as a separate program: without permissions, on a full disk, interrupted, and two at once."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from conformance.judge.exit_codes import STOPPED, Exit
from conformance.recording.cassette import Cassette
from conformance.recording.lock import LOCK
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest

from .conftest import KEY, Bench

pytest.importorskip("anthropic", reason="a second reading needs the official SDKs: install the extra 'oracles'")
SOME = ("--scenario", "call-parallel,call-single,history-single-result")
NOBODY = 65534
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
UNPRIVILEGED = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Make programs react to Ctrl-C as in a terminal. Background programs of a shell, and their children, ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def recorded(bench: Bench) -> Bench:
    """Return a bench that already has cassettes."""
    _, address = bench.vendor("openai", "openai_chat")
    assert bench.record("openai", "openai_chat", address, *SOME).exit_code == Exit.CONFORMANT
    return bench


def unprivileged() -> list[str]:
    """Return the start of a command line that runs a command as a user without permission to write."""
    if not IS_ROOT:
        return []
    command = ["setpriv", *UNPRIVILEGED]
    found = [*command, sys.executable, "-c", "import typer"]
    if shutil.which("setpriv") is None or subprocess.run(found, check=False, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("only root may read this Python's packages")
    return command


def program(address: str, folder: Path, server: str, before: Sequence[str] = ()) -> "subprocess.Popen[str]":
    """Start ``conformance record``. It replaces existing recordings if they name another server than ``server``."""
    return subprocess.Popen(
        [*before, sys.executable, "-m", "conformance", "record", "--provider", "openai", "--dialect", "openai_chat",
         "--base-url", address, "--folder", str(folder), "--server", server, *SOME],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


@contextmanager
def copy_of(bench: Bench, inside: Path) -> Iterator[Path]:
    """Copy the cassettes of a bench to a folder that every user may read. Yield this folder."""
    with tempfile.TemporaryDirectory(dir=inside) as name:
        Path(name).chmod(0o755)
        folder = Path(name) / "cassettes"
        shutil.copytree(bench.folder, folder)
        yield folder
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("also", [True, False], ids=["all of it", "its inner folders"])
def test_a_folder_that_may_only_be_read(also: bool, recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat")
    with copy_of(recorded, Path(tempfile.gettempdir())) as folder:
        if IS_ROOT:  # whom no mode keeps from writing
            os.chown(folder, NOBODY, NOBODY)
        for path in [*([folder] if also else []), *(path for path in folder.rglob("*") if path.is_dir())]:
            path.chmod(0o555)
        before = contents(folder)
        running = program(address, folder, "x", unprivileged())
        out, err = running.communicate(timeout=60)
        assert running.returncode == Exit.UNREADABLE, err
        assert "cannot be written: Permission denied" in out + err
        assert len((out + err).splitlines()) <= 3
        assert len(vendor.asked) == (0 if also else 1)
        assert contents(folder) == before


@pytest.mark.skipif(not IS_ROOT, reason="the test mounts a small disk, which only root may do")
def test_a_disk_that_is_full(recorded: Bench, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine does not allow mounting")
    try:
        folder = disk / "cassettes"
        shutil.copytree(recorded.folder, folder)
        before = contents(folder)
        left = os.statvfs(disk)
        (disk / "rest").write_bytes(bytes(max(0, left.f_bavail * left.f_frsize - 4096)))
        _, address = recorded.vendor("openai", "openai_chat", "other")
        running = program(address, folder, "x")
        out, err = running.communicate(timeout=60)
        assert running.returncode == Exit.UNREADABLE, err
        assert "the folder cannot be written: No space left on device" in out
        after = contents(folder)
        assert after.keys() == before.keys()
        changed = [name for name in after if after[name] != before[name]]
        assert len(changed) < len(before)
        assert all(Cassette(folder / name).provenance.server == "x" for name in changed)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("moment", [1, 4, 7])
def test_stopped_while_something_is_asked(moment: int, recorded: Bench) -> None:
    vendor, address = recorded.vendor("openai", "openai_chat", "other")
    before = recorded.files()
    running: list[subprocess.Popen[str]] = []

    def stop(_: WireRequest) -> Answer | None:
        if len(vendor.asked) == moment:
            running[0].send_signal(signal.SIGINT)
        return None

    vendor.instead = stop
    running.append(program(address, recorded.folder, "x"))
    out, err = running[0].communicate(timeout=60)
    assert running[0].returncode == STOPPED, err
    assert err.startswith("conformance: stopped after ")
    assert KEY not in out + err
    after = recorded.files()
    assert after.keys() == before.keys()
    changed = [path for path in after if after[path] != before[path]]
    assert len(changed) == out.count(": recorded")
    assert all(Cassette(path).provenance.server == "x" for path in changed)
    assert not (recorded.folder / LOCK).exists()


@pytest.mark.parametrize("where", ["conformance.cli.app", "typer"])
def test_stopped_before_the_command_begins(where: str) -> None:
    stop = f"import sys; sys.addaudithook(lambda e, a: e == 'import' and a[0] == {where!r} and signal.raise_signal(2))"
    begin = f"import signal; {stop}; sys.argv[1:] = ['--help']; from conformance.cli import main; main()"
    made = subprocess.run([sys.executable, "-c", begin], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout, made.stderr) == (STOPPED, "", "conformance: stopped\n")


def test_two_at_once(recorded: Bench) -> None:
    addresses = [recorded.vendor("openai", "openai_chat", ids)[1] for ids in ("one", "two")]
    both = [program(address, recorded.folder, name) for address, name in zip(addresses, ("one", "two"), strict=True)]
    outputs = [running.communicate(timeout=60) for running in both]
    codes = [running.returncode for running in both]
    assert Exit.CONFORMANT in codes, outputs
    servers = {Cassette(path).provenance.server for path in recorded.files()}
    assert len(servers) == 1
    for code, (_, err) in zip(codes, outputs, strict=True):
        assert code == Exit.CONFORMANT or (
            code == Exit.UNREADABLE and "another command is writing to this folder" in err
        )
    assert not (recorded.folder / LOCK).exists()


def test_what_becomes_of_each_has_no_room(recorded: Bench) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this machine has no /dev/full")
    _, address = recorded.vendor("openai", "openai_chat")
    made = recorded.record("openai", "openai_chat", address, *SOME, "--output", "/dev/full")
    assert made.exit_code == Exit.UNREADABLE
    assert "/dev/full: cannot be written: No space left on device" in made.output
