"""Tests of hostile records and folders: each is named in an error, and all others are still read."""

import errno
import inspect
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from conformance.bundle.making import paths as bundle_paths
from conformance.cli.app import app
from conformance.data import Data, DataError
from conformance.files import below
from conformance.recording import vcr_file
from conformance.recording.cassette import CassetteName
from conformance.recording.cassette import find as find_cassettes
from conformance.recording.errors import CassetteError
from conformance.recording.persister import check_writable
from conformance.room import Room
from conformance.scenarios.loader import ScenarioError
from conformance.scenarios.loader import files as scenario_files
from conformance.suite.cases import strays
from conformance.survey import sources
from conformance.survey.detected import Detected, detected
from conformance.survey.run import judged
from conformance.survey.sources import Found, Unreadable
from conformance.verify import log
from conformance.verify.errors import StudyError
from toolwire.providers.claim_file import read_yaml
from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import _folders_in as folders_in
from toolwire.wire.limited_file import is_folder

GOOD: dict[str, Any] = {
    "request": {"url": "https://api.openai.com/v1/chat/completions", "headers": [], "postData": {"text": "{}"}},
    "response": {"status": 200, "headers": [], "content": {"text": "{}"}},
}
PLACES = (
    "request", "request/url", "request/headers", "request/postData", "request/postData/text", "response",
    "response/status", "response/headers", "response/content", "response/content/text", "response/content/size",
    "startedDateTime", "_webSocketMessages",
)  # fmt: skip
VALUES = st.sampled_from([None, True, 0, -1, 10**30, 1.5, "", "x", "\ud800", [], [1], [[]], {}, {"a": 1}, {"text": {}}])
DATES = (
    "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
    "Mon, 01 Jan 2020 00:00:00 +9999999999",
    "Mon, 99 Jan 2020",
    "\0",
)


def read(path: Path) -> list[Any]:
    found: list[Any] = []
    for source in sources.find([path]):
        data = source if isinstance(source, Unreadable) else sources.content(source)
        found += [data] if isinstance(data, Unreadable) else sources.read(source, data)
    return found


def archive(folder: Path, *entries: Any) -> Path:
    path = folder / "some.har"
    path.write_text(json.dumps({"log": {"entries": [GOOD, *entries, GOOD]}}))
    return path


@given(st.dictionaries(st.sampled_from(PLACES), VALUES, min_size=1, max_size=3))
def test_an_odd_entry_of_an_archive_takes_no_other_with_it(changes: dict[str, Any]) -> None:
    entry = json.loads(json.dumps(GOOD))
    for place, value in changes.items():
        *above, last = place.split("/")
        at = entry
        for step in above:
            at = at[step] if isinstance(at, dict) and isinstance(at.get(step), dict) else {}
        at[last] = value
    with TemporaryDirectory() as folder:
        path = archive(Path(folder), entry)
        first, *_, last_read = read(path)
        assert isinstance(first, Found)
        assert isinstance(last_read, Found)
        assert list(detected(path))
        assert judged("auto", [(source, sources.content(source)) for source in sources.find([path])])


@pytest.mark.parametrize("date", DATES)
def test_a_date_that_is_none_is_left_out(date: str, tmp_path: Path) -> None:
    entry = json.loads(json.dumps(GOOD))
    entry["response"]["headers"] = [{"name": "date", "value": date}]
    assert [record.day for record in read(archive(tmp_path, entry))] == [None, None, None]


@pytest.mark.parametrize("what", ["content", "postData"])
def test_a_member_that_is_no_object_is_named(what: str, tmp_path: Path) -> None:
    entry = json.loads(json.dumps(GOOD))
    entry["response" if what == "content" else "request"][what] = "text"
    path = archive(tmp_path, entry)
    whose = "response" if what == "content" else "request"
    assert read(path)[1] == Unreadable(f"{path}: entries[1]", f"{whose}: {what}: expected an object, got str")


