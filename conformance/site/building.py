"""Writing the site: every page and every document, shared out among two processes."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from conformance import __version__
from conformance.data import all_data, use
from conformance.report import published
from conformance.site import addresses, cells
from conformance.site.material import Material, Origin
from conformance.site.page import Page
from conformance.site.pages import every
from conformance.site.text import visible

_SHARES: Final = 2
_ASSETS: Final = Path(__file__).resolve().parent / "assets"


class Built(msgspec.Struct, frozen=True):
    """What was written."""

    pages: int
    size: int
    """In bytes, with all that stands beside the pages."""
    results: int
    """How many results they tell of."""


def build(origin: Origin, folder: Path) -> Built:
    """Write the whole site into a folder. Raises ``ResultsError``, and ``OSError`` where it cannot be written."""
    origin = msgspec.structs.replace(origin, has_docs=(folder / addresses.DOCS).is_file())
    with ProcessPoolExecutor(_SHARES - 1, get_context("spawn"), use, all_data()) as pool:
        others = [pool.submit(_share, origin, folder, n) for n in range(1, _SHARES)]
        built = [_share(origin, folder, 0), *(other.result() for other in others)]
    return Built(sum(one.pages for one in built), sum(one.size for one in built), built[0].results)


def _share(origin: Origin, folder: Path, share: int) -> Built:
    material = Material(origin)
    pages = size = 0
    for n, make in enumerate(every(material)):
        if n % _SHARES != share:
            continue
        page = make()
        pages += 1
        size += _write(folder / page.path, rendered(page, material))
        size += sum(_write(folder / path, data) for path, data in page.beside.items())
    if share == 0:
        size += sum(_write(folder / path, data) for path, data in _documents(material))
    return Built(pages, size, len(material.results.results))


def _documents(material: Material) -> Iterator[tuple[str, bytes]]:
    yield from published.documents(material.results, material.libraries, material.changed).items()
    yield from ((path.name, path.read_bytes()) for path in sorted(_ASSETS.iterdir()))


def _write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return len(data)


def rendered(page: Page, material: Material) -> bytes:
    """A page as HTML."""
    text = (
        _environment()
        .get_template(page.template)
        .render(
            page.told,
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
        "version": __version__,
        "marks": cells.MARKS,
        "words": cells.WORDS,
        "origins": cells.ORIGINS,
        "short": cells.CLASSES,
        "short_origin": cells.ORIGIN_CLASSES,
    }
    return environment


def _harmless(value: Any) -> Any:
    """What a template says, before it is escaped: nothing in it hides or turns the line around."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
