"""Mutants with additional content: empty deltas, keepalives, unknown events, blocks and parts."""

from copy import deepcopy
from typing import Final

from conformance.mutants.streams.edits import everywhere, halfway, inserted, of_stream, of_values
from conformance.mutants.streams.mutant import ALL, CHAT, SAME, Mutant, verdicts
from conformance.mutants.streams.stream import Event, Stream, copied, slots
from toolwire.json_value import Json


def _delta(**delta: Json) -> Json:
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


_EMPTY: Final[dict[str, Json]] = {
    **dict.fromkeys(CHAT, _delta()),
    "openai_responses": {"type": "response.in_progress", "response": {"status": "in_progress", "output": []}},
    "anthropic_messages": {"type": "message_delta", "delta": {"stop_reason": None}, "usage": {"output_tokens": 1}},
    "gemini_generate": {"candidates": [{"content": {"role": "model"}, "index": 0}], "usageMetadata": {}},
    "ollama_chat": {"message": {"role": "assistant", "content": ""}, "done": False},
    "cohere_v2": {"type": "content-delta", "index": 0, "delta": {}},
    "bedrock_converse": {"metadata": {"metrics": {"latencyMs": 1}}},
    "gemini_interactions": {"interaction_id": "", "status": "in_progress", "event_type": "interaction.status_update"},
}
_UNKNOWN: Final[dict[str, Json]] = {
    **{name: {"object": "x.progress", "x_progress": 0.5} for name in CHAT},
    "openai_responses": {"type": "response.x_progress", "progress": 0.5},
    "anthropic_messages": {"type": "x_progress", "progress": 0.5},
    "gemini_generate": {"xProgress": 0.5},
    "ollama_chat": {"x_progress": 0.5},
    "cohere_v2": {"type": "x-progress", "delta": {"progress": 0.5}},
    "bedrock_converse": {"xProgress": {"progress": 0.5}},
    "gemini_interactions": {"progress": 0.5, "event_type": "x.progress"},
}
_PING: Final[dict[str, Json]] = {
    "openai_responses": {"type": "keepalive"},
    "anthropic_messages": {"type": "ping"},
    "cohere_v2": {"type": "ping"},
}
_NO_CHOICE: Final = {"object": "chat.completion.chunk", "choices": [], "prompt_filter_results": []}
_USAGE: Final = {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}


def _blocks(stream: Stream) -> Stream:
    """Return the stream with an additional block of an unknown kind before all other blocks.

    The indexes of the other blocks increase by 1.
    """
    for value in stream.values:
        for pointer in _INDEXES.get(stream.dialect, ()):
            for place, key in slots(value, pointer):
                # In Cohere's streams, calls and texts are numbered separately.
                if stream.dialect != "cohere_v2" or value["type"].startswith("content-"):
                    place[key] += 1
        for place, key in slots(value, "/response/output"):
            if place[key]:
                place[key].insert(0, _ITEM)
    at = 2 if stream.dialect == "openai_responses" else 1
    more: list[Event] = [stream.event(copied(value)) for value in _BLOCKS[stream.dialect]]
    return stream.with_events([*stream.events[:at], *more, *stream.events[at:]]).numbered()


_INDEXES: Final = {
    "openai_responses": ("/output_index",),
    "anthropic_messages": ("/index",),
    "cohere_v2": ("/index",),
    "bedrock_converse": ("/*/contentBlockIndex",),
    "gemini_interactions": ("/index",),
}
"""The pointers to the index of a block in an event, by dialect."""
_ITEM: Final = {"type": "x_item", "id": "x_1"}
_BLOCKS: Final[dict[str, list[Json]]] = {
    "openai_responses": [
        {"type": "response.output_item.added", "output_index": 0, "item": _ITEM},
        {"type": "response.output_item.done", "output_index": 0, "item": _ITEM},
    ],
    "anthropic_messages": [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "x_block"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "x_delta", "x": 1}},
        {"type": "content_block_stop", "index": 0},
    ],
    "cohere_v2": [
        {"type": "content-start", "index": 0, "delta": {"message": {"content": {"type": "x_content", "x": 1}}}},
        {"type": "content-end", "index": 0},
    ],
    "bedrock_converse": [
        {"contentBlockStart": {"contentBlockIndex": 0, "start": {"xBlock": {"x": 1}}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"xBlock": {"y": 1}}}},
        {"contentBlockStop": {"contentBlockIndex": 0}},
    ],
    "gemini_interactions": [
        {"index": 0, "step": {"type": "x_step"}, "event_type": "step.start"},
        {"index": 0, "delta": {"type": "x_delta", "x": 1}, "event_type": "step.delta"},
        {"index": 0, "event_type": "step.stop"},
    ],
    "gemini_generate": [{"candidates": [{"content": {"parts": [{"xPart": {"x": 1}}], "role": "model"}, "index": 0}]}],
    "mistral_chat": [_delta(content=[{"type": "x_chunk", "x": 1}])],
}


