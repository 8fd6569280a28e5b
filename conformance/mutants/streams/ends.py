"""Mutants of the ends of answers, blocks, calls and items."""

from copy import deepcopy
from typing import Final

from conformance.mutants.streams.calls import calls
from conformance.mutants.streams.edits import of_events, of_stream, of_values
from conformance.mutants.streams.mutant import ALL, BLOCKS, CHAT, SAME, USUAL, Mutant, Verdict, verdicts
from conformance.mutants.streams.stream import Event, Stream, slots
from toolwire.json_value import Json
from toolwire.wire.payloads import DONE

_REASONS: Final = {
    **dict.fromkeys(CHAT, "/choices/*/finish_reason"),
    "anthropic_messages": "/delta/stop_reason",
    "gemini_generate": "/candidates/*/finishReason",
    "ollama_chat": "/done_reason",
    "cohere_v2": "/delta/finish_reason",
    "bedrock_converse": "/messageStop/stopReason",
    "gemini_interactions": "/interaction/status",
}
NORMAL: Final = {
    **dict.fromkeys(CHAT, ("stop", "tool_calls")),
    "anthropic_messages": ("end_turn", "tool_use"),
    "cohere_v2": ("COMPLETE", "TOOL_CALL"),
    "bedrock_converse": ("end_turn", "tool_use"),
    "gemini_interactions": ("completed", "requires_action"),
}
"""The finish reason of a normal end without calls, and the finish reason of a normal end with calls, by dialect."""
LENGTH: Final = {
    **dict.fromkeys(CHAT, "length"),
    "anthropic_messages": "max_tokens",
    "gemini_generate": "MAX_TOKENS",
    "ollama_chat": "length",
    "cohere_v2": "MAX_TOKENS",
    "bedrock_converse": "max_tokens",
    "gemini_interactions": "incomplete",
}
"""The finish reason of an end at the token limit, by dialect."""
_OPEN: Final = "in_progress"
"""The status of an answer that has not ended."""
_INTERRUPTED: Final = Verdict(end="interrupted")
_CUT_SHORT: Final = Verdict(end="length")


def swap_reason(dialect: str, value: Json, at: str) -> None:
    """Replace the finish reasons at the pointer ``at`` in ``value``: an end with calls by an end without, and back.

    ``NORMAL`` has both reasons of each dialect. Other reasons stay.
    """
    words = NORMAL[dialect]
    for place, key in slots(value, at):
        if place[key] in words:
            place[key] = words[1 - words.index(place[key])]


def end_by_length(dialect: str, value: Json, at: str) -> None:
    """Replace the finish reason at the pointer ``at`` into ``value`` with the reason of an end at the token limit.

    A missing reason stays missing.
    """
    for place, key in slots(value, at):
        if place[key] and place[key] != _OPEN:
            place[key] = LENGTH[dialect]


def _swap(stream: Stream) -> None:
    for value in stream.values:
        swap_reason(stream.dialect, value, _REASONS[stream.dialect])


def _length(stream: Stream) -> None:
    for value in stream.values:
        end_by_length(stream.dialect, value, _REASONS[stream.dialect])


