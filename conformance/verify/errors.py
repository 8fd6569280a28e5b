"""The errors of studies and of their recordings."""


class StudyError(Exception):
    """An error for a study that cannot be run, or a recording that cannot be read. ``str()`` is one line."""

    def __init__(self, why: str) -> None:
        super().__init__(" ".join(why.split()))
