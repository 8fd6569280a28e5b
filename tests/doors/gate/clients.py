"""Small adapters: the reference client with edited tasks, results or readings."""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.callers.continuation import Continuation, added_tools, approvals_of
from toolwire.model import (
    CustomTool,
    Message,
    ProviderPart,
    Response,
    Text,
    Tool,
    ToolDefinition,
    ToolResult,
    own_tools,
)
from toolwire.wire import exact_json

replace = msgspec.structs.replace
Edit = Callable[[Any], Any]


class Client(ReferenceClient):
    """The reference client with edits of its tasks, its tools' results, its readings, and the messages that send
    answers back.
    """

    def __init__(
        self,
        *,
        task: Edit = lambda task: task,
        results: Edit = lambda given: given,
        reading: Edit,
        echo: Edit = lambda message: message,
    ) -> None:
        self._task, self._results, self._reading, self._sent_back = task, results, reading, echo

    def _echo(self, read: Response) -> Message:
        return self._sent_back(super()._echo(read))  # type: ignore[no-any-return]

    def converse(self, task: Task) -> Talk:
        talk = super().converse(self._task(task))
        reading = next(talk)
        while True:
            results = yield self._reading(reading)
            edited = self._results(results)
            if not isinstance(edited, Continuation):
                edited = Continuation.of(edited, added_tools(results), approvals_of(results))
            try:
                reading = talk.send(edited)
            except StopIteration:
                return


def tools(edit: Callable[[ToolDefinition], Any]) -> Edit:
    """Return an edit of every tool that is a function."""

    def edited(task: Task) -> Task:
        return replace(
            task, tools=tuple(edit(tool) if isinstance(tool, ToolDefinition) else tool for tool in task.tools)
        )

    return edited


def schemas(edit: Callable[[Any], Any]) -> Edit:
    """Return an edit of every schema of parameters."""
    return tools(lambda tool: replace(tool, parameters=edit(json.loads(json.dumps(tool.parameters)))))


def calls(edit: Callable[[ReadCall], Any]) -> Edit:
    """Return an edit of every call that is read."""
    return lambda reading: replace(reading, calls=tuple(edit(call) for call in reading.calls))


def arguments(edit: Callable[[Any], Any]) -> Edit:
    """Return an edit of the arguments of every call, as a value."""
    return calls(lambda call: replace(call, arguments=json.dumps(edit(json.loads(call.arguments or "{}")))))


def each_result(edit: Callable[[ToolResult], Any]) -> Edit:
    """Return an edit of every result."""
    return lambda results: tuple(edit(result) for result in results)


def texts(edit: Callable[[str], str]) -> Edit:
    """Return an edit of every text of every result."""

    def edited(result: ToolResult) -> ToolResult:
        parts = (replace(part, text=edit(part.text)) if isinstance(part, Text) else part for part in result.parts)
        return replace(result, parts=tuple(parts))

    return each_result(edited)


def without(value: Any, *keys: str) -> Any:
    """Return a JSON value without these keys, at any depth."""
    if isinstance(value, dict):
        return {key: without(item, *keys) for key, item in value.items() if key not in keys}
    return [without(item, *keys) for item in value] if isinstance(value, list) else value


