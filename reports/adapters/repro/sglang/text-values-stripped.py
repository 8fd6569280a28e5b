"""sglang 0.5.23: The white space around a text in a value is lost: minimax_m3: save_note: expected {"text": " smørrebrød \\"à la carte\\"\\n\\t<b>café \\\\o/</b>, 寿司 & 🍸 for two at the usual table "}, got {"text": " smørrebrød \\"à la carte\\"\\n\\t<b>café \\\\o/</b>, 寿司 & 🍸 for two at th ...

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
A model writes this text in the format minimax_m3, according to its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="save_note">]<]minimax[>[<text> smørrebrød "à la carte"\n\t<b>café \\o/</b>, 寿司 & 🍸 for two at the usual table ]<]minimax[>[</text>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>'
tools = [Tool.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "save_note",
            "parameters": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        },
    },
]]
parser = FunctionCallParser(tools, "minimax-m3")
thoughts = ReasoningParser("minimax-m3", False, False, tool_call_parser_active=True)
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


expected = [{"text": ' smørrebrød "à la carte"\n\t<b>café \\o/</b>, 寿司 & 🍸 for two at the usual table '}]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
