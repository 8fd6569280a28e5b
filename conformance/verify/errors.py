"""The errors of studies, and of the recordings that studies make."""


class StudyError(Exception):
    """An error for a study that cannot be run, or a recording that cannot be read. ``str()`` is a single line."""

    def __init__(self, why: str) -> None:
        super().__init__(" ".join(why.split()))
