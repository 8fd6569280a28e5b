"""litellm 1.106.2: The adapter loses calls: expected 2 calls (get_weather, get_time), got 1 (get_time)

Run it: pip install litellm==1.106.2 mcp==2.3.0 openai==2.54.0 boto3==1.44.5
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
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
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T16:36:55.441370647Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_mc6x0q3u","function":{"index":0,"name":"get_weather","arguments":{"city":"Tokyo"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T16:36:55.739294364Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_sbcmkxw1","function":{"index":1,"name":"get_time","arguments":{"city":"Tokyo"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T16:36:55.761414299Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":862720950,"load_duration":67569765,"prompt_eval_count":156,"prompt_eval_duration":102242384,"eval_count":48,"eval_duration":690946452}\n',
    ),
]
REQUESTS = []


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        if not self.path.endswith("/chat"):
            self.send_error(404)
            return
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
    {"role": "user", "content": "What are the weather and the time in Tokyo?"},
]


def ask():
    answer = litellm.completion(
        model="ollama_chat/qwen3:8b",
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
        max_tokens=1024,
        api_key="some-key",
        api_base="http://127.0.0.1:8765",
    )
    return litellm.stream_chunk_builder(list(answer), messages=messages).choices[0].message


message = ask()

def value(arguments):
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


calls = [(call.id, call.function.name, call.function.arguments) for call in message.tool_calls or ()]
text, reasoning = message.content or "", getattr(message, "reasoning_content", None) or ""
expected = ["get_weather", "get_time"]
got = [name or "" for _, name, _ in calls]
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
