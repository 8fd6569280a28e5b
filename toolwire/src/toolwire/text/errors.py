"""Why a block of text that began like a call is not handed out as one."""


class NotACall(Exception):
    """What stands there cannot be a call of the format: it is text like any other."""


class Cut(Exception):
    """The text ended before the call did: it is never handed out, and is no text for the reader either."""