def test_a_name_that_is_too_long_is_named() -> None:
    path = Path("x" * 300)
    assert list(sources.find([path])) == [Unreadable(str(path), "cannot be read: File name too long")]


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Drop superuser permissions during the test, because a superuser may read every folder."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed() -> Iterator[Path]:
    """Yield a folder with a readable file, with subfolders that cannot be listed, and with subfolders that can only be
    listed.
    """
    with TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        (top / "open.jsonl").write_text('{"response_body": {}}\n')
        for folder, mode in (("unlisted", 0), ("listed", 0o444)):
            (top / folder).mkdir()
            (top / folder / "some.yaml").write_text("a: b\n")
            if os.geteuid() == 0:
                os.chown(top / folder, 65534, 65534)
            (top / folder).chmod(mode)
        yield top
        for folder in ("unlisted", "listed"):
            (top / folder).chmod(0o755)


def test_what_may_not_be_looked_at_is_reported(closed: Path) -> None:
    with ordinary_user():
        found = list(below(closed, (".yaml", ".jsonl")))
        unread = [record for record in sources.find([closed]) if isinstance(record, Unreadable)]
        cassettes = find_cassettes(closed)
    assert found[0] == closed / "open.jsonl"
    refused = {item.filename for item in found[1:] if isinstance(item, OSError)}
    assert refused == {str(closed / "unlisted"), str(closed / "listed" / "some.yaml")}
    assert {record.where for record in unread} == refused
    assert f"{closed / 'unlisted'}: cannot be read: Permission denied" in map(str, cassettes)


def test_secrets_are_not_denied_of_a_folder_that_may_not_be_read(closed: Path) -> None:
    CliRunner().invoke(app, ["lint", "--secrets", __file__])  # what it imports may not be readable for that user
    with ordinary_user():
        result = CliRunner().invoke(app, ["lint", "--secrets", str(closed)])
    assert result.exit_code == 6
    assert f"{closed / 'unlisted'}: cannot be read: Permission denied" in result.stdout
    assert "no secret is known" not in result.stdout


def test_data_that_may_not_be_looked_at_are_not_absent(closed: Path) -> None:
    there = closed / "listed"
    folders = Data(there / "providers", scenarios=there / "scenarios", cassettes=there / "cassettes")
    with ordinary_user():
        with pytest.raises(PermissionError):
            Data.below(there)
        with pytest.raises(ScenarioError, match=r"scenarios: cannot be read: Permission denied"):
            scenario_files(folders)
        with pytest.raises(ClaimError, match=r"some\.yaml: cannot be read: Permission denied"):
            folders_in(there)
        with pytest.raises(StudyError, match=r"exchanges\.jsonl: cannot be read: Permission denied"):
            log.check(there / "records", "")


def test_a_path_is_a_folder_or_not_if_it_may_be_looked_at(closed: Path) -> None:
    (closed / "round").symlink_to(closed / "round")
    (closed / "link").symlink_to(closed / "unlisted")
    assert is_folder(closed / "unlisted")
    assert is_folder(closed / "link")
    for name in ("open.jsonl", "none", "open.jsonl/within", "round", "zero\0byte"):
        assert not is_folder(closed / name)
    with ordinary_user(), pytest.raises(PermissionError):
        is_folder(closed / "unlisted" / "some.yaml")


def test_a_name_that_is_too_long_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="File name too long"):
        check_writable(tmp_path / ("x" * 300))


