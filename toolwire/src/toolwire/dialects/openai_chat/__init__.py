"""OpenAI Chat Completions: ``POST {base}/chat/completions``.

Sources: OpenAI's published OpenAPI description (schemas ``CreateChatCompletionRequest``,
``CreateChatCompletionResponse``, ``CreateChatCompletionStreamResponse``), read 2026-08-21, and public recordings of 30
providers that speak this dialect.
"""

from toolwire.dialects.openai_chat.request import read_request, write_request
from toolwire.dialects.openai_chat.response import read_error, read_response, write_response
from toolwire.dialects.openai_chat.stream import stream_decoder
from toolwire.dialects.openai_chat.stream_writer import write_stream
from toolwire.wire.payloads import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
