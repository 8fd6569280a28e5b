"""The errors of reading and writing dialects."""

from toolwire.wire.errors import WireError


class ShapeError(WireError):
    """JSON that is not a document of the dialect. The message starts with a pointer to the place."""


class StreamOver(Exception):
    """A mistake of the caller: it fed bytes to a stream that has ended, or that could not be read any further."""


class Inexpressible(Exception):
    """A canonical value that the dialect cannot express."""
