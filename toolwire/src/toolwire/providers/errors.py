"""Errors of data files and folders."""


class DataError(Exception):
    """An error for an invalid data file or folder. The message has the file, the path to the wrong value, and the
    allowed values.
    """


class ClaimError(DataError):
    """An error for an invalid file of claims."""
