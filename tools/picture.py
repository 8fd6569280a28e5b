"""The picture in the README: a root cause of a library, from the committed results of the library."""

import io
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from conformance.gate.rendering import LOSSES
from conformance.plural import counted
from conformance.report.adapters import Library
from conformance.report.aligned import difference

_LIBRARY: Final = "litellm"
_CAUSE: Final = "answer/calls/lost"
_WIDTH: Final = 92
_COLOURS: Final = {"-": "red", "+": "green"}
_SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A root cause of a library</title>
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; }}
.{unique_id}-title {{ font-family: "DejaVu Sans", Arial, sans-serif; font-size: 18px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""
"""Rich's template of an SVG, without the fonts that a browser would fetch."""


def of_root_cause(libraries: Sequence[Library]) -> bytes:
    """Draw the picture as SVG. Raises ``StopIteration`` if the library no longer has the root cause of the picture."""
    library = next(found for found in libraries if found.name == _LIBRARY)
    screen = Console(file=io.StringIO(), record=True, width=_WIDTH, force_terminal=True, color_system="truecolor")
    for line in _lines(library):
        screen.print(line, soft_wrap=False, no_wrap=True, overflow="ellipsis", crop=True)
    title = f"{library.name} {library.version}"
    return screen.export_svg(title=title, code_format=_SVG, unique_id="root-cause").encode()


def _lines(library: Library) -> Iterator[Text]:
    cause = next(found for found in library.causes or () if found.id == _CAUSE)
    number = (library.causes or ()).index(cause) + 1
    silent = "; no error reaches the user" if cause.silent else ""
    yield Text(f"Root cause {number} of {len(library.causes or ())}: {cause.fault}", style="bold")
    yield Text(f"{cause.effect}: {LOSSES[cause.effect]}{silent}")
    yield Text(f"{counted(len(cause.scenarios), 'scenario')}, {counted(len(cause.cases), 'case')}")
    yield Text()
    yield Text(f"FAIL {cause.smallest}", style="bold red")
    yield Text(f"  {cause.finding}")
    yield Text()
    yield Text("  expected (-) and got (+)")
    for line in difference(cause.expected, cause.actual):
        yield Text(f"  {line}", style=_COLOURS.get(line[:1], ""))
