"""Errors for a block of text that starts like a call, but is not a whole call."""


class NotACall(Exception):
    """An error for a text that cannot be a call of the format. The text is then treated as ordinary text."""


class Cut(Exception):
    """An error for a call that was cut by the end of the text. Such a call is never returned. Its text is treated as
    ordinary text only if no marker shows that it really is a call.
    """
