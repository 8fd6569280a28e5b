"""sglang 0.5.23: A value is lost or changed because the tool's schema combines types or refers to them: minimax_m2: get_weather: expected {"city": "Berlin"}, got {"city": null}

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format minimax_m2, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>\n</minimax:tool_call>'
tools = [Tool.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"anyOf": [{"type": "string", "description": "Name of the city."}, {"type": "null"}]},
                    "unit": {"anyOf": [{"type": "string", "enum": ["celsius", "fahrenheit"]}, {"type": "null"}]},
                },
                "required": ["city"],
                "$defs": {
                    "argument0": {"type": "string", "description": "Name of the city."},
                    "argument1": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                },
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "get_time",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"anyOf": [{"type": "string", "description": "Name of the city."}, {"type": "null"}]},
                },
                "required": ["city"],
                "$defs": {"argument0": {"type": "string", "description": "Name of the city."}},
            },
        },
    },
]]
parser = FunctionCallParser(tools, "minimax-m2")
thoughts = ReasoningParser("qwen3", False, False, tool_call_parser_active=True)
reasoning, text = thoughts.parse_non_stream(TEXT)
calls = []
if parser.has_tool_call(text):
    try:
        text, calls = parser.parse_non_stream(text)
    except Exception as error:  # the server only logs it
        print(type(error).__name__, error)
calls = [(None, call.name, call.parameters) for call in calls]
text, reasoning = text or "", reasoning or ""

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
