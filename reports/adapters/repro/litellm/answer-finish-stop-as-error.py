"""litellm 1.106.2: The adapter misreads finish: expected "stop", got "error"

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
    (
        200,
        "text/event-stream",
        "event: message-start\n"
        'data: {"id":"581d260a-1df9-43d2-a31f-cd9c80cbbf50","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}\n'
        "\n"
        "event: content-start\n"
        'data: {"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Hello"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"! How"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":" can"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":" I "}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"help"}}}}\n'
        "\n"
        "event: content-delta\n"
        'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"?"}}}}\n'
        "\n"
        "event: content-end\n"
        'data: {"type":"content-end","index":0}\n'
        "\n"
        "event: message-end\n"
        'data: {"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"billed_units":{"input_tokens":151,"output_tokens":5},"tokens":{"input_tokens":1551,"output_tokens":17},"cached_tokens":0}}}\n'
        "\n"
        "data: [DONE]\n"
        "\n",
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
    {"role": "system", "content": "Use the tools only when you need them."},
    {"role": "user", "content": "Say hello."},
]


def ask():
    answer = litellm.completion(
        model="cohere_chat/command-a-03-2025",
        messages=messages,
        max_retries=0,
        stream=True,
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
        tool_choice="auto",
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765/v2/chat",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()

calls = [(call.id, call.function.name, call.function.arguments) for call in message.tool_calls or ()]
text, reasoning = message.content or "", getattr(message, "reasoning_content", None) or ""
# Expected: {"text": "Hello! How can I help?"}
# Got: litellm.MidStreamFallbackError: litellm.APIConnectionError: Error parsing chunk: Expecting value: line 1 column 1 (char 0),
