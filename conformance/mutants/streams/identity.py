"""Mutants of indexes, ids and names, by which readers find the call of a fragment."""

from copy import deepcopy
from itertools import pairwise, zip_longest
from typing import Any, Final

from conformance.mutants.streams.calls import Call, calls
from conformance.mutants.streams.edits import of_calls, of_each_call, of_stream, put
from conformance.mutants.streams.mutant import ALL, BLOCKS, CHAT, FRAGMENTED, SAME, Mutant, Verdict, verdicts
from conformance.mutants.streams.stream import Stream, slots
from toolwire.json_value import Json

_INDEXES: Final = {
    **dict.fromkeys(CHAT, "/choices/*/delta/tool_calls/*/index"),
    "openai_responses": "/output_index",
    "anthropic_messages": "/index",
    "bedrock_converse": "/*/contentBlockIndex",
    "gemini_interactions": "/index",
    "cohere_v2": "/index",
    "ollama_chat": "/message/tool_calls/*/function/index",
}
_INDEXED: Final = tuple(_INDEXES)
_LOOSE: Final = tuple(name for name in _INDEXED if name not in BLOCKS)
_BROKEN: Final = dict.fromkeys(BLOCKS, Verdict(end="malformed"))
_GIVEN: Final = "call_given"
_LATE: Final = ("openai_chat",)


def _counted(first: int) -> Any:
    def change(stream: Stream) -> None:
        for value in stream.values:
            for place, key in slots(value, _INDEXES[stream.dialect]):
                place[key] += first

    return of_stream(change)


def _reuse(found: list[Call]) -> None:
    for call, other in pairwise(found):
        for entry in other.entries:
            for index in ("index", "output_index"):
                if index in entry:
                    entry[index] = call.entries[0][index]


def _follow(**fields: Json) -> Any:
    """Return a transform that adds fields to every fragment of a call except the first fragment."""

    def change(call: Call) -> None:
        for entry in call.entries[1:]:
            entry.update(deepcopy(fields))

    return of_each_call(change)


def _repeat_id(call: Call) -> None:
    for entry in call.entries[1:]:
        entry["id"] = call.heads[0]["id"]


def _change_id(call: Call) -> None:
    for n, entry in enumerate(call.entries[1:]):
        entry["id"] = f"call_other_{n}"
        entry["function"]["name"] = ""


def _late_id(call: Call) -> None:
    if len(call.entries) > 1:
        call.entries[-1][call.id_key] = call.heads[0].pop(call.id_key, None)


def _later_id(call: Call) -> None:
    """Remove the call's id from the event that opens its item."""
    if len(call.heads) > 1:
        call.heads[0].pop(call.id_key, None)


def _drop_id(call: Call) -> None:
    for head in call.heads:
        head.pop(call.id_key, None)


def _give_id(call: Call) -> None:
    for head in call.heads:
        head["id"] = _GIVEN


def _share_id(found: list[Call]) -> None:
    for call in found[1:]:
        for head in call.heads:
            head[call.id_key] = found[0].heads[0].get(call.id_key)


def _repeat_name(call: Call) -> None:
    for entry in call.entries[1:]:
        entry["function"]["name"] = call.named[0]["name"]


def _empty_name(call: Call) -> None:
    for entry in call.entries[1:]:
        entry["function"]["name"] = ""


