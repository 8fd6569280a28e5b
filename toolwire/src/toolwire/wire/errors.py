"""Errors for bytes that were read from the wire."""


class WireError(Exception):
    """An error for bytes that cannot be read. ``str()`` returns a line with the fault and its position."""


class LimitExceeded(WireError):
    """An error for a size that exceeds a limit of ``Limits``."""

    def __init__(self, message: str, setting: str, most: int) -> None:
        super().__init__(f"{message} (Limits.{setting})")
        self.setting = setting
        """The name of the exceeded field of ``Limits``."""
        self.most = most
        """The value of the exceeded field, which is the limit."""


class JsonError(WireError):
    """An error for bytes or text that are not JSON, or that exceed a limit."""


class JsonLimitExceeded(LimitExceeded, JsonError):
    """An error for JSON that is larger, or nested deeper, than the limits allow."""


class NotJsonError(JsonError, TypeError):
    """An error for a value that JSON cannot express: an infinity, bytes, a set, or an integer with too many digits."""


class YamlError(WireError):
    """An error for bytes that are not YAML, or that exceed a limit. ``str()`` begins with the line and column of the
    fault, if they are known.
    """

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.why = why
        self.place = place


class FramingError(WireError):
    """An error for a stream whose frames cannot be separated."""


class PatternError(ValueError):
    """An error for a text that is not a valid regular expression."""


class SlowPattern(Exception):
    """An error for a regular expression whose match takes too long."""
