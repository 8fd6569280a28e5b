"""Readers of a stream: each takes its chunks and returns the arguments of the call, as its users get them.

Only the standard library is imported here: this runs in the environments of other libraries. A reader is made once,
and then timed for each stream.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

Chunks: TypeAlias = list[bytes]
Reader: TypeAlias = Callable[[Chunks], str]

_QUESTION: Any = [{"role": "user", "content": "hi"}]


def floor(dialect: str) -> Reader:
    """Split lines, parse each payload, and nothing else."""
    import msgspec

    decode = msgspec.json.Decoder().decode

    def read(chunks: Chunks) -> str:
        rest: list[bytes] = []
        for chunk in chunks:
            *lines, last = chunk.split(b"\n")
            if lines:
                lines[0] = b"".join((*rest, lines[0]))
                rest = []
            rest.append(last)
            for line in lines:
                if line.startswith(b"data: {"):
                    decode(line[6:])
        return ""

    return read


def events(dialect: str) -> Reader:
    """Canonical events."""
    from toolwire import ResponseStream
    from toolwire.dialects.dialect import dialect as find

    spoken = find(dialect)

    def read(chunks: Chunks) -> str:
        stream = ResponseStream(spoken)
        for chunk in chunks:
            stream.feed(chunk)
        stream.end()
        return ""

    return read


def response(dialect: str) -> Reader:
    """A canonical response."""
    from toolwire import ResponseStream
    from toolwire.dialects.dialect import dialect as find

    spoken = find(dialect)

    def read(chunks: Chunks) -> str:
        stream = ResponseStream(spoken)
        for chunk in chunks:
            stream.feed(chunk)
        (call,) = stream.close().calls
        return call.arguments.text

    return read


def _http(chunks: Callable[[], Iterable[bytes]], *, asynchronous: bool = False) -> Any:
    """Return an HTTP client that answers in process, of the library that the environment's SDKs use."""
    try:
        import httpx2 as httpx
    except ImportError:
        import httpx  # type: ignore[no-redef]

    async def later() -> Any:
        for chunk in chunks():
            yield chunk

    def answer(request: Any) -> Any:
        content = later() if asynchronous else iter(chunks())
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=content)

    client = httpx.AsyncClient if asynchronous else httpx.Client
    return client(transport=httpx.MockTransport(answer))


class _Answers:
    """The next answer of a reader's HTTP client."""

    def __init__(self) -> None:
        self.chunks: Chunks = []

    def __call__(self) -> Iterable[bytes]:
        return self.chunks


def _openai(answers: _Answers) -> Any:
    import openai

    return openai.OpenAI(api_key="x", base_url="http://localhost/v1", max_retries=0, http_client=_http(answers))


def _anthropic(answers: _Answers) -> Any:
    import anthropic

    return anthropic.Anthropic(api_key="x", base_url="http://localhost", max_retries=0, http_client=_http(answers))


def _pieces(dialect: str, client: Any) -> Iterator[str]:
    """Yield the pieces of the arguments in the official SDK's raw stream."""
    if dialect == "openai_chat":
        for chunk in client.chat.completions.create(model="m", messages=_QUESTION, stream=True):
            for choice in chunk.choices:
                for call in choice.delta.tool_calls or ():
                    yield call.function.arguments or ""
    elif dialect == "openai_responses":
        for event in client.responses.create(model="m", input="hi", stream=True):
            if event.type == "response.function_call_arguments.delta":
                yield event.delta
    else:
        for event in client.messages.create(model="m", max_tokens=9, messages=_QUESTION, stream=True):
            if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
                yield event.delta.partial_json


def sdk_raw(dialect: str) -> Reader:
    """The official SDK's raw stream."""
    answers = _Answers()
    client = _anthropic(answers) if dialect == "anthropic_messages" else _openai(answers)

    def read(chunks: Chunks) -> str:
        answers.chunks = chunks
        return "".join(_pieces(dialect, client))

    return read


