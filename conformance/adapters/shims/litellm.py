"""A shim for LiteLLM. Its function ``completion`` uses OpenAI's form of requests and answers for every provider."""

from typing import Any, Final

import litellm

from conformance.adapters.shims import openai_form
from conformance.adapters.shims.library import Library, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.callers.modes import awaited
from toolwire.model import ToolResult

_PREFIX: Final = {
    "openai_chat": "openai/",
    "openai_responses": "openai/responses/",
    "anthropic_messages": "anthropic/",
    "gemini_generate": "gemini/",
    "ollama_chat": "ollama_chat/",
    "mistral_chat": "mistral/",
    "cohere_v2": "cohere_chat/",
    "bedrock_converse": "bedrock/converse/",
}
_PATH: Final = {"cohere_v2": "/v2/chat"}
_OF_AWS: Final = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "aws_region_name": "us-east-1"}
_SUMMARY: Final = {"reasoning_effort": {"effort": "low", "summary": "auto"}}
_REASONING: Final = _SUMMARY | {"store": False, "include": ["reasoning.encrypted_content"]}
"""Options of Responses. They ask for a summary, and for reasoning that clients can send back."""
litellm.suppress_debug_info = True


class LiteLLM(Library):
    """LiteLLM as a ``WireAdapter``."""

    distribution = "litellm"
    dialects = tuple(dialect for dialect in _PREFIX if dialect != "ollama_chat")

    def converse(self, task: Task) -> Talk:
        if task.tool_choice is not None and task.tool_choice.mode == "allowed":
            raise Unsupported("completion() refuses a choice among some of the tools: 'Invalid tool choice'")
        asked = openai_form.arguments(task)
        messages = openai_form.messages(task)
        asked |= _REASONING if task.dialect == "openai_responses" and task.reasoning else {}
        aws = task.dialect == "bedrock_converse"
        where = _OF_AWS | {"aws_bedrock_runtime_endpoint": task.base_url} if aws else {"api_key": task.api_key}

        complete: Any = litellm.acompletion if task.mode == "async" else litellm.completion

        async def ask() -> Any:
            try:
                answer = complete(
                    model=_PREFIX[task.dialect] + task.model,
                    messages=messages,
                    api_base=None if aws else task.base_url + _PATH.get(task.dialect, ""),
                    max_retries=0,
                    **asked,
                    **where,
                )
                answer = await awaited(answer)
            except litellm.UnsupportedParamsError as why:  # raised before anything is sent
                raise Unsupported(str(why)) from None
            if not task.stream:
                return answer
            chunks = [chunk async for chunk in answer] if task.mode == "async" else list(answer)
            return litellm.stream_chunk_builder(chunks, messages=messages)

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.append(answer.choices[0].message)
            messages.extend(openai_form.result(result, task) for result in results)

        return hold(task, ask, openai_form.reading, go_on)


class LiteLLMOllama(LiteLLM):
    """LiteLLM with Ollama as a ``WireAdapter``. LiteLLM invents the ids of streamed calls, so ids are not compared."""

    dialects = ("ollama_chat",)
    shows = ("finish",)
