"""The former name of the package ``toolwire``.

This module has the public names of ``toolwire``. Importing it gives a warning. Version 0.2 removes this module.
"""

import sys
import warnings
from typing import Any

import toolwire
from toolwire import registry, text

warnings.warn(
    "conformance.normalizer is now called toolwire, and version 0.2 removes the old name: import toolwire",
    DeprecationWarning,
    stacklevel=2,
)
sys.modules[f"{__name__}.registry"] = registry
sys.modules[f"{__name__}.text"] = text


def __getattr__(name: str) -> Any:
    """Return the attribute of ``toolwire`` that has this name."""
    return getattr(toolwire, name)
