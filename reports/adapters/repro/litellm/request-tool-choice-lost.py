"""litellm 1.106.2: The request leaves tool_choice to the model: expected "NONE", got nothing

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow cohere's documentation and SDK, 2026-11-22. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # so that it fetches no list of prices
import litellm  # noqa: E402

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"id":"6103afbb-38fb-4139-bd09-4a50a34c495d","message":{"role":"assistant","content":[{"type":"text","text":"I cannot look that up right now."}]},"finish_reason":"COMPLETE","usage":{"billed_units":{"input_tokens":153,"output_tokens":8},"tokens":{"input_tokens":1553,"output_tokens":20},"cached_tokens":0}}'),
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
    {"role": "user", "content": "What is the weather in Madrid?"},
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
                    "name": "get_weather",
                    "description": "Current weather in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "city": {"type": "string", "description": "Name of the city."},
                            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
                        },
                        "required": ["city"],
                    },
                },
            },
            {
                "type": "function",
                "function": {
                    "name": "get_time",
                    "description": "Local time in a city.",
                    "parameters": {
                        "type": "object",
                        "properties": {"city": {"type": "string", "description": "Name of the city."}},
                        "required": ["city"],
                    },
                },
            },
        ],
        tool_choice="none",
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v2/chat",
    )
    return answer.choices[0].message


message = ask()

# The value that the provider should get. "nothing" stands for a missing value.
expected = "NONE"
got = REQUESTS[0]
for step in ["tool_choice"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
