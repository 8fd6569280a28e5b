"""The verification of a bundle: all statements of its manifest are compared with its files."""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from conformance import __version__, leaks
from conformance.bundle.making import digest, editions, entry, is_irregular, is_whole, paths, versions
from conformance.bundle.manifest import FILE, BundleError, Manifest, read, to_json
from conformance.data import ours
from conformance.files import is_in
from conformance.judge.exit_codes import Exit
from conformance.leaks import Leak
from conformance.recording import guarded, headers
from conformance.recording.cassette import Cassette
from conformance.recording.conversation import expected
from conformance.recording.errors import CassetteError, RecordingError
from conformance.recording.keeping import check_replay
from conformance.recording.live_case import LiveCase
from conformance.recording.vcr_file import content, parsed
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.json_value import Json
from toolwire.providers.errors import DataError
from toolwire.wire import limited_file
from toolwire.wire.errors import WireError

MOST_FILES: Final = 2000
"""The maximum number of files in a bundle."""
MOST_BYTES: Final = 64 * 2**20
"""The maximum total size of the files in a bundle, in bytes."""
_PLACES: Final = re.compile(
    r"(?:cassettes/[\w.-]+/[\w.-]+/[\w.-]+\.(?:plain|stream)\.yaml"
    r"|providers/(?P<provider>[\w.-]+)/profile\.yaml|scenarios/(?P<scenario>[\w.-]+)\.yaml)",
    re.ASCII,
)
_CAPABILITIES: Final = "capabilities"
_AGAIN: Final = "make the manifest again with 'conformance bundle judge'"


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem of a bundle: the file, what is wrong in the file, and the remedy."""

    where: str
    what: str
    todo: str
    code: Exit = Exit.NOT_CONFORMANT

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.todo}"


def form_problems(folder: Path) -> Iterator[Problem]:
    """Yield those problems of a bundle's files that can be found without opening a file.

    A bundle has such a problem if it has a link, a special file or too many files, or if its files are too large in
    total.
    """
    if folder.is_symlink():
        yield Problem(where=".", what="expected a folder, got a link", todo="put the folder itself there")
    found = [path for path in (*paths(folder), FILE) if os.path.lexists(folder / path)]
    sizes = 0
    for path in found:
        if is_irregular(folder / path):
            yield Problem(where=path, what="expected a file, got a link or a pipe", todo="put the file itself there")
        else:
            sizes += (folder / path).stat().st_size
    if len(found) > MOST_FILES or sizes > MOST_BYTES:
        what = f"expected at most {MOST_FILES} files and {MOST_BYTES} bytes, got {len(found)} files and {sizes} bytes"
        yield Problem(where=".", what=what, todo="split the bundle", code=Exit.UNREADABLE)


def file_problems(folder: Path, manifest: Manifest) -> Iterator[Problem]:
    """Yield the problems of a bundle's files.

    A file has a problem if it differs from the manifest, does not belong in a bundle, would replace our data, or has
    another form or other keys than the suite writes. A file that is missing is a problem, too.
    """
    if to_json(manifest).encode() != limited_file.content(folder / FILE):
        yield Problem(where=FILE, what="expected exactly the bytes that the suite writes", todo=_AGAIN)
    found = paths(folder)
    for path in found:
        place = _PLACES.fullmatch(path)
        if path not in manifest.files:
            yield Problem(where=path, what="the manifest does not list this file", todo="remove it")
        elif digest(folder / path) != manifest.files[path]:
            yield Problem(where=path, what="changed since the manifest was made", todo=f"restore it, or {_AGAIN}")
        if place is None:
            what = "not a file of a bundle: expected only cassettes, profiles and scenarios"
            yield Problem(where=path, what=what, todo="remove it")
        elif _is_ours(place):
            yield Problem(where=path, what="would replace data of the suite", todo="import it under another name")
        elif not _is_whole(folder / path):
            yield Problem(
                where=path, what="expected exactly the bytes that the suite writes, without comments", todo=_AGAIN
            )
        elif path.startswith("cassettes/"):
            yield from (
                Problem(where=path, what=f"{extra}: cassettes have no such key", todo="remove it")
                for extra in _extras(parsed(folder / path, content(folder / path)))
            )
    for path in sorted(manifest.files.keys() - set(found)):
        yield Problem(where=path, what="listed in the manifest, but missing", todo=f"restore it, or {_AGAIN}")


_MEMBERS: Final = {
    "": {"interactions", "metadata", "version"},
    "/interactions": {"request", "response"},
    "/interactions/request": {"body", "headers", "method", "uri"},
    "/interactions/request/headers": headers.REQUEST,
    "/interactions/response": {"body", "headers", "status"},
    "/interactions/response/body": {"string"},
    "/interactions/response/headers": headers.RESPONSE,
    "/interactions/response/status": {"code", "message"},
}
"""The keys and the headers that a cassette may have, by the JSON Pointer to their object. ``Provenance`` defines the
keys below ``metadata``.
"""


def _extras(value: Json, place: str = "") -> Iterator[str]:
    """Yield the JSON Pointer of each key that a cassette must not have. ``place``: the JSON Pointer to ``value``."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict) and place in _MEMBERS:
            for key, member in item.items():
                if key not in _MEMBERS[place]:
                    yield f"{place}/{leaks.safe(str(key))}"
                else:
                    yield from _extras(member, f"{place}/{key}")


