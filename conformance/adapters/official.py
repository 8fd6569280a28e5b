"""The vendors' official SDKs as adapters. They need the extra ``oracles``."""

import re
from contextlib import closing
from importlib.metadata import version
from typing import Final

import msgspec

from conformance.adapters import realtime_limits
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, ReadApproval, ReadCall, Reading, Talk, Task
from conformance.callers import Conversation, caller
from conformance.callers.modes import certificates
from toolwire.model import Expected, ToolCall

_WITHOUT_IDS: Final = ("ollama_chat",)
"""The dialects whose SDK has calls without ids."""
_WITHOUT_ASYNC: Final = ("bedrock_converse",)
_CAPABILITIES: Final = {
    "stored-answers": ("openai_responses", "gemini_interactions"),
    "conversations": ("openai_responses",),
    "hosted-mcp": ("openai_responses", "gemini_interactions", "anthropic_messages"),
    "compaction": ("openai_responses", "anthropic_messages"),
    "added-tools": ("openai_responses", "anthropic_messages"),
    "approvals": ("openai_responses",),
    "argument-streaming": ("anthropic_messages", "gemini_generate"),
    "background-answers": ("openai_responses", "gemini_interactions"),
}
"""The capabilities that the SDKs claim, each with its dialects."""
_OTHER_CLIENTS: Final = {"anthropic-bedrock": "AnthropicBedrock", "anthropic-vertex": "AnthropicVertex"}
"""The providers (clouds) for which an SDK has a separate client, with the name of this client. A cloud has its own URL
paths, and its client needs the credentials of the cloud.
"""


_FOREIGN: Final = "its user writes the history, and has to change the ids of another provider's calls"


class _Api(msgspec.Struct, frozen=True, kw_only=True):
    """Another API through which the SDK of a dialect can hold the same conversations, such as a WebSocket."""

    name: str
    caller: str
    lacks: tuple[str, ...]
    """The capabilities that the API does not have."""


_WEBSOCKET: Final = _Api(name="WebSocket", caller="openai_responses_websocket", lacks=("background-answers",))
"""OpenAI Responses over a WebSocket, without answers in the background (developers.openai.com, WebSocket events, read
2026-11-30).
"""
_REALTIME: Final = _Api(name="Realtime", caller="openai_realtime", lacks=tuple(_CAPABILITIES))


class OfficialSdk:
    """The official SDK of the vendor that owns a dialect, as a ``WireAdapter``."""

    def __init__(self, dialect: str, api: _Api | None = None) -> None:
        """Load the SDK of ``dialect``. Raises ``ModuleNotFoundError`` if the SDK is not installed.

        ``api``: the API through which the SDK holds the conversations. None means the usual API over HTTP.
        """
        self._caller = caller(api.caller if api else dialect)
        self._api = api
        certificates()  # reads them now, and not in each case
        self.hello = Hello(
            name=f"{self._caller.SDK}/{dialect}{f', {api.name}' if api else ''}",
            version=version(self._caller.SDK),
            language="python",
            dialects=(dialect,),
            shows=("finish",) if dialect in _WITHOUT_IDS else ("ids", "finish"),
            modes=("sync",) if dialect in _WITHOUT_ASYNC else ("sync", "async"),
            capabilities=tuple(
                capability
                for capability, dialects in _CAPABILITIES.items()
                if dialect in dialects and not (api and capability in api.lacks)
            ),
        )

    def converse(self, task: Task) -> Talk:
        if task.provider in _OTHER_CLIENTS:
            raise Unsupported(f"the SDK has a separate client for this provider: {_OTHER_CLIENTS[task.provider]}")
        if task.dialect == "anthropic_messages" and any(map(_is_refused, _ids(task))):
            raise Unsupported(_FOREIGN)
        if self._api is _REALTIME:
            realtime_limits.check(task)
        conversation = Conversation(
            model=task.model,
            tools=task.tools,
            opening=task.messages,
            tool_choice=task.tool_choice,
            parallel_tool_calls=task.parallel_tool_calls,
            stream=task.stream,
            max_output_tokens=task.max_output_tokens,
            reasoning=task.reasoning,
            stored=task.stored,
            conversation=task.conversation,
            compaction=task.compaction,
            stream_arguments=task.stream_arguments,
            background=task.background,
            mode=task.mode,
        )
        with closing(self._caller.converse(task.base_url, conversation)) as talk:
            answer = next(talk)
            while True:
                results = yield _reading(answer)
                if self._api is _REALTIME:
                    realtime_limits.check_results(results)
                try:
                    answer = talk.send(results)
                except StopIteration:
                    return


def _ids(task: Task) -> list[str]:
    """Return the ids of the calls in the history."""
    return [part.id or "" for message in task.messages for part in message.parts if isinstance(part, ToolCall)]


def _is_refused(call_id: str) -> bool:
    """Return whether Anthropic refuses an id because of its characters."""
    return re.fullmatch("[a-zA-Z0-9_-]+", call_id) is None


def _reading(answer: Expected) -> Reading:
    """Return the reading that the SDK's user gets.

    No SDK has a finish reason for an answer that was cut off, so the reading of such an answer has none.
    """
    finish = None if answer.finish == "interrupted" else answer.finish
    calls = tuple(
        ReadCall(id=call.id, name=call.name, arguments=call.arguments, kind=call.kind, complete=call.complete)
        for call in answer.calls
    )
    approvals = tuple(
        ReadApproval(id=asked.id, name=asked.name, arguments=asked.arguments, server=asked.server)
        for asked in answer.approvals
    )
    return Reading(
        calls=calls,
        text=answer.text,
        reasoning=answer.reasoning or "",
        finish=finish,
        error=answer.error,
        approvals=approvals,
    )


def openai_chat() -> OfficialSdk:
    return OfficialSdk("openai_chat")


def openai_responses() -> OfficialSdk:
    return OfficialSdk("openai_responses")


def openai_responses_websocket() -> OfficialSdk:
    return OfficialSdk("openai_responses", _WEBSOCKET)


def openai_realtime() -> OfficialSdk:
    return OfficialSdk("openai_responses", _REALTIME)


def anthropic_messages() -> OfficialSdk:
    return OfficialSdk("anthropic_messages")


def gemini_generate() -> OfficialSdk:
    return OfficialSdk("gemini_generate")


def gemini_interactions() -> OfficialSdk:
    return OfficialSdk("gemini_interactions")


def ollama_chat() -> OfficialSdk:
    return OfficialSdk("ollama_chat")


def mistral_chat() -> OfficialSdk:
    return OfficialSdk("mistral_chat")


def cohere_v2() -> OfficialSdk:
    return OfficialSdk("cohere_v2")


def bedrock_converse() -> OfficialSdk:
    return OfficialSdk("bedrock_converse")
