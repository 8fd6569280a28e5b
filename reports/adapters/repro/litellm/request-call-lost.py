"""litellm 1.106.2: The request loses call: missing item 1: {"functionCall":{"args":{"sides":6},"name":"roll_die"}}

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow gemini's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "roll_die","args": {"sides": 6}},"thoughtSignature": "CuIBAZL3Y0+NGgwlrz0PHvXePz9B9/u4znhTzabaEo5eNZ0kUVaP84IrVHuOYoGwxAzuNJNWevZihA3AfkJPqItuTZDj53WpeAoB523NSr7vb1o96K6EheCgR+mQ9n9wDlvAQqOmRx5uR91NKfnHniSHCIAsP6cpfei4Fi2YgFRBwgdqRt1bbYohhO/OVWO/cv3yINwZh0xbBgCJMULR1qTMY3rfWxpgxURf3iI/cPr0+VF/heaBGdOH+y8mF53NmKjBBL6RlK/LraEC1m325UOvtrIlDDMi/L9OrEONpmeM9WmJmA=="},{"functionCall": {"name": "roll_die","args": {"sides": 6}}}],"role": "model"},"finishReason": "STOP","index": 0,"finishMessage": "Model generated function call(s)."}],"usageMetadata": {"promptTokenCount": 92,"candidatesTokenCount": 18,"totalTokenCount": 169,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 92}],"thoughtsTokenCount": 59,"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "W8_nalRbU2njIc11z7Cm7HY"}\r\n'
        "\r\n",
    ),
    (
        200,
        "text/event-stream",
        'data: {"candidates": [{"content": {"parts": [{"text": "The dice s"}],"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 256,"candidatesTokenCount": 2,"totalTokenCount": 258,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 256}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "YM_nasVeLj5H7LkP8I3A21I"}\r\n'
        "\r\n"
        'data: {"candidates": [{"content": {"parts": [{"text": "how 3 and 5."}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 256,"candidatesTokenCount": 5,"totalTokenCount": 261,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 256}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "YM_nasVeLj5H7LkP8I3A21I"}\r\n'
        "\r\n",
    ),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        print("POST", self.path, body.decode())
        status, kind, answer = ANSWERS[min(len(REQUESTS), len(ANSWERS) - 1)]
        REQUESTS.append(json.loads(body))
        self.send_response(status)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


threading.Thread(target=HTTPServer(("127.0.0.1", 8765), Provider).serve_forever, daemon=True).start()

messages = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": "Roll two dice with six sides, one call for each."},
]


def ask():
    answer = litellm.completion(
        model="gemini/gemini-2.5-flash",
        messages=messages,
        max_retries=0,
        stream=True,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "roll_die",
                    "description": "Roll a die.",
                    "parameters": {
                        "type": "object",
                        "properties": {"sides": {"type": "integer", "description": "The number of sides."}},
                        "required": ["sides"],
                    },
                },
            },
        ],
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v1beta",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()
messages.append(message)
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": '{"shown": 3}'})
messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": '{"shown": 5}'})
message = ask()

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at contents/1/parts, in request 2?
item = {"functionCall": {"args": {"sides": 6}, "name": "roll_die"}}
items = REQUESTS[1]
for step in ["contents", 1, "parts"]:
    items = items[step]
expected, got = True, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
