"""Anthropic Messages: ``POST {base}/v1/messages``, and the same API at Bedrock and Vertex.

Sources: the types of Anthropic's Python SDK 2.12.0 (``anthropic.types``, ``anthropic.types.beta``), read 2026-11-21,
and public recordings of Anthropic, Amazon Bedrock, Google Vertex, Azure, llama.cpp and vLLM.
"""

from toolwire.dialects.anthropic_messages.request import read_request, write_request
from toolwire.dialects.anthropic_messages.response import read_error, read_response, write_response
from toolwire.dialects.anthropic_messages.stream import stream_decoder
from toolwire.dialects.anthropic_messages.stream_writer import write_stream
from toolwire.wire import aws_event_stream, payloads
from toolwire.wire.exchange import WireResponse

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip


def is_stream(response: WireResponse) -> bool:
    """Return whether an answer is a stream: server-sent events, or Bedrock's frames with such events."""
    return payloads.is_event_stream(response) or aws_event_stream.is_event_stream(response)
