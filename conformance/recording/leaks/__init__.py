"""The leak guard: a search for secrets in files, and in values that will be written to files.

Secrets are also found if they are encoded.
"""

from conformance.recording.leaks.leak import Leak, LeakError, Unseen
from conformance.recording.leaks.masking import hidden, maskable, masked, shown
from conformance.recording.leaks.search import (
    SENT,
    SHORTEST_KEY,
    Known,
    find,
    in_file,
    in_name,
    parts_of_key,
    refuse,
    safe,
)
from conformance.recording.leaks.shapes import RANDOM

__all__ = [
    "RANDOM",
    "SENT",
    "SHORTEST_KEY",
    "Known",
    "Leak",
    "LeakError",
    "Unseen",
    "find",
    "hidden",
    "in_file",
    "in_name",
    "maskable",
    "masked",
    "parts_of_key",
    "refuse",
    "safe",
    "shown",
]
