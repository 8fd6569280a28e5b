"""Tests of bundles: recorded from an imitated vendor, verified, tampered with, and compared with each other."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
import yaml
from typer.testing import CliRunner, Result

from conformance import data
from conformance.bundle import manifest as manifests
from conformance.bundle import submitted
from conformance.cli import record
from conformance.cli.app import app
from conformance.judge.exit_codes import Exit

from .conftest import DAY, KEY, Bench

pytest.importorskip("mistralai", reason="a second reading needs the official SDKs: install the extra 'oracles'")
CASSETTE: Final = "cassettes/mistral/mistral_chat/call-single.plain.yaml"
PLUGIN: Final = Path(__file__).parents[3] / "examples" / "plugin" / "acme_conformance"
WORKFLOW: Final = Path(__file__).parents[3] / ".github" / "workflows" / "bundles.yml"
CASE: Final = "mistral/mistral_chat/call-single/plain"


def conformance(*arguments: object) -> Result:
    try:
        return CliRunner().invoke(app, [str(argument) for argument in arguments])
    finally:
        data.use(data.ours())


@pytest.fixture
def made(bench: Bench, tmp_path: Path) -> Path:
    """Return a bundle that ``conformance record`` has made."""
    _, address = bench.vendor("mistral", "mistral_chat")
    folder = tmp_path / "bundles" / "one"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "today", lambda: DAY)
        done = conformance(
            "record", "--provider", "mistral", "--base-url", address, "--scenario", "call-single",
            "--bundle", folder, "--submitter", "octocat",
        )  # fmt: skip
    assert done.exit_code == Exit.CONFORMANT, done.output
    return folder


def changed(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / manifests.FILE
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def rewritten(folder: Path, old: str, new: str) -> None:
    """Replace ``old`` by ``new`` in the bundle's cassette, and update its digest in the manifest."""
    text = (folder / CASSETTE).read_text()
    assert old in text
    put(folder, CASSETTE, text.replace(old, new).encode())


