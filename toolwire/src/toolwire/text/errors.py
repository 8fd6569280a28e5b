"""The errors of a block of text that starts like a call but is not a call that can be run."""


class NotACall(Exception):
    """A text that cannot be a call of the format. It is ordinary text."""


class Cut(Exception):
    """A call that was cut by the end of the text. It is never returned as a call, and never shown as text."""
