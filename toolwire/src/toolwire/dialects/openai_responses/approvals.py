"""Approvals: items in which the provider asks if it may call a tool of an MCP server, and the client's answers."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.fields import Fields
from toolwire.model import Approval, ApprovalRequest, Json

REQUEST: Final = "mcp_approval_request"
RESPONSE: Final = "mcp_approval_response"


def read_request(fields: Fields) -> ApprovalRequest | None:
    """Return the part for an item that asks for an approval. Return None if the item lacks a required field."""
    if not all(isinstance(fields.peek(key), str) for key in ("id", "server_label", "name", "arguments")):
        return None
    fields.text("type")
    return ApprovalRequest(
        id=fields.text("id") or "",
        server=fields.text("server_label") or "",
        name=fields.text("name") or "",
        arguments=arguments.from_text(fields.text("arguments")),
        provider_data=fields.carried().rest,
    )


def write_request(part: ApprovalRequest) -> Json:
    """Return the item that asks for an approval."""
    return {
        "type": REQUEST,
        "id": part.id,
        "server_label": part.server,
        "name": part.name,
        "arguments": part.arguments.text,
        **part.provider_data,
    }


def read(fields: Fields) -> Approval | None:
    """Return the part for an item that answers a request for an approval. Return None if the item lacks a required
    field.
    """
    request, approve = fields.peek("approval_request_id"), fields.peek("approve")
    if not isinstance(request, str) or not isinstance(approve, bool):
        return None
    for key in ("type", "approval_request_id", "approve"):
        fields.value(key)
    reason = fields.text("reason")
    return Approval(request_id=request, approve=approve, reason=reason, provider_data=fields.carried().rest)


def write(part: Approval) -> Json:
    """Return the item that answers a request for an approval."""
    reason = {} if part.reason is None else {"reason": part.reason}
    answered = {"type": RESPONSE, "approval_request_id": part.request_id, "approve": part.approve}
    return {**answered, **reason, **part.provider_data}
