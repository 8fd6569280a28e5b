"""The errors of studies and of their recordings."""


class StudyError(Exception):
    """A study cannot be run, or its recording cannot be read. ``str()`` is one line."""

    def __init__(self, why: str) -> None:
        super().__init__(" ".join(why.split()))
