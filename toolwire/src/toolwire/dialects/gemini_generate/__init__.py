"""Gemini: ``POST {base}/models/{model}:generateContent`` and ``:streamGenerateContent``, on the Gemini API and Vertex.

Sources: ``google/ai/generativelanguage/v1beta`` of googleapis, read 2026-08-22; google-genai 3.4.0 for the official
SDK's requests and for names that only Vertex knows; public recordings of both services.
"""

from toolwire.dialects.gemini_generate.request import read_request, write_request
from toolwire.dialects.gemini_generate.response import read_response, write_response
from toolwire.dialects.gemini_generate.stream import is_stream, stream_decoder, write_stream
from toolwire.dialects.google_error import read_error

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
