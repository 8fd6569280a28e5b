"""Tests of the capabilities that an exchange shows."""

from typing import Any

import msgspec
import pytest

from conformance.judge.finding import Finding
from conformance.survey.shown import capabilities, of_refusal, of_stream
from toolwire.model import (
    AddedTool,
    ApprovalRequest,
    Arguments,
    ArgumentsDelta,
    Carried,
    CustomTool,
    File,
    Finish,
    Image,
    Message,
    Namespace,
    ProviderError,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOL = ToolDefinition(name="get", parameters=CITY)
ROOT = {"$ref": "#/$defs/A", "$defs": {"A": CITY}}
SEARCH = ProviderTool(kind="search", value={"type": "search"})
TREE = {"type": "object", "properties": {"left": {"$ref": "#"}}}
REFERS = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}


def call(
    name: str = "get", text: str = '{"city": "Rome"}', number: int = 1, *, complete: bool = True, **more: Any
) -> ToolCall:
    form: Any = "object" if complete else "invalid"
    known = {"id": f"call_{number}"} | more
    return ToolCall(name=name, arguments=Arguments(text=text, form=form), complete=complete, **known)


def odd_call(text: str = "Rome", kind: Any = "function") -> ToolCall:
    return ToolCall(name="get", id="call_1", arguments=Arguments(text=text, form="invalid"), kind=kind)


def answer(*parts: Any, reason: Any = "tool_calls") -> Response:
    return Response(parts=parts, finish=Finish(reason=reason))


def asked(*messages: Message, tools: tuple[Any, ...] = (TOOL,), model: str = "m", **more: Any) -> Request:
    return Request(model=model, messages=messages, tools=tools, **more)


def history(*results: ToolResult, calls: tuple[Any, ...] = (call(),), **more: Any) -> Request:
    return asked(Message(role="assistant", parts=calls), Message(role="tool", parts=results), **more)


def in_messages(*results: ToolResult, calls: tuple[Any, ...]) -> Request:
    """Return a history with each result in a separate message, as in OpenAI's dialects."""
    answered = [Message(role="tool", parts=(part,)) for part in results]
    return asked(Message(role="assistant", parts=calls), *answered)


def steps(*turns: Request) -> Request:
    return asked(*(message for turn in turns for message in turn.messages))


def result(text: str = "sunny", number: int = 1, *more: Any) -> ToolResult:
    return ToolResult(call_id=f"call_{number}", name="get", parts=(*([Text(text=text)] if text else []), *more))


def shown(request: Request, response: Response, dialect: str = "openai_chat") -> dict[str, bool]:
    return dict(capabilities(dialect, request, response))


PAIR = (call(), call(number=2))
CLAUDE_ID = "toolu_" + "0A" * 12
KIMI_ID = "functions.get:0"
SIGNED = {"thoughtSignature": "c2lnbmF0dXJl"}
PLACEHOLDER = {"thoughtSignature": "skip_thought_signature_validator"}
DONE = answer(Text(text="ok"), reason="stop")
FORCED = ToolChoice(mode="required")
NO_CALL = ToolChoice(mode="none")
PRINTED = '<tool_call>\n{"name": "get", "arguments": {"city": "Rome"}}\n</tool_call>'
NAMED = ToolChoice(mode="named", names=("get",))
FAILED = Response(parts=(), finish=Finish(reason="error"), error=ProviderError(message="overloaded"))


