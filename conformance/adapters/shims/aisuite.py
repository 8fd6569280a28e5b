"""aisuite: one client, ``chat.completions.create``, in OpenAI's form for every provider."""

from typing import Any, Final

import aisuite

from conformance.adapters.shims import openai_form
from conformance.adapters.shims.library import Library, hold
from conformance.adapters.wire import Talk, Task
from toolwire.model import ToolResult

_PROVIDER: Final = {"openai_chat": "openai", "anthropic_messages": "anthropic"}


class AISuite(Library):
    """See ``WireAdapter``."""

    distribution = "aisuite"
    dialects = tuple(_PROVIDER)
    modes = ("sync",)

    def converse(self, task: Task) -> Talk:
        provider = _PROVIDER[task.dialect]
        client = aisuite.Client({provider: {"api_key": task.api_key, "base_url": task.base_url, "max_retries": 0}})
        asked = openai_form.arguments(task)
        messages = openai_form.messages(task)

        async def ask() -> Any:
            answer: Any = client.chat.completions.create(
                model=f"{provider}:{task.model}", messages=list(messages), **asked
            )
            return await openai_form.answer(answer) if task.stream else answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            message = answer.choices[0].message
            messages.append(openai_form.echo(message) if task.stream else message)
            messages.extend(openai_form.result(result, task) for result in results)

        return hold(task, ask, openai_form.reading, go_on)
