"""A shim for any-llm. Its function ``completion`` uses OpenAI's form of requests and answers for every provider."""

from typing import Any, Final

import any_llm

from conformance.adapters.shims import openai_form
from conformance.adapters.shims.library import Library, hold
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.modes import awaited
from toolwire.model import ToolResult

_PROVIDER: Final = {
    "openai_chat": "openai",
    "anthropic_messages": "anthropic",
    "gemini_generate": "gemini",
    "mistral_chat": "mistral",
}
_BEHIND_THE_ROOT: Final = {"gemini_generate": "/v1beta", "mistral_chat": "/v1"}
_NO_RETRIES: Final = {"client_args": {"max_retries": 0}}


class AnyLLM(Library):
    """any-llm as a ``WireAdapter``."""

    distribution = "any-llm-sdk"
    dialects = tuple(_PROVIDER)

    def converse(self, task: Task) -> Talk:
        asked = openai_form.arguments(task)
        messages = openai_form.messages(task)
        options = _NO_RETRIES if task.dialect in ("openai_chat", "anthropic_messages") else {}

        complete: Any = any_llm.acompletion if task.mode == "async" else any_llm.completion

        async def ask() -> Any:
            answer = complete(
                model=task.model,
                provider=_PROVIDER.get(task.dialect, "ollama"),
                messages=messages,
                api_key=task.api_key,
                api_base=task.base_url.removesuffix(_BEHIND_THE_ROOT.get(task.dialect, "")),
                **asked,
                **options,
            )
            answer = await awaited(answer)
            return await openai_form.answer(answer) if task.stream else answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            message = answer.choices[0].message
            messages.append(openai_form.echo(message) if task.stream else message)
            messages.extend(openai_form.text_results(results, task))

        return hold(task, ask, _reading, go_on)


def _reading(answer: Any) -> Reading:
    choice = answer.choices[0]
    reasoning = getattr(choice.message, "reasoning", None)
    return Reading(
        calls=openai_form.calls(choice.message),
        text=choice.message.content or "",
        reasoning=reasoning if isinstance(reasoning, str) else getattr(reasoning, "content", None) or "",
        finish=choice.finish_reason,
    )


class AnyLLMOllama(AnyLLM):
    """any-llm with Ollama as a ``WireAdapter``. any-llm invents the ids of calls, so ids are not compared."""

    dialects = ("ollama_chat",)
    shows = ("finish",)
