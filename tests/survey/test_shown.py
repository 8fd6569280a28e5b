"""The capabilities that an exchange shows."""

from typing import Any

import pytest

from conformance.survey.shown import capabilities
from toolwire.model import (
    Arguments,
    CustomTool,
    Finish,
    Image,
    Message,
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
TREE = {"type": "object", "properties": {"left": {"$ref": "#"}}}
REFERS = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}


def call(name: str = "get", text: str = '{"city": "Rome"}', number: int = 1, *, complete: bool = True) -> ToolCall:
    form: Any = "object" if complete else "invalid"
    return ToolCall(name=name, id=f"call_{number}", arguments=Arguments(text=text, form=form), complete=complete)


def answer(*parts: Any, reason: Any = "tool_calls") -> Response:
    return Response(parts=parts, finish=Finish(reason=reason))


def asked(*messages: Message, tools: tuple[Any, ...] = (TOOL,), **more: Any) -> Request:
    return Request(model="m", messages=messages, tools=tools, **more)


def history(*results: ToolResult, calls: tuple[Any, ...] = (call(),)) -> Request:
    return asked(Message(role="assistant", parts=calls), Message(role="tool", parts=results))


def result(text: str = "sunny", number: int = 1, *more: Any) -> ToolResult:
    return ToolResult(call_id=f"call_{number}", name="get", parts=(*([Text(text=text)] if text else []), *more))


def shown(request: Request, response: Response) -> dict[str, bool]:
    return dict(capabilities(request, response))


@pytest.mark.parametrize(
    ("capability", "request_"),
    [
        ("unknown-tools", history(result(), calls=(call("other"),))),
        ("reasoning-with-calls", history(result(), calls=(Reasoning(text="so"), call()))),
        ("results-in-any-order", history(result("a", 2), result("b"), calls=(call(), call(number=2)))),
        ("json-results", history(result('{"ok": true}'))),
        ("empty-results", history(result(""))),
        ("large-results", history(result("a" * 20_000))),
        ("image-results", history(result("", 1, Image(data="aGk=")))),
        ("many-tools", asked(tools=tuple(ToolDefinition(name=f"t{n}", parameters=CITY) for n in range(64)))),
        ("server-tools", asked(tools=(TOOL, ProviderTool(kind="web_search")))),
        ("custom-tools", asked(tools=(CustomTool(name="write"),))),
        ("unicode-definitions", asked(tools=(ToolDefinition(name="a", description="Größe", parameters=CITY),))),
        ("tools-without-parameters", asked(tools=(ToolDefinition(name="a"),))),
        ("schema-references", asked(tools=(ToolDefinition(name="a", parameters=REFERS),))),
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
    assert shown(request_, answer(Text(text="ok"), reason="stop"))[capability] is True
    plain = history(result()) if capability.endswith("results") else asked()
    assert capability not in shown(plain, answer(Text(text="ok"), reason="stop"))


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
    ],
)  # fmt: skip
def test_what_an_answer_shows(capability: str, borne: bool, request_: Request, response: Response) -> None:
    assert shown(request_, response)[capability] is borne
