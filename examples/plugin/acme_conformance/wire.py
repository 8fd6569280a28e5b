"""Acme's wire format. It is OpenAI's format, so this module exports the functions of OpenAI's dialect."""

from toolwire.dialects.openai_chat import (
    is_stream,
    read_error,
    read_request,
    read_response,
    stream_decoder,
    write_request,
    write_response,
    write_stream,
)

__all__ = [
    "is_stream",
    "read_error",
    "read_request",
    "read_response",
    "stream_decoder",
    "write_request",
    "write_response",
    "write_stream",
]
