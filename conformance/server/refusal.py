"""Refusals of requests that match no recorded request. A refusal has the form of the provider's own errors."""

from typing import Any, Final

from conformance.standins import Answer, Chunk
from toolwire.wire import exact_json

STATUS: Final = 400
_KIND: Final = "invalid_request_error"
_OPENAI: Final = ("openai_chat", "openai_responses")
_PLAIN: Final = {"content-type": "application/json"}


def refusal(dialect: str, differences: list[str]) -> Answer:
    """Return a refusal that lists ``differences``, which are the request's differences from a recorded request."""
    message = f"toolcall-conformance: this request matches no recorded request. {'; '.join(differences)}"
    kind = {"x-amzn-errortype": "ValidationException"} if dialect == "bedrock_converse" else {}
    body = exact_json.encode(_body(dialect, message))
    return Answer(status=STATUS, headers=_PLAIN | kind, chunks=(Chunk(0, body),), expected=None)


def _body(dialect: str, message: str) -> dict[str, Any]:
    """Return the body of an error, in the form that the dialect's ``error.schema.json`` defines."""
    if dialect in _OPENAI:
        return {"error": {"message": message, "type": _KIND, "param": None, "code": None}}
    match dialect:
        case "anthropic_messages":
            return {"type": "error", "error": {"type": _KIND, "message": message}, "request_id": "req_unmatched"}
        case "gemini_generate":
            return {"error": {"code": STATUS, "message": message, "status": "INVALID_ARGUMENT"}}
        case "gemini_interactions":
            return {"error": {"message": message, "code": "invalid_request"}}
        case "mistral_chat":
            return {"object": "error", "message": message, "type": _KIND, "param": None, "code": None}
        case "ollama_chat":
            return {"error": message}
        case "cohere_v2":
            return {"id": "00000000-0000-0000-0000-000000000000", "message": message}
    return {"message": message}
