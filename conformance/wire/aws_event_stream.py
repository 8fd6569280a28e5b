"""AWS event streams, whose frames botocore reads: the extra ``bedrock``."""

import base64
from collections.abc import Iterator

from conformance.wire import exact_json
from conformance.wire.errors import FramingError


def payloads(body: bytes) -> Iterator[bytes]:
    """The payload of each frame of an InvokeModel stream. Raises ``FramingError``, ``JsonError``."""
    try:
        from botocore.eventstream import EventStreamBuffer, ParserError
    except ModuleNotFoundError:
        raise FramingError(
            "AWS event streams need the extra 'bedrock': pip install 'toolcall-conformance[bedrock]'"
        ) from None
    buffer = EventStreamBuffer()
    buffer.add_data(body)
    try:
        frames = [frame.payload for frame in buffer]
    except ParserError as error:
        raise FramingError(f"a frame of the AWS event stream is broken: {error}") from None
    for frame in frames:
        document = exact_json.loads(frame)
        inner = document.get("bytes") if isinstance(document, dict) else None
        try:
            yield base64.b64decode(inner) if isinstance(inner, str) else frame
        except ValueError as error:
            raise FramingError(f"a frame of the AWS event stream holds no base64: {error}") from None