def _is_whole(path: Path) -> bool:
    try:
        return is_whole(path)
    except CassetteError:
        return False


def _is_ours(place: re.Match[str]) -> bool:
    data = ours()
    provider, scenario = place["provider"], place["scenario"]
    if provider is not None:
        return (data.providers / provider).exists()
    return scenario not in (None, _CAPABILITIES) and (data.scenarios / f"{scenario}.yaml").exists()


def leak_problems(folder: Path) -> Iterator[Problem]:
    """Yield a problem for each secret in the files of a bundle, and for each value that cannot be searched."""
    for path in (FILE, *paths(folder)):
        file = folder / path
        try:
            for leak in guarded.at(file):
                what = f"a secret ({leak.kind}) at {leak.place or 'the top'}" if isinstance(leak, Leak) else str(leak)
                code = Exit.NOT_CONFORMANT if isinstance(leak, Leak) else Exit.UNREADABLE
                todo = "revoke the key if it is real, and record or import the file again"
                yield Problem(where=path, what=what, todo=todo, code=code)
        except CassetteError as error:
            yield Problem(where=path, what=error.why, todo="record or import the file again", code=Exit.UNREADABLE)


def claim_problems(folder: Path, manifest: Manifest) -> Iterator[Problem]:
    """Yield a problem for each statement of the manifest that the bundle's cassettes contradict.

    The cassettes are judged again for this comparison. Wrong parts of the cassettes themselves are problems, too. The
    bundle's data must be in use, see ``conformance.data.use``.
    """
    if manifest.versions.edition not in editions():
        what = f"versions.edition: expected a known edition of the scenarios, got {manifest.versions.edition}"
        yield Problem(where=FILE, what=what, todo="update this suite, or make the bundle with a released version")
    listed = {each.case: each for each in manifest.cassettes}
    for case, number in Counter(each.case for each in manifest.cassettes).items():
        if number > 1:
            yield Problem(where=FILE, what=f"{case}: expected 1 entry, got {number}", todo=_AGAIN)
    files = {path for path in paths(folder) if path.startswith("cassettes/")}
    read_from: list[Cassette] = []
    for path in sorted(files):
        try:
            cassette = Cassette(folder / path)
            read_from.append(cassette)
            stated = listed.pop(str(cassette.name), None)
            if stated is None:
                yield Problem(where=FILE, what=f"expected an entry for {cassette.name}, got none", todo=_AGAIN)
                continue
            judged = entry(cassette, stated.scrubbed)
            yield from _differences(stated, judged, manifest)
            yield from _cassette_problems(path, cassette)
        except CassetteError as error:
            place = f"{error.place}: " if error.place else ""
            yield Problem(where=path, what=f"{place}{error.why}", todo="record it again", code=Exit.UNREADABLE)
        except DataError as error:
            yield Problem(where=path, what=str(error), todo="import it again", code=Exit.UNREADABLE)
    for case in listed:
        yield Problem(
            where=FILE,
            what=f"expected a cassette of {case}, got none: the manifest has an entry with verdicts for this case",
            todo=_AGAIN,
        )
    named = versions(tuple(read_from))
    if (named.clients, named.servers) != (manifest.versions.clients, manifest.versions.servers):
        right, got = (", ".join((*each.clients, *each.servers)) or "none" for each in (named, manifest.versions))
        what = f"versions: expected {right} from the cassettes, got {got}"
        yield Problem(where=FILE, what=what, todo=_AGAIN)


