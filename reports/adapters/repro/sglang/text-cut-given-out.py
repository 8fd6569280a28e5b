"""sglang 0.5.23: The text ends in a call, and the call is returned without all of its arguments: llama3_json: get_weather: expected {"city": "Berlin"}, got {}

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format llama3_json, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '{"name": "get_weather", '
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
parser = FunctionCallParser(tools, "llama3")
PIECES = ['{"nam', 'e": "', "ge", "t_weat", 'her"', ", "]
text, reasoning, names, arguments = "", "", {}, {}


def add(content, items):
    global text
    text += content or ""
    for item in items:
        names[item.tool_index] = names.get(item.tool_index, "") + (item.name or "")
        arguments[item.tool_index] = arguments.get(item.tool_index, "") + (item.parameters or "")


for n, piece in enumerate(PIECES, 1):  # as its server does
    thought, content = "", piece
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


expected = [{"city": "Berlin"}]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
