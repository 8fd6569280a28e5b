"""Haystack's chat generators, made ready for a task."""

import os
from typing import Any, Final

from haystack.utils import Secret

from conformance.adapters.shims import openai_form
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Task

_MOST: Final = 2048


def _openai_chat(task: Task) -> Any:
    from haystack.components.generators.chat import OpenAIChatGenerator

    return OpenAIChatGenerator(
        Secret.from_token(task.api_key), task.model, None, task.base_url, None, _like_openai(task), max_retries=0
    )


def _openai_responses(task: Task) -> Any:
    from haystack.components.generators.chat import OpenAIResponsesChatGenerator

    asked = _like_openai(task)
    if task.tool_choice is not None and task.tool_choice.mode == "named":
        asked["tool_choice"] = {"type": "function", "name": task.tool_choice.names[0]}
    asked |= {"reasoning": {"effort": "low", "summary": "auto"}} if asked.pop("reasoning_effort", None) else {}
    return OpenAIResponsesChatGenerator(
        api_key=Secret.from_token(task.api_key),
        model=task.model,
        api_base_url=task.base_url,
        generation_kwargs=asked,
        max_retries=0,
    )


def _mistral_chat(task: Task) -> Any:
    from haystack_integrations.components.generators.mistral import MistralChatGenerator

    asked = _like_openai(task)
    asked.pop("reasoning_effort", None)
    return MistralChatGenerator(Secret.from_token(task.api_key), task.model, None, task.base_url, asked, max_retries=0)


def _anthropic_messages(task: Task) -> Any:
    from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator

    os.environ["ANTHROPIC_BASE_URL"] = task.base_url
    asked: dict[str, Any] = {"max_tokens": _MOST}
    if task.reasoning:
        asked["thinking"] = {"type": "enabled", "budget_tokens": _MOST // 2}
    choice = task.tool_choice
    if choice is not None and choice.mode == "allowed":
        raise Unsupported("Anthropic's own tool_choice, which is passed on, has no choice among some of the tools")
    if choice is not None:
        words: dict[str, Any] = {"required": "any", "named": "tool"}
        named = {"name": choice.names[0]} if choice.names else {}
        asked["tool_choice"] = {"type": words.get(choice.mode, choice.mode), **named}
    if task.parallel_tool_calls is False:
        asked["tool_choice"] = asked.get("tool_choice", {"type": "auto"}) | {"disable_parallel_tool_use": True}
    return AnthropicChatGenerator(
        Secret.from_token(task.api_key),
        task.model,
        generation_kwargs=asked,
        ignore_tools_thinking_messages=False,
        max_retries=0,
    )


def _ollama_chat(task: Task) -> Any:
    from haystack_integrations.components.generators.ollama import OllamaChatGenerator

    _no_choice(task)
    return OllamaChatGenerator(task.model, task.base_url, think=task.reasoning)


def _gemini_generate(task: Task) -> Any:
    from haystack_integrations.components.generators.google_genai import GoogleGenAIChatGenerator

    os.environ["GOOGLE_GEMINI_BASE_URL"] = task.base_url.removesuffix("/v1beta")
    thinking = {"thinking_config": {"include_thoughts": True}} if task.reasoning else {}
    return GoogleGenAIChatGenerator(
        api_key=Secret.from_token(task.api_key), model=task.model, generation_kwargs=_no_choice(task, thinking)
    )


def _cohere_v2(task: Task) -> Any:
    from haystack_integrations.components.generators.cohere import CohereChatGenerator

    return CohereChatGenerator(
        Secret.from_token(task.api_key), task.model, None, task.base_url, _no_choice(task), max_retries=0
    )


def _bedrock_converse(task: Task) -> Any:
    from haystack_integrations.components.generators.amazon_bedrock import AmazonBedrockChatGenerator

    os.environ["AWS_ENDPOINT_URL"] = task.base_url
    own = {name: Secret.from_token("none") for name in ("aws_access_key_id", "aws_secret_access_key")}
    return AmazonBedrockChatGenerator(
        task.model, aws_region_name=Secret.from_token("us-east-1"), generation_kwargs=_no_choice(task), **own
    )


def _no_choice(task: Task, asked: dict[str, Any] | None = None) -> dict[str, Any]:
    if task.tool_choice is not None and task.tool_choice.mode != "auto":
        raise Unsupported("the generator has no word for a choice among the tools")
    return asked or {}


def _like_openai(task: Task) -> dict[str, Any]:
    asked = openai_form.arguments(task)
    return {key: value for key, value in asked.items() if key not in ("stream", "tools", "max_tokens")}


_MAKERS: Final = {
    "openai_chat": _openai_chat,
    "openai_responses": _openai_responses,
    "anthropic_messages": _anthropic_messages,
    "mistral_chat": _mistral_chat,
    "ollama_chat": _ollama_chat,
    "gemini_generate": _gemini_generate,
    "cohere_v2": _cohere_v2,
    "bedrock_converse": _bedrock_converse,
}
DIALECTS: Final = tuple(_MAKERS)


def generator(task: Task) -> Any:
    """The generator of the task's dialect."""
    return _MAKERS[task.dialect](task)
