"""Results and findings without secrets of known shapes, and without the headers that were sent to a gateway.

An adapter's exceptions and requests may contain a key from the environment. Reports are published, so they must not
contain keys.
"""

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.adapters.gateway import Gateway
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Seen
from conformance.leaks import hidden

replace = msgspec.structs.replace
_TEXTS = ("sent", "due", "received", "expected", "got")


def hidden_in(result: Result, adapter: Adapter) -> Result:
    """Return a result without secrets in its free text. The id and the outcome of the result stay as they are."""
    declined = result.declined and hidden_in_text(result.declined, adapter)
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
    """Return findings, with secrets removed."""
    return tuple(
        replace(finding, path=hidden_in_text(finding.path, adapter), message=hidden_in_text(finding.message, adapter))
        for finding in findings
    )


def hidden_in_text(text: str, adapter: Adapter) -> str:
    """Return a text, with secrets removed."""
    return hidden(adapter.hidden(text) if isinstance(adapter, Gateway) else text)
