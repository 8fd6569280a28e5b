"""Errors of a survey as a whole, and of a record of it."""


class ClusterError(Exception):
    """A cluster cannot do the survey; ``str()`` gives the reason."""


class RecordError(Exception):
    """A record of a model's output is not valid: the place in it, the error, and the valid values."""