def _incomplete(stream: Stream) -> None:
    """Make the response and its last call incomplete.

    Skip streams with calls of free-form tools, because even half of a free text looks complete.
    """
    if any(place[key] == "custom_tool_call" for value in stream.values for place, key in slots(value, "/item/type")):
        return
    for value in stream.values:
        if value.get("type") == "response.completed":
            value["type"] = "response.incomplete"
            value["response"] |= {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    for call in calls(stream)[-1:]:
        for item in call.heads[1:]:
            item["status"] = "incomplete"


def _empty_reasons(stream: Stream) -> None:
    for value in stream.values[: stream.end()]:
        for place, key in slots(value, "/choices/*/finish_reason"):
            place[key] = ""


def _again(stream: Stream) -> Stream:
    """Return the stream with a copy of the event that ends the answer directly after this event.

    The copy has no text and no calls. A stream in which no event ends the answer stays unchanged.
    """
    n = stream.end()
    if n == len(stream.events):
        return stream
    again = deepcopy(stream.events[n])
    for pointer in ("/choices/*/delta", "/candidates/*/content", "/message"):
        for place, key in slots(again.value, pointer):
            place[key] = {}
    return stream.with_events([*stream.events[: n + 1], again, *stream.events[n + 1 :]])


def _is_done(stream: Stream) -> bool:
    return any(event.value == DONE for event in stream.events)


def _ends_normally(stream: Stream) -> bool:
    found = [place[key] for value in stream.values for place, key in slots(value, _REASONS[stream.dialect])]
    return all(word is None or word in NORMAL[stream.dialect] for word in found)


def _never(stream: Stream) -> Stream:
    """Return the stream without finish reasons, and without events that only mark the end.

    In chat completions, `[DONE]` still marks the end, and means a normal end. So streams of chat completions with
    another end are skipped.
    """
    if stream.dialect in CHAT and not (_is_done(stream) and _ends_normally(stream)):
        return stream
    events = []
    for event in stream.events:
        if isinstance(event.value, dict) and _kind(event.value) in _ENDS:
            continue
        if isinstance(event.value, dict) and "messageStop" in event.value:
            continue
        for pointer in ("/choices/*/finish_reason", "/candidates/*/finishReason", "/done_reason", "/done"):
            for place, key in list(slots(event.value, pointer)):
                del place[key]
        events.append(event)
    return stream.with_events(events)


def _ends(event: Event) -> bool:
    """Return whether an event ends a block, a call or an item."""
    value = event.value
    if not isinstance(value, dict):
        return False
    return "contentBlockStop" in value or _kind(value) in _STOPS


def _kind(value: Json) -> Json:
    """Return the type of an event. None if it states no type."""
    return value.get("type", value.get("event_type"))


_ENDS: Final = (
    "response.completed", "response.incomplete", "message-end", "message_delta", "message_stop",
    "interaction.completed",
)  # fmt: skip
_STOPS: Final = ("content_block_stop", "tool-call-end", "content-end", "response.output_item.done", "step.stop")
_STOPPED: Final = (*BLOCKS, "cohere_v2", "openai_responses")


def _stops_last(stream: Stream) -> Stream:
    """Return the stream in which the events that end blocks, calls or items come directly before the event that ends
    the answer.

    Skip streams in which no event ends the answer.
    """
    n = stream.end()
    if n == len(stream.events):
        return stream
    before, after = stream.events[:n], stream.events[n:]
    stops = [event for event in before if _ends(event)]
    return stream.with_events([*(event for event in before if not _ends(event)), *stops, *after])


def _only_when_done(stream: Stream) -> Stream:
    """Return the stream without the events that have fragments of arguments."""
    kept = [event for event in stream.events if not _is(event, "response.function_call_arguments.delta")]
    return stream.with_events(kept)


def _is(event: Event, kind: str) -> bool:
    return isinstance(event.value, dict) and event.value.get("type") == kind


def _without_output(value: Json) -> None:
    for place, key in slots(value, "/response/output"):
        place[key] = []


def _other_item_ids(stream: Stream) -> None:
    """Change the item's id in each event, but not the item's index in the output."""
    for n, value in enumerate(stream.values):
        if "output_index" in value:
            for pointer in ("/item_id", "/item/id"):
                for place, key in slots(value, pointer):
                    place[key] = f"{place[key]}_{n}"


def _without_arguments_done(events: list[Event]) -> list[Event]:
    return [event for event in events if not _is(event, "response.function_call_arguments.done")]


MUTANTS: Final = (
    Mutant(
        id="finish-other-word",
        statement='An answer ends with "stop" although it has calls, or with "tool calls" although it has none.',
        bug="opencode#14973, mastra#14187",
        verdicts=verdicts(SAME, tuple(NORMAL)), make=of_stream(_swap),
    ),
    Mutant(
        id="finish-twice", statement="The event that ends the answer comes twice.",
        bug="163 of 173 recorded streams of OpenRouter have it", verdicts=verdicts(SAME, ALL), make=of_stream(_again),
    ),
    Mutant(
        id="finish-empty", statement='Each chunk before the end of the answer has the finish reason "".',
        bug="opencrabs#1499", verdicts=verdicts(SAME, CHAT), make=of_stream(_empty_reasons),
    ),
    Mutant(
        id="finish-never", statement="The answer has no finish reason.",
        bug="earendil-works/pi#7441; in chat completions `[DONE]` still marks the end",
        verdicts=verdicts(_INTERRUPTED, tuple(name for name in ALL if name not in CHAT))
        | verdicts(SAME, CHAT), make=of_stream(_never),
    ),
    Mutant(
        id="finish-length", statement="The answer ended at the token limit.",
        bug="LibreChat-AI/agents#280",
        verdicts=verdicts(_CUT_SHORT, tuple(LENGTH)), make=of_stream(_length), usual=True, since=USUAL,
    ),
    Mutant(
        id="response-incomplete", statement="The token limit makes the response and its last call incomplete.",
        bug="LibreChat-AI/agents#280", verdicts=verdicts(_CUT_SHORT, ("openai_responses",)),
        make=of_stream(_incomplete), usual=True, since=USUAL,
    ),
    Mutant(
        id="done-missing", statement="The stream has no `[DONE]`.",
        bug="recorded: 17 of 795 streams of chat completions",
        verdicts=verdicts(SAME, (*CHAT, "cohere_v2", "gemini_interactions")),
        make=of_events(lambda events: [event for event in events if event.value != DONE]),
    ),
    Mutant(
        id="done-added", statement="The stream ends with `[DONE]`, although the dialect has none.",
        bug="recorded from OpenRouter",
        verdicts=verdicts(SAME, ("openai_responses", "anthropic_messages", "gemini_generate")),
        make=of_events(lambda events: [*events, Event(value=DONE)]),
    ),
    Mutant(
        id="stops-missing", statement="No event ends a block, a call or an item.",
        bug="servers that leave these events out; the end of the answer then ends every block, call and item",
        verdicts=verdicts(SAME, _STOPPED),
        make=of_events(lambda events: [event for event in events if not _ends(event)]),
    ),
    Mutant(
        id="stops-late", statement="The events that end blocks, calls or items all come at the end.",
        bug="recorded from llama.cpp", verdicts=verdicts(SAME, _STOPPED), make=of_stream(_stops_last),
    ),
    Mutant(
        id="completed-without-output", statement="The last event has an empty `output`.",
        bug="recorded from Codex: 21 of 21", verdicts=verdicts(SAME, ("openai_responses",)),
        make=of_values(_without_output),
    ),
    Mutant(
        id="arguments-only-when-done", statement="Arguments come in a single event, without fragments.",
        bug="recorded from LM Studio: 2 of 2", verdicts=verdicts(SAME, ("openai_responses",)),
        make=of_stream(_only_when_done),
    ),
    Mutant(
        id="arguments-never-done", statement="Only the finished item has all of the arguments.",
        bug="recorded from llama.cpp", verdicts=verdicts(SAME, ("openai_responses",)),
        make=of_events(_without_arguments_done),
    ),
    Mutant(
        id="item-ids-changing", statement="Each event gives its item a different id.",
        bug="recorded from Copilot: 36 of 36", verdicts=verdicts(SAME, ("openai_responses",)),
        make=of_stream(_other_item_ids),
    ),
)  # fmt: skip
