"""The errors of a whole survey, and of a single record."""


class ClusterError(Exception):
    """A cluster cannot do the survey. ``str()`` is the reason."""


class RecordError(Exception):
    """A record of a model's output is not valid. ``str()`` has the place, the error and the valid values."""
