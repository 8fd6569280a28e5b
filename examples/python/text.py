"""An adapter to copy: it reads calls in a model's text, in the Hermes format. It needs only the standard library.

conformance gate text/hermes --adapter text:Reader        (in this folder)
"""

import re
from json import loads

from conformance.adapters.wire import Hello
from toolwire.model import Arguments, Finish, Reasoning, Response, Text, ToolCall

OPENING, CLOSING = "<tool_call>", "</tool_call>"
CALL = re.compile(r'\s*\{\s*"name":\s*("(?:[^"\\]|\\.)*"),\s*"arguments":\s*(\{.*\})\s*\}\s*', re.S)
THOUGHT = re.compile(r"<think>(.*?)</think>", re.S)


class Reader:
    """A reader, which needs only ``read_text``.

    Without ``hello`` its name is the class's name. Without ``text_formats`` the gate tries every text format.
    """

    hello = Hello(name="example-text", version="1.0", language="python", dialects=())
    text_formats = ("hermes",)

    def read_text(self, text_format, pieces, tools):
        rest, parts = "".join(pieces), []
        if thought := THOUGHT.match(rest):
            parts.append(Reasoning(text=thought[1]))
            rest = rest[thought.end() :]
        while OPENING in rest:
            spoken, _, rest = rest.partition(OPENING)
            parts.append(Text(text=spoken))
            call, rest = first_call(rest)
            if call is None:  # the text ends inside it: it is no call
                return Response(parts=tuple(parts), finish=Finish(reason="other"))
            parts.append(call)
        parts.append(Text(text=rest))
        called = any(isinstance(part, ToolCall) for part in parts)
        return Response(parts=tuple(parts), finish=Finish(reason="tool_calls" if called else "stop"))


def first_call(text):  # up to the first closing tag outside a string; the text of arguments is not changed
    for closing in re.finditer(CLOSING, text):
        found = CALL.fullmatch(text, 0, closing.start())
        if found and is_json(found[2]):
            arguments = Arguments(text=found[2], form="object")
            return ToolCall(id=None, name=loads(found[1]), arguments=arguments), text[closing.end() :]
    return None, ""


def is_json(text):
    try:
        loads(text)
    except ValueError:  # the closing tag is inside a value
        return False
    return True
