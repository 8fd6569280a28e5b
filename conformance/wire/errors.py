"""What can be wrong with bytes from a wire."""


class WireError(Exception):
    """Bytes that cannot be read. ``str()`` is one line that says what is wrong and where."""


class JsonError(WireError):
    """Bytes or text that are not JSON, or more of it than we read."""


class FramingError(WireError):
    """A stream whose frames cannot be told apart."""


class ExtraMissing(WireError):
    """Bytes that an optional dependency reads, which is not installed. ``str()`` says how to install it."""
