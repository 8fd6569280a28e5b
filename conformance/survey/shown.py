"""The capabilities that an exchange is evidence for or against.

The evidence does not depend on the adapter that reads the exchange.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance.judge import arguments
from conformance.judge.finding import Finding
from conformance.judge.schemas import fits, validator
from toolwire import registry
from toolwire.client.openapi_schemas import json_schema
from toolwire.client.subschemas import is_recursive, within
from toolwire.model import (
    ArgumentsDelta,
    CustomTool,
    Event,
    File,
    Image,
    Json,
    Namespace,
    Part,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolDefinition,
    ToolResult,
    Unknown,
    own_functions,
    own_tools,
)
from toolwire.text import parse
from toolwire.text.any_of import AUTO
from toolwire.wire.exact_json import Number

_TOOL_SEARCHES: Final = ("tool_search_output", "tool_search_tool_result")
_MCP_CALLS: Final = ("mcp_call", "mcp_tool_use")
_COMPACTION: Final = "compaction"
_OUTSIDE_ASCII: Final = re.compile("[^\x00-\x7f]")
_DOUBLE: Final = 2**53
_LARGE: Final = 20_000
"""The minimum number of characters in a large result, as in the scenario ``result-large``."""
_LONG: Final = 24
"""The minimum number of rounds in a long history, as in ``history-long``."""
_MANY: Final = 64
"""The minimum number of tools for the capability ``many-tools``, as in ``define-many-tools``."""
_FLAGGED: Final = frozenset({"anthropic_messages", "bedrock_converse", "gemini_generate"})
"""The dialects with a flag or a key for the failure of a tool. In the other dialects, only the text of the
result can state a failure."""
_FAILURE: Final = re.compile(
    r"\w*(?:[Ee]rror|ERROR|Exception): *(?!(?:0|[Nn]o|[Nn]one|null|false)[\s.]*\Z)\S"
    r"|Traceback \(most recent call last\):\n|\d+ validation errors? for \w+\n"
)
"""The beginning of a text that states a failure: the name of an error with its message, a traceback, or pydantic's
errors.
"""
_PLANS: Final = "cohere_v2"
_SIGNATURE: Final = "thoughtSignature"
"""The key of a call under which Gemini sends the model's reasoning in an opaque form."""
_NO_SIGNATURES: Final = frozenset(
    {
        "skip_thought_signature_validator",
        "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=",
        "context_engineering_is_the_way_to_go",
        "Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv",
    }
)
"""The placeholders that Google documents for calls that a different model made, in plain text and in base64
(ai.google.dev, thought signatures). They are not reasoning."""
_MADE_BY: Final = {
    "claude": re.compile(r"toolu_(?:bdrk_|vrtx_)?[0-9A-Za-z]{24}"),
    "kimi": re.compile(r"functions\.[\w-]+:\d+"),
}
"""The families of models that have their own form of call ids, each with the pattern of these ids."""
_FAMILIES: Final = (
    *_MADE_BY, "gpt", "gemini", "grok", "mistral", "command", "nova", "deepseek", "llama", "qwen", "glm",
)  # fmt: skip
"""The words that show the family of a model in its name. If a name has none of these words, the family is not known."""
_DEFINITION: Final = re.compile(r"(?:/toolConfig)?/tools/\d")
_OF_HISTORY: Final = re.compile(r"/(?:messages|input|contents)/\d")
"""The beginnings of two JSON Pointers: to a single tool (``_DEFINITION``), and to a single message (``_OF_HISTORY``).

A finding with any other pointer is neither about a tool definition nor about the history. For example, if a model
accepts no tools, the pointer of the finding leads to the list of tools.
"""
_OF_PARAMETERS: Final = ("properties", "patternProperties", "$ref", "anyOf", "oneOf", "allOf")
"""The keywords of JSON Schema that can describe parameters."""


class _Turn(msgspec.Struct, frozen=True):
    """The calls of a turn, and the results that answer them.

    If the server keeps the history, the request may have only the results. Then ``calls`` is empty.
    """

    calls: list[ToolCall] = []
    results: list[ToolResult] = []


