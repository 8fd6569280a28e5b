"""sglang 0.5.23: An argument 1e-7 becomes "1e-7": gemma4: ping: expected {"confirmed": false, "level": 0, "share": 1e-7, "labels": ["old"]}, got {"confirmed": false, "level": 0, "share": "1e-7", "labels": ["old"]}

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format gemma4, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '<|tool_call>call:ping{confirmed:false,level:0,share:1e-7,labels:[<|"|>old<|"|>]}<tool_call|>'
tools = [Tool.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "ping",
            "parameters": {
                "type": "object",
                "properties": {
                    "confirmed": {"type": "boolean"},
                    "level": {"type": "integer"},
                    "share": {"type": "number"},
                    "labels": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
    },
]]
parser = FunctionCallParser(tools, "gemma4")
thoughts = ReasoningParser("gemma4", False, False, tool_call_parser_active=True)
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


expected = [{"confirmed": False, "level": 0, "share": 1e-07, "labels": ["old"]}]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
