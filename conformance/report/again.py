"""Commands that install a library, and that play its cases again."""

from collections.abc import Iterator
from shlex import quote
from typing import Final

from conformance.report.adapters import Library

_FAR: Final = ("command:", "gateway:")
"""The prefixes of the names of adapters that are not Python modules, such as commands."""


def install(library: Library) -> str:
    """Return the command that installs the judged version of a Python library, with its packages.

    Return "" if the library is in another language, if its file lists no adapters, or if any listed adapter is a
    command or a gateway.
    """
    if library.language != "python" or not library.adapters or any(name.startswith(_FAR) for name in library.adapters):
        return ""
    return f"pip install {' '.join(f'{package}=={version}' for package, version in library.installed.items())}"


def plays(result: str, adapters: tuple[str, ...]) -> Iterator[str]:
    """Yield a command for each adapter of a library. The command plays the case of a result with this adapter.

    ``result``: the id of the result.
    """
    for adapter in adapters:
        yield f"conformance gate {quote(result)} --adapter {quote(adapter)}"
