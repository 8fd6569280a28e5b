"""Errors of data files and folders."""


class DataError(Exception):
    """An invalid data file or folder. The message has the file, the place and the allowed values."""


class ClaimError(DataError):
    """An invalid file of claims."""
