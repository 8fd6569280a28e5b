"""The check that a script shows its root cause. The script was run in the library's environment, and its output is
compared with the claim.
"""

import json
import re
from typing import Any, Final

from conformance.report.repro.claim import UNKNOWN, Claim, Member, Raised

_LENGTH: Final = 60
"""The number of characters that are compared at the beginning of an exception's message."""
_OWN: Final = re.compile(r"[0-9a-f]{8}-?[0-9a-f-]{24,28}|(?<=_)[0-9A-Za-z]{16,}")
"""A pattern of ids that a library generates. Such ids differ in every run."""


def disproof(claim: Claim, output: str, errors: str) -> str | None:
    """Return the reason why a script does not prove its claim. Return None if it proves the claim.

    ``output``, ``errors``: the texts that the script wrote to stdout and stderr.
    """
    lines = [line for line in errors.splitlines() if line[:1].strip()]
    last = lines[-1] if lines else ""
    if isinstance(claim, Raised):
        message = " ".join(claim.message.split())[:_LENGTH]
        if not errors:
            return f"expected the exception {message!r}, got no exception"
        return None if message in " ".join(errors.split()) else f"expected the exception {message!r}, got {last[:200]}"
    if "AssertionError" not in lines:
        return (
            f"expected an AssertionError, got {last[:200]}" if last else "expected an AssertionError, got no exception"
        )
    got = json.loads(next(line for line in reversed(output.splitlines()) if line.startswith("got: "))[len("got: ") :])
    actual = not claim.wanted if isinstance(claim, Member) else claim.actual
    if actual in (UNKNOWN, got) or _masked(actual) == _masked(got):
        return None
    return f"expected the wrong value {json.dumps(actual)[:200]}, got {json.dumps(got)[:200]}"


def _masked(value: Any) -> str:
    return _OWN.sub("", json.dumps(value, sort_keys=True))