@pytest.mark.parametrize(
    ("text", "why"),
    [(b"[" * 100_000, "nested deeper"), (b"a: &a [*a]", "an alias inside")],
    ids=["deep", "endless"],
)
def test_claims_are_read_within_limits(text: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "profile.yaml"
    path.write_bytes(text)
    with pytest.raises(ClaimError, match=rf"^{path}: .*{why}"):
        read_yaml(path, dict)


def test_claims_are_not_read_from_pipes_and_devices(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", Path("/dev/zero")):
        with pytest.raises(ClaimError, match="not a regular file"):
            read_yaml(path, dict)


def test_a_number_that_python_does_not_write_takes_no_other_file_with_it(tmp_path: Path) -> None:
    frames = {"_webSocketMessages": [{"data": "HUGE"}]}
    text = json.dumps({"entries": [frames]}).replace('"HUGE"', f"0x{'f' * 5000}")
    (tmp_path / "a.yaml").write_text(f"log: {text}")
    (tmp_path / "b.yaml").write_text("interactions: 5")
    found = [item for source in sources.find([tmp_path]) for item in sources.read(source, sources.content(source))]
    assert [type(item).__name__ for item in found] == ["Unreadable", "Unreadable"]


def test_folders_may_be_nested_deeper_than_calls(tmp_path: Path) -> None:
    deepest = tmp_path.joinpath(*["d"] * 200)
    deepest.mkdir(parents=True)
    (deepest / "some.yaml").write_text("a: b\n")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        found = list(below(tmp_path)), find_cassettes(tmp_path), bundle_paths(tmp_path)
    finally:
        sys.setrecursionlimit(limit)
    files, (stray,), (path,) = found
    assert files == [deepest / "some.yaml"]
    assert isinstance(stray, CassetteError)
    assert (stray.path, tmp_path / path) == (deepest / "some.yaml", deepest / "some.yaml")


def test_a_name_that_is_no_text_can_be_written_to_results(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"mine\xff")
    (folder / "cassettes").mkdir(parents=True)
    assert Data.below(folder).laid_over == f"{tmp_path}/mine\\udcff"


def test_a_path_that_is_too_long_takes_no_other_file_with_it(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text("a: b\n")
    (tmp_path / "d").mkdir()
    place = os.open(tmp_path / "d", os.O_RDONLY)
    for _ in range(4096 // 200 + 1):
        os.mkdir("d" * 200, dir_fd=place)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(place)
    good, *refused = below(tmp_path)
    assert good == tmp_path / "good.yaml"
    assert [error.errno for error in refused if isinstance(error, OSError)] == [errno.ENAMETOOLONG]


def test_a_folder_that_two_providers_share_by_a_link_is_read_for_both(tmp_path: Path) -> None:
    folder = tmp_path / "openai" / "openai_chat"
    folder.mkdir(parents=True)
    (folder / "call-single.plain.yaml").write_text("{}")
    (tmp_path / "azure").symlink_to("openai")
    (folder / "above").symlink_to(tmp_path)
    assert find_cassettes(tmp_path) == tuple(
        CassetteName(provider, "openai_chat", "call-single", "plain") for provider in ("azure", "openai")
    )


def test_what_is_in_place_of_a_folder_of_data_is_named(tmp_path: Path) -> None:
    (tmp_path / "providers").mkdir()
    for name in ("cassettes", "scenarios"):
        (tmp_path / name).symlink_to("nowhere")
        with pytest.raises(DataError, match=f"{name}: expected a folder, got a file or a broken link"):
            Data.below(tmp_path)
        (tmp_path / name).unlink()


def test_a_folder_of_cassettes_that_cannot_be_read_concerns_every_case(tmp_path: Path) -> None:
    (tmp_path / "cassettes").write_text("")
    for provider, scenario in ((None, None), ("openai", "call-single")):
        assert [str(stray) for stray in strays(provider, scenario, tmp_path / "cassettes")] == [
            f"{tmp_path / 'cassettes'}: cannot be read: Not a directory"
        ]


def test_an_answer_is_detected_before_the_next_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[bytes] = []

    def decode(body: bytes, headers: dict[str, str], room: Room) -> bytes:
        decoded.append(body)
        return body

    monkeypatch.setattr(vcr_file, "decoded", decode)
    first = next(detected(archive(tmp_path, GOOD)))
    assert isinstance(first, Detected)
    assert len(decoded) == 2  # the request and the answer of the first exchange
