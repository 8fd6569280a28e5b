"""aisuite 0.2.0: The request breaks the rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+, got "functions.get_weather:0"

Run it: pip install aisuite==0.2.0 openai==1.109.1 anthropic==0.125.0 mcp==2.3.0
The answers follow anthropic's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aisuite

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json", '{"model":"claude-haiku-4-5-20251001","id":"msg_011CHnjpbhtkdn2xGCtzXu5u","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_01Upmunfh3tLbYpgpzRkkQoV","name":"get_weather","input":{"city":"Lagos"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":282,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":41,"service_tier":"standard","inference_geo":"not_available"}}'),
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
    {"role": "user", "content": "What are the weather and the time in Minsk?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "functions.get_weather:0",
                "type": "function",
                "function": {"name": "get_weather", "arguments": '{"city": "Minsk"}'},
            },
            {
                "id": "functions.get_time:1",
                "type": "function",
                "function": {"name": "get_time", "arguments": '{"city": "Minsk"}'},
            },
        ],
    },
    {
        "role": "tool",
        "tool_call_id": "functions.get_weather:0",
        "content": '{"temperature": 3, "sky": "snow"}',
    },
    {"role": "tool", "tool_call_id": "functions.get_time:1", "content": '{"time": "19:15"}'},
    {"role": "assistant", "content": "It is 19:15 in Minsk, with snow and 3 degrees."},
    {"role": "user", "content": "And the weather in Lagos?"},
]


def ask():
    answer = client.chat.completions.create(
        model="anthropic:claude-haiku-4-5",
        messages=messages,
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
        max_tokens=1024,
    )
    return answer.choices[0].message, answer.choices[0].message.tool_calls or []


message, calls = ask()

# The provider refuses requests that break its rule anthropic_messages.call-id-pattern: expected a match of [a-zA-Z0-9_-]+.
expected, got = "nothing", "functions.get_weather:0"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got if json.dumps(got) in json.dumps(REQUESTS[0]) else expected))
assert json.dumps(got) not in json.dumps(REQUESTS[0])
