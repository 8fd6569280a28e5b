"""Errors of bytes that were read from a wire."""


class WireError(Exception):
    """Bytes that cannot be read. ``str()`` is a line with the fault and its place."""


class LimitExceeded(WireError):
    """A size that exceeds a field of ``Limits``."""

    def __init__(self, message: str, setting: str, most: int) -> None:
        super().__init__(f"{message} (Limits.{setting})")
        self.setting = setting
        """The name of the exceeded field of ``Limits``."""
        self.most = most
        """The value of that field."""


class JsonError(WireError):
    """Bytes or text that are not JSON, or that exceed a limit."""


class JsonLimitExceeded(LimitExceeded, JsonError):
    """JSON that is larger, or nested deeper, than the limits."""


class NotJsonError(JsonError, TypeError):
    """A value that JSON cannot express: an infinity, bytes, a set, or an integer with too many digits."""


class YamlError(WireError):
    """Bytes that are not YAML, or that exceed a limit. ``str()`` begins with the place, if it is known."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.why = why
        self.place = place


class FramingError(WireError):
    """A stream whose frames cannot be separated."""


class PatternError(ValueError):
    """A text that is not a valid regular expression."""


class SlowPattern(Exception):
    """A regular expression whose match takes too long."""
