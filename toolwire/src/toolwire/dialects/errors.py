"""The errors of reading and writing dialects."""

from toolwire.wire.errors import WireError


class ShapeError(WireError):
    """JSON that is not a document of the dialect. The message starts with a pointer to the place."""


class StreamOver(Exception):
    """A mistake of the caller: it passed bytes to a stream after the stream's end, or after bytes that could not be
    read.
    """


class Inexpressible(Exception):
    """A canonical value that the dialect cannot express."""
