"""Tests of the recognition of text formats, by the text with which a call begins."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written
from toolwire.wire.text_recognition import Sign, recognise_text

DEEPSEEK = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>"
STOCK = '{"name": "stock", "arguments": {"sku": "A-7"}}'
CALLS = {
    "hermes": [
        f"Looking.\n<tool_call>\n{STOCK}\n</tool_call>",
        f"<think>\nA <tool_call> is due.\n</think>\n\n<tool_call>{STOCK}</tool_call>",
        f"I weigh it.\n</think>\n\n<tool_call>{STOCK}",
        f"<longcat_tool_call>{STOCK}</longcat_tool_call>",
        'See `<function=x>` first.\n<tool_call>\n{"name": "st',
    ],
    "qwen3_coder": [
        "<tool_call>\n<function=stock>\n<parameter=sku>\nA-7\n</parameter>\n</function>\n</tool_call>",
        "<seed:tool_call>\n<function=stock>\n</function>\n</seed:tool_call>",
        "Now.\n<function=stock>\n<parameter=sku>\n[TOOL_CALLS]\n</parameter>\n</function>",
    ],
    "llama3_json": [
        '{"name": "stock", "parameters": {"sku": "A-7"}}',
        '<|python_tag|>{"name": "stock", "parameters": {}}; {"name": "now", "parameters": {}}',
        '{"name": "stock", "parameters": {"sku": "A-7"}}; {"name": "now", "parameters": {}}',
        '<|python_tag|>brave_search.call(query="bolts")',
        '{"parameters": {"sku": "A-7"}, "name": "stock"}',
        '{"name": "stock", "parameters": {"sku": "A-',
        '<function=stock>{"sku": "A-7"}</function>',
    ],
    "pythonic": [
        "[stock(sku='A-7', depots=[1, 2]), now()]",
        "<|python_start|>[now()]<|python_end|>",
        "<|tool_call_start|>[stock(sku='A-7')]<|tool_call_end|>",
        "<function_calls>\nstock(sku='A-7')\n</function_calls>",
        "[stock(sku='A-",
    ],
    "mistral": [
        '[TOOL_CALLS] [{"name": "stock", "arguments": {}}]',
        "[THINK]What of [TOOL_CALLS]?[/THINK][TOOL_CALLS]stock[ARGS]{}",
        "Sure.[TOOL_CALLS]stock[CALL_ID]a1B2c3D4e[ARGS]{}",
    ],
    "deepseek_v3": [f"{DEEPSEEK}function<｜tool▁sep｜>stock\n```json\n{{}}\n```<｜tool▁call▁end｜>"],
    "deepseek_v31": [f"Wait.{DEEPSEEK}stock<｜tool▁sep｜>{{}}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"],
    "deepseek_v32": ['<｜DSML｜function_calls>\n<｜DSML｜invoke name="stock">\n</｜DSML｜invoke>'],
    "deepseek_v4": ['<｜DSML｜tool_calls>\n<｜DSML｜invoke name="stock">\n</｜DSML｜invoke>'],
    "deepseek_v41": ['<｜DSML｜ calls>\n<｜DSML｜ invoke name="stock">'],
    "glm": [
        "<tool_call>stock\n<arg_key>sku</arg_key>\n<arg_value>A-7</arg_value>\n</tool_call>",
        "<tool_call>now</tool_call>",
        "<tool_call>stock<arg_key>sku</arg_key><arg_value>A-7</arg_value></tool_call>",
    ],
    "kimi_k2": [
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.stock:0<|tool_call_argument_begin|>{}"
        "<|tool_call_end|><|tool_calls_section_end|>",
        "<|tool_call_begin|>stock:1<|tool_call_argument_begin|>{}<|tool_call_end|>",
    ],
    "kimi_k3": ['<|open|>tools<|sep|><|open|>call tool="stock" index="0"<|sep|>'],
    "minimax_m2": ['<minimax:tool_call>\n<invoke name="stock">\n</invoke>\n</minimax:tool_call>'],
    "minimax_m3": ["]<]minimax[>[<tool_call>]<]minimax[>[<stock>"],
    "harmony": [
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.stock "
        "<|constrain|>json<|message|>{}<|call|>",
        "<|start|>assistant to=functions.stock<|channel|>commentary<|message|>{}<|call|>",
    ],
    "granite": [f"<|tool_call|>[{STOCK}]", f"<tool_call>[{STOCK}]"],
    "granite_20b": [f"<function_call>{STOCK}"],
    "phi4": [f"functools[{STOCK}]", f"<|tool_call|>[{STOCK}]<|/tool_call|>"],
    "gemma4": ['<|tool_call>call:stock{sku:<|"|>A-7<|"|>}<tool_call|>'],
    "functiongemma": ["<start_function_call>call:stock{sku:<escape>A-7<escape>}<end_function_call>"],
    "cohere": ['<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "stock", "parameters": {}}]<|END_ACTION|>'],
    "sentinel": [f"[TOOL_REQUEST]{STOCK}[END_TOOL_REQUEST]"],
    "xai_function_call": [
        '<xai:function_call name="stock">\n<parameter name="sku">A-7</parameter>\n</xai:function_call">',
        "<x.ai:tool_call>\n<parameter",
    ],
    "claude_invoke": [
        'count\n<invoke name="stock">\n<parameter name="sku">A-7</parameter>\n</invoke>',
        '<function_calls>\n<invoke name="stock">\n</invoke>\n</function_calls>',
    ],
    "tool_xml": [
        '<tool name="stock" sku="A-7"/>', "<tool><name>stock</name><arguments>{}</arguments></tool>",
        f"<tool>{STOCK}</tool>",
    ],
    "fenced_json": [f"```json\n{STOCK}\n```", '```json\n[{"tool": "stock", "args": {}}]\n```'],
    "react": ["Thought: I need it.\nAction: stock\nAction Input: A-7\n"],
    "function_call": ['{"function_call": {"name": "stock", "arguments": "{}"}}'],
}  # fmt: skip
NO_CALLS = {
    "nothing": "",
    "text": "Hello.",
    "empty-object": "{}",
    "empty-list": "[]",
    "other-object": '{"name": "Bolt", "price": 2}',
    "no-name": '{"parameters": {}}',
    "brace": "{",
    "bracket": "[",
    "numbers": "[1, 2]",
    "arguments-text": '{"name": "stock", "arguments": "none"}',
    "name-with-space": '{"name": "a b", "parameters": {}}',
    "more-keys": '{"name": "stock", "parameters": {}, "price": 3}',
    "text-behind": '{"name": "stock", "parameters": {}} is an example.',
    "code-span": "`<tool_call>{`",
    "fence": f"```\n<tool_call>{STOCK}</tool_call>\n```",
    "open-fence": f"~~~xml\n<tool_call>{STOCK}\n",
    "span-of-lines": f"A ``span\n<tool_call>{STOCK}</tool_call>\nof lines``.",
    "quoted-fence": f"> ```\n> <tool_call>{STOCK}</tool_call>\n> ```",
    "fence-in-list": f"- A list\n\n      ```\n      <tool_call>{STOCK}</tool_call>\n      ```",
    "long-span": f"So ```<tool_call>{STOCK}``` does it.",
    "in-thought": f"<think><tool_call>{STOCK}</tool_call>",
    "in-mistral-thought": f"[THINK][TOOL_CALLS]{STOCK}[/THINK]Hm.",
    "words": "A <tool> is what one works with, and a <function> what one calls.",
    "no-json-in-tags": "<tool_call>What?</tool_call>",
    "comprehension": "[x for x in range(3)]",
    "call-in-comprehension": "[f(x) for x in y]",
    "text-behind-list": "[stock(sku='A-7')] is what I would call.",
    "fence-behind-text": f"Two ways:\n\n```json\n{STOCK}\n```\nor none.",
    "words-of-react": "The action: none. Action Input: none.",
    "other-xml": '<root name="stock"><sku>A-7</sku></root>',
    "python": "def stock(sku='A-7'): ...",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"), [pytest.param(name, text, id=name) for name, texts in CALLS.items() for text in texts]
)
def test_formats_by_what_opens_their_calls(name: str, text: str) -> None:
    found = recognise_text(text, ["stock", "now"])
    assert found is not None
    assert (found.name, found.confidence) == (name, "likely" if _anybodys(name, text) else "certain")
    assert all(found.evidence)


def _anybodys(name: str, text: str) -> bool:
    others = ("llama3_json", "pythonic", "tool_xml", "fenced_json", "react", "function_call")
    return name in others and not text.startswith(("<|", "<function"))


@pytest.mark.parametrize("text", NO_CALLS.values(), ids=NO_CALLS)
def test_what_is_quoted_thought_of_or_something_else_is_no_call(text: str) -> None:
    assert recognise_text(text) is None
    assert recognise_text(text, ["stock", "now"]) is None


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, id=name) for name, texts in CALLS.items() for text in texts if _anybodys(name, text)],
)
def test_what_anybody_may_write_is_a_call_of_an_offered_tool_alone(text: str) -> None:
    found = recognise_text(text)
    assert found is not None
    assert (found.name, found.confidence) == (None, "possible")
    assert recognise_text(text, ["other"]) is None


@pytest.mark.parametrize(("text", "names"), [
    pytest.param("<tool_call>\n", ("hermes", "qwen3_coder", "glm", "granite"), id="tool-call"),
    pytest.param("<｜tool▁calls▁begin｜>", ("deepseek_v3", "deepseek_v31"), id="deepseek-begin"),
    pytest.param("<｜tool▁calls▁begin｜>\n<｜tool▁call▁be", ("deepseek_v3", "deepseek_v31"), id="deepseek-cut"),
    pytest.param('<｜DSML｜invoke name="stock">', ("deepseek_v32", "deepseek_v4"), id="dsml-invoke"),
])  # fmt: skip
def test_too_little_to_tell_is_nobodys(text: str, names: tuple[str, ...]) -> None:
    found = recognise_text(text)
    assert found is not None
    assert found.name is None
    assert found.names == names


def test_the_first_sign_counts() -> None:
    inside = {"name": "stock", "arguments": {"sku": "[TOOL_CALLS]x[ARGS]{} and <|python_tag|>{}"}}
    found = recognise_text(f"Well.\n<tool_call>{json.dumps(inside)}</tool_call>[TOOL_CALLS]x[ARGS]{{}}")
    assert found is not None
    assert found.name == "hermes"


@pytest.mark.parametrize(
    ("text", "names", "confidence"),
    [
        pytest.param(
            '<tool_call>{"name": "stock", "arguments": {"sku": "</think>"}}</tool_call>',
            ("hermes",),
            "possible",
            id="end-in-an-argument",
        ),
        pytest.param(
            '<tool_call>{"name": "stock", "arguments": {"sku": "</think>[TOOL_CALLS]x[ARGS]{}"}}',
            ("mistral", "hermes"),
            "certain",
            id="other-marker-in-an-argument",
        ),
        pytest.param(
            "I may write <tool_call>{ here.</think>\n<tool_call>{", ("hermes",), "certain", id="marker-in-thought"
        ),
        pytest.param(
            '<think>a</think>[TOOL_CALLS]stock[ARGS]{"sku": "[/THINK]functools[{"}',
            ("mistral",),
            "certain",
            id="markers-in-an-argument",
        ),
    ],
)
def test_what_may_be_the_end_of_reasoning_or_an_argument_leaves_doubt(
    text: str, names: tuple[str, ...], confidence: str
) -> None:
    found = recognise_text(text, ["stock"])
    assert found is not None
    assert (found.names, found.confidence) == (names, confidence)


def test_what_stands_in_a_document_of_json_opens_nothing() -> None:
    assert recognise_text('{"text": "<tool_call>{}</tool_call>"}') is None
    assert recognise_text('["[TOOL_CALLS]x[ARGS]{}"]') is None


def test_signs_of_others() -> None:
    sign = Sign(formats=("acme",), opens="<acme:call>", label="<acme:call>")
    found = recognise_text("Now <acme:call>stock</acme:call>", signs=(sign,))
    assert found is not None
    assert (found.name, found.confidence, found.evidence) == ("acme", "certain", ("<acme:call>",))


HOSTILE = [
    "<tool_call>", "</tool_call>", "[TOOL_CALLS]", "```", "`x`", "{", "}", '"', "\\", "<think>", "</think>", "\n",
    "[/THINK]",
    "[f(x=1)]", "Action: now", "<|python_tag|>{", "<function=now>", '<｜DSML｜invoke name="x">', '<invoke name="now">',
    "functools[{", "</parameter>", "<arg_key>", "<tool>", "é", "🙂", " ", "a",
]  # fmt: skip
SKU = st.lists(st.sampled_from(HOSTILE), max_size=6).map("".join)
CALL = st.builds(lambda sku: TurnCall(name="stock", arguments=json.dumps({"sku": sku}, ensure_ascii=False)), SKU)
TURN = st.builds(
    Turn.usual,
    text=st.sampled_from(["", "Let me look.", "Well,\nhere:"]),
    reasoning=st.sampled_from(["", "Hm."]),
    calls=st.lists(CALL, min_size=1, max_size=2).map(tuple),
)


@settings(max_examples=600)
@given(st.sampled_from(sorted(written())), TURN, st.sampled_from([(), ("stock",)]))
def test_what_a_format_writes_is_named_so_or_not_at_all(name: str, turn: Turn, tools: tuple[str, ...]) -> None:
    try:
        text = write(name, turn, ["stock"])
    except CannotSay:
        return
    found = recognise_text(text, tools)
    assert found is None or found.name in (name, None)


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param("`", id="backtick"),
        pytest.param("```\n", id="fence"),
        pytest.param("```\n{}", id="fence-and-object"),
        pytest.param("<think>", id="think"),
        pytest.param("</think>", id="think-end"),
        pytest.param("<tool_call>", id="tool-call"),
        pytest.param("[TOOL_CALLS]", id="mistral"),
        pytest.param("<function=", id="function"),
        pytest.param("{", id="brace"),
        pytest.param("[", id="bracket"),
        pytest.param("<|channel|>", id="harmony"),
    ],
)
def test_much_of_anything_is_looked_at_in_no_time(piece: str) -> None:
    recognise_text(piece * (100_000 // len(piece)))
