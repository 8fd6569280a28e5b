"""sglang 0.5.23: The adapter gives tag-in-value/call.arguments another type: create_event: expected {"guests":[{"name":"Ana","required":true},{"name":"Bo","required":false}],"note":"\\n\\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\\n","options":{},"room":null,"tags":[],"title":"Review\\ ...

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
The text is what a model writes in the format deepseek_v31, by its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>create_event<｜tool▁sep｜>{"title": "Review\\n\\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\\nReview", "when": {"date": "2026-03-01", "hours": [0, 14], "offset": -2}, "guests": [{"name": "Ana", "required": true}, {"name": "Bo", "required": false}], "room": null, "note": "\\n\\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\\n", "tags": [], "options": {}}<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
tools = [Tool.model_validate(tool) for tool in [
    {
        "type": "function",
        "function": {
            "name": "create_event",
            "parameters": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "when": {
                        "type": "object",
                        "properties": {
                            "date": {"type": "string"},
                            "hours": {"type": "array", "items": {"type": "integer"}},
                            "offset": {"type": "integer"},
                        },
                        "required": ["date", "hours"],
                    },
                    "guests": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"name": {"type": "string"}, "required": {"type": "boolean"}},
                            "required": ["name"],
                        },
                    },
                    "room": {"type": ["string", "null"]},
                    "note": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "options": {"type": "object"},
                },
                "required": ["title", "when", "guests"],
            },
        },
    },
]]
parser = FunctionCallParser(tools, "deepseekv31")
thoughts = ReasoningParser("deepseek-v3", True, False, tool_call_parser_active=True)
PIECES = [
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>",
    "cr",
    "eate",
    "_event",
    "<｜tool▁sep｜>",
    '{"titl',
    'e": ',
    '"R',
    "eview\\",
    'n\\"',
    "}",
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
    "\\nR",
    "evie",
    'w",',
    ' "w',
    "he",
    'n": {"d',
    'ate"',
    ': "2026',
    "-03-0",
    '1",',
    ' "hou',
    'rs": [',
    "0, 1",
    '4], "',
    "of",
    'fset": ',
    '-2}, "',
    "guest",
    's":',
    ' [{"n',
    "am",
    'e": ',
    '"Ana", ',
    '"r',
    "equired",
    '": tr',
    "ue},",
    ' {"',
    'name":',
    " ",
    '"',
    'Bo",',
    ' "requi',
    "red",
    '": f',
    "al",
    "se",
    '}], "',
    "roo",
    'm": nul',
    'l, "no',
    'te":',
    ' "\\',
    "n\\",
    '"}',
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
    "\\n",
    '", "tag',
    's":',
    " []",
    ', "o',
    "pt",
    'ions":',
    " {}}",
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
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


expected = [
    {
        "title": 'Review\n"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nReview',
        "when": {"date": "2026-03-01", "hours": [0, 14], "offset": -2},
        "guests": [{"name": "Ana", "required": True}, {"name": "Bo", "required": False}],
        "room": None,
        "note": '\n"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>\n',
        "tags": [],
        "options": {},
    },
]
got = [value(arguments) for _, _, arguments in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