@pytest.mark.parametrize(
    ("capability", "request_"),
    [
        ("unknown-tools", history(result(), calls=(call("other"),))),
        ("reasoning-with-calls", history(result(), calls=(Reasoning(text="so"), call()))),
        ("reasoning-with-calls", history(result(), calls=(call(provider_data=SIGNED),))),
        ("results-in-any-order", history(result("a", 2), result("b"), calls=PAIR)),
        ("results-in-any-order", in_messages(result("a", 2), result("b"), calls=PAIR)),
        ("parallel-results", in_messages(result("a"), result("b", 2), calls=PAIR)),
        ("parallel-results", steps(history(result()), history(result("a"), result("b", 2), calls=PAIR))),
        ("sequential-steps", steps(history(result()), history(result()))),
        ("error-results", history(result("Error: no such city"))),
        ("error-results", history(result("KeyError: 'Rome'"))),
        ("error-results", history(result('{"error": "no such city"}'))),
        ("error-results", history(result("2 validation errors for Trip\nfrom\n  Field required"))),
        ("error-results", history(result('Traceback (most recent call last):\n  File "a.py"'))),
        ("odd-histories", history(result(), calls=(odd_call(),))),
        ("foreign-history", history(result(), calls=(call(id=CLAUDE_ID),), model="gemini-2.5-flash")),
        ("foreign-history", history(result(), calls=(call(id=KIMI_ID),), model="gpt-4o")),
        ("foreign-history", history(result(), calls=(call(provider_data=PLACEHOLDER),))),
        ("json-results", history(result('{"ok": true}'))),
        ("empty-results", history(result(""))),
        ("large-results", history(result("a" * 20_000))),
        ("image-results", history(result("", 1, Image(data="aGk=")))),
        ("many-tools", asked(tools=tuple(ToolDefinition(name=f"t{n}", parameters=CITY) for n in range(64)))),
        ("server-tools", asked(tools=(TOOL, ProviderTool(kind="web_search")))),
        ("custom-tools", asked(tools=(CustomTool(name="write"),))),
        ("grammar-tools", asked(tools=(CustomTool(name="write", format={"type": "grammar", "syntax": "lark"}),))),
        ("namespaces", asked(tools=(Namespace(name="shop", tools=(TOOL,)),))),
        ("file-results", history(result("", 1, File(data="aGk=")))),
        ("unicode-definitions", asked(tools=(ToolDefinition(name="a", description="Größe", parameters=CITY),))),
        ("tools-without-parameters", asked(tools=(ToolDefinition(name="a"),))),
        ("schema-references", asked(tools=(ToolDefinition(name="a", parameters=REFERS),))),
        ("schema-references", asked(tools=(ToolDefinition(name="a", parameters=ROOT),))),
        ("recursive-schemas", asked(tools=(ToolDefinition(name="a", parameters=TREE),))),
        (
            "enums-and-null",
            asked(tools=(ToolDefinition(name="a", parameters={"properties": {"a": {"type": ["string", "null"]}}}),)),
        ),
        ("nested-schemas", asked(tools=(ToolDefinition(name="a", parameters={"properties": {"a": CITY}}),))),
        ("unicode-parameter-names", asked(tools=(ToolDefinition(name="a", parameters={"properties": {"ä": {}}}),))),
    ],
)
def test_what_an_accepted_request_shows(capability: str, request_: Request) -> None:
    assert shown(request_, DONE)[capability] is True
    plain = history(result()) if capability.endswith("results") else asked()
    assert capability not in shown(plain, DONE)


