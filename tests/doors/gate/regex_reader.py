"""A program on stdio that finds calls in text as most do: with a regular expression. It needs nothing of ours."""

import json
import re
import sys

CALL = re.compile(r"\s*<tool_call>\s*(\{.*?\})\s*</tool_call>", re.S)
THOUGHT = re.compile(r"^<think>(.*?)</think>", re.S)


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def read(text):
    """The canonical form of an answer, with numbers as they are spelled."""
    thought = THOUGHT.match(text)
    parts = [{"type": "reasoning", "text": thought[1]}] if thought else []
    rest = THOUGHT.sub("", text)
    calls = [one for one in CALL.findall(rest) if is_json(one)]
    found = [json.loads(one, parse_int=str, parse_float=str) for one in calls]
    spelled = [re.search(r'"arguments":\s*(\{.*\})\s*\}$', one, re.S)[1] for one in calls]
    if said := CALL.sub("", rest):
        parts.append({"type": "text", "text": said})
    for call, arguments in zip(found, spelled, strict=True):
        told = {"text": arguments, "form": "object"}
        parts.append({"type": "tool_call", "id": None, "name": call["name"], "arguments": told})
    return {"parts": parts, "finish": {"reason": "tool_calls" if found else "stop"}}


def main(protocol):
    hello = {"protocol": protocol, "name": "regex", "version": "1", "language": "python", "dialects": []}
    if protocol != "1.0":
        hello["text_formats"] = ["hermes"]
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "hello":
            said = {"result": hello}
        elif asked["op"] == "read_text":
            said = {"result": read("".join(asked["pieces"]))}
        else:
            said = {"unsupported": "calls in text are read, and nothing else"}
        sys.stdout.write(json.dumps({"seq": asked["seq"], **said}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
