"""Gemma 4's and FunctionGemma's ``call:NAME{...}``. Special tokens enclose the strings among the arguments."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from toolwire.dialects import arguments
from toolwire.model import Json, ToolCall
from toolwire.text.block import Block
from toolwire.text.errors import NotACall
from toolwire.text.format import Opening, Tags, TextFormat
from toolwire.text.rendering import bare_name
from toolwire.text.source import Asking
from toolwire.text.values import from_pairs, json_or_text, member, typed
from toolwire.wire import exact_json

_NAME: Final = re.compile(r"[\w.:/-]*")
_BARE: Final = re.compile(r"[^,{}\[\]<]*")
_DEEPEST: Final = 60


def _reader(quote: str, end: str) -> Callable[[Block], Asking[None]]:
    def read(block: Block) -> Asking[None]:
        yield from block.blanks()
        yield from block.expect("call:", ":")
        yield from block.blanks()
        name = yield from block.run(_NAME)
        yield from block.blanks()
        yield from block.expect("{")
        if not name:
            raise NotACall
        values = yield from _object(block, quote, 0)
        schema = block.offered.schema(name)
        typed_values = [
            (key, typed(value.text, member(schema, schema, key), schema) if isinstance(value, _Bare) else value)
            for key, value in exact_json.pairs(values)
        ]
        yield from block.followed(end)
        block.call(name, exact_json.dumps(_plain(from_pairs(typed_values))))
        yield from block.closing(end)

    return read


class _Bare:
    """A value without quotes."""

    def __init__(self, text: str) -> None:
        self.text = text


def _plain(value: Json) -> Json:
    if isinstance(value, _Bare):
        return json_or_text(value.text)
    if isinstance(value, dict):
        return from_pairs([(key, _plain(inner)) for key, inner in exact_json.pairs(value)])
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _object(block: Block, quote: str, depth: int) -> Asking[dict[str, Json]]:
    members: list[tuple[str, Json]] = []
    while True:
        yield from block.blanks()
        if (yield from block.optional("}")):
            return from_pairs(members)
        if (yield from block.optional(quote)):
            key, _ = yield from block.until(quote)
            yield from block.blanks()
            yield from block.expect(":")
        else:
            bare, _ = yield from block.until(":", stops=("{", "}", ","))
            key = bare.strip()
        members.append((key, (yield from _value(block, quote, depth))))
        yield from block.blanks()
        if not (yield from block.optional(",")):
            yield from block.expect("}")
            return from_pairs(members)


def _list(block: Block, quote: str, depth: int) -> Asking[list[Json]]:
    members: list[Json] = []
    yield from block.blanks()
    if (yield from block.optional("]")):
        return members
    while True:
        members.append((yield from _value(block, quote, depth)))
        yield from block.blanks()
        if (yield from block.expect(",", "]")) == "]":
            return members


def _value(block: Block, quote: str, depth: int) -> Asking[Json]:
    if depth > _DEEPEST:
        raise NotACall
    yield from block.blanks()
    if (yield from block.optional(quote)):
        text, _ = yield from block.until(quote)
        return text
    if (yield from block.optional("{")):
        return (yield from _object(block, quote, depth + 1))
    if (yield from block.optional("[")):
        return (yield from _list(block, quote, depth + 1))
    return _Bare((yield from block.run(_BARE)).strip())


def _writer(opening: str, quote: str, end: str) -> Callable[[Sequence[ToolCall]], str]:
    def name(key: str) -> str:
        return f"{quote}{key}{quote}" if re.search(r"[:{},]|^\s|\s$|^$", key) else key

    def value(argument: Json) -> str:
        if isinstance(argument, str):
            return f"{quote}{argument}{quote}"
        if isinstance(argument, dict):
            return "{" + ",".join(f"{name(key)}:{value(inner)}" for key, inner in argument.items()) + "}"
        if isinstance(argument, list):
            return f"[{','.join(map(value, argument))}]"
        return exact_json.dumps(argument)

    def render(calls: Sequence[ToolCall]) -> str:
        return "".join(
            f"{opening}call:{bare_name(call)}{value(arguments.to_object(call.arguments, call.name))}{end}"
            for call in calls
        )

    return render


_FOUR: Final = ("<|tool_call>", '<|"|>', "<tool_call|>")
_FUNCTION: Final = ("<start_function_call>", "<escape>", "<end_function_call>")

GEMMA4 = TextFormat(
    name="gemma4",
    title="Gemma 4",
    source="Chat template of google/gemma-4; vLLM, parser/gemma4.py",
    aliases=("gemma",),
    vllm=("gemma4",),
    sglang=("gemma4",),
    llama_cpp=("PEG_GEMMA4",),
    openings=(Opening(_FOUR[0]),),
    markers=(_FOUR[0],),
    reasoning=(
        Tags("<|channel>thought\n", "<channel|>", anywhere=True),
        Tags("<|channel>", "<channel|>", anywhere=True),
    ),
    ends_reasoning=(_FOUR[0],),
    tokens=("<|tool_call>", "<tool_call|>", '<|"|>', "<|channel>", "<channel|>"),
    noise=("<turn|>", "<|tool_response>"),
    read=_reader(*_FOUR[1:]),
    render=_writer(*_FOUR),
)

FUNCTION_GEMMA = TextFormat(
    name="functiongemma",
    title="FunctionGemma",
    source="Chat template of google/functiongemma-270m-it; vLLM, tool_parsers/functiongemma_tool_parser.py",
    vllm=("functiongemma",),
    openings=(Opening(_FUNCTION[0]),),
    markers=(_FUNCTION[0],),
    tokens=("<start_function_call>", "<end_function_call>", "<escape>"),
    noise=("<end_of_turn>", "<start_function_response>"),
    read=_reader(*_FUNCTION[1:]),
    render=_writer(*_FUNCTION),
)
