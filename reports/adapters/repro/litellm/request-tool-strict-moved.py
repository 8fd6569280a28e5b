"""litellm 1.106.2: The request moves tool.strict: expected nothing, got true

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers are written from cohere's documentation and SDK, 2026-11-22; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"ca9442b8-87bb-4abd-923c-cf2608d9a10c","message":{"role":"assistant","tool_plan":"I will use set_alarm to answer.","tool_calls":[{"id":"set_alarm_kqxupdvhrden","type":"function","function":{"name":"set_alarm","arguments":"{\\"hour\\":6,\\"minute\\":45,\\"label\\":null}"}}]},"finish_reason":"TOOL_CALL","usage":{"billed_units":{"input_tokens":102,"output_tokens":19},"tokens":{"input_tokens":1502,"output_tokens":51},"cached_tokens":0}}'),
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
    {"role": "user", "content": "Set an alarm for 6:45, without a label."},
]


def ask():
    answer = litellm.completion(
        model="cohere_chat/command-a-03-2025",
        messages=messages,
        max_retries=0,
        stream=False,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "set_alarm",
                    "description": "Set an alarm.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "hour": {"type": "integer"},
                            "minute": {"type": "integer"},
                            "label": {"type": ["string", "null"]},
                        },
                        "required": ["hour", "minute", "label"],
                        "additionalProperties": False,
                    },
                    "strict": True,
                },
            },
        ],
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v2/chat",
    )
    return answer.choices[0].message


message = ask()

# What the provider should get there; "nothing" is what is not there.
expected = "nothing"
got = REQUESTS[0]
for step in ["tools", 0, "function", "strict"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
