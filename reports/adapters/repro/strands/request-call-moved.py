"""strands 1.62.0: The request moves call: unexpected item 3: {"role":"assistant","tool_calls":[{"function":{"name":"roll_die","arguments":{"sides":6}}}]}

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
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:21.746458672Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_tcu8ath6","function":{"index":0,"name":"roll_die","arguments":{"sides":6}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:22.149057863Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_msv1xnfn","function":{"index":1,"name":"roll_die","arguments":{"sides":6}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:22.159013653Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1203222755,"load_duration":79139665,"prompt_eval_count":86,"prompt_eval_duration":295599327,"eval_count":45,"eval_duration":823327649}\n',
    ),
    (
        200,
        "application/x-ndjson",
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.285462933Z","message":{"role":"assistant","content":"The d"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.297439468Z","message":{"role":"assistant","content":"ice"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.333149481Z","message":{"role":"assistant","content":" show "},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.363496139Z","message":{"role":"assistant","content":"3 and"},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.374382434Z","message":{"role":"assistant","content":" 5."},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T06:14:26.412869255Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":456902867,"load_duration":69660429,"prompt_eval_count":157,"prompt_eval_duration":235351836,"eval_count":6,"eval_duration":145943701}\n',
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
    {"name": "roll_die", "description": "Roll a die.", "inputSchema": {"json": {
        "type": "object",
        "properties": {"sides": {"type": "integer", "description": "The number of sides."}},
        "required": ["sides"],
    }}},
]
system = "Use the tools to answer."
messages = [
    {"role": "user", "content": [{"text": "Roll two dice with six sides, one call for each."}]},
]


async def ask():
    stream = process_stream(model.stream(messages, tools or None, system))
    return [event["stop"][1] async for event in stream if "stop" in event][-1]


async def main():
    """Hold the conversation, and return the last answer."""
    answer = await ask()
    calls = [block["toolUse"] for block in answer["content"] if "toolUse" in block]
    messages.append(answer)
    messages.append({"role": "user", "content": [{"toolResult": {"toolUseId": calls[0]["toolUseId"], "status": "success", "content": [{"text": '{"shown": 3}'}]}}, {"toolResult": {"toolUseId": calls[1]["toolUseId"], "status": "success", "content": [{"text": '{"shown": 5}'}]}}]})
    return await ask()


answer = asyncio.run(main())

def includes(there, item):
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and there == item


# Is there an item with these members at messages, in request 2?
item = {"role": "assistant", "tool_calls": [{"function": {"name": "roll_die", "arguments": {"sides": 6}}}]}
items = REQUESTS[1]
for step in ["messages"]:
    items = items[step]
expected, got = False, any(includes(each, item) for each in items)
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
