"""What the normalizer cannot do, as types."""

from toolwire.wire.errors import WireError


class ShapeError(WireError):
    """JSON that is no document of the dialect; the message starts with a pointer to the place."""


class StreamOver(Exception):
    """Bytes were given to a stream that was ended, or that could not be read on: a mistake of who calls."""


class Inexpressible(Exception):
    """Something in the canonical form that the dialect has no way to say."""
