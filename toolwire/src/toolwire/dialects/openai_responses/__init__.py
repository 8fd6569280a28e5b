"""OpenAI Responses: ``POST {base}/responses``.

Sources: OpenAI's published OpenAPI description (schemas ``CreateResponse``, ``Response``, ``InputItem``,
``OutputItem``, ``ResponseStreamEvent``), read 2026-08-21, and recordings of ten providers and servers that speak this
dialect.
"""

from toolwire.dialects.openai_responses.request import read_request, write_request
from toolwire.dialects.openai_responses.response import read_error, read_response, write_response
from toolwire.dialects.openai_responses.stream import stream_decoder, write_stream
from toolwire.wire.payloads import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
