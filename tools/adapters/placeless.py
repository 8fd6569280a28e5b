"""Results without traces of this machine and this moment: folders, and the addresses of objects."""

import re
from typing import Final

import msgspec

from conformance.judge.result import Result

_FOLDER: Final = re.compile(r"(?:/[\w.@+-]+)+/(?=\.adapters/|lib/python3\.\d+/)")
"""Folders in front of an environment, and in front of Python's own library."""
_OBJECT: Final = re.compile(r" at 0x[0-9a-f]+")


def placeless(result: Result) -> Result:
    """Return a result with the messages of its findings so."""
    findings = (msgspec.structs.replace(finding, message=words(finding.message)) for finding in result.findings)
    return msgspec.structs.replace(result, findings=tuple(findings))


def words(message: str) -> str:
    """Return a message without what a library or a gateway reports of this machine."""
    return _OBJECT.sub("", _FOLDER.sub("", message))
