"""Errors of reading and writing dialects."""

from toolwire.wire.errors import WireError


class ShapeError(WireError):
    """JSON that is no document of the dialect. The message starts with a pointer to the place."""


class StreamOver(Exception):
    """Bytes were fed to a stream that ended, or that could not be read on: a mistake of the caller's."""


class Inexpressible(Exception):
    """A canonical value that the dialect has no form for."""
