"""The leak guard: secrets in what is to be written, or was, found in whatever they are encoded in."""

from conformance.recording.leaks.leak import Leak, LeakError, Unseen
from conformance.recording.leaks.masking import maskable, masked
from conformance.recording.leaks.search import Known, found, in_file, refuse, told

__all__ = ["Known", "Leak", "LeakError", "Unseen", "found", "in_file", "maskable", "masked", "refuse", "told"]
