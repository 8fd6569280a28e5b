"""sglang 0.5.23: More text is shown than was written: harmony: expected "I will look up the time in Oslo.", got "I will look up the time in Oslo.I will look up the time in Oslo."

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format harmony, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '<|channel|>commentary<|message|>I will look up the time in Oslo.<|end|><|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{"city": "Oslo"}<|call|>'
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
    "o",
    "m",
    "m",
    "e",
    "n",
    "t",
    "a",
    "r",
    "y",
    "<|message|>",
    "I",
    " ",
    "w",
    "i",
    "l",
    "l",
    " ",
    "l",
    "o",
    "o",
    "k",
    " ",
    "u",
    "p",
    " ",
    "t",
    "h",
    "e",
    " ",
    "t",
    "i",
    "m",
    "e",
    " ",
    "i",
    "n",
    " ",
    "O",
    "s",
    "l",
    "o",
    ".",
    "<|end|>",
    "<|start|>",
    "a",
    "s",
    "s",
    "i",
    "s",
    "t",
    "a",
    "n",
    "t",
    "<|channel|>",
    "c",
    "o",
    "m",
    "m",
    "e",
    "n",
    "t",
    "a",
    "r",
    "y",
    " ",
    "t",
    "o",
    "=",
    "f",
    "u",
    "n",
    "c",
    "t",
    "i",
    "o",
    "n",
    "s",
    ".",
    "g",
    "e",
    "t",
    "_",
    "t",
    "i",
    "m",
    "e",
    " ",
    "<|constrain|>",
    "j",
    "s",
    "o",
    "n",
    "<|message|>",
    "{",
    '"',
    "c",
    "i",
    "t",
    "y",
    '"',
    ":",
    " ",
    '"',
    "O",
    "s",
    "l",
    "o",
    '"',
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


expected = "I will look up the time in Oslo."
got = text
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
