"""Translation of a request's sampling options from one dialect into another."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from toolwire.client import documents
from toolwire.model import Carried, Json
from toolwire.wire import pointer
from toolwire.wire.merging import merged

_PLACES: Final[Mapping[str, Mapping[str, str]]] = {
    "openai_chat": {
        "temperature": "/temperature",
        "top_p": "/top_p",
        "stop": "/stop",
        "seed": "/seed",
        "frequency": "/frequency_penalty",
        "presence": "/presence_penalty",
    },
    "openai_responses": {"temperature": "/temperature", "top_p": "/top_p"},
    "anthropic_messages": {
        "temperature": "/temperature",
        "top_p": "/top_p",
        "top_k": "/top_k",
        "stop": "/stop_sequences",
    },
    "gemini_generate": {
        "temperature": "/generationConfig/temperature",
        "top_p": "/generationConfig/topP",
        "top_k": "/generationConfig/topK",
        "stop": "/generationConfig/stopSequences",
        "seed": "/generationConfig/seed",
        "frequency": "/generationConfig/frequencyPenalty",
        "presence": "/generationConfig/presencePenalty",
    },
    "gemini_interactions": {
        "temperature": "/generation_config/temperature",
        "top_p": "/generation_config/top_p",
        "stop": "/generation_config/stop_sequences",
        "seed": "/generation_config/seed",
    },
    "ollama_chat": {
        "temperature": "/options/temperature",
        "top_p": "/options/top_p",
        "top_k": "/options/top_k",
        "stop": "/options/stop",
        "seed": "/options/seed",
        "frequency": "/options/frequency_penalty",
        "presence": "/options/presence_penalty",
    },
    "cohere_v2": {
        "temperature": "/temperature",
        "top_p": "/p",
        "top_k": "/k",
        "stop": "/stop_sequences",
        "seed": "/seed",
        "frequency": "/frequency_penalty",
        "presence": "/presence_penalty",
    },
    "bedrock_converse": {
        "temperature": "/inferenceConfig/temperature",
        "top_p": "/inferenceConfig/topP",
        "stop": "/inferenceConfig/stopSequences",
    },
    "mistral_chat": {
        "temperature": "/temperature",
        "top_p": "/top_p",
        "stop": "/stop",
        "seed": "/random_seed",
        "frequency": "/frequency_penalty",
        "presence": "/presence_penalty",
    },
}
"""JSON pointers to the sampling options in each dialect's requests, according to the schemas in the vendors' SDKs on
2026-11-22.

The values of an option mean the same in all dialects. ``stop`` may be a single text in some dialects. It becomes a list
with this text.
"""


class Sampling(msgspec.Struct, frozen=True, kw_only=True):
    """The sampling options of a request, in the form of another dialect's request."""

    body: dict[str, Any]
    """The keys and values to add to the body of the request in the other dialect."""
    read: frozenset[str] = frozenset()
    """Pointers to the translated options in the request that was read."""


def moved(carried: Carried | None, source: str, target: str) -> Sampling:
    """Return the sampling options that the dialect ``target`` can express, from the carried data of a request in the
    dialect ``source``.
    """
    body: dict[str, Any] = {}
    read: set[str] = set()
    theirs = _PLACES.get(target, {})
    for option, place in _PLACES.get(source, {}).items() if carried is not None else ():
        for value in pointer.values(carried.rest if carried else {}, place):
            if option in theirs and value is not None:
                body = merged(body, documents.placed(theirs[option], _converted(option, value)))
                read.add(place)
    return Sampling(body=body, read=frozenset(read))


def _converted(option: str, value: Json) -> Json:
    return [value] if option == "stop" and isinstance(value, str) else value
