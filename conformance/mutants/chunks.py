"""Transforms of streams that consist of chunks with choices, deltas and usage, as in openai_chat."""

from copy import deepcopy
from typing import Literal

from conformance.mutants.answer import Answer, Event, OfStreams, Transform
from toolwire.json_value import Json


class WholeCalls(OfStreams, frozen=True, kw_only=True, tag="whole-calls"):
    """A transform that joins all fragments of a call. The first fragment then has the whole call."""

    together: bool = False
    """True if all calls of a choice are also moved into a single delta."""

    def change(self, answer: Answer) -> bool:
        before = deepcopy(answer.documents)
        begun: dict[tuple[Json, Json], Json] = {}
        homes: dict[Json, list[Json]] = {}
        kept = []
        for event in answer.events:
            emptied = [self._gather(choice, begun, homes) for choice in _choices(event)]
            if not any(emptied) or _has_more(event):
                kept.append(event)
        answer.events = kept
        return answer.documents != before

    def _gather(self, choice: Json, begun: dict[tuple[Json, Json], Json], homes: dict[Json, list[Json]]) -> bool:
        """Move the arguments of each call's later fragments to the call's first fragment, and remove the later
        fragments from the delta of ``choice``.

        Return True if this delta had fragments and now has none. ``begun``: the first fragment of each call so far, by
        the indexes of the choice and of the call.

        With ``together``, also move the first fragments of all calls into the choice's first delta with calls.
        ``homes``: the list of calls in that delta, by the index of the choice. Without ``together``, it stays empty.
        """
        fragments = choice["delta"].pop("tool_calls", None) or []
        calls = []
        for fragment in fragments:
            call = begun.setdefault((choice["index"], fragment["index"]), fragment)
            if call is fragment:
                calls.append(call)
            else:
                call["function"]["arguments"] += fragment["function"]["arguments"]
        home = homes.setdefault(choice["index"], calls) if calls and self.together else calls
        if home is not calls:
            home += calls
        elif calls:
            choice["delta"]["tool_calls"] = calls
        return bool(fragments) and "tool_calls" not in choice["delta"]


def _choices(event: Event) -> list[Json]:
    return event.data.get("choices") or []


def _has_more(event: Event) -> bool:
    """Return whether a chunk has any content besides calls."""
    return bool(event.data.get("usage")) or any(
        choice["delta"] or choice.get("finish_reason") for choice in _choices(event)
    )


class EmptyArguments(Transform, frozen=True, kw_only=True, tag="empty-arguments"):
    """A transform that replaces arguments with an empty text if they are an empty object."""

    def change(self, answer: Answer) -> bool:
        by_call: dict[tuple[Json, Json], list[Json]] = {}
        for event in answer.events:
            for choice in _choices(event):
                calls = (choice.get("delta") or choice.get("message") or {}).get("tool_calls") or []
                for place, call in enumerate(calls):
                    if "function" in call:
                        by_call.setdefault((choice["index"], call.get("index", place)), []).append(call["function"])
        empty = [functions for functions in by_call.values() if "".join(_arguments(functions)).strip() == "{}"]
        for functions in empty:
            for function in functions:
                function["arguments"] = ""
        return bool(empty)


def _arguments(functions: list[Json]) -> list[str]:
    return [function.get("arguments") or "" for function in functions]


class Usage(OfStreams, frozen=True, kw_only=True, tag="usage"):
    """A transform that changes which chunks have the usage. In the recording, a separate last chunk has it."""

    on: Literal["finish", "choice", "every"]
    """The chunks that get the usage. ``finish``: the chunk with the finish reason. ``choice``: the separate chunk,
    which also gets a choice that repeats the finish reason. ``every``: every chunk.
    """

    def change(self, answer: Answer) -> bool:
        counted = [event for event in answer.events if event.data.get("usage") and not _choices(event)]
        ended = [event for event in answer.events if any(choice.get("finish_reason") for choice in _choices(event))]
        if not counted or not ended:
            return False
        own, end = counted[-1], ended[-1]
        if self.on == "choice":
            own.data["choices"] = deepcopy(end.data["choices"])
            for choice in own.data["choices"]:
                choice["delta"] = {"role": "assistant", "content": ""}
            return True
        answer.events.remove(own)
        for event in answer.events if self.on == "every" else [end]:
            event.data["usage"] = deepcopy(own.data["usage"])
        return True
