"""Cohere's chat API, version 2: ``POST {base}/v2/chat``.

Sources: the types of cohere 7.3.1 (PyPI), which its makers generate from the description of the API, read 2026-11-22,
and public recordings.
"""

from toolwire.dialects.cohere_v2.request import read_request, write_request
from toolwire.dialects.cohere_v2.response import read_error, read_response, write_response
from toolwire.dialects.cohere_v2.stream import is_stream, stream_decoder
from toolwire.dialects.cohere_v2.stream_writer import write_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