def ascii_alone(value: Any) -> Any:
    """Return a JSON value with ``?`` in place of each character outside ASCII."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode("ascii", "replace").decode())


def rounded(value: Any) -> Any:
    """Return a JSON value in which each long integer is rounded to a double."""
    return json.loads(json.dumps(value), parse_int=lambda text: int(float(text)) if len(text) > 15 else int(text))


def swapped(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
    """Return the results, each with the call id of the next result."""
    ids = [result.call_id for result in results]
    return tuple(replace(result, call_id=other) for result, other in zip(results, ids[1:] + ids[:1], strict=True))


def nothing(reading: Reading) -> Reading:
    """Return a reading that hides a refusal: it has no error and looks like an empty answer."""
    return replace(reading, error=None, finish="stop", text="")


def same(value: Any) -> Any:
    return value


def by_name(known: dict[str, Tool]) -> Edit:
    """Return an edit that replaces each tool by the first tool with the same name, from any conversation."""
    return lambda task: replace(task, tools=tuple(known.setdefault(tool.name, tool) for tool in task.tools))


WRONG: dict[str, dict[str, Edit]] = {
    "reads-no-calls": {"reading": lambda reading: replace(reading, calls=(), order=reading.order[:0])},
    "reads-the-first-call": {"reading": lambda reading: replace(reading, calls=reading.calls[:1])},
    "allows-parallel-calls": {"task": lambda task: replace(task, parallel_tool_calls=None)},
    "reads-no-arguments-as-an-argument": {"reading": arguments(lambda value: value or {"input": None})},
    "reads-only-the-top-of-arguments": {
        "reading": arguments(lambda value: {key: str(item) for key, item in value.items()})
    },
    "reads-ascii": {"reading": arguments(ascii_alone)},
    "rounds-numbers": {"reading": arguments(rounded)},
    "drops-text-beside-calls": {
        "reading": lambda reading: (
            replace(reading, text="", order=("call",) * len(reading.calls)) if reading.calls else reading
        )
    },
    "drops-calls-of-unknown-tools": {"reading": lambda reading: replace(reading, calls=(), finish="stop")},
    "makes-calls-of-answers": {
        "reading": lambda reading: replace(reading, calls=(ReadCall(name="answer", arguments="{}"),))
    },
    "leaves-the-choice-out": {"task": lambda task: replace(task, tool_choice=None)},
    "chooses-any-of-all": {
        "task": lambda task: replace(task, tool_choice=replace(task.tool_choice, mode="required", names=()))
    },
    "keeps-tools-by-name": {"task": by_name({})},
    "leaves-the-tools-out": {"task": lambda task: replace(task, tools=())},
    "sends-other-results": {"results": texts(lambda text: f"Result: {text}")},
    "sends-results-of-other-calls": {"results": swapped},
    "sends-failures-as-results": {"results": each_result(lambda result: replace(result, is_error=None))},
    "keeps-the-conversation-itself": {"task": lambda task: replace(task, stored=False)},
    "forgets-its-conversation": {"task": lambda task: replace(task, stored=False, conversation=None)},
    "asks-for-no-compaction": {"task": lambda task: replace(task, compaction=False)},
    "asks-for-no-streamed-arguments": {"task": lambda task: replace(task, stream_arguments=False)},
    "waits-for-answers": {"task": lambda task: replace(task, background=False)},
    "forgets-what-was-said": {"task": lambda task: replace(task, messages=task.messages[-1:])},
    "reads-json-results": {"results": texts(lambda text: str(json.loads(text)))},
    "sends-null-for-nothing": {"results": texts(lambda text: text or "null")},
    "sends-no-images": {
        "results": each_result(
            lambda result: replace(result, parts=tuple(part for part in result.parts if isinstance(part, Text)))
        )
    },
    "cuts-results": {"results": texts(lambda text: text[:1000])},
    "invents-parameters": {"task": schemas(lambda _: {"type": "object", "properties": {"input": {"type": "string"}}})},
    "flattens-schemas": {"task": schemas(lambda schema: without(schema, "items"))},
    "drops-enums": {"task": schemas(lambda schema: without(schema, "enum"))},
    "drops-definitions": {"task": schemas(lambda schema: without(schema, "$ref"))},
    "describes-in-ascii": {"task": tools(lambda tool: replace(tool, description=ascii_alone(tool.description)))},
    "names-parameters-in-ascii": {"task": schemas(ascii_alone)},
    "is-never-strict": {"task": tools(lambda tool: replace(tool, strict=False))},
    "offers-thirty-two-tools": {"task": lambda task: replace(task, tools=task.tools[:32])},
    "cuts-names": {"task": tools(lambda tool: replace(tool, name=tool.name[:32]))},
    "drops-reasoning": {"reading": lambda reading: replace(reading, reasoning="hm")},
    "offers-functions-alone": {
        "task": lambda task: replace(task, tools=tuple(tool for tool in task.tools if isinstance(tool, ToolDefinition)))
    },
    "forgets-calls-of-the-provider": {
        "echo": lambda message: replace(
            message, parts=tuple(part for part in message.parts if not isinstance(part, ProviderPart))
        )
    },
    "drops-grammars": {
        "task": lambda task: replace(
            task,
            tools=tuple(replace(tool, format=None) if isinstance(tool, CustomTool) else tool for tool in task.tools),
        )
    },
    "opens-namespaces": {"task": lambda task: replace(task, tools=own_tools(task.tools))},
    "adds-no-tools": {"results": lambda results: Continuation.of(results)},
    "approves-everything": {
        "results": lambda results: Continuation.of(
            results, (), tuple(replace(answer, approve=True) for answer in approvals_of(results))
        )
    },
    "defers-no-tools": {"task": tools(lambda tool: replace(tool, deferred=False))},
    "offers-all-tools-to-the-model": {"task": tools(lambda tool: replace(tool, callers=()))},
    "forgets-phases": {
        "echo": lambda message: replace(
            message,
            parts=tuple(
                replace(part, provider_data=without(part.provider_data, "phase")) if isinstance(part, Text) else part
                for part in message.parts
            ),
        )
    },
    "reads-free-form-as-json": {"reading": calls(lambda call: replace(call, arguments=json.dumps(call.arguments)))},
    "ends-normally": {"reading": lambda reading: replace(reading, finish="stop", error=None)},
    "hides-refusals": {"reading": nothing},
}


def wrong(name: str) -> Client:
    """Return a client with this bug."""
    return Client(**{"reading": same, **WRONG[name]})


def cut_ids(result: ToolResult) -> ToolResult:
    return replace(result, call_id=result.call_id and result.call_id[:12])


BESIDE: dict[str, dict[str, Edit]] = {"cuts-ids": {"results": each_result(cut_ids)}}
"""Bugs that belong to no capability."""


def together(*names: str) -> Client:
    """Return a client with all of these bugs."""
    edits = [(WRONG | BESIDE)[name] for name in names]

    def all_of(kind: str) -> Edit:
        return lambda value: reduce(lambda edited, edit: edit[kind](edited) if kind in edit else edited, edits, value)

    return Client(task=all_of("task"), results=all_of("results"), reading=all_of("reading"))


class OwnIds(ReferenceClient):
    """A client that gives its users other ids for calls, and sends the provider's ids back."""

    hello = replace(ReferenceClient.hello, name="own-ids", shows=("finish", "order"))

    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading = next(talk)
        real: dict[str, str | None] = {}
        while True:
            own = [f"own_{len(real) + n}" for n, _ in enumerate(reading.calls)]
            real |= {name: call.id for name, call in zip(own, reading.calls, strict=True)}
            calls = tuple(replace(call, id=name) for name, call in zip(own, reading.calls, strict=True))
            results = yield replace(reading, calls=calls)
            named = (replace(result, call_id=real.get(result.call_id or "", result.call_id)) for result in results)
            try:
                reading = talk.send(Continuation.of(named, added_tools(results)))
            except StopIteration:
                return


