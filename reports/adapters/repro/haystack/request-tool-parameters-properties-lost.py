"""haystack 3.4.0: The request loses tool.parameters/properties: expected {"kind":{"type":"string","enum":["van","truck"]},"size":{"type":"object","properties":{"height":{"type":"number","description":"In metres."},"axles":{"type":"integer"}},"required":["height"]} ...

Run it: pip install haystack-ai==3.4.0 anthropic-haystack==8.0.1 google-genai-haystack==7.0.0 ollama-haystack==7.0.2 mistral-haystack==3.0.0 cohere-haystack==11.0.0 amazon-bedrock-haystack==9.0.0 openai==3.54.0 anthropic==2.12.0 google-genai==3.4.0 ollama==0.6.3 cohere==7.3.1 boto3==1.43.117
The answers follow ollama's documentation and SDK, 2026-11-21. They are not recorded.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool
from haystack_integrations.components.generators.ollama import OllamaChatGenerator

ANSWERS = [  # of the provider, in order: status, type, body
    (200, "application/json; charset=utf-8", '{"model":"qwen3:8b","created_at":"2026-11-01T21:02:37.218826009Z","message":{"role":"assistant","content":"","tool_calls":[{"id":"call_5kadq1ba","function":{"index":0,"name":"plan_route","arguments":{"vehicle":{"kind":"van","size":{"height":2.6,"axles":2}},"stops":[{"place":"Bonn","loads":[{"item":"box","amount":3}]},{"place":"Trier","loads":[{"item":"crate","amount":1},{"item":"box","amount":2}]}]}}}]},"done":true,"done_reason":"stop","total_duration":1521206136,"load_duration":64594086,"prompt_eval_count":228,"prompt_eval_duration":182030473,"eval_count":71,"eval_duration":1266590553}'),
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

generator = OllamaChatGenerator(model="qwen3:8b", url="http://127.0.0.1:8765", generation_kwargs={"num_predict": 1024})
tools = [
    Tool("plan_route", "Plan the route of a vehicle.", {
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
    }, print),
]
messages = [
    ChatMessage.from_system("Use the tools to answer."),
    ChatMessage.from_user("Plan a route for a van of 2.6 metres and two axles. First stop Bonn, with 3 boxes; then Trier, with 1 crate and 2 boxes."),
]


def ask():
    return generator.run(messages, tools=tools)["replies"][0]


answer = ask()

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
