"""sglang 0.5.23: A boolean, a number, or a list with a single item is misread: pythonic: calls: expected ["ping"], got []

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format pythonic, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = "[ping(confirmed=True, level=-3, share=0.50, labels=['new'])]"
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
parser = FunctionCallParser(tools, "pythonic")
reasoning, text = "", TEXT
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


expected = ["ping"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
