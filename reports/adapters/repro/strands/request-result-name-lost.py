"""strands 1.62.0: The request loses result.name: expected "get_time", got nothing

Run it: pip install strands-agents==1.62.0 openai==2.54.0 anthropic==0.125.0 google-genai==2.34.0 ollama==0.6.3
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import asyncio
import base64

from strands.event_loop.streaming import process_stream
from strands.models.ollama import OllamaModel

ANSWERS = [  # of the provider, in order: status, type, body
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:39.240411295Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_2v8he5qo","function":{"index":0,"name":"get_weather","arguments":{"city":"Cork"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:40.049441157Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_bb5672qa","function":{"index":1,"name":"get_time","arguments":{"city":"Cork"}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:40.062292362Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1767491417,"load_duration":46205102,"prompt_eval_count":156,"prompt_eval_duration":252548228,"eval_count":48,"eval_duration":1464191873}\n',
    ),
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.683786098Z","message":{"role":"assistant","content":"It "},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.71858993Z","message":{"role":"assistant","content":"is 17:"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.736239073Z","message":{"role":"assistant","content":"40 in"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.756486167Z","message":{"role":"assistant","content":" Cork"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.767559731Z","message":{"role":"assistant","content":", "},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.791279604Z","message":{"role":"assistant","content":"wi"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.823677523Z","message":{"role":"assistant","content":"th rai"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.851275665Z","message":{"role":"assistant","content":"n "},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.870593866Z","message":{"role":"assistant","content":"and "},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.888235546Z","message":{"role":"assistant","content":"7 de"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.908736767Z","message":{"role":"assistant","content":"grees."},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T03:11:43.942701631Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":647232319,"load_duration":88095513,"prompt_eval_count":238,"prompt_eval_duration":279958954,"eval_count":12,"eval_duration":273470459}\n',
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

model = OllamaModel(model_id="qwen3:8b", host="http://127.0.0.1:8765", max_tokens=1024)
tools = [
    {"name": "get_weather", "description": "Current weather in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
    }}},
    {"name": "get_time", "description": "Local time in a city.", "inputSchema": {"json": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
    }}},
]
system = "Use the tools to answer."
messages = [
    {"role": "user", "content": [{"text": "What are the weather and the time in Cork?"}]},
]


async def ask():
    stream = process_stream(model.stream(messages, tools or None, system))
    return [event["stop"][1] async for event in stream if "stop" in event][-1]


async def main():
    """Hold the conversation, and return the last answer."""
    answer = await ask()
    calls = [block["toolUse"] for block in answer["content"] if "toolUse" in block]
    messages.append(answer)
    messages.append({"role": "user", "content": [{"toolResult": {"toolUseId": calls[1]["toolUseId"], "status": "success", "content": [{"text": '{"time": "17:40"}'}]}}, {"toolResult": {"toolUseId": calls[0]["toolUseId"], "status": "success", "content": [{"text": '{"temperature": 7, "sky": "rain"}'}]}}]})
    return await ask()


answer = asyncio.run(main())

# The value that the provider should get, in request 2. "nothing" stands for a missing value.
expected = "get_time"
got = REQUESTS[1]
for step in ["messages", 3, "tool_name"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