def _unknown_delta(value: Json) -> None:
    for place, key in slots(value, "/choices/*/delta"):
        place[key]["x_thing"] = [{"x": 1}]


def _second_choice(stream: Stream) -> Stream:
    """Return the stream with a second choice that equals the first choice. The second choice has its own chunks."""
    events: list[Event] = []
    for event in stream.events:
        events.append(event)
        holders = {"choices", "candidates"} & event.value.keys() if isinstance(event.value, dict) else set()
        if holders and event.value[holder := holders.pop()]:
            again = deepcopy(event)
            for entry in again.value[holder]:
                entry["index"] = 1
            events.append(again)
    return stream.with_events(events)


def _one_call_a_chunk(stream: Stream) -> Stream:
    """Return a stream of Gemini in which each part, such as a call or a text, has its own chunk."""
    events: list[Event] = []
    for event in stream.events:
        parts = event.value.get("candidates", [{}])[0].get("content", {}).get("parts", [])
        for part in parts[:-1]:
            events.append(stream.event({"candidates": [{"content": {"parts": [part], "role": "model"}, "index": 0}]}))
        if parts:
            event.value["candidates"][0]["content"]["parts"] = parts[-1:]
        events.append(event)
    return stream.with_events(events)


MUTANTS: Final = (
    Mutant(
        id="role-only", statement="Chunks with only the role come between all other chunks.",
        bug="recorded: most streams begin with such a chunk; some send the role with every chunk",
        verdicts=verdicts(SAME, CHAT), make=inserted(dict.fromkeys(CHAT, _delta(role="assistant")), everywhere),
    ),
    Mutant(
        id="empty-deltas", statement="Events that are empty, or have only counts or metadata, come between all others.",
        bug="langchain#32591, databricks-ai-bridge#638",
        verdicts=verdicts(SAME, ALL), make=inserted(_EMPTY, everywhere),
    ),
    Mutant(
        id="choices-empty-first", statement="The first chunk has no choices.",
        bug="pydantic-ai#164, langchain-azure#23",
        verdicts=verdicts(SAME, CHAT), make=inserted(dict.fromkeys(CHAT, _NO_CHOICE), lambda _: [0]),
    ),
    Mutant(
        id="choices-empty-last", statement="A chunk without choices has the usage, after the finish reason.",
        bug="litellm#35785", verdicts=verdicts(SAME, CHAT),
        make=inserted(dict.fromkeys(CHAT, _USAGE), lambda stream: [stream.end() + 1]),
    ),
    Mutant(
        id="choices-two", statement="The chunks of two choices take turns. Their calls have equal indexes and ids.",
        bug="recorded from OpenAI (`n: 2`)",
        verdicts=verdicts(SAME, (*CHAT, "gemini_generate")), make=of_stream(_second_choice),
    ),
    Mutant(
        id="pings", statement="Pings come between all events.",
        bug="documented by Anthropic; recorded from OpenAI (`keepalive`)",
        verdicts=verdicts(SAME, tuple(_PING)), make=inserted(_PING, everywhere),
    ),
    Mutant(
        id="unknown-events", statement="An event of an unknown kind comes halfway.",
        bug="vendors reserve the right to add events", verdicts=verdicts(SAME, ALL), make=inserted(_UNKNOWN, halfway),
    ),
    Mutant(
        id="unknown-parts", statement="The answer has a block, item or part of an unknown kind.",
        bug="laravel/ai#493", verdicts=verdicts(SAME, tuple(_BLOCKS)), make=of_stream(_blocks),
    ),
    Mutant(
        id="unknown-delta", statement="Deltas have an unknown key.",
        bug="recorded from gateways (`provider_metadata`)",
        verdicts=verdicts(SAME, CHAT), make=of_values(_unknown_delta),
    ),
    Mutant(
        id="one-part-a-chunk", statement="Each call of a turn comes in a separate chunk.",
        bug="haystack-core-integrations#2154, gcli2api#406",
        verdicts=verdicts(SAME, ("gemini_generate",)), make=of_stream(_one_call_a_chunk),
    ),
)  # fmt: skip
