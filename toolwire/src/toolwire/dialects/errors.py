"""Errors that are raised when dialects are read and written."""

from toolwire.wire.errors import WireError


class ShapeError(WireError):
    """An error for JSON that is not a document of the dialect. The message starts with a JSON pointer to the wrong
    value.
    """


class StreamOver(Exception):
    """An error for bytes or text that are passed to a stream's reader after the end, or after bytes that could not be
    read.
    """


class Inexpressible(Exception):
    """An error for a canonical value that the dialect cannot express."""