def as_object(call: ReadCall) -> ReadCall:
    """Return a call whose arguments were parsed, and then written as text again."""
    if call.kind == "custom" or not call.complete:
        return call
    return replace(call, arguments=exact_json.dumps(exact_json.loads(call.arguments or "{}"), spaced=True))


class OneText(ReferenceClient):
    """A client that sends the texts of an answer back as a single text before its calls, unless a text has provider
    data.
    """

    hello = replace(ReferenceClient.hello, name="one-text", shows=("ids", "finish"))

    def _echo(self, read: Response) -> Message:
        message = super()._echo(read)
        spoken = [part for part in message.parts if isinstance(part, Text)]
        if len(spoken) < 2 or any(part.provider_data for part in spoken):
            return message
        whole = Text(text="".join(part.text for part in spoken))
        parts = [whole if part is spoken[0] else part for part in message.parts if part not in spoken[1:]]
        return replace(message, parts=tuple(parts))


RIGHT: dict[str, ReferenceClient] = {
    "ids of its own, mapped back": OwnIds(),
    "arguments as objects alone": Client(reading=calls(as_object)),
    "texts in one": OneText(),
    "neither usage, reasoning nor unknown fields": Client(
        reading=lambda reading: replace(reading, usage=None, reasoning="")
    ),
}
