"""Anthropic Messages: ``POST {base}/v1/messages``, and as Bedrock and Vertex host it.

Sources: the types of Anthropic's Python SDK 2.12.0 (``anthropic.types``, ``anthropic.types.beta``), read
2026-11-21, and public recordings of Anthropic, Amazon Bedrock, Google Vertex, Azure, llama.cpp and vLLM.
"""

from conformance.normalizer.anthropic_messages.request import read_request, write_request
from conformance.normalizer.anthropic_messages.response import read_error, read_response, write_response
from conformance.normalizer.anthropic_messages.stream import stream_decoder
from conformance.normalizer.anthropic_messages.stream_writer import write_stream
from conformance.wire.payloads import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
