"""The leak guard: a search for secrets in values that will be written to files or printed.

Secrets are also found if they are encoded.
"""

from conformance.leaks.leak import Leak, LeakError, Unseen
from conformance.leaks.masking import AROUND, beginning, hidden, maskable, masked, part, shortened, shown
from conformance.leaks.search import (
    PART,
    SENT,
    SHORTEST_KEY,
    Known,
    find,
    in_name,
    parts_of_key,
    safe,
)
from conformance.leaks.shapes import RANDOM

__all__ = [
    "AROUND",
    "PART",
    "RANDOM",
    "SENT",
    "SHORTEST_KEY",
    "Known",
    "Leak",
    "LeakError",
    "Unseen",
    "beginning",
    "find",
    "hidden",
    "in_name",
    "maskable",
    "masked",
    "part",
    "parts_of_key",
    "safe",
    "shortened",
    "shown",
]
