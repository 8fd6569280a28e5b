"""Gemini Interactions: ``POST {base}/interactions``, in the revision with steps (``Api-Revision: 2026-05-20``).

Sources: the types of Google's Python SDK google-genai 3.4.0 (``google.genai.interactions``), read 2026-11-28, Google's
pages about the API on ai.google.dev, and public recordings. Answers of the earlier revision, which has ``outputs`` and
``content.*`` events instead of steps, are not read.
"""

from toolwire.dialects.gemini_interactions.request import read_request, write_request
from toolwire.dialects.gemini_interactions.response import read_response, write_response
from toolwire.dialects.gemini_interactions.stream import stream_decoder
from toolwire.dialects.gemini_interactions.stream_writer import write_stream
from toolwire.dialects.google_error import read_error
from toolwire.wire.payloads import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
