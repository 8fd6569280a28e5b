"""Split bytes into the bodies of answers. Each answer begins on a new line."""

from collections.abc import Iterator
from io import BytesIO

from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.recognition import dialect_of


def bodies(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the body of each answer, with the number of the body's first line, counted from 1.

    An answer ends with a whole response, with a refusal, or with the last document of Ollama's stream. The document
    after such an end belongs to the next answer. Gemini's streams are an exception: their next document may belong to
    the same answer.

    Bytes without such an end are a single answer, for example a stream with a payload on each line. Bytes of no known
    dialect are a single answer, too.
    """
    if not any(dialect_of(line) for line in BytesIO(data if data.lstrip()[:1] == b"{" else b"")):
        yield 1, data
        return
    first, start, at = 1, 0, 0
    ended: Json = None
    for number, line in enumerate(BytesIO(data), 1):
        document = _document(line)
        if ended is not None and line.strip() and not _continues(ended, document):
            yield first, data[start:at]
            first, start, ended = number, at, None
        at += len(line)
        ended = document if _ends(document) else ended
    yield first, data[start:]


def _document(line: bytes) -> Json:
    try:
        return exact_json.loads(line)
    except JsonError:
        return None


def _ends(document: Json) -> bool:
    """Return whether a document ends an answer. An answer ends with a whole response, with a refusal, or with the last
    document of Ollama's stream.
    """
    match document:
        case {"choices": [*choices]}:
            return any(isinstance(choice, dict) and "message" in choice for choice in choices)
        case {"candidates": [*candidates]}:
            return any(isinstance(candidate, dict) and "finishReason" in candidate for candidate in candidates)
        case {"message": dict(), "done": True} | {"message": dict(), "finish_reason": str()}:
            return True
        case {"object": "response"} | {"type": "message", "content": _} | {"output": _, "stopReason": _}:
            return True
        case {"error": dict() | str()}:
            return True
    return False


def _continues(ended: Json, document: Json) -> bool:
    """Return whether ``document`` belongs to the same answer as ``ended``, which looks like the end of an answer.

    This happens only in Gemini's dialect: all documents of an answer have the same ``responseId``.
    """
    match ended, document:
        case {"responseId": str(first)}, {"responseId": str(other)}:
            return first == other
    return False
