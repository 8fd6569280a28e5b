"""Mutants of plain answers: changes that servers make to calls or to the finish reason, each with the right reading."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from conformance.mutants.streams.ends import NORMAL, end_by_length, swap_reason
from conformance.mutants.streams.mutant import CHAT, SAME, Make, Mutant, Verdict, verdicts
from conformance.mutants.streams.stream import Event, Stream
from toolwire.json_value import Json
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError

SINCE: Final = "2026-11-27"


class _Form(NamedTuple):
    """Pointers to the calls and to the finish reason in the plain answers of a dialect."""

    calls: str
    arguments: tuple[str, ...]
    reason: str
    id: str | None = "id"
    kind: str | None = None
    """The ``type`` of a call. It is needed only if the list at ``calls`` also has parts of other types."""


_FUNCTION: Final = ("function", "arguments")
_FORMS: Final[dict[str, _Form]] = {
    **dict.fromkeys(CHAT, _Form("/choices/*/message/tool_calls/*", _FUNCTION, "/choices/*/finish_reason")),
    "openai_responses": _Form("/output/*", ("arguments",), "/status", "call_id", "function_call"),
    "anthropic_messages": _Form("/content/*", ("input",), "/stop_reason", kind="tool_use"),
    "gemini_generate": _Form(
        "/candidates/*/content/parts/*/functionCall", ("args",), "/candidates/*/finishReason", None
    ),
    "ollama_chat": _Form("/message/tool_calls/*", _FUNCTION, "/done_reason"),
    "cohere_v2": _Form("/message/tool_calls/*", _FUNCTION, "/finish_reason"),
    "bedrock_converse": _Form("/output/message/content/*/toolUse", ("input",), "/stopReason", "toolUseId"),
    "gemini_interactions": _Form("/steps/*", ("arguments",), "/status", kind="function_call"),
}
_TEXT: Final = (*CHAT, "openai_responses", "cohere_v2")
"""Dialects in which the arguments of a call are a text."""
_WITH_ID: Final = tuple(name for name, form in _FORMS.items() if form.id)
_CUT_SHORT: Final = Verdict(end="length")
_NOTHING: Final = Verdict(calls={"value": {}})


def _of_document(edit: Callable[[str, Json], None]) -> Make:
    """Return a transform that applies ``edit`` to a copy of the answer's document. ``edit`` also gets the dialect."""

    def make(stream: Stream) -> Iterator[bytes]:
        copy = stream.copy()
        edit(copy.dialect, copy.events[0].value)
        yield exact_json.encode(copy.events[0].value)

    return make


def _of_calls(edit: Callable[[_Form, list[Json]], None]) -> Make:
    """Return a transform that applies ``edit`` to the list of all function calls."""

    def change(dialect: str, document: Json) -> None:
        form = _FORMS[dialect]
        found = [call for _, call in pointer.find(document, form.calls) if isinstance(call, dict)]
        edit(form, [call for call in found if form.kind in (None, call.get("type")) and form.arguments[0] in call])

    return _of_document(change)


def _of_arguments(edit: Callable[[Json, str], None]) -> Make:
    """Return a transform that edits the arguments of each call. ``edit`` gets the object that contains the arguments,
    and the key of the arguments.
    """

    def change(form: _Form, calls: list[Json]) -> None:
        *path, key = form.arguments
        for call in calls:
            for step in path:
                call = call[step]
            edit(call, key)

    return _of_calls(change)


def _one_id(form: _Form, calls: list[Json]) -> None:
    for call in calls:
        call[form.id] = calls[0][form.id]


def _no_id(form: _Form, calls: list[Json]) -> None:
    for call in calls:
        call.pop(form.id, None)


def _empty(holder: Json, key: str) -> None:
    holder[key] = ""


def _null(holder: Json, key: str) -> None:
    holder[key] = None


def _absent(holder: Json, key: str) -> None:
    holder.pop(key, None)


def _broken(holder: Json, key: str) -> None:
    holder[key] = holder[key][:-1]


def _double(holder: Json, key: str) -> None:
    holder[key] = exact_json.dumps(holder[key])


def _swap(dialect: str, document: Json) -> None:
    swap_reason(dialect, document, _FORMS[dialect].reason)