@pytest.mark.parametrize(
    ("capability", "request_"),
    [
        ("empty-results", history(result("", 1, File(data="aGk=")))),
        ("empty-results", history(result("", 1, ProviderPart(kind="search_result", value={"title": "a"})))),
        ("empty-results", history(result("null"))),
        ("server-tools", asked(tools=(TOOL, ProviderTool(kind="codeExecution", value={"codeExecution": None})))),
        ("server-tools", asked(tools=(ProviderTool(kind="web_search"),))),
        ("tools-without-parameters", asked(tools=(ToolDefinition(name="a", parameters=ROOT),))),
        ("tools-without-parameters", asked(tools=(ToolDefinition(name="a", parameters={"anyOf": [CITY]}),))),
        ("tools-without-parameters", asked(tools=(ToolDefinition(name="a", parameters=True),))),
        (
            "tools-without-parameters",
            asked(tools=(ToolDefinition(name="a", carried=Carried(rest={"function": {"parameters": CITY}})),)),
        ),
        ("reasoning-with-calls", history(result(), calls=(Reasoning(), call()))),
        ("reasoning-with-calls", history(result(), calls=(call(provider_data=PLACEHOLDER),))),
        ("reasoning-with-calls", history(result(), calls=(call(provider_data={"thoughtSignature": ["a"]}),))),
        ("results-in-any-order", in_messages(result("a"), result("b", 2), calls=PAIR)),
        ("results-in-any-order", in_messages(result("a", 2), calls=PAIR)),
        ("results-in-any-order", steps(history(result("a", 2), calls=(call(number=2),)), history(result()))),
        ("parallel-results", steps(history(result()), history(result()))),
        ("sequential-steps", in_messages(result("a"), result("b", 2), calls=PAIR)),
        ("sequential-steps", steps(history(result()), asked(Message(role="assistant", parts=(call(),))))),
        ("error-results", history(result("Errors are rare here"))),
        ("error-results", history(result("error: none"))),
        ("error-results", history(result("no error: all is well"))),
        ("error-results", history(result('{"error": null, "city": "Rome"}'))),
        ("error-results", history(result('{"errors": 0}'))),
        ("odd-histories", history(result(), calls=(odd_call("a note", "custom"),))),
        ("odd-histories", history(result(), calls=(call(text="[]"),))),
        ("foreign-history", history(result(), calls=(call(id=CLAUDE_ID),), model="claude-haiku-4-5")),
        ("foreign-history", history(result(), calls=(call(id=CLAUDE_ID),), model="a-deployment")),
        ("foreign-history", history(result(), calls=(call(id="toolu_1"),), model="gpt-4o")),
        ("foreign-history", history(result(), calls=(call(id=KIMI_ID),), model="moonshotai/Kimi-K2")),
        ("foreign-history", history(result(), calls=(call(provider_data=SIGNED),), model="gemini-3-pro")),
        ("unknown-tools", history(result())),
        ("unknown-tools", history(result(), calls=(call("other"),), tools=())),
        ("unknown-tools", history(result(), calls=(call("bash"),), tools=(TOOL, ProviderTool(kind="bash_1")))),
        (
            "unknown-tools",
            history(
                result(), calls=(ProviderPart(kind="tool_search_output", value={"tools": []}), call("other"))
            ),
        ),
    ],
)  # fmt: skip
def test_a_request_that_is_near_but_shows_nothing(capability: str, request_: Request) -> None:
    assert capability not in shown(request_, DONE)


@pytest.mark.parametrize("dialect", ["anthropic_messages", "bedrock_converse", "gemini_generate"])
def test_a_text_is_no_failure_where_results_have_a_flag_for_it(dialect: str) -> None:
    assert "error-results" not in shown(history(result("Error: no such city")), DONE, dialect)
    flagged = history(ToolResult(call_id="call_1", parts=(Text(text="no such city"),), is_error=True))
    assert shown(flagged, DONE, dialect)["error-results"] is True


def test_a_plan_before_calls_is_no_reasoning() -> None:
    plan, thinking = Reasoning(text="I will look."), Reasoning(text="So", provider_data={"type": "thinking"})
    for part, reasons in ((plan, False), (thinking, True)):
        forced = shown(asked(tool_choice=FORCED), answer(part, call()), "cohere_v2")
        sent = shown(history(result(), calls=(part, call())), DONE, "cohere_v2")
        assert ("choice-forced-with-reasoning" in forced, "reasoning-with-calls" in sent) == (reasons, reasons)


