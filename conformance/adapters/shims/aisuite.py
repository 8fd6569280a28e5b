"""A shim for aisuite. Its ``chat.completions.create`` uses OpenAI's form of requests and answers for every provider.

aisuite's README promises that core parameters are the same for every provider. The shim leaves core parameters in
OpenAI's form, also ``tool_choice``. aisuite hands any other argument to the provider's SDK unchanged. The shim
therefore asks for reasoning in the provider's own form.
"""

from typing import Any, Final

import aisuite
import msgspec

from conformance.adapters.shims import openai_form
from conformance.adapters.shims.library import Library, hold
from conformance.adapters.wire import Talk, Task
from toolwire.model import ToolResult

_PROVIDER: Final = {"openai_chat": "openai", "anthropic_messages": "anthropic"}
_REASONING: Final[dict[str, dict[str, Any]]] = {
    "openai_chat": {"reasoning_effort": "low"},
    "anthropic_messages": {"thinking": {"type": "enabled", "budget_tokens": 1024}},
}


class AISuite(Library):
    """aisuite as a ``WireAdapter``."""

    distribution = "aisuite"
    dialects = tuple(_PROVIDER)
    modes = ("sync",)

    def converse(self, task: Task) -> Talk:
        provider = _PROVIDER[task.dialect]
        client = aisuite.Client({provider: {"api_key": task.api_key, "base_url": task.base_url, "max_retries": 0}})
        asked = openai_form.arguments(msgspec.structs.replace(task, reasoning=False))
        asked |= _REASONING[task.dialect] if task.reasoning else {}
        messages = openai_form.messages(task)  # every turn sends this list, as users do

        async def ask() -> Any:
            answer: Any = client.chat.completions.create(model=f"{provider}:{task.model}", messages=messages, **asked)
            return await openai_form.answer(answer) if task.stream else answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            message = answer.choices[0].message
            messages.append(openai_form.echo(message) if task.stream else message)
            messages.extend(openai_form.text_results(results, task))

        return hold(task, ask, openai_form.reading, go_on)
