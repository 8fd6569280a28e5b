"""A program on stdio that finds calls in text with a regular expression, as many readers do. It imports nothing of the
project.
"""

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
    """Return the canonical form of an answer. Numbers keep their spelling."""
    thought = THOUGHT.match(text)
    parts = [{"type": "reasoning", "text": thought[1]}] if thought else []
    rest = THOUGHT.sub("", text)
    calls = [written for written in CALL.findall(rest) if is_json(written)]
    found = [json.loads(written, parse_int=str, parse_float=str) for written in calls]
    spelled = [re.search(r'"arguments":\s*(\{.*\})\s*\}$', written, re.S)[1] for written in calls]
    if prose := CALL.sub("", rest):
        parts.append({"type": "text", "text": prose})
    for call, arguments in zip(found, spelled, strict=True):
        value = {"text": arguments, "form": "object"}
        parts.append({"type": "tool_call", "id": None, "name": call["name"], "arguments": value})
    return {"parts": parts, "finish": {"reason": "tool_calls" if found else "stop"}}


def main(protocol):
    hello = {"protocol": protocol, "name": "regex", "version": "1", "language": "python", "dialects": []}
    if protocol != "1.0":
        hello["text_formats"] = ["hermes"]
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "hello":
            reply = {"result": hello}
        elif asked["op"] == "read_text":
            reply = {"result": read("".join(asked["pieces"]))}
        else:
            reply = {"unsupported": "calls in text are read, and nothing else"}
        sys.stdout.write(json.dumps({"seq": asked["seq"], **reply}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
