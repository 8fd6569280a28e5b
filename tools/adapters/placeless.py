"""Remove traces of this machine from results: folders, addresses of objects, and the replay server's address."""

import re
from typing import Final

import msgspec

from conformance.judge.result import Result, Seen

_FOLDER: Final = re.compile(r"(?:/[\w.@+-]+)+/(?=\.adapters/|lib/python3\.\d+/)")
"""The pattern of the beginning of a path: the folders above an environment, or above Python's own library."""
_OBJECT: Final = re.compile(r" at 0x[0-9a-f]+")
_SERVER: Final = re.compile(r"http://127\.0\.0\.1:\d+(/case-[0-9a-f]+)?")
"""The pattern of the address of a server on this machine, with the path of a case on the replay server."""


def placeless(result: Result) -> Result:
    """Return a result without traces of this machine in its findings, requests and readings."""
    findings = tuple(msgspec.structs.replace(finding, message=words(finding.message)) for finding in result.findings)
    further = tuple(map(_seen, result.also_seen))
    return msgspec.structs.replace(
        result, findings=findings, seen=result.seen and _seen(result.seen), also_seen=further
    )


def _seen(seen: Seen) -> Seen:
    texts = {name: words(text) for name, text in msgspec.structs.asdict(seen).items() if isinstance(text, str)}
    return msgspec.structs.replace(seen, **texts)


def words(message: str) -> str:
    """Return a message without the folders and addresses of this machine that a library or gateway reports."""
    return _SERVER.sub("http://127.0.0.1", _OBJECT.sub("", _FOLDER.sub("", message)))