def _length(dialect: str, document: Json) -> None:
    if dialect != "openai_responses":
        end_by_length(dialect, document, _FORMS[dialect].reason)
        return
    document |= {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    for item in document["output"][-1:]:
        item["status"] = "incomplete"


def _with_more_keys(dialect: str, document: Json) -> None:
    document["x_more"] = {"a": [1]}
    for _, call in pointer.find(document, _FORMS[dialect].calls):
        if isinstance(call, dict):
            call["x_more"] = "b"


PLAIN_MUTANTS: Final = (
    Mutant(
        id="plain-id-duplicated", statement="All calls of a plain answer have the same id.",
        bug="Switchyard#502, hermes-agent#67777",
        verdicts=verdicts(Verdict(calls={"id": "first"}), _WITH_ID), make=_of_calls(_one_id), usual=True, since=SINCE,
    ),
    Mutant(
        id="plain-id-missing", statement="No call of a plain answer has an id.", bug="vllm#18412, langchain#40608",
        verdicts=verdicts(Verdict(calls={"id": None}), _WITH_ID), make=_of_calls(_no_id), since=SINCE,
    ),
    Mutant(
        id="plain-arguments-empty", statement='Arguments in a plain answer are "".', bug="litellm#34287",
        verdicts=verdicts(_NOTHING, _TEXT), make=_of_arguments(_empty), usual=True, since=SINCE,
    ),
    Mutant(
        id="plain-arguments-null", statement="Arguments in a plain answer are null.",
        bug="recorded from Writer: 8 of 668 calls",
        verdicts=verdicts(_NOTHING, (*CHAT, "cohere_v2", "ollama_chat", "gemini_generate")), make=_of_arguments(_null),
        since=SINCE,
    ),
    Mutant(
        id="plain-arguments-absent", statement="The calls of a plain answer have no arguments.", bug="litellm#5063",
        verdicts=verdicts(_NOTHING, (*CHAT, "cohere_v2", "ollama_chat", "gemini_generate")),
        make=_of_arguments(_absent), since=SINCE,
    ),
    Mutant(
        id="plain-arguments-broken",
        statement="The last brace of the arguments in a plain answer is missing, but the answer ends normally.",
        bug="anthropic-sdk-python#1335, dust#24414",
        verdicts=verdicts(Verdict(calls={"form": "invalid", "value": None}), _TEXT), make=_of_arguments(_broken),
        usual=True, since=SINCE,
    ),
    Mutant(
        id="plain-arguments-double", statement="Arguments in a plain answer are JSON text inside of JSON text.",
        bug="kimi-cli#2513, vllm#54964",
        verdicts=verdicts(Verdict(calls={"form": "not_object", "value": None}), _TEXT), make=_of_arguments(_double),
        since=SINCE,
    ),
    Mutant(
        id="plain-finish-other-word",
        statement='A plain answer ends with "stop" although it has calls, or with "tool calls" although it has none.',
        bug="opencode#14973, mastra#14187",
        verdicts=verdicts(SAME, tuple(NORMAL)), make=_of_document(_swap), usual=True, since=SINCE,
    ),
    Mutant(
        id="plain-finish-length", statement="A plain answer ended at the token limit.", bug="LibreChat-AI/agents#280",
        verdicts=verdicts(_CUT_SHORT, tuple(_FORMS)), make=_of_document(_length), usual=True, since=SINCE,
    ),
    Mutant(
        id="plain-keys-unknown", statement="A plain answer and its calls have unknown keys.",
        bug="providers add keys without notice",
        verdicts=verdicts(SAME, tuple(_FORMS)), make=_of_document(_with_more_keys), since=SINCE,
    ),
)  # fmt: skip


def plain_mutants(
    dialect: str, body: bytes, wanted: Iterable[Mutant] = PLAIN_MUTANTS
) -> Iterator[tuple[Mutant, bytes]]:
    """Yield the mutants of a dialect's plain answer, each with the changed body. ``wanted``: the mutants to try.

    Mutants that change nothing are left out. An answer that is not JSON has no mutants.
    """
    try:
        whole = Stream(dialect=dialect, events=[Event(value=exact_json.loads(body))])
    except JsonError:  # some servers stream although no stream was requested
        return
    recorded = exact_json.encode(whole.events[0].value)
    for mutant in wanted:
        if dialect in mutant.verdicts:
            yield from ((mutant, mutated) for mutated in mutant.make(whole) if mutated != recorded)