def _differences(stated: msgspec.Struct, judged: msgspec.Struct, manifest: Manifest) -> Iterator[Problem]:
    """Yield a problem for each difference between two entries for the same cassette.

    ``stated``: the entry in the manifest. ``judged``: the entry that was made again from the cassette.
    """
    before, now = msgspec.structs.asdict(stated), msgspec.structs.asdict(judged)
    case = now["case"]
    for key in sorted(before.keys() - {"verdicts"}):
        if before[key] != now[key]:
            what = f"{case}: {key}: expected {now[key]!r} from the cassette, got {before[key]!r}"
            yield Problem(where=FILE, what=what, todo=_AGAIN)
    made = manifest.versions.suite
    by = "" if made == __version__ else f" (made with suite {made}, judged again by {__version__})"
    for check in sorted(before["verdicts"].keys() | now["verdicts"].keys()):
        was, found = before["verdicts"].get(check, "no verdict"), now["verdicts"].get(check, "no verdict")
        if was != found:
            what = f"{case}: {check}: expected {found}, got {was} in the manifest{by}"
            yield Problem(where=FILE, what=what, todo=_AGAIN)


def _cassette_problems(path: str, cassette: Cassette) -> Iterator[Problem]:
    """Yield a problem for each wrong part of a cassette: its origin, its stated readings of the answers, and its
    requests.
    """
    stated = cassette.provenance
    if stated.origin == "documented":
        yield Problem(
            where=path,
            what="expected a recording of a real endpoint, got a cassette made from documentation",
            todo="remove it",
        )
        return
    spoken = dialect(cassette.name.dialect)
    for n, (exchange, answered) in enumerate(zip(cassette.exchanges, stated.expected, strict=True)):
        read_again = None
        with suppress(WireError):
            read_again = expected(read_answer(spoken, exchange.response))
        if answered.answer is not None and answered.answer != read_again:
            what = f"metadata.expected[{n}]: expected this suite's reading of the recorded bytes, got another reading"
            yield Problem(where=path, what=what, todo="record it again")
    if stated.origin == "imported":
        return
    try:
        check_replay(LiveCase.of(cassette.name), cassette.path, cassette.exchanges, content(cassette.path))
    except (RecordingError, Inexpressible, WireError) as error:
        yield Problem(where=path, what=f"requests: {error}", todo="record it again, with this version of the suite")


def problems_before_use(folder: Path) -> tuple[Manifest | None, tuple[Problem, ...]]:
    """Return the manifest of a bundle, and the problems that can be found before the bundle's data are in use.

    They are the problems that ``form_problems``, ``file_problems`` and ``leak_problems`` find. If ``form_problems``
    finds any, or if the manifest cannot be read, the manifest is None, and nothing more is searched.
    """
    form = tuple(form_problems(folder))
    if form:
        return None, form
    try:
        manifest = read(folder)
    except BundleError as error:
        return None, (Problem(where=FILE, what=error.what, todo=error.todo, code=Exit.UNREADABLE),)
    return manifest, (*file_problems(folder, manifest), *leak_problems(folder))


def change_problems(folder: Path, commits: str) -> Iterator[Problem]:
    """Yield a problem for each change in these commits, except for new files of the bundle. If the commits change no
    file, yield a single problem.

    ``commits``: a range such as ``main...HEAD``. Raises ``BundleError`` if Git cannot compare the commits. Raises it
    also if the submitted files contain a Git repository that Git would ask in place of the real repository.
    """
    repository = Path(_git(folder, "rev-parse", "--absolute-git-dir").removesuffix("\n"))
    if is_in(folder, repository):  # Git finds it before the real repository, and it may replace any object
        what = f"the bundle is in a Git repository among the submitted files: {repository / 'HEAD'}"
        raise BundleError(folder, what, "remove the files of this repository")
    own = _git(folder, "rev-parse", "--show-prefix").removesuffix("\n")
    changed = _git(
        folder, "diff", "--no-relative", "--name-status", "--no-renames", "--ignore-submodules=none", "-z",
        "--end-of-options", commits, "--",
    )  # fmt: skip
    fields = changed.split("\0")
    for status, path in zip(fields[::2], fields[1::2], strict=False):
        if not path.startswith(own):
            what = f"changed ({status}), but it is not a file of the bundle"
            yield Problem(where=path, what=what, todo="submit the bundle without other changes")
        elif status != "A":
            what = f"expected a new file, got a change of a file that already existed ({status})"
            yield Problem(where=path, what=what, todo="restore the file, and submit your data as a new bundle")
    if not changed:
        yield Problem(
            where=own, what=f"the commits {commits} change no file", todo="commit the bundle", code=Exit.NOTHING_JUDGED
        )


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)  # noqa: S603, S607
    except FileNotFoundError:
        raise BundleError(folder, "Git is not installed", "install it, or verify without --range") from None
    except subprocess.CalledProcessError as error:
        why = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BundleError(folder, f"Git cannot compare: {' '.join(why)}", "name commits as in main...HEAD") from None
    return done.stdout.decode(errors="surrogateescape")
