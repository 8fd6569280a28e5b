"""The former name of ``toolwire``, with all its public names, for one version and with a warning."""

import sys
import warnings
from typing import Any

import toolwire
from toolwire import registry, text

warnings.warn(
    "conformance.normalizer is toolwire now, and goes with version 0.2: import toolwire",
    DeprecationWarning,
    stacklevel=2,
)
sys.modules[f"{__name__}.registry"] = registry
sys.modules[f"{__name__}.text"] = text


def __getattr__(name: str) -> Any:
    """Return what a public name of ``toolwire`` stands for."""
    return getattr(toolwire, name)
