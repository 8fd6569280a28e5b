"""The errors of a block of text that starts like a call, but is none that can be run."""


class NotACall(Exception):
    """A text that cannot be a call of the format, and so is text like any other."""


class Cut(Exception):
    """The end of the text cut the call. It is never handed out, and is no text for the reader either."""
