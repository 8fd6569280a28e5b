"""LlamaIndex's models, made ready for a task."""

from typing import Any, Final

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Task

_MOST: Final = 2048
_NAMED: Final = ("openai_chat", "openai_responses", "gemini_generate")


def _openai_chat(task: Task) -> Any:
    from llama_index.llms.openai import OpenAI

    return OpenAI(model=task.model, api_base=task.base_url, api_key=task.api_key, max_retries=0)


def _openai_responses(task: Task) -> Any:
    from llama_index.llms.openai import OpenAIResponses

    options = {"effort": "low", "summary": "auto"} if task.reasoning else None
    return OpenAIResponses(
        model=task.model, api_base=task.base_url, api_key=task.api_key, max_retries=0, reasoning_options=options
    )


def _anthropic_messages(task: Task) -> Any:
    from llama_index.llms.anthropic import Anthropic

    thinking = {"type": "enabled", "budget_tokens": _MOST // 2} if task.reasoning else None
    return Anthropic(
        model=task.model, base_url=task.base_url, api_key=task.api_key, max_retries=0, max_tokens=_MOST,
        thinking_dict=thinking,
    )  # fmt: skip


def _gemini_generate(task: Task) -> Any:
    from google.genai import types
    from llama_index.llms.google_genai import GoogleGenAI

    config = types.GenerateContentConfig(thinking_config=types.ThinkingConfig(include_thoughts=True))
    return GoogleGenAI(
        model=task.model, api_key=task.api_key, max_retries=1, context_window=_MOST, max_tokens=_MOST,
        http_options=types.HttpOptions(base_url=task.base_url.removesuffix("/v1beta")),
        generation_config=config if task.reasoning else None,
    )  # fmt: skip


def _ollama_chat(task: Task) -> Any:
    from llama_index.llms.ollama import Ollama

    return Ollama(model=task.model, base_url=task.base_url, context_window=_MOST, thinking=task.reasoning or None)


def _mistral_chat(task: Task) -> Any:
    from llama_index.llms.mistralai import MistralAI

    return MistralAI(model=task.model, api_key=task.api_key, endpoint=task.base_url.removesuffix("/v1"), max_retries=0)


_MAKERS: Final = {
    "openai_chat": _openai_chat,
    "openai_responses": _openai_responses,
    "anthropic_messages": _anthropic_messages,
    "gemini_generate": _gemini_generate,
    "ollama_chat": _ollama_chat,
    "mistral_chat": _mistral_chat,
}
DIALECTS: Final = tuple(_MAKERS)


def model(task: Task) -> Any:
    """The model of the task's dialect."""
    return _MAKERS[task.dialect](task)


def asked(task: Task) -> dict[str, Any]:
    """What is asked beside messages and tools. Raises ``Unsupported``."""
    choice = task.tool_choice
    given: dict[str, Any] = {"allow_parallel_tool_calls": task.parallel_tool_calls is not False}
    if any(getattr(tool, "strict", False) for tool in task.tools):
        if task.dialect not in ("openai_chat", "openai_responses"):
            raise Unsupported("this model has no word for strict tools")
        given["strict"] = True
    if choice is None or choice.mode == "auto":
        return given
    if choice.mode == "required":
        return given | {"tool_required": True}
    if task.dialect not in _NAMED or choice.mode == "allowed":
        raise Unsupported("a choice is whether a tool is required; for some models, which one")
    return given | {"tool_choice": "none" if choice.mode == "none" else choice.names[0]}
