"""Mutants that write the arguments of calls in a different form, or in an invalid form."""

from collections.abc import Callable, Iterator
from typing import Final

from conformance.mutants.streams.calls import OBJECTS, Call, calls, events_of_calls
from conformance.mutants.streams.edits import of_each_call, of_stream, of_values
from conformance.mutants.streams.mutant import ALL, CHAT, SAME, Make, Mutant, Verdict, verdicts
from conformance.mutants.streams.stream import Event, Stream, slots
from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_TEXTS: Final = tuple(name for name in ALL if name not in OBJECTS)
_EMPTY: Final = Verdict(calls={"value": {}})
_REPEATED: Final = "repeated"


def _rewritten(edit: Callable[[str], Json]) -> Make:
    def change(call: Call) -> None:
        text = call.text()
        edited = edit(text)
        if edited != text or not call.fragments:
            call.put(edited)

    return of_each_call(change)


def _absent(call: Call) -> None:
    for place, key in (*call.fragments, *call.wholes):
        del place[key]


def _value(text: str) -> Json:
    """Return the value of a call's arguments. If the arguments are cut and therefore not JSON, return their text."""
    try:
        return exact_json.loads(text or "{}")
    except JsonError:
        return text


def _in_the_start(stream: Stream) -> Stream:
    """Move the whole arguments into the event that starts each call's block, and remove the fragments.

    Skip streams with cut arguments, and calls that already come whole.
    """
    found = [(call, _value(call.text())) for call in calls(stream) if call.fragments]
    if not all(isinstance(value, dict) for _, value in found):
        return stream
    for call, value in found:
        call.heads[0]["input"] = value
    of_calls = events_of_calls(stream)
    return stream.with_events(
        [event for n, event in enumerate(stream.events, 1) if n not in of_calls or not _is_fragment(event)]
    )


def _is_fragment(event: Event) -> bool:
    return any(place[key] == "input_json_delta" for place, key in slots(event.value, "/delta/type"))


def _repeated(text: str) -> str:
    """Return the JSON text of an object with its first key twice. Return any other text, and the text of an empty
    object, unchanged.
    """
    value = _value(text)
    first = next(iter(exact_json.pairs(value)), None) if isinstance(value, dict) else None
    if first is None:
        return text
    return f"{{{exact_json.dumps(first[0])}:{exact_json.dumps(first[1])},{text.strip().removeprefix('{')}"


def _repeated_object(call: Call) -> None:
    for place, key in call.wholes:
        if isinstance(place[key], dict) and place[key]:
            place[key] = exact_json.loads(_repeated(exact_json.dumps(place[key])))


def _without_end(text: str) -> str:
    return text.rstrip().removesuffix("}") if text.strip() != "" else "{"


def _partial(value: Json) -> None:
    """Replace the arguments of each call in a document of Gemini with parts that have a single value each
    (``partialArgs``), as Vertex AI sends them if the request asks for streamed arguments.
    """
    for place, key in list(slots(value, "/candidates/*/content/parts")):
        parts: list[Json] = []
        for part in place[key]:
            call = part.get("functionCall") if isinstance(part, dict) else None
            if call is None or not call.get("args"):
                parts.append(part)
                continue
            args = call.pop("args")
            parts.append(part)
            call["willContinue"] = True
            entries = [entry for name, item in args.items() for entry in _entries(item, f"$.{name}")]
            parts += ({"functionCall": {"partialArgs": [entry], "willContinue": True}} for entry in entries)
            parts.append({"functionCall": {}})
        place[key] = parts


