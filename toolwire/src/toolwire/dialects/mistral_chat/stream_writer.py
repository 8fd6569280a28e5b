"""Writing of a response as a stream: chunks of content, then a chunk with all calls, the finish reason and the
usage.
"""

from collections.abc import Iterator

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.fragments import fragments
from toolwire.dialects.mistral_chat import calls, content, thinking
from toolwire.dialects.mistral_chat.response import FINISH_WORDS
from toolwire.dialects.openai_chat.response import USAGE
from toolwire.model import Json, Response, Text, ToolCall
from toolwire.wire import exact_json, sse
from toolwire.wire.payloads import DONE


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. Raises ``Inexpressible``."""
    head: dict[str, Json] = {
        "id": response.id,
        "object": "chat.completion.chunk",
        "created": 0,
        "model": response.model,
    }

    def chunk(delta: dict[str, Json], raw: Json = None) -> dict[str, Json]:
        return head | {"choices": [{"index": 0, "delta": delta, "finish_reason": raw}]}

    chunks: list[Json] = [chunk({"role": "assistant", "content": ""})]
    chunks += [chunk({"content": text}) for text in _content(response)]
    tool_calls = [{"index": n} | calls.write(call) for n, call in enumerate(response.calls)]
    last: dict[str, Json] = {"tool_calls": tool_calls} if tool_calls else {"content": ""}
    frames = [exact_json.dumps(item) for item in chunks]
    if response.error is None and response.finish.reason not in finish.UNENDED:
        ending = chunk(last, finish.word(response.finish, FINISH_WORDS, response.parts))
        usage: dict[str, Json] = {} if response.usage is None else {"usage": counts.write(response.usage, USAGE)}
        frames += [exact_json.dumps(ending | usage), DONE]
    else:
        frames += [exact_json.dumps(chunk(last))] if tool_calls else []
    if response.error is not None:
        frames.append(exact_json.dumps(response.error.value or {"object": "error", "message": response.error.message}))
    return b"".join(sse.encode(frame) for frame in frames)


def _content(response: Response) -> Iterator[Json]:
    for part in response.parts:
        if isinstance(part, Text):
            yield from fragments(part.text)
        elif not isinstance(part, ToolCall) and not thinking.is_foreign(part):
            yield [content.write_chunk(part)]