@pytest.mark.parametrize(
    ("capability", "borne", "request_", "response"),
    [
        ("parallel-off", True, asked(parallel_tool_calls=False), answer(call())),
        ("parallel-off", False, asked(parallel_tool_calls=False), answer(call(), call(number=2))),
        ("choice-subset", True, asked(tool_choice=ToolChoice(mode="allowed", names=("get",), must_call=True)),
         answer(call())),
        ("choice-subset", False, asked(tool_choice=ToolChoice(mode="allowed", names=("get",), must_call=True)),
         answer(call("other"))),
        ("strict-tools", True, asked(tools=(ToolDefinition(name="get", parameters=CITY, strict=True),)),
         answer(call())),
        ("strict-tools", False, asked(tools=(ToolDefinition(name="get", parameters=CITY, strict=True),)),
         answer(call(text="{}"))),
        ("cut-calls", True, asked(), answer(call(text='{"ci', complete=False), reason="length")),
        ("early-ends", True, asked(), answer(Text(text="so"), reason="content_filter")),
        ("early-ends", True, asked(), FAILED),
        ("choice-auto", True, asked(), DONE),
        ("choice-none", True, asked(tool_choice=NO_CALL), DONE),
        ("choice-none", True, asked(tool_choice=NO_CALL), answer(Text(text="I may not call get."), reason="stop")),
        ("choice-none", False, asked(tool_choice=NO_CALL), answer(Text(text=PRINTED), reason="stop")),
        ("unknown-tools", True, asked(), answer(call("other"))),
        ("text-with-calls", True, asked(), answer(Text(text="Rome?"), call())),
        ("single-call", True, asked(tools=(SEARCH, TOOL)), answer(call(), call("keyword_search", number=2))),
        ("single-call", True, asked(tools=(ProviderTool(kind="bash_1", name="bash"),)), answer(call("bash"))),
        ("choice-forced-with-reasoning", True, asked(tool_choice=FORCED), answer(Reasoning(text="so"), call())),
        ("choice-forced-with-reasoning", True, asked(tool_choice=NAMED), answer(Reasoning(text="so"), call())),
    ],
)  # fmt: skip
def test_what_an_answer_shows(capability: str, borne: bool, request_: Request, response: Response) -> None:
    assert shown(request_, response)[capability] is borne


SEARCHED = ProviderPart(kind="tool_search_output", value={"tools": []})
COMMENT = Text(text="I will look.", provider_data={"phase": "commentary"})


def by(caller: str, key: str = "openai_caller") -> ToolCall:
    """Return a call by a caller of this type."""
    return call(provider_data={key: {"type": caller}})


def test_an_answer_in_a_conversation_shows_conversations() -> None:
    inside = msgspec.structs.replace(asked(), conversation="conv_1")
    assert "conversations" in shown(inside, answer(call()))
    assert "conversations" not in shown(asked(), answer(call()))


def test_a_call_of_an_added_tool_shows_added_tools() -> None:
    added = Message(role="system", parts=(AddedTool(tool=ToolDefinition(name="later", parameters=CITY)),))
    assert "added-tools" in shown(asked(added), answer(call("later")))
    assert "added-tools" not in shown(asked(added), answer(call()))
    assert "unknown-tools" not in shown(asked(added), answer(call("later")))


ASKS = ApprovalRequest(id="mcpr_1", server="clock", name="now", arguments=Arguments(text="{}", form="object", value={}))


