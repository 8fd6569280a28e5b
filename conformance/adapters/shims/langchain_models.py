"""LangChain's chat models, made ready for a task."""

from typing import Any, Final

from conformance.adapters.wire import Task

_MOST: Final = 2048


def _openai_chat(task: Task) -> Any:
    from langchain_openai import ChatOpenAI

    effort = {"reasoning_effort": "low"} if task.reasoning else {}
    return ChatOpenAI(
        model=task.model, base_url=task.base_url, api_key=task.api_key, max_retries=0, use_responses_api=False, **effort
    )


def _openai_responses(task: Task) -> Any:
    from langchain_openai import ChatOpenAI

    effort = {"reasoning": {"effort": "low", "summary": "auto"}} if task.reasoning else {}
    return ChatOpenAI(
        model=task.model, base_url=task.base_url, api_key=task.api_key, max_retries=0, use_responses_api=True, **effort
    )


def _anthropic_messages(task: Task) -> Any:
    from langchain_anthropic import ChatAnthropic

    thinking = {"thinking": {"type": "enabled", "budget_tokens": _MOST // 2}} if task.reasoning else {}
    return ChatAnthropic(
        model=task.model,
        base_url=task.base_url,
        api_key=task.api_key,
        max_retries=0,
        max_tokens=_MOST,
        **thinking,
    )


def _gemini_generate(task: Task) -> Any:
    from langchain_google_genai import ChatGoogleGenerativeAI

    root = task.base_url.removesuffix("/v1beta")
    return ChatGoogleGenerativeAI(
        model=task.model, base_url=root, api_key=task.api_key, max_retries=1, include_thoughts=task.reasoning or None
    )


def _ollama_chat(task: Task) -> Any:
    from langchain_ollama import ChatOllama

    return ChatOllama(model=task.model, base_url=task.base_url, reasoning=task.reasoning or None)


def _mistral_chat(task: Task) -> Any:
    from langchain_mistralai import ChatMistralAI

    return ChatMistralAI(model=task.model, base_url=task.base_url, api_key=task.api_key, max_retries=1)


def _cohere_v2(task: Task) -> Any:
    from langchain_cohere import ChatCohere

    return ChatCohere(model=task.model, base_url=task.base_url, cohere_api_key=task.api_key)


def _bedrock_converse(task: Task) -> Any:
    from langchain_aws import ChatBedrockConverse

    return ChatBedrockConverse(
        model=task.model,
        endpoint_url=task.base_url,
        region_name="us-east-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",  # noqa: S106 - none is asked for
    )


_MAKERS: Final = {
    "openai_chat": _openai_chat,
    "openai_responses": _openai_responses,
    "anthropic_messages": _anthropic_messages,
    "gemini_generate": _gemini_generate,
    "ollama_chat": _ollama_chat,
    "mistral_chat": _mistral_chat,
    "cohere_v2": _cohere_v2,
    "bedrock_converse": _bedrock_converse,
}
DIALECTS: Final = tuple(_MAKERS)


def chat_model(task: Task) -> Any:
    """The model of the task's dialect."""
    return _MAKERS[task.dialect](task)
