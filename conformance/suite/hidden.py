"""Results and findings without secrets of known shapes, and without the headers that were sent to a gateway.

An adapter's exceptions and requests may contain a key from the environment. Reports are published, so they must not
contain keys.
"""

from typing import Final

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.adapters.gateway import Gateway
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Seen
from conformance.leaks import AROUND, hidden

replace = msgspec.structs.replace
_TEXTS = ("sent", "recorded", "received", "expected", "got")
_OF_FINDING = ("path", "message", "meaning")
_LONGEST: Final = 10_000
"""The maximum length of a reason or of a message. An adapter may send megabytes, such as a name or a reason, in each
of hundreds of cases.
"""


def hidden_in(result: Result, adapter: Adapter) -> Result:
    """Return a result without secrets in its free text. The id and the outcome of the result stay as they are."""
    declined = result.declined and _beginning(result.declined, adapter)
    return replace(
        result,
        findings=hidden_in_findings(result.findings, adapter),
        declined=declined,
        seen=result.seen and _hidden_in_seen(result.seen, adapter),
        also_seen=tuple(_hidden_in_seen(seen, adapter) for seen in result.also_seen),
    )


def _hidden_in_seen(seen: Seen, adapter: Adapter) -> Seen:
    return replace(seen, **{field: hidden_in_text(getattr(seen, field), adapter) for field in _TEXTS})


def hidden_in_findings(findings: tuple[Finding, ...], adapter: Adapter) -> tuple[Finding, ...]:
    """Return findings, with secrets removed. Of a long message, only the beginning is kept."""
    return tuple(
        replace(finding, **{field: _beginning(getattr(finding, field), adapter) for field in _OF_FINDING})
        for finding in findings
    )


def hidden_in_text(text: str, adapter: Adapter) -> str:
    """Return a text, with secrets removed."""
    return hidden(adapter.hidden(text) if isinstance(adapter, Gateway) else text)


def _beginning(text: str, adapter: Adapter) -> str:
    """Return a text, with secrets removed. Return only the beginning and the length of a long text.

    Secrets are removed before the text is cut, because a part of a secret may not be recognised as a secret.
    """
    if len(text) <= _LONGEST:
        return hidden_in_text(text, adapter)
    return f"{hidden_in_text(text[: _LONGEST + AROUND], adapter)[:_LONGEST]} ... ({len(text)} characters)"
