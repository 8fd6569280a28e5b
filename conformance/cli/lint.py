"""``conformance lint``: find errors and gaps in the data, and secrets in recordings."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli import overlay
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, console, fail, give, given_path, one_line, remark, writable
from conformance.files import below
from conformance.judge.exit_codes import Exit, worst
from conformance.leaks import RANDOM, Leak, hidden, in_name, safe
from conformance.plural import counted
from conformance.progress import tracked
from conformance.recording import guarded
from conformance.recording.errors import CassetteError
from conformance.report.canonical import indented
from conformance.suite.lint import looked_at, problems
from toolwire.wire import limited_file


class Secret(msgspec.Struct, frozen=True):
    """The file, the place and the kind of a secret. The secret itself is never kept."""

    file: str
    place: str
    kind: str


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search for secrets."""

    searched: int
    """The number of files that were searched."""
    secrets: tuple[Secret, ...]
    """The secrets. Text that only looks random comes last."""
    unreadable: tuple[str, ...]
    """A line for each file, folder or value that could not be searched, with the reason."""
    in_git: int
    """The number of files in a folder .git below a path. They were not searched."""


def lint(
    secrets: Annotated[
        list[Path],
        typer.Option(
            metavar="PATH",
            parser=given_path,
            default_factory=list,
            show_default=False,
            help="Search this file, or all files below this folder, for secrets. Providers, scenarios and cassettes "
            "are then not checked. The option may be given several times.",
        ),
    ],
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Check providers, scenarios and cassettes, or search for secrets. The command lists what is wrong or missing, with
    file and place.

    The command is for contributors. It checks all data in use, also the project's own, and lists the folders on stderr.
    Exit code 1: something is wrong or missing. With --secrets, it searches recordings and all other files at these
    paths for keys, tokens, cookies and account ids, also inside encoded values. It names the file, the place and the
    kind of each secret, and never shows the secret. Text that only looks random comes last: it may be an id. Exit code
    1: it found a secret; 6: it could not read a file.
    """
    if secrets:
        check_apart({"--output": output}, secrets, endings=("",))
        _report_secrets(_search(secrets), format, output)
        return
    overlay.lay(data)

    check_apart({"--output": output})
    for folder, holds in looked_at():
        counts = ", ".join(counted(number, kind.removesuffix("s")) for kind, number in holds.items())
        remark(f"{folder.name}: {counts}")
    found = [hidden(problem) for problem in problems()]
    if format is Data.json:
        give(indented({"problems": found}), output)
    else:
        give(_lines(found or ["nothing is wrong or missing"]), output)
    if found:
        raise typer.Exit(Exit.NOT_CONFORMANT)


def _search(paths: list[Path]) -> Search:
    searched = 0
    leaks: list[tuple[Path, Leak]] = []
    unreadable: list[str] = []
    files = [(file, path, _is_of_git(file, path)) for path in paths for file in _files(path)]
    wanted = [(file, path) for file, path, is_of_git in files if not is_of_git]
    for file, path in tracked(wanted, "Searching files", console()):
        if isinstance(file, OSError):
            unreadable.append(safe(f"{file.filename}: cannot be read: {file.strerror}"))
            continue
        try:
            named = file.relative_to(path) if file != path else Path(path.name)
            for leak in (*in_name(named), *guarded.at(file)):
                if isinstance(leak, Leak):
                    leaks.append((file, leak))
                else:
                    unreadable.append(f"{hidden(str(file))}: {safe(str(leak))}")
            searched += 1
        except CassetteError as error:
            unreadable.append(safe(str(error)))
    leaks.sort(key=lambda found: found[1].kind == RANDOM)
    return Search(
        searched=searched,
        secrets=tuple(Secret(hidden(str(file)), leak.place, leak.kind) for file, leak in leaks),
        unreadable=tuple(unreadable),
        in_git=len(files) - len(wanted),
    )


def _report_secrets(found: Search, format: Data, output: Path | None) -> None:  # noqa: A002
    """Write the result of a search for secrets, and end the command with its exit code."""
    codes = {Exit.UNREADABLE} if found.unreadable else set()
    if found.secrets:
        codes.add(Exit.NOT_CONFORMANT)
    if not found.searched and not codes:
        fail("there is no file to search at the paths of --secrets", Exit.NOTHING_JUDGED)
    if format is Data.json:
        give(indented(msgspec.to_builtins(found)), output)
    else:
        secrets = (f"{secret.file}: {Leak(secret.place, secret.kind)}" for secret in found.secrets)
        give(_lines([*found.unreadable, *secrets] or ["no secrets found"]), output)
    if found.secrets:
        remark(_summary(found.secrets))
    remark(f"{counted(found.searched, 'file')} searched")
    if found.in_git:
        remark(f"{counted(found.in_git, 'file')} in .git not searched: name the folder .git to search it")
    raise typer.Exit(worst(codes))


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"{one_line(text)}\n" for text in texts)


def _summary(leaks: tuple[Secret, ...]) -> str:
    """Return a line of text that counts the secrets of known kinds and of random text, and states what to do."""
    random = sum(leak.kind == RANDOM for leak in leaks)
    kinds = {f"{len(leaks) - random} of a known kind": len(leaks) > random, f"{random} only random": random}
    found = f"{counted(len(leaks), 'secret')} ({', '.join(words for words, there_is in kinds.items() if there_is)})"
    ids = ". Random text may be an id, which you can leave" if random else ""
    return f"{found}: revoke real secrets, and remove them before you share the files{ids}"


def _is_of_git(file: Path | OSError, path: Path) -> bool:
    """Return whether a file is in a folder .git below ``path``. Such files are not searched."""
    return isinstance(file, Path) and ".git" in file.relative_to(path).parts


def _files(path: Path) -> Iterator[Path | OSError]:
    """Yield the files at or below a path, and the error of each file or folder that cannot be accessed."""
    try:
        is_folder = limited_file.is_folder(path)
    except OSError as error:
        yield error
        return
    yield from below(path) if is_folder else [path]
