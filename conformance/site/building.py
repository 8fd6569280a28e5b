"""The writer of the site's pages and documents. Two processes share the work on the pages."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path, PurePath
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from conformance import __version__
from conformance.report import mark, published
from conformance.report.documents import FilesDocument
from conformance.site import addresses, cells, feeds
from conformance.site.material import Material, Origin
from conformance.site.page import Page
from conformance.site.pages import every
from conformance.site.text import visible
from conformance.site.words import words
from conformance.workers import workers
from toolwire.wire import limited_file

_SHARES: Final = 2
_ASSETS: Final = Path(__file__).resolve().parent / "assets"


class Built(msgspec.Struct, frozen=True):
    """The counts of the written pages, bytes and results, and the paths of the written files."""

    pages: int
    size: int
    """The size of all written files in bytes, including files that pages link to."""
    results: int
    """The number of results that the pages show."""
    files: tuple[str, ...]


def build(origin: Origin, folder: Path) -> Built:
    """Write the whole site into a folder, and remove the files that only an earlier run wrote there.

    If a page or document cannot be made, the folder stays unchanged. Raises ``ResultsError``, and ``OSError`` if a file
    cannot be written.
    """
    origin = msgspec.structs.replace(origin, has_docs=(folder / addresses.DOCS).is_file())
    with _beside(folder) as aside:
        with workers(_SHARES - 1) as pool:
            others = [pool.submit(_share, origin, aside, n) for n in range(1, _SHARES)]
            built = [_share(origin, aside, 0), *(other.result() for other in others)]
        files = tuple(sorted(path for share in built for path in share.files))
        if origin.address:
            _write(aside / feeds.SITEMAP, feeds.sitemap(origin.address, files))
            files = (*files, feeds.SITEMAP)
        _write(aside / published.FILES, published.files(files))
        obsolete = _written(folder) - {*files}
        for path in (*files, published.FILES):
            _check_place(folder, path)
        for path in (*files, published.FILES):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (aside / path).replace(folder / path)
        for left in obsolete:
            (folder / left).unlink(missing_ok=True)
    return Built(sum(share.pages for share in built), sum(share.size for share in built), built[0].results, files)


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder inside ``folder``, and remove it at the end.

    Files can be moved from the temporary folder into ``folder``, because both are on the same disk. If ``folder`` or
    its parents are missing, they are created. The created folders are removed at the end if they are empty.
    """
    made = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    folder.mkdir(parents=True, exist_ok=True)
    aside = Path(mkdtemp(dir=folder, prefix=".unfinished-"))
    try:
        yield aside
    finally:
        rmtree(aside, ignore_errors=True)
        for parent in (
            folder.absolute(),
            *folder.absolute().parents,
        ):
            if parent == made or any(parent.iterdir()):
                break
            parent.rmdir()


def _written(folder: Path) -> set[str]:
    """Return the paths of the files that an earlier run listed as written, and that still exist.

    Paths to files outside of the folder are left out. Return an empty set if there is no valid list.
    """
    try:
        found = msgspec.json.decode(limited_file.content(folder / published.FILES), type=FilesDocument).files
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return set()
    home = Path(os.path.realpath(folder))
    return {path for path in found if "\0" not in path and _is_file_in(home, folder / path)}


def _check_place(folder: Path, path: str) -> None:
    """Check that a file can be written at ``path`` below ``folder``.

    Raises ``OSError`` if there is a folder at this path, or if a parent of the path exists but is not a folder.
    """
    inner = PurePath(path)
    if os.path.isdir(folder / inner):  # noqa: PTH112
        raise IsADirectoryError(errno.EISDIR, f"expected a file at {inner}, got a folder")
    for parent in (*inner.parents,)[:-1]:
        if os.path.lexists(folder / parent) and not os.path.isdir(folder / parent):  # noqa: PTH112
            raise NotADirectoryError(errno.ENOTDIR, f"expected a folder at {parent}, got a file or a broken link")


def _is_file_in(home: Path, path: Path) -> bool:
    return os.path.isfile(path) and Path(os.path.realpath(path)).is_relative_to(home)  # noqa: PTH113


def _share(origin: Origin, folder: Path, share: int) -> Built:
    material = Material(origin)
    files: list[str] = []
    pages = size = 0
    for n, make in enumerate(every(material)):
        if n % _SHARES != share:
            continue
        page = make()
        pages += 1
        written = {page.path: rendered(page, material), **page.beside}
        files += written
        size += sum(_write(folder / path, data) for path, data in written.items())
    if share == 0:
        for path, data in _documents(material):
            files.append(path)
            size += _write(folder / path, data)
    return Built(pages, size, len(material.results.results), tuple(files))


def _documents(material: Material) -> Iterator[tuple[str, bytes]]:
    contents = published.Contents(
        results=material.results,
        matrix=material.matrix,
        under_test=material.under_test,
        libraries=material.libraries,
        changed=material.changed,
        notes=material.notes,
    )
    yield from published.documents(contents).items()
    yield from feeds.documents(material).items()
    yield from ((path.name, path.read_bytes()) for path in sorted(_ASSETS.iterdir()))


def _write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return len(data)


def style() -> str:
    """Return the content of the style sheet, for a page that contains the styles instead of a link to the sheet."""
    return (_ASSETS / "style.css").read_text(encoding="utf-8")


def rendered(page: Page, material: Material) -> bytes:
    """Render a page as HTML."""
    text = (
        _environment()
        .get_template(page.template)
        .render(
            page.variables,
            title=page.title,
            path=page.path,
            up=addresses.up(page.path),
            site=material,
        )
    )
    return text.encode(errors="backslashreplace")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("conformance.site"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_harmless,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": False, "separators": (",", ":")}
    environment.globals |= {
        "at": addresses,
        "feeds": feeds,
        "api_words": words().capabilities,
        "version": __version__,
        "marks": cells.MARKS,
        "words": cells.WORDS,
        "origins": cells.ORIGINS,
        "counting": cells.counting,
        "ink_words": cells.INK_WORDS,
        "kind_of": mark.kind,
        "bare": mark.bare,
        "kinds": mark.WORDS,
        "signs": mark.SIGNS,
        "inks": mark.INKS,
        "ink_of": mark.INK_OF,
        "key": mark.LEGEND,
    }
    return environment


def _harmless(value: Any) -> Any:
    """Return a value in a form that a template can safely show.

    In a string, each invisible character is replaced with its name, because such characters could hide text or reverse
    a line. ``Markup`` and values of other types are returned unchanged.
    """
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
