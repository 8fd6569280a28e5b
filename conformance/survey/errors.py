"""What can go wrong with a survey as a whole, and with a record of it."""


class ClusterError(Exception):
    """A cluster that cannot do it, and why."""


class RecordError(Exception):
    """A record of a model's output that says what none can say: where in it, what is wrong, and what is due."""
