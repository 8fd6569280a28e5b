"""Formats of calls in JSON after a marker: Granite's, Phi-4's, Cohere's actions, and user-defined delimiters."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from toolwire.model import ToolCall
from toolwire.text import json_calls
from toolwire.text.block import Block
from toolwire.text.format import THINK, Opening, Tags, TextFormat
from toolwire.text.rendering import json_call, object_text, writable
from toolwire.text.source import Asking
from toolwire.wire import exact_json

_COHERE_NAMES: Final = ("tool_name", "name")
_COHERE_ARGUMENTS: Final = ("parameters", "arguments")


def _reader(
    *ends: str,
    unended: str = "",
    names: Collection[str] = json_calls.NAMES,
    arguments: Collection[str] = json_calls.ARGUMENTS,
    opens_list: bool = False,
) -> Callable[[Block], Asking[None]]:
    """Return a grammar that reads JSON with calls, and then any of ``ends`` as the end, which may be missing.

    Before the grammar emits the calls, it waits until it is clear if the end follows. After the opening ``unended`` it
    does not wait. ``opens_list`` is true if a bracket at the end of the opening is the first character of the JSON.
    """

    def read(block: Block) -> Asking[None]:
        if opens_list and block.opening.endswith("["):
            block.at -= 1
        yield from block.blanks()
        calls = json_calls.read((yield from block.json()), names, arguments)
        if block.opening != unended:
            yield from block.followed(*ends)
        json_calls.emit(block, calls)
        yield from block.closing(*ends)

    return read


def _written_list(calls: Sequence[ToolCall]) -> str:
    return f"[{', '.join(map(json_call, calls))}]"


GRANITE = TextFormat(
    name="granite",
    title="Granite 3",
    source="Chat templates of ibm-granite/granite-3.0 and 3.1; vLLM, parser/granite.py",
    aliases=("granite3",),
    vllm=("granite",),
    openings=(Opening("<|tool_call|>"), Opening("<tool_call>")),
    markers=("<|tool_call|>",),
    reasoning=(
        *THINK,
        Tags("Here is my thought process:", "Here is my response:", closes_alone=False),
        Tags("Here's my thought process:", "Here's my response:", closes_alone=False),
    ),
    tokens=("<tool_call>", "<|tool_call|>"),
    noise=("<|end_of_text|>",),
    read=_reader("</tool_call>", "<|/tool_call|>", unended="<|tool_call|>"),
    render=lambda calls: "<|tool_call|>" + _written_list(calls),
)

GRANITE_20B = TextFormat(
    name="granite_20b",
    title="Granite 20B function calling",
    source="vLLM, tool_parsers/granite_20b_fc_tool_parser.py",
    aliases=("granite-20b-fc",),
    vllm=("granite-20b-fc",),
    openings=(Opening("<function_call>"),),
    markers=("<function_call>",),
    tokens=("<function_call>",),
    noise=("<|endoftext|>",),
    read=_reader("</function_call>", unended="<function_call>"),
    render=lambda calls: " ".join(f"<function_call> {json_call(call)}" for call in calls),
)

PHI4 = TextFormat(
    name="phi4",
    title="Phi-4-mini",
    source="Model card of microsoft/Phi-4-mini-instruct; vLLM, tool_parsers/phi4mini_tool_parser.py",
    aliases=("phi4_mini", "phi4_mini_json", "phi-4"),
    vllm=("phi4_mini_json",),
    openings=(Opening("functools["), Opening("<|tool_call|>")),
    markers=("functools[", "<|/tool_call|>"),
    tokens=("<|tool_call|>", "<|/tool_call|>"),
    noise=("<|end|>",),
    read=_reader("<|/tool_call|>", unended="functools[", opens_list=True),
    render=lambda calls: "functools" + _written_list(calls),
)


def _cohere_call(n: int, call: ToolCall) -> str:
    call_id = exact_json.dumps(writable(call).id or str(n))
    name = exact_json.dumps(call.name)
    return f'    {{"tool_call_id": {call_id}, "tool_name": {name}, "parameters": {object_text(call)}}}'


def _render_cohere(calls: Sequence[ToolCall]) -> str:
    written = ",\n".join(_cohere_call(n, call) for n, call in enumerate(calls))
    return f"<|START_ACTION|>[\n{written}\n]<|END_ACTION|>"


COHERE = TextFormat(
    name="cohere",
    title="Command R7B, Command A",
    source="Chat template of CohereLabs/c4ai-command-r7b-12-2024; SGLang, function_call/cohere_command4_detector.py",
    aliases=("cohere_command", "command_a"),
    vllm=("cohere_command3", "cohere_command4"),
    sglang=("cohere_command4",),
    in_part={"sglang": ("cohere_command4",)},
    openings=(Opening("<|START_ACTION|>"),),
    markers=("<|START_ACTION|>",),
    reasoning=(Tags("<|START_THINKING|>", "<|END_THINKING|>", anywhere=True),),
    ends_reasoning=("<|START_ACTION|>",),
    tokens=(
        "<|START_ACTION|>",
        "<|END_ACTION|>",
        "<|START_THINKING|>",
        "<|END_THINKING|>",
        "<|START_RESPONSE|>",
        "<|END_RESPONSE|>",
        "<|START_TEXT|>",
        "<|END_TEXT|>",
    ),
    noise=(
        "<|START_RESPONSE|>",
        "<|END_RESPONSE|>",
        "<|START_TEXT|>",
        "<|END_TEXT|>",
        "<|START_OF_TURN_TOKEN|>",
        "<|END_OF_TURN_TOKEN|>",
        "<|CHATBOT_TOKEN|>",
    ),
    read=_reader("<|END_ACTION|>", names=_COHERE_NAMES, arguments=_COHERE_ARGUMENTS),
    render=_render_cohere,
)


def sentinel(name: str, opening: str, closing: str, *, title: str = "", source: str = "") -> TextFormat:
    """Return a format whose calls are JSON between two user-defined delimiters. The JSON is a call or a list of calls.

    Raises ``ValueError`` for a blank delimiter, because almost any text has blanks.
    """
    if not opening.strip() or not closing.strip():
        raise ValueError(f"{name}: expected delimiters that are not blank, got {opening!r} and {closing!r}")
    return TextFormat(
        name=name,
        title=title or name,
        source=source or "user-defined delimiters",
        openings=(Opening(opening),),
        markers=(opening,),
        read=_reader(closing),
        render=lambda calls: "\n".join(f"{opening}{json_call(call)}{closing}" for call in calls),
    )


SENTINEL = sentinel(
    "sentinel",
    "[TOOL_REQUEST]",
    "[END_TOOL_REQUEST]",
    title="LM Studio's default, and user-defined delimiters",
    source="lmstudio.ai/docs, tool use",
)