def _split_name(stream: Stream) -> Stream:
    """Return the stream with each name split. A separate chunk has the first half of the name."""
    opened = {call.numbers[0]: call for call in calls(stream) if call.numbers}
    events = []
    for n, event in enumerate(stream.events):
        if n in opened:
            half = deepcopy(event)
            entry, name = opened[n].entries[0], opened[n].named[0]["name"]
            (place, key), *_ = slots(half.value, "/choices/*/delta/tool_calls/*")
            place[key]["function"] |= {"name": name[: len(name) // 2], "arguments": ""}
            entry["function"]["name"] = name[len(name) // 2 :]
            events.append(half)
        events.append(event)
    return stream.with_events(events)


def _interleave(stream: Stream) -> Stream:
    """Return the stream with the events of the calls taking turns: an event of the first call, an event of the second
    call, and so on.

    The positions of all other events stay the same.
    """
    found = calls(stream)
    places = sorted(n for call in found for n in call.numbers)
    turns = [n for turn in zip_longest(*(call.numbers for call in found)) for n in turn if n is not None]
    events = list(stream.events)
    for place, n in zip(places, turns, strict=True):
        events[place] = stream.events[n]
    return stream.with_events(events)


def _pair(stream: Stream) -> Stream:
    """Return the stream with pairs of adjacent chunks joined, if both chunks have fragments of the same call."""
    numbers = {n: call for call in calls(stream) for n in call.numbers}
    events: list[Any] = []
    joined = False
    for n, event in enumerate(stream.events):
        if not joined and n in numbers and numbers.get(n - 1) is numbers[n]:
            more = event.value["choices"][0]["delta"]["tool_calls"]
            events[-1].value["choices"][0]["delta"]["tool_calls"].extend(more)
            joined = True
        else:
            events.append(event)
            joined = False
    return stream.with_events(events)


def _unname(call: Call) -> None:
    for named in call.named:
        named["name"] = ""


MUTANTS: Final = (
    Mutant(
        id="index-missing", statement="No fragment has the index of its call.",
        bug="openai-python#3246, vercel/ai#15879",
        verdicts=verdicts(SAME, _LOOSE) | _BROKEN, make=put(_INDEXES, None),
    ),
    Mutant(
        id="index-zero", statement="Every index is 0.", bug="litellm#33678, smolagents#1958",
        verdicts=verdicts(SAME, _INDEXED), make=put(_INDEXES, 0),
    ),
    Mutant(
        id="index-from-one", statement="Indexes begin at 1.", bug="no document states where counting begins",
        verdicts=verdicts(SAME, _INDEXED), make=_counted(1),
    ),
    Mutant(
        id="index-negative", statement="Every index is -1.", bug="recorded from Z.ai: an index of -1",
        verdicts=verdicts(SAME, _INDEXED), make=put(_INDEXES, -1),
    ),
    Mutant(
        id="index-reused", statement="A call has the index of the call before it, but a new id and a new name.",
        bug="litellm#37792, apache/maka#1976",
        verdicts=verdicts(SAME, (*CHAT, "openai_responses")), make=of_calls(_reuse),
    ),
    Mutant(
        id="id-late", statement="The id comes with the last fragment, not with the first.",
        bug="vllm#18412 has no id at all; nothing forbids a late id",
        verdicts=verdicts(SAME, _LATE), make=of_each_call(_late_id),
    ),
    Mutant(
        id="id-only-when-done", statement="The item of a call is opened without its call_id.",
        bug="langchainjs#9082: it is unclear which id is the call's",
        verdicts=verdicts(SAME, ("openai_responses",)), make=of_each_call(_later_id),
    ),
    Mutant(
        id="id-empty-after", statement='Fragments after the first have the id "".',
        bug="recorded: 29 of 5134 such fragments", verdicts=verdicts(SAME, _LATE), make=_follow(id=""),
    ),
    Mutant(
        id="id-null-after", statement="Fragments after the first have the id null.",
        bug="recorded: 127 of 5134 such fragments", verdicts=verdicts(SAME, _LATE), make=_follow(id=None),
    ),
    Mutant(
        id="id-repeated", statement="Every fragment repeats the id.", bug="hermes-agent#11984",
        verdicts=verdicts(SAME, _LATE), make=of_each_call(_repeat_id),
    ),
    Mutant(
        id="id-changing", statement="Every fragment has a different id, and an empty name.",
        bug="hermes-agent#106943, LM Studio",
        verdicts=verdicts(SAME, _LATE), make=of_each_call(_change_id),
    ),
    Mutant(
        id="id-duplicated", statement="All calls have the same id.", bug="Switchyard#502, hermes-agent#67777",
        verdicts=verdicts(Verdict(calls={"id": "first"}), ALL), make=of_calls(_share_id),
    ),
    Mutant(
        id="id-missing", statement="No call has an id.", bug="vllm#18412, langchain#40608",
        verdicts=verdicts(Verdict(calls={"id": None}), tuple(name for name in ALL if name != "gemini_generate")),
        make=of_each_call(_drop_id),
    ),
    Mutant(
        id="id-given", statement="Calls have an id, although most answers give none.",
        bug="recorded from Vertex AI: 4 of 113 answers",
        verdicts=verdicts(Verdict(calls={"id": _GIVEN}), ("gemini_generate",)), make=of_each_call(_give_id),
    ),
    Mutant(
        id="name-repeated", statement="Every fragment repeats the name.", bug="hermes-agent#12230",
        verdicts=verdicts(SAME, _LATE), make=of_each_call(_repeat_name),
    ),
    Mutant(
        id="name-empty-after", statement="Fragments after the first have an empty name.",
        bug="hermes-agent#106943", verdicts=verdicts(SAME, _LATE), make=of_each_call(_empty_name),
    ),
    Mutant(
        id="name-split", statement="A name comes in two pieces.", bug="continue#5849, Switchyard#785",
        verdicts=verdicts(SAME, _LATE), make=of_stream(_split_name),
    ),
    Mutant(
        id="name-empty", statement="Every name is empty.", bug="continue#9784",
        verdicts=verdicts(Verdict(calls={"name": ""}), FRAGMENTED[1:], **dict.fromkeys(CHAT, Verdict(calls=None))),
        make=of_each_call(_unname),
    ),
    Mutant(
        id="calls-interleaved", statement="The fragments of several calls take turns.",
        bug="Qwen-Agent#943, ruby_llm#711",
        verdicts=verdicts(SAME, FRAGMENTED), make=of_stream(_interleave),
    ),
    Mutant(
        id="fragments-paired", statement="A chunk has two fragments of one call.",
        bug="openai-python#3201, #3425", verdicts=verdicts(SAME, _LATE), make=of_stream(_pair),
    ),
)  # fmt: skip
