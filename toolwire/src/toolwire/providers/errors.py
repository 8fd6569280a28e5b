"""Errors of data files and folders."""


class DataError(Exception):
    """A data file or folder is invalid; the message names the file, the place and what is allowed there."""


class ClaimError(DataError):
    """A file of claims is invalid."""
