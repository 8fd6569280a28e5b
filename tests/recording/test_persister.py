"""Tests of the writing of files: completely or not at all, and without headers that contain keys."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from conformance.recording import headers, persister
from conformance.recording.persister import AtomicPersister, check_writable, write


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.txt"
    write(path, "é\n")
    write(path, "zwei\n")
    assert path.read_bytes() == b"zwei\n"
    assert [child.name for child in path.parent.iterdir()] == ["file.txt"]


@pytest.mark.parametrize(("umask", "permissions"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_file_has_the_permissions_of_new_files_or_of_the_old_file(
    umask: int, permissions: int, tmp_path: Path
) -> None:
    path = tmp_path / "file.txt"
    before = os.umask(umask)
    try:
        write(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == permissions
        path.chmod(0o640)
        write(path, "newer")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert os.umask(umask) == umask
    finally:
        os.umask(before)


def test_a_file_may_have_the_longest_name(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write(path, "whole")
    assert path.read_text() == "whole"


def _full_disk(*_: Any, **__: Any) -> Any:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("broken", ["text", "fdopen", "replace"])
def test_the_old_file_stays_when_writing_fails(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")
    if broken == "fdopen":
        monkeypatch.setattr(os, "fdopen", _full_disk)
    if broken == "replace":
        monkeypatch.setattr(Path, "replace", _full_disk)
    text = "x" * 100_000 + ("\ud800" if broken == "text" else "")  # a lone surrogate cannot be written as UTF-8
    with pytest.raises((OSError, UnicodeEncodeError)):
        write(path, text)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_recording_starts_empty_and_keeps_the_old_file_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("old")
    assert AtomicPersister.load_cassette(str(path), None) == ([], [])
    AtomicPersister.save_cassette(str(path), {"requests": [], "responses": []}, None)
    assert path.read_text() == "interactions: []\nversion: 1\n"
    monkeypatch.setattr(persister, "serialize", _full_disk)
    with pytest.raises(OSError, match="No space"):
        AtomicPersister.save_cassette(str(path), {"requests": [], "responses": []}, None)
    assert path.read_text() == "interactions: []\nversion: 1\n"


@pytest.mark.parametrize("allowed", [headers.REQUEST, headers.RESPONSE], ids=["request", "response"])
def test_no_header_that_may_hold_a_secret_is_kept(allowed: frozenset[str]) -> None:
    secret = dict.fromkeys(
        ("Authorization", "Cookie", "Set-Cookie", "X-API-Key", "api-key", "x-goog-api-key", "Proxy-Authorization",
         "openai-organization", "openai-project", "anthropic-organization-id", "X-Amz-Security-Token", "X-Amz-Date",
         "cf-ray", "user-agent", "x-anything-new"),
        "secret",
    )  # fmt: skip
    kept = headers.keep(secret | {"Content-Type": ["application/json"]}, allowed)
    assert kept == {"content-type": ["application/json"]}


def test_a_value_that_a_client_keeps_as_bytes_is_text() -> None:
    assert headers.keep({"Content-Type": b"application/json"}, headers.REQUEST) == {"content-type": "application/json"}


def test_a_path_is_checked_before_it_is_written_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "there.txt").write_text("kept")
    for name in ("new.txt", "there.txt", "a/b/new.txt"):
        check_writable(tmp_path / name)
    with pytest.raises(NotADirectoryError):
        check_writable(tmp_path / "there.txt" / "new.txt")
    with pytest.raises(IsADirectoryError):
        check_writable(tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("there.txt", "kept")]


@pytest.mark.parametrize("name", ["circle", "circle/new.txt"])
def test_a_path_whose_links_lead_in_a_circle_cannot_be_written(name: str, tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("other")
    (tmp_path / "other").symlink_to("circle")
    for wrong in (check_writable, lambda path: write(path, "text")):
        with pytest.raises(OSError, match="Too many levels of symbolic links"):
            wrong(tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["circle", "other"]


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_file_that_is_open_is_written_to_and_keeps_its_text(name: str, tmp_path: Path) -> None:
    link = tmp_path / "link"
    with (tmp_path / "log").open("w+") as log, (tmp_path / "gone").open("w+") as gone:
        log.write("before\n")
        log.flush()
        link.symlink_to(name.format(log.fileno()))
        (tmp_path / "gone").unlink()
        for path in (link, Path(name.format(gone.fileno()))):
            check_writable(path)
            write(path, "new\n")
        gone.seek(0)
        assert gone.read() == "new\n"
    assert (tmp_path / "log").read_text() == "before\nnew\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "log"]


def test_a_mounted_file_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mock of ``Path.replace`` behaves like a bind mount, which only a privileged process can make."""

    def busy(*_: Any) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    (tmp_path / "report.json").write_text("old")
    monkeypatch.setattr(Path, "replace", busy)
    write(tmp_path / "report.json", "new")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("report.json", "new")]