@pytest.mark.parametrize(
    ("capability", "response", "is_shown"),
    [
        ("text-phases", answer(COMMENT, call()), True),
        ("text-phases", answer(Text(text="I will look."), call()), False),
        ("tool-search", answer(SEARCHED, call()), True),
        ("tool-search", answer(SEARCHED, reason="stop"), False),
        ("programmatic-calls", answer(by("program")), True),
        ("programmatic-calls", answer(by("code_execution_20260120", "caller")), True),
        ("programmatic-calls", answer(by("direct", "caller")), False),
        ("programmatic-calls", answer(call()), False),
        ("compaction", answer(ProviderPart(kind="compaction", value={"encrypted_content": "YWJj"}), call()), True),
        ("compaction", answer(call()), False),
        ("hosted-mcp", answer(ProviderPart(kind="mcp_call", value={"name": "now"}), reason="stop"), True),
        ("hosted-mcp", answer(ProviderPart(kind="mcp_tool_use", value={"name": "now"}), call()), True),
        ("approvals", answer(ASKS, reason="stop"), True),
        ("approvals", answer(ProviderPart(kind="mcp_call", value={"name": "now"}), reason="stop"), False),
        ("hosted-mcp", answer(ASKS, reason="stop"), False),
        ("hosted-mcp", answer(ProviderPart(kind="mcp_list_tools", value={"tools": []}), call()), False),
    ],
)
def test_parts_of_the_providers_own_show_a_capability(capability: str, response: Response, is_shown: bool) -> None:
    assert (capability in shown(asked(), response)) is is_shown


@pytest.mark.parametrize(
    ("capability", "request_", "response"),
    [
        ("choice-auto", asked(), answer(Text(text=PRINTED), reason="stop")),
        ("choice-none", asked(tool_choice=NO_CALL), answer(Text(text=PRINTED[:30]), reason="length")),
        ("early-ends", asked(), answer(Text(text="so"), reason="interrupted")),
        ("early-ends", asked(), answer(Text(text="so"), reason="error")),
        ("unknown-tools", asked(), answer(call())),
        ("unknown-tools", asked(tools=(TOOL, ProviderTool(kind="bash_1"))), answer(call("bash"))),
        ("text-with-calls", asked(), answer(Text(text=" \n"), call())),
        ("text-with-calls", asked(tools=(SEARCH,)), answer(Text(text="Rome?"), call("keyword_search"))),
        ("single-call", asked(tools=(SEARCH, TOOL)), answer(call("keyword_search"))),
        ("parallel-calls", asked(tools=(SEARCH, TOOL)), answer(call(), call("keyword_search", number=2))),
        ("choice-forced-with-reasoning", asked(tool_choice=FORCED), answer(call())),
        ("choice-forced-with-reasoning", asked(tool_choice=FORCED), answer(Reasoning(), call())),
        ("choice-forced-with-reasoning", asked(tool_choice=FORCED), answer(Reasoning(text="so"), reason="stop")),
        ("choice-forced-with-reasoning", asked(tool_choice=NAMED), answer(Reasoning(text="so"), call("other"))),
        ("choice-forced-with-reasoning", asked(), answer(Reasoning(text="so"), call())),
    ],
)  # fmt: skip
def test_an_answer_that_is_near_but_shows_nothing(capability: str, request_: Request, response: Response) -> None:
    assert capability not in shown(request_, response)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([(0, '{"city": '), (0, '"Rome"}')], {"streamed-calls": True}),
        ([(0, '{"city": "Rome"}')], {}),
        ([(0, '{"city": "Rome"}'), (0, "")], {}),
        ([(0, '{"city": "Rome"}'), (1, '{"city": "Cork"}')], {}),
    ],
    ids=["in pieces", "whole", "whole and an empty end", "two whole calls"],
)
def test_a_stream_of_calls_in_pieces_shows_streamed_calls(
    pieces: list[tuple[int, str]], expected: dict[str, bool]
) -> None:
    events = [ArgumentsDelta(part=part, text=text) for part, text in pieces]
    assert dict(of_stream(asked(), events)) == expected
    assert dict(of_stream(asked(tools=(SEARCH,)), events)) == {}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/tools/0/function/parameters", {"wrong-definitions": True}),
        ("/toolConfig/tools/1/toolSpec/name", {"wrong-definitions": True}),
        ("/messages/2", {"broken-histories": True}),
        ("/tools/*", {}),
        ("/tool_choice", {}),
        ("/model", {}),
    ],
)
def test_a_predicted_refusal_shows_what_is_refused(path: str, expected: dict[str, bool]) -> None:
    assert dict(of_refusal([Finding(path=path, message="refused")])) == expected
