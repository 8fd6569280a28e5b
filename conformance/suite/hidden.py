"""Results and findings without the values of headers that were sent to a gateway."""

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.adapters.gateway import Gateway
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Seen

replace = msgspec.structs.replace
_TEXTS = ("sent", "due", "received", "expected", "got")


def hidden_in(result: Result, adapter: Adapter) -> Result:
    """Return a result without values of headers in its free text. Its id and its outcome stay."""
    if not isinstance(adapter, Gateway):
        return result
    declined = result.declined and adapter.hidden(result.declined)
    return replace(
        result,
        findings=hidden_in_findings(result.findings, adapter),
        declined=declined,
        seen=result.seen and _hidden_in_seen(result.seen, adapter),
        also_seen=tuple(_hidden_in_seen(seen, adapter) for seen in result.also_seen),
    )


def _hidden_in_seen(seen: Seen, adapter: Gateway) -> Seen:
    return replace(seen, **{field: adapter.hidden(getattr(seen, field)) for field in _TEXTS})


def hidden_in_findings(findings: tuple[Finding, ...], adapter: Adapter) -> tuple[Finding, ...]:
    """Return findings without values of headers."""
    return tuple(
        replace(finding, path=hidden_in_text(finding.path, adapter), message=hidden_in_text(finding.message, adapter))
        for finding in findings
    )


def hidden_in_text(text: str, adapter: Adapter) -> str:
    """Return a text without values of headers."""
    return adapter.hidden(text) if isinstance(adapter, Gateway) else text
