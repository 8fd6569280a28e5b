"""strands 1.62.0: The request loses tool.parameters/properties: expected {"kind":{"type":"string","enum":["van","truck"]},"size":{"type":"object","properties":{"height":{"type":"number","description":"In metres."},"axles":{"type":"integer"}},"required":["height"]} ...

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
        '{"model":"qwen3:8b","created_at":"2026-11-01T14:35:38.935292726Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_du2nsoxp","function":{"index":0,"name":"plan_route","arguments":{"vehicle":{"kind":"van","size":{"height":2.6,"axles":2}},"stops":[{"place":"Bonn","loads":[{"item":"box","amount":3}]},{"place":"Trier","loads":[{"item":"crate","amount":1},{"item":"box","amount":2}]}]}}}]},"done":false}\n'
        '{"model":"qwen3:8b","created_at":"2026-11-01T14:35:38.967765998Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1397813564,"load_duration":49488841,"prompt_eval_count":228,"prompt_eval_duration":228711940,"eval_count":71,"eval_duration":1119857646}\n',
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
    {"name": "plan_route", "description": "Plan the route of a vehicle.", "inputSchema": {"json": {
        "type": "object",
        "properties": {
            "vehicle": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": ["van", "truck"]},
                    "size": {
                        "type": "object",
                        "properties": {
                            "height": {"type": "number", "description": "In metres."},
                            "axles": {"type": "integer"},
                        },
                        "required": ["height"],
                    },
                },
                "required": ["kind", "size"],
            },
            "stops": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "place": {"type": "string"},
                        "loads": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {"item": {"type": "string"}, "amount": {"type": "integer"}},
                                "required": ["item", "amount"],
                            },
                        },
                    },
                    "required": ["place", "loads"],
                },
            },
        },
        "required": ["vehicle", "stops"],
    }}},
]
system = "Use the tools to answer."
messages = [
    {"role": "user", "content": [{"text": "Plan a route for a van of 2.6 metres and two axles. First stop Bonn, with 3 boxes; then Trier, with 1 crate and 2 boxes."}]},
]


async def ask():
    stream = process_stream(model.stream(messages, tools or None, system))
    return [event["stop"][1] async for event in stream if "stop" in event][-1]


async def main():
    """Hold the conversation, and return the last answer."""
    return await ask()


answer = asyncio.run(main())

# The value that the provider should get. "nothing" stands for a missing value.
expected = {
    "kind": {"type": "string", "enum": ["van", "truck"]},
    "size": {
        "type": "object",
        "properties": {"height": {"type": "number", "description": "In metres."}, "axles": {"type": "integer"}},
        "required": ["height"],
    },
}
got = REQUESTS[0]
for step in ["tools", 0, "function", "parameters", "properties", "vehicle", "properties"]:
    got = got[step] if isinstance(got, dict) and step in got or isinstance(got, list) and step < len(got) else "nothing"
print("expected:", json.dumps(expected))
print("got:", json.dumps(got))
assert got == expected
