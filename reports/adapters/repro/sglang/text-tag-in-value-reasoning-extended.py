"""sglang 0.5.23: The adapter adds to tag-in-value/reasoning: expected "", got "Review]<]minimax[>[</title>]<]minimax[>[<when>]<]minimax[>[<date>2026-03-01]<]minimax[>[</date>]<]minimax[>[<hours>]<]minimax[>[<item>0]<]minimax[>[</item>]<]minimax[>[<item>14]<]min ...

Run it: pip install sglang==0.5.23 torch==2.13.0 transformers==5.19.0 xgrammar==0.2.7 openai==2.8.0 fastapi==0.165.0 orjson==3.13.0 partial-json-parser==0.2.1.1.post7 psutil==7.2.2 pybase64==1.5.1 pillow==13.0.0 pyzmq==27.3.0 ipython==9.18.1 aiohttp==3.14.5
The text is what a model writes in the format minimax_m3, by its chat template.
"""

import json

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser
from sglang.srt.parser.reasoning_parser import ReasoningParser


TEXT = ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="create_event">]<]minimax[>[<title>Review\n<mm:think>\nReview]<]minimax[>[</title>]<]minimax[>[<when>]<]minimax[>[<date>2026-03-01]<]minimax[>[</date>]<]minimax[>[<hours>]<]minimax[>[<item>0]<]minimax[>[</item>]<]minimax[>[<item>14]<]minimax[>[</item>]<]minimax[>[</hours>]<]minimax[>[<offset>-2]<]minimax[>[</offset>]<]minimax[>[</when>]<]minimax[>[<guests>]<]minimax[>[<item>]<]minimax[>[<name>Ana]<]minimax[>[</name>]<]minimax[>[<required>true]<]minimax[>[</required>]<]minimax[>[</item>]<]minimax[>[<item>]<]minimax[>[<name>Bo]<]minimax[>[</name>]<]minimax[>[<required>false]<]minimax[>[</required>]<]minimax[>[</item>]<]minimax[>[</guests>]<]minimax[>[<room>null]<]minimax[>[</room>]<]minimax[>[<note>\n<mm:think>\n]<]minimax[>[</note>]<]minimax[>[<tags>]<]minimax[>[</tags>]<]minimax[>[<options>]<]minimax[>[</options>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>'
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
parser = FunctionCallParser(tools, "minimax-m3")
thoughts = ReasoningParser("minimax-m3", True, False, tool_call_parser_active=True)
PIECES = [
    "]<]minimax[>[",
    "<tool",
    "_cal",
    "l>\n",
    "]<]minimax[>[",
    "<in",
    "voke",
    ' name="',
    "c",
    "re",
    "ate_",
    "even",
    't">',
    "]<]minimax[>[",
    "<t",
    "itl",
    "e>R",
    "evie",
    "w\n",
    "<mm:think>",
    "\nR",
    "eview",
    "]<]minimax[>[",
    "</ti",
    "tle",
    ">",
    "]<]minimax[>[",
    "<w",
    "hen>",
    "]<]minimax[>[",
    "<da",
    "te>202",
    "6-03",
    "-01",
    "]<]minimax[>[",
    "</da",
    "te>",
    "]<]minimax[>[",
    "<ho",
    "urs>",
    "]<]minimax[>[",
    "<ite",
    "m>0",
    "]<]minimax[>[",
    "</i",
    "tem>",
    "]<]minimax[>[",
    "<",
    "item>",
    "14",
    "]<]minimax[>[",
    "<",
    "/ite",
    "m>",
    "]<]minimax[>[",
    "</",
    "hours>",
    "]<]minimax[>[",
    "<o",
    "f",
    "fset>",
    "-2",
    "]<]minimax[>[",
    "</",
    "of",
    "fset>",
    "]<]minimax[>[",
    "</",
    "when>",
    "]<]minimax[>[",
    "<gues",
    "ts>",
    "]<]minimax[>[",
    "<it",
    "em",
    ">",
    "]<]minimax[>[",
    "<na",
    "me>A",
    "n",
    "a",
    "]<]minimax[>[",
    "</",
    "n",
    "ame>",
    "]<]minimax[>[",
    "<requ",
    "ired>tr",
    "ue",
    "]<]minimax[>[",
    "</req",
    "uire",
    "d>",
    "]<]minimax[>[",
    "</item>",
    "]<]minimax[>[",
    "<ite",
    "m>",
    "]<]minimax[>[",
    "<na",
    "m",
    "e",
    ">Bo",
    "]<]minimax[>[",
    "</na",
    "me>",
    "]<]minimax[>[",
    "<requ",
    "ired>",
    "false",
    "]<]minimax[>[",
    "</",
    "requir",
    "ed>",
    "]<]minimax[>[",
    "<",
    "/item>",
    "]<]minimax[>[",
    "<",
    "/gu",
    "ests>",
    "]<]minimax[>[",
    "<",
    "room",
    ">null",
    "]<]minimax[>[",
    "<",
    "/",
    "room",
    ">",
    "]<]minimax[>[",
    "<note",
    ">\n",
    "<mm:think>",
    "\n",
    "]<]minimax[>[",
    "</n",
    "ote>",
    "]<]minimax[>[",
    "<ta",
    "gs>",
    "]<]minimax[>[",
    "<",
    "/tags",
    ">",
    "]<]minimax[>[",
    "<",
    "option",
    "s>",
    "]<]minimax[>[",
    "</opt",
    "ions>",
    "]<]minimax[>[",
    "</i",
    "nvok",
    "e>",
    "\n",
    "]<]minimax[>[",
    "<",
    "/too",
    "l_cal",
    "l>",
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


expected = ""
got = reasoning
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