def sdk_helper(dialect: str) -> Reader:
    """The official SDK's stream helper, to the end."""
    answers = _Answers()
    client = _anthropic(answers) if dialect == "anthropic_messages" else _openai(answers)

    def read(chunks: Chunks) -> str:
        answers.chunks = chunks
        if dialect == "openai_chat":
            with client.chat.completions.stream(model="m", messages=_QUESTION) as stream:
                for _ in stream:
                    pass
                return str(stream.get_final_completion().choices[0].message.tool_calls[0].function.arguments)
        if dialect == "openai_responses":
            with client.responses.stream(model="m", input="hi") as stream:
                for _ in stream:
                    pass
                return str(stream.get_final_response().output[0].arguments)
        with client.messages.stream(model="m", max_tokens=9, messages=_QUESTION) as stream:
            for _ in stream:
                pass
            return _text(stream.get_final_message().content[0].input)

    return read


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def litellm(dialect: str) -> Reader:
    """Litellm's stream, and its stream_chunk_builder."""
    import litellm as library

    answers = _Answers()
    more: dict[str, Any] = {"model": "openai/gpt-4o", "client": None}
    if dialect == "openai_chat":
        more["client"] = _openai(answers)
    else:
        from litellm.llms.custom_httpx.http_handler import HTTPHandler

        more = {"model": "anthropic/claude-sonnet-4-5", "client": HTTPHandler(client=_http(answers))}

    def read(chunks: Chunks) -> str:
        answers.chunks = chunks
        brought = list(library.completion(messages=_QUESTION, stream=True, api_key="x", num_retries=0, **more))
        built: Any = library.stream_chunk_builder(brought)
        return str(built.choices[0].message.tool_calls[0].function.arguments)

    return read


def pydantic_ai(dialect: str) -> Reader:
    """pydantic-ai's streamed model request."""
    import asyncio

    from pydantic_ai.direct import model_request_stream
    from pydantic_ai.messages import ModelRequest, ToolCallPart

    def model(answers: _Answers) -> Any:
        http = _http(answers, asynchronous=True)
        if dialect == "anthropic_messages":
            from anthropic import AsyncAnthropic
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            anthropic = AsyncAnthropic(api_key="x", base_url="http://localhost", max_retries=0, http_client=http)
            return AnthropicModel("m", provider=AnthropicProvider(anthropic_client=anthropic))
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
        from pydantic_ai.providers.openai import OpenAIProvider

        openai = AsyncOpenAI(api_key="x", base_url="http://localhost/v1", max_retries=0, http_client=http)
        kind = OpenAIChatModel if dialect == "openai_chat" else OpenAIResponsesModel
        return kind("m", provider=OpenAIProvider(openai_client=openai))

    async def request(chunks: Chunks) -> str:
        answers = _Answers()
        answers.chunks = chunks
        async with model_request_stream(model(answers), [ModelRequest.user_text_prompt("hi")]) as stream:
            async for _ in stream:
                pass
            (call,) = [part for part in stream.get().parts if isinstance(part, ToolCallPart)]
            return _text(call.args)

    return lambda chunks: asyncio.run(request(chunks))


def langchain(dialect: str) -> Reader:
    """Langchain's stream, its chunks added up."""
    answers = _Answers()
    model: Any
    if dialect == "anthropic_messages":
        from langchain_anthropic import ChatAnthropic

        model = ChatAnthropic(model="m", api_key="x", max_tokens=9, max_retries=0)
        model.__dict__["_client"] = _anthropic(answers)
    else:
        from langchain_openai import ChatOpenAI

        model = ChatOpenAI(
            model="m",
            api_key="x",
            base_url="http://localhost/v1",
            max_retries=0,
            http_client=_http(answers),
            use_responses_api=dialect == "openai_responses",
        )

    def read(chunks: Chunks) -> str:
        answers.chunks = chunks
        whole: Any = None
        for chunk in model.stream("hi"):
            whole = chunk if whole is None else whole + chunk
        return _text(whole.tool_call_chunks[0]["args"])

    return read
