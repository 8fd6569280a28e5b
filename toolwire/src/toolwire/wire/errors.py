"""What can be wrong with bytes from a wire."""


class WireError(Exception):
    """Bytes that cannot be read. ``str()`` is one line that says what is wrong and where."""


class LimitExceeded(WireError):
    """More than one of the ``Limits`` allows."""

    def __init__(self, message: str, setting: str, most: int) -> None:
        super().__init__(f"{message} (the limit {setting!r})")
        self.setting = setting
        """The name of the field of ``Limits``."""
        self.most = most
        """What it allows."""


class JsonError(WireError):
    """Bytes or text that are not JSON, or more of it than we read."""


class JsonLimitExceeded(LimitExceeded, JsonError):
    """JSON that is larger, or nested deeper, than we read."""


class FramingError(WireError):
    """A stream whose frames cannot be told apart."""