def put(folder: Path, path: str, data: bytes) -> None:
    """Write a file of a bundle, and its digest into the manifest."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(data)
    files = {path: sha256(data).hexdigest()}
    changed(folder, lambda document: document.update(files=dict(sorted((document["files"] | files).items()))))


def test_what_is_recorded_becomes_a_bundle_that_is_verified(made: Path) -> None:
    verified = conformance("bundle", "verify", made)
    assert (verified.exit_code, verified.stdout) == (Exit.CONFORMANT, "everything is as the bundle states\n"), (
        verified.output
    )
    document = json.loads((made / manifests.FILE).read_text())
    jsonschema_rs.Draft202012Validator(json.loads(manifests.published())).validate(document)
    assert (document["submitter"], document["date"]) == ("octocat", DAY)
    [plain, _] = document["cassettes"]
    assert (plain["case"], plain["origin"], plain["address"]) == (CASE, "recorded", "loopback")
    assert plain["verdicts"]["predicates"] == "pass"
    assert plain["scrubbed"]["aliased"] > 0
    assert KEY not in (made / manifests.FILE).read_text()


def test_the_committed_schema_is_that_of_the_type() -> None:
    assert manifests.published() == manifests.schema()


def _verdict(document: dict[str, Any]) -> None:
    document["cassettes"][0]["verdicts"]["predicates"] = "fail"


def _secret(document: dict[str, Any]) -> None:
    document["submitter"] = KEY


def _add_comment(path: Path) -> None:
    path.write_text(f"{path.read_text()}# more\n")


def _entry_twice(document: dict[str, Any]) -> None:
    first, *_ = document["cassettes"]
    document["cassettes"].insert(0, first | {"models": ["another"]})


def _repeat_key(path: Path) -> None:
    path.write_text(path.read_text().replace('"submitter"', '"submitter": "hexapus",\n  "submitter"', 1))


def _replace_by_link(path: Path, target: Path) -> None:
    shutil.move(path, target)
    path.symlink_to(target)


def _end_lines_with_crlf(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def _enlarge(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(65 * 2**20)


SECRETS: Final = {
    "header": ("headers:\n", "headers:\n      x-api-key: [a-word-of-no-shape]\n"),
    "address": ("/chat/completions", "/chat/completions?api_key=a-word-of-no-shape"),
    "request": ('"messages"', f'"user":"{KEY}","messages"'),
    "answer": ('"object"', f'"note":"{KEY}","object"'),
}


TAMPERINGS: Final[dict[str, tuple[Callable[[Path], object], int, str]]] = {
    "verdict": (lambda made: changed(made, _verdict), 1, "expected pass, got fail in the manifest"),
    "cassette": (lambda made: _add_comment(made / CASSETTE), 1, f"{CASSETTE}: changed since"),
    "date": (
        lambda made: changed(made, lambda document: document["cassettes"][0].update(date="2020-01-01")),
        1,
        "from the cassette, got '2020-01-01'",
    ),
    "address": (
        lambda made: changed(made, lambda document: document["cassettes"][0].update(address="own")),
        1,
        "from the cassette, got 'own'",
    ),
    "clients": (
        lambda made: changed(made, lambda document: document["versions"].update(clients=[])),
        1,
        "bundle.json: versions: expected ",
    ),
    "secret": (lambda made: changed(made, _secret), 1, "bundle.json: a secret (key of the form sk-) at /submitter"),
    "stray file": (lambda made: (made / "run.py").write_text("0"), 1, "run.py: the manifest does not list this file"),
    "missing file": (lambda made: (made / CASSETTE).unlink(), 1, f"{CASSETTE}: listed in the manifest, but missing"),
    "link": (lambda made: (made / "link.yaml").symlink_to("/"), 1, "link.yaml: expected a file, got a link"),
    "format": (lambda made: changed(made, lambda document: document.update(format=9)), 6, "expected format 1, got 9"),
    "edition": (
        lambda made: changed(made, lambda document: document["versions"].update(edition="2031-01-01")),
        1,
        "expected a known edition of the scenarios, got 2031-01-01",
    ),
    "form": (
        lambda made: changed(made, lambda document: document.update(more=1)),
        6,
        "not a bundle's manifest: Object contains unknown field `more`",
    ),
    "no manifest": (lambda made: (made / manifests.FILE).unlink(), 6, "bundle.json: No such file"),
    "entry twice": (lambda made: changed(made, _entry_twice), 1, f"{CASE}: expected 1 entry, got 2"),
    "key twice": (
        lambda made: _repeat_key(made / manifests.FILE),
        1,
        "bundle.json: expected exactly the bytes that the suite writes",
    ),
    "no entry": (
        lambda made: changed(made, lambda document: document["cassettes"].pop(0)),
        1,
        f"bundle.json: expected an entry for {CASE}",
    ),
    "case that leaves its folder": (
        lambda made: changed(made, lambda document: document["cassettes"][0].update(case="../../a")),
        6,
        "not a bundle's manifest: Expected `str` matching regex",
    ),
    "digest of another length": (
        lambda made: changed(made, lambda document: document["files"].update({CASSETTE: "0" * 40})),
        6,
        "not a bundle's manifest: Expected `str` matching regex",
    ),
    "another digest": (
        lambda made: changed(made, lambda document: document["files"].update({CASSETTE: "0" * 64})),
        1,
        f"{CASSETTE}: changed since",
    ),
    "name of two lines": (
        lambda made: changed(made, lambda document: document.update(submitter="octo\ncat")),
        6,
        "not a bundle's manifest: Expected `str` matching regex",
    ),
    "compressed": (
        lambda made: put(made, CASSETTE, gzip.compress((made / CASSETTE).read_bytes())),
        1,
        f"{CASSETTE}: expected exactly the bytes that the suite writes",
    ),
    "program that the manifest lists": (
        lambda made: put(made, "conftest.py", b"0"),
        1,
        "conftest.py: not a file of a bundle",
    ),
    "folder that is a link": (
        lambda made: _replace_by_link(made / "cassettes", made.parent / "elsewhere"),
        1,
        "cassettes: expected a file, got a link",
    ),
    "bundle that is a link": (
        lambda made: _replace_by_link(made, made.parent / "elsewhere"),
        1,
        "expected a folder, got a link",
    ),
    "line ends of the manifest": (
        lambda made: _end_lines_with_crlf(made / manifests.FILE),
        1,
        "expected exactly the bytes",
    ),
    "pipe": (lambda made: os.mkfifo(made / "pipe.yaml"), 1, "pipe.yaml: expected a file, got a link or a pipe"),
    "too large": (lambda made: _enlarge(made / CASSETTE), 6, "at most 2000 files and 67108864 bytes, got"),
    "documented": (
        lambda made: rewritten(made, "origin: recorded", "origin: documented"),
        1,
        "expected a recording of a real endpoint, got a cassette made from documentation",
    ),
    "another request": (lambda made: rewritten(made, "Berlin", "Bremen"), 1, f"{CASSETTE}: "),
    "comment": (
        lambda made: rewritten(made, "interactions:", f"# {KEY}\ninteractions:"),
        1,
        f"{CASSETTE}: expected exactly the bytes that the suite writes",
    ),
    "key of a cassette twice": (
        lambda made: rewritten(made, "  origin:", f"  origin: {KEY}\n  origin:"),
        1,
        f"{CASSETTE}: expected exactly the bytes that the suite writes",
    ),
    "member that nobody reads": (
        lambda made: rewritten(made, "version: 1", "note: hello\nversion: 1"),
        1,
        f"{CASSETTE}: /note: cassettes have no such key",
    ),
    "header off the list": (
        lambda made: rewritten(
            made,
            "      - application/json\n    method:",
            "      - application/json\n      x-user:\n      - alice\n    method:",
        ),
        1,
        f"{CASSETTE}: /interactions/request/headers/x-user: cassettes have no such key",
    ),
    "no YAML": (lambda made: put(made, CASSETTE, b"a: ["), 6, f"{CASSETTE}: "),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_found(tampering: str, made: Path) -> None:
    tamper, code, words = TAMPERINGS[tampering]
    tamper(made)
    verified = conformance("bundle", "verify", made)
    assert (verified.exit_code, words in verified.stdout) == (code, True), verified.output
    assert KEY not in verified.output


@pytest.mark.parametrize("place", SECRETS)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_is_found_and_never_shown(place: str, form: str, made: Path) -> None:
    old, new = SECRETS[place]
    rewritten(made, old, new)
    verified = conformance("bundle", "verify", made, "--format", form)
    assert (verified.exit_code, "a secret (" in verified.stdout) == (Exit.NOT_CONFORMANT, True), verified.output
    assert CASSETTE in verified.stdout
    assert KEY not in verified.output
    judged = conformance("bundle", "judge", made)
    assert (judged.exit_code, CASSETTE in judged.output) == (Exit.UNREADABLE, True), judged.output
    assert KEY not in judged.output


def test_a_name_with_a_secret_is_shown_to_nobody(made: Path) -> None:
    (made / KEY).write_text("0")
    for form in ("text", "json"):
        assert KEY not in conformance("bundle", "verify", made, "--format", form).output


def test_a_bundle_of_another_is_not_taken_over(made: Path) -> None:
    before = (made / manifests.FILE).read_bytes()
    failed = conformance("record", "--provider", "mistral", "--bundle", made, "--submitter", "hexapus")
    assert (failed.exit_code, "bundle of the submitter 'octocat'" in failed.output) == (Exit.USAGE, True), failed.output
    assert (made / manifests.FILE).read_bytes() == before


def _zero(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("path", "spoil", "words"),
    [
        (manifests.FILE, _zero, "bundle.json: not a regular file"),
        (manifests.FILE, _pipe, "bundle.json: not a regular file"),
        (manifests.FILE, _enlarge, "bundle.json: expected at most 64 MB, got 65 MB"),
        (CASSETTE, _enlarge, f"{CASSETTE}: expected at most 64 MB, got 65 MB"),
    ],
)
def test_no_file_is_read_without_end(path: str, spoil: Callable[[Path], None], words: str, made: Path) -> None:
    spoil(made / path)
    judged = conformance("bundle", "judge", made)
    assert (judged.exit_code, words in judged.output) == (Exit.UNREADABLE, True), judged.output


def test_a_folder_that_cannot_be_read_is_named(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = made / "closed"
    closed.mkdir()

    def listed(path: str, listing: Callable[[str], Any] = os.scandir) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", path)
        return listing(path)

    monkeypatch.setattr(os, "scandir", listed)
    for action in ("verify", "judge"):
        done = conformance("bundle", action, made)
        assert (done.exit_code, f"{closed}: Permission denied" in done.output) == (Exit.UNREADABLE, True), done.output


def test_no_bundle_is_made_of_links(made: Path) -> None:
    (made / "cassettes" / "more").symlink_to(made.parent)
    judged = conformance("bundle", "judge", made)
    assert (judged.exit_code, "expected a file, got a link" in judged.output) == (Exit.UNREADABLE, True)


def test_a_cassette_whose_digest_was_changed_with_it_is_held_against_its_own_readings(made: Path) -> None:
    rewritten(made, "finish: tool_calls", "finish: stop")
    verified = conformance("bundle", "verify", made)
    assert verified.exit_code == Exit.NOT_CONFORMANT
    assert (
        "metadata.expected[0]: expected this suite's reading of the recorded bytes, got another reading"
        in verified.stdout
    )


def test_judged_again_comments_are_gone(made: Path) -> None:
    before = (made / CASSETTE).read_bytes()
    rewritten(made, "interactions:", "# a comment\ninteractions:")
    assert conformance("bundle", "judge", made).exit_code == Exit.CONFORMANT
    assert (made / CASSETTE).read_bytes() == before
    assert conformance("bundle", "verify", made).exit_code == Exit.CONFORMANT


def test_judged_again_a_changed_verdict_is_put_right(made: Path) -> None:
    changed(made, _verdict)
    assert conformance("bundle", "judge", made).exit_code == Exit.CONFORMANT
    document = json.loads((made / manifests.FILE).read_text())
    assert document["cassettes"][0]["scrubbed"]["aliased"] > 0
    assert conformance("bundle", "verify", made).exit_code == Exit.CONFORMANT


def test_profiles_and_scenarios_of_ours_are_not_replaced(made: Path) -> None:
    put(made, "providers/openai/profile.yaml", b"title: OpenAI\n")
    verified = conformance("bundle", "verify", made)
    assert "providers/openai/profile.yaml: would replace data of the suite" in verified.stdout


@pytest.fixture
def repository(made: Path, tmp_path: Path) -> Callable[..., str]:
    """Make a repository with a first commit and the uncommitted bundle. Return a function that runs Git in it."""

    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "-C", str(tmp_path), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    (tmp_path / "other.txt").write_text("1")
    git("init", "-q")
    git("add", "other.txt")
    git("commit", "-qm", "first")
    return git


def test_commits_that_add_a_bundle_alone(made: Path, repository: Callable[..., str]) -> None:
    repository("add", "bundles")
    repository("commit", "-qm", "bundle")
    assert conformance("bundle", "verify", made, "--range", "HEAD~1...HEAD").exit_code == Exit.CONFORMANT
    assert conformance("bundle", "verify", made, "--range", "HEAD...HEAD").exit_code == Exit.NOTHING_JUDGED
    failed = conformance("bundle", "verify", made, "--range", "nowhere...HEAD")
    assert (failed.exit_code, "Git cannot compare" in failed.output) == (Exit.UNREADABLE, True)
    failed = conformance("bundle", "verify", made, "--range", "--output=/nowhere")
    assert (failed.exit_code, "Git cannot compare" in failed.output) == (Exit.UNREADABLE, True)


def test_a_bundle_in_no_repository(made: Path) -> None:
    failed = conformance("bundle", "verify", made, "--range", "HEAD~1...HEAD")
    assert (failed.exit_code, "not a git repository" in failed.output) == (Exit.UNREADABLE, True), failed.output


def test_commits_that_change_more(made: Path, repository: Callable[..., str], tmp_path: Path) -> None:
    repository("add", "bundles")
    repository("mv", "other.txt", "bundles/one.txt")
    repository("commit", "-qm", "bundle and more")
    verified = conformance("bundle", "verify", made, "--range", "HEAD~1...HEAD")
    assert verified.exit_code == Exit.NOT_CONFORMANT
    assert "other.txt: changed (D), but it is not a file of the bundle" in verified.stdout
    assert "bundles/one.txt: changed (A), but it is not a file of the bundle" in verified.stdout


def test_a_repository_among_the_submitted_files_is_not_asked(
    made: Path, repository: Callable[..., str], tmp_path: Path
) -> None:
    """``bundles/HEAD`` makes a bare repository, which Git finds first. There, an object may replace another."""
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "code.py").write_text("1")
    repository("add", "suite")
    repository("commit", "-qm", "the suite")
    old = repository("rev-parse", "HEAD:suite").strip()
    (tmp_path / "suite" / "code.py").write_text("2")
    repository("add", "suite")
    new = repository("write-tree", "--prefix=suite/").strip()
    common = tmp_path / "common"
    for path, text in {
        made.parent / "HEAD": "ref: refs/heads/main\n",
        made.parent / "commondir": "../common\n",
        common / "config": "[core]\nbare = true\n",
        common / "objects" / "info" / "alternates": "../../.git/objects\n",
        common / "refs" / "replace" / new: f"{old}\n",
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    repository("add", "--force", ".")
    repository("commit", "-qm", "bundle and more")
    commits = f"{repository('rev-parse', 'HEAD~1').strip()}...{repository('rev-parse', 'HEAD').strip()}"
    verified = conformance("bundle", "verify", made, "--range", commits)
    assert (verified.exit_code, "Git repository among" in verified.output) == (Exit.UNREADABLE, True), verified.output


def test_a_bundle_that_is_there_is_not_changed(made: Path, repository: Callable[..., str]) -> None:
    repository("add", "bundles")
    repository("commit", "-qm", "bundle")
    changed(made, lambda document: document.update(submitter="somebody"))
    repository("commit", "-qam", "mine")
    verified = conformance("bundle", "verify", made, "--range", "HEAD~1...HEAD")
    assert (
        "bundles/one/bundle.json: expected a new file, got a change of a file that already existed (M)"
        in verified.stdout
    )


def test_bundles_that_disagree_stand_side_by_side(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = made.parent / "two"
    shutil.copytree(made, other)
    before = (made / CASSETTE).read_bytes()
    path = other / CASSETTE
    text = path.read_text()
    path.write_text(text.replace("get_weather", "get_whether"))
    changed(other, lambda document: document.update(submitter="hexapus"))
    assert conformance("bundle", "judge", other).exit_code == Exit.CONFORMANT
    monkeypatch.setattr(submitted, "bundles_folder", lambda: made.parent)
    for name in (CASE, "mistral"):
        explained = conformance("explain", name).stdout
        assert "bundle one, observed by octocat" in explained
        assert "bundle two, observed by hexapus" in explained
        [line] = [line for line in explained.splitlines() if f"{CASE}/predicates: " in line]
        assert "fail: bundle two, observed by hexapus" in line
        assert "pass: bundle one, observed by octocat" in line
    assert (made / CASSETTE).read_bytes() == before


def test_bundles_that_agree_disagree_on_nothing(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(made, made.parent / "two")
    monkeypatch.setattr(submitted, "bundles_folder", lambda: made.parent)
    assert submitted.disagreements_of("mistral") == ()
    assert len(submitted.of_provider("mistral")) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bundle", "b"], "need each other"),
        (["--submitter", "a"], "need each other"),
        (["--bundle", "b", "--submitter", "a", "--folder", "f"], "use either --folder or --bundle"),
        (["--bundle", "b", "--submitter", "a", "--data", str(PLUGIN)], "use either --data or --bundle"),
        (["--bundle", "b", "--submitter", " "], "--submitter: expected 1 to 100 printable characters"),
    ],
    ids=["no submitter", "no bundle", "two folders", "other data", "empty"],
)
def test_options_that_do_not_fit(options: list[str], words: str) -> None:
    failed = conformance("record", "--provider", "mistral", *options)
    assert (failed.exit_code, words in failed.output) == (Exit.USAGE, True)


def test_imported_captures_become_a_bundle(tmp_path: Path) -> None:
    line = {
        "url": "https://api.openai.com/v1/chat/completions",
        "request_body": {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hi."}]},
        "response_body": {
            "id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4.1",
            "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None,
                         "message": {"role": "assistant", "content": "Hi.", "refusal": None}}],
        },
    }  # fmt: skip
    captures = tmp_path / "some.jsonl"
    captures.write_text(json.dumps(line))
    folder = tmp_path / "bundle"
    done = conformance("import", captures, "--into", folder, "--submitter", "octocat")
    assert done.exit_code == Exit.CONFORMANT, done.output
    verified = conformance("bundle", "verify", folder)
    assert verified.exit_code == Exit.CONFORMANT, verified.output


def test_the_workflow_verifies_each_bundle_that_commits_add(
    made: Path, repository: Callable[..., str], tmp_path: Path
) -> None:
    [job] = yaml.safe_load(WORKFLOW.read_text())["jobs"].values()
    [script] = [step["run"] for step in job["steps"] if step.get("name") == "Verify"]
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "conformance").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m conformance "$@"\n')
    (programs / "conformance").chmod(0o755)
    paths = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "RUNNER_TEMP": str(programs)}

    def verified() -> int:
        commits = {name: repository("rev-parse", at).strip() for name, at in (("BASE", "HEAD~1"), ("HEAD", "HEAD"))}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(command, cwd=tmp_path, env=os.environ | paths | commits, check=False).returncode

    repository("add", "bundles")
    repository("commit", "-qm", "bundle")
    assert verified() == Exit.CONFORMANT
    changed(made, lambda document: document.update(submitter="somebody"))
    repository("commit", "-qam", "another's")
    assert verified() == Exit.NOT_CONFORMANT
    (made.parent / "link").symlink_to("one")
    repository("add", "bundles")
    repository("commit", "-qm", "a link")
    assert verified() == Exit.NOT_CONFORMANT
    (made.parent / "README.md").write_text("1")
    repository("add", "bundles")
    repository("commit", "-qm", "our own text")
    assert verified() == Exit.CONFORMANT
