"""Results without what is of this machine and this moment: where things stand, and the addresses of objects."""

import re
from pathlib import Path
from typing import Final

import msgspec

from conformance.judge.result import Result

ROOT: Final = Path(__file__).resolve().parents[2]
_OBJECT: Final = re.compile(r" at 0x[0-9a-f]+")


def placeless(result: Result) -> Result:
    """Without what a library or a gateway tells its users of this machine."""
    found = (msgspec.structs.replace(finding, message=_placeless(finding.message)) for finding in result.findings)
    return msgspec.structs.replace(result, findings=tuple(found))


def _placeless(message: str) -> str:
    return _OBJECT.sub("", message.replace(f"{ROOT}/", ""))
