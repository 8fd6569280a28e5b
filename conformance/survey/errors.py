"""What can go wrong with a survey as a whole."""


class ClusterError(Exception):
    """A cluster that cannot do it, and why."""
