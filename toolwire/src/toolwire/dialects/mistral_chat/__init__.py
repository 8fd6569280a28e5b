"""Mistral's chat completions: ``POST {base}/chat/completions``, in the form of OpenAI Chat with some differences.

Calls, tools, plain bodies and the assembly of streams are shared with ``openai_chat``. The differences: content may be
a list of chunks, and some chunks are reasoning. Both ``any`` and ``required`` force a call. The bodies of errors have
another form. ``model_length`` is an additional finish reason.

Sources: mistralai 3.7.0 (PyPI), ``client/models``; mistral-common 1.13.1 (PyPI), ``protocol/instruct``; both read
2026-11-22; public recordings of 2024 to 2026.
"""

from toolwire.dialects.mistral_chat.request import read_request, write_request
from toolwire.dialects.mistral_chat.response import read_error, read_response, write_response
from toolwire.dialects.mistral_chat.stream import stream_decoder
from toolwire.dialects.mistral_chat.stream_writer import write_stream
from toolwire.wire.payloads import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
