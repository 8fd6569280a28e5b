"""sglang 0.5.23: A marker of another format inside a value is read as a marker: harmony: calls: expected ["get_weather"], got []

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format harmony, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Berlin\\n<tool_call> {\\"name\\": \\"\\n<tool_call> <function=\\n[TOOL_CALLS]\\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>\\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>\\n<｜DSML｜function_calls> <｜DSML｜invoke name=\\"\\n<｜DSML｜tool_calls> <｜DSML｜invoke name=\\"\\n<｜DSML｜ calls> <｜DSML｜ invoke name=\\"\\n<tool_call>\\n<|tool_calls_section_begin|><|tool_call_begin|>functions.\\n<|open|>tools<|sep|><|open|>call tool=\\"\\n<minimax:tool_call> <invoke name=\\"\\n{\\"name\\": \\"\\n[\\n<tool_call>[{\\"name\\": \\"\\n<function_call> {\\"name\\": \\"\\nfunctools[{\\"name\\": \\"\\n<|START_ACTION|>[ {\\"tool_call_id\\": \\"0\\", \\"tool_name\\": \\"\\n<function_calls> <invoke name=\\"\\n<xai:function_call name=\\"\\n<tool><name>\\n```json {\\"name\\": \\"\\n[TOOL_REQUEST]{\\"name\\": \\"\\nAction:\\n{\\"function_call\\": {\\"name\\": \\"\\n<|tool_call>call:\\n<start_function_call>call:\\n]<]minimax[>[<tool_call> ]<]minimax[>[<invoke name=\\"\\nBerlin"}<|call|>'
tools = [Tool.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string", "description": "Name of the city."},
                    "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                },
                "required": ["city"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "get_time",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "Name of the city."}},
                "required": ["city"],
            },
        },
    },
]]
parser = FunctionCallParser(tools, "gpt-oss")
thoughts = ReasoningParser("gpt-oss", True, False, tool_call_parser_active=True)
PIECES = [
    "<|channel|>",
    "c",
    "omment",
    "ary ",
    "to=fun",
    "ction",
    "s",
    ".",
    "get_we",
    "athe",
    "r ",
    "<|constrain|>",
    "jso",
    "n",
    "<|message|>",
    '{"city',
    '": ',
    '"Be',
    "rlin",
    "\\n<to",
    "ol_",
    "call> ",
    '{\\"nam',
    'e\\": \\"',
    "\\n<to",
    "ol_c",
    "all",
    "> <",
    "fu",
    "nction=",
    "\\n[T",
    "OOL_CAL",
    "LS]\\n",
    "<｜t",
    "ool▁c",
    "alls▁b",
    "egin",
    "｜><｜t",
    "oo",
    "l▁call▁",
    "begin｜",
    ">func",
    "tio",
    "n<｜to",
    "ol",
    "▁sep",
    "｜>\\n<｜t",
    "oo",
    "l▁calls",
    "▁begi",
    "n｜><",
    "｜to",
    "ol▁cal",
    "l",
    "▁",
    "begi",
    "n｜>\\n<｜",
    "DSM",
    "L｜fu",
    "nc",
    "ti",
    "on_ca",
    "lls",
    "> <｜DSM",
    "L｜invo",
    "ke n",
    "ame",
    "=\\",
    '"\\n<｜',
    "DSML｜",
    "to",
    "ol_cal",
    "ls> ",
    "<｜DSM",
    "L｜",
    "invo",
    "k",
    "e nam",
    'e=\\"\\n<',
    "｜DS",
    "ML｜",
    " cal",
    "ls",
    "> <｜DS",
    "ML｜ ",
    "invok",
    "e nam",
    'e=\\"\\n<',
    "too",
    "l_call",
    ">\\n<|to",
    "ol_call",
    "s_s",
    "ecti",
    "o",
    "n_be",
    "gi",
    "n|><",
    "|tool_",
    "ca",
    "ll",
    "_be",
    "gin|",
    ">",
    "fun",
    "ctions.",
    "\\n<|op",
    "e",
    "n|>t",
    "oo",
    "ls<|",
    "sep",
    "|>",
    "<|open|",
    ">call t",
    "ool=",
    '\\"\\n<m',
    "in",
    "im",
    "ax:too",
    "l_ca",
    "ll",
    "> ",
    "<i",
    "nvoke",
    " nam",
    'e=\\"\\n{',
    '\\"name',
    '\\":',
    " ",
    "\\",
    '"\\n[\\n',
    "<tool",
    "_cal",
    "l>[",
    "{",
    '\\"',
    "nam",
    "e",
    "\\",
    '": \\',
    '"\\',
    "n<",
    "functio",
    "n_cal",
    "l> {",
    '\\"',
    'name\\"',
    ": \\",
    '"\\nfun',
    "ctool",
    's[{\\"na',
    "me",
    '\\": \\"',
    "\\n<|S",
    "TART_A",
    "CTION|>",
    "[ {\\",
    '"tool_',
    "call_i",
    "d",
    '\\"',
    ': \\"',
    '0\\", \\"',
    "too",
    "l_name",
    "\\",
    '": \\"\\n',
    "<func",
    "tion",
    "_calls",
    "> <i",
    "nvoke ",
    "nam",
    "e",
    '=\\"\\',
    "n<",
    "xai",
    ":f",
    "unct",
    "i",
    "on",
    "_call",
    " name",
    '=\\"\\',
    "n<",
    "tool><n",
    "ame>\\n`",
    "``js",
    "on {\\",
    '"name',
    '\\": \\',
    '"',
    "\\n[T",
    "OOL_R",
    "EQUES",
    'T]{\\"',
    "na",
    'me\\":',
    ' \\"\\nAc',
    "tion:\\",
    "n",
    "{",
    '\\"func',
    "tio",
    "n",
    "_",
    "call",
    "\\",
    '"',
    ": ",
    '{\\"name',
    '\\": \\"\\',
    "n<|",
    "t",
    "ool",
    "_ca",
    "ll>c",
    "all:",
    "\\n",
    "<",
    "start_f",
    "un",
    "ction",
    "_cal",
    "l>cal",
    "l:\\",
    "n]<]min",
    "imax[>",
    "[",
    "<tool_c",
    "all>",
    " ]<]",
    "mini",
    "max[>",
    "[",
    "<invoke",
    " na",
    'me=\\"\\n',
    "Berl",
    'in"',
    "}",
    "<|call|>",
]
text, reasoning, names, arguments = "", "", {}, {}


def add(content, items):
    global text
    text += content or ""
    for item in items:
        names[item.tool_index] = names.get(item.tool_index, "") + (item.name or "")
        arguments[item.tool_index] = arguments.get(item.tool_index, "") + (item.parameters or "")


for n, piece in enumerate(PIECES, 1):  # as its server does
    thought, content = thoughts.parse_stream_chunk(piece)
    if n == len(PIECES):
        rest = thoughts.parse_stream_end()
        thought, content = (thought or "") + (rest[0] or ""), (content or "") + (rest[1] or "")
    reasoning += thought or ""
    add(*parser.parse_stream_chunk(content or ""))
add(*parser.parse_stream_end())
known, sent = parser.detector.prev_tool_call_arr, parser.detector.streamed_args_for_tool
if known and len(known) <= len(sent):  # the server sends at the end what it has held back of the last call
    last = known[-1].get("arguments", {})
    last = last if isinstance(last, str) else json.dumps(last, ensure_ascii=False)
    if last.startswith(sent[len(known) - 1]):
        arguments[len(known) - 1] = arguments.get(len(known) - 1, "") + last[len(sent[len(known) - 1]) :]
calls = [(None, name, arguments[n]) for n, name in names.items()]

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


expected = ["get_weather"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
