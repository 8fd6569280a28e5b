"""Ollama: ``POST {base}/api/chat``.

Sources: ``api/types.go``, ``server/routes.go`` and ``docs/`` of ollama, read 2026-08-21; ollama-python 0.6.3 for the
official SDK's requests; public recordings.
"""

from toolwire.dialects.ollama_chat.request import read_request, write_request
from toolwire.dialects.ollama_chat.response import read_error, read_response, write_response
from toolwire.dialects.ollama_chat.stream import is_stream, stream_decoder, write_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