def capabilities(dialect: str, request: Request | None, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield each capability that an answered exchange is evidence for (True) or against (False).

    Exchanges are never evidence against capabilities that a model need not use, such as text with calls.
    """
    yield from _of_own_parts(answer)
    answer = _without_server_calls(request, answer)
    yield from _of_calls(answer)
    yield from _of_end(answer)
    if request is not None:
        yield from _of_choice(dialect, request, answer)
        yield from _of_unknown_calls(request, answer)
        yield from _of_results(dialect, request)
        yield from _of_history(dialect, request)
        yield from _of_tools(request)
        yield from _of_strict_tools(request, answer)
        yield from _of_added_tools(request, answer)
        if request.conversation is not None:
            yield "conversations", True


def _without_server_calls(request: Request | None, answer: Response) -> Response:
    """Return an answer without the calls that the provider may have made itself.

    If a request offers tools of the provider, the answer may contain the provider's own calls, in the form of calls
    that the client must run. Only the names show the difference: the client did not offer tools with these names. So
    calls of tools that were not offered are left out, including calls of tools that the provider's tool search loaded.
    """
    if request is None or not _has_own_tools(request):
        return answer
    offered = {tool.name for tool in (*request.offered_tools, *own_tools(request.offered_tools))}
    parts = tuple(part for part in answer.parts if not isinstance(part, ToolCall) or part.name in offered)
    return msgspec.structs.replace(answer, parts=parts)


def of_stream(request: Request, events: Iterable[Event]) -> Iterator[tuple[str, bool]]:
    """Yield ``("streamed-calls", True)`` if the arguments of a call came in several pieces, else nothing.

    A stream with whole calls is not evidence against the capability, because only some models and options give pieces.
    If the request has tools of the provider, yield nothing, because the pieces may belong to calls of these tools.
    """
    if _has_own_tools(request):
        return  # the pieces may belong to calls of the provider's tools
    begun = set()
    for event in events:
        if isinstance(event, ArgumentsDelta) and event.text:
            call = (event.candidate, event.part)
            if call in begun:
                yield "streamed-calls", True
                return
            begun.add(call)


def of_refusal(foretold: Iterable[Finding]) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that a refusal shows, each with True, which means evidence for the capability.

    ``foretold``: the findings of the rules that quote words of this refusal.
    """
    for finding in foretold:
        if _DEFINITION.match(finding.path):
            yield "wrong-definitions", True
        elif _OF_HISTORY.match(finding.path):
            yield "broken-histories", True


def _of_end(answer: Response) -> Iterator[tuple[str, bool]]:
    is_cut = any(not call.complete for call in answer.calls)
    ends_early = answer.finish.reason in ("length", "content_filter", "refusal", "pause")
    if answer.finish.reason == "length" and is_cut:
        yield "cut-calls", True
    elif (ends_early or (answer.finish.reason == "error" and answer.error is not None)) and not answer.calls:
        yield "early-ends", True


def _of_own_parts(answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that only some providers have: phases of text, compactions, calls of MCP servers,
    requests for an approval of such calls, tool searches, and calls by programs.
    """
    if any(isinstance(part, Text) and part.provider_data.get("phase") for part in answer.parts):
        yield "text-phases", True
    kinds = {part.kind for part in answer.parts if isinstance(part, ProviderPart)}
    if _COMPACTION in kinds:
        yield "compaction", True
    if kinds & {*_MCP_CALLS}:
        yield "hosted-mcp", True
    if answer.approvals:
        yield "approvals", True
    if not answer.calls:
        return
    if kinds & {*_TOOL_SEARCHES}:
        yield "tool-search", True
    callers = [call.provider_data.get(key) for call in answer.calls for key in ("openai_caller", "caller")]
    if any(isinstance(caller, dict) and caller.get("type") not in (None, "direct") for caller in callers):
        yield "programmatic-calls", True


def _of_calls(answer: Response) -> Iterator[tuple[str, bool]]:
    calls = [call for call in answer.calls if call.complete]
    if not calls:
        return
    yield ("single-call", True) if len(calls) == 1 else ("parallel-calls", True)
    if any(isinstance(part, Text) and part.text.strip() for part in answer.parts):
        yield "text-with-calls", True
    values = [value for call in calls if isinstance(value := arguments.value(call.arguments.text), dict)]
    if {} in values:
        yield "no-argument-calls", True
    if any(isinstance(inner, dict | list) and inner for value in values for inner in value.values()):
        yield "nested-arguments", True
    if any(_OUTSIDE_ASCII.search(text) for value in values for text in _texts(value)):
        yield "unicode-arguments", True
    if any(isinstance(leaf, int) and abs(leaf) > _DOUBLE and leaf % 2 for value in values for leaf in _leaves(value)):
        yield "exact-numbers", True


def _of_choice(dialect: str, request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    choice, called = request.tool_choice, [call.name for call in answer.calls]
    if not own_functions(request.offered_tools):
        return
    if answer.finish.reason in ("length", "interrupted", "malformed", "error", "content_filter"):
        return
    match choice.mode if choice else "auto":
        case "auto" if not called and not _prints_call(request, answer):
            yield "choice-auto", True
        case "required":
            yield "choice-required", bool(called)
        case "named" if choice is not None:
            yield "choice-named", bool(called) and set(called) <= set(choice.names)
        case "none":
            yield "choice-none", not called and not _prints_call(request, answer)
        case "allowed" if choice is not None and choice.must_call:
            yield "choice-subset", bool(called) and set(called) <= set(choice.names)
    if request.parallel_tool_calls is False and called:
        yield "parallel-off", len(called) == 1
    if choice and (choice.mode in ("required", "named") or choice.must_call):
        forced = bool(called) and (not choice.names or set(called) <= set(choice.names))
        if forced and any(_is_reasoning(dialect, part) for part in answer.parts):
            yield "choice-forced-with-reasoning", True


def _prints_call(request: Request, answer: Response) -> bool:
    """Return whether the text of an answer has a call of an offered tool in a known text format."""
    text = "".join(part.text for part in answer.parts if isinstance(part, Text))
    return bool(parse(text, registry.text_format(AUTO), own_functions(request.offered_tools)).calls)


def _of_unknown_calls(request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield the capability ``unknown-tools`` if an answer or the history has a call of a tool that is not offered.

    Yield nothing if the request has tools of the provider, or parts that define tools. These may also offer the tool.
    """
    offered = {tool.name for tool in own_tools(request.offered_tools)}
    parts = [part for message in request.messages for part in message.parts]
    brought = (part.value for part in parts if isinstance(part, ProviderPart | Unknown))
    if _has_own_tools(request) or any(isinstance(value, dict) and "tools" in value for value in brought):
        return
    sent = (part for part in parts if isinstance(part, ToolCall))
    if offered and any(call.name not in offered for call in (*sent, *answer.calls)):
        yield "unknown-tools", True


def _turns(request: Request) -> list[_Turn]:
    """Return the turns of the history. The calls and the results of a turn may be spread over several messages."""
    turns = [_Turn()]
    for message in request.messages:
        calls = [part for part in message.parts if isinstance(part, ToolCall)]
        if calls and turns[-1].results:
            turns.append(_Turn())
        turns[-1].calls.extend(calls)
        turns[-1].results.extend(part for part in message.parts if isinstance(part, ToolResult))
    return turns


def _of_results(dialect: str, request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that the provider shows by accepting the results in the history."""
    turns = [turn for turn in _turns(request) if turn.results]
    for turn in turns:
        called, answered = [call.id for call in turn.calls], [result.call_id for result in turn.results]
        distinct = set(answered)
        yield ("results", True) if len(turn.results) == 1 else ("parallel-results", True)
        if None not in distinct and len(distinct) == len(answered) and distinct == set(called) and answered != called:
            yield "results-in-any-order", True
        if any(result.is_error or _states_failure(dialect, result) for result in turn.results):
            yield "error-results", True
    if sum(bool(turn.calls) for turn in turns) > 1:
        yield "sequential-steps", True


def _states_failure(dialect: str, result: ToolResult) -> bool:
    """Return whether the text of a result states a failure. Return False for dialects with a flag for failures."""
    if dialect in _FLAGGED:
        return False
    text = _text(result)
    document = arguments.value(text)
    return bool(document.get("error")) if isinstance(document, dict) else bool(_FAILURE.match(text))


def _of_history(dialect: str, request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that the provider shows by accepting the history, except those of ``_of_results``."""
    rounds = 0
    for message in request.messages:
        calls = [part for part in message.parts if isinstance(part, ToolCall)]
        rounds += bool(calls)
        reasoned = any(_is_reasoning(dialect, part) for part in message.parts)
        signatures = {mark for call in calls if isinstance(mark := call.provider_data.get(_SIGNATURE), str) and mark}
        if calls and (reasoned or signatures - _NO_SIGNATURES):
            yield "reasoning-with-calls", True
        if signatures & _NO_SIGNATURES or any(_is_foreign(call.id, request.model) for call in calls):
            yield "foreign-history", True
        if any(call.kind == "function" and call.arguments.form == "invalid" for call in calls):
            yield "odd-histories", True
        yield from (shown for part in message.parts if isinstance(part, ToolResult) for shown in _of_result(part))
    if rounds >= _LONG:
        yield "long-history", True


def _is_reasoning(dialect: str, part: Part) -> bool:
    """Return whether a part is reasoning, either as text or in an opaque form.

    In Cohere's dialect, only a block of thinking counts as reasoning. The plan before calls does not count, because
    Cohere's models write a plan even if they do not reason.
    """
    if not isinstance(part, Reasoning):
        return False
    return bool(part.provider_data or (part.text and dialect != _PLANS))


def _is_foreign(made: str | None, model: str | None) -> bool:
    """Return whether a call's id, ``made``, has the form of a family of models to which the request's model does not
    belong.

    Return False if the family of the request's model is not known.
    """
    families = {family for family in _FAMILIES if family in (model or "").lower()}
    return any(families and family not in families and ids.fullmatch(made or "") for family, ids in _MADE_BY.items())


def _text(result: ToolResult) -> str:
    return "".join(part.text for part in result.parts if isinstance(part, Text))


def _of_result(result: ToolResult) -> Iterator[tuple[str, bool]]:
    text = _text(result)
    if any(isinstance(part, Image) for part in result.parts):
        yield "image-results", True
    elif any(isinstance(part, File) for part in result.parts):
        yield "file-results", True
    elif not text and all(isinstance(part, Text) for part in result.parts):
        yield "empty-results", True
    if isinstance(arguments.value(text), dict | list) and text.lstrip()[:1] in ("{", "["):
        yield "json-results", True
    if len(text) >= _LARGE:
        yield "large-results", True


def _of_tools(request: Request) -> Iterator[tuple[str, bool]]:
    """Yield the capabilities that the provider shows by accepting the tool definitions."""
    functions = own_functions(request.tools)
    if len(request.tools) >= _MANY:
        yield "many-tools", True
    if functions and _has_own_tools(request):
        yield "server-tools", True
    custom = [tool for tool in own_tools(request.tools) if isinstance(tool, CustomTool)]
    if custom:
        yield "custom-tools", True
    if any(isinstance(tool.format, dict) and tool.format.get("type") == "grammar" for tool in custom):
        yield "grammar-tools", True
    if any(isinstance(tool, Namespace) for tool in request.tools):
        yield "namespaces", True
    for tool in functions:
        schema = json_schema(tool)
        if _OUTSIDE_ASCII.search(tool.description or ""):
            yield "unicode-definitions", True
        if isinstance(schema, dict) and _takes_parameters(schema):
            yield from _of_schema(schema)
        elif (isinstance(schema, dict) or schema is None) and not _may_be_in_chat_form(tool):
            yield "tools-without-parameters", True


def _of_added_tools(request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield the capability ``added-tools`` if an answer calls a tool that only a message offers."""
    at_the_head = {tool.name for tool in own_tools(request.tools)}
    added = {tool.name for tool in own_tools(request.offered_tools)} - at_the_head
    if any(call.name in added for call in answer.calls):
        yield "added-tools", True


def _has_own_tools(request: Request) -> bool:
    """Return whether a request offers a tool of the provider.

    Some SDKs write a null for each kind of tool that is not used. A null does not count as a tool.
    """
    own = [tool.value for tool in request.offered_tools if isinstance(tool, ProviderTool)]
    return any(not isinstance(value, dict) or any(part is not None for part in value.values()) for value in own)


def _may_be_in_chat_form(tool: ToolDefinition) -> bool:
    """Return whether a tool definition has an object under the key ``function``, as in Chat Completions, although its
    own dialect does not have this key.

    If so, it is not known if the provider reads this object or the other keys.
    """
    return tool.carried is not None and isinstance(tool.carried.rest.get("function"), dict)


def _takes_parameters(schema: dict[str, Json]) -> bool:
    """Return whether a schema describes parameters: by name, by a pattern of names, or through other schemas."""
    return any(schema.get(key) for key in _OF_PARAMETERS) or isinstance(schema.get("additionalProperties"), dict)


def _of_strict_tools(request: Request, answer: Response) -> Iterator[tuple[str, bool]]:
    """Yield, for each call of a strict tool, evidence for strict mode (True) or against it (False).

    The evidence is whether the arguments fit the schema. A provider may accept strict mode and then ignore it, so
    acceptance is not evidence.
    """
    strict = {tool.name: json_schema(tool) for tool in own_functions(request.offered_tools) if tool.strict}
    for call in answer.calls:
        if call.complete and call.name in strict:
            try:
                by = validator(strict[call.name])
            except ValueError:  # the user's schema is not valid
                continue
            yield "strict-tools", fits(by, arguments.value(call.arguments.text))


def _of_schema(schema: dict[str, Json]) -> Iterator[tuple[str, bool]]:
    subschemas = list(within(schema))
    objects = [subschema for subschema in subschemas if isinstance(subschema.get("properties"), dict)]
    if len(objects) > 1:
        yield "nested-schemas", True
    if any("enum" in subschema or _takes_null(subschema) for subschema in subschemas):
        yield "enums-and-null", True
    if any("$ref" in subschema for subschema in subschemas):
        yield ("recursive-schemas" if is_recursive(schema) else "schema-references"), True
    if any(_OUTSIDE_ASCII.search(name) for subschema in objects for name in subschema["properties"]):
        yield "unicode-parameter-names", True


def _takes_null(schema: dict[str, Json]) -> bool:
    kinds = schema.get("type")
    return kinds == "null" or (isinstance(kinds, list) and "null" in kinds)


def _leaves(value: Json) -> Iterator[Json]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    elif isinstance(value, int | str | Number) and not isinstance(value, bool):
        yield value


def _texts(value: Json) -> Iterator[str]:
    return (leaf for leaf in _leaves(value) if isinstance(leaf, str))
