"""Finding an adapter by name."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from conformance.adapters.adapter import Adapter
from conformance.adapters.reference import ReferenceAdapter

REFERENCE: Final = "reference"


class AdapterNotFound(Exception):
    """No adapter goes by that name; ``str()`` says what was looked for."""


def load_adapter(name: str) -> Adapter:
    """``reference``, or ``package.module:Class`` of an adapter that takes no arguments. Raises ``AdapterNotFound``."""
    if name == REFERENCE:
        return ReferenceAdapter()
    module, colon, attribute = name.partition(":")
    if not colon:
        raise AdapterNotFound(f"{name!r} is no adapter: give 'reference' or 'package.module:Class'")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # where an adapter of the user's own stands
    try:
        made: Adapter = getattr(import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError) as error:
        raise AdapterNotFound(f"{name!r} cannot be loaded: {error}") from None
    return made
