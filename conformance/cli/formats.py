"""The formats in which commands show what they found: each command offers one of these sets."""

from enum import StrEnum


class Data(StrEnum):
    """For people and for machines."""

    text = "text"
    json = "json"


class Page(StrEnum):
    """The same, and for a job's summary or a pull request."""

    text = "text"
    json = "json"
    markdown = "markdown"


class Judgement(StrEnum):
    """The same, and for whatever reads the results of tests."""

    text = "text"
    json = "json"
    markdown = "markdown"
    junit = "junit"


class Form(StrEnum):
    """What results can be turned into: the matrix, for people and machines, or the badge of the adapter."""

    text = "text"
    json = "json"
    markdown = "markdown"
    csv = "csv"
    badge = "badge"
    svg = "svg"
