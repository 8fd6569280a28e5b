"""Bedrock Converse: ``POST {base}/model/{modelId}/converse`` and ``converse-stream``.

Sources: the service model of botocore 1.44.5 (``bedrock-runtime``, 2023-09-30), read 2026-11-21, and public recordings
of Claude, Nova and Mistral models on Amazon Bedrock.
"""

from toolwire.dialects.bedrock_converse.request import read_request, write_request
from toolwire.dialects.bedrock_converse.response import read_error, read_response, write_response
from toolwire.dialects.bedrock_converse.stream import stream_decoder
from toolwire.dialects.bedrock_converse.stream_writer import write_stream
from toolwire.wire.aws_event_stream import is_event_stream as is_stream

__all__ = [
    "is_stream", "read_error", "read_request", "read_response", "stream_decoder", "write_request",
    "write_response", "write_stream",
]  # fmt: skip
