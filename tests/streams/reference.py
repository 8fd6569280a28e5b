"""The reference's readings of streams, their expected readings for mutants, and the available streams."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from conformance.data import cassettes_folder
from conformance.mutants.streams import Verdict
from conformance.recording.cassette import Cassette, CassetteName
from conformance.suite.cases import cassettes
from toolwire import ResponseStream
from toolwire.dialects.assembly import assemble
from toolwire.dialects.dialect import dialect
from toolwire.model import Event, Reasoning, Refusal, Response, Text
from toolwire.wire.exact_json import RepeatedKeys

HOMES = {
    "openai_chat": "openai", "openai_responses": "openai", "anthropic_messages": "anthropic",
    "gemini_generate": "gemini", "ollama_chat": "ollama", "mistral_chat": "mistral",
    "cohere_v2": "cohere", "bedrock_converse": "bedrock", "gemini_interactions": "gemini",
}  # fmt: skip


FIRST_ERROR = 400


class Shown(msgspec.Struct, frozen=True):
    """The compared parts of a response."""

    calls: list[dict[str, Any]]
    texts: dict[str, str]
    end: str


@cache
def streams(provider: str, spoken: str, scenario: str) -> tuple[bytes, ...]:
    """Return the streams of a cassette, without refusals."""
    path = CassetteName(provider, spoken, scenario, "stream").under(cassettes_folder())
    answers = (exchange.response for exchange in Cassette(path).exchanges)
    return tuple(answer.body for answer in answers if answer.status < FIRST_ERROR)


def every() -> list[CassetteName]:
    return [name for name in cassettes() if name.mode == "stream"]


def events(spoken: str, chunks: Iterable[bytes]) -> Iterator[Event]:
    stream = ResponseStream(dialect(spoken))
    for chunk in chunks:
        yield from stream.feed(chunk)
        if stream.is_over:
            return
    yield from stream.end()


def shown(spoken: str, body: bytes) -> Shown:
    return of(assemble(list(events(spoken, (body,)))))


def of(response: Response) -> Shown:
    texts = {
        kind.__name__: "".join(part.text for part in response.parts if isinstance(part, kind))
        for kind in (Text, Reasoning, Refusal)
    }
    calls = [
        {"id": call.id, "name": call.name, "complete": call.complete, "value": call.arguments.value,
         "form": call.arguments.form if call.arguments.value is None else "object"}
        for call in response.calls
    ]  # fmt: skip
    return Shown(calls, texts, response.finish.reason)


def faults(verdict: Verdict, before: Shown, after: Shown) -> list[str]:
    """Return the differences between a reading of a mutant and the verdict on the mutant."""
    if verdict.end == "length":
        return _cut_short(before, after)
    if verdict.end is not None:
        return _broken_off(verdict.end, before, after)
    if verdict.calls is None:
        return [] if not after.calls and after.texts == before.texts else ["calls without a name"]
    changes = dict(verdict.calls)
    repeated = changes.pop("keys", None) is not None
    if changes.get("id") == "first" and before.calls:
        changes["id"] = before.calls[0]["id"]
    expected = [_changed(call, changes) for call in before.calls]
    found = [_changed(call, {}) for call in after.calls]
    if repeated:
        if not any(isinstance(call["value"], RepeatedKeys) for call in found):
            return ["a key that is repeated is there once"]
        found = [call | {"value": dict(call["value"])} for call in found]
    wrong = [f"calls: {found} instead of {expected}"] if found != expected else []
    wrong += [f"texts: {after.texts} instead of {before.texts}"] if after.texts != before.texts else []
    return wrong + ([f"end: {after.end} instead of {before.end}"] if after.end != before.end else [])


def _changed(call: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a call with the changes of a mutant. A call that was cut has no value, in whatever form its text is."""
    changed = call | changes
    if not changed["complete"]:
        return changed | {"value": None, "form": None}
    return changed if changed["value"] is None else changed | {"form": "object"}


def _broken_off(end: str, before: Shown, after: Shown) -> list[str]:
    """Return the differences from the beginning of the recorded answer. A complete call must be whole."""
    wrong = [f"end: {after.end} instead of {end}"] if after.end != end else []
    wrong += ["more calls than there are"] if len(after.calls) > len(before.calls) else []
    for call, whole in zip(after.calls, before.calls, strict=False):
        if call["name"] != whole["name"] or (call["complete"] and call != whole):
            wrong.append(f"{call} of {whole}")
    return wrong + [kind for kind, text in after.texts.items() if not before.texts[kind].startswith(text)]


def _cut_short(before: Shown, after: Shown) -> list[str]:
    expected = [(call["id"], call["name"], n < len(before.calls) - 1) for n, call in enumerate(before.calls)]
    found = [(call["id"], call["name"], call["complete"]) for call in after.calls]
    wrong = [f"{found} instead of {expected}"] if found != expected else []
    return wrong + ([f"end: {after.end}"] if after.end != "length" else [])
