"""The errors of a whole survey, and of a single record."""


class ClusterError(Exception):
    """An error for a cluster that cannot do the work. ``str()`` is the reason."""


class RecordError(Exception):
    """An error for an invalid record of a model's output. ``str()`` has the JSON Pointer, the error and the valid
    values.
    """
