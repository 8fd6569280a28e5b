"""aisuite 0.2.0: The adapter raises TypeError: Messages.create() got an unexpected keyword argument 'reasoning_effort' (aisuite/providers/anthropic_provider.py:382; anthropic/_utils/_utils.py:294)

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers are written from anthropic's documentation and SDK, 2026-11-21; they are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (400, "application/json", '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block."},"request_id":"req_011CY2qZYCBRrVFH9QYuoVpG"}'),
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

client = aisuite.Client({"anthropic": {"api_key": "some-key", "base_url": "http://127.0.0.1:8765", "max_retries": 0}})
messages = [
    {"role": "system", "content": "Use the tools to answer."},
    {"role": "user", "content": "Do I need a coat in Paris today?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "paris0001",
                "type": "function",
                "function": {"name": "get_weather", "arguments": '{"city": "Paris"}'},
            },
        ],
    },
    {"role": "tool", "tool_call_id": "paris0001", "content": '{"temperature": 21}'},
]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=list(messages),
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
        ],
        max_tokens=4096,
        reasoning_effort="low",
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()

text = message.content or ""
calls = [(call.id, call.function.name, call.function.arguments) for call in calls]
# Expected: {"text": ""}
# Got: TypeError: Messages.create() got an unexpected keyword argument 'reasoning_effort'
