"""The output formats of commands. Each command offers one of these sets of formats."""

from enum import StrEnum


class Data(StrEnum):
    """Formats for people and for machines."""

    text = "text"
    json = "json"


class Page(StrEnum):
    """Formats for people and for machines, and markdown for a job's summary or a pull request."""

    text = "text"
    json = "json"
    markdown = "markdown"


class Judgement(StrEnum):
    """Formats for people and for machines, markdown, and JUnit for tools that read test results."""

    text = "text"
    json = "json"
    markdown = "markdown"
    junit = "junit"


class Form(StrEnum):
    """Formats of the matrix for people and for machines, and formats of the adapter's badge."""

    text = "text"
    json = "json"
    markdown = "markdown"
    csv = "csv"
    badge = "badge"
    svg = "svg"


class Verification(StrEnum):
    """The formats of the report of ``conformance verify``."""

    text = "text"
    json = "json"
    markdown = "markdown"
    csv = "csv"
    html = "html"