def _entries(value: Json, path: str) -> Iterator[Json]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _entries(item, f"{path}.{key}")
    elif isinstance(value, list) and value:
        for n, item in enumerate(value):
            yield from _entries(item, f"{path}[{n}]")
    elif isinstance(value, dict | list):
        yield {"jsonPath": path + ("[]" if isinstance(value, list) else "")}
    elif isinstance(value, str):
        half = len(value) // 2
        yield {"jsonPath": path, "stringValue": value[:half], "willContinue": True}
        yield {"jsonPath": path, "stringValue": value[half:]}
    elif isinstance(value, bool):
        yield {"jsonPath": path, "boolValue": value}
    else:
        yield {"jsonPath": path, "nullValue": None} if value is None else {"jsonPath": path, "numberValue": value}


MUTANTS: Final = (
    Mutant(
        id="arguments-object", statement="Arguments are an object in place of text.",
        bug="smolagents#1003, litellm#37792",
        verdicts=verdicts(SAME, (*CHAT, "cohere_v2")), make=_rewritten(_value),
    ),
    Mutant(
        id="arguments-text", statement="Arguments are text in place of an object.",
        bug="the reverse of arguments-object", verdicts=verdicts(SAME, ("ollama_chat",)), make=_rewritten(str),
    ),
    Mutant(
        id="arguments-in-start", statement="The start of the block has the whole arguments, and no fragments follow.",
        bug="documented by Anthropic for answers in which its code execution continues",
        verdicts=verdicts(SAME, ("anthropic_messages",)), make=of_stream(_in_the_start),
    ),
    Mutant(
        id="arguments-null", statement="Arguments are null.", bug="recorded from Writer: 8 of 668 calls",
        verdicts=verdicts(_EMPTY, (*CHAT, "cohere_v2", "ollama_chat", "gemini_generate")),
        make=_rewritten(lambda _: None),
    ),
    Mutant(
        id="arguments-null-text", statement='Arguments are the text "null".',
        bug="recorded from Groq, for calls without arguments",
        verdicts=verdicts(_EMPTY, _TEXTS), make=_rewritten(lambda _: "null"),
    ),
    Mutant(
        id="arguments-absent", statement="Arguments are absent.",
        bug="litellm#5063, haystack-core-integrations#1947",
        verdicts=verdicts(_EMPTY, (*CHAT, "cohere_v2", "ollama_chat", "gemini_generate")),
        make=of_each_call(_absent),
    ),
    Mutant(
        id="arguments-empty", statement='Arguments are "".', bug="litellm#34287",
        verdicts=verdicts(_EMPTY, _TEXTS), make=_rewritten(lambda _: ""),
    ),
    Mutant(
        id="arguments-double", statement="Arguments are JSON text inside of JSON text.",
        bug="kimi-cli#2513, vllm#54964",
        verdicts=verdicts(Verdict(calls={"form": "not_object", "value": None}), _TEXTS),
        make=_rewritten(exact_json.dumps),
    ),
    Mutant(
        id="arguments-broken", statement="The last brace of the arguments is missing, but the answer ends normally.",
        bug="anthropic-sdk-python#1335, dust#24414",
        verdicts=verdicts(Verdict(calls={"form": "invalid", "value": None}), _TEXTS), make=_rewritten(_without_end),
    ),
    Mutant(
        id="arguments-repeated-keys", statement="The first key of the arguments occurs twice.",
        bug="JSON parsers keep only one value, and do not agree which",
        verdicts=verdicts(Verdict(calls={"keys": _REPEATED}), _TEXTS), make=_rewritten(_repeated),
    ),
    Mutant(
        id="arguments-repeated-keys-object", statement="The first key of an object of arguments occurs twice.",
        bug="JSON parsers keep only one value, and do not agree which",
        verdicts=verdicts(Verdict(calls={"keys": _REPEATED}), OBJECTS), make=of_each_call(_repeated_object),
    ),
    Mutant(
        id="arguments-partial", statement="Arguments come value by value (`partialArgs`).",
        bug="documented by and recorded from Vertex AI (streamFunctionCallArguments)",
        verdicts=verdicts(SAME, ("gemini_generate",)), make=of_values(_partial),
    ),
)  # fmt: skip
