"""Errors in bytes from a wire."""


class WireError(Exception):
    """Bytes that cannot be read. ``str()`` is one line with the fault and its place."""


class LimitExceeded(WireError):
    """A size beyond one of the ``Limits``."""

    def __init__(self, message: str, setting: str, most: int) -> None:
        super().__init__(f"{message} (the limit {setting!r})")
        self.setting = setting
        """The name of the exceeded field of ``Limits``."""
        self.most = most
        """The value of that field."""


class JsonError(WireError):
    """Bytes or text that are not JSON, or too much JSON to read."""


class JsonLimitExceeded(LimitExceeded, JsonError):
    """JSON that is larger, or nested deeper, than the limits."""


class NotJsonError(JsonError, TypeError):
    """A value that JSON has no form for: an infinity, bytes, a set, an integer of too many digits."""


class YamlError(WireError):
    """Bytes that are not YAML, or too much of it. ``str()`` begins with the place, if there is one."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.why = why
        self.place = place


class FramingError(WireError):
    """A stream whose frames cannot be told apart."""
