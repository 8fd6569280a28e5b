"""``conformance lint``: find errors and gaps in the data, and secrets in recordings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import overlay
from conformance.cli.output import fail, give, given_path, one_line, remark
from conformance.files import below
from conformance.judge.exit_codes import Exit, worst
from conformance.leaks import RANDOM, Leak, hidden, in_name, safe
from conformance.plural import counted
from conformance.recording import guarded
from conformance.recording.errors import CassetteError
from conformance.suite.lint import looked_at, problems
from toolwire.wire import limited_file


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
        _secrets(secrets)
        return
    overlay.lay(data)

    for folder, holds in looked_at():
        counts = ", ".join(counted(number, kind.removesuffix("s")) for kind, number in holds.items())
        remark(f"{folder.name}: {counts}")
    found = list(problems())
    for problem in found:
        _print(hidden(problem))
    if found:
        raise typer.Exit(Exit.NOT_CONFORMANT)
    _print("nothing is wrong or missing")


def _secrets(paths: list[Path]) -> None:
    codes = set()
    searched = 0
    leaks: list[tuple[Path, Leak]] = []
    files = [(file, path, _is_of_git(file, path)) for path in paths for file in _files(path)]
    for file, path in ((file, path) for file, path, is_of_git in files if not is_of_git):
        if isinstance(file, OSError):
            codes.add(Exit.UNREADABLE)
            _print(safe(f"{file.filename}: cannot be read: {file.strerror}"))
            continue
        try:
            named = file.relative_to(path) if file != path else Path(path.name)
            for leak in (*in_name(named), *guarded.at(file)):
                if isinstance(leak, Leak):
                    leaks.append((file, leak))
                else:
                    codes.add(Exit.UNREADABLE)
                    _print(f"{hidden(str(file))}: {safe(str(leak))}")
            searched += 1
        except CassetteError as error:
            codes.add(Exit.UNREADABLE)
            _print(safe(str(error)))
    for file, leak in sorted(leaks, key=lambda found: found[1].kind == RANDOM):
        _print(f"{hidden(str(file))}: {leak}")
    if leaks:
        codes.add(Exit.NOT_CONFORMANT)
        remark(_summary([leak for _, leak in leaks]))
    remark(f"{counted(searched, 'file')} searched")
    if of_git := sum(is_of_git for _, _, is_of_git in files):
        remark(f"{counted(of_git, 'file')} in .git not searched: name the folder .git to search it")
    if not searched and not codes:
        fail("there is no file to search at the paths of --secrets", Exit.NOTHING_JUDGED)
    if not codes:
        _print("no secrets found")
    raise typer.Exit(worst(codes))


def _summary(leaks: list[Leak]) -> str:
    """Return a line of text that counts the secrets of known kinds and of random text, and states what to do."""
    random = sum(leak.kind == RANDOM for leak in leaks)
    kinds = {f"{len(leaks) - random} of a known kind": len(leaks) > random, f"{random} only random": random}
    found = f"{counted(len(leaks), 'secret')} ({', '.join(words for words, there_is in kinds.items() if there_is)})"
    ids = ". Random text may be an id, which you can leave" if random else ""
    return f"{found}: revoke real secrets, and remove them before you share the files{ids}"


def _print(line: str) -> None:
    give(f"{one_line(line)}\n", None)


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
