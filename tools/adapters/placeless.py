"""Results without traces of this machine and this moment: folders, and the addresses of objects."""

import re
from typing import Final

import msgspec

from conformance.judge.result import Result

_FOLDER: Final = re.compile(r"(?:/[\w.@+-]+)+/(?=\.adapters/|lib/python3\.\d+/)")
"""Folders in front of an environment, and in front of Python's own library."""
_OBJECT: Final = re.compile(r" at 0x[0-9a-f]+")


def placeless(result: Result) -> Result:
    """Return a result without what a library or a gateway reports of this machine."""
    findings = (msgspec.structs.replace(finding, message=_placeless(finding.message)) for finding in result.findings)
    return msgspec.structs.replace(result, findings=tuple(findings))


def _placeless(message: str) -> str:
    return _OBJECT.sub("", _FOLDER.sub("", message))
