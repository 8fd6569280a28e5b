"""Bugs in the assembly of a stream's events, or in the reading of a plain document."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..bug import bug, forgetful_bug
from ..client import Edit, Layer

Event = dict[str, Any]


def _delta(event: Event) -> Event:
    choices = event.get("choices") or [{}]
    delta: Event = choices[0].get("delta") or {}
    return delta


@bug("event", "text")
def skips_blank_deltas(event: Event) -> Event | None:
    """Drop deltas that are only blanks."""
    text = _delta(event).get("content")
    return None if text is not None and text and not text.strip() else event


@bug("event", "streaming")
def takes_zero_for_nothing(event: Event) -> Event:
    """Drop a fragment `0`, which is false in some languages."""
    for call in _delta(event).get("tool_calls") or ():
        if call.get("function", {}).get("arguments") == "0":
            call["function"]["arguments"] = ""
    return event


@forgetful_bug("streaming", "litellm#33678")
def gives_all_fragments_to_the_last_call() -> Mapping[Layer, Edit]:
    """Add each fragment to the call that began last, whatever its index is."""
    seen = [0]

    def edited(event: Event) -> Event:
        for call in _delta(event).get("tool_calls") or ():
            if call.get("id"):
                seen[0] = call["index"]
            call["index"] = seen[0]
        return event

    return {"event": edited}


@bug("event", "streaming")
def takes_the_first_call_of_an_event(event: Event) -> Event:
    """Read only the first of several calls in an event."""
    delta = _delta(event)
    if delta.get("tool_calls"):
        delta["tool_calls"] = delta["tool_calls"][:1]
    return event


@bug("event", "streaming")
def drops_arguments_beside_the_name(event: Event) -> Event:
    """Drop arguments that arrive in the same event as the name."""
    for call in _delta(event).get("tool_calls") or ():
        if call.get("id") and call["function"].get("arguments"):
            call["function"]["arguments"] = ""
    return event


@bug("event", "ends")
def drops_what_comes_with_the_end(event: Event) -> Event:
    """Read only the finish reason of an event that has one."""
    choices = event.get("choices") or [{}]
    if choices[0].get("finish_reason"):
        choices[0]["delta"] = {}
    return event


@forgetful_bug("streaming")
def drops_the_seventeenth_event() -> Mapping[Layer, Edit]:
    """Drop the seventeenth event, as if a buffer were full."""
    count = [0]

    def edited(event: Event) -> Event | None:
        count[0] += 1
        return event if count[0] % 17 else None

    return {"event": edited}


@bug("event", "text")
def ignores_text_once_blocks_are_open(event: Event) -> Event | None:
    """Read text only in the first block."""
    is_text = event.get("type") == "content_block_delta" and event["delta"].get("type") == "text_delta"
    return None if is_text and event["index"] > 0 else event


@bug("event", "calls", "litellm#5063")
def needs_a_delta_of_arguments(event: Event) -> Event:
    """Drop arguments that are complete when the block starts."""
    block = event.get("content_block", {})
    if block.get("type") == "tool_use" and block.get("input"):
        block["input"] = {}
    return event


@bug("event", "reasoning", "opencode#3077")
def drops_deltas_of_signatures(event: Event) -> Event | None:
    """Drop deltas of signatures as unknown."""
    return None if event.get("delta", {}).get("type") == "signature_delta" else event


@bug("event", "calls")
def takes_the_last_part_of_an_event(event: Event) -> Event:
    """Read only the last of several parts in an event."""
    for candidate in event.get("candidates") or ():
        if candidate.get("content", {}).get("parts"):
            candidate["content"]["parts"] = candidate["content"]["parts"][-1:]
    return event


@bug("event", "reasoning")
def takes_parts_for_text(event: Event) -> Event:
    """Read reasoning as text, because `thought` is ignored."""
    for candidate in event.get("candidates") or ():
        for part in candidate.get("content", {}).get("parts") or ():
            part.pop("thought", None)
    return event


@bug("pieces", "streaming")
def reads_the_last_event_of_calls(pieces: Sequence[bytes]) -> bytes:
    """Read only the last event with calls."""
    lines = b"".join(pieces).splitlines(keepends=True)
    with_calls = [line for line in lines if b'"tool_calls"' in line]
    return b"".join(line for line in lines if line not in with_calls[:-1])


@bug("event", "text")
def takes_thinking_for_text(event: Event) -> Event:
    """Read thinking as text, and put it before the other text."""
    message = event.get("message") or {}
    thinking = message.pop("thinking", "")
    if thinking:
        message["content"] = thinking + (message.get("content") or "")
    return event


@bug("event", "streaming")
def skips_blank_fragments(event: Event) -> Event | None:
    """Drop fragments of arguments that are only blanks."""
    if event.get("type") != "tool-call-delta":
        return event
    return event if event["delta"]["message"]["tool_calls"]["function"]["arguments"].strip() else None


@bug("event", "text")
def trims_deltas(event: Event) -> Event:
    """Strip blanks from the end of each text delta."""
    if event.get("type") == "response.output_text.delta":
        event["delta"] = event["delta"].rstrip()
    return event


@bug("document", "calls", "litellm#2769")
def takes_the_first_block_of_a_kind(document: Event) -> Event:
    """Read only the first block of each kind."""
    kept: dict[str, Event] = {}
    for block in document.get("content", ()):
        kept.setdefault(block["type"], block)
    return document | {"content": list(kept.values())}


@bug("document", "calls")
def takes_content_or_calls(document: Event) -> Event:
    """Ignore calls if there is content."""
    message = document["choices"][0]["message"]
    if message.get("content") and message.get("tool_calls"):
        message.pop("tool_calls")
        document["choices"][0]["finish_reason"] = "stop"
    return document


@bug("document", "calls")
def takes_the_last_message_item(document: Event) -> Event:
    """Drop everything before the first message, such as calls."""
    places = [place for place, item in enumerate(document["output"]) if item["type"] == "message"]
    return document | {"output": document["output"][places[0] :]} if places else document


@bug("document", "text")
def takes_the_first_content_of_an_item(document: Event) -> Event:
    """Read only the first content of a message."""
    for item in document["output"]:
        if item["type"] == "message":
            item["content"] = item["content"][:1]
    return document
