"""Pydantic AI's models, made ready for a task."""

from typing import Any, Final

from conformance.adapters.wire import Task


def _openai(task: Task) -> Any:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(base_url=task.base_url, api_key=task.api_key, max_retries=0)
    made = OpenAIChatModel if task.dialect == "openai_chat" else OpenAIResponsesModel
    return made(task.model, provider=OpenAIProvider(openai_client=client))


def _anthropic(task: Task) -> Any:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(base_url=task.base_url, api_key=task.api_key, max_retries=0)
    return AnthropicModel(task.model, provider=AnthropicProvider(anthropic_client=client))


def _gemini(task: Task) -> Any:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    root = task.base_url.removesuffix("/v1beta")
    return GoogleModel(task.model, provider=GoogleProvider(api_key=task.api_key, base_url=root))


def _mistral(task: Task) -> Any:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    root = task.base_url.removesuffix("/v1")
    return MistralModel(task.model, provider=MistralProvider(api_key=task.api_key, base_url=root))


def _cohere(task: Task) -> Any:
    from cohere import AsyncClientV2
    from pydantic_ai.models.cohere import CohereModel
    from pydantic_ai.providers.cohere import CohereProvider

    client = AsyncClientV2(api_key=task.api_key, base_url=task.base_url)
    return CohereModel(task.model, provider=CohereProvider(cohere_client=client))


def _bedrock(task: Task) -> Any:
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    own = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "us-east-1"}
    provider = BedrockProvider(base_url=task.base_url, **own)
    return BedrockConverseModel(task.model, provider=provider)


_MAKERS: Final = {
    "openai_chat": _openai,
    "openai_responses": _openai,
    "anthropic_messages": _anthropic,
    "gemini_generate": _gemini,
    "mistral_chat": _mistral,
    "cohere_v2": _cohere,
    "bedrock_converse": _bedrock,
}
DIALECTS: Final = tuple(_MAKERS)


def model(task: Task) -> Any:
    """The model of the task's dialect."""
    return _MAKERS[task.dialect](task)
